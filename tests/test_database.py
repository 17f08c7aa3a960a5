"""The database itself: durable, strict, and the same whether it was made today or by an older release."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import flask_migrate
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from phones import Phone, log_of, unwritten

from scorekeeper import create_app, database, store
from scorekeeper.database import upgrade
from scorekeeper.log.reading import KINDS
from scorekeeper.match_file import answer, load, score
from scorekeeper.models import Event, Match, db

FIXTURES = Path(__file__).parent / "fixtures"


def schema_of(path: Path) -> list[str]:
    """Give a database's schema."""
    connection = sqlite3.connect(path)
    try:
        return [row[0] for row in connection.execute("SELECT sql FROM sqlite_master ORDER BY name") if row[0]]
    finally:
        connection.close()


# --- settings ---


def test_every_connection_is_durable_and_strict(app: Flask) -> None:
    with app.app_context():
        connections = [db.engine.connect() for _ in range(5)]
        try:
            for connection in connections:
                told = {
                    pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()
                    for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
                }
                assert told == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 50}
        finally:
            for connection in connections:
                connection.close()


def test_an_event_without_its_match_is_refused(app: Flask) -> None:
    with app.app_context(), pytest.raises(sa.exc.IntegrityError):
        db.session.execute(
            sa.text(
                "INSERT INTO event (match_id, seq, id, kind, body, after, by, received)"
                " VALUES ('nobody', 1, 'x', 'undo', '{}', 0, '', '2026-01-01')"
            )
        )


def test_a_read_does_not_grow_into_a_write(app: Flask, asha: Phone) -> None:
    begun: list[str] = []
    with app.app_context():
        sa.event.listen(db.engine, "before_cursor_execute", lambda *told: begun.append(told[2].split("\n")[0]))
    asha.start()
    writes = [number for number, said in enumerate(begun) if said.startswith(("INSERT", "UPDATE", "DELETE"))]
    assert writes
    for number in writes:
        before = [said for said in begun[:number] if said.startswith("BEGIN")]
        assert before[-1] == "BEGIN IMMEDIATE"


