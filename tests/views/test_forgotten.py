"""A round that was forgotten is put in before another: later rounds move down."""

from __future__ import annotations

import pytest
from flask import Flask
from mending import answer_of, changes, history, look, open_round, strike
from phones import ROUNDS, Phone, Typed, log_of, seat, unwritten

from scorekeeper.games import GAMES

WHOLE: dict[str, Typed] = {**{game: typed[-1] for game, typed in ROUNDS.items()}}
WHOLE["tervi"] = {**ROUNDS["tervi"][0], **ROUNDS["tervi"][1]}


def ask(phone: Phone, match_id: str, number: int) -> None:
    """Tap "Add the forgotten round" on a round's page."""
    open_round(phone, match_id, number)
    (link,) = [link for link in phone.page.links() if "/before/" in link]
    phone.open(link)


@pytest.mark.parametrize("game", GAMES)
def test_a_forgotten_round_is_entered_as_any_other(app: Flask, asha: Phone, game: str) -> None:
    match_id = asha.start(game).match_id
    for _ in range(3):
        asha.play(*ROUNDS[game])
    ask(asha, match_id, 2)
    assert asha.page.words.startswith("‹ A forgotten round before: Round 2")
    with unwritten(app):
        said = look(asha, WHOLE[game])
    assert said[0].startswith("Round 2: ")
    assert said[0].endswith(", put in here.")
    assert said[1] == "Later rounds move down."
    asha.say("insert")
    assert [row["no"] for row in answer_of(asha, match_id)["rounds"]] == [1, 2, 3, 4]
    assert log_of(app, match_id)[-1][0] == "round"


def test_it_stands_where_it_was_forgotten_and_undo_takes_it_out(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    before = answer_of(asha, match_id)
    ask(asha, match_id, 1)
    assert look(asha, {"tens": "2-2"}) == [
        "Round 1: Tens 2–2, put in here.",
        "Later rounds move down.",
        "By the rules somebody else dealt then: round 2",
    ]
    asha.say("insert")
    assert [told["tens"] for told in answer_of(asha, match_id)["match"]["rounds"]] == [[2, 2], [3, 1], [1, 3]]
    assert [line[0] for line in history(asha, match_id)] == ["3", "2", "1"]
    asha.open(f"/m/{match_id}")
    asha.say("undo", {"target": ...})
    assert answer_of(asha, match_id) == before


def test_it_may_end_the_match_and_says_so_first(asha: Phone) -> None:
    match_id = asha.start(target="3").match_id
    asha.play({"tens": "3-1"}, {"tens": "3-1"}, {"tens": "1-3"})
    ask(asha, match_id, 2)
    assert look(asha, {"tens": "3-1"}) == [
        "Round 2: Tens 3–1, put in here.",
        "Later rounds move down.",
        "Score: Bilal + Deepak 1 in a row → Asha + Chitra 3 in a row",
        "The match would have ended at round 3: Asha + Chitra win. Kot! 3 rounds running.",
        "Round 4 stays in the history, not counted.",
    ]


def test_what_cannot_be_is_said_beside_the_field(app: Flask, asha: Phone) -> None:
    match_id = asha.start("double_sar").match_id
    asha.play(*ROUNDS["double_sar"])
    ask(asha, match_id, 1)
    letter = asha.page.form("look").fill({"tens": "4-0", "tricks": "8-5"})
    with unwritten(app):
        page = asha.post(letter.but(tricks="0-13"))
    assert page.status == 422
    assert "No tricks, no tens" in page.alerts
    assert page.form("look").fill({"tricks": "8-5"}).of("tens") == "4-0"


def test_two_phones_that_fill_one_gap_are_told(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    seat(app, chitra, match_id)
    letters = []
    for phone, tens in ((asha, "2-2"), (chitra, "1-3")):
        ask(phone, match_id, 1)
        look(phone, {"tens": tens})
        letters.append((phone, phone.fill("insert")))
    (first, letter), (second, late) = letters
    assert first.post(letter).status == 303
    with unwritten(app):
        page = second.post(late)
    assert page.status == 409
    assert "Another round was put there already. Typed here Tens 1–3" in page.alerts
    assert look(second, {})[0] == "Round 2: Tens 1–3, put in here."


def test_a_struck_round_has_no_gap_before_it(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    open_round(asha, match_id, 2)
    (link,) = [link for link in asha.page.links() if "/before/" in link]
    strike(asha, match_id, 2)
    assert asha.open(link).status == 404


def test_a_finished_match_offers_no_gap(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    ask(asha, match_id, 1)
    letter = asha.page.form("look").fill({"tens": "2-2"})
    asha.open(f"/m/{match_id}")
    asha.play({"tens": "4-0"})
    open_round(asha, match_id, 1)
    assert not [link for link in asha.page.links() if "/before/" in link]
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 409
    assert "The match was over before this arrived." in page.alerts


def test_the_players_of_a_forgotten_round_are_those_of_the_round_after_it(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play(*ROUNDS["tervi"])
    asha.open(f"/m/{match_id}/table")
    asha.say("substitute", {"leaves": "1:seat-1", "name": "Esha"})
    asha.play(*ROUNDS["tervi"])
    ask(asha, match_id, 1)
    changes(asha.post(asha.page.form("look").fill(WHOLE["tervi"])))
    asha.say("insert")
    assert ["Bilal" in line.split("dealt")[0] for line in history(asha, match_id) if "♥" in line] == [False, True, True]
