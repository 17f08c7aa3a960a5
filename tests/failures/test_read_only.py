"""A database that may only be read: pages open, a write is refused in words, and nothing of it changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from flask import Flask
from hardship import FarPhone, Served, as_ordinary_user
from phones import Phone

from scorekeeper.models import db


@pytest.fixture
def played(app: Flask, asha: Phone, own_server: Served) -> FarPhone:
    """Give Asha's phone at a server that is not started yet: one round of her match is entered."""
    asha.start()
    asha.play({"tens": "3-1"})
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
        shutil.copy(str(db.engine.url.database), own_server.path)
    cookie = asha.client.get_cookie("device")
    assert cookie is not None
    phone = FarPhone(own_server, {"device": cookie.value})
    phone.page = asha.page
    return phone


@pytest.fixture(params=["file", "file and folder", "mode=ro"])
def read_only(request: pytest.FixtureRequest, own_server: Served, played: FarPhone) -> FarPhone:
    """Give Asha's phone at a server that may only read."""
    if request.param == "mode=ro":
        own_server.database = f"sqlite:///file:{own_server.path}?mode=ro&uri=true"
    else:
        own_server.become = as_ordinary_user
        own_server.path.chmod(0o444)
        own_server.home.chmod(0o555 if "folder" in request.param else 0o755)
    own_server.start()
    return played


def test_a_database_that_may_only_be_read_is_read(own_server: Served, read_only: FarPhone) -> None:
    (warning,) = own_server.log().splitlines()
    assert warning.startswith(f"scorekeeper: {own_server.path} can only be read") and "nothing can be saved" in warning
    before, address = own_server.path.read_bytes(), read_only.page.address
    letter = read_only.fill("round", {"tens": "1-3"})
    for page in ("/", address, f"{address}/history", f"{address}.json"):
        assert read_only.open(page).status == 200, page
    assert "Asha" in read_only.open("/").words

    page = read_only.post(letter)
    assert page.status == 503
    assert "can only be looked at" in page.words and "still on this page" in page.words
    (line,) = own_server.log().splitlines()
    assert f"{own_server.path} can only be read" in line and "must be let write" in line
    assert own_server.path.read_bytes() == before

    own_server.home.chmod(0o755)
    for path in own_server.home.iterdir():
        path.chmod(0o644)
    own_server.database = str(own_server.path)
    own_server.restart()
    assert read_only.post(page.form("round").fill({})).status == 303


def test_a_database_that_may_not_be_read_is_one_line(own_server: Served, played: FarPhone) -> None:
    own_server.become = as_ordinary_user
    own_server.path.chmod(0)
    with pytest.raises(
        AssertionError,
        match=r"exit status 1: scorekeeper: cannot open the database: .*matches\.db cannot be opened: .*\n$",
    ):
        own_server.start()


def test_a_folder_that_may_not_be_opened_is_one_line(own_server: Served, played: FarPhone) -> None:
    own_server.become = as_ordinary_user
    own_server.home.chmod(0)
    try:
        with pytest.raises(
            AssertionError, match=r"exit status 1: scorekeeper: cannot open the database: .*matches\.db.*\n$"
        ):
            own_server.start()
    finally:
        own_server.home.chmod(0o755)
    assert Path(own_server.path).exists()
