"""A database of an older release is brought up to date; one of a newer release or another program is left alone."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from hardship import FarPhone, Served, is_whole, query, rounds_of, run
from phones import Phone

from scorekeeper import ROOT
from scorekeeper.models import db

FIXTURES = Path(__file__).parents[1] / "fixtures"
LATER = """
import os, pathlib, signal
import sqlalchemy as sa
from alembic import op

revision, down_revision = "later", "{head}"

def upgrade():
    with op.batch_alter_table("match", recreate="always") as match:
        match.add_column(sa.Column("place", sa.String(40), nullable=False, server_default="at home"))
    die = pathlib.Path(os.environ["DIE"])
    if die.exists():
        die.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    op.create_table("guest", sa.Column("id", sa.Integer, primary_key=True))
"""


@pytest.fixture
def later(tmp_path: Path) -> dict[str, str]:
    """Give what makes the program a later release, whose migration copies a table that others refer to."""
    folder = tmp_path / "migrations"
    shutil.copytree(ROOT / "migrations", folder, ignore=shutil.ignore_patterns("__pycache__"))
    head = max(path.name[:4] for path in (folder / "versions").glob("[0-9]*.py"))
    (folder / "versions" / "later.py").write_text(LATER.format(head=head))
    return {"MIGRATIONS": str(folder), "DIE": str(tmp_path / "die")}


@pytest.fixture
def played(app: Flask, asha: Phone, tmp_path: Path) -> Path:
    """Give a database of this release with two matches and their rounds."""
    asha.start("tervi")
    asha.play({"bidder": "1", "bid": "8", "suit": "hearts"}, {"made": "true"})
    asha.start()
    asha.play({"tens": "3-1"})
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    return tmp_path / "matches.db"


def far_from(asha: Phone, served: Served) -> FarPhone:
    """Give Asha's phone at a server."""
    cookie = asha.client.get_cookie("device")
    assert cookie is not None
    phone = FarPhone(served, {"device": cookie.value})
    phone.page = asha.page
    return phone


def rows(database: Path) -> list[tuple[object, ...]]:
    """Give what is in a database of any release."""
    matches = query(database, "SELECT id, names FROM match ORDER BY id")
    return matches + query(database, "SELECT * FROM event ORDER BY id")


def test_an_older_release_is_brought_up_to_date_also_when_that_is_killed_in_the_middle(
    own_server: Served, played: Path, asha: Phone, later: dict[str, str]
) -> None:
    shutil.copy(played, own_server.path)
    before = rows(own_server.path)
    own_server.environment |= later
    Path(later["DIE"]).touch()
    with pytest.raises(AssertionError, match="exit status -9"):
        own_server.start()
    assert query(own_server.path, "SELECT version_num FROM alembic_version") == query(
        played, "SELECT * FROM alembic_version"
    )
    assert rows(own_server.path) == before

    own_server.start()
    assert query(own_server.path, "SELECT version_num FROM alembic_version") == [("later",)]
    assert rows(own_server.path) == before
    phone = far_from(asha, own_server)
    assert len(rounds_of(phone, asha.page.match_id)) == 1
    phone.play({"tens": "1-3"})
    assert len(rounds_of(phone, asha.page.match_id)) == 2
    assert is_whole(own_server.path)

    status, said = run("restore", played, "--database", own_server.path, **later)
    assert (status, said.count("\n")) == (0, 1)
    assert "2 matches with 3 events" in said
    assert len(rounds_of(phone, asha.page.match_id)) == 1
    assert query(own_server.path, "SELECT place FROM match") == [("at home",)] * 2

    newer = own_server.errors.with_name("newer.db")
    assert run("backup", newer, "--database", own_server.path, **later)[0] == 0
    own_server.kill()
    held = newer.read_bytes()
    for command in (["serve", "--port", "0", "--database", newer], ["restore", newer, "--database", played]):
        status, said = run(*command)
        assert (status, said.count("\n")) == (1, 1)
        assert f"{newer} is from a newer release" in said
    assert newer.read_bytes() == held
    assert rows(played) == before
    assert [path for path in newer.parent.iterdir() if path.name.startswith("newer")] == [newer]


@pytest.mark.parametrize("released", sorted(FIXTURES.glob("[0-9]*.db")), ids=lambda path: path.stem)
def test_what_an_older_release_left_is_served(own_server: Served, released: Path) -> None:
    shutil.copy(released, own_server.path)
    own_server.start()
    phone = FarPhone(own_server)
    ids = [match_id for (match_id,) in query(own_server.path, "SELECT id FROM match WHERE deleted IS NULL")]
    assert ids
    for match_id in ids:
        for end in ("", "/history", ".json"):
            assert phone.open(f"/m/{match_id}{end}").status == 200
    assert is_whole(own_server.path)


def rubbish(path: Path) -> None:
    """Something else entirely."""
    path.write_text("the shopping list\n" * 1000)


def somebody_elses(path: Path) -> None:
    """A database of another program."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")


def another_alembic(path: Path) -> None:
    """A database of another program that counts its releases as we do."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")


def folder(path: Path) -> None:
    """A folder."""
    path.mkdir()


@pytest.mark.parametrize("make", [rubbish, somebody_elses, another_alembic, folder])
def test_what_is_no_database_of_ours_is_one_line_and_not_touched(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "other.db"
    make(path)
    held = path.read_bytes() if path.is_file() else None
    status, said = run("serve", "--port", "0", "--database", path)
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith(f"scorekeeper: cannot open the database: {path} ")
    assert (path.read_bytes() if path.is_file() else None) == held
    assert list(tmp_path.iterdir()) == [path]
