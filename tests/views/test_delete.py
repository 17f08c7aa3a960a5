"""Putting a match away: far from Undo, only with the tick, and never for good."""

from __future__ import annotations

from flask import Flask
from phones import Phone, dump, unwritten


def delete_match(phone: Phone, match_id: str) -> None:
    phone.open(f"/m/{match_id}/table")
    phone.say("delete", {"sure": "1"})


def test_a_deleted_match_is_in_no_list_and_at_no_address(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    delete_match(asha, match_id)
    assert asha.page.address == "/"
    assert f"/m/{match_id}" not in asha.page.links()
    for address in (f"/m/{match_id}", f"/m/{match_id}.json", f"/m/{match_id}/history", f"/m/{match_id}/table"):
        assert asha.open(address).status == 404


def test_home_brings_it_back_as_it_was(asha: Phone) -> None:
    match_id = asha.start().match_id
    before = asha.play({"tens": "3-1"}).words
    delete_match(asha, match_id)
    assert "Asha, Bilal, Chitra, Deepak" in asha.page.words
    page = asha.say("restore")
    assert page.match_id == match_id
    assert page.words == before


def test_without_the_tick_nothing_is_deleted(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.open(f"/m/{match_id}/table")
    letter = asha.fill("delete")
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts == "Tick the box first."


def test_nothing_of_it_is_lost(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    events = [row for row in dump(app) if 'INTO "event"' in row]
    delete_match(asha, match_id)
    assert [row for row in dump(app) if 'INTO "event"' in row] == events != []


def test_a_double_tap_on_delete_ends_on_home(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.open(f"/m/{match_id}/table")
    letter = asha.fill("delete", {"sure": "1"})
    for _ in range(2):
        answer = asha.post(letter)
        assert (answer.status, answer.headers["Location"]) == (303, "/")


def test_a_double_tap_on_bring_back_opens_the_match(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    delete_match(asha, match_id)
    letter = asha.fill("restore")
    asha.post(letter)
    with unwritten(app):
        answer = asha.post(letter)
    assert (answer.status, answer.headers["Location"]) == (303, f"/m/{match_id}")


def test_a_phone_that_reads_along_brings_nothing_back(app: Flask, asha: Phone, bilal: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    delete_match(asha, match_id)
    letter = asha.fill("restore")
    for phone in (bilal, stranger):
        with unwritten(app):
            assert phone.post(letter).status == 403
        assert match_id not in phone.open("/").html


def test_what_nobody_knows_cannot_be_brought_back(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    delete_match(asha, match_id)
    letter = asha.fill("restore").at(f"/m/{'0' * 32}/restore")
    with unwritten(app):
        assert asha.post(letter).status == 404


def test_bringing_back_is_no_page(asha: Phone) -> None:
    match_id = asha.start().match_id
    page = asha.open(f"/m/{match_id}/restore")
    assert page.status == 405
    assert "This address is for a button." in page.words


def test_delete_stands_far_from_undo(asha: Phone) -> None:
    match_id = asha.start().match_id
    page = asha.play({"tens": "3-1"})
    assert page.forms("undo")
    assert page.forms("delete") == []
    page = asha.open(f"/m/{match_id}/table")
    assert page.forms("undo") == []
    assert page.forms("delete")
