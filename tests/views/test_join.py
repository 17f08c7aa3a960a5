"""A second phone keeps score: invited by link or by code, with a tap, for half an hour."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from flask import Flask
from joining import Invitation, accept, invite, join, shown, type_code
from phones import Phone, dump, log_of, unwritten

from scorekeeper.models import Invitation as Row
from scorekeeper.models import db
from scorekeeper.seats import MOST_INVITATIONS, MOST_PHONES
from scorekeeper.secret import ALPHABET


def expire(app: Flask) -> None:
    """Let half an hour pass for every invitation."""
    with app.app_context():
        db.session.execute(sa.update(Row).values(expires=datetime.now(UTC)))
        db.session.commit()


@pytest.fixture
def invitation(asha: Phone) -> Invitation:
    """What stands on Asha's screen."""
    return invite(asha, asha.start().match_id)


def test_a_phone_that_joins_by_the_link_enters_a_round(
    app: Flask, asha: Phone, chitra: Phone, invitation: Invitation
) -> None:
    page = accept(chitra, invitation, "Chitra")
    assert page.match_id == asha.page.match_id
    chitra.play({"tens": "3-1"})
    assert [kind for kind, _ in log_of(app, page.match_id)] == ["round"]
    assert f"/m/{page.match_id}" in chitra.open("/").links()


@pytest.mark.parametrize("typed", ["{}", " {} ", "{}\u00a0", "lower", "dashes"])
def test_the_code_is_typed_on_home_in_any_way_people_type(
    chitra: Phone, invitation: Invitation, asha: Phone, typed: str
) -> None:
    bare = invitation.code.replace(" ", "")
    told = {"lower": bare.lower(), "dashes": "-".join(bare)}.get(typed) or typed.format(invitation.code)
    page = type_code(chitra, told)
    assert "Keep score on this phone too?" in page.words
    assert "Asha, Bilal, Chitra, Deepak" in page.words
    assert chitra.say(invitation.token).match_id == asha.page.match_id
    assert chitra.page.forms("round")


def test_a_pasted_link_will_do_where_links_cannot_be_opened(asha: Phone, chitra: Phone, invitation: Invitation) -> None:
    assert "Keep score on this phone too?" in type_code(chitra, f"look: {invitation.link} ").words
    page = type_code(chitra, f"http://localhost/m/{asha.page.match_id}")
    assert "This phone reads along." in page.words


def test_a_code_is_six_letters_that_cannot_be_mistaken(asha: Phone) -> None:
    match_id = asha.start().match_id
    for _ in range(MOST_INVITATIONS):
        code = invite(asha, match_id).code
        assert re.fullmatch(f"[{ALPHABET}]{{3}} [{ALPHABET}]{{3}}", code)
    assert not set("0O1IL5S2Z8BUV") & set(ALPHABET)


def test_opening_an_invitation_changes_nothing(app: Flask, chitra: Phone, invitation: Invitation) -> None:
    with unwritten(app):
        for _ in range(3):
            assert chitra.open(invitation.path).status == 200
            chitra.client.head(invitation.path)
    assert chitra.open(f"/m/{invitation.token}").status == 404


def test_an_invitation_is_drawn_for_a_camera_without_styles(asha: Phone, invitation: Invitation) -> None:
    for code in asha.open(f"/m/{asha.page.match_id}/phones").all("svg", class_="qr"):
        assert not [part for part in code.iter() if part.get("style")]
        assert code.get("viewbox")  # the reader of pages writes all attributes small
    assert invitation.link.startswith("http://localhost/join/")


def test_joining_twice_is_one_seat_and_keeps_the_name(
    app: Flask, asha: Phone, chitra: Phone, invitation: Invitation
) -> None:
    chitra.open(invitation.path)
    letter = chitra.fill(invitation.token, {"name": "Chitra"})
    assert chitra.post(letter).status == 303
    before = dump(app)
    assert chitra.post(letter).status == 303
    assert chitra.post(letter.but(name="")).status == 303
    assert dump(app) == before
    assert "It does already." in chitra.open(invitation.path).words
    assert "Chitra" in asha.open(f"/m/{asha.page.match_id}/phones").words


