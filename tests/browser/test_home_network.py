"""Plain http under another name than localhost, as on a home network: no secure context, and still a scorekeeper."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from touch import Table

ADVICE = "Scoring works on this address. With https the app could also be installed"


@pytest.fixture
def at_home(chromium: Browser, server: str) -> Iterator[Page]:
    """A phone that knows the server by a name of the house."""
    browser = chromium.browser_type.launch(
        executable_path=shutil.which("chromium"),
        args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--host-resolver-rules=MAP table.test 127.0.0.1"],
    )
    port = urlsplit(server).port
    page = browser.new_page(
        base_url=f"http://table.test:{port}", viewport={"width": 412, "height": 915}, has_touch=True, is_mobile=True
    )
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.on("console", lambda said: broken.append(said.text) if "Content Security" in said.text else None)
    yield page
    browser.close()
    assert broken == []


def test_a_match_is_played_over_plain_http_and_the_page_says_what_https_would_add(at_home: Page) -> None:
    sent: list[dict[str, str]] = []
    at_home.on("request", lambda asked: sent.append(asked.all_headers()) if asked.method == "POST" else None)
    table = Table(at_home).start("tervi")
    assert at_home.evaluate("isSecureContext") is False
    expect(at_home.get_by_text(ADVICE)).to_have_count(1)
    table.bid("Bilal", 9, "hearts").made().undo().failed().misdeal()
    assert sent
    assert all("sec-fetch-site" not in headers for headers in sent)
    table.choose("Chitra")
    at_home.reload()
    expect(table.bar.get_by_role("radio", name="Chitra")).to_be_checked()
    at_home.goto("/")
    expect(at_home.get_by_text(ADVICE)).to_have_count(1)
    expect(at_home.get_by_role("link", name="Continue")).to_contain_text("34 to go")


def test_a_phone_joins_over_plain_http_where_only_the_origin_tells_whose_form_it_is(at_home: Page) -> None:
    sent: list[dict[str, str]] = []
    table = Table(at_home).start("dehla_pakad")
    at_home.goto(f"/m/{table.id}/phones")
    at_home.get_by_role("button", name="Invite a phone").tap()
    expect(at_home.locator(".aloud")).to_be_visible()
    link = at_home.get_by_label("Link").first.input_value()
    at_home.context.clear_cookies()
    at_home.on("request", lambda asked: sent.append(asked.all_headers()))
    at_home.goto(link)
    at_home.get_by_role("button", name="Join").tap()
    at_home.wait_for_url("**/m/*")
    expect(at_home.locator(".bar")).to_be_visible()
    assert all("sec-fetch-site" not in headers for headers in sent)
    assert [headers["origin"] for headers in sent if headers.get("content-type")] == [link.partition("/join/")[0]]
    assert [headers for headers in sent if link.rpartition("/")[2] in headers.get("referer", "")] == []


def test_on_a_safe_address_nothing_is_missing(phone: Page) -> None:
    Table(phone).start("dehla_pakad")
    assert phone.evaluate("isSecureContext") is True
    expect(phone.get_by_text(ADVICE)).to_have_count(0)
