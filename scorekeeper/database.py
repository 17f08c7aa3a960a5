"""The database's own settings: SQLite durable and strict, one write transaction, migrations."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from flask import Flask
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from .models import db

PATIENCE = 5.0
"""Seconds a write waits for others before it says so."""
BUSY_MS = 50
"""SQLite waits inside C, where no other player is served: so it waits shortly, and the rest is slept here."""

_writer = threading.Lock()


class Busy(Exception):
    """Another process holds the database; the same request may be sent again."""


def prepare(engine: Engine) -> None:
    """Set up SQLite's connections; another database keeps its own ways."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _connect)
        event.listen(engine, "begin", _begin)


def upgrade(app: Flask) -> None:
    """Bring the database to this release; it is made where there is none.

    Raises CommandError for the database of a later release: Flask-Migrate's own upgrade would end the process.
    """
    with app.app_context():
        path = db.engine.url.database
        if db.engine.dialect.name == "sqlite" and path:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        command.upgrade(app.extensions["migrate"].migrate.get_config(), "head")


@contextmanager
def writing() -> Iterator[Connection]:
    """Hold the one write transaction: committed at the end, undone by any exception, durable when this returns.

    Raises Busy when another process does not let go. Between BEGIN and COMMIT nothing here may wait for anything.
    """
    deadline = time.monotonic() + PATIENCE
    if not _writer.acquire(timeout=PATIENCE):
        raise Busy
    try:
        with _begin_writing(deadline) as connection:
            yield connection
            connection.commit()
    finally:
        _writer.release()


def _begin_writing(deadline: float) -> Connection:
    while True:
        connection = db.engine.connect().execution_options(writing=True)
        try:
            connection.begin()
        except OperationalError as problem:
            connection.close()
            if not _locked(problem):
                raise
            if time.monotonic() > deadline:
                raise Busy from problem
            time.sleep(0.02)
        else:
            return connection


def _locked(problem: OperationalError) -> bool:
    code = getattr(problem.orig, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _connect(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    # Python's driver would begin transactions on its own, and too late: they are begun below.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
