"""Going back, in the browser or to the app, shows the match as it stands now."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from lay import lay, say_elsewhere
from playwright.sync_api import Browser, Page, expect
from touch import Table

NOTHING_HELD = "() => navigator.locks.query().then(({ held }) => held.length === 0)"
"""A page that is still sending is not kept in memory."""


@pytest.fixture(params=["kept in memory", "not kept"])
def kept(request: pytest.FixtureRequest, chromium: Browser, server: str) -> Iterator[Page]:
    """A phone that keeps the pages it leaves in memory, as phones do; and one that has no room for that."""
    browser = chromium.browser_type.launch(
        executable_path=shutil.which("chromium"),
        args=["--no-sandbox", "--disable-gpu", "--disable-quic"],
        ignore_default_args=["--disable-back-forward-cache"] if request.param == "kept in memory" else None,
    )
    size = {"width": 412, "height": 915}
    yield browser.new_context(base_url=server, viewport=size, has_touch=True, is_mobile=True).new_page()
    browser.close()


def test_a_match_that_one_comes_back_to_shows_the_newest_round(kept: Page, request: pytest.FixtureRequest) -> None:
    keeps = request.node.callspec.id.startswith("kept")
    table = lay(kept, "dehla_pakad").tens("3-1")
    other = Table(kept.context.new_page()).open(table.id)
    came: list[str] = []
    session = kept.context.new_cdp_session(kept)
    session.on("Page.frameNavigated", lambda event: came.append(event["type"]))
    session.send("Page.enable")
    for number in range(3, 6):  # a machine that is busy may keep nothing: then once more
        kept.bring_to_front()
        table.settled()
        kept.wait_for_function(NOTHING_HELD)
        kept.get_by_role("link", name="History").tap()
        expect(kept.get_by_role("heading", name="All rounds")).to_be_visible()
        other.tens("1-3")
        kept.bring_to_front()
        kept.go_back()
        expect(kept.get_by_role("heading", level=1)).to_contain_text(f"Round {number}")
        if "BackForwardCacheRestore" in came or not keeps:
            break
    assert ("BackForwardCacheRestore" in came) is keeps
    expect(table.bar.get_by_role("button", name=f"Undo round {number - 1}: Tens 1–3")).to_be_visible()
    table.tens("2-2")
    assert len(table.rounds) == number


def test_back_and_forward_never_show_a_bare_part_of_a_page(kept: Page) -> None:
    table = lay(kept, "tervi").bid("Asha", 8).made().bid("Bilal", 9)
    kept.get_by_role("link", name="Home").tap()
    expect(kept.get_by_role("link", name="Continue")).to_be_visible()
    kept.go_back()
    expect(table.button("Made 9")).to_be_visible()
    expect(kept.get_by_role("link", name="History")).to_be_visible()
    kept.go_forward()
    expect(kept.get_by_role("link", name="Continue")).to_be_visible()


def test_home_that_one_comes_back_to_shows_the_newest_score(kept: Page) -> None:
    table = lay(kept, "tervi", {"bidder": "0", "bid": "8", "made": "true"})
    match = table.id
    kept.goto("/")
    kept.get_by_role("link", name="Continue").tap()
    table = Table(kept).open(match)
    table.bid("Asha", 9).made()
    kept.get_by_role("link", name="Home").tap()
    expect(kept.get_by_role("link", name="Continue")).to_contain_text("35 to go")
    table.open(match)
    say_elsewhere(table, "round", bidder="0", bid="7", made="true")
    kept.go_back()
    expect(kept.get_by_role("link", name="Continue")).to_contain_text("28 to go")
