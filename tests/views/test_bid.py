"""Tervi's bid: entered by one tap, large while the hand is played, and never two at once."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import Letter, Phone, Typed, log_of, seat, unwritten

BID: Typed = {"bidder": "1", "bid": "8", "suit": "hearts"}


def test_a_bid_stands_in_big_letters_until_its_hand_is_played(app: Flask, asha: Phone) -> None:
    asha.start("tervi")
    page = asha.play(BID)
    assert page.by_class("mid") == ["8♥︎"]
    assert "Bilal called 8 ♥︎ and leads the first trick" in page.words
    assert "Did Bilal + Deepak take 8?" in page.words
    assert log_of(app, page.match_id) == [
        ("bid", {"call": {"bidder": 1, "bid": 8, "suit": "hearts"}, "replaces": None})
    ]


def test_both_buttons_say_what_they_will_do(asha: Phone) -> None:
    asha.start("tervi")
    page = asha.play(BID)
    assert page.by_class("key", "big") == ["Failed−16 · 16 behind", "Made 8+8 · lead 8"]


def test_when_all_passed_the_player_after_the_dealer_must_take_seven(app: Flask, asha: Phone) -> None:
    asha.start("tervi", dealer=2)
    page = asha.play({"forced": "true"})
    assert "All passed: Deepak must take 7 and names trump" in page.words
    assert log_of(app, page.match_id) == [("bid", {"call": {"forced": True}, "replaces": None})]


def test_a_bid_without_its_bidder_is_asked_for_and_keeps_the_suit(app: Flask, asha: Phone) -> None:
    asha.start("tervi")
    letter = asha.fill("bid", {"bid": "9", "suit": "clubs"})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts == "Who bid? Tap a player."
    assert page.form("bid").untouched()[-1] == ("suit", "clubs")


@pytest.mark.parametrize(
    ("odd", "words"),
    [
        ({"bid": "6"}, "A bid is 7 to 13"),
        ({"bid": "14"}, "A bid is 7 to 13"),
        ({"bid": "eight"}, "A whole number is wanted"),
        ({"bid": ""}, "How many? Tap a number."),
        ({"bidder": "4"}, "A seat is a number from 0 to 3"),
        ({"bidder": "-1"}, "A seat is a number from 0 to 3"),
        ({"bidder": "Bilal"}, "A whole number is wanted"),
        ({"suit": "swords"}, "A suit is spades, hearts, diamonds, clubs or none"),
        ({"forced": "yes"}, "True or false is wanted"),
        ({"forced": "true"}, "When all passed nobody bid"),
    ],
)
def test_a_bid_that_cannot_be_is_refused_in_words(app: Flask, asha: Phone, odd: dict[str, str], words: str) -> None:
    asha.start("tervi")
    letter = asha.fill("bid", BID)
    with unwritten(app):
        page = asha.post(letter.but(**odd))
    assert page.status == 422
    assert words in page.alerts
    kept = dict(page.form("bid").untouched())
    for name in ("bidder", "suit"):
        assert name in odd or kept[name] == BID[name]


@pytest.mark.parametrize("game", ["dehla_pakad", "court_piece", "double_sar", "tervi_classic"])
def test_nobody_bids_in_a_game_without_bidding(app: Flask, asha: Phone, game: str) -> None:
    page = asha.start(game)
    assert page.forms("bid") == []
    letter = page.form("misdeal").fill({}).but(bidder="1", bid="8")
    with unwritten(app):
        page = asha.post(letter.at(f"/m/{page.match_id}/bid"))
    assert page.status == 422
    assert page.alerts == "Nobody bids in this game"


@pytest.fixture
def late(app: Flask, asha: Phone, chitra: Phone) -> Letter:
    """Chitra's bid of 10, typed before Asha's bid was saved and not sent yet."""
    match_id = asha.start("tervi").match_id
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    letter = chitra.fill("bid", {"bidder": "2", "bid": "10"})
    asha.play(BID)
    return letter


def test_the_second_of_two_bids_is_shown_both_and_may_replace_the_first(
    app: Flask, chitra: Phone, late: Letter
) -> None:
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "Another bid was entered already." in page.alerts
    assert "In the list Bilal 8 ♥︎" in page.alerts
    assert "Typed here Chitra 10" in page.alerts

    page = chitra.say("bid")
    assert page.by_class("mid") == ["10"]
    assert [body["call"]["bid"] for _, body in log_of(app, page.match_id)] == [8, 10]


def test_whoever_keeps_what_is_there_changes_nothing(app: Flask, chitra: Phone, late: Letter) -> None:
    page = chitra.post(late)
    (keep,) = [link for link in page.all("a") if "Keep" in (link.text or "")]
    with unwritten(app):
        page = chitra.open(keep.get("href", ""))
    assert page.by_class("mid") == ["8♥︎"]


def test_a_replaced_bid_comes_back_with_undo(chitra: Phone, late: Letter) -> None:
    chitra.post(late)
    chitra.say("bid")
    assert chitra.say("undo", {"target": ...}).by_class("mid") == ["8♥︎"]
    assert chitra.say("undo", {"target": ...}).forms("bid")


def test_a_bid_page_from_the_back_button_with_another_bid_shows_what_was_saved(app: Flask, asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    old = asha.fill("bid", BID)
    asha.post(old)
    asha.open(f"/m/{match_id}")
    asha.play({"made": "true"})
    with unwritten(app):
        page = asha.post(old.but(bid="9"))
    assert page.status == 409
    assert "This was saved already as: Bilal 8 ♥︎." in page.alerts
    assert "Typed here Bilal 9 ♥︎" in page.alerts
    page = asha.say("bid")
    assert page.by_class("mid") == ["9♥︎"]


def test_a_forced_bid_is_told_by_who_was_forced_then(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    old = asha.fill("bid", {"forced": "true"})
    asha.post(old)
    asha.open(f"/m/{match_id}")
    page = asha.play({"made": "false"})
    assert "Deal passes right to Bilal" in page.words
    page = asha.post(old.but(suit="clubs"))
    assert "This was saved already as: Bilal 7." in page.alerts
    assert "Typed here Chitra 7 ♣︎" in page.alerts


def test_no_bid_after_the_end(app: Flask, asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    late = asha.fill("bid", BID)
    asha.open(f"/m/{match_id}/table")
    asha.say("end", {"how": "agreed"})
    with unwritten(app):
        page = asha.post(late)
    assert page.status == 409
    assert "The match was over before this arrived." in page.alerts
    assert "Typed here Bilal 8 ♥︎" in page.alerts
    assert page.forms("bid") == []
