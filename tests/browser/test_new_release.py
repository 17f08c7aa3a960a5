"""A new release: offered, taken on a tap, and never half of one with half of the other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from away import Away, first_visit
from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[2]


class Release:
    """The program in a folder of its own, so that another release can be laid over it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, "0"
        for name in ("scorekeeper", "templates", "static", "migrations", "translations"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))

    def start(self) -> str:
        """Serve, always at the same address."""
        command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", self.port]
        command += ["--database", str(self.folder / "matches.db")]
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=self.folder, env=environment)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://localhost:(\d+)/", line)
            if found:
                self.port = found[1]
                return f"http://localhost:{self.port}"
        raise AssertionError("no start")

    def stop(self) -> None:
        """Stop serving."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def renew(self) -> None:
        """Lay the next release over this one: another look, and another word in the kit."""
        css = self.folder / "static" / "built" / "app.css"
        css.write_text(css.read_text() + "\n.next-release { color: red; }\n")
        part = self.folder / "templates" / "parts" / "match.html"
        part.write_text(part.read_text().replace('<p class="why">', '<p class="why" data-next="">'))


@pytest.fixture
def release(tmp_path: Path) -> Iterator[Release]:
    """A release that can be renewed."""
    release = Release(tmp_path / "release")
    yield release
    release.stop()


def test_a_new_release_is_offered_and_taken_on_a_tap(release: Release, another_phone: Callable[..., Page]) -> None:
    page = another_phone(service_workers="allow", base_url=release.start())
    first_visit(page)
    table = Away(page).start("dehla_pakad").tens("3-1")
    table.until_sent()
    before = page.evaluate("caches.keys()")
    release.stop()
    table.tens("3-1")
    release.renew()
    release.start()
    table.until_sent()
    page.reload()
    update = page.get_by_role("button", name="Update")
    expect(update).to_be_visible(timeout=20_000)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 3")
    with page.expect_navigation():
        update.tap()
    expect(page.locator("p.why[data-next]")).to_be_visible()
    after = page.evaluate("caches.keys()")
    assert not set(before) & set(after)
    release.stop()
    page.reload()
    expect(page.locator("p.why[data-next]")).to_be_visible()
    table.tens("1-3")
    release.start()
    table.until_sent()
    assert [row["winner"] for row in table.rounds] == [0, 0, 1]
    expect(page.get_by_role("button", name="Update")).to_have_count(0)


def test_an_old_page_goes_on_under_a_server_of_the_next_release(
    release: Release, another_phone: Callable[..., Page]
) -> None:
    page = another_phone(service_workers="allow", base_url=release.start())
    first_visit(page)
    table = Away(page).start("tervi").bid("Bilal", 8)
    table.until_sent()
    release.stop()
    release.renew()
    release.start()
    table.made().bid("Asha", 7)
    table.until_sent()
    assert [row["delta"] for row in table.rounds] == [[0, 8]]
