"""The rematch: same seats, same rules, the dealer that the rules give; asked twice, one match."""

from __future__ import annotations

from flask import Flask
from phones import PEOPLE, Phone, dump, log_of, seat, unwritten


def end_match(phone: Phone, **more: object) -> str:
    """Play a match to its end in one round, and give its id."""
    match_id = phone.start(dealer=1, **more).match_id
    phone.play({"tens": "4-0"})
    return match_id


def test_a_rematch_is_one_tap(asha: Phone) -> None:
    match_id = end_match(asha, draw_dealer="same")
    assert "same seats, Bilal deals" in asha.page.words
    page = asha.say("rematch")
    assert page.match_id != match_id
    assert "Round 1" in page.words
    assert "Bilal deals first" in page.words
    file = asha.client.get(f"/m/{page.match_id}.json").json["match"]  # type: ignore[index]
    assert (file["first_dealer"], file["seats"], file["options"]["draw_dealer"]) == (1, list(PEOPLE[:4]), "same")


def test_a_rematch_seats_whoever_sat_there_at_the_end(asha: Phone) -> None:
    match_id = end_match(asha)
    asha.open(f"/m/{match_id}/table")
    asha.say("substitute", {"leaves": "3:seat-3", "name": "Esha"})
    asha.open(f"/m/{match_id}/table")
    asha.say("rename", {"name-0": "Aasha"})
    page = asha.say("rematch")
    assert "Aasha" in page.words
    assert "Esha" in page.words
    assert "Deepak" not in page.words


def test_a_double_tap_starts_one_rematch(app: Flask, asha: Phone) -> None:
    end_match(asha)
    letter = asha.fill("rematch")
    first = asha.post(letter)
    before = dump(app)
    assert asha.post(letter).headers["Location"] == first.headers["Location"]
    assert dump(app) == before


def test_a_second_rematch_opens_the_first(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = end_match(asha)
    seat(app, chitra, match_id)
    chitra.open(f"/m/{match_id}")
    late = chitra.fill("rematch")
    first = asha.say("rematch").match_id
    with unwritten(app):
        page = chitra.post(late)
    assert page.status == 303
    assert page.headers["Location"] == f"/m/{first}"


def test_a_rematch_asked_for_again_after_a_correction_opens_the_first(app: Flask, asha: Phone) -> None:
    match_id = end_match(asha)
    old = asha.fill("rematch")
    first = asha.post(old).headers["Location"]
    asha.open(f"/m/{match_id}")
    asha.say("undo", {"target": ...})
    asha.play({"tens": "0-4"})
    assert "same seats, Chitra deals" not in first
    with unwritten(app):
        assert asha.post(old).headers["Location"] == first
        asha.open(f"/m/{match_id}")
        assert asha.post(asha.fill("rematch")).headers["Location"] == first


def test_undo_of_the_first_match_leaves_both_on_home(asha: Phone) -> None:
    match_id = end_match(asha)
    second = asha.say("rematch").match_id
    asha.open(f"/m/{match_id}")
    asha.say("undo", {"target": ...})
    links = asha.open("/").links()
    assert links.index(f"/m/{second}") < links.index(f"/m/{match_id}")


def test_there_is_no_rematch_of_a_match_that_runs(app: Flask, asha: Phone) -> None:
    match_id = end_match(asha)
    late = asha.fill("rematch")
    asha.say("undo", {"target": ...})
    with unwritten(app):
        page = asha.post(late)
    assert page.status == 303
    assert page.headers["Location"] == f"/m/{match_id}"


def test_a_rematch_that_was_deleted_comes_back(app: Flask, asha: Phone) -> None:
    match_id = end_match(asha)
    second = asha.say("rematch").match_id
    asha.open(f"/m/{second}/table")
    asha.say("delete", {"sure": "1"})
    asha.open(f"/m/{match_id}")
    page = asha.say("rematch")
    assert page.status == 200
    assert page.match_id == second


def test_an_odd_id_still_starts_a_rematch_under_a_proper_one(app: Flask, asha: Phone) -> None:
    match_id = end_match(asha)
    for odd in ("", "/" * 32, "é" * 32, match_id):
        asha.open(f"/m/{match_id}")
        page = asha.post(asha.fill("rematch").but(id=odd))
        assert page.status == 303
        assert page.headers["Location"] not in (f"/m/{odd}", f"/m/{match_id}")
    assert asha.open(page.headers["Location"]).status == 200
    assert log_of(app, asha.page.match_id) == []
