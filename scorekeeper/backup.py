"""`scorekeeper backup` and `scorekeeper restore`: a copy of every match, taken and put back while the server runs."""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from . import create_app
from .database import PATIENCE, check_release, upgrade
from .database_file import Unusable, check_whole, connect, is_there, look, path_of, release_in, release_of
from .models import db
from .which_database import add_database_option, find_database

WAITING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Failed(Exception):
    """Why there is no copy, or why nothing was put back, in words for whoever typed the command."""


def add_backup_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `backup`."""
    parser.add_argument("file", type=Path, help="where the copy goes")
    parser.add_argument("--force", action="store_true", help="replace a file of that name")
    add_database_option(parser)


def add_restore_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `restore`."""
    parser.add_argument("file", type=Path, help="a copy that `backup` made, of this release or an earlier one")
    add_database_option(parser)


def run_backup(options: argparse.Namespace) -> int:
    """Save a copy and say what is in it."""
    return _run(options, lambda database, file: back_up(database, file, force=options.force))


def run_restore(options: argparse.Namespace) -> int:
    """Put a copy back and say what is there now."""
    return _run(options, restore)


def back_up(database: Path, file: Path, *, force: bool = False) -> str:
    """Save a copy that is whole, or none: what is not finished never has the file's name."""
    _check_free(file, force=force)
    with _draft(file) as draft:
        with closing(_copy(database, draft)) as copy:
            check_whole(copy, database)
            saved = _told(copy)
        _check_free(file, force=force)
        _put(draft, file)
    return f"{file} holds {saved}."


def restore(database: Path, file: Path) -> str:
    """Put a copy in the place of the present matches, which are kept beside them. A running server goes on with it.

    Everything that can fail is done to a draft first: the copy's check, and bringing it to this release.
    """
    if not is_there(file):
        raise Failed(f"there is no {file}.")
    if is_there(database) and file.samefile(database):
        raise Failed(f"{file} is the database itself.")
    database.parent.mkdir(parents=True, exist_ok=True)
    kept = database.with_name(f"{database.stem}-{_stamp()}{database.suffix}")
    _check_free(kept)
    with _draft(database) as draft:
        back = _read_copy(file, draft)
        put = _write_into if _is_database(database) else _replace
        put(database, draft, kept)
    return f"{database} holds {back} again." + (f" What it held before is in {kept}." if is_there(kept) else "")


# --- the steps of both -----------------------------------------------------------------------------------------------


def _copy(database: Path, draft: Path) -> sqlite3.Connection:
    """Copy a database of ours as it stands now, whoever writes meanwhile."""
    copy = sqlite3.connect(draft)
    with closing(connect(database)) as live:
        if release_in(live, database) is None:
            raise Failed(f"{database} holds nothing yet.")
        live.backup(copy, progress=_give_up_after(PATIENCE))
    copy.execute("PRAGMA journal_mode=DELETE")  # all in one file, which needs no folder that can be written
    return copy


def _read_copy(file: Path, draft: Path) -> str:
    """Make the draft: the copy, whole, of a release that we know, and brought to ours. Says what is in it."""
    app = create_app(str(draft))
    if check_release(app, file) is None:
        raise Failed(f"{file} holds nothing.")
    with closing(look(file)) as source, closing(sqlite3.connect(draft)) as copy:
        source.backup(copy, progress=_give_up_after(PATIENCE))
        check_whole(copy, file)
    upgrade(app)
    with app.app_context():
        db.engine.dispose()  # what it has written goes into the draft itself
    with closing(connect(draft)) as copy:
        return _told(copy)


def _is_database(database: Path) -> bool:
    """Say whether there is a database that can be written into. Raises Unusable for one that is somebody else's."""
    if not is_there(database) or not database.stat().st_size:
        return False
    try:
        return release_of(database) is not None
    except Unusable as trouble:
        if trouble.kind == "damaged":
            return False
        raise


