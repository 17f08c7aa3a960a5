"""Who may write at a match: invitations, the phones that keep score, their names, and the code for a lost phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from .database import again_on_conflict, writing
from .games import Impossible
from .log.opening import check_name
from .models import FormerScorer, Invitation, Match, Recovery, Scorer, db
from .secret import code_of, digest, keyed, recovery_code, token_of
from .store import Refused

LASTS = timedelta(minutes=30)
"""How long an invitation stands."""
MOST_PHONES = 12
MOST_INVITATIONS = 5

_PARTS = (Scorer.match_id, Scorer.device, Scorer.since, Scorer.name)


class Full(Exception):
    """So many phones keep score here, or so many invitations stand, that there can be no more."""


class LastScorer(Exception):
    """Without this phone nobody could write any more."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an invitation asks to: the match, and whether it is put away."""

    id: str
    match_id: str
    game: str
    names: Sequence[str]


# --- looking ---------------------------------------------------------------------------------------------------------


def scorers(match_id: str) -> list[Scorer]:
    """List the phones that keep score, the first one first."""
    return list(db.session.scalars(sa.select(Scorer).where(Scorer.match_id == match_id).order_by(Scorer.since)))


def starter(match_id: str) -> str:
    """Give the phone that started a match, or has taken that one's part."""
    match = db.session.get(Match, match_id)
    return match.started_by if match else ""


def names_of_phones(match_id: str) -> dict[str, str]:
    """Name of each phone that keeps score or did, the first one first; empty where nobody said whose it is."""
    found = [
        row
        for table in (FormerScorer, Scorer)
        for row in db.session.execute(
            sa.select(table.since, table.device, table.name).where(table.match_id == match_id)
        )
    ]
    # A phone that left and came back counts once, by its present name.
    return {row.device: row.name for row in sorted(found, key=lambda row: row.since)}


def invitations(match_id: str) -> list[Invitation]:
    """List the invitations that stand, the newest first."""
    stands = (Invitation.match_id == match_id, Invitation.expires > _now())
    return list(db.session.scalars(sa.select(Invitation).where(*stands).order_by(Invitation.made.desc())))


def asked_by_token(token: str) -> Asked | None:
    """Find the invitation of a link that stands."""
    return _asked(Invitation.token == digest(token))


def asked_by_code(code: str) -> Asked | None:
    """Find the invitation of a code that stands."""
    return _asked(Invitation.code == keyed("code", code))


def recovers(code: str) -> bool:
    """Say whether a code brings a seat back."""
    return db.session.scalar(sa.select(Recovery.match_id).where(Recovery.code == digest(code)).limit(1)) is not None


def has_recovery(match_id: str) -> bool:
    """Say whether a code was made for the day the starter's phone is lost."""
    return db.session.get(Recovery, match_id) is not None


# --- inviting and joining --------------------------------------------------------------------------------------------


@again_on_conflict
def invite(match_id: str, device: str, invitation_id: str) -> None:
    """Make an invitation. The same id is the same one. Raises Refused, and Full."""
    with writing() as connection:
        _check_scorer(connection, match_id, device)
        now = _now()
        connection.execute(sa.delete(Invitation).where(Invitation.expires <= now))
        known = connection.execute(sa.select(Invitation.match_id).where(Invitation.id == invitation_id)).first()
        if known is not None:
            if known.match_id != match_id:
                raise Impossible("id_of_another_match")
            return
        stand = sa.select(sa.func.count()).select_from(Invitation).where(Invitation.match_id == match_id)
        if (connection.scalar(stand) or 0) >= MOST_INVITATIONS:
            raise Full
        told = {"token": digest(token_of(invitation_id)), "code": keyed("code", code_of(invitation_id))}
        if connection.execute(sa.select(Invitation.id).where(Invitation.code == told["code"])).first():
            raise Full  # one in millions: ask again, with another id
        row = {"id": invitation_id, "match_id": match_id, "by": device, "made": now, "expires": now + LASTS, **told}
        connection.execute(sa.insert(Invitation), row)


def take_back(match_id: str, device: str, invitation_id: str) -> None:
    """Take an invitation back. Who has joined by it stays. Raises Refused."""
    with writing() as connection:
        _check_scorer(connection, match_id, device)
        meant = (Invitation.id == invitation_id, Invitation.match_id == match_id)
        connection.execute(sa.delete(Invitation).where(*meant))


def join(asked: Asked, device: str, name: str) -> None:
    """Give a device a scorer's seat, if the invitation still stands; with a seat it only gets its name.

    Raises Refused where the invitation stands no longer, Full, and Impossible for an odd name.
    """
    told = check_name(name, "name")
    with writing() as connection:
        _lock(connection, asked.match_id)
        stands = sa.select(Invitation.id).where(Invitation.id == asked.id, Invitation.expires > _now())
        if connection.execute(stands).first() is None:
            raise Refused
        sits = {row.device: row for row in _sitting(connection, asked.match_id)}
        if device in sits:
            _name(connection, asked.match_id, device, told or sits[device].name)
            return
        if len(sits) >= MOST_PHONES:
            raise Full
        row = {"match_id": asked.match_id, "device": device, "since": _now(), "name": told}
        connection.execute(sa.insert(Scorer), row)


