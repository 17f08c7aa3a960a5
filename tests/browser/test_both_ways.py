"""Plain http under a name of the house, and https on the same port: what the phone shows, and what it logs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from serving import CHROMIUM_ARGS, running
from touch import Table

ADVICE = "Scoring works on this address. With https the app could also be installed"
NAME = "scores.test"


@pytest.fixture(scope="module")
def safe_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server that speaks both."""
    with running(tmp_path_factory.mktemp("both"), "--tls") as address:
        yield address


@pytest.fixture(scope="module")
def pocket(chromium: Browser) -> Iterator[Browser]:
    """Phones that know the server by a name; that they trust its certificate is tried with Python's own TLS."""
    browser = chromium.browser_type.launch(
        executable_path=shutil.which("chromium"),
        args=[*CHROMIUM_ARGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"],
    )
    yield browser
    browser.close()


@pytest.fixture
def guest(pocket: Browser) -> Iterator[Page]:
    """A phone; whatever is said in its console, and any error, fails the test."""
    context = pocket.new_context(
        viewport={"width": 412, "height": 915}, has_touch=True, is_mobile=True, ignore_https_errors=True
    )
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    # This browser passes over a certificate it does not know, all but its worker.
    page.on("console", lambda told: None if "fetching the script" in told.text else said.append(told.text))
    yield page
    context.close()
    assert said == []


def at(server: str, scheme: str = "http") -> str:
    """Address of the server by its name."""
    return f"{scheme}://{NAME}:{urlsplit(server).port}"


def play(page: Page, origin: str) -> Table:
    """Play three rounds."""
    page.goto(f"{origin}/new/dehla_pakad")
    page.get_by_role("radio", name="deals first").first.tap()
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/m/*")
    table = Table(page)
    table.game, table.names = "dehla_pakad", ("", "", "", "")
    return table.tens("3-1").tens("1-3").tens("2-2")


def test_over_plain_http_a_match_is_played_and_the_console_stays_silent(guest: Page, server: str) -> None:
    play(guest, at(server))
    assert guest.evaluate("isSecureContext") is False
    expect(guest.get_by_text(ADVICE)).to_have_count(1)
    expect(guest.get_by_role("link", name="How to get https here")).to_have_count(0)
    expect(guest.get_by_text("Round 4")).to_be_visible()
    guest.goto(guest.url + "/table")
    expect(guest.get_by_role("button", name="Keep screen on")).to_be_hidden()
    guest.goto(at(server))
    guest.get_by_text("This phone", exact=True).tap()
    expect(guest.get_by_text("Installing needs https.")).to_be_visible()
    guest.get_by_role("link", name="What is missing").tap()
    expect(guest.get_by_text("This server speaks plain http only.")).to_be_visible()


def test_from_plain_http_by_the_steps_to_https_and_back_one_phone_keeps_one_match(
    guest: Page, safe_server: str
) -> None:
    table = play(guest, at(safe_server))
    guest.get_by_role("link", name="How to get https here").tap()
    with guest.expect_download() as loading:
        guest.get_by_role("link", name="Download the certificate").tap()
    assert loading.value.suggested_filename == "scorekeeper-ca.crt"
    assert b"Scorekeeper on " in Path(loading.value.path()).read_bytes()
    guest.get_by_role("link", name=at(safe_server, "https")).tap()
    guest.get_by_role("link", name="Continue").tap()
    guest.wait_for_url("https://**/m/*")
    assert guest.evaluate("isSecureContext") is True
    expect(guest.get_by_text(ADVICE)).to_have_count(0)
    table.tens("3-1")
    guest.goto(at(safe_server) + f"/m/{table.id}")
    table.tens("3-1")
    expect(guest.get_by_text("Round 6")).to_be_visible()


@pytest.mark.parametrize("kind", ["with", "without"])
def test_nothing_is_wrong_with_the_page_of_steps(guest: Page, server: str, safe_server: str, kind: str) -> None:
    guest.set_viewport_size({"width": 320, "height": 640})
    guest.goto(at(safe_server if kind == "with" else server) + "/trust")
    for fold in guest.locator("summary").all():
        fold.tap()
    for look in ("light", "dark"):
        guest.emulate_media(color_scheme=look)
        assert Axe().run(guest).response["violations"] == []
    assert guest.evaluate("document.documentElement.scrollWidth") <= 320
