"""The command `scorekeeper`, with places where it can be made to fail. The program itself knows nothing of them.

A file named by FAULT says where and how, "after_commit worker" for one, and is gone once that has happened.
MIGRATIONS names a folder that takes the place of the migrations, as a later release would have.
"""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.pool import PoolProxiedConnection

import scorekeeper
from scorekeeper import backup
from scorekeeper.command import main

FAULT = Path(os.environ.get("FAULT", "/nowhere"))


def fail_at(place: str) -> None:
    """Fail if we are told to do so here."""
    if not FAULT.exists():
        return
    where, how, *rest = FAULT.read_text().split()
    if where != place:
        return
    FAULT.unlink()
    if how == "worker":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "everything":
        os.killpg(0, signal.SIGKILL)
    elif how == "delete":
        for name in rest:
            Path(name).unlink()


@event.listens_for(Engine, "before_cursor_execute")
def before_insert(connection: Connection, _cursor: object, statement: str, *_: Any) -> None:
    """BEGIN IMMEDIATE was said, and nothing more."""
    if statement.startswith("INSERT INTO event"):
        connection.info["inserted"] = True
        fail_at("before_insert")


@event.listens_for(Engine, "after_cursor_execute")
def after_insert(_connection: Connection, _cursor: object, statement: str, *_: Any) -> None:
    """The event is inserted and not committed."""
    if statement.startswith("INSERT INTO event"):
        fail_at("after_insert")


def commit(self: DefaultDialect, connection: PoolProxiedConnection) -> None:
    """The event is on the disk, and nobody has been told."""
    do_commit(self, connection)
    if connection.info.pop("inserted", False):
        fail_at("after_commit")


def put(draft: Path, file: Path) -> None:
    """A copy has its name; in the middle of a restore that is what the restore will replace."""
    do_put(draft, file)
    fail_at("after_copy")


do_commit, do_put = DefaultDialect.do_commit, backup._put
DefaultDialect.do_commit = commit  # type: ignore[method-assign]
backup._put = put

if "MIGRATIONS" in os.environ:
    later: Any = partial(scorekeeper.Migrate, directory=os.environ["MIGRATIONS"])
    scorekeeper.Migrate = lambda app, db, directory: later(app, db)  # type: ignore[assignment,misc]

main()