def _write_into(database: Path, draft: Path, kept: Path) -> None:
    """Write the draft into the live database, in one transaction."""
    give_up = _give_up_after(PATIENCE)

    def keep(status: int, left: int, total: int) -> None:
        # After the first page we hold the write lock, so nothing can be saved that is not in what we keep. It is not
        # checked: that it is damaged may be why a copy is put back.
        give_up(status, left, total)
        if status not in WAITING and not is_there(kept):
            with _draft(kept) as present:
                _copy(database, present).close()
                _own_like(database, present)
                _put(present, kept)

    with closing(connect(database)) as live, closing(sqlite3.connect(draft)) as copy:
        _same_page_size(copy, live)
        copy.backup(live, pages=1, progress=keep)
        live.execute("PRAGMA wal_checkpoint")


def _same_page_size(copy: sqlite3.Connection, live: sqlite3.Connection) -> None:
    """SQLite cannot change the size of a live database's pages, so the draft's is changed."""
    (size,) = live.execute("PRAGMA page_size").fetchone()
    if copy.execute("PRAGMA page_size").fetchone() != (size,):
        for step in ("PRAGMA journal_mode=DELETE", f"PRAGMA page_size={size}", "VACUUM"):
            copy.execute(step)


def _replace(database: Path, draft: Path, kept: Path) -> None:
    """Put the draft where no database is that could be written into; what lies there is moved aside, -wal and all."""
    _own_like(database if is_there(database) else database.parent, draft)
    for end in ("-shm", "-wal", ""):
        old = database.with_name(database.name + end)
        if is_there(old):
            old.rename(kept.with_name(kept.name + end))
    _put(draft, database)


def _own_like(model: Path, file: Path) -> None:
    """Let those use a file who used the other: whoever types the command is perhaps not who runs the server."""
    found = model.stat()
    with suppress(PermissionError):
        os.chown(file, found.st_uid, found.st_gid)
    file.chmod(found.st_mode & 0o666)


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A file of another name beside `file`, gone afterwards."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=".part", dir=file.parent)
    except OSError as error:
        raise Failed(f"cannot write in {file.parent}: {error.strerror}.") from None
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            Path(name + end).unlink(missing_ok=True)


def _put(draft: Path, file: Path) -> None:
    """Give a finished draft its name, durable when this returns."""
    _sync(draft)
    draft.replace(file)
    _sync(file.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check_free(file: Path, *, force: bool = False) -> None:
    if file.is_dir():
        raise Failed(f"{file} is a folder.")
    if not force and is_there(file):
        raise Failed(f"{file} is there already; --force replaces it.")


def _give_up_after(seconds: float) -> Callable[[int, int, int], None]:
    """Stop a copy that waits for a lock: by itself it would wait for ever."""
    deadline = time.monotonic() + seconds

    def watch(status: int, _left: int, _all: int) -> None:
        if status in WAITING and time.monotonic() > deadline:
            raise Failed("another program keeps the database locked; try again.")

    return watch


def _told(connection: sqlite3.Connection) -> str:
    """Say how much is in a database."""
    matches, events = (
        connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]  # noqa: S608 - two names of ours
        for table in ("match", "event")
    )
    return f"{matches} match{'' if matches == 1 else 'es'} with {events} event{'' if events == 1 else 's'}"


def _stamp() -> str:
    return datetime.now(UTC).astimezone().strftime("%Y%m%d-%H%M%S")


# --- the command -----------------------------------------------------------------------------------------------------


def _run(options: argparse.Namespace, job: Callable[[Path, Path], str]) -> int:
    """Do a job and print its one line; or why not, with exit status 1."""
    try:
        print(job(_database_file(options.database), options.file.expanduser().absolute()))
    except (Failed, Unusable) as reason:
        print(f"scorekeeper: {reason}", file=sys.stderr)
    except sqlite3.Error as error:
        print(f"scorekeeper: cannot copy: {error}.", file=sys.stderr)
    except OSError as error:
        print(f"scorekeeper: cannot write {error.filename}: {error.strerror}.", file=sys.stderr)
    else:
        return 0
    return 1


def _database_file(given: str | None) -> Path:
    url = find_database(given)
    if url.get_backend_name() == "postgresql":
        raise Failed("that is a PostgreSQL database: pg_dump saves it, and pg_restore puts it back.")
    path = path_of(url)
    if path is None:
        raise Failed("that is no file; only a database in a file can be copied.")
    return path
