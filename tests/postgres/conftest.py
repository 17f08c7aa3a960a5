"""A PostgreSQL of our own for these tests: made in a temporary folder, gone with them. Without one they fail."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from hardship import Served
from jinja2 import FileSystemBytecodeCache
from postgres_server import Postgres, programs

from scorekeeper import create_app
from scorekeeper.database import upgrade
from scorekeeper.models import db


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running server."""
    found = programs()
    assert found, "these tests need PostgreSQL: `make postgres`"
    # Not pytest's own folder, which is closed to other users, and its name too long for a socket.
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))
    server = Postgres(folder, found, "-c fsync=off")  # nothing here is meant to outlive a power cut
    try:
        server.init()
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def empty(postgres: Postgres) -> str:
    """Address of a database with nothing in it."""
    return postgres.make()


@pytest.fixture(scope="session")
def prepared_server(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Name of a database with our tables and no match, and room for compiled templates."""
    address = postgres.make()
    app = create_app(address, RATELIMIT_ENABLED=False)
    upgrade(app)
    with app.app_context():
        name = str(db.engine.url.database)
        db.engine.dispose()
    return name, tmp_path_factory.mktemp("compiled")


@pytest.fixture
def app(postgres: Postgres, prepared_server: tuple[str, Path], tmp_path: Path) -> Iterator[Flask]:
    """The app on PostgreSQL, with every guard on."""
    like, compiled = prepared_server
    app = create_app(postgres.make(like), SECRET=str(tmp_path))
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(compiled))
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def serve_on(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Serve a database, by as many processes as are asked for."""
    started: list[Served] = []

    def serve(database: str, workers: int = 1, **environment: str) -> Served:
        folder = tmp_path / secrets.token_hex(4)
        folder.mkdir()
        served = Served(folder, database, SCOREKEEPER_SECRET=str(tmp_path), **environment)
        served.options = ("--workers", str(workers))
        started.append(served)
        return served.start()

    yield serve
    for served in started:
        served.kill()
