"""A correction that was looked at, and the table that moved on before it was saved."""

from __future__ import annotations

from flask import Flask
from mending import answer_of, look, open_round
from phones import Phone, unwritten


def test_what_was_looked_at_before_another_round_is_shown_again(app: Flask, asha: Phone) -> None:
    match_id = asha.start("dehla_pakad", target="3").match_id
    for _ in range(2):
        asha.play({"tens": "1-3"})
    open_round(asha, match_id, 1)
    look(asha, {"tens": "3-1"})
    letter = asha.fill("correct")
    asha.open(f"/m/{match_id}")
    asha.play({"tens": "3-1"})

    with unwritten(app):
        page = asha.post(letter)

    assert page.status == 409
    assert "The table has moved on since you looked. This is what it would do now." in page.alerts
    assert asha.post(asha.fill("correct")).status == 303
    assert answer_of(asha, match_id)["final"]["streak"] == [1, 0]


def test_saving_twice_is_one_correction(asha: Phone) -> None:
    match_id = asha.start("dehla_pakad").match_id
    asha.play({"tens": "1-3"})
    open_round(asha, match_id, 1)
    look(asha, {"tens": "3-1"})
    letter = asha.fill("correct")
    assert [asha.post(letter).status for _ in range(2)] == [303, 303]
