"""The store under fire: many phones at once, and a log that is only ever added to."""

from __future__ import annotations

import re
import secrets
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from at_once import TIMES, at_once, round_of, start
from flask import Flask
from phones import PEOPLE, Letter, Phone, dump, log_of, seat
from serving import running

from scorekeeper import create_app, store
from scorekeeper.log import Already, Conflict, open_match
from scorekeeper.models import db


def seqs_of(app: Flask, match_id: str) -> list[int]:
    """Give the numbers of a match's events."""
    with app.app_context():
        query = sa.text("SELECT seq FROM event WHERE match_id = :match ORDER BY seq")
        return list(db.session.scalars(query, {"match": match_id}))


def test_of_eight_phones_that_save_the_same_round_one_is_first_and_seven_are_told(app: Flask) -> None:
    devices = [f"device {number}" for number in range(TIMES)]
    match_id = start(app, *devices)
    answers = at_once(app, lambda number: store.record(match_id, devices[number], round_of(number)))
    told = [answer for answer in answers if isinstance(answer, Conflict)]
    assert len(told) == TIMES - 1
    assert {conflict.key for conflict in told} == {"round_taken"}
    assert all(conflict.line is not None for conflict in told)
    assert seqs_of(app, match_id) == [1]


def test_a_letter_that_arrives_eight_times_at_once_is_one_round(app: Flask) -> None:
    match_id, event_id = start(app, "asha"), secrets.token_hex(16)
    answers = at_once(app, lambda number: store.record(match_id, "asha", round_of(1, event_id)))
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert seqs_of(app, match_id) == [1]


def test_one_id_with_eight_bodies_at_once_is_one_round_and_conflicts(app: Flask) -> None:
    match_id, event_id = start(app, "asha"), secrets.token_hex(16)
    answers = at_once(app, lambda number: store.record(match_id, "asha", round_of(number, event_id)))
    told = [answer for answer in answers if isinstance(answer, Conflict)]
    assert {conflict.key for conflict in told} == {"same_id"}
    assert len(told) == TIMES // 2
    assert seqs_of(app, match_id) == [1]


def test_eight_phones_that_undo_the_same_round_take_back_one(app: Flask) -> None:
    match_id = start(app, "asha")
    first = round_of(1)
    with app.app_context():
        store.record(match_id, "asha", first)
        store.record(match_id, "asha", round_of(1, after=first.id))
    with app.app_context():
        (top,) = db.session.scalars(sa.text("SELECT id FROM event WHERE seq = 2"))
    answers = at_once(
        app, lambda _: store.record(match_id, "asha", store.Saying(secrets.token_hex(16), "undo", {"target": top}))
    )
    assert len([answer for answer in answers if isinstance(answer, Already)]) == TIMES - 1
    assert [kind for kind, _ in log_of(app, match_id)] == ["round", "round", "undo"]


def test_eight_matches_at_once_hinder_nobody(app: Flask) -> None:
    matches = [start(app, "asha") for _ in range(TIMES)]

    def play(number: int) -> None:
        after = None
        for _ in range(5):
            saying = round_of(number, after=after)
            store.record(matches[number], "asha", saying)
            after = saying.id

    assert at_once(app, play) == [None] * TIMES
    assert [seqs_of(app, match_id) for match_id in matches] == [[1, 2, 3, 4, 5]] * TIMES


def test_a_match_started_eight_times_at_once_is_one(app: Flask) -> None:
    opening, match_id = open_match("tervi", {}, PEOPLE[:4], 0), secrets.token_hex(16)
    answers = at_once(app, lambda _: store.start_match(match_id, "asha", opening).id)
    assert answers == [match_id] * TIMES
    assert len([row for row in dump(app) if 'INTO "match"' in row]) == 1


def test_a_rematch_asked_for_eight_times_at_once_is_one(app: Flask) -> None:
    match_id = start(app, "asha")
    opening = open_match("dehla_pakad", {}, PEOPLE[:4], 0)
    answers = at_once(app, lambda _: store.start_match(secrets.token_hex(16), "asha", opening, follows=match_id).id)
    assert len(set(answers)) == 1
    assert len([row for row in dump(app) if 'INTO "match"' in row]) == 2


def test_the_readings_kept_in_memory_are_those_of_the_log(app: Flask) -> None:
    devices = [f"device {number}" for number in range(TIMES)]
    match_id = start(app, *devices)

    def play(number: int) -> None:
        for _ in range(12):
            match = store.find_match(match_id)
            assert match is not None
            last = store.reading_of(match).state.last()
            try:
                store.record(match_id, devices[number], round_of(number, after=last))
            except Conflict:
                continue

    at_once(app, play)
    with app.app_context():
        match = store.find_match(match_id)
        assert match is not None
        kept = store.reading_of(match)
        app.extensions.pop("readings", None)
        fresh = store.reading_of(match)
        assert [said.id for said in kept.said] == [said.id for said in fresh.said]
        assert kept.standing == fresh.standing
        assert kept.rows == fresh.rows
        assert seqs_of(app, match_id) == list(range(1, len(fresh.said) + 1))


