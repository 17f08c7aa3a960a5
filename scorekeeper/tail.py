"""The end of a match's log as a page carries it: what a phone must know to go on by itself."""

from __future__ import annotations

from .games import Written
from .games.house import written_rules
from .log import Reading, Said

CARRIED = 12
"""Events that a page carries; a phone that knows less asks for the rest."""


def tail(reading: Reading, writes: bool, after: int | None = None) -> Written:
    """Write down how a match opened and the events after a number, by default the last few."""
    opening = reading.opening
    start = max(reading.seq - CARRIED, 0) if after is None else max(after, 0)
    return {
        "opening": {
            "game": opening.game.key,
            "seats": opening.rules.seats,
            "options": written_rules(opening.game, opening.rules),
            "names": list(opening.names),
            "first_dealer": opening.first_dealer,
            "carried": opening.carried,
        },
        "writes": writes,
        "seq": reading.seq,
        "events": [_event(said) for said in reading.said[start:]],
    }


def _event(said: Said) -> Written:
    received = said.received.isoformat() if said.received else None
    return {"id": said.id, "seq": said.seq, "kind": said.kind, "body": said.body, "at": received}
