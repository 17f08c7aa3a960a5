"""The same with scripts switched off: forms post, links link."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from lay import lay
from playwright.sync_api import Page, expect
from touch import Table
from worked import worked

CASES = [
    "tervi: a short match ends at 26",
    "tervi: when all pass, the player after the dealer must take 7",
    "tervi_classic: rounds need not be won running",
    "dehla_pakad: a target of three",
    "dehla_pakad: level tens won by tricks count for the streak",
    "dehla_pakad: six players: twelve tens by the other side",
    "double_sar: with the instant win off, a draw keeps the streak and the dealer who lost",
    "court_piece: all thirteen tricks win the match for the other side too",
]


@pytest.fixture
def plain(another_phone: Callable[..., Page]) -> Page:
    """A phone that runs no scripts."""
    return another_phone(java_script_enabled=False)


@pytest.mark.parametrize("name", CASES)
def test_a_match_scores_as_worked_without_scripts(plain: Page, name: str) -> None:
    case = worked(name)
    match = case.match
    table = Table(plain).start(
        match["game"], seats=len(match["seats"]), dealer=match["first_dealer"], **match["options"]
    )
    for said in match["rounds"]:
        table.play(said)
    answer = table.answer
    assert answer["rounds"] == case.answer["rounds"]
    assert answer["final"] == case.answer["final"]
    table.undo().redo()
    assert table.answer["final"] == case.answer["final"]


def test_undo_crosses_the_end_without_scripts(plain: Page) -> None:
    table = lay(plain, "dehla_pakad", {"tens": "3-1"}).tens("4-0")
    expect(table.bar.get_by_role("heading", name="Match over")).to_be_visible()
    table.undo()
    assert not table.answer["final"]["over"]
    table.redo().rematch()
    assert table.rounds == []


def test_a_missing_bidder_is_named_beside_the_players_and_the_suit_is_kept(plain: Page) -> None:
    table = lay(plain, "tervi").choose("spades")
    table.button("9").tap()
    expect(table.bar.get_by_role("alert").filter(visible=True)).to_have_text("Who bid? Tap a player.")
    expect(table.bar.get_by_role("radio", name="spades")).to_be_checked()
    table.choose("Deepak")
    table.button("9").tap()
    expect(table.board.locator(".digits")).to_have_text("9♠︎")


def test_six_players_without_tens_are_told_so(plain: Page) -> None:
    table = lay(plain, "dehla_pakad", seats=6)
    table.button("Save the round").tap()
    expect(table.bar.get_by_role("alert").filter(visible=True)).to_have_text("Who caught the tens? Tap one.")
    table.tens("7-5")
    assert table.rounds[0]["winner"] == 0


def test_a_new_match_with_a_fault_keeps_what_was_typed(plain: Page) -> None:
    plain.goto("/new/tervi")
    plain.locator("#name-0").fill("Asha")
    plain.locator("#name-2").fill("दीपक")
    plain.get_by_text("House rules").tap()
    plain.locator("#gap_limit").fill("lots")
    plain.get_by_text("Carry over from paper").tap()
    plain.locator("#gap").fill("18")
    plain.get_by_role("button", name="Start").tap()
    expect(plain.locator(".field", has=plain.locator("#gap_limit")).get_by_role("alert")).to_contain_text(
        "whole number"
    )
    expect(plain.locator("#name-0")).to_have_value("Asha")
    expect(plain.locator("#name-2")).to_have_value("दीपक")
    expect(plain.locator("#gap_limit")).to_have_value("lots")
    expect(plain.locator("#gap")).to_have_value("18")
    expect(plain.locator("#gap_limit")).to_be_visible()
    plain.locator("#gap_limit").fill("60")
    plain.get_by_role("radio", name="deals first").nth(1).tap()
    plain.get_by_role("radio", name="Theirs").tap()
    plain.get_by_role("button", name="Start").tap()
    plain.wait_for_url("**/m/*")
    answer = Table(plain).answer
    assert answer["final"]["gap"] == -18
    assert answer["match"]["options"]["gap_limit"] == 60


def test_the_first_dealer_and_partners_are_drawn_without_scripts(plain: Page) -> None:
    plain.goto("/new/dehla_pakad")
    names = ["Asha", "Bilal", "Chitra", "Deepak"]
    for seat, name in enumerate(names):
        plain.locator(f"#name-{seat}").fill(name)
    plain.get_by_role("button", name="Draw partners").tap()
    plain.wait_for_url("**/draw")
    seated = [plain.locator(f"#name-{seat}").input_value() for seat in range(4)]
    assert seated[0] == "Asha"
    assert sorted(seated) == names
    plain.get_by_role("button", name="Draw the first dealer").tap()
    expect(plain.get_by_role("radio", name="deals first").and_(plain.locator(":checked"))).to_have_count(1)
    plain.get_by_role("button", name="Start").tap()
    plain.wait_for_url("**/m/*")
    assert Table(plain).answer["match"]["seats"] == seated


def test_two_phones_at_odds_without_scripts(plain: Page) -> None:
    table = lay(plain, "dehla_pakad")
    other = plain.context.new_page()
    Table(other).open(table.id).tens("3-1")
    table.button("1–3").tap()
    clash = table.bar.get_by_role("alert").filter(visible=True)
    expect(clash).to_contain_text(re.compile("In the list.*Tens 3–1.*Typed here.*Tens 1–3", re.DOTALL))
    table.button("Add mine as round 2").tap()
    expect(plain.get_by_role("heading", level=1)).to_contain_text("Round 3")
    assert [row["winner"] for row in table.rounds] == [0, 1]
