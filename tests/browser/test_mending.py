"""Old rounds mended by taps alone, on a small phone and a usual one: looked at first, saved, undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lay import lay, say_elsewhere
from playwright.sync_api import Page, expect
from test_every_page import SMALL, TOO_WIDE, USUAL, find_faults
from touch import Table

both_sizes = pytest.mark.parametrize("size", [SMALL, USUAL], ids=["320", "412"])

TYPED_IN = 'input:not([type="hidden"], [type="radio"], [type="checkbox"]), textarea, [contenteditable]'
"""What would open the phone's keyboard."""

PLAYED: dict[str, dict[str, str]] = {
    "tervi": {"bidder": "1", "bid": "8", "made": "true"},
    "dehla_pakad": {"tens": "3-1"},
    "tervi_classic": {"tricks": "7-3"},
    "court_piece": {"tricks": "8-5"},
    "double_sar": {"tens": "3-1", "tricks": "8-5"},
}


def open_round(table: Table, number: int) -> None:
    """Tap History, and Correct beside a round."""
    table.page.goto(f"/m/{table.id}")
    table.page.get_by_role("link", name="History").tap()
    line = table.page.locator(".log li").filter(has=table.page.locator(".no").get_by_text(str(number), exact=True))
    line.get_by_role("link", name="Correct").tap()
    expect(table.page.get_by_role("heading", name="What was it really?")).to_be_visible()


def see_changes(page: Page, button: str) -> list[str]:
    """Tap a button of the entry and read what it would change."""
    page.locator("form.entry").get_by_role("button", name=button, exact=True).first.tap()
    expect(page.get_by_role("heading", name="Not saved yet")).to_be_visible()
    return page.locator(".changes li").all_inner_texts()


def save(table: Table) -> None:
    """Tap Save and wait for the board."""
    table.page.get_by_role("button", name="Save", exact=True).tap()
    expect(table.board).to_be_visible()


