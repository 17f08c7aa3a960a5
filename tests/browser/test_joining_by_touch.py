"""Two phones on the table: one invites, the other types the code, opens the link, or scans what is on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lay import lay
from playwright.sync_api import Page, expect
from serving import running
from touch import Table

SMALL = {"width": 320, "height": 640}
Another = Callable[..., Page]

# Each module of the drawing, by the picture: dark or light, as a camera would tell it.
MODULES = """async code => {
  const size = code.viewBox.baseVal.width, dots = [];
  const image = new Image(size * 4, size * 4);
  const copy = code.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", size * 4);
  copy.setAttribute("height", size * 4);
  image.src = "data:image/svg+xml," + encodeURIComponent(copy.outerHTML);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * 4;
  const paper = canvas.getContext("2d");
  paper.drawImage(image, 0, 0);
  for (let y = 0; y < size; y++)
    dots.push([...Array(size).keys()].map(x => paper.getImageData(x * 4 + 2, y * 4 + 2, 1, 1).data[0] < 128 ? 1 : 0));
  return dots;
}"""


@pytest.fixture
def table(another_phone: Another) -> Table:
    """Asha's small phone at a match, its page of the phones open and somebody invited."""
    table = lay(another_phone(viewport=SMALL), "dehla_pakad", {"tens": "3-1"})
    table.page.get_by_role("link", name="More").tap()
    table.page.get_by_role("link", name="Phones at this table").tap()
    table.page.get_by_role("button", name="Invite a phone to keep score").tap()
    expect(table.page.locator(".qr").first).to_be_visible()
    return table


def code_of(page: Page) -> str:
    return page.locator(".aloud").inner_text()


def link_of(page: Page) -> str:
    return page.get_by_label("Link").first.input_value()


def type_on_home(page: Page, text: str) -> None:
    page.goto("/")
    page.get_by_label("Code from another phone").fill(text)
    page.get_by_role("button", name="Join").tap()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_the_code_is_typed_on_home_and_both_phones_enter_rounds(
    table: Table, another_phone: Another, scripts: bool
) -> None:
    bilal = another_phone(viewport=SMALL, java_script_enabled=scripts)
    type_on_home(bilal, code_of(table.page).lower())
    expect(bilal.get_by_role("heading", name="Keep score on this phone too?")).to_be_visible()
    assert bilal.evaluate("document.documentElement.scrollWidth") <= 320 if scripts else True
    bilal.get_by_label("Whose phone is this?").fill("Bilal")
    bilal.get_by_role("button", name="Join").tap()
    bilal.wait_for_url("**/m/*")
    bilal.locator("button[name=tens][value='1-3']").tap()
    expect(bilal.locator(".rounds li")).to_have_count(2)
    table.page.goto(f"/m/{table.id}")
    expect(table.page.locator(".rounds li")).to_have_count(2)
    table.page.goto(f"/m/{table.id}/history")
    expect(table.page.locator(".log li").first).to_contain_text("Bilal")


def test_the_link_is_opened_and_nothing_happens_before_join(table: Table, another_phone: Another) -> None:
    bilal = another_phone(viewport=SMALL)
    bilal.goto(link_of(table.page))
    table.page.reload()
    expect(table.page.locator(".list summary")).to_have_count(1)
    bilal.get_by_role("button", name="Join").tap()
    bilal.wait_for_url("**/m/*")
    expect(bilal.locator(".bar")).to_be_visible()
    table.page.reload()
    expect(table.page.locator(".list summary")).to_have_count(2)


