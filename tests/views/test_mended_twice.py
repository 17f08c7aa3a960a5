"""Two phones mend at once, or one goes back a page: both values are shown, and nothing is saved unseen."""

from __future__ import annotations

from flask import Flask
from mending import answer_of, correct, look, open_round
from phones import Phone, seat, unwritten


def test_two_phones_that_correct_one_round_are_told(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    seat(app, chitra, match_id)
    for phone, tens in ((asha, "2-2"), (chitra, "1-3")):
        open_round(phone, match_id, 1)
        look(phone, {"tens": tens})
    first, second = asha.fill("correct"), chitra.fill("correct")
    assert asha.post(first).status == 303
    with unwritten(app):
        page = chitra.post(second)
    assert page.status == 409
    assert "That round was corrected meanwhile. In the list Tens 2–2 Typed here Tens 1–3" in page.alerts
    assert f"/m/{match_id}" in page.links()
    assert look(chitra, {})[0] == "Round 1: Tens 2–2 → Tens 1–3"
    chitra.say("correct")
    assert answer_of(chitra, match_id)["match"]["rounds"] == [{"tens": [1, 3]}]


def test_a_correction_from_the_back_button_says_what_was_saved(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    open_round(asha, match_id, 1)
    look(asha, {"tens": "1-3"})
    letter = asha.fill("correct")
    asha.post(letter)
    with unwritten(app):
        page = asha.post(letter.but(tens="2-2"))
    assert page.status == 409
    assert "This was saved already as: Tens 1–3." in page.alerts
    assert look(asha, {})[0] == "Round 1: Tens 1–3 → Tens 2–2"


def test_looking_at_a_round_that_was_corrected_meanwhile_says_so(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    seat(app, chitra, match_id)
    letter = open_round(chitra, match_id, 1).forms("look")[0].fill({"tens": "1-3"})
    correct(asha, match_id, 1, {"tens": "2-2"})
    with unwritten(app):
        page = chitra.post(letter)
    assert page.status == 409
    assert "That round was corrected meanwhile." in page.alerts


def test_what_was_looked_at_is_shown_again_when_the_table_has_moved_on(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start(target="3").match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    seat(app, chitra, match_id)
    open_round(chitra, match_id, 2)
    assert "ended" not in " ".join(look(chitra, {"tens": "3-1"}))
    asha.open(f"/m/{match_id}")
    asha.play({"tens": "3-1"})
    with unwritten(app):
        page = chitra.post(chitra.fill("correct"))
    assert page.status == 409
    assert "The table has moved on since you looked. This is what it would do now." in page.alerts
    assert "The match would have ended at round 3" in page.words
    chitra.say("correct")
    assert answer_of(chitra, match_id)["final"]["over"] is True
