"""Mending a name: everywhere, and never the seat."""

from __future__ import annotations

import re

from flask import Flask
from phones import Phone, log_of, seat, unwritten


def open_table(phone: Phone, match_id: str) -> None:
    phone.open(f"/m/{match_id}/table")


def test_a_mended_name_is_right_everywhere(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play({"bidder": "1", "bid": "8"}, {"made": "true"})
    open_table(asha, match_id)
    page = asha.say("rename", {"name-1": "Bilaal"})
    assert "Bilaal" in page.words
    assert "Bilal" not in page.words
    for address in (f"/m/{match_id}/table", "/", f"/m/{match_id}.json", "/new/tervi"):
        page = asha.open(address)
        assert "Bilaal" in page.html
        # The log that a page carries says what was said, the old name too.
        assert "Bilal" not in re.sub(r'<script type="application/json".*?</script>', "", page.html)


def test_several_names_at_once_are_an_event_each(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    open_table(asha, match_id)
    asha.say("rename", {"name-0": "Aasha", "name-3": "Dipak"})
    assert [(kind, body["name"]) for kind, body in log_of(app, match_id)] == [("rename", "Aasha"), ("rename", "Dipak")]


def test_several_names_at_once_with_htmx_are_all_saved(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    open_table(asha, match_id)
    page = asha.post(asha.fill("rename", {"name-0": "Aasha", "name-3": "Dipak"}), htmx=True)
    assert page.status == 200
    assert "Aasha" in page.words
    assert len(log_of(app, match_id)) == 2


def test_unchanged_names_write_nothing(app: Flask, asha: Phone) -> None:
    open_table(asha, asha.start().match_id)
    letter = asha.fill("rename", {"name-0": "  Asha "})
    with unwritten(app):
        assert asha.post(letter).status == 303


def test_a_name_may_be_taken_away_and_told_later(asha: Phone) -> None:
    match_id = asha.start().match_id
    open_table(asha, match_id)
    page = asha.say("rename", {"name-1": ""})
    assert "Player 2" in page.words
    open_table(asha, match_id)
    assert "Bilal" in asha.say("rename", {"name-1": "Bilal"}).words


def test_a_name_that_cannot_be_is_refused_and_every_name_typed_is_kept(app: Flask, asha: Phone) -> None:
    open_table(asha, asha.start().match_id)
    letter = asha.fill("rename", {"name-0": "x" * 31, "name-3": "Dipak"})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts == "At most 30 letters"
    kept = dict(page.form("rename").untouched())
    assert (kept["name-0"], kept["name-3"]) == ("x" * 31, "Dipak")


def test_a_name_mended_by_two_phones_shows_both(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    seat(app, chitra, match_id)
    open_table(chitra, match_id)
    late = chitra.fill("rename", {"name-1": "Billal"})
    open_table(asha, match_id)
    asha.say("rename", {"name-1": "Bilaal"})
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 409
    assert "That name was changed meanwhile to: Bilaal." in page.alerts
    assert dict(page.form("rename").untouched())["name-1"] == "Billal"
    assert "Billal" in chitra.say("rename").words


def test_a_player_who_is_not_of_this_match_is_refused(app: Flask, asha: Phone) -> None:
    open_table(asha, asha.start().match_id)
    letter = asha.fill("rename", {"name-1": "Bilaal"}).but(player_1="seat-9")
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts == "This player is not known here"


def test_a_name_can_still_be_mended_after_the_end(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "4-0"})
    open_table(asha, match_id)
    page = asha.say("rename", {"name-0": "Aasha"})
    assert "Aasha + Chitra win" in page.words
