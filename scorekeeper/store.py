"""Every query and every write, in the words of the table. The only place that commits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa
from flask import current_app

from .database import writing
from .games import Impossible, Raw
from .games.house import written_rules
from .log import Already, Conflict, Opening, Reading, Said, expect, open_match, read
from .models import Event, Match, Scorer, db
from .shelf import Shelf


class Refused(Exception):
    """This device holds no scorer's seat at the match."""


class SameId(Conflict):
    """The id was used before, for something else: `said`."""

    def __init__(self, said: Said) -> None:
        super().__init__("same_id")
        self.said = said


@dataclass(frozen=True, slots=True)
class Saying:
    """One event as a device sends it: an id of its own making, and the last `seq` it had seen."""

    id: str
    kind: str
    body: Raw
    after: int = 0
    said: datetime | None = None


def start_match(match_id: str, device: str, opening: Opening, follows: str | None = None) -> Match:
    """Start a match and give the device its scorer's seat.

    The same id from the same device with the same opening is the same match; another opening raises Conflict.
    A second rematch of one match is the first one.
    """
    with writing():
        known = db.session.get(Match, match_id)
        if known is not None:
            return _same_match(known, device, opening, follows)
        if follows is not None:
            if not may_write(follows, device):
                raise Refused
            earlier = rematch_of(follows)
            if earlier is not None:
                return earlier
        match = _new_match(match_id, device, opening, follows)
        db.session.add(match)
        db.session.flush()
        db.session.add(Scorer(match_id=match_id, device=device, since=_now()))
    return match


def find_match(match_id: str) -> Match | None:
    """Find a match that is not deleted."""
    match = any_match(match_id)
    return None if match is None or match.deleted else match


def any_match(match_id: str) -> Match | None:
    """Find a match, deleted or not."""
    return db.session.get(Match, match_id)


def rematch_of(match_id: str) -> Match | None:
    """Find the match that follows another."""
    return db.session.scalar(sa.select(Match).where(Match.follows == match_id))


def may_write(match_id: str, device: str) -> bool:
    """Say whether a device holds a scorer's seat."""
    return bool(device) and db.session.get(Scorer, (match_id, device)) is not None


def reading_of(match: Match) -> Reading:
    """Read a match's log: on from where this process read it last, or from its first event.

    What was read is kept in memory only. A log whose last known event is not the one we read (a database put back from
    a copy) is read afresh. Callers look and never change what they get; `Reading.copy` reads on.
    """
    known = _shelf().get(match.id)
    log = _events(match.id, known.seq if known else 0)
    if known is not None and known.said and (not log or log[0].id != known.said[-1].id):
        known, log = None, _events(match.id, 0)
    return _read_on(match, known, log[1:] if known and known.said else log)


def readings_of(matches: Sequence[Match]) -> list[Reading]:
    """Read many matches as `reading_of` does, with two queries: who has moved on since, and all that those said."""
    last = _last_ids(matches)
    at_hand = {match.id: reading for match in matches if (reading := _shelf().get(match.id))}
    found = {key: reading for key, reading in at_hand.items() if _last_id(reading) == last.get(key)}
    logs = _logs([match.id for match in matches if match.id not in found])
    found |= {match.id: _read_on(match, None, logs[match.id]) for match in matches if match.id in logs}
    return [found[match.id] for match in matches]


def record(match_id: str, device: str, saying: Saying) -> Reading:
    """Append one event, durable when this returns, and give the log as it reads now.

    Sent again it changes nothing. Raises Refused, Impossible, Conflict or Already as `log.expect` says; an id that
    was used for something else raises SameId in the same match and Impossible in another.
    """
    with writing():
        match = db.session.get(Match, match_id, with_for_update=True)
        if match is None or not may_write(match_id, device):
            raise Refused
        reading = reading_of(match)
        known = db.session.scalar(sa.select(Event).where(Event.id == saying.id))
        if known is not None:
            _same_event(known, match_id, reading, saying)
            return reading
        body = expect(reading, saying.kind, saying.body)
        reading = reading.copy()
        event = Event(
            match_id=match_id,
            seq=reading.seq + 1,
            id=saying.id,
            kind=saying.kind,
            body=body,
            after=saying.after,
            by=device,
            said=saying.said,
            received=_now(),
        )
        db.session.add(event)
        reading.take(_said(event))
    return reading


def delete_match(match_id: str, device: str) -> None:
    """Put a match away. Nothing of it is lost."""
    _set_deleted(match_id, device, _now())


def restore_match(match_id: str, device: str) -> None:
    """Take a deletion back."""
    _set_deleted(match_id, device, None)


