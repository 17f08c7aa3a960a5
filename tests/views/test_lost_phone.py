"""The starter's phone is lost: a code that was kept brings its seat to another one, in the rematches too."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from joining import join, letter_to_remove, name_phone, recovery_code, type_code
from phones import Letter, Phone, dump, unwritten

from scorekeeper.secret import ALPHABET


def test_the_code_takes_the_seat_for_another_phone(app: Flask, asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    late = asha.fill("round", {"tens": "1-3"})
    code = recovery_code(asha, match_id)
    with unwritten(app):
        page = type_code(stranger, code.lower())
    assert "Take the seat of the lost phone?" in page.words
    page = stranger.say("recover")
    assert page.match_id == match_id
    assert page.forms("recovery")
    stranger.open(f"/m/{match_id}")
    stranger.play({"tens": "4-0"})
    with unwritten(app):
        assert asha.post(late).status == 403
    assert asha.open(f"/m/{match_id}").forms("undo") == []
    assert len(stranger.open(f"/m/{match_id}/phones").forms("remove")) == 1


def test_the_code_is_long_shown_once_and_kept_by_nobody_else(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    code = recovery_code(asha, match_id)
    assert re.fullmatch(f"[{ALPHABET}]{{4}}( [{ALPHABET}]{{4}}){{3}}", code)
    assert asha.page.headers["Cache-Control"] == "no-store"
    assert "It is shown only now." in asha.page.words
    page = asha.open(f"/m/{match_id}/phones")
    assert code not in page.words
    assert "You have made a code for that day." in page.words
    assert code.replace(" ", "") not in "".join(dump(app))


def test_a_new_code_makes_the_old_one_worthless(app: Flask, asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    old, new = recovery_code(asha, match_id), recovery_code(asha, match_id)
    with unwritten(app):
        assert type_code(stranger, old).status == 422
        page = stranger.post(Letter("/join/recover", [("code", old)]))
    assert page.status == 422
    assert "No such code" in page.alerts
    assert type_code(stranger, new).forms("recover")


@pytest.mark.parametrize("code", ["", "x", "7" * 16, "PHQ6 JAKR CTGW 96K", "é" * 16])
def test_a_code_that_is_none_takes_nothing(app: Flask, asha: Phone, stranger: Phone, code: str) -> None:
    recovery_code(asha, asha.start().match_id)
    with unwritten(app):
        assert stranger.post(Letter("/join/recover", [("code", code)])).status == 422


def test_tapped_twice_it_is_one_seat(app: Flask, asha: Phone, stranger: Phone) -> None:
    type_code(stranger, recovery_code(asha, asha.start().match_id))
    letter = stranger.fill("recover")
    assert stranger.post(letter).status == 303
    before = dump(app)
    assert stranger.post(letter).status == 303
    assert dump(app) == before


def test_the_code_of_the_evening_is_good_for_its_rematches(asha: Phone, stranger: Phone) -> None:
    first = asha.start(dealer=1).match_id
    code = recovery_code(asha, first)
    asha.open(f"/m/{first}")
    asha.play({"tens": "4-0"})
    second = asha.say("rematch").match_id
    type_code(stranger, code)
    assert stranger.say("recover").match_id == second
    for match_id in (first, second):
        assert stranger.open(f"/m/{match_id}").forms("undo") or stranger.page.forms("round")
        assert asha.open(f"/m/{match_id}").forms("misdeal") == []


def test_who_keeps_score_already_takes_over_and_keeps_its_name(asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    name_phone(asha, match_id, "Asha’s mobile")
    join(asha, chitra, match_id, "Chitra’s tablet")
    type_code(chitra, recovery_code(asha, match_id))
    page = chitra.say("recover")
    assert "Chitra’s tablet" in page.words
    assert len(page.forms("remove")) == 1


def test_the_new_phone_bears_the_name_of_the_lost_one(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    name_phone(asha, match_id, "Keeper")
    type_code(stranger, recovery_code(asha, match_id))
    assert "Keeper" in stranger.say("recover").words


def test_a_code_leaves_with_its_phone(app: Flask, asha: Phone, chitra: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    join(asha, chitra, match_id)
    code = recovery_code(asha, match_id)
    asha.post(letter_to_remove(asha, match_id, 0))
    with unwritten(app):
        assert type_code(stranger, code).status == 422


def test_a_match_that_was_put_away_is_taken_too_and_home_brings_it_back(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    code = recovery_code(asha, match_id)
    asha.open(f"/m/{match_id}/table")
    asha.say("delete", {"sure": "1"})
    type_code(stranger, code)
    assert "Deleted matches" in stranger.say("recover").words
    assert stranger.say("restore").match_id == match_id
