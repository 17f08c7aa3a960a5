"""A substitute: sits down from the next round on; what was played stays with who played it."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import Phone, log_of, seat, unwritten


def open_table(phone: Phone, match_id: str) -> None:
    phone.open(f"/m/{match_id}/table")


def test_a_substitute_plays_on_and_the_old_rounds_keep_their_player(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play({"bidder": "1", "bid": "8"}, {"made": "true"})
    open_table(asha, match_id)
    page = asha.say("substitute", {"leaves": "1:seat-1", "name": "Esha"})
    assert "Undo the substitute" in page.words
    page = asha.play({"bidder": "1", "bid": "9"}, {"made": "true"})
    assert page.by_class("rounds") == ["2Esha 9 made +917 1Bilal 8 made +88"]
    history = asha.open(f"/m/{match_id}/history")
    assert "Bilal 8 made" in history.words
    assert "Esha 9 made" in history.words


def test_a_substitute_without_a_name_is_asked_for(app: Flask, asha: Phone) -> None:
    open_table(asha, asha.start().match_id)
    letter = asha.fill("substitute", {"leaves": "2:seat-2"})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts == "A name is wanted"
    assert dict(page.form("substitute").untouched())["leaves"] == "2:seat-2"


@pytest.mark.parametrize("odd", ["", "9:seat-9", "x", "²:seat-2", "2", "2:seat-1", ":"])
def test_a_seat_that_is_none_is_refused_and_the_name_is_kept(app: Flask, asha: Phone, odd: str) -> None:
    open_table(asha, asha.start().match_id)
    letter = asha.fill("substitute", {"name": "Esha"}).but(leaves=odd)
    with unwritten(app):
        page = asha.post(letter)
    assert page.status in (409, 422)
    assert page.alerts
    assert dict(page.form("substitute").untouched())["name"] == "Esha"


def test_two_phones_that_fill_the_same_seat_see_both(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    seat(app, chitra, match_id)
    open_table(chitra, match_id)
    late = chitra.fill("substitute", {"leaves": "3:seat-3", "name": "Farid"})
    open_table(asha, match_id)
    asha.say("substitute", {"leaves": "3:seat-3", "name": "Esha"})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert page.alerts == "Esha sits there already."
    kept = dict(page.form("substitute").untouched())
    assert kept["name"] == "Farid"
    assert kept["leaves"].startswith("3:")

    page = chitra.say("substitute")
    assert "Farid" in page.words
    assert [body["seat"] for _, body in log_of(app, match_id)] == [3, 3]


def test_undo_seats_the_old_player_again(asha: Phone) -> None:
    match_id = asha.start().match_id
    open_table(asha, match_id)
    asha.say("substitute", {"leaves": "3:seat-3", "name": "Esha"})
    page = asha.say("undo", {"target": ...})
    assert "Deepak" in page.words
    assert "Esha" not in page.by_class("seats")[0]
