"""The reading side of the store: every log is read once, and then on from where this process read it last.

What was read is kept in memory only. Whoever gets a reading looks and never changes it; `Reading.copy` reads on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from flask import current_app
from sqlalchemy import Connection

from .log import Reading, Said, open_match, read
from .models import Event, Match
from .shelf import Shelf

# Rows, not objects: this is what most requests are made of, and an object for each took longer than all the rest.
EVENTS = sa.select(Event.__table__)
LAST = sa.select(Event.id).where(Event.match_id == Match.id).order_by(Event.seq.desc()).limit(1).scalar_subquery()
"""Id of a match's last event; NULL where nothing was said yet."""


def reading_at(connection: Connection, match_id: str, last: str | None) -> Reading:
    """Read a match's log up to the event `last`, which is its last one.

    A log whose last known event is not the one we read (a database put back from a copy) is read afresh.
    """
    known = _shelf().get(match_id)
    if known is not None and _last_id(known) == last:
        return known
    if known is not None and known.said:
        log = _events(connection, match_id, known.seq)
        if log and log[0].id == _last_id(known):
            return _read_on(known, match_id, log[1:])
    opening = connection.execute(sa.select(Match.__table__).where(Match.id == match_id)).one()
    return _read(opening, _events(connection, match_id, 0))


def readings_at(connection: Connection, matches: Sequence[Match]) -> list[Reading]:
    """Read many logs with two queries: who has moved on since, and all that those said."""
    ids = [match.id for match in matches]
    last: dict[str, str | None] = dict(connection.execute(sa.select(Match.id, LAST).where(Match.id.in_(ids))).all())
    at_hand = {match.id: reading for match in matches if (reading := _shelf().get(match.id))}
    found = {key: reading for key, reading in at_hand.items() if _last_id(reading) == last.get(key)}
    logs: dict[str, list[Any]] = {match_id: [] for match_id in ids if match_id not in found}
    if logs:
        unread = EVENTS.where(Event.match_id.in_(list(logs))).order_by(Event.match_id, Event.seq)
        for event in connection.execute(unread):
            logs[event.match_id].append(event)
    found |= {match.id: _read(match, logs[match.id]) for match in matches if match.id in logs}
    return [found[match_id] for match_id in ids]


def remember(match_id: str, reading: Reading) -> Reading:
    """Keep a reading at hand: all of it is in the database."""
    return _shelf().put(match_id, reading)


def said_of(event: Any) -> Said:
    """What an event or its row says."""
    return Said(event.id, event.seq, event.kind, event.body, event.by, event.received, event.said)


def _events(connection: Connection, match_id: str, from_seq: int) -> Sequence[Any]:
    which = EVENTS.where(Event.match_id == match_id, Event.seq >= from_seq).order_by(Event.seq)
    return connection.execute(which).all()


def _read(opening: Any, log: Iterable[Any]) -> Reading:
    """Read a match from its first event; `opening` is the match or its row."""
    opened = open_match(opening.game, opening.options, opening.names, opening.first_dealer, opening.carried)
    return remember(opening.id, read(opened, map(said_of, log)))


def _read_on(known: Reading, match_id: str, unread: Iterable[Any]) -> Reading:
    reading = known.copy()
    for event in unread:
        reading.take(said_of(event))
    return remember(match_id, reading)


def _last_id(reading: Reading) -> str | None:
    return reading.said[-1].id if reading.said else None


def _shelf() -> Shelf[str, Reading]:
    shelf: Shelf[str, Reading] = current_app.extensions.setdefault("readings", Shelf(_weigh))
    return shelf


def _weigh(reading: Reading) -> int:
    """Weigh a reading, in KB: one for each event, and the lines that stood after it."""
    return (len(reading.said) + 10) * (len(reading.said) + 250) // 250
