"""The secret of an installation: made once, for its owner alone, the same in every process, and never told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from joining import invite, type_code
from phones import Phone

from scorekeeper import create_app
from scorekeeper.database import upgrade
from scorekeeper.models import db
from scorekeeper.secret import ALPHABET, code_of, in_groups, keep_secret, keyed, recovery_code, tidy_code, token_of


def app_on(path: Path, **more: object) -> Flask:
    """Start the app on a database, as another process would."""
    app = create_app(str(path), **more)
    upgrade(app)
    return app


def close(app: Flask) -> None:
    with app.app_context():
        db.engine.dispose()


def test_it_is_made_once_beside_the_database_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    os.umask(os.umask(0o000))
    first, second = app_on(path), app_on(path)
    assert keep_secret(first) == keep_secret(second)
    kept = tmp_path / "matches.secret"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each for each in tmp_path.iterdir() if each.name.startswith(".matches")] == []
    close(first)
    close(second)


def test_nothing_is_made_before_it_is_needed(tmp_path: Path) -> None:
    close(app_on(tmp_path / "matches.db"))
    assert not (tmp_path / "matches.secret").exists()


def test_processes_that_start_together_have_the_same(tmp_path: Path) -> None:
    close(app_on(tmp_path / "matches.db"))
    program = (
        "import sys, scorekeeper.secret as s, scorekeeper; print(s.keep_secret(scorekeeper.create_app(sys.argv[1])))"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "matches.db")], stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    assert len({process.communicate()[0] for process in started}) == 1


def test_a_setting_takes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET", "twenty letters at least")
    first, second = app_on(tmp_path / "a.db"), app_on(tmp_path / "b.db")
    assert keep_secret(first) == keep_secret(second)
    assert list(tmp_path.glob("*.secret")) == []
    close(first)
    close(second)


def test_a_database_server_keeps_it_in_the_instance_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("scorekeeper.secret.is_embedded", lambda _: False)
    app = app_on(tmp_path / "matches.db")
    keep_secret(app)
    assert (tmp_path / "instance" / "scorekeeper.secret").stat().st_mode & 0o777 == 0o600
    close(app)


@pytest.mark.parametrize("held", ["", "no secret", "zz", "00ff"])
def test_a_file_that_holds_none_stops_nobody(tmp_path: Path, held: str, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "matches.secret").write_text(held)
    app = app_on(tmp_path / "matches.db")
    assert Phone(app).start().status == 200
    assert (tmp_path / "matches.secret").read_text() == held
    assert "matches.secret cannot be used" in caplog.text
    close(app)


def test_the_same_page_has_the_same_ids_in_every_process(app: Flask, asha: Phone, tmp_path: Path) -> None:
    """Sent to another worker again, after no answer, a round is the same round."""
    asha.start()
    letter = asha.fill("round", {"tens": "3-1"})
    other = create_app(str(tmp_path / "matches.db"))
    there = Phone(other)
    cookie = asha.client.get_cookie("device")
    assert cookie is not None
    there.client.set_cookie("device", cookie.value)
    there.open(f"/m/{asha.page.match_id}")
    assert there.fill("round", {"tens": "3-1"}) == letter
    close(other)


def test_an_invitation_of_one_process_is_taken_by_another(app: Flask, asha: Phone, tmp_path: Path) -> None:
    invitation = invite(asha, asha.start().match_id)
    other = create_app(str(tmp_path / "matches.db"))
    assert "Keep score on this phone too?" in type_code(Phone(other), invitation.code).words
    close(other)


def test_where_the_secret_was_lost_an_invitation_is_listed_without_its_link(
    app: Flask, asha: Phone, stranger: Phone
) -> None:
    match_id = asha.start().match_id
    old = invite(asha, match_id)
    app.extensions["secret"] = b"another one, of another machine."
    page = asha.open(f"/m/{match_id}/phones")
    assert page.all("p", class_="aloud") == []
    assert len(page.forms("take-back")) == 1
    assert type_code(stranger, old.code).status == 422
    assert invite(asha, match_id).code != old.code


def test_what_is_derived_differs_by_purpose_and_by_id(app: Flask) -> None:
    with app.app_context():
        told = {token_of("a"), token_of("b"), code_of("a"), code_of("b"), keyed("token", "a"), keyed("code", "a")}
        assert len(told) == 6
        letters = {letter for number in range(300) for letter in code_of(str(number))}
    assert letters == set(ALPHABET)


def test_a_code_is_read_however_it_was_written() -> None:
    code = recovery_code()
    assert len({recovery_code() for _ in range(50)}) == 50
    assert tidy_code(in_groups(code)) == code
    assert tidy_code(f" {in_groups(code).lower().replace(' ', '–')}\n") == code
