"""A PostgreSQL of one's own in a folder, for tests and measurements; gone when it is stopped and the folder deleted."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
from pathlib import Path
from typing import Any

import psycopg


def programs() -> Path | None:
    """Where PostgreSQL's programs lie: as Debian puts them, the newest, or on PATH; none where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    on_path = shutil.which("initdb")
    if found:
        return found[-1]
    return Path(on_path).parent if on_path else None


class Postgres:
    """A database server on a socket in a folder, run by a user who is not root: it refuses to run as root."""

    def __init__(self, folder: Path, programs: Path, settings: str = "") -> None:
        self.folder, self.programs, self.settings = folder, programs, settings
        root = os.geteuid() == 0
        self.user: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if root else {}
        if root:
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)

    def init(self) -> None:
        """Make its files."""
        self.run("initdb", "-D", "data", "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs."""
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **self.user,
        )
        if done.returncode:
            raise RuntimeError(done.stdout)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=200 {self.settings}"
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
