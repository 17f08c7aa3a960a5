"""A misdeal: listed, worth nothing, the same dealer again."""

from __future__ import annotations

from flask import Flask
from phones import Phone, log_of, seat, unwritten


def test_a_misdeal_changes_no_figure_and_the_same_dealer_deals_again(asha: Phone) -> None:
    asha.start(dealer=3)
    asha.play({"tens": "1-3"})
    before = asha.page
    page = asha.say("misdeal")
    assert "Misdeal: Asha deals again" in page.words
    assert page.by_class("mid") == before.by_class("mid")
    assert "Round 2" in page.words
    assert "Undo the misdeal" in page.words


def test_a_misdeal_ends_a_standing_contract(app: Flask, asha: Phone) -> None:
    asha.start("tervi")
    asha.play({"bidder": "1", "bid": "8"})
    page = asha.say("misdeal")
    assert page.forms("bid")
    page = asha.say("undo", {"target": ...})
    assert page.by_class("mid") == ["8"]


def test_a_misdeal_after_a_round_of_another_phone_shows_that_round(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    late = chitra.fill("misdeal")
    asha.play({"tens": "3-1"})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "Round 1 is in already: Tens 3–1." in page.alerts


def test_a_round_after_a_misdeal_of_another_phone_says_so(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    late = chitra.fill("round", {"tens": "3-1"})
    asha.say("misdeal")
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "A misdeal is in already." in page.alerts
    assert "Typed here Tens 3–1" in page.alerts
    assert "Add mine as round 1" in page.alerts
    chitra.say("round")
    assert [kind for kind, _ in log_of(app, match_id)] == ["misdeal", "round"]


def test_no_misdeal_after_the_end(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    late = asha.fill("misdeal")
    asha.open(f"/m/{match_id}/table")
    asha.say("end", {"how": "agreed"})
    with unwritten(app):
        page = asha.post(late)
    assert page.status == 409
    assert "The match was over before this arrived." in page.alerts
