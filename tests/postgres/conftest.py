"""A PostgreSQL of our own for these tests: made in a temporary folder, gone with them. Without one they fail."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from hardship import Served
from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app
from scorekeeper.database import upgrade
from scorekeeper.models import db


class Postgres:
    """A database server on a socket in a folder, run by a user who is not root: it refuses to run as root."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs
        root = os.geteuid() == 0
        self.user: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if root else {}
        if root:
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs."""
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(
            command,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **self.user,
        )
        assert done.returncode == 0, done.stdout

    def start(self) -> None:
        """Start it, and wait until it answers. Nothing here is meant to outlive a power cut."""
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=200"
        self.run("pg_ctl", "-D", "data", "-l", "log", "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stop it; whoever is connected loses the connection."""
        self.run("pg_ctl", "-D", "data", "-m", "fast", "-w", "stop")

    def url(self, name: str) -> str:
        """Address of a database in it."""
        return f"postgresql+psycopg://postgres@/{name}?host={self.folder}"

    def make(self, like: str = "template1") -> str:
        """Make a database like another, by default an empty one, and give its address."""
        name = f"matches_{secrets.token_hex(4)}"
        with psycopg.connect(f"host={self.folder} user=postgres dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}")  # type: ignore[arg-type]
        return self.url(name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running server."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    onpath = shutil.which("initdb")
    assert found or onpath, "these tests need PostgreSQL: `make postgres`"
    programs = found[-1] if found else Path(str(onpath)).parent
    # Not pytest's own folder, which is closed to other users, and its name too long for a socket.
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))
    server = Postgres(folder, programs)
    try:
        server.run("initdb", "-D", "data", "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
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
