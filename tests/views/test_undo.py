"""Undo and redo: one stack for all phones, always on show, also across the end."""

from __future__ import annotations

import pytest
from actions import SAID, Action, name_action
from flask import Flask
from phones import Page, Phone, log_of, seat, unwritten

UNDONE = [action for action in SAID if action.end not in ("undo", "redo", "rename")]


def board_of(page: Page) -> str:
    """Read a board without its buttons to undo and to bring back."""
    return " ".join(page.by_class("board") + page.by_class("why") + page.by_class("rounds"))


@pytest.mark.parametrize("action", UNDONE, ids=name_action)
def test_undo_and_bring_back_of_everything(asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    match_id = letter.action.split("/")[2]
    before = board_of(asha.open(f"/m/{match_id}"))
    asha.post(letter)
    after = board_of(asha.open(f"/m/{match_id}"))
    assert board_of(asha.say("undo", {"target": ...})) == before
    assert board_of(asha.say("redo", {"target": ...})) == after
    assert board_of(asha.say("undo", {"target": ...})) == before


def test_there_is_nothing_to_undo_at_the_start(asha: Phone) -> None:
    page = asha.start()
    assert page.forms("undo") == page.forms("redo") == []


def test_a_renamed_player_is_no_step_of_undo(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.open(f"/m/{match_id}/table")
    page = asha.say("rename", {"name-0": "Aasha"})
    assert page.forms("undo") == []
    assert "Aasha" in page.words


def test_undo_of_a_result_leaves_its_bid_and_a_second_undo_takes_it(asha: Phone) -> None:
    asha.start("tervi")
    asha.play({"bidder": "1", "bid": "8"}, {"made": "true"})
    page = asha.say("undo", {"target": ...})
    assert page.by_class("mid") == ["8"]
    assert "Undo the bid" in page.words
    page = asha.say("undo", {"target": ...})
    assert page.by_class("mid") == ["0"]
    assert page.forms("undo") == []


def test_undo_of_the_round_that_ended_the_match_makes_it_live_again(app: Flask, asha: Phone) -> None:
    match_id = asha.start(dealer=1).match_id
    before = asha.page
    page = asha.play({"tens": "4-0"})
    assert "Asha + Chitra win" in page.words
    assert page.forms("rematch")
    page = asha.say("undo", {"target": ...})
    assert board_of(page) == board_of(before)
    assert page.forms("rematch") == []
    page = asha.play({"tens": "3-1"})
    assert "Round 2" in page.words
    assert [kind for kind, _ in log_of(app, match_id)] == ["round", "undo", "round"]


def test_something_new_empties_what_could_be_brought_back(asha: Phone) -> None:
    asha.start()
    asha.play({"tens": "3-1"})
    asha.say("undo", {"target": ...})
    page = asha.play({"tens": "1-3"})
    assert page.forms("redo") == []


def test_two_phones_that_undo_the_same_round_take_back_one(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    late = chitra.fill("undo", {"target": ...})
    asha.say("undo", {"target": ...})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 200
    assert page.alerts == "Already undone."
    assert "Round 2" in page.words
    assert "Undo round 1: Tens 3–1" in page.words


def test_two_phones_that_bring_back_the_same_round_bring_back_one(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    asha.say("undo", {"target": ...})
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    late = chitra.fill("redo", {"target": ...})
    asha.say("redo", {"target": ...})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 200
    assert page.alerts == "Already brought back."


def test_undo_of_what_is_no_longer_the_last_is_refused(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    late = chitra.fill("undo", {"target": ...})
    asha.play({"tens": "1-3"})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "Something else came after it." in page.alerts
    assert "Undo round 2: Tens 1–3" in page.words


def test_redo_after_something_new_is_refused(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    asha.say("undo", {"target": ...})
    late = asha.fill("redo", {"target": ...})
    asha.play({"tens": "1-3"})
    with unwritten(app):
        page = asha.post(late)
    assert page.status == 409
    assert "There is nothing to bring back any more." in page.alerts
    assert len(log_of(app, match_id)) == 3


@pytest.mark.parametrize("end", ["undo", "redo"])
def test_without_a_target_nothing_is_taken_back(app: Flask, asha: Phone, end: str) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    letter = asha.fill("misdeal").at(f"/m/{match_id}/{end}")
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 409
    assert page.alerts
