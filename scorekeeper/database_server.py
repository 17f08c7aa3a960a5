"""PostgreSQL in place of the embedded SQLite: its settings, what its errors mean, and how it tells of changes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import sqlalchemy as sa
from sqlalchemy import URL, Connection
from sqlalchemy.engine import Engine

from .database_file import Unusable

PATIENCE = 5
"""Seconds that a write waits for others, and a request for a connection, before it says so."""
CHANNEL = "scorekeeper"
SETTINGS = f"SET timezone TO 'UTC'; SET lock_timeout TO '{PATIENCE}s'"

BUSY = ("55P03", "40001", "40P01", "57014", "53300")
KINDS = {**dict.fromkeys(BUSY, "busy"), "53100": "full", "25006": "readonly"}
"""What its five letters mean to a page; a server that is not there gives none."""


def engine_options(url: URL) -> dict[str, Any]:
    """Options of the engine. A server that was restarted is noticed before its connection is used, not by a player."""
    if url.get_backend_name() != "postgresql":
        return {}
    return {
        "pool_pre_ping": True,
        "pool_timeout": PATIENCE,
        "pool_size": 10,
        "connect_args": {"connect_timeout": PATIENCE},
    }


def prepare_session(connection: Any, _entry: object) -> None:
    """Set up a connection: moments come back as UTC, and nobody waits for ever."""
    connection.autocommit = True
    connection.execute(SETTINGS)
    connection.autocommit = False


def trouble_with(error: object) -> Unusable:
    """Say what an error of the server means: its kind, and a line for whoever runs this."""
    code = getattr(error, "sqlstate", None)
    line = " ".join(str(error).split())
    if code is None or (code[:2] in ("08", "57") and code not in BUSY):
        return Unusable("gone", f"the database server does not answer: {line}")
    return Unusable(KINDS.get(code, ""), line)


def tell_others(connection: Connection, match_id: str) -> None:
    """Let every process know, once this transaction is committed, that a match has changed."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, match_id)))


def listen(engine: Engine, ready: Callable[[], None], hear: Callable[[str], None]) -> None:
    """Hear of matches that changed in any process, until the server goes away or whoever listens is stopped."""
    try:
        pooled = engine.raw_connection()
        listener: Any = pooled.dbapi_connection
        pooled.detach()  # it listens for as long as it lives: nobody else may get it
        with closing(listener) as connection:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            ready()
            while True:
                for told in connection.notifies(timeout=60):
                    hear(told.payload)
    except engine.dialect.loaded_dbapi.Error as error:
        raise trouble_with(error) from None
