"""The end of a match's log as a page carries it: what a phone must know to go on by itself."""

from __future__ import annotations

from dataclasses import asdict

from .board import Board
from .games import Written
from .games.house import written_rules
from .log import Reading, Said
from .series import Series

CARRIED = 12
"""Events that a page carries; a phone that knows less asks for the rest."""


def tail(reading: Reading, writes: bool, after: int | None = None, series: Series | None = None) -> Written:
    """Write down how a match opened and the events after a number, by default the last few.

    What the rest of its evening adds to it is told with a page: nothing that is said in this match changes that.
    """
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
        **({"series": asdict(series)} if series else {}),
    }


def tail_of(board: Board, after: int | None = None) -> Written:
    """The same of a match as somebody looks at it, with what the rest of its evening adds to it."""
    return tail(board.reading, board.writes, after, board.series)


def _event(said: Said) -> Written:
    received = said.received.isoformat() if said.received else None
    return {"id": said.id, "seq": said.seq, "kind": said.kind, "body": said.body, "at": received}
