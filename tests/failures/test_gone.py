"""The database is deleted, moved, emptied or replaced under a running server: nothing is saved into what is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hardship import FarPhone, Served, is_whole, rounds_of, run, times_saved

from scorekeeper import backup


def delete(served: Served) -> None:
    """Delete the file with all that stands beside it."""
    served.remove()


def delete_alone(served: Served) -> None:
    """Delete the file and not its -wal, where the last rounds are."""
    served.path.unlink()


def delete_folder(served: Served) -> None:
    """Delete the folder."""
    shutil.rmtree(served.home)


def put_a_folder_there(served: Served) -> None:
    """Put a folder in its place."""
    served.remove()
    served.path.mkdir()


def empty(served: Served) -> None:
    """Put an empty file in its place, and leave the -wal."""
    served.path.unlink()
    served.path.touch()


def replace_by_rubbish(served: Served) -> None:
    """Put something else in its place."""
    served.remove()
    served.path.write_text("the shopping list\n" * 1000)


LOSSES = [delete, delete_alone, delete_folder, put_a_folder_there, empty, replace_by_rubbish]


@pytest.mark.parametrize("lose", LOSSES)
def test_a_lost_database_is_told_and_nothing_is_saved_until_it_is_back(
    served: Served, far: FarPhone, tmp_path: Path, lose: Callable[[Served], None]
) -> None:
    match_id, letter = far.page.match_id, far.fill("round", {"tens": "1-3"})
    copy = tmp_path / "copy.db"
    backup.back_up(served.path, copy)
    lose(served)
    there = sorted(served.home.rglob("*")) if served.home.exists() else []
    held = served.path.read_bytes() if served.path.is_file() else None

    page = far.post(letter)
    assert page.status == 503
    assert "cannot be used" in page.words and "still on this page" in page.words
    for address in ("/", f"/m/{match_id}", f"/m/{match_id}/history"):
        assert FarPhone(served, far.cookies).open(address).status == 503, address
    lines = served.log().splitlines()
    assert any(str(served.path) in line and ("restore" in line or "is a folder" in line) for line in lines)
    assert not any("Traceback" in line for line in lines)
    assert sorted(served.home.rglob("*") if served.home.exists() else []) == there, "nothing new is made"
    assert (served.path.read_bytes() if served.path.is_file() else None) == held

    if served.path.is_dir():
        served.path.rmdir()
    backup.restore(served.path, copy)
    assert far.post(page.form("round").fill({})).status == 303
    assert len(rounds_of(far, match_id)) == 2
    served.restart()
    assert times_saved(served.path, letter.of("id")) == 1
    assert is_whole(served.path)


def test_a_database_that_is_deleted_while_a_round_is_saved_does_not_get_it_answered_saved(
    served: Served, far: FarPhone, tmp_path: Path
) -> None:
    letter, copy = far.fill("round", {"tens": "1-3"}), tmp_path / "copy.db"
    backup.back_up(served.path, copy)
    served.fail("after_insert", "delete", served.path)
    page = far.post(letter)
    assert page.status == 503
    assert "Not saved" in page.title
    assert f"{served.path} is gone" in served.log()
    backup.restore(served.path, copy)
    assert far.post(letter).status == 303
    served.restart()
    assert times_saved(served.path, letter.of("id")) == 1


def test_a_database_that_was_moved_away_and_back_goes_on(served: Served, far: FarPhone, tmp_path: Path) -> None:
    letter, match_id = far.fill("round", {"tens": "1-3"}), far.page.match_id
    away = tmp_path / "away"
    served.home.rename(away)
    assert far.post(letter).status == 503
    away.rename(served.home)
    assert far.post(letter).status == 303
    assert len(rounds_of(far, match_id)) == 2
    served.restart()
    assert times_saved(served.path, letter.of("id")) == 1


def test_a_database_that_was_replaced_by_a_copy_is_served(served: Served, far: FarPhone, tmp_path: Path) -> None:
    match_id, copy = far.page.match_id, tmp_path / "copy.db"
    backup.back_up(served.path, copy)
    far.play({"tens": "1-3"})
    served.remove()
    copy.rename(served.path)
    assert len(rounds_of(far, match_id)) == 1
    assert "was replaced while in use" in served.log()
    far.open(f"/m/{match_id}")
    far.play({"tens": "1-3"})
    served.restart()
    assert len(rounds_of(far, match_id)) == 2


@pytest.mark.parametrize("end", ["-wal", "-shm"])
def test_what_a_deleted_wal_held_is_not_lost(served: Served, far: FarPhone, end: str) -> None:
    match_id = far.page.match_id
    far.play({"tens": "1-3"})
    Path(f"{served.path}{end}").unlink()
    far.play({"tens": "1-3"})
    assert f"{served.path}-wal was deleted" in served.log()
    served.restart()
    assert len(rounds_of(far, match_id)) == 3
    assert is_whole(served.path)


def test_a_start_beside_a_lone_wal_makes_no_new_database(served: Served, far: FarPhone, tmp_path: Path) -> None:
    served.kill()
    away = tmp_path / "away.db"
    served.path.rename(away)
    status, said = run("serve", "--port", "0", "--database", served.path)
    assert status == 1
    assert said.count("\n") == 1 and f"{served.path}-wal" in said
    assert not served.path.exists()
    away.rename(served.path)
    served.start()
    assert len(rounds_of(far, far.page.match_id)) == 1