def matches_of(device: str, *, deleted: bool = False) -> list[Match]:
    """List the matches a device may write in, newest first."""
    mine = sa.select(Scorer.match_id).where(Scorer.device == device)
    which = Match.deleted.is_not(None) if deleted else Match.deleted.is_(None)
    return list(db.session.scalars(sa.select(Match).where(Match.id.in_(mine), which).order_by(Match.started.desc())))


def last_table(device: str, seats: int) -> list[str]:
    """Names of the last table of so many seats that a device kept score for, as they sat at its end."""
    for match in matches_of(device):
        if len(match.names) == seats:
            return list(reading_of(match).sitting_names())
    return [""] * seats


def known_names(device: str) -> list[str]:
    """Names that a device has used, as they were mended, the latest first."""
    names = [name for reading in readings_of(matches_of(device)) for name in reading.names.values() if name]
    return list(dict.fromkeys(names))


def _set_deleted(match_id: str, device: str, moment: datetime | None) -> None:
    with writing():
        match = db.session.get(Match, match_id)
        if match is None or not may_write(match_id, device):
            raise Refused
        match.deleted = moment


def _new_match(match_id: str, device: str, opening: Opening, follows: str | None) -> Match:
    return Match(
        id=match_id,
        game=opening.game.key,
        options=written_rules(opening.game, opening.rules),
        names=list(opening.names),
        first_dealer=opening.first_dealer,
        carried=opening.carried,
        follows=follows,
        started_by=device,
        started=_now(),
    )


def _same_match(known: Match, device: str, opening: Opening, follows: str | None) -> Match:
    again = _new_match(known.id, device, opening, follows)
    parts = ("game", "options", "names", "first_dealer", "carried", "follows", "started_by")
    if any(getattr(again, part) != getattr(known, part) for part in parts):
        raise Conflict("same_match_id")
    return known


def _same_event(known: Event, match_id: str, reading: Reading, saying: Saying) -> None:
    """Let a repeated event pass in silence; stop another one that wears its id."""
    if known.match_id != match_id:
        raise Impossible("id_of_another_match")
    if known.kind != saying.kind or known.body != _tidied(known, reading, saying):
        raise SameId(_said(known))


def _tidied(known: Event, reading: Reading, saying: Saying) -> Raw:
    """The body as it would have been stored then: what it expects is judged against the log before it."""
    before = read(reading.opening, [said for said in reading.said if said.seq < known.seq])
    try:
        return expect(before, saying.kind, saying.body)
    except (Conflict, Already):
        return saying.body


def _events(match_id: str, from_seq: int) -> list[Event]:
    which = sa.select(Event).where(Event.match_id == match_id, Event.seq >= from_seq).order_by(Event.seq)
    return list(db.session.scalars(which))


def _logs(match_ids: Sequence[str]) -> dict[str, list[Event]]:
    logs: dict[str, list[Event]] = {match_id: [] for match_id in match_ids}
    which = sa.select(Event).where(Event.match_id.in_(match_ids)).order_by(Event.match_id, Event.seq)
    for event in db.session.scalars(which) if logs else ():
        logs[event.match_id].append(event)
    return logs


def _last_ids(matches: Sequence[Match]) -> dict[str, str]:
    """Give the id of the last event of each match that has one."""
    last = sa.select(sa.func.max(Event.seq)).where(Event.match_id == Match.id).correlate(Match).scalar_subquery()
    which = sa.select(Match.id, Event.id).join(Event, (Event.match_id == Match.id) & (Event.seq == last))
    asked = which.where(Match.id.in_([match.id for match in matches]))
    return {match_id: event_id for match_id, event_id in db.session.execute(asked)}  # noqa: C416 - rows, not tuples


def _last_id(reading: Reading) -> str | None:
    return reading.said[-1].id if reading.said else None


def _read_on(match: Match, known: Reading | None, unread: Sequence[Event]) -> Reading:
    if known is None:
        opening = open_match(match.game, match.options, match.names, match.first_dealer, match.carried)
        return _shelf().put(match.id, read(opening, map(_said, unread)))
    if not unread:
        return known
    reading = known.copy()
    for event in unread:
        reading.take(_said(event))
    return _shelf().put(match.id, reading)


def _shelf() -> Shelf[str, Reading]:
    shelf: Shelf[str, Reading] = current_app.extensions.setdefault("readings", Shelf(_weigh))
    return shelf


def _weigh(reading: Reading) -> int:
    """Weigh a reading, in KB: one for each event, and the lines that stood after it."""
    return (len(reading.said) + 10) * (len(reading.said) + 250) // 250


def _said(event: Event) -> Said:
    return Said(event.id, event.seq, event.kind, event.body, event.by, event.received, event.said)


def _now() -> datetime:
    return datetime.now(UTC)
