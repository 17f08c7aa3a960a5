"""Sending a summary from a phone: by its own sheet, by what stands in for it, and without scripts."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lay import lay
from PIL import Image
from playwright.sync_api import Page, expect
from serving import running
from test_home_network import at_home  # noqa: F401  # a fixture
from touch import Table

SHEET = """([answer]) => {
  navigator.canShare = () => true;
  navigator.share = async (what) => {
    const files = await Promise.all((what.files ?? []).map(async (file) =>
      ({ name: file.name, type: file.type, size: (await file.arrayBuffer()).byteLength })));
    document.documentElement.dataset.sent = JSON.stringify({ ...what, files });
    if (answer) throw new DOMException("no", answer);
  };
}"""
"""The phone's sheet, stubbed at the browser's border: it notes on the page what it is given, or answers an error."""
NO_SHEET = "() => { delete Navigator.prototype.share; delete Navigator.prototype.canShare; }"


def sent(page: Page) -> dict[str, Any]:
    """What the sheet was given."""
    expect(page.locator("html")).to_have_attribute("data-sent", re.compile("."))
    given: dict[str, Any] = json.loads(page.locator("html").get_attribute("data-sent") or "")
    return given


def open_summary(page: Page, sheet: str, *answer: str) -> str:
    """Open the summary of a match on a phone with such a sheet; give the text that the server wrote."""
    page.add_init_script(f"({sheet})({list(answer) or ['']})")
    match_id = lay(page, "dehla_pakad", {"tens": "3-1"}, {"tens": "4-0"}).id
    page.goto(f"/m/{match_id}/summary")
    return page.request.get(f"/m/{match_id}/summary.txt").text().removesuffix("\n")


def test_the_text_goes_to_the_sheet_alone_and_as_the_server_wrote_it(phone: Page) -> None:
    text = open_summary(phone, SHEET)
    phone.get_by_role("button", name="Send text").tap()
    assert sent(phone) == {"text": text, "files": []}
    assert re.search(r" beat .*\nScore: .*http://localhost:\d+/m/\w+/summary\?v=", text, re.DOTALL)
    expect(phone.locator("[data-send-told]")).to_have_text("")


def test_the_picture_goes_to_the_sheet_without_a_text(phone: Page) -> None:
    open_summary(phone, SHEET)
    phone.get_by_role("button", name="Send picture").tap()
    assert set(sent(phone)) == {"files"}
    (file,) = sent(phone)["files"]
    assert file["type"] == "image/png"
    assert re.fullmatch(r"dehla_pakad-\d{4}-\d\d-\d\d\.png", file["name"])
    assert 1000 < file["size"] < 100_000


@pytest.mark.parametrize("button", ["Send text", "Send picture"])
def test_whoever_thinks_better_of_it_hears_nothing(phone: Page, button: str) -> None:
    open_summary(phone, SHEET, "AbortError")
    phone.get_by_role("button", name=button).tap()
    assert sent(phone)
    expect(phone.locator("[data-send-told]")).to_have_text("")


def test_without_a_sheet_the_text_is_copied(another_phone: Callable[..., Page]) -> None:
    phone = another_phone(permissions=["clipboard-read", "clipboard-write"])
    text = open_summary(phone, NO_SHEET)
    phone.get_by_role("button", name="Send text").tap()
    expect(phone.get_by_role("status")).to_have_text("Copied. Paste it into the chat.")
    assert phone.evaluate("navigator.clipboard.readText()") == text


def test_a_sheet_that_breaks_is_stood_in_for_too(another_phone: Callable[..., Page]) -> None:
    phone = another_phone(permissions=["clipboard-read", "clipboard-write"])
    open_summary(phone, SHEET, "NotAllowedError")
    phone.get_by_role("button", name="Send text").tap()
    expect(phone.get_by_role("status")).to_have_text("Copied. Paste it into the chat.")


def test_without_a_sheet_the_picture_is_downloaded(phone: Page) -> None:
    open_summary(phone, NO_SHEET)
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Send picture").tap()
    assert download.value.suggested_filename.endswith(".png")
    assert Image.open(io.BytesIO(download.value.path().read_bytes())).size == (1200, 630)
    expect(phone.get_by_role("status")).to_have_text("Saved on this phone.")


def test_over_plain_http_the_text_is_marked_and_the_picture_is_saved(at_home: Page) -> None:  # noqa: F811
    """There is neither sheet nor clipboard in such a browser."""
    Table(at_home).start("dehla_pakad").tens("4-0")
    at_home.get_by_role("link", name="Summary and share").tap()
    at_home.get_by_role("button", name="Send text").tap()
    expect(at_home.get_by_role("status")).to_have_text("Copy the marked text.")
    assert at_home.evaluate("getSelection().toString()") == at_home.get_by_label("The text").input_value()
    with at_home.expect_download():
        at_home.get_by_role("button", name="Send picture").tap()


def test_without_scripts_the_text_can_be_marked_and_both_pictures_opened(another_phone: Callable[..., Page]) -> None:
    phone = another_phone(java_script_enabled=False)
    match_id = lay(phone, "dehla_pakad", {"tens": "4-0"}).id
    phone.goto(f"/m/{match_id}/summary")
    expect(phone.get_by_role("button", name="Send text")).to_be_hidden()
    phone.get_by_text("To copy by hand").tap()
    expect(phone.get_by_label("The text")).to_have_value(re.compile(r"^Dehla Pakad: .*/summary\?v=\S+$", re.DOTALL))
    for link, size in (("The picture", (1200, 630)), ("Tall, for a status", (1080, 1920))):
        address = phone.get_by_role("link", name=link).get_attribute("href") or ""
        assert Image.open(io.BytesIO(phone.request.get(address).body())).size == size


@pytest.mark.parametrize("zone", ["Asia/Karachi", "America/Los_Angeles", "Pacific/Kiritimati"])
def test_the_script_tells_the_zone_and_page_text_and_browser_agree_on_the_day(
    another_phone: Callable[..., Page], zone: str
) -> None:
    phone = another_phone(timezone_id=zone)
    match_id = lay(phone, "dehla_pakad", {"tens": "4-0"}).id
    phone.goto(f"/m/{match_id}/summary")
    browser = phone.locator("h1 time").inner_text()
    assert phone.request.get(f"/m/{match_id}/summary.txt").text().count(browser) == 1
    html = phone.request.get(f"/m/{match_id}/summary").text()
    assert f"data-date>{browser}</time>" in html
    assert f"zone={zone.replace('/', '%2F')}" in html or f"zone={zone}" in html


def test_the_zone_of_the_server_plays_no_part(
    another_phone: Callable[..., Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is always a day between these two."""
    monkeypatch.setenv("TZ", "Pacific/Pago_Pago")
    with running(tmp_path) as address:
        phone = another_phone(timezone_id="Pacific/Kiritimati", base_url=address)
        phone.goto("/")
        match_id = lay(phone, "dehla_pakad", {"tens": "4-0"}).id
        phone.goto(f"/m/{match_id}/summary")
        phone.reload()
        day = phone.evaluate(
            "new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'Pacific/Kiritimati' }).format()"
        )
        assert day in phone.request.get(f"/m/{match_id}/summary.txt").text()
        iso = phone.evaluate("new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' }).format()")
        assert iso in phone.request.get(f"/m/{match_id}.csv").text()


def test_a_summary_prints_on_one_sheet_without_buttons(phone: Page) -> None:
    rounds = [{"bidder": str(n % 4), "bid": "8", "made": ("true", "false")[n % 2]} for n in range(20)]
    match_id = lay(phone, "tervi", *rounds, gap_limit=500).id
    phone.goto(f"/m/{match_id}/summary", wait_until="networkidle")
    phone.emulate_media(media="print")
    expect(phone.get_by_role("button", name="Send text")).to_be_hidden()
    expect(phone.get_by_role("heading", name="Rounds")).to_be_visible()
    printed = phone.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_the_table_is_served_while_pictures_are_drawn(phone: Page) -> None:
    """Drawing happens in other processes: more than are drawn at once, and a round is still entered."""
    table = lay(phone, "dehla_pakad", {"tens": "3-1"})
    phone.evaluate(
        """async (id) => { window.drawn = Promise.all([...Array(4).keys()].map((n) =>
             fetch(`/m/${id}/card-tall.png?zone=Etc/GMT%2B${n}`).then((answer) => answer.status))); }""",
        table.id,
    )
    table.tens("3-1")
    assert phone.evaluate("window.drawn") == [200] * 4
