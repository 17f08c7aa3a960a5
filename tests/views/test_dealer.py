"""The dealer by hand: whom the table says, and why."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import Phone, log_of, seat, unwritten


def open_table(phone: Phone, match_id: str) -> None:
    phone.open(f"/m/{match_id}/table")


def test_the_table_says_who_deals_and_why(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    open_table(asha, match_id)
    page = asha.say("dealer", {"seat": "3", "why": "Bilal makes tea"})
    assert "Deepak deals (set by hand: Bilal makes tea)" in page.words
    assert "Undo the change of dealer" in page.words
    after = log_of(app, match_id)[-1][1]
    assert (after["seat"], after["why"]) == (3, "Bilal makes tea")


def test_why_may_be_left_out(asha: Phone) -> None:
    open_table(asha, asha.start().match_id)
    assert "Chitra deals (set by hand)" in asha.say("dealer", {"seat": "2"}).words


def test_undo_brings_the_computed_dealer_back(asha: Phone) -> None:
    match_id = asha.start().match_id
    page = asha.play({"tens": "3-1"})
    before = page.by_class("why")
    open_table(asha, match_id)
    asha.say("dealer", {"seat": "3"})
    assert asha.say("undo", {"target": ...}).by_class("why") == before


@pytest.mark.parametrize("odd", ["", "4", "-1", "²", "٣", "x", "9" * 5000])
def test_a_dealer_who_does_not_sit_there_is_refused_and_why_is_kept(app: Flask, asha: Phone, odd: str) -> None:
    open_table(asha, asha.start().match_id)
    letter = asha.fill("dealer", {"seat": "0", "why": "Bilal makes tea"}).but(seat=odd)
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts in ("Who? Tap a player.", "A seat is a number from 0 to 3")
    assert ("why", "Bilal makes tea") in page.form("dealer").untouched()


def test_nobody_chosen_is_asked_for(app: Flask, asha: Phone) -> None:
    open_table(asha, asha.start().match_id)
    letter = asha.fill("dealer", {"why": "Bilal makes tea"})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts == "Who? Tap a player."


@pytest.mark.parametrize("why", ["x" * 81, "a\0b", "\x1b[31m"], ids=["too long", "NUL", "a terminal's colour"])
def test_a_reason_that_cannot_be_is_refused_and_the_seat_is_kept(app: Flask, asha: Phone, why: str) -> None:
    open_table(asha, asha.start().match_id)
    letter = asha.fill("dealer", {"seat": "2", "why": why})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts in ("At most 80 letters", "This holds letters that cannot be shown")
    assert ("seat", "2") in page.form("dealer").untouched()


def test_a_dealer_for_a_round_that_was_played_meanwhile_is_refused_with_both(
    app: Flask, asha: Phone, chitra: Phone
) -> None:
    match_id = asha.start().match_id
    seat(app, chitra, match_id)
    open_table(chitra, match_id)
    late = chitra.fill("dealer", {"seat": "3", "why": "Bilal makes tea"})
    asha.play({"tens": "3-1"})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "The table has moved on since you looked." in page.alerts
    assert "Tens 3–1" in page.alerts
    kept = page.form("dealer").untouched()
    assert ("seat", "3") in kept
    assert ("why", "Bilal makes tea") in kept
    assert "Deepak deals (set by hand: Bilal makes tea)" in chitra.say("dealer").words


def test_an_old_page_with_another_dealer_shows_who_was_saved(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    open_table(asha, match_id)
    old = asha.fill("dealer", {"seat": "2"})
    asha.post(old)
    with unwritten(app):
        page = asha.post(old.but(seat="3"))
    assert page.status == 409
    assert "This was saved already as: Chitra deals." in page.alerts
    assert ("seat", "3") in page.form("dealer").untouched()


def test_after_the_end_nobody_deals(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    open_table(asha, match_id)
    late = asha.fill("dealer", {"seat": "2"})
    asha.say("end", {"how": "agreed"})
    open_table(asha, match_id)
    assert asha.page.forms("dealer") == []
    with unwritten(app):
        page = asha.post(late)
    assert page.status == 409
    assert "The match was over before this arrived." in page.alerts