def nothing_sticks_out(page: Page) -> None:
    """The page scrolls up and down only."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate(TOO_WIDE, width) == []


@both_sizes
def test_an_old_round_is_corrected_by_taps_and_taken_back(phone: Page, size: dict[str, int]) -> None:
    phone.set_viewport_size(size)  # type: ignore[arg-type]
    table = lay(
        phone, "tervi", *[PLAYED["tervi"]] * 3, names=("Maximiliana", "Bartholomew", "چوہدری محمد", "दीपक कुमार")
    )
    before = table.answer
    open_round(table, 2)
    nothing_sticks_out(phone)
    phone.get_by_role("radio", name="Maximiliana").tap()
    phone.get_by_role("radio", name="12").tap()
    told = see_changes(phone, "Failed")
    assert told[0] == "Round 2: Bartholomew 8 made (+8) → Maximiliana 12 failed (−24)"
    assert table.answer == before
    nothing_sticks_out(phone)
    save(table)
    assert [row["score"] for row in table.rounds] == [[0, 8], [-24, 8], [-24, 16]]
    table.undo()
    assert table.answer == before


def test_leaving_a_correction_changes_nothing(phone: Page) -> None:
    table = lay(phone, "dehla_pakad", {"tens": "3-1"}, {"tens": "1-3"})
    before = table.answer
    open_round(table, 1)
    see_changes(phone, "0–4")
    phone.get_by_role("link", name="Leave it").tap()
    expect(phone.get_by_role("heading", name="All rounds")).to_be_visible()
    assert table.answer == before


@pytest.mark.parametrize("game", PLAYED)
def test_a_correction_opens_no_keyboard(phone: Page, game: str) -> None:
    table = lay(phone, game, PLAYED[game], PLAYED[game])
    open_round(table, 1)
    for fold in phone.locator("summary").all():
        fold.tap()
    expect(phone.locator(TYPED_IN)).to_have_count(0)
    phone.get_by_role("link", name="Add the forgotten round").tap()
    expect(phone.get_by_role("heading", name="A forgotten round")).to_be_visible()
    expect(phone.locator(TYPED_IN)).to_have_count(0)


def test_a_round_is_struck_and_brought_back(phone: Page) -> None:
    table = lay(phone, "court_piece", {"tricks": "8-5"}, {"tricks": "5-8"})
    before = table.answer
    open_round(table, 1)
    phone.get_by_role("button", name="Strike it out").tap()
    expect(phone.locator(".changes")).to_contain_text("Round 1, Tricks 8–5, never happened.")
    save(table)
    assert [row["no"] for row in table.rounds] == [1]
    phone.get_by_role("link", name="History").tap()
    phone.get_by_role("link", name="Bring back").tap()
    phone.get_by_role("button", name="Bring this back").tap()
    save(table)
    assert table.answer == before


def test_a_forgotten_round_is_put_in(phone: Page) -> None:
    table = lay(phone, "dehla_pakad", {"tens": "3-1"}, {"tens": "1-3"})
    open_round(table, 2)
    phone.get_by_role("link", name="Add the forgotten round").tap()
    expect(phone.get_by_role("heading", name="A forgotten round")).to_be_visible()
    told = see_changes(phone, "2–2")
    assert told[:2] == ["Round 2: Tens 2–2, put in here.", "Later rounds move down."]
    save(table)
    assert [said["tens"] for said in table.answer["match"]["rounds"]] == [[3, 1], [2, 2], [1, 3]]


def test_house_rules_are_changed_with_the_consequences_first(phone: Page) -> None:
    table = lay(phone, "dehla_pakad", {"tens": "3-1"}, {"tens": "3-1"})
    phone.get_by_role("link", name="More").tap()
    phone.get_by_role("link", name="House rules and first dealer").tap()
    phone.get_by_label("How many").fill("2")
    phone.get_by_role("button", name="See what it changes").tap()
    expect(phone.locator(".changes")).to_contain_text("The match would have ended at round 2")
    save(table)
    assert table.answer["final"]["over"]


def test_everything_is_mended_without_scripts(another_phone: Callable[..., Page]) -> None:
    page = another_phone(java_script_enabled=False)
    table = lay(page, "dehla_pakad", {"tens": "2-2", "tricks": "7-6"}, {"tens": "3-1"}, two_two="tricks")
    open_round(table, 1)
    told = see_changes(page, "1–3")
    assert told[0] == "Round 1: Tens 2–2, tricks 7–6 → Tens 1–3"
    save(table)
    open_round(table, 1)
    page.get_by_role("button", name="Bring this back").tap()
    save(table)
    open_round(table, 2)
    page.get_by_role("button", name="Strike it out").tap()
    save(table)
    assert table.answer["match"]["rounds"] == [{"tens": [2, 2], "tricks": [7, 6]}]


def test_level_tens_that_were_tapped_first_do_not_count(phone: Page) -> None:
    table = lay(phone, "dehla_pakad", two_two="tricks").choose("2–2")
    table.say(table.button("1–3"))
    assert table.answer["match"]["rounds"] == [{"tens": [1, 3]}]


def test_tricks_that_are_not_asked_any_more_do_not_count(phone: Page) -> None:
    table = lay(phone, "dehla_pakad", {"tens": "6-6", "tricks": "14-12"}, seats=6, two_two="tricks")
    open_round(table, 1)
    phone.get_by_role("button", name="One ten more for Asha").tap()
    told = see_changes(phone, "See what it changes")
    assert told[0] == "Round 1: Tens 6–6, tricks 14–12 → Tens 7–5"


def test_two_phones_that_correct_one_round_see_both_values(phone: Page) -> None:
    table = lay(phone, "dehla_pakad", {"tens": "3-1"})
    version = table.answer and phone.locator("input[name=last]").first.input_value()
    open_round(table, 1)
    see_changes(phone, "2–2")
    elsewhere = phone.context.new_page()
    other = Table(elsewhere).open(table.id)
    say_elsewhere(other, "correct", round=version, version=version, tens="1-3")
    phone.get_by_role("button", name="Save", exact=True).tap()
    clash = phone.locator(".clash")
    expect(clash).to_contain_text("That round was corrected meanwhile.")
    expect(clash).to_contain_text("Tens 1–3")
    expect(clash).to_contain_text("Tens 2–2")
    assert find_faults(phone) == []
    clash.get_by_role("button", name="See what mine changes").tap()
    expect(phone.locator(".changes")).to_contain_text("Round 1: Tens 1–3 → Tens 2–2")
    save(table)
    assert table.answer["match"]["rounds"] == [{"tens": [2, 2]}]


def show_a_round(page: Page) -> None:
    open_round(lay(page, "tervi", *[PLAYED["tervi"]] * 2), 1)


def show_level_tens(page: Page) -> None:
    open_round(lay(page, "dehla_pakad", {"tens": "2-2", "tricks": "7-6"}, two_two="tricks"), 1)


def show_a_forgotten_round(page: Page) -> None:
    open_round(lay(page, "double_sar", PLAYED["double_sar"]), 1)
    page.get_by_role("link", name="Add the forgotten round").tap()
    expect(page.get_by_role("heading", name="A forgotten round")).to_be_visible()


def show_what_changes(page: Page) -> None:
    open_round(lay(page, "tervi", *[PLAYED["tervi"]] * 3, gap_limit=26), 1)
    page.get_by_role("radio", name="13").tap()
    see_changes(page, "Made")


def show_house_rules(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'tervi_classic', PLAYED['tervi_classic']).id}/rules")


def show_a_mended_history(page: Page) -> None:
    table = lay(page, "tervi", *[PLAYED["tervi"]] * 4)
    open_round(table, 1)
    see_changes(page, "Failed")
    save(table)
    open_round(table, 3)
    page.get_by_role("button", name="Strike it out").tap()
    save(table)
    table.bid("Asha", 9).made().undo().undo()
    page.get_by_role("link", name="History").tap()
    expect(page.locator(".log .undone")).to_have_count(3)


def show_a_struck_round(page: Page) -> None:
    show_a_mended_history(page)
    page.get_by_role("link", name="Bring back").tap()
    expect(page.get_by_role("heading", name="This round was struck")).to_be_visible()


SHOWN = [
    show_a_round,
    show_level_tens,
    show_a_forgotten_round,
    show_what_changes,
    show_house_rules,
    show_a_mended_history,
    show_a_struck_round,
]


@pytest.mark.parametrize("show", SHOWN, ids=lambda show: show.__name__.removeprefix("show_"))
def test_nothing_is_wrong_with_the_pages_of_mending(phone: Page, show: Callable[[Page], None]) -> None:
    show(phone)
    for look in ("light", "dark"):
        phone.emulate_media(color_scheme=look)  # type: ignore[arg-type]
        assert find_faults(phone) == []
    for size in (SMALL, USUAL):
        phone.set_viewport_size(size)  # type: ignore[arg-type]
        nothing_sticks_out(phone)
