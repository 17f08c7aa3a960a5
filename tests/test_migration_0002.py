"""From 0001 to 0002: whoever kept score still does, and the release before still writes beside the new one."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app, seats
from scorekeeper.database import upgrade
from scorekeeper.models import db

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def upgraded(tmp_path: Path) -> Iterator[Flask]:
    """A database of the first release, brought up to date."""
    shutil.copy(FIXTURES / "0001.db", tmp_path / "matches.db")
    app = create_app(str(tmp_path / "matches.db"))
    upgrade(app)
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def test_every_seat_is_kept_and_nobody_has_a_name(upgraded: Flask) -> None:
    with sqlite3.connect(f"file:{FIXTURES / '0001.db'}?mode=ro", uri=True) as old:
        held = dict(old.execute("SELECT match_id, device FROM scorer").fetchall())
    old.close()
    assert held
    with upgraded.app_context():
        for match_id, device in held.items():
            assert [(one.device, one.name) for one in seats.scorers(match_id)] == [(device, "")]
            assert seats.starter(match_id) == device
            assert not seats.has_recovery(match_id)
            db.session.remove()  # which looks at the database as it was
            seats.name_phone(match_id, device, "Sofa")
            assert seats.names_of_phones(match_id) == {device: "Sofa"}
            db.session.remove()


def test_the_release_before_still_writes_a_seat(upgraded: Flask, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "matches.db")
    (match_id,) = connection.execute("SELECT id FROM match LIMIT 1").fetchone()
    connection.execute("INSERT INTO scorer (match_id, device, since) VALUES (?, 'x', '2026-01-01')", (match_id,))
    connection.commit()
    connection.close()
    with upgraded.app_context():
        assert ("x", "") in [(one.device, one.name) for one in seats.scorers(match_id)]