def test_what_another_process_wrote_is_read_on(app: Flask, asha: Phone, tmp_path: Path) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    other = Phone(create_app(str(tmp_path / "matches.db")))
    cookie = asha.client.get_cookie("device")
    assert cookie is not None
    other.client.set_cookie("device", cookie.value)
    other.open(f"/m/{match_id}")
    other.play({"tens": "1-3"}, {"tens": "1-3"})
    assert asha.open(f"/m/{match_id}").by_class("no") == ["3", "2", "1"]
    asha.say("undo", {"target": ...})
    assert other.open(f"/m/{match_id}").by_class("no") == ["2", "1"]
    assert other.open("/").by_class("digits") == asha.open("/").by_class("digits")


def test_a_database_put_back_from_a_copy_is_read_afresh(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "3-1"})
    with app.app_context():  # as a copy from before the second round would, with another round said since
        db.session.execute(sa.text("DELETE FROM event WHERE seq = 2"))
        db.session.commit()
    assert asha.open(f"/m/{match_id}").by_class("no") == ["1"]
    asha.play({"tens": "1-3"})
    assert asha.page.by_class("mid") == ["1"]
    assert [body["entry"]["tens"] for _, body in log_of(app, match_id)] == [[3, 1], [1, 3]]


# --- through a real server ---


def test_eight_phones_and_a_real_server_make_one_round(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        cookies = urllib.request.HTTPCookieProcessor()
        phone = urllib.request.build_opener(cookies)
        with phone.open(f"{address}/new/dehla_pakad") as page:
            match_id = found(r'name="id" value="(\w+)"', page.read())
        with phone.open(post(f"{address}/new/dehla_pakad", id=match_id, seats="4", first_dealer="0")) as page:
            board = page.read()
            match = page.url
        entry = re.split(rb"<form", board.split(b"/round")[0])[-1] + board.split(b"/round", 2)[2]
        event_id = found(r'name="id" value="(\w+)"', entry)

        def send(letter: urllib.request.Request) -> int:
            try:
                with phone.open(letter) as answer:
                    return int(answer.status)
            except urllib.error.HTTPError as refused:
                with refused:
                    return refused.code

        same = [post(f"{match}/round", id=event_id, last="", tens="3-1") for _ in range(TIMES)]
        other = [post(f"{match}/round", id=secrets.token_hex(16), last="", tens="1-3") for _ in range(TIMES)]
        with ThreadPoolExecutor(TIMES * 2) as pool:
            answers = list(pool.map(send, [letter for pair in zip(same, other, strict=True) for letter in pair]))
        assert set(answers) <= {200, 409}
        with phone.open(f"{match}.json") as file:
            assert file.read().count(b'"no"') == 1


def post(address: str, **fields: str) -> urllib.request.Request:
    """Write a letter as a browser's form would."""
    origin = "/".join(address.split("/")[:3])
    return urllib.request.Request(address, urllib.parse.urlencode(fields).encode(), {"Origin": origin})  # noqa: S310


def found(pattern: str, page: bytes) -> str:
    """Find the first match of a pattern."""
    match = re.search(pattern, page.decode())
    assert match is not None
    return match[1]


# --- the log is only ever added to ---


def test_no_event_is_ever_changed_or_removed(app: Flask, asha: Phone, chitra: Phone) -> None:
    with app.app_context():
        for verb in ("UPDATE", "DELETE"):
            refuse = f"CREATE TRIGGER no_{verb} BEFORE {verb} ON event BEGIN SELECT RAISE(ABORT, 'append only'); END"
            db.session.execute(sa.text(refuse))
        db.session.commit()
    match_id = asha.start("tervi").match_id
    seat(app, chitra, match_id)
    asha.play({"bidder": "1", "bid": "8"}, {"made": "true"})
    for end in ("misdeal", "undo", "undo", "redo"):
        asha.say(end, {"target": ...} if end != "misdeal" else {})
    for end, typed in (
        ("dealer", {"seat": "2"}),
        ("rename", {"name-0": "Aasha"}),
        ("substitute", {"leaves": "1:seat-1", "name": "Esha"}),
        ("end", {"how": "agreed"}),
    ):
        asha.open(f"/m/{match_id}/table")
        asha.say(end, typed)
    asha.say("rematch")
    asha.open(f"/m/{match_id}/table")
    asha.say("delete", {"sure": "1"})
    asha.say("restore")
    assert len(log_of(app, match_id)) == 10
    with app.app_context(), pytest.raises(sa.exc.IntegrityError, match="append only"):
        db.session.execute(sa.text("UPDATE event SET seq = 99 WHERE seq = 1"))


def test_whatever_happens_a_log_has_no_holes(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    letters: list[Letter] = []
    for typed in ({"tens": "3-1"}, {"tens": "9-9"}, {"tens": "1-3"}, {}, {"tens": "2-2"}):
        asha.open(f"/m/{match_id}")
        letters.append(asha.fill("round", {"tens": "3-1"}).but(**typed))
        asha.post(letters[-1])
    for letter in letters:
        asha.post(letter.but(tens="0-4"))
        asha.post(letter)
    assert seqs_of(app, match_id) == list(range(1, len(log_of(app, match_id)) + 1))