def test_a_link_is_pasted_where_none_can_be_opened(table: Table, another_phone: Another) -> None:
    bilal = another_phone(viewport=SMALL)
    type_on_home(bilal, link_of(table.page))
    expect(bilal.get_by_role("heading", name="Keep score on this phone too?")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_what_a_camera_sees_is_the_link_in_every_theme(table: Table, theme: str) -> None:
    segno = pytest.importorskip("segno")
    link = link_of(table.page)
    table.page.context.add_cookies([{"name": "theme", "value": theme, "url": table.page.url}])
    table.page.reload()
    drawn = table.page.locator(".invitation .qr").first.evaluate(MODULES)
    meant = [[int(module) for module in row] for row in segno.make_qr(link, error="m").matrix_iter(border=4)]
    assert drawn == meant
    box = table.page.locator(".qr").first.bounding_box()
    assert box is not None
    assert box["width"] >= 200


def test_the_secret_stays_out_of_referrers_on_plain_http_too(table: Table, another_phone: Another) -> None:
    bilal, seen = another_phone(viewport=SMALL), list[dict[str, str]]()
    link = link_of(table.page)
    bilal.on("request", lambda asked: seen.append(asked.all_headers()))
    bilal.goto(link)
    bilal.get_by_role("button", name="Join").tap()
    bilal.wait_for_url("**/m/*")
    secret = link.rpartition("/")[2]
    assert seen
    assert [headers for headers in seen if secret in headers.get("referer", "")] == []
    assert [headers["origin"] for headers in seen if "origin" in headers and "sec-fetch-site" in headers] != ["null"]


def test_a_double_tap_on_join_is_one_seat(table: Table, another_phone: Another) -> None:
    bilal = another_phone(viewport=SMALL)
    bilal.goto(link_of(table.page))
    bilal.get_by_role("button", name="Join").dblclick()
    bilal.wait_for_url("**/m/*")
    expect(bilal.locator(".bar")).to_be_visible()
    table.page.reload()
    expect(table.page.locator(".list summary")).to_have_count(2)


def test_a_lost_phone_is_replaced_by_the_code_that_was_kept(table: Table, another_phone: Another) -> None:
    table.page.get_by_role("button", name="Make a code to keep").tap()
    kept = table.page.locator(".aloud.four").inner_text()
    found = another_phone(viewport=SMALL)
    type_on_home(found, kept)
    found.get_by_role("button", name="Take the seat").dblclick()
    expect(found.get_by_role("heading", name="If this phone gets lost")).to_be_visible()
    found.goto(f"/m/{table.id}")
    expect(found.locator(".bar")).to_be_visible()
    table.page.goto(f"/m/{table.id}")
    expect(table.page.get_by_text("This phone reads along.")).to_be_visible()


def test_whoever_watches_turns_the_map(table: Table, another_phone: Another) -> None:
    chitra = another_phone(viewport=SMALL)
    chitra.goto(f"/m/{table.id}")
    chitra.get_by_role("link", name="Turn the map").tap()
    chitra.get_by_role("button", name="Chitra").tap()
    chitra.wait_for_url(f"**/m/{table.id}")
    places = {seat: chitra.locator(".seat", has_text=seat).get_attribute("data-pos") for seat in ("Asha", "Chitra")}
    assert places == {"Asha": "2", "Chitra": "0"}
    low, high = (chitra.locator(f".seat[data-pos='{place}']").bounding_box() for place in (0, 2))
    assert low and high
    assert low["y"] > high["y"]
    table.page.goto(f"/m/{table.id}")
    expect(table.page.locator(".seat[data-pos='0']")).to_contain_text("Asha")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_too_many_rounds_are_told_in_words_and_the_last_is_kept(
    another_phone: Another, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scripts: bool
) -> None:
    monkeypatch.setenv("SCOREKEEPER_LIMITS", "")
    monkeypatch.setenv("SCOREKEEPER_LIMIT_WRITE", "2 per day")
    with running(tmp_path) as address:
        phone = another_phone(viewport=SMALL, base_url=address, java_script_enabled=scripts)
        table = Table(phone).start("dehla_pakad")
        phone.locator("button[name=tens][value='1-3']").tap()
        expect(phone.locator(".rounds li")).to_have_count(1)
        phone.locator("button[name=tens][value='3-1']").tap()
        if scripts:  # it is kept, and sent when there is room
            expect(phone.locator(".rounds li")).to_have_count(2)
            expect(phone.locator(".waiting")).to_be_visible()
            assert len(phone.request.get(f"/m/{table.id}.json").json()["rounds"]) == 1
            phone.context.close()
            return
        expect(phone.get_by_role("heading", name="Not saved")).to_be_visible()
        expect(phone.get_by_text("There is room again in")).to_be_visible()
        assert phone.locator("input[name=tens]").input_value() == "3-1"
        phone.get_by_role("link", name="Back to the match").tap()
        expect(phone.locator(".rounds li")).to_have_count(1)
        assert len(table.rounds) == 1
        phone.context.close()
