"""A round: one tap a result, the same for a second phone, a second tap and a page from the back button."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from phones import PEOPLE, ROUNDS, Letter, Phone, Typed, log_of, seat, unwritten

from scorekeeper.games import GAMES
from scorekeeper.models import Event, db

every_game = pytest.mark.parametrize("game", GAMES)


def rows_of(phone: Phone, match_id: str) -> list[Any]:
    """Read a match's rows from its file."""
    answer = phone.client.get(f"/m/{match_id}.json", base_url=phone.origin).json
    assert isinstance(answer, dict)
    rounds: list[Any] = answer["rounds"]
    return rounds


def play_up_to_result(phone: Phone, game: str) -> Letter:
    """Start a match and fill in the form that completes its first round."""
    phone.start(game)
    *before, last = ROUNDS[game]
    phone.play(*before)
    return phone.fill("round", last)


@every_game
def test_a_round_is_saved_and_listed(asha: Phone, game: str) -> None:
    match_id = asha.start(game).match_id
    page = asha.play(*ROUNDS[game])
    assert len(page.by_class("no")) == 1
    assert "Undo round 1: " in page.words
    assert "Round 2" in page.words
    assert [row["no"] for row in rows_of(asha, match_id)] == [1]


@every_game
def test_a_double_tap_on_the_result_is_one_round(asha: Phone, game: str) -> None:
    letter = play_up_to_result(asha, game)
    first, second = asha.post(letter, htmx=True), asha.post(letter, htmx=True)
    assert (first.status, second.status) == (200, 200)
    assert first.words == second.words
    assert len(rows_of(asha, first.match_id)) == 1


@every_game
def test_a_result_with_nothing_tapped_is_asked_for(app: Flask, asha: Phone, game: str) -> None:
    letter = play_up_to_result(asha, game)
    told = {ask.name for ask in GAMES[game].asks} | {"winner"}
    bare = Letter(letter.action, [pair for pair in letter.pairs if pair[0] not in told])
    with unwritten(app):
        page = asha.post(bare)
    assert page.status == 422
    assert page.alerts.endswith(("Tap one.", "Tap a number."))


@every_game
def test_whatever_cannot_be_is_refused_in_words_on_the_page(app: Flask, asha: Phone, game: str) -> None:
    letter = play_up_to_result(asha, game)
    for ask in GAMES[game].asks:
        for odd in ("99", "9-9", "-1", "x", "1-2-3", "½", "९९"):
            if ask.name == "made" and dict(letter.pairs).get("made"):
                continue
            with unwritten(app):
                page = asha.post(letter.but(**{ask.name: odd}))
            assert page.status == 422, (ask.name, odd)
            assert page.alerts, (ask.name, odd)


def test_tricks_or_made_but_not_both(app: Flask, asha: Phone) -> None:
    letter = play_up_to_result(asha, "tervi")
    with unwritten(app):
        page = asha.post(letter.but(tricks="9"))
    assert page.status == 422
    assert page.alerts == "Give the tricks, or made or failed, not both"


def test_what_was_typed_beside_a_wrong_result_is_kept(app: Flask, asha: Phone) -> None:
    asha.start()
    letter = asha.fill("round", {"tens": "3-1", "suit": "clubs", "which": ["spades", "hearts"]})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts == "Tick as many tens as team A caught: 3"
    kept = page.form("round").untouched()
    assert [value for name, value in kept if name == "which"] == ["spades", "hearts"]
    assert ("suit", "clubs") in kept
    (fold,) = [fold for fold in page.all("details") if "Trump" in "".join(fold.itertext())]
    assert fold.get("open") is not None


def test_six_players_keep_both_steps_of_a_wrong_result(app: Flask, asha: Phone) -> None:
    asha.start(names=PEOPLE, two_two="tricks")
    letter = asha.fill("round", {"tens": "7-5", "tricks": "14-12"})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert "Tricks are counted only when the tens are level" in page.alerts
    kept = dict(page.form("round").untouched())
    assert (kept["tens"], kept["tricks"]) == ("7-5", "14-12")


def test_double_sar_disables_what_cannot_be_and_says_why(asha: Phone) -> None:
    page = asha.start("double_sar")
    disabled = [button for button in page.all("button", name="tricks") if button.get("disabled") is not None]
    assert {button.get("value") for button in disabled} == {"0-13", "13-0"}
    for button in disabled:
        (reason,) = page.all("p", id=button.get("aria-describedby", ""))
        assert "No tricks, no tens" in "".join(reason.itertext())


def test_a_result_may_tell_the_trump_that_its_bid_did_not(app: Flask, asha: Phone) -> None:
    asha.start("tervi")
    asha.play({"bidder": "1", "bid": "8"})
    page = asha.post(asha.fill("round", {"made": "true"}).but(suit="clubs"))
    assert page.status == 303
    entry = log_of(app, page.match_id)[-1][1]["entry"]
    assert entry == {"bidder": 1, "bid": 8, "made": True, "suit": "clubs"}


# --- two phones ---


def late_letter(app: Flask, asha: Phone, chitra: Phone, game: str, typed: Typed) -> Letter:
    """Let Chitra type a result before Asha's result of the same round is saved."""
    letter = play_up_to_result(asha, game)
    match_id = letter.action.split("/")[2]
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    late = chitra.fill("round", typed)
    asha.post(letter)
    return late


