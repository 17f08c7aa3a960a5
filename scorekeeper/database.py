"""The database's own settings: SQLite durable and strict, one write transaction, never a file that is there no more."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from alembic import command
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import Dialect, Engine
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.pool import ConnectionPoolEntry

from . import database_server
from .database_file import (
    Unusable,
    code_of,
    connect,
    gone,
    make,
    path_of,
    release_of,
    rescue,
    trouble_with,
    whereabouts,
)
from .models import db

PATIENCE = 5.0
"""Seconds a write waits for others before it says so."""
BUSY_MS = 50
"""SQLite waits inside C, where no other player is served: so it waits shortly, and the rest is slept here."""

P = ParamSpec("P")
R = TypeVar("R")

_writer = threading.Lock()
_log = logging.getLogger("scorekeeper")


class Busy(Unusable):
    """Another process holds the database; the same request may be sent again."""


def prepare(engine: Engine) -> None:
    """Set up SQLite's connections; another database keeps its own ways."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _connect)
        event.listen(engine, "begin", _begin)
    else:
        event.listen(engine, "connect", database_server.prepare_session)
    path = path_of(engine.url)
    if path is not None:
        _watch(engine, path)


def upgrade(app: Flask) -> None:
    """Bring the database to this release; it is made where there is none. Unusable ones are not touched."""
    with app.app_context():
        path = path_of(db.engine.url)
        if path is not None:
            make(path)
            if check_release(app, path) == newest_release(app):
                return
        try:
            # Flask-Migrate's own upgrade would end the process when something is wrong.
            command.upgrade(app.extensions["migrate"].migrate.get_config(), "head")
        except DBAPIError as problem:
            raise explain(problem) from None


def newest_release(app: Flask) -> str | None:
    """Revision that a database of this release stands at."""
    return _releases(app).get_current_head()


def check_release(app: Flask, path: Path) -> str | None:
    """Revision that a database file stands at. Raises Unusable for one of a newer release, and for none of ours."""
    found = release_of(path)
    if found not in (None, *(script.revision for script in _releases(app).walk_revisions())):
        raise Unusable("foreign", f"{path} is from a newer release of Scorekeeper ({found}): install that one.")
    return found


def read_only(app: Flask) -> Unusable | None:
    """Say why nothing can be saved, where that is so before anybody tries.

    Nothing stays open: a worker that is forked with an open database would believe that it holds our locks.
    """
    with app.app_context():
        try:
            with _begin_writing(time.monotonic()) as connection:
                # SQLite begins whatever it may do, and says no only now. This changes nothing, and is not committed.
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
        except DBAPIError as problem:
            trouble = explain(problem)
            return trouble if trouble.kind == "readonly" else None
        except Busy:
            return None
        finally:
            db.engine.dispose()
    return None


@contextmanager
def writing() -> Iterator[Connection]:
    """Hold a write transaction, in SQLite the one there is.

    It is committed at the end, undone by any exception, durable when this returns.

    Raises Busy when another process does not let go, and Unusable when the file that was written is there no more.
    Between BEGIN and COMMIT nothing here may wait for anything.
    """
    db.session.rollback()  # it would go on seeing the database as it was when this request first looked
    if db.engine.dialect.name != "sqlite":
        with _begin_on_server() as connection:
            yield connection
            connection.commit()
        return
    deadline = time.monotonic() + PATIENCE
    if not _writer.acquire(timeout=PATIENCE):
        raise Busy("busy", f"writers waited {PATIENCE:.0f} s for one another.")
    try:
        with _begin_writing(deadline) as connection:
            opened = connection.info.get("whereabouts")
            yield connection
            connection.commit()
        path = path_of(db.engine.url)
        if path is not None and opened != whereabouts(path):
            raise gone(path)
    finally:
        _writer.release()


def explain(problem: DBAPIError) -> Unusable:
    """Say what an error of the database means: a line with the cure, and its kind, empty where we know none."""
    path = path_of(db.engine.url)
    if db.engine.dialect.name != "sqlite":
        return database_server.trouble_with(problem.orig)
    if path is None or problem.orig is None:
        return Unusable("", str(problem.orig))
    return trouble_with(path, problem.orig)


def again_on_conflict(write: Callable[P, R]) -> Callable[P, R]:
    """Do a write once more where another was first with an id, at the same moment: then that one is found.

    In SQLite nobody else can be between looking and writing.
    """

    @wraps(write)
    def twice(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return write(*args, **kwargs)
        except IntegrityError:
            return write(*args, **kwargs)

    return twice


def _begin_on_server() -> Connection:
    try:
        connection = db.engine.connect()
    except NoConnection as problem:
        raise Busy("busy", "every connection to the database server is in use.") from problem
    connection.begin()
    return connection


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
                trouble = explain(problem)
                raise Busy(trouble.kind, str(trouble)) from problem
            time.sleep(0.02)
        else:
            return connection


def _locked(problem: OperationalError) -> bool:
    return code_of(problem.orig) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _connect(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    # Python's driver would begin transactions on its own, and too late: they are begun below.
    connection.isolation_level = None
    # The last one opens the -wal, so that whoever looks what lies there now sees it.
    for pragma in (
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_MS}",
        "journal_mode=WAL",
        "schema_version",
    ):
        try:
            connection.execute(f"PRAGMA {pragma}")
        except sqlite3.OperationalError as error:
            if code_of(error) != sqlite3.SQLITE_READONLY:  # it can be read all the same
                raise


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _watch(engine: Engine, path: Path) -> None:
    """Use no connection whose file was deleted or replaced: SQLite would save there, until we stop and all is lost."""

    def open_file(_dialect: Dialect, _entry: object, _arguments: object, options: dict[str, Any]) -> object:
        return None if options.get("uri") else connect(path, **{"timeout": BUSY_MS / 1000, **options})

    def remember(_connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
        entry.info["whereabouts"] = whereabouts(path)

    def compare(connection: sqlite3.Connection, entry: ConnectionPoolEntry, _fairy: object) -> None:
        opened, now = entry.info["whereabouts"], whereabouts(path)
        if opened == now:
            return
        if opened[0] == now[0]:  # the database itself is there still, and its -wal is not
            _rescue(connection, path)
        elif now[0] is not None:
            _log.warning("%s was replaced while in use: what lies there now is opened.", path)
        raise DisconnectionError

    event.listen(engine, "do_connect", open_file)
    event.listen(engine, "connect", remember)
    event.listen(engine, "checkout", compare)


def _rescue(connection: sqlite3.Connection, path: Path) -> None:
    # Until that is done nobody may open the database again: with a new -wal, what the deleted one holds would be lost.
    while not rescue(connection):
        time.sleep(0.02)
    _log.warning("%s-wal was deleted while in use: what it held is in %s now.", path, path)


def _releases(app: Flask) -> ScriptDirectory:
    return ScriptDirectory(str(app.extensions["migrate"].directory))
