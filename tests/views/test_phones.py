"""The phones of a match: listed, named, and sent away; never a match that nobody can write in."""

from __future__ import annotations

import pytest
from flask import Flask
from joining import accept, invite, join, letter_to_remove, name_phone
from phones import Letter, Phone, dump, unwritten

WRITES = ("invite", "take-back", "name", "remove", "recovery")


def test_more_leads_there(asha: Phone) -> None:
    match_id = asha.start().match_id
    assert f"/m/{match_id}/phones" in asha.open(f"/m/{match_id}/table").links()


def test_a_phone_that_reads_finds_its_way_there_and_no_button_to_write(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    invitation = invite(asha, match_id)
    assert f"/m/{match_id}/phones" in stranger.open(f"/m/{match_id}").links()
    page = stranger.open(f"/m/{match_id}/phones")
    assert page.status == 200
    assert [end for end in WRITES if page.forms(end)] == []
    assert invitation.token not in page.html
    assert invitation.code not in page.words


@pytest.mark.parametrize("end", WRITES)
def test_without_the_seat_nothing_is_written(app: Flask, asha: Phone, bilal: Phone, end: str) -> None:
    match_id = asha.start().match_id
    invite(asha, match_id)
    typed = {"name": "Bilal", "phone": "x", "sure": "x", "id": "f" * 32, "invitation": "f" * 32}
    with unwritten(app):
        assert bilal.post(Letter(f"/m/{match_id}/phones/{end}", list(typed.items()))).status == 403
        assert bilal.post(Letter(f"/m/{'0' * 32}/phones/{end}", list(typed.items()))).status == 404


def test_an_invitation_of_another_match_is_not_ours_to_take_back(app: Flask, asha: Phone, bilal: Phone) -> None:
    invite(asha, asha.start().match_id)
    (letter,) = [form.fill({"invitation": ...}) for form in asha.page.forms("take-back")]
    with unwritten(app):
        bilal.post(letter.at(f"/m/{bilal.page.match_id}/phones/take-back"))


def test_the_id_of_an_invitation_of_another_match_is_refused(app: Flask, asha: Phone, bilal: Phone) -> None:
    invite(asha, asha.start().match_id)
    (used,) = [form.fill({"invitation": ...}).of("invitation") for form in asha.page.forms("take-back")]
    bilal.open(f"/m/{bilal.page.match_id}/phones")
    with unwritten(app):
        page = bilal.post(bilal.fill("invite").but(id=used))
    assert page.status == 422
    assert "This page belongs to another match." in page.alerts


def test_from_this_very_computer_other_phones_are_led_to_its_address_in_the_house(app: Flask, asha: Phone) -> None:
    app.config["NEAR"] = "http://192.168.1.5:8000/"
    match_id = asha.start().match_id
    invite(asha, match_id)
    page = asha.open(f"/m/{match_id}/phones")
    assert "http://192.168.1.5:8000/join/" in page.html
    assert "http://localhost/" not in page.html
    asha.open(f"/m/{match_id}")
    asha.play({"tens": "3-1"})
    assert "http://192.168.1.5:8000/m/" in asha.client.get(f"/m/{match_id}/summary.txt").text
    assert "http://192.168.1.5:8000/m/" in asha.open(f"/m/{match_id}/qr").words


def test_from_an_address_of_its_own_other_phones_are_led_there_too(app: Flask) -> None:
    app.config["NEAR"] = "http://192.168.1.5:8000/"
    phone = Phone(app, "http://table.test")
    match_id = phone.start().match_id
    assert "http://table.test/m/" in phone.open(f"/m/{match_id}/qr").words


def test_a_phone_is_named_later(asha: Phone) -> None:
    match_id = asha.start().match_id
    assert "Phone 1" in asha.open(f"/m/{match_id}/phones").words
    page = name_phone(asha, match_id, "  آشا ")
    assert "آشا" in page.words
    assert "Phone 1" not in page.words


def test_an_odd_name_is_kept_beside_what_is_wrong(app: Flask, asha: Phone) -> None:
    asha.open(f"/m/{asha.start().match_id}/phones")
    with unwritten(app):
        page = asha.post(asha.fill("name", {"name": "x" * 31}))
    assert page.status == 422
    assert "At most 30 letters" in page.alerts
    assert page.form("name").untouched() == [("name", "x" * 31)]


@pytest.mark.parametrize("name", ["<script>x</script>", "\"'&<>{{7*7}}", "بلال", "🃏👨‍👩‍👧‍👦", "%(who)s"])
def test_a_phones_name_is_shown_as_it_is(asha: Phone, chitra: Phone, name: str) -> None:
    match_id = asha.start().match_id
    join(asha, chitra, match_id, name)
    chitra.play({"tens": "3-1"})
    for address in ("phones", "history"):
        page = asha.open(f"/m/{match_id}/{address}")
        assert name in page.words
        assert [each for each in page.all("script") if not each.get("src") and each.get("id") != "log"] == []


def test_the_starter_takes_a_seat_away_after_a_tick(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    join(asha, chitra, match_id, "Chitra")
    late = chitra.fill("round", {"tens": "3-1"})
    letter = letter_to_remove(asha, match_id, 1)
    with unwritten(app):
        page = asha.post(letter.but(sure=""))
    assert page.status == 422
    assert "Tick the box first." in page.alerts
    assert asha.post(letter).status == 303
    before = dump(app)
    assert asha.post(letter).status == 303
    assert dump(app) == before
    with unwritten(app):
        assert chitra.post(late).status == 403
    assert "This phone reads along." in chitra.open(f"/m/{match_id}").words
    assert len(asha.open(f"/m/{match_id}/phones").forms("remove")) == 1


def test_who_joined_can_leave_and_send_nobody_away(app: Flask, asha: Phone, chitra: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    join(asha, chitra, match_id)
    join(asha, stranger, match_id)
    asha_leaves = letter_to_remove(asha, match_id, 0)
    deepak_leaves = letter_to_remove(asha, match_id, 2)
    page = chitra.open(f"/m/{match_id}/phones")
    assert len(page.forms("remove")) == 1
    assert page.forms("recovery") == []
    with unwritten(app):
        assert chitra.post(asha_leaves).status == 403
        assert chitra.post(deepak_leaves).status == 403
        assert chitra.post(Letter(f"/m/{match_id}/phones/recovery", [])).status == 403
    assert chitra.post(letter_to_remove(chitra, match_id, 0)).status == 303
    assert chitra.open(f"/m/{match_id}").forms("round") == []


def test_the_last_phone_cannot_leave_a_match_that_nobody_could_write_in(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    with unwritten(app):
        page = asha.post(letter_to_remove(asha, match_id, 0))
    assert page.status == 409
    assert "This is the only phone that keeps score. Invite another one first." in page.alerts


def test_where_the_starter_leaves_the_next_phone_takes_its_part(
    app: Flask, asha: Phone, chitra: Phone, stranger: Phone
) -> None:
    match_id = asha.start().match_id
    join(asha, chitra, match_id, "Chitra")
    join(asha, stranger, match_id, "Deepak")
    assert asha.post(letter_to_remove(asha, match_id, 0)).status == 303
    assert len(chitra.open(f"/m/{match_id}/phones").forms("remove")) == 2
    assert chitra.page.forms("recovery")
    assert len(stranger.open(f"/m/{match_id}/phones").forms("remove")) == 1


def test_two_phones_that_leave_together_leave_one_behind(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    join(asha, chitra, match_id)
    letters = [letter_to_remove(phone, match_id, 0) for phone in (asha, chitra)]
    assert [phone.post(letter).status for phone, letter in zip((asha, chitra), letters, strict=True)] == [303, 409]
    assert chitra.open(f"/m/{match_id}").forms("round")


def test_a_phone_that_was_sent_away_comes_back_by_a_new_invitation(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    old = invite(asha, match_id)
    accept(chitra, old, "Chitra")
    asha.post(letter_to_remove(asha, match_id, 1))
    assert chitra.open(old.path).status == 404
    assert accept(chitra, invite(asha, match_id), "Chitra").forms("round")
    assert asha.post(letter_to_remove(asha, match_id, 1)).status == 303
