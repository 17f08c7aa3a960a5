"""PostgreSQL instead of SQLite: the same outcomes, also where two do the same at the same moment."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from at_once import TIMES, at_once, opening, round_of, start
from flask import Flask
from hardship import FarPhone, Served, run
from phones import ROUNDS, Phone

from scorekeeper import create_app, kept, seats, store
from scorekeeper.bring_in import bring
from scorekeeper.database import upgrade
from scorekeeper.games import Impossible
from scorekeeper.log import Already, Conflict
from scorekeeper.models import Event, Match, db


def count(app: Flask, what: type[Match | Event]) -> int:
    """Count what is in the database."""
    with app.app_context():
        return db.session.scalar(sa.select(sa.func.count()).select_from(what)) or 0


def told(answers: list[object], kind: type[Exception]) -> list[object]:
    """Those who were told something."""
    return [answer for answer in answers if isinstance(answer, kind)]


def test_the_migrations_make_the_tables_of_the_models(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []
    upgrade(app)


@pytest.mark.parametrize("game", ROUNDS)
def test_a_match_of_every_game_is_played_corrected_ended_and_put_away(app: Flask, game: str) -> None:
    phone = Phone(app)
    phone.start(game, ("Äsha", "بلال", "चित्रा", "🂡"))
    match_id = phone.page.match_id
    phone.play(*ROUNDS[game])
    phone.say("undo", {"target": ...})
    phone.say("redo", {"target": ...})
    phone.say("misdeal")
    assert "بلال" in phone.page.words
    phone.open(f"/m/{match_id}/history")
    assert "UTC" in phone.page.words
    phone.open(f"/m/{match_id}/table")
    phone.say("end", {"how": "agreed"})
    first = phone.page.match_id
    phone.say("rematch")
    assert phone.page.match_id != first
    assert phone.open("/").status == 200
    phone.open(f"/m/{match_id}/table")
    phone.say("delete", {"sure": "1"})
    assert phone.open(f"/m/{match_id}").status == 404


def test_moments_come_back_as_utc_whatever_the_server_thinks(empty: str) -> None:
    app = create_app(empty, RATELIMIT_ENABLED=False)
    upgrade(app)
    with app.app_context():
        name = db.engine.url.database
        with db.engine.begin() as connection:
            connection.execute(sa.text(f"ALTER DATABASE {name} SET timezone TO 'Asia/Karachi'"))
        db.engine.dispose()
    match_id = start(app, "asha")
    with app.app_context():
        store.record(match_id, "asha", round_of(1))
        moment = db.session.scalar(sa.select(Event.received))
        assert moment is not None
        assert moment.isoformat().endswith("+00:00")
        assert abs((datetime.now(UTC) - moment).total_seconds()) < 600
        db.session.remove()
        db.engine.dispose()


# --- at once ---------------------------------------------------------------------------------------------------------


def test_of_eight_phones_that_save_the_same_round_one_is_first(app: Flask) -> None:
    devices = [f"device {number}" for number in range(TIMES)]
    match_id = start(app, *devices)
    answers = at_once(app, lambda number: store.record(match_id, devices[number], round_of(number)))
    assert {conflict.key for conflict in told(answers, Conflict)} == {"round_taken"}  # type: ignore[attr-defined]
    assert len(told(answers, Exception)) == TIMES - 1
    assert count(app, Event) == 1


def test_a_letter_that_arrives_eight_times_at_once_is_one_round(app: Flask) -> None:
    match_id, event_id = start(app, "asha"), secrets.token_hex(16)
    answers = at_once(app, lambda _: store.record(match_id, "asha", round_of(1, event_id)))
    assert told(answers, Exception) == []
    assert count(app, Event) == 1


def test_one_id_in_eight_matches_at_once_is_one_round(app: Flask) -> None:
    matches, event_id = [start(app, "asha") for _ in range(TIMES)], secrets.token_hex(16)
    answers = at_once(app, lambda number: store.record(matches[number], "asha", round_of(1, event_id)))
    assert len(told(answers, Impossible)) == TIMES - 1
    assert count(app, Event) == 1


def test_an_undo_that_eight_phones_say_takes_back_one_round(app: Flask) -> None:
    match_id, first = start(app, "asha"), round_of(1)
    with app.app_context():
        store.record(match_id, "asha", first)
        store.record(match_id, "asha", round_of(1, after=first.id))
        top = db.session.scalar(sa.select(Event.id).where(Event.seq == 2))
    answers = at_once(
        app, lambda _: store.record(match_id, "asha", store.Saying(secrets.token_hex(16), "undo", {"target": top}))
    )
    assert len(told(answers, Already)) == TIMES - 1
    assert count(app, Event) == 3


def test_one_match_that_is_started_eight_times_at_once_is_one(app: Flask) -> None:
    match_id = secrets.token_hex(16)
    answers = at_once(app, lambda _: store.start_match(match_id, "asha", opening()).id)
    assert answers == [match_id] * TIMES
    assert count(app, Match) == 1


def test_one_id_for_two_matches_at_once_is_one_match_and_conflicts(app: Flask) -> None:
    match_id = secrets.token_hex(16)
    answers = at_once(app, lambda number: store.start_match(match_id, "asha", opening(number % 2)).id)
    assert len(told(answers, Conflict)) == TIMES // 2
    assert count(app, Match) == 1


def test_eight_rematches_at_once_are_one(app: Flask) -> None:
    devices = [f"device {number}" for number in range(TIMES)]
    match_id = start(app, *devices)
    answers = at_once(
        app, lambda number: store.start_match(secrets.token_hex(16), devices[number], opening(), match_id).id
    )
    assert len(set(answers)) == 1
    assert count(app, Match) == 2


def test_a_file_that_is_brought_in_eight_times_at_once_makes_no_double(app: Flask) -> None:
    source = Phone(app)
    match_id = source.start().match_id
    source.play(*ROUNDS["dehla_pakad"])
    file = source.client.get(f"/m/{match_id}/export.json").data
    with app.test_request_context():
        brought, problems = bring(file, "bilal")
    assert problems == []
    assert at_once(app, lambda _: kept.bring_in("bilal", brought)) == [None] * TIMES
    assert count(app, Match) == 2


def test_one_id_for_invitations_to_eight_matches_at_once_is_one_invitation(app: Flask) -> None:
    matches, invitation_id = [start(app, "asha") for _ in range(TIMES)], secrets.token_hex(16)
    answers = at_once(app, lambda number: seats.invite(matches[number], "asha", invitation_id))
    assert answers.count(None) == 1
    assert len(told(answers, Impossible) + told(answers, seats.Full)) == TIMES - 1


def test_eight_matches_at_once_hinder_nobody(app: Flask) -> None:
    matches = [start(app, "asha") for _ in range(TIMES)]

    def play(number: int) -> None:
        after = None
        for _ in range(6):
            said = round_of(number, after=after)
            store.record(matches[number], "asha", said)
            after = said.id

    assert at_once(app, play) == [None] * TIMES
    assert count(app, Event) == 6 * TIMES


def test_a_match_that_somebody_keeps_locked_is_said_to_be_busy(app: Flask) -> None:
    phone = Phone(app)
    phone.start()
    letter = phone.fill("round", {"tens": "3-1"})
    with app.app_context(), db.engine.connect() as other:
        other.execute(sa.select(Match.id).where(Match.id == phone.page.match_id).with_for_update())
        answer = phone.post(letter)
        assert answer.status == 503
        assert "Too many are writing at once." in answer.words
        other.rollback()
    assert phone.post(letter).status == 303


def test_what_no_database_can_hold_is_not_found(app: Flask) -> None:
    phone = Phone(app)
    for address in ("/m/%00", "/m/%00/live", "/m/a%00b/history", "/m/%ff%fe"):
        assert phone.open(address).status == 404, address


def test_a_name_with_odd_letters_is_kept_or_refused_and_nothing_breaks(app: Flask) -> None:
    phone = Phone(app)
    phone.open("/new/dehla_pakad")
    letter = phone.fill("dehla_pakad", {"name-0": "A\x00b", "name-1": "\u202eB", "first_dealer": "0"})
    assert phone.post(letter).status in (303, 422)


# --- over real servers -----------------------------------------------------------------------------------------------


def test_a_server_that_is_not_there_is_one_line(tmp_path: object) -> None:
    status, line = run(
        "serve", "--database", f"postgresql+psycopg://nobody:secret@/none?host={tmp_path}", "--port", "0"
    )
    assert status == 1
    assert len(line.splitlines()) == 1
    assert "cannot open the database" in line
    assert "secret" not in line


def test_servers_that_start_at_once_on_an_empty_database_prepare_it_once(
    empty: str, serve_on: Callable[..., Served]
) -> None:
    with ThreadPoolExecutor(2) as pool:
        served, other = pool.map(serve_on, [empty] * 2)
    assert other.log() == ""
    phone = FarPhone(served)
    phone.start()
    phone.play({"tens": "3-1"})
    served.restart()
    phone.open(f"/m/{phone.page.match_id}")
    assert "Round 2" in phone.page.words
    assert served.log() == ""
