"""One SQLite file: opened without ever making it, known by where it lies, and what to do when it fails."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL

Whereabouts = tuple[tuple[int, int] | None, ...]
OURS = {"alembic_version", "match", "event"}
"""Tables that tell a database of ours from any other, in every release."""


class Unusable(Exception):
    """The database cannot be used: one line for whoever runs it, file and cure, and its `kind` for the page."""

    def __init__(self, kind: str, line: str) -> None:
        super().__init__(line)
        self.kind = kind


def path_of(url: URL) -> Path | None:
    """Path of an embedded database; none for a database server and for one in memory."""
    name = url.database or ":memory:"
    if url.get_backend_name() != "sqlite" or name == ":memory:":
        return None
    return Path(name.removeprefix("file:") if url.query.get("uri") else name).absolute()


def connect(path: Path, **how: Any) -> sqlite3.Connection:
    """Open a database that is there.

    The traps: SQLite makes a missing file anew, and we would save into it as if nothing had happened; beside an empty
    file it deletes the -wal, which may hold the last rounds of the file that lay there before.
    """
    _check_there(path)
    connection: sqlite3.Connection = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, **how)
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.OperationalError as error:
        connection.close()
        shared = is_there(_beside(path, "-wal")) or os.access(path.parent, os.W_OK)
        if shared or code_of(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        # A folder where we can make no -wal, and nobody else has made one: it may be read as it lies there.
        connection = sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True, **how)
    return connection


def look(path: Path) -> sqlite3.Connection:
    """Open a database that may be anybody's so that nothing of it changes, and no file appears beside it."""
    _check_there(path)
    open_elsewhere = any(is_there(_beside(path, end)) for end in ("-wal", "-journal"))
    return sqlite3.connect(f"{path.as_uri()}?{'mode=ro' if open_elsewhere else 'immutable=1'}", uri=True)


def make(path: Path) -> None:
    """Make an empty database where there is none, and its folder."""
    if is_there(path) and (path.is_dir() or path.stat().st_size):
        return
    if is_there(_beside(path, "-wal")):
        raise Unusable(
            "gone", f"{path} is gone, and its last changes are in {path}-wal still: put it back, or move both."
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable("gone", f"cannot make the folder {path.parent}: {error.strerror}.") from None
    try:
        path.touch(0o600)  # an address is enough to read a match, and all of them are in here
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
    except OSError as error:
        raise Unusable("gone", f"cannot make {path}: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise Unusable("gone", f"cannot make {path}: {error}.") from None


def is_there(path: Path) -> bool:
    """Say whether a file can be seen: `Path.exists` raises where the folder is closed to us."""
    return os.access(path, os.F_OK)


def release_of(path: Path) -> str | None:
    """Revision that a database of ours stands at, none for an empty one. Raises Unusable for everything else."""
    try:
        with closing(look(path)) as connection:
            return release_in(connection, path)
    except sqlite3.Error as error:
        raise trouble_with(path, error) from None


def release_in(connection: sqlite3.Connection, path: Path) -> str | None:
    """Revision that an open database stands at; `path` is what it is called when it is not ours."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if tables and not tables >= OURS:
        raise Unusable("foreign", f"{path} is a database of something else: nothing was changed in it.")
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone() if tables else None
    return str(found[0]) if found else None


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Check every page of a database and every reference between its tables."""
    answers = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")]
    if answers != ["ok"] or connection.execute("PRAGMA foreign_key_check").fetchone():
        raise Unusable("damaged", f"{path} is damaged: {answers[0].splitlines()[-1]}.")


# --- where it lies ---------------------------------------------------------------------------------------------------


def whereabouts(path: Path) -> Whereabouts:
    """Say which files lie at a database's path now. Files of that name that we opened may be others, or deleted."""
    return tuple(_identity(f"{path}{end}") for end in ("", "-wal", "-shm"))


def rescue(connection: sqlite3.Connection) -> bool:
    """Write what only a deleted -wal still holds into the database; false while others read.

    After a failure there is nothing to rescue: somebody else with the same deleted file has done it.
    """
    with suppress(sqlite3.Error):
        return not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return True


def _identity(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)  # noqa: PTH116 - asked with each request, and a Path takes longer to make than to ask
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _beside(path: Path, end: str) -> Path:
    return Path(f"{path}{end}")


# --- what is the matter ----------------------------------------------------------------------------------------------


def code_of(error: object) -> int:
    """SQLite's number of an error, 0 for any other."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def gone(path: Path) -> Unusable:
    """Say that a database is not where it was."""
    return Unusable("gone", f"{path} is gone: put it back, or a copy with `scorekeeper restore COPY`.")


def trouble_with(path: Path, error: BaseException) -> Unusable:
    """Say what an error of SQLite means: its kind, and a line with the file and the cure."""
    code = code_of(error)
    if code == sqlite3.SQLITE_CANTOPEN and not is_there(path):
        return gone(path)
    kind, line = CURES.get(code, ("", "{path}: {error}."))
    return Unusable(kind, line.format(path=path, error=error))


LOCKED = "another program keeps {path} locked: `fuser {path}` names it."
SHUT = (
    "{path} cannot be opened: this user must be let read it and write in its folder, and have files left (`ulimit -n`)."
)
NO_ROOM = "the disk is full, {path} cannot grow: make room; nothing else is needed."
# Only ENOSPC becomes SQLITE_FULL; a quota or a limit on the size of files looks like a failing disk.
NO_DISK = (
    "{path} cannot be read or written ({error}): the disk is full, a quota or a limit on file sizes is reached, or the "
    "disk is failing. Where room is made, nothing else is needed."
)
ONLY_READ = (
    "{path} can only be read: this user must be let write it and in its folder, on a disk that is not read-only."
)
DAMAGED = "{path} is damaged or no database: put a copy back with `scorekeeper restore COPY`."
# "No such table", "no such column": another release's, or somebody else's.
FOREIGN = (
    "{path} does not hold what this release keeps ({error}): start `scorekeeper serve` again, which brings an older "
    "database up to date."
)
CURES = {
    sqlite3.SQLITE_FULL: ("full", NO_ROOM),
    sqlite3.SQLITE_IOERR: ("full", NO_DISK),
    sqlite3.SQLITE_READONLY: ("readonly", ONLY_READ),
    sqlite3.SQLITE_CANTOPEN: ("gone", SHUT),
    sqlite3.SQLITE_PERM: ("gone", SHUT),
    sqlite3.SQLITE_BUSY: ("busy", LOCKED),
    sqlite3.SQLITE_LOCKED: ("busy", LOCKED),
    sqlite3.SQLITE_CORRUPT: ("damaged", DAMAGED),
    sqlite3.SQLITE_NOTADB: ("damaged", DAMAGED),
    sqlite3.SQLITE_ERROR: ("foreign", FOREIGN),
}


def _check_there(path: Path) -> None:
    try:
        folder, size = path.is_dir(), path.stat().st_size
    except PermissionError:
        raise Unusable("gone", SHUT.format(path=path)) from None
    except OSError:
        raise gone(path) from None
    if folder:
        raise Unusable("gone", f"{path} is a folder, not a database.")
    if not size:
        raise Unusable("gone", f"{path} is empty: put the right file back, or a copy with `scorekeeper restore COPY`.")
