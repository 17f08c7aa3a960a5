"""The matches that a phone keeps score of: listed, its names remembered, and brought in from a file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from .bring_in import Brought, paper_of
from .database import again_on_conflict, writing
from .log import Reading
from .models import Event, Match, Scorer, db
from .store import new_match, reading_of, readings_of


def matches_of(device: str, *, deleted: bool = False) -> list[Match]:
    """List the matches a device may write in, newest first."""
    mine = sa.select(Scorer.match_id).where(Scorer.device == device)
    which = Match.deleted.is_not(None) if deleted else Match.deleted.is_(None)
    return list(db.session.scalars(sa.select(Match).where(Match.id.in_(mine), which).order_by(Match.started.desc())))


def with_logs(device: str) -> list[tuple[Match, Reading]]:
    """List the matches a device may write in, newest first, each with its log."""
    matches = matches_of(device)
    return list(zip(matches, readings_of(matches), strict=True))


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


@again_on_conflict
def bring_in(device: str, brought: Sequence[Brought]) -> None:
    """Keep matches that were laid down from a file, all of them or none.

    One that this device keeps already is left as it is; put away, it comes back.
    """
    known = _known(device, brought)
    with writing() as connection, Session(connection) as session:
        for one in brought:
            match = session.get(Match, known.get(one.id, one.id))
            if match is not None:
                match.deleted = None
                continue
            match = new_match(one.id, device, one.reading.opening)
            match.started = one.started
            session.add(match)
            session.flush()
            session.add(Scorer(match_id=one.id, device=device, since=datetime.now(UTC)))
            rows = [{name: getattr(said, name) for name in said.__slots__} for said in one.reading.said]
            events = [{**row, "match_id": one.id, "after": row["seq"] - 1} for row in rows]
            if events:
                session.execute(sa.insert(Event), events)
        session.flush()


def keeps(device: str, brought: Sequence[Brought]) -> int:
    """Count those of a file's matches that this device keeps already."""
    return len(_known(device, brought))


def _known(device: str, brought: Sequence[Brought]) -> dict[str, str]:
    """Ids of a device's matches by those of the same ones in a file: brought in before, or the file's very source."""
    mine = [*matches_of(device), *matches_of(device, deleted=True)]
    papers = {
        paper_of(reading, match.started): match.id for match, reading in zip(mine, readings_of(mine), strict=True)
    }
    ids = {match.id for match in mine}
    found = {one.id: one.id if one.id in ids else papers.get(one.paper) for one in brought}
    return {new: known for new, known in found.items() if known is not None}