def test_moments_are_utc_whatever_the_clock_says(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    with app.app_context():
        match = db.session.get(Match, match_id)
        assert match is not None
        assert str(match.started.tzinfo) == "UTC"
        event = db.session.scalar(sa.select(Event))
        assert event is not None
        assert event.received.isoformat().endswith("+00:00")


# --- a database that another process holds ---


@contextmanager
def held(app: Flask) -> Iterator[None]:
    """Hold the database as another process would."""
    with app.app_context():
        path = str(db.engine.url.database)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for others only shortly."""
    monkeypatch.setattr(database, "PATIENCE", 0.2)


@pytest.mark.usefixtures("impatient")
def test_a_write_that_may_not_is_answered_in_words_and_leaves_nothing_behind(app: Flask, asha: Phone) -> None:
    asha.start()
    letter = asha.fill("round", {"tens": "3-1"})
    with held(app), unwritten(app):
        page = asha.post(letter)
    assert page.status == 503
    assert "Not saved" in page.words
    assert "Too many are writing at once." in page.words
    assert asha.post(letter).status == 303
    assert len(log_of(app, page.match_id)) == 1


@pytest.mark.usefixtures("impatient")
def test_a_match_that_could_not_be_started_is_started_by_the_same_letter_later(app: Flask, asha: Phone) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"first_dealer": "0"})
    with held(app), unwritten(app):
        assert asha.post(letter).status == 503
    assert asha.post(letter).status == 303


@pytest.mark.usefixtures("impatient")
def test_whoever_reads_is_not_kept_waiting(app: Flask, asha: Phone, bilal: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    with held(app):
        for phone in (asha, bilal):
            for address in ("/", f"/m/{match_id}", f"/m/{match_id}/history", f"/m/{match_id}.json", "/new/tervi"):
                assert phone.open(address).status == 200


def test_a_write_waits_for_another_that_soon_ends(app: Flask, asha: Phone) -> None:
    asha.start()
    letter = asha.fill("round", {"tens": "3-1"})
    released = threading.Event()

    def hold() -> None:
        with held(app):
            holding.set()
            released.wait(0.3)

    holding = threading.Event()
    other = threading.Thread(target=hold)
    other.start()
    holding.wait()
    assert asha.post(letter).status == 303
    other.join()


def break_off_a_write() -> None:
    with database.writing() as connection:
        connection.execute(sa.text("UPDATE match SET game = 'poker'"))
        raise RuntimeError


def test_a_broken_write_leaves_nothing_and_lets_the_next_one_in(app: Flask, asha: Phone) -> None:
    page = asha.start()
    with app.app_context():
        with unwritten(app), pytest.raises(RuntimeError):
            break_off_a_write()
        db.session.remove()
    assert asha.post(asha.fill("round", {"tens": "3-1"})).status == 303
    assert len(log_of(app, page.match_id)) == 1


# --- migrations ---


def test_the_migrations_make_exactly_the_tables_of_the_models(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []


def test_upgrading_twice_is_harmless(app: Flask, asha: Phone) -> None:
    asha.start()
    with app.app_context():
        path = Path(str(db.engine.url.database))
    before = path.read_bytes(), schema_of(path)
    upgrade(app)
    assert (path.read_bytes(), schema_of(path)) == before


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    app = create_app(str(tmp_path / "new" / "folder" / "matches.db"))
    upgrade(app)
    assert (tmp_path / "new" / "folder" / "matches.db").is_file()
    with app.app_context():
        db.engine.dispose()


def test_there_is_one_line_of_migrations_and_each_is_a_sentence() -> None:
    versions = sorted((Path(__file__).parent.parent / "migrations" / "versions").glob("*.py"))
    assert [path.name[:4] for path in versions] == [f"{number:04}" for number in range(1, len(versions) + 1)]
    for path in versions:
        assert path.read_text().startswith('"""')


# --- what an older release wrote ---


def old_databases() -> list[Path]:
    """Give the databases of every release so far."""
    return sorted(FIXTURES.glob("[0-9]*.db"))


@pytest.mark.parametrize("released", old_databases(), ids=lambda path: path.stem)
def test_a_database_of_an_older_release_reads_as_it_did_then(released: Path, tmp_path: Path) -> None:
    shutil.copy(released, tmp_path / "matches.db")
    expected: dict[str, Any] = json.loads(released.with_suffix(".json").read_text())
    app = create_app(str(tmp_path / "matches.db"))
    upgrade(app)
    with app.app_context():
        matches = db.session.scalars(sa.select(Match)).all()
        assert {match.id for match in matches} == set(expected)
        for match in matches:
            reading = store.reading_of(match)
            given = answer(reading.opening, [row for _, row in reading.rows], reading.standing)
            assert json.loads(json.dumps(given)) == expected[match.id]["answer"], match.game
            assert list(reading.sitting_names()) == expected[match.id]["sitting"]
            assert len(reading.said) == expected[match.id]["events"]
        flask_migrate.check()
        db.session.remove()
        db.engine.dispose()


def test_the_old_databases_hold_every_game_and_every_kind_of_event() -> None:
    (first, *_) = old_databases()
    connection = sqlite3.connect(f"file:{first}?mode=ro", uri=True)
    try:
        games = {row[0] for row in connection.execute("SELECT game FROM match")}
        kinds = {row[0] for row in connection.execute("SELECT kind FROM event")}
    finally:
        connection.close()
    assert games == {"tervi", "tervi_classic", "dehla_pakad", "double_sar", "court_piece"}
    assert kinds == set(KINDS)


@pytest.mark.parametrize("released", sorted(FIXTURES.glob("match-file-*.json")), ids=lambda path: path.stem)
def test_a_match_file_of_an_older_release_scores_as_it_did_then(released: Path) -> None:
    given = load(released.read_bytes())
    assert isinstance(given, dict)
    answers, possible = score(given["matches"])
    assert possible
    assert json.loads(json.dumps(answers)) == given["answers"]