def test_one_invitation_is_for_the_whole_family(asha: Phone, app: Flask, invitation: Invitation) -> None:
    for number in range(MOST_PHONES - 1):
        accept(Phone(app), invitation, f"Cousin {number}")
    late = Phone(app)
    late.open(invitation.path)
    page = late.post(late.fill(invitation.token, {"name": "Uncle"}))
    assert page.status == 409
    assert f"{MOST_PHONES} phones keep score here already." in page.alerts
    assert page.form(invitation.token).untouched() == [("name", "Uncle")]


def test_there_are_not_more_invitations_than_anybody_needs(asha: Phone) -> None:
    match_id = asha.start().match_id
    for _ in range(MOST_INVITATIONS):
        invite(asha, match_id)
    page = asha.post(asha.fill("invite"))
    assert page.status == 409
    assert "Take one back first." in page.alerts
    asha.post(page.forms("take-back")[0].fill({"invitation": ...}))
    assert invite(asha, match_id).code


def test_a_double_tap_makes_one_invitation(app: Flask, asha: Phone) -> None:
    asha.open(f"/m/{asha.start().match_id}/phones")
    letter = asha.fill("invite")
    asha.post(letter)
    before = dump(app)
    assert asha.post(letter).status == 303
    assert dump(app) == before


def test_an_invitation_that_was_taken_back_is_over_and_who_joined_stays(
    app: Flask, asha: Phone, chitra: Phone, stranger: Phone, invitation: Invitation
) -> None:
    match_id = asha.page.match_id
    accept(chitra, invitation)
    stranger.open(invitation.path)
    late = stranger.fill(invitation.token)
    asha.open(f"/m/{match_id}/phones")
    asha.say("take-back", {"invitation": ...})
    with unwritten(app):
        for page in (stranger.post(late), stranger.open(invitation.path)):
            assert page.status == 404
            assert "This invitation is over." in page.words
        assert "No such code, or it is over." in type_code(stranger, invitation.code).alerts
    assert chitra.open(f"/m/{match_id}").forms("round")


def test_an_invitation_ends_after_half_an_hour(
    app: Flask, asha: Phone, stranger: Phone, invitation: Invitation
) -> None:
    stranger.open(invitation.path)
    late = stranger.fill(invitation.token)
    expire(app)
    with unwritten(app):
        assert stranger.post(late).status == 404
        assert stranger.open(invitation.path).status == 404
        assert type_code(stranger, invitation.code).status == 422
    assert invitation.code not in asha.open(f"/m/{asha.page.match_id}/phones").words


def test_an_invitation_to_a_match_that_was_put_away_is_over(
    asha: Phone, stranger: Phone, invitation: Invitation
) -> None:
    asha.open(f"/m/{asha.page.match_id}/table")
    asha.say("delete", {"sure": "1"})
    assert stranger.open(invitation.path).status == 404
    assert type_code(stranger, invitation.code).status == 422


@pytest.mark.parametrize(
    "typed", ["", "ABC", "AAA AAA", "0OI 1LS", "x" * 300, "<b>&", "http://localhost/join/12", "🃏"]
)
def test_a_code_that_is_none_is_said_beside_the_field_and_kept(app: Flask, stranger: Phone, typed: str) -> None:
    with unwritten(app):
        page = type_code(stranger, typed)
    assert page.status == 422
    assert page.alerts == (
        "No such code, or it is over. Look again, or ask for a new one." if typed else "Type the code."
    )
    assert page.form("join").untouched() == [("code", typed)]


@pytest.mark.parametrize(("name", "wrong"), [("x" * 31, "At most 30 letters"), ("a\u202eb", "letters that cannot")])
def test_an_odd_name_is_said_beside_the_field_and_kept(
    app: Flask, chitra: Phone, invitation: Invitation, name: str, wrong: str
) -> None:
    chitra.open(invitation.path)
    with unwritten(app):
        page = chitra.post(chitra.fill(invitation.token, {"name": name}))
    assert page.status == 422
    assert wrong in page.alerts
    assert page.form(invitation.token).untouched() == [("name", name)]


def test_who_joined_may_invite_too_and_see_what_was_handed_out(asha: Phone, chitra: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    first = join(asha, chitra, match_id, "Chitra")
    assert first.status == 200
    invitation = invite(chitra, match_id)
    assert accept(stranger, invitation, "Deepak").forms("round")
    asha.open(f"/m/{match_id}/phones")
    assert len(asha.page.all("p", class_="aloud")) == 2
    assert shown(asha.page) == invitation
