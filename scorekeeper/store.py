"""What is said in a match, and read of it, in the words of the table. Seats are written in `seats`, files in `kept`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session, aliased

from .database import again_on_conflict, writing
from .database_server import tell_others
from .games import Impossible, Raw
from .games.house import written_rules
from .live import changed
from .log import Already, Conflict, Opening, Reading, Said, expect, read
from .logs import EVENTS, LAST, reading_at, readings_at, remember, said_of
from .models import Event, Match, Recovery, Scorer, db

_HOLDS = (Scorer.match_id == Match.id) & (Scorer.device == sa.bindparam("device"))
_LATER = aliased(Match)
_IN_SERIES = sa.or_(Match.follows.is_not(None), sa.exists().where(_LATER.follows == Match.id))
_SEEN = (
    sa.select(Match.deleted, LAST.label("last"), Scorer.device, _IN_SERIES.label("in_series"))
    .outerjoin(Scorer, _HOLDS)
    .where(Match.id == sa.bindparam("match_id"))
)
_SAID_BEFORE = sa.select(Event.seq).where(Event.id == sa.bindparam("event_id")).scalar_subquery()
_SEEN_TO_WRITE = _SEEN.add_columns(_SAID_BEFORE.label("known"))


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


@dataclass(frozen=True, slots=True)
class Look:
    """A match as a device finds it: its log, whether the device holds a scorer's seat, and whether it has rematches."""

    reading: Reading
    writes: bool
    in_series: bool


@again_on_conflict
def start_match(match_id: str, device: str, opening: Opening, follows: str | None = None) -> Match:
    """Start a match and give the device its scorer's seat.

    The same id from the same device with the same opening is the same match; another opening raises Conflict.
    A second rematch of one match is the first one; whoever kept score of that match does so in its rematch.
    """
    with writing() as connection, Session(connection, expire_on_commit=False) as session:
        starter = device if follows is None else _starter(session, follows, device)
        known = session.get(Match, match_id)
        if known is not None:
            return _same_match(known, starter, opening, follows)
        if follows is not None:
            earlier: Match | None = session.scalar(sa.select(Match).where(Match.follows == follows))
            if earlier is not None:
                return earlier
        match = new_match(match_id, starter, opening, follows)
        session.add(match)
        session.flush()
        if follows is None:
            session.add(Scorer(match_id=match_id, device=device, since=_now()))
        else:
            session.add_all(_seats_again(session, follows, match_id))
        session.flush()
    return match


def look_at(match_id: str, device: str) -> Look | None:
    """Read a match that is not deleted and say what a device may do there: one query where nothing is new."""
    with db.engine.connect() as connection:
        seen = connection.execute(_SEEN, {"match_id": match_id, "device": device}).first()
        if seen is None or seen.deleted:
            return None
        return Look(reading_at(connection, match_id, seen.last), seen.device is not None, seen.in_series)


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


def evening_of(match: Match) -> list[Match]:
    """List a match's whole chain of rematches, the first one first, without those that were put away."""
    chain = [match]
    while chain[0].follows is not None and (earlier := any_match(chain[0].follows)) is not None:
        chain.insert(0, earlier)
    while (later := rematch_of(chain[-1].id)) is not None:
        chain.append(later)
    return [one for one in chain if one.deleted is None]


def strike_from_series(match_id: str, device: str, *, struck: bool) -> None:
    """Let a match count no more in its series, or again. Raises Refused."""
    _set_moment(match_id, device, struck=_now() if struck else None)


def may_write(match_id: str, device: str) -> bool:
    """Say whether a device holds a scorer's seat."""
    return bool(device) and db.session.get(Scorer, (match_id, device)) is not None


def reading_of(match: Match) -> Reading:
    """Read a match's log to its end."""
    with db.engine.connect() as connection:
        last = connection.scalar(sa.select(LAST).where(Match.id == match.id))
        return reading_at(connection, match.id, last)


def readings_of(matches: Sequence[Match]) -> list[Reading]:
    """Read many matches as `reading_of` does, in two queries."""
    with db.engine.connect() as connection:
        return readings_at(connection, matches)


