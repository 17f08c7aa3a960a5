"""Where the secrets of invitations may be, and where never: database, logs, referrers, other pages, exports."""

from __future__ import annotations

import logging

import pytest
from flask import Flask
from joining import accept, invite, join, name_phone, recovery_code, type_code
from phones import Letter, Phone, dump, unwritten

from scorekeeper import seats

NOWHERE = ("", "/history", "/table", ".json", "/rules")


def test_the_database_knows_digests_only(app: Flask, asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    invitation, lost = invite(asha, match_id), recovery_code(asha, match_id)
    accept(stranger, invitation)
    rows = "\n".join(dump(app))
    for secret in (invitation.token, invitation.code.replace(" ", ""), lost.replace(" ", "")):
        assert secret not in rows


def test_no_other_page_tells_an_invitation_or_a_phone(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    invitation = invite(asha, match_id)
    accept(chitra, invitation, "Chitra")
    device = chitra.client.get_cookie("device")
    assert device is not None
    with app.app_context():
        digests = [one.device for one in seats.scorers(match_id)]
    for phone in (asha, chitra, Phone(app)):
        for end in NOWHERE:
            page = phone.open(f"/m/{match_id}{end}")
            assert invitation.token not in page.html
            assert invitation.code not in page.html
        html = phone.open(f"/m/{match_id}/phones").html
        assert not [digest for digest in digests if digest in html]
        assert device.value not in html


def test_a_link_travels_in_no_referrer_cache_or_index(asha: Phone, stranger: Phone) -> None:
    invitation = invite(asha, asha.start().match_id)
    pages = [stranger.open(invitation.path), stranger.open("/join"), stranger.open(f"/join/{'0' * 32}")]
    pages.append(stranger.post(Letter(invitation.path, []), headers={"Origin": "https://evil.example"}))
    assert [page.status for page in pages] == [200, 200, 404, 403]
    for page in pages:
        # Not no-referrer, which would make browsers send "Origin: null" with the form of the page.
        assert page.headers["Referrer-Policy"] == "strict-origin"
        assert page.headers["X-Robots-Tag"] == "noindex"
        assert page.headers["Cache-Control"] == "no-store"


def test_a_preview_of_a_link_tells_nothing_of_the_match(asha: Phone, stranger: Phone) -> None:
    page = stranger.open(invite(asha, asha.start().match_id).path)
    assert page.title == "Join a match · Scorekeeper"
    assert page.all("meta", property="og:title") == []


def test_a_log_line_hides_the_secret(
    asha: Phone, stranger: Phone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    invitation = invite(asha, asha.start().match_id)
    stranger.open(invitation.path)
    letter = stranger.fill(invitation.token, {"name": "x"})
    monkeypatch.setattr(seats, "asked_by_token", lambda _: 1 // 0)
    for page in (stranger.open(invitation.path), stranger.post(letter)):
        assert page.status == 500
        assert invitation.token not in page.html
    assert caplog.text.count("/join/…") == 2
    assert invitation.token not in caplog.text


def test_a_forged_post_cannot_join_or_take_a_seat(app: Flask, asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    invitation, lost = invite(asha, match_id), recovery_code(asha, match_id)
    stranger.open(invitation.path)
    forged = {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
    for letter in (Letter(invitation.path, []), Letter("/join/recover", [("code", lost)])):
        with unwritten(app):
            assert stranger.post(letter, headers=forged).status == 403


def test_reading_never_writes_whoever_has_the_address(app: Flask, asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    letters = [asha.fill("round", {"tens": "3-1"}), asha.fill("misdeal")]
    asha.open(f"/m/{match_id}/table")
    letters += [
        asha.fill("rename", {"name-0": "x"}),
        asha.fill("end", {"how": "agreed"}),
        asha.fill("delete", {"sure": "1"}),
    ]
    with unwritten(app):
        assert stranger.open(f"/m/{match_id}").status == 200
        assert [stranger.post(letter).status for letter in letters] == [403] * 5


def test_a_scorer_of_one_match_is_nobody_at_another(app: Flask, asha: Phone, bilal: Phone, chitra: Phone) -> None:
    asha.start()
    join(bilal, chitra, bilal.page.match_id)
    letter = asha.fill("round", {"tens": "3-1"})
    with unwritten(app):
        assert chitra.post(letter).status == 403


def test_the_recovery_code_takes_nothing_at_another_table(
    app: Flask, asha: Phone, bilal: Phone, stranger: Phone
) -> None:
    theirs = bilal.page.match_id
    type_code(stranger, recovery_code(asha, asha.start().match_id))
    stranger.say("recover")
    assert stranger.open(f"/m/{theirs}").forms("round") == []


def test_names_of_phones_are_no_place_to_fill_the_disk(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    name_phone(asha, match_id, "Sofa")
    asha.open(f"/m/{match_id}/phones")
    letter = asha.fill("name")
    with unwritten(app):
        assert asha.post(letter.but(name="x" * 60_000)).status == 422
        assert asha.post(letter.but(name="x" * 70_000)).status == 413
