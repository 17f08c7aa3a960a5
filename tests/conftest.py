"""What tests stand on: an app on a database of its own, a real server, a real browser. Nothing here is a stand-in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from hardship import FarPhone, Served
from jinja2 import FileSystemBytecodeCache
from lettered import letters
from phones import Phone
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from serving import CHROMIUM, CHROMIUM_ARGS, running

from scorekeeper import create_app
from scorekeeper.database import upgrade
from scorekeeper.models import db

# Hundreds of phones play from one address here. Whoever tests the limits puts them on.
os.environ["SCOREKEEPER_LIMITS"] = "off"


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what need not be made anew for each test: an empty database, and room for compiled templates."""
    folder = tmp_path_factory.mktemp("prepared")
    app = create_app(str(folder / "empty.db"))
    upgrade(app)
    with app.app_context():
        db.engine.dispose()
    return folder


@pytest.fixture
def app(tmp_path: Path, prepared: Path) -> Iterator[Flask]:
    """The app on a fresh database, with every guard on."""
    shutil.copy(prepared / "empty.db", tmp_path / "matches.db")
    app = create_app(str(tmp_path / "matches.db"))
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(prepared))
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def deployed(tmp_path: Path, prepared: Path) -> Iterator[Callable[..., Flask]]:
    """Make an app with settings of a deployment."""
    apps: list[Flask] = []

    def make(**settings: object) -> Flask:
        shutil.copy(prepared / "empty.db", tmp_path / "matches.db")
        apps.append(create_app(str(tmp_path / "matches.db"), **settings))
        return apps[-1]

    yield make
    for app in apps:
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


@pytest.fixture
def asha(app: Flask) -> Phone:
    """Asha's phone: whatever is started on it, it keeps the score of."""
    return Phone(app)


@pytest.fixture
def bilal(app: Flask) -> Phone:
    """Bilal's phone: it keeps the score of a match of its own, and reads along at Asha's."""
    phone = Phone(app)
    phone.start("court_piece", ("Bilal", "Esha", "Farid", "Gul"))
    return phone


@pytest.fixture
def chitra(app: Flask) -> Phone:
    """Chitra's phone: the second one at a table, once it is given a scorer's seat."""
    return Phone(app)


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """A phone of nobody: it never started anything."""
    return Phone(app)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a real server, as `scorekeeper serve` starts it."""
    folder = tmp_path_factory.mktemp("server")
    with running(folder) as address:
        yield address


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """What drives browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(driver: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Debian's Chromium, as light as it comes."""
    yield from launched(driver, CHROMIUM, tmp_path_factory.mktemp("letters"))


@pytest.fixture(scope="session")
def whole_chromium(driver: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Chromium with everything around its pages."""
    yield from launched(driver, "chromium", tmp_path_factory.mktemp("letters"))


def launched(driver: Playwright, name: str, folder: Path) -> Iterator[Browser]:
    """Start a browser. A machine without it fails here: a skipped browser test would be no test."""
    path = shutil.which(name)
    assert path, f"the browser tests need {name} on PATH"
    browser = driver.chromium.launch(executable_path=path, args=CHROMIUM_ARGS, env=letters(folder))
    yield browser
    browser.close()


@pytest.fixture
def another_phone(chromium: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Take phones out of the pocket, each with its own cookies. Any error of a script on any of them fails the test."""
    contexts: list[BrowserContext] = []
    broken: list[str] = []

    def take(**settings: object) -> Page:
        contexts.append(new_phone(chromium, server, **settings))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.on("console", lambda said: broken.append(said.text) if "Content Security" in said.text else None)
        return page

    yield take
    for context in contexts:
        context.close()
    assert broken == []


@pytest.fixture
def phone(another_phone: Callable[..., Page]) -> Page:
    """A phone of the table: an ordinary Android screen."""
    return another_phone()


def new_phone(chromium: Browser, server: str, **more: object) -> BrowserContext:
    """Take another phone out of the pocket, without a service worker unless asked: it keeps thirty files for each."""
    settings = {
        "service_workers": "block",
        "viewport": {"width": 412, "height": 915},
        "has_touch": True,
        "is_mobile": True,
        "base_url": server,
    }
    return chromium.new_context(**{**settings, **more})  # type: ignore[arg-type]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let everything run, in an hour: `make test ARGS=--thorough`."""
    parser.addoption("--thorough", action="store_true", help="every case of browser tests, not each second")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a browser test with many cases run each second one: a quarter of an hour is what a change may wait."""
    if config.getoption("--thorough"):
        return
    seen: dict[str, int] = {}
    left, kept = [], []
    for item in items:
        test = item.nodeid.partition("[")[0]
        seen[test] = seen.get(test, -1) + 1
        beside = "/browser/" in item.nodeid and seen[test] % 2 and test.rpartition("/")[2][:15] != "test_the_same_t"
        (left if beside else kept).append(item)
    if left and len(items) > 50:  # whoever asks for a few tests gets them all
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests say that they covered, added up over all of them and all processes."""
    reports = [report for group in ("passed", "failed") for report in terminalreporter.stats.get(group, [])]
    told = [line for report in reports for key, lines in report.user_properties if key == "told" for line in lines]
    if told:
        terminalreporter.section("tried")
        for line in sorted(told):
            terminalreporter.write_line(line)
    covered: dict[str, list[int]] = {}
    for report in (report for group in ("passed", "failed") for report in terminalreporter.stats.get(group, [])):
        for name, counts in (row for key, rows in report.user_properties if key == "covered" for row in rows):
            covered[name] = [sum(both) for both in zip(covered.get(name, [0] * len(counts)), counts, strict=True)]
    if covered:
        terminalreporter.section("covered")
        terminalreporter.write_line(
            "in live, finished and reopened matches; each taken and refused, or taken under a house rule"
        )
    for name, counts in covered.items():
        terminalreporter.write_line(f"{name:48}" + "".join(f"{count:7}" for count in counts))


@pytest.fixture(scope="session")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that many tests are hard on."""
    served = Served(tmp_path_factory.mktemp("served")).start()
    yield served
    served.kill()


@pytest.fixture
def served(lasting: Served) -> Served:
    """A server for tests after which it goes on as before."""
    if lasting.process is None or lasting.process.poll() is not None:
        lasting.restart()
    lasting.log()
    return lasting


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server, not started yet, on a database of its own."""
    served = Served(tmp_path)
    yield served
    served.kill()


@pytest.fixture
def far(served: Served) -> FarPhone:
    """Asha's phone at the server, over the network, with one round of a match entered."""
    phone = FarPhone(served)
    phone.start()
    phone.play({"tens": "3-1"})
    return phone
