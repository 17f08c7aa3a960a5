"""The end of a match, and back over it: Undo where it was, redo, the rematch."""

from __future__ import annotations

import pytest
from lay import lay
from playwright.sync_api import Page, expect
from touch import Table

LAST_ROUNDS = {
    "tervi": ({"bidder": "0", "bid": "13", "made": "true"},),
    "dehla_pakad": ({"tens": "3-1"},),
    "court_piece": ({"tricks": "8-5"},),
    "double_sar": ({"tens": "3-1", "tricks": "8-5"},),
    "tervi_classic": ({"tricks": "7-3"},),
}
RULES = {
    "tervi": {"gap_limit": 26},
    "dehla_pakad": {"target": 2},
    "court_piece": {"target": 2},
    "double_sar": {"target": 2},
    "tervi_classic": {"target_rounds": 2},
}
WIN = {
    "tervi": {"bidder": 2, "bid": 13, "made": True},
    "dehla_pakad": {"tens": [3, 1]},
    "court_piece": {"tricks": [8, 5]},
    "double_sar": {"tens": [3, 1], "tricks": [8, 5]},
    "tervi_classic": {"tricks": [7, 3]},
}


def undo_box(table: Table) -> dict[str, float]:
    """Where Undo stands on the screen, and its size."""
    box = table.bar.get_by_role("button", name="Undo").bounding_box()
    assert box is not None
    return {name: round(value) for name, value in box.items()}


@pytest.mark.parametrize("game", WIN)
def test_the_last_round_is_undone_where_every_round_is_undone(phone: Page, game: str) -> None:
    table = lay(phone, game, *LAST_ROUNDS[game], **RULES[game])
    before = table.answer
    where = undo_box(table)
    table.play(WIN[game])
    expect(table.bar.get_by_role("heading", name="Match over")).to_be_visible()
    expect(table.button("Rematch")).to_be_visible()
    assert undo_box(table) == where
    over = table.answer
    assert over["final"]["over"]

    table.undo()
    expect(table.bar.get_by_role("heading", name="Match over")).to_have_count(0)
    if game == "tervi":  # its result is taken back first, then its bid
        expect(table.board).to_contain_text("Chitra called 13")
        table.undo()
    assert table.answer == before
    assert undo_box(table) == where

    table.redo()
    if game == "tervi":
        table.redo()
    expect(table.bar.get_by_role("heading", name="Match over")).to_be_visible()
    assert table.answer["final"] == over["final"]
    assert table.answer["rounds"] == over["rounds"]


def test_after_an_undone_end_another_round_can_be_entered(phone: Page) -> None:
    table = lay(phone, "dehla_pakad", {"tens": "3-1"}).tens("4-0").undo().tens("1-3")
    assert [row["score"] for row in table.rounds] == [[1, 0], [1, 1]]
    expect(table.bar.get_by_role("button", name="Bring back")).to_have_count(0)


def test_undo_at_an_empty_table_is_not_offered(phone: Page) -> None:
    table = lay(phone, "dehla_pakad").tens("3-1").undo()
    expect(table.bar.get_by_role("button", name="Undo")).to_have_count(0)
    assert table.rounds == []


def test_undo_names_what_it_takes_back(phone: Page) -> None:
    table = lay(phone, "tervi").bid("Bilal", 9, "spades")
    undo = table.bar.get_by_role("button", name="Undo")
    expect(undo).to_contain_text("Undo the bid")
    table.made()
    expect(undo).to_contain_text("Undo round 1: Bilal 9 ♠")
    table.misdeal()
    expect(undo).to_contain_text("Undo the misdeal")


def test_a_rematch_keeps_the_seats_and_the_loser_deals(phone: Page) -> None:
    table = lay(phone, "dehla_pakad", dealer=2, target=3).tens("4-0")
    table.rematch()
    answer = table.answer
    assert answer["match"]["seats"] == ["Asha", "Bilal", "Chitra", "Deepak"]
    assert answer["match"]["first_dealer"] == 3
    assert answer["match"]["options"]["target"] == 3
    assert answer["rounds"] == []
    expect(table.board.get_by_role("listitem").filter(has_text="Deepak").get_by_label("dealer")).to_be_visible()


def test_a_rematch_that_is_asked_twice_is_one_match(phone: Page) -> None:
    table = lay(phone, "court_piece", {"tricks": "13-0"})
    ended = phone.url
    first = table.rematch().id
    phone.goto(ended)
    assert table.rematch().id == first
    phone.goto(ended)
    table.button("Rematch").dblclick()
    phone.wait_for_url(f"**/m/{first}")
    phone.goto("/")
    expect(phone.get_by_text("Unfinished")).to_have_count(0)
    expect(phone.get_by_role("link", name="Continue")).to_have_attribute("href", f"/m/{first}")


def test_a_reopened_match_and_its_rematch_both_stand_on_home(phone: Page) -> None:
    table = lay(phone, "court_piece", {"tricks": "13-0"})
    ended = table.id
    again = table.rematch().id
    table.open(ended).undo()
    phone.goto("/")
    for match in (ended, again):
        expect(phone.locator(f'a[href$="/m/{match}"]')).to_be_visible()


def test_the_list_on_home_says_what_the_match_says(phone: Page) -> None:
    table = lay(phone, "tervi", {"bidder": "0", "bid": "8", "made": "true"})
    phone.goto("/")
    expect(phone.get_by_role("link", name="Continue")).to_contain_text("44 to go")
    table.open(phone.locator("a.resume").get_attribute("href").rpartition("/")[2])  # type: ignore[union-attr]
    table.bid("Asha", 13).made()
    table.bid("Asha", 13).made()
    phone.goto("/")
    expect(phone.get_by_role("link", name="Continue")).to_contain_text("18 to go")
    phone.go_back()
    table.undo()
    phone.goto("/")
    expect(phone.get_by_role("link", name="Continue")).to_contain_text("31 to go")