OTHER: dict[str, tuple[Typed, str, str]] = {
    "tervi": ({"made": "false"}, "Bilal 8 ♥︎ made", "Bilal 8 ♥︎ failed"),
    "dehla_pakad": ({"tens": "1-3"}, "Tens 3–1", "Tens 1–3"),
    "tervi_classic": ({"winner": "B", "tricks": "2-7"}, "Tricks 7–3", "Tricks 2–7"),
    "court_piece": ({"tricks": "4-9"}, "Tricks 8–5", "Tricks 4–9"),
    "double_sar": ({"tens": "1-3", "tricks": "5-8"}, "Tens 3–1, tricks 8–5: 35–21", "Tens 1–3, tricks 5–8: 21–35"),
}


@every_game
def test_the_second_phone_sees_both_results_and_may_add_its_own(
    app: Flask, asha: Phone, chitra: Phone, game: str
) -> None:
    typed, theirs, mine = OTHER[game]
    late = late_letter(app, asha, chitra, game, typed)
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert f"Round 1 is in already: {theirs}." in page.alerts
    assert f"In the list {theirs}" in page.alerts
    assert f"Typed here {mine}" in page.alerts
    assert "Add mine as round 2" in page.alerts

    page = chitra.say("round")
    assert len(rows_of(chitra, page.match_id)) == 2
    assert f"Undo round 2: {mine}" in page.words


@every_game
def test_the_conflict_comes_with_scripts_too(app: Flask, asha: Phone, chitra: Phone, game: str) -> None:
    late = late_letter(app, asha, chitra, game, OTHER[game][0])
    page = chitra.post(late, htmx=True)
    assert page.status == 409
    assert page.html.startswith("<!doctype html>")


@every_game
def test_whoever_keeps_what_is_there_adds_nothing(app: Flask, asha: Phone, chitra: Phone, game: str) -> None:
    page = chitra.post(late_letter(app, asha, chitra, game, OTHER[game][0]))
    (keep,) = [link for link in page.all("a") if "Keep" in (link.text or "")]
    with unwritten(app):
        page = chitra.open(keep.get("href", ""))
    assert page.status == 200
    assert len(rows_of(chitra, page.match_id)) == 1


def test_a_result_of_a_bid_that_was_replaced_shows_both_and_can_be_added(
    app: Flask, asha: Phone, chitra: Phone
) -> None:
    match_id = asha.start("tervi").match_id
    asha.play({"bidder": "1", "bid": "8"})
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    late = chitra.fill("round", {"made": "true"})
    asha.say("undo", {"target": ...})
    asha.play({"bidder": "2", "bid": "10"})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "The bid you saw was changed meanwhile." in page.alerts
    assert "In the list Chitra 10" in page.alerts
    assert "Typed here Bilal 8 made" in page.alerts

    page = chitra.say("round")
    assert "Undo round 1: Bilal 8 made" in page.words


def test_a_round_after_one_that_was_taken_back_says_that_the_table_moved_on(
    app: Flask, asha: Phone, chitra: Phone
) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    late = chitra.fill("round", {"tens": "0-4"})
    asha.say("undo", {"target": ...})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "The table has moved on since you looked." in page.alerts
    assert "Typed here Tens 0–4" in page.alerts
    assert "Add mine as round 2" in page.alerts


def test_a_round_that_arrives_after_the_end_says_so(app: Flask, asha: Phone, chitra: Phone) -> None:
    late = late_letter(app, asha, chitra, "dehla_pakad", {"tens": "1-3"})
    asha.open(f"/m/{late.action.split('/')[2]}")
    asha.play({"tens": "4-0"})
    after = chitra.open(f"/m/{late.action.split('/')[2]}")
    with unwritten(app):
        page = chitra.post(late.but(last=log_last(app, after.match_id)))
    assert page.status == 409
    assert "The match was over before this arrived." in page.alerts
    assert "Typed here Tens 1–3" in page.alerts
    assert page.forms("round") == []


def log_last(app: Flask, match_id: str) -> str:
    """Give the id of the last thing said."""
    with app.app_context():
        last = db.session.scalar(sa.select(Event.id).where(Event.match_id == match_id).order_by(Event.seq.desc()))
    assert last is not None
    return last


# --- the back button ---


@every_game
def test_an_old_page_with_another_value_shows_both_and_loses_neither(app: Flask, asha: Phone, game: str) -> None:
    old = play_up_to_result(asha, game)
    typed, theirs, mine = OTHER[game]
    asha.post(old)
    other = {name: str(value) for name, value in typed.items()}
    with unwritten(app):
        page = asha.post(old.but(**other))
    assert page.status == 409
    assert f"This was saved already as: {theirs}." in page.alerts
    assert f"Typed here {mine}" in page.alerts
    page = asha.say("round")
    assert f"Undo round 2: {mine}" in page.words


def test_an_old_page_with_what_cannot_be_is_refused_in_words(app: Flask, asha: Phone) -> None:
    old = play_up_to_result(asha, "dehla_pakad")
    asha.post(old)
    with unwritten(app):
        page = asha.post(old.but(tens="9-9"))
    assert page.status == 422
    assert page.alerts == "Tens are 0 to 4"


def test_what_an_old_page_saved_is_told_even_after_it_was_taken_back(app: Flask, asha: Phone) -> None:
    old = play_up_to_result(asha, "dehla_pakad")
    asha.post(old)
    asha.open(f"/m/{old.action.split('/')[2]}")
    asha.say("undo", {"target": ...})
    with unwritten(app):
        page = asha.post(old.but(tens="1-3"))
    assert "This was saved already as: Tens 3–1." in page.alerts
    with unwritten(app):
        assert asha.post(old).status == 303  # said and taken back: saying it again does not undo the undo
