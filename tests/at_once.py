"""Many phones at the store at the same moment, whichever database it stands on."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from flask import Flask
from phones import PEOPLE

from scorekeeper import database, seats, store
from scorekeeper.games import Impossible
from scorekeeper.log import Already, Conflict, Opening, open_match
from scorekeeper.models import Scorer, db

TIMES = 8


def opening(dealer: int = 0) -> Opening:
    """Open a match of Dehla Pakad."""
    return open_match("dehla_pakad", {}, PEOPLE[:4], dealer)


def start(app: Flask, *devices: str) -> str:
    """Start a match that all these devices keep the score of."""
    match_id = secrets.token_hex(16)
    with app.app_context():
        store.start_match(match_id, devices[0], opening())
        db.session.add_all(Scorer(match_id=match_id, device=other, since=datetime.now(UTC)) for other in devices[1:])
        db.session.commit()
    return match_id


def at_once(app: Flask, say: Callable[[int], object], times: int = TIMES) -> list[object]:
    """Do the same in many threads at the same moment, each in a context of its own; a refusal is an answer."""
    barrier = threading.Barrier(times)

    def run(number: int) -> object:
        with app.app_context():
            barrier.wait()
            try:
                return say(number)
            except (Impossible, Conflict, Already, store.Refused, seats.Full, database.Busy) as answer:
                return answer

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(run, range(times)))


def round_of(number: int, event_id: str | None = None, after: str | None = None) -> store.Saying:
    """Say a round whose result depends on who says it."""
    entry = {"tens": [3, 1] if number % 2 else [1, 3]}
    return store.Saying(event_id or secrets.token_hex(16), "round", {"entry": entry, "after": after})
