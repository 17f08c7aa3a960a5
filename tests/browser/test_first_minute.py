"""Somebody new to it: a sentence says what to do next until they did it once; what moves shows what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect
from touch import Table

RECORD = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    if (this.matches(".seat > .chip")) moved.push([this.parentElement.textContent.trim(), frames.transform[0]]);
    return animate.call(this, frames, ...more);
  };
}"""


def test_what_to_do_next_is_said_until_it_was_done_once(phone: Page) -> None:
    table = Table(phone).start("tervi")
    tip = phone.locator(".tip")
    expect(tip).to_have_text("When the bidding is over, tap who won it and how many tricks they called.")
    table.bid("Bilal", 8)
    expect(tip).to_have_text("Play the round, then tap how it ended.")
    table.made()
    expect(tip).to_contain_text("Undo takes it back.")
    table.bid("Bilal", 8).made()
    expect(tip).to_have_count(0)
    table.bid("Bilal", 8).made()
    table.start("dehla_pakad")  # whoever kept three rounds needs it no more
    expect(phone.locator("html[data-ready]")).to_be_attached()
    expect(tip).to_be_hidden()


def test_rounds_of_short_matches_count_too(phone: Page) -> None:
    table = Table(phone).start("court_piece")
    for _ in range(3):
        expect(phone.locator(".tip")).to_be_visible()
        table.tricks(0, 13).rematch()
    expect(phone.locator("html[data-ready]")).to_be_attached()
    expect(phone.locator(".tip")).to_be_hidden()


def moved(phone: Page) -> list[list[Any]]:
    """Let the deal stay, then pass to Chitra: the chips that moved, each with where it came from."""
    table = Table(phone).start("dehla_pakad", dealer=1)
    phone.evaluate(RECORD)
    table.tens("3-1")  # Asha's side won against the dealer's: the deal stays
    assert phone.evaluate("moved") == []
    table.tens("1-3")
    expect(phone.locator(".seat", has=phone.locator(".chip"))).to_contain_text("Chitra")
    return phone.evaluate("moved")  # type: ignore[no-any-return]


def test_the_chip_of_the_dealer_goes_over_the_table_to_the_next_seat(phone: Page) -> None:
    [[seat, start]] = moved(phone)
    assert "Chitra" in seat
    assert start.startswith("translate(")
    assert start != "translate(0px, 0px)"


def test_with_less_motion_the_chip_is_simply_there(another_phone: Callable[..., Page]) -> None:
    assert moved(another_phone(reduced_motion="reduce")) == []


def test_of_long_names_nothing_is_cut_off_in_the_question_or_in_undo(another_phone: Callable[..., Page]) -> None:
    phone = another_phone(viewport={"width": 360, "height": 740})
    table = Table(phone).start("tervi", names=("Parveen Begum", "Bilal", "Mohammad Iqbal Siddiqui", "Deepak"))
    table.bid("Parveen Begum", 9, "none")
    lead = phone.locator(".lead")
    expect(lead).to_contain_text("called 9 no trump and leads")
    assert lead.locator("small").evaluate("one => getComputedStyle(one).display") == "inline"
    whole = "one => one.scrollHeight <= one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'hidden'"
    assert phone.locator(".bar-head h2").evaluate(whole)
    table.made()
    line = "one => [one.clientHeight, parseFloat(getComputedStyle(one).lineHeight)]"
    height, each = phone.locator(".undo > span").evaluate(line)
    assert round(height / each, 2) in (1, 2)  # whole lines, and no top of a next one


def test_who_deals_and_why_is_in_sight_while_the_bid_is_asked_for(another_phone: Callable[..., Page]) -> None:
    phone = another_phone(viewport={"width": 360, "height": 740})
    table = Table(phone).start("tervi")
    table.bid("Asha", 8).made()
    why, bar = table.why.bounding_box(), table.bar.bounding_box()
    assert why
    assert bar
    assert why["y"] + why["height"] <= bar["y"] + 1


def test_what_was_missing_is_no_longer_said_to_be_once_it_is_there(phone: Page) -> None:
    phone.goto("/new/tervi")
    phone.get_by_role("button", name="Start").tap()
    missing = phone.locator("#trouble")
    expect(missing).to_be_visible()
    phone.get_by_role("radio", name="deals first").first.tap()
    expect(missing).to_be_hidden()