def name_phone(match_id: str, device: str, name: str) -> None:
    """Say whose phone it is. Raises Refused, and Impossible for an odd name."""
    told = check_name(name, "name")
    with writing() as connection:
        _check_scorer(connection, match_id, device)
        _name(connection, match_id, device, told)


# --- leaving ---------------------------------------------------------------------------------------------------------


def remove(match_id: str, device: str, leaving: str) -> None:
    """Take a phone's seat: its own, or for the starter anybody's. One that has left has left.

    Where the starter leaves, the next one takes its part. Raises Refused, and LastScorer.
    """
    with writing() as connection:
        starter = _check_scorer(connection, match_id, device)
        sitting = _sitting(connection, match_id)
        if device not in (leaving, starter):
            raise Refused
        if leaving not in {row.device for row in sitting}:
            return
        others = [row for row in sitting if row.device != leaving]
        if not others:
            raise LastScorer
        _leave(connection, match_id, leaving)
        if leaving != device:  # who was sent away has seen the invitations that stand
            connection.execute(sa.delete(Invitation).where(Invitation.match_id == match_id))
        if leaving == starter:
            # The code at home belongs to whoever left.
            connection.execute(sa.delete(Recovery).where(Recovery.match_id == match_id))
            _hand_over(connection, match_id, others[0].device)


# --- the lost phone --------------------------------------------------------------------------------------------------


def make_recovery(match_id: str, device: str) -> str:
    """Make the code that brings the starter's seat back, in place of any earlier one. Raises Refused."""
    code = recovery_code()
    with writing() as connection:
        if _check_scorer(connection, match_id, device) != device:
            raise Refused
        connection.execute(sa.delete(Recovery).where(Recovery.match_id == match_id))
        connection.execute(sa.insert(Recovery), {"match_id": match_id, "code": digest(code), "made": _now()})
    return code


def recover(code: str, device: str) -> str | None:
    """Give the starter's seat of every match that a code is for to this device; the latest of them, None for no code.

    Done twice it changes nothing: the code stays until the starter makes another.
    """
    with writing() as connection:
        meant = sa.select(Recovery.match_id).join(Match, Match.id == Recovery.match_id).order_by(Match.started)
        ids = list(connection.scalars(meant.where(Recovery.code == digest(code))))
        for match_id in ids:
            starter = _lock(connection, match_id)
            if starter == device:
                continue
            sits = {row.device: row for row in _sitting(connection, match_id)}
            if starter in sits:
                _leave(connection, match_id, starter)
            if device not in sits:
                name = sits[starter].name if starter in sits else ""
                row = {"match_id": match_id, "device": device, "since": _now(), "name": name}
                connection.execute(sa.insert(Scorer), row)
            _hand_over(connection, match_id, device)
    return ids[-1] if ids else None


# --- parts -----------------------------------------------------------------------------------------------------------


def _asked(which: sa.ColumnElement[bool]) -> Asked | None:
    query = sa.select(Invitation.id, Match.id.label("match_id"), Match.game, Match.names)
    stands = query.join(Match, Match.id == Invitation.match_id).where(Invitation.expires > _now())
    found = db.session.execute(stands.where(which, Match.deleted.is_(None))).first()
    return None if found is None else Asked(*found)


def _lock(connection: Connection, match_id: str) -> str:
    """Hold a match's seats and give its starter. SQLite has one writer only, and leaves the lock out."""
    held = sa.select(Match.started_by).where(Match.id == match_id).with_for_update()
    starter = connection.scalar(held)
    if starter is None:
        raise Refused
    return str(starter)


def _check_scorer(connection: Connection, match_id: str, device: str) -> str:
    """Hold a match's seats and give its starter; refuse a device that has no seat."""
    starter = _lock(connection, match_id)
    if device not in {row.device for row in _sitting(connection, match_id)}:
        raise Refused
    return starter


def _sitting(connection: Connection, match_id: str) -> Sequence[Any]:
    return connection.execute(sa.select(*_PARTS).where(Scorer.match_id == match_id).order_by(Scorer.since)).all()


def _name(connection: Connection, match_id: str, device: str, name: str) -> None:
    meant = (Scorer.match_id == match_id, Scorer.device == device)
    connection.execute(sa.update(Scorer).where(*meant).values(name=name))


def _leave(connection: Connection, match_id: str, device: str) -> None:
    meant = (FormerScorer.match_id == match_id, FormerScorer.device == device)
    connection.execute(sa.delete(FormerScorer).where(*meant))
    sits = sa.select(*_PARTS).where(Scorer.match_id == match_id, Scorer.device == device)
    connection.execute(sa.insert(FormerScorer).from_select(["match_id", "device", "since", "name"], sits))
    connection.execute(sa.delete(Scorer).where(Scorer.match_id == match_id, Scorer.device == device))


def _hand_over(connection: Connection, match_id: str, device: str) -> None:
    connection.execute(sa.update(Match).where(Match.id == match_id).values(started_by=device))


def _now() -> datetime:
    return datetime.now(UTC)
