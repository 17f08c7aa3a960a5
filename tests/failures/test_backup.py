"""Copies taken from a running server and put back into it: whole or not at all, and nothing that was saved is lost."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from hardship import FarPhone, Scribe, Served, is_whole, query, rounds_of, run, times_saved, wait_until, writing
from phones import Phone, log_of, unwritten

from scorekeeper.backup import restore
from scorekeeper.command import main
from scorekeeper.models import db


def say(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    """Type a command here, without a process of its own; give its exit status and its one line."""
    with pytest.raises(SystemExit) as done:
        main([str(argument) for argument in arguments])
    told = capsys.readouterr()
    (line,) = (told.out + told.err).splitlines()
    return int(done.value.code or 0), line


def kept_by(line: str) -> Path:
    """Find what a restore has kept."""
    return Path(line.rpartition(" is in ")[2].removesuffix("."))


def test_a_copy_taken_while_four_write_is_whole_and_holds_all_that_was_saved_before(
    served: Served, tmp_path: Path
) -> None:
    scribes = [Scribe(served) for _ in range(4)]
    with writing(scribes):
        for number in range(3):
            wait_until(lambda number=number: all(len(scribe.saved) > number for scribe in scribes))
            saved = [event_id for scribe in scribes for event_id in scribe.saved]
            copy = tmp_path / f"copy-{number}.db"
            status, said = run("backup", copy, "--database", served.path)
            assert status == 0
            assert is_whole(copy)
            assert [times_saved(copy, event_id) for event_id in saved] == [1] * len(saved)
            (matches,), (events,) = (
                query(copy, "SELECT count(*) FROM match")[0],
                query(copy, "SELECT count(*) FROM event")[0],
            )
            assert said == f"{copy} holds {matches} matches with {events} events.\n"
    assert {path.name for path in tmp_path.iterdir()} == {"copy-0.db", "copy-1.db", "copy-2.db"}


def test_a_copy_is_put_back_under_a_running_server_while_four_write_and_nothing_saved_is_lost(
    served: Served, far: FarPhone, tmp_path: Path
) -> None:
    match_id, copy = far.page.match_id, tmp_path / "copy.db"
    run("backup", copy, "--database", served.path)
    far.play({"tens": "1-3"})
    scribes = [Scribe(served) for _ in range(4)]
    for scribe in scribes:
        scribe.start()
    with writing(scribes):
        wait_until(lambda: all(len(scribe.saved) > 2 for scribe in scribes))
        status, said = run("restore", copy, "--database", served.path)
        assert status == 0, said
    kept = kept_by(said.strip())
    assert is_whole(kept) and is_whole(served.path)
    saved = [event_id for scribe in scribes for event_id in scribe.saved]
    assert all(times_saved(kept, event_id) or times_saved(served.path, event_id) for event_id in saved)
    # A match that is not in the copy is not there any more, or it is at an earlier round.
    assert {status for scribe in scribes for status in scribe.refused} <= {403, 404, 409}
    assert len(rounds_of(far, match_id)) == 1
    far.open(f"/m/{match_id}")
    far.play({"tens": "3-1"})
    served.restart()
    assert len(rounds_of(far, match_id)) == 2


def test_a_restore_that_is_killed_in_the_middle_changes_nothing(served: Served, far: FarPhone, tmp_path: Path) -> None:
    match_id, copy, fault = far.page.match_id, tmp_path / "copy.db", tmp_path / "fault"
    run("backup", copy, "--database", served.path)
    far.play({"tens": "1-3"})
    before = set(served.home.iterdir())
    fault.write_text("after_copy worker")
    status, said = run("restore", copy, "--database", served.path, FAULT=str(fault))
    assert (status, said) == (-9, "")
    assert len(rounds_of(far, match_id)) == 2
    far.play({"tens": "1-3"})
    assert len(rounds_of(far, match_id)) == 3
    assert is_whole(served.path)
    left = set(served.home.iterdir()) - before
    (kept,) = [path for path in left if not path.name.startswith(".")]
    assert is_whole(kept)


# --- without a server ---


@pytest.fixture
def database(app: Flask, asha: Phone) -> Iterator[Path]:
    """Give a database in use, with one match of two rounds."""
    asha.start()
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    with app.app_context():
        yield Path(str(db.engine.url.database))
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def copy(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Give a copy of it."""
    status, line = say(capsys, "backup", tmp_path / "copy.db", "--database", database)
    assert (status, line) == (0, f"{tmp_path / 'copy.db'} holds 1 match with 2 events.")
    return tmp_path / "copy.db"


