"""The end that the table agrees on, or that a side concedes."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import Phone, log_of, seat, unwritten


def open_table(phone: Phone, match_id: str) -> None:
    phone.open(f"/m/{match_id}/table")


def test_an_agreed_end_has_no_winner_and_keeps_the_score(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    open_table(asha, match_id)
    page = asha.say("end", {"how": "agreed"})
    assert "The match is over" in page.words
    assert "Ended by agreement" in page.words
    assert page.by_class("mid") == ["1"]
    assert page.forms("round") == page.forms("misdeal") == []
    assert page.forms("rematch")


@pytest.mark.parametrize(
    ("how", "winners", "loser"),
    [("conceded-0", "Bilal + Deepak win", "Asha + Chitra"), ("conceded-1", "Asha + Chitra win", "Bilal + Deepak")],
)
def test_a_side_that_concedes_loses(asha: Phone, how: str, winners: str, loser: str) -> None:
    match_id = asha.start().match_id
    open_table(asha, match_id)
    page = asha.say("end", {"how": how})
    assert winners in page.words
    assert f"{loser} conceded" in page.words


@pytest.mark.parametrize("odd", ["", "conceded-2", "conceded", "x"])
def test_an_end_of_another_kind_is_refused(app: Flask, asha: Phone, odd: str) -> None:
    open_table(asha, asha.start().match_id)
    letter = asha.fill("end", {"how": "agreed"}).but(how=odd)
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts


def test_undo_takes_the_end_back_and_a_standing_bid_with_it(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play({"bidder": "1", "bid": "8"})
    open_table(asha, match_id)
    asha.say("end", {"how": "agreed"})
    assert "Undo the end" in asha.page.words
    page = asha.say("undo", {"target": ...})
    assert page.by_class("mid") == ["8"]
    assert "Did Bilal + Deepak take 8?" in page.words


def test_an_end_after_a_round_that_was_not_seen_is_refused(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    seat(app, chitra, match_id)
    open_table(chitra, match_id)
    late = chitra.fill("end", {"how": "agreed"})
    asha.play({"tens": "3-1"})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "The table has moved on since you looked." in page.alerts
    assert "Tens 3–1" in page.alerts


def test_an_end_twice_by_two_phones_is_one(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    seat(app, chitra, match_id)
    open_table(chitra, match_id)
    late = chitra.fill("end", {"how": "conceded-0"})
    open_table(asha, match_id)
    asha.say("end", {"how": "agreed"})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "The match was over before this arrived." in page.alerts
    assert len(log_of(app, match_id)) == 1
