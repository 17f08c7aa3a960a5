"""Table mode: read from two metres, turned to each side, nothing entered by chance.

Only the browser's own border is replaced: its wake lock, its full screen.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from away import Away, first_visit
from hardship import Served
from lay import lay
from playwright.sync_api import Page, expect
from test_every_page import TOO_WIDE
from this_phone import hold
from touch import PEOPLE

LONG = ("Maximiliana-Theodora Wickramas", "Bartholomew Featherstonehaugh", "چوہدری محمد افضل خان", "दीपक कुमार श्रीवास्तव")
SIZES = {"a small phone": (320, 640), "on its side": (640, 320), "a phone": (412, 915), "a tablet": (1024, 768)}
TURNS = ("0", "90", "180", "270")

FULL = "Element.prototype.requestFullscreen = async function () { window.full = (window.full ?? 0) + 1; }"
# How high the figures are drawn, in parts of the screen's shorter side.
FIGURES = ".face:not([aria-hidden]) .big :is(bdi > span, b:not(:has(bdi)))"
HIGH = """(figures) => [...document.querySelectorAll(figures)].map((one) => {
  const style = getComputedStyle(one);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText("8");
  return (actualBoundingBoxAscent + actualBoundingBoxDescent) / Math.min(innerWidth, innerHeight);
})"""
# Parts of the page that lie over one another, or out of the screen.
OVER = """() => {
  const found = [];
  const cross = (one, other, low, high) => one[low] < other[high] - 2 && other[low] < one[high] - 2;
  for (const face of document.querySelectorAll(".face")) {
    const all = [...face.querySelectorAll("h1, .big b, .told, .dealer")];
    const parts = all.map((one) => [one, one.getBoundingClientRect()]);
    for (const [one, box] of parts) {
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
        found.push(`out: ${one.className || one.localName} ${JSON.stringify(box)}`);
      for (const [other, its] of parts)
        if (one !== other && cross(box, its, "left", "right") && cross(box, its, "top", "bottom"))
          found.push(`over: ${one.outerHTML.slice(0, 40)} and ${other.outerHTML.slice(0, 40)}`);
    }
  }
  return found;
}"""


def stand(page: Page, match_id: str, turn: str = "0", both: str = "off") -> None:
    """Open table mode, turned so."""
    page.evaluate(f"localStorage.setItem('phone:turn', '{turn}'); localStorage.setItem('phone:both', '{both}')")
    page.goto(f"/m/{match_id}/stand")
    expect(page.locator("html")).to_have_attribute("data-turn", turn)


def texts(page: Page, what: str) -> list[str]:
    """Texts of some parts of the page."""
    return [text.strip() for text in page.locator(f".face:not([aria-hidden]) {what}").all_inner_texts()]


# --- what is read ---


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("names", [PEOPLE, LONG], ids=["names", "long names"])
def test_the_figures_are_large_and_nothing_overflows_whichever_way_it_lies(
    phone: Page, size: str, names: tuple[str, ...]
) -> None:
    ahead = lay(phone, "tervi", {"bidder": "0", "bid": "13", "made": "true"}, names=names).id
    bidding = lay(phone, "tervi", {"bidder": "1", "bid": "12", "made": "true"}, names=names)
    bidding.bid(names[1][:8], 9, "hearts")
    points = {"mode": "points", "target": "12"}
    level = lay(phone, "dehla_pakad", names=names, **points, score_a="10", score_b="9").id
    width, height = SIZES[size]
    phone.set_viewport_size({"width": width, "height": height})
    for match in (ahead, bidding.id, level):
        for turn in TURNS:
            for both in ("off", "on"):
                stand(phone, match, turn, both)
                told = (match, turn, both)
                assert phone.evaluate(TOO_WIDE, width) == [], told
                assert phone.evaluate(OVER) == [], told
                heights = phone.evaluate(HIGH, FIGURES)
                assert len(heights) in (1, 2)
                if names is PEOPLE and both == "off":
                    assert min(heights) >= 0.3, told


def test_it_is_black_and_white_whatever_the_look(phone: Page) -> None:
    match = lay(phone, "tervi").id
    for look in ("light", "dark"):
        phone.emulate_media(color_scheme=look)
        stand(phone, match)
        expect(phone.locator(".stand")).to_have_css("background-color", "rgb(0, 0, 0)")
        expect(phone.locator(".stand")).to_have_css("color", "rgb(255, 255, 255)")


def test_the_sides_have_their_signs_beside_their_colours(phone: Page) -> None:
    for bidder, sign in (("0", "●"), ("1", "◆")):
        stand(phone, lay(phone, "tervi", {"bidder": bidder, "bid": "9", "made": "true"}).id)
        assert sign in phone.evaluate("getComputedStyle(document.querySelector('.told .team'), '::before').content")


def test_it_faces_each_side_in_turn_and_both_and_is_remembered(phone: Page) -> None:
    match = lay(phone, "tervi").id
    stand(phone, match)
    for turn in (*TURNS[1:], "0", "90"):
        phone.keyboard.press("Shift")
        phone.get_by_role("button", name="Turn").tap()
        expect(phone.locator("html")).to_have_attribute("data-turn", turn)
    both = phone.get_by_role("button", name="Both ways")
    both.tap()
    expect(both).to_have_attribute("aria-pressed", "true")
    expect(phone.locator(".face")).to_have_count(2)
    phone.goto(f"/m/{match}/stand")
    expect(phone.locator("html")).to_have_attribute("data-turn", "90")
    expect(phone.locator(".face")).to_have_count(2)
    expect(phone.get_by_role("heading")).to_have_count(1)


# --- no accidental taps ---


def test_a_tap_shows_a_hint_and_only_a_hold_shows_the_buttons(phone: Page) -> None:
    phone.add_init_script(FULL)
    match = lay(phone, "tervi", {"bidder": "0", "bid": "9", "made": "true"}).id
    phone.goto(f"/m/{match}/stand")
    page, nav = phone.locator("html"), phone.locator(".stand nav")
    expect(phone.get_by_text("Hold to show buttons")).to_have_css("opacity", "1")
    expect(page).to_have_attribute("data-stand", "quiet")
    expect(phone.get_by_text("Hold to show buttons")).to_have_css("opacity", "0")
    expect(nav).to_have_css("opacity", "0")
    phone.touchscreen.tap(160, 300)
    expect(page).to_have_attribute("data-stand", "hint")
    expect(nav).to_have_css("opacity", "0")
    assert phone.evaluate("window.full") == 1
    for x in (40, 200, 380):
        phone.touchscreen.tap(x, 890)
    assert phone.url.endswith("/stand")
    hold(phone, 200)
    expect(page).to_have_attribute("data-stand", "hint")
    hold(phone, 1200)
    expect(page).to_have_attribute("data-stand", "buttons")
    expect(phone.get_by_role("link", name="Leave")).to_be_in_viewport()
    expect(nav).to_have_css("opacity", "1")
    phone.touchscreen.tap(160, 300)
    expect(page).to_have_attribute("data-stand", "quiet")
    hold(phone, 1200)
    phone.get_by_role("link", name="Leave").tap()
    phone.wait_for_url(f"**/m/{match}")


def test_the_buttons_go_away_by_themselves(phone: Page) -> None:
    match = lay(phone, "tervi").id
    phone.clock.install()
    phone.goto(f"/m/{match}/stand")
    phone.keyboard.press("Shift")
    expect(phone.locator("html")).to_have_attribute("data-stand", "buttons")
    phone.clock.run_for(9_000)
    expect(phone.locator("html")).to_have_attribute("data-stand", "quiet")


def test_the_way_out_is_the_first_thing_for_a_keyboard(phone: Page) -> None:
    match = lay(phone, "tervi").id
    phone.goto(f"/m/{match}/stand")
    expect(phone.get_by_role("link", name="Leave")).to_have_count(1)
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("link", name="Leave")).to_be_focused()
    expect(phone.locator(".stand nav")).to_have_css("opacity", "1")
    phone.keyboard.press("Enter")
    phone.wait_for_url(f"**/m/{match}")


def test_without_scripts_it_can_be_read_loaded_again_and_left(another_phone: Callable[..., Page]) -> None:
    page = another_phone(java_script_enabled=False)
    table = lay(page, "tervi", {"bidder": "0", "bid": "9", "made": "true"})
    page.goto(f"/m/{table.id}")
    page.get_by_role("link", name="Table mode").tap()
    expect(page.locator(".big")).to_have_text("9")
    expect(page.get_by_role("button")).to_have_count(0)
    page.get_by_role("link", name="Load again").tap()
    page.wait_for_url(f"**/m/{table.id}/stand")
    page.get_by_role("link", name="Leave").tap()
    page.wait_for_url(f"**/m/{table.id}")


# --- what changes while it lies there ---


def test_it_follows_what_another_window_of_this_phone_enters_with_no_signal(
    own_server: Served, another_phone: Callable[..., Page]
) -> None:
    own_server.start()
    scorer = another_phone(service_workers="allow", base_url=own_server.origin)
    first_visit(scorer)
    table = Away(scorer).start("tervi")
    lies = scorer.context.new_page()
    lies.goto(f"/m/{table.id}/stand")
    expect(lies.locator(".face")).to_have_count(1)
    own_server.kill()
    table.bid("Bilal", 9, "hearts")
    expect(lies.locator(".bid .big")).to_have_text("9♥\ufe0e")
    table.made()
    expect(lies.locator(".count .big")).to_have_text("9")
    expect(lies.locator(".told .team")).to_have_text("Bilal + Deepak lead")
    lies.reload()
    expect(lies.locator(".count .big")).to_have_text("9")
    expect(lies.locator(".dealer bdi")).to_have_text("Asha")