@again_on_conflict
def record(match_id: str, device: str, saying: Saying) -> Reading:
    """Append one event, durable when this returns, and give the log as it reads now.

    Sent again it changes nothing. Raises Refused, Impossible, Conflict or Already as `log.expect` says; an id that
    was used for something else raises SameId in the same match and Impossible in another.
    """
    with writing() as connection:
        if connection.dialect.name != "sqlite":  # whose one writer we are already
            connection.execute(sa.select(Match.id).where(Match.id == match_id).with_for_update())
        asked = {"match_id": match_id, "device": device, "event_id": saying.id}
        seen = connection.execute(_SEEN_TO_WRITE, asked).first()
        if seen is None or seen.device is None:
            raise Refused
        reading = reading_at(connection, match_id, seen.last)
        if seen.known is not None:
            known = connection.execute(EVENTS.where(Event.id == saying.id)).one()
            _same_event(known, match_id, reading, saying)
            return reading
        body = expect(reading, saying.kind, saying.body)
        said = Said(saying.id, reading.seq + 1, saying.kind, body, device, _now(), saying.said)
        row = {name: getattr(said, name) for name in said.__slots__}
        connection.execute(sa.insert(Event), {**row, "match_id": match_id, "after": saying.after})
        tell_others(connection, match_id)
        reading = reading.copy()
        reading.take(said)
    remember(match_id, reading)
    changed(match_id)
    return reading


def delete_match(match_id: str, device: str) -> None:
    """Put a match away. Nothing of it is lost."""
    _set_moment(match_id, device, deleted=_now())


def restore_match(match_id: str, device: str) -> None:
    """Take a deletion back."""
    _set_moment(match_id, device, deleted=None)


def _set_moment(match_id: str, device: str, **moment: datetime | None) -> None:
    with writing() as connection:
        putting = sa.update(Match).where(Match.id == match_id, sa.exists().where(_HOLDS)).values(**moment)
        if not connection.execute(putting, {"device": device}).rowcount:
            raise Refused
        tell_others(connection, match_id)
    changed(match_id)


def _starter(session: Session, match_id: str, device: str) -> str:
    """Give the starter of a match to one who keeps score of it."""
    match = session.get(Match, match_id)
    if match is None or session.get(Scorer, (match_id, device)) is None:
        raise Refused
    return match.started_by


def _seats_again(session: Session, match_id: str, rematch_id: str) -> list[Scorer | Recovery]:
    """Give the same phones their seats, and the starter's code its use, in a rematch."""
    sitting = session.scalars(sa.select(Scorer).where(Scorer.match_id == match_id))
    seats = [Scorer(match_id=rematch_id, device=one.device, since=one.since, name=one.name) for one in sitting]
    kept = session.get(Recovery, match_id)
    return [*seats, *([Recovery(match_id=rematch_id, code=kept.code, made=kept.made)] if kept else [])]


def new_match(match_id: str, device: str, opening: Opening, follows: str | None = None) -> Match:
    """Describe a match that begins now. Nothing is written."""
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
    again = new_match(known.id, device, opening, follows)
    parts = ("game", "options", "names", "first_dealer", "carried", "follows", "started_by")
    if any(getattr(again, part) != getattr(known, part) for part in parts):
        raise Conflict("same_match_id")
    if known.deleted is not None:
        raise Conflict("match_deleted")
    return known


def _same_event(known: Any, match_id: str, reading: Reading, saying: Saying) -> None:
    """Let a repeated event pass in silence; stop another one that wears its id."""
    if known.match_id != match_id:
        raise Impossible("id_of_another_match")
    if known.kind != saying.kind or known.body != _tidied(known, reading, saying):
        raise SameId(said_of(known))


def _tidied(known: Any, reading: Reading, saying: Saying) -> Raw:
    """The body as it would have been stored then: what it expects is judged against the log before it."""
    before = read(reading.opening, [said for said in reading.said if said.seq < known.seq])
    try:
        return expect(before, saying.kind, saying.body)
    except (Conflict, Already):
        return saying.body


def _now() -> datetime:
    return datetime.now(UTC)