def test_a_copy_replaces_no_file_unless_forced(
    database: Path, copy: Path, asha: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    held = copy.read_bytes()
    asha.play({"tens": "1-3"})
    status, line = say(capsys, "backup", copy, "--database", database)
    assert (status, line) == (1, f"scorekeeper: {copy} is there already; --force replaces it.")
    assert copy.read_bytes() == held
    status, line = say(capsys, "backup", copy, "--force", "--database", database)
    assert (status, line) == (0, f"{copy} holds 1 match with 3 events.")


def test_a_copy_is_one_file_for_its_owner_only(copy: Path) -> None:
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert query(copy, "PRAGMA journal_mode") == [("delete",)]
    assert [path.name for path in copy.parent.glob("*copy*")] == ["copy.db"]


@pytest.mark.parametrize("where", ["nowhere/copy.db", "."])
def test_a_place_where_no_copy_can_be_is_one_line(
    database: Path, tmp_path: Path, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, line = say(capsys, "backup", tmp_path / where, "--database", database)
    assert status == 1
    assert line.startswith("scorekeeper: ")


def test_a_database_that_is_not_there_is_not_made_by_saving_a_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, line = say(capsys, "backup", tmp_path / "copy.db", "--database", tmp_path / "new" / "matches.db")
    assert status == 1
    assert "matches.db is gone" in line
    assert list(tmp_path.iterdir()) == []


def test_a_database_server_has_a_command_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("backup", "restore"):
        status, line = say(capsys, command, tmp_path / "copy.db", "--database", "postgresql+psycopg://host/matches")
        assert status == 1
        assert "pg_dump" in line


def test_what_was_there_before_is_kept_beside_it(
    app: Flask, database: Path, copy: Path, asha: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    asha.play({"tens": "1-3"})
    database.chmod(0o640)
    status, line = say(capsys, "restore", copy, "--database", database)
    assert status == 0
    assert line.startswith(f"{database} holds 1 match with 2 events again.")
    kept = kept_by(line)
    assert query(kept, "SELECT count(*) FROM event") == [(3,)]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert len(log_of(app, asha.page.match_id)) == 2
    assert list(database.parent.glob(".*.part*")) == []


def damage(path: Path) -> None:
    """Spoil a page in the middle."""
    with path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 4)


def cut(path: Path) -> None:
    """Lose the second half."""
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def empty(path: Path) -> None:
    """Lose all of it."""
    path.write_bytes(b"")


def rubbish(path: Path) -> None:
    """Put something else there."""
    path.write_text("the shopping list\n" * 1000)


def lose(path: Path) -> None:
    """Delete it."""
    path.unlink()


def somebody_elses(path: Path) -> None:
    """Put the database of another program there."""
    path.unlink()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")


def without_its_match(path: Path) -> None:
    """Take away what others refer to."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM match")


SPOILT = [damage, cut, empty, rubbish, lose, somebody_elses, without_its_match]


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_copy_that_is_not_whole_is_refused_before_anything_is_touched(
    app: Flask, database: Path, copy: Path, spoil: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(copy)
    with unwritten(app):
        status, line = say(capsys, "restore", copy, "--database", database)
    assert status == 1
    assert line.startswith("scorekeeper: ") and str(copy) in line
    assert list(database.parent.glob("matches-*")) == [] and list(database.parent.glob(".*.part*")) == []


@pytest.mark.parametrize("spoil", [damage, cut, empty, rubbish, lose, without_its_match])
def test_a_copy_is_put_in_the_place_of_a_spoilt_database(
    app: Flask, database: Path, copy: Path, asha: Phone, spoil: Callable[[Path], None]
) -> None:
    db.engine.dispose()
    spoil(database)
    line = restore(database, copy)
    assert is_whole(database)
    assert len(log_of(app, asha.page.match_id)) == 2
    assert kept_by(line).exists() or spoil is lose


def test_the_database_of_another_program_is_not_replaced(
    database: Path, copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.db"
    shutil.copy(copy, other)
    somebody_elses(other)
    held = other.read_bytes()
    status, line = say(capsys, "restore", copy, "--database", other)
    assert status == 1
    assert f"{other} is a database of something else" in line
    assert other.read_bytes() == held


def test_a_database_is_no_copy_of_itself(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, line = say(capsys, "restore", database, "--database", database)
    assert (status, line) == (1, f"scorekeeper: {database} is the database itself.")


def test_a_copy_with_pages_of_another_size_is_put_back(
    app: Flask, database: Path, copy: Path, asha: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size=1024")
        connection.execute("VACUUM")
    asha.play({"tens": "1-3"})
    status, line = say(capsys, "restore", copy, "--database", database)
    assert status == 0, line
    assert len(log_of(app, asha.page.match_id)) == 2


def test_a_database_copied_by_hand_with_its_wal_is_put_back_and_stays_as_it_is(
    app: Flask, database: Path, asha: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    by_hand = tmp_path / "by hand.db"
    for end in ("", "-wal"):
        shutil.copy(f"{database}{end}", f"{by_hand}{end}")
    held = by_hand.read_bytes(), Path(f"{by_hand}-wal").read_bytes()
    asha.play({"tens": "1-3"})
    status, line = say(capsys, "restore", by_hand, "--database", database)
    assert status == 0, line
    assert len(log_of(app, asha.page.match_id)) == 2
    assert (by_hand.read_bytes(), Path(f"{by_hand}-wal").read_bytes()) == held
