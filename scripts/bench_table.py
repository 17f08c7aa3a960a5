"""What bench.py measures: matches long enough, laid straight into a database, and the bare Flask beside the app.

Run by itself with a folder it is that bare Flask, under the server of `scorekeeper serve`.
"""

from __future__ import annotations

import os
import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from flask import Flask, request

from scorekeeper import create_app
from scorekeeper.database import upgrade
from scorekeeper.log import Opening, Reading, expect, open_match
from scorekeeper.models import Event, Match, Scorer, db
from scorekeeper.serve import Server, listen

NAMES = ("Asha", "Bilal", "Chitra", "Deepak")
RESULTS = ("3-1", "2-2", "1-3")
"""Results that decide no match, in whatever order."""


class Chance:
    """Ids and orders as chance gives them, the same in every run."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - nothing here is a secret

    def id(self) -> str:
        """Make an id."""
        return f"{self.random.getrandbits(128):032x}"

    def results(self) -> Iterator[str]:
        """Give the tens of round after round; each result comes before any comes again: nobody wins seven running."""
        while True:
            yield from self.random.sample(RESULTS, len(RESULTS))


class Played:
    """A match of Dehla Pakad laid into the database, and the phone that keeps its score."""

    def __init__(self, chance: Chance, rounds: int, device: str) -> None:
        self.id, self.device, self.chance, self.results = chance.id(), device, chance, chance.results()
        self.said = [(chance.id(), next(self.results)) for _ in range(rounds)]

    @property
    def path(self) -> str:
        """Address of its page."""
        return f"/m/{self.id}"

    def next_round(self) -> dict[str, object]:
        """Fill in the form for its next round, counting on the answer being yes."""
        key, result = self.chance.id(), next(self.results)
        typed = {"id": key, "seen": len(self.said), "last": self.said[-1][0], "contract": "", "tens": result}
        self.said.append((key, result))
        return typed


def lay(database: Path | str, matches: list[Played]) -> None:
    """Put matches into a new database, as the app itself would have; through the app they would take minutes."""
    app, began = create_app(str(database)), datetime(2025, 1, 1, 18, tzinfo=UTC)
    upgrade(app)
    opening = open_match("dehla_pakad", {}, NAMES, 0)
    bodies = {result: _body(opening, result) for result in RESULTS}
    opened: list[dict[str, Any]] = []
    held: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    for number, match in enumerate(matches):
        by, started = sha256(match.device.encode()).hexdigest(), began + timedelta(hours=number)
        opened.append(
            {"id": match.id, "game": "dehla_pakad", "options": {}, "names": list(NAMES), "first_dealer": 0}
            | {"carried": {}, "started_by": by, "started": started}
        )
        held.append({"match_id": match.id, "device": by, "since": started})
        after = None
        for seq, (key, result) in enumerate(match.said, 1):
            said = {
                "match_id": match.id,
                "seq": seq,
                "id": key,
                "kind": "round",
                "body": bodies[result] | {"after": after},
            }
            events.append(
                said | {"after": seq - 1, "by": by, "said": None, "received": started + timedelta(minutes=seq)}
            )
            after = key
    with app.app_context():
        for table, rows in ((Match, opened), (Scorer, held), (Event, events)):
            db.session.execute(sa.insert(table), rows)
        db.session.commit()
        db.engine.dispose()


@contextmanager
def serving(folder: Path, *command: str) -> Iterator[int]:
    """Run a server in a process of its own and give its port."""
    free = {**os.environ, "SCOREKEEPER_LIMITS": "off"}  # more is asked here than any table would
    with subprocess.Popen(
        [sys.executable, "-P", *command], stdout=subprocess.PIPE, text=True, cwd=folder, env=free
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if found := re.search(r"http://localhost:(\d+)/", line):
                    yield int(found[1])
                    return
            raise SystemExit("a server did not start")
        finally:
            process.terminate()


def app_server(database: Path | str) -> tuple[str, ...]:
    """The app, as anybody starts it."""
    return "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", "0", "--database", str(database)


def bare_server(database: Path) -> tuple[str, ...]:
    """The bare Flask, patched by gevent in the same way."""
    return "-m", "gevent.monkey", __file__, str(database)


def bare(database: Path) -> Flask:
    """Make the least that can be compared with: one Flask that says hello, and one durable insert."""
    app = Flask("bare")
    connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE said (id TEXT PRIMARY KEY, body TEXT)")

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    @app.post("/insert")
    def insert() -> str:
        typed = request.form
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO said VALUES (?, ?)", (typed["id"], typed["tens"]))
        connection.execute("COMMIT")
        return "saved"

    return app


def _body(opening: Opening, result: str) -> dict[str, Any]:
    """What the log says of a round, without the round it comes after."""
    tens = [int(number) for number in result.split("-")]
    return dict(expect(Reading(opening), "round", {"entry": {"tens": tens}, "after": None, "contract": None}))


if __name__ == "__main__":
    listener = listen("127.0.0.1", 0)
    print(f"http://localhost:{listener.getsockname()[1]}/", flush=True)
    Server(lambda: bare(Path(sys.argv[1])), listener, 1).run()
