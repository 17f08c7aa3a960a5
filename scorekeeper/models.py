"""Match, Event and who may write: what was said, nothing computed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, DateTime, ForeignKey, Index, String, TypeDecorator
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID = String(32)
"""128 random bits in hexadecimal, made by whoever says the thing."""


class Instant(TypeDecorator[datetime]):
    """A moment, always UTC. SQLite forgets zones, so they are put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give a moment that knows its zone."""
        return None if value is None else value.replace(tzinfo=value.tzinfo or UTC)


class Base(DeclarativeBase):
    """The tables' common ground."""


db = SQLAlchemy(model_class=Base)


class Match(db.Model):  # type: ignore[name-defined,misc]  # Flask-SQLAlchemy makes its Model at run time
    """How a match opened. Its id is its address: unguessable, and enough to read it."""

    __tablename__ = "match"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    game: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    names: Mapped[list[str]] = mapped_column(JSON)
    first_dealer: Mapped[int]
    carried: Mapped[dict[str, Any]] = mapped_column(JSON)
    follows: Mapped[str | None] = mapped_column(ForeignKey("match.id"), unique=True, default=None)
    started_by: Mapped[str] = mapped_column(String(64))
    started: Mapped[datetime] = mapped_column(Instant)
    deleted: Mapped[datetime | None] = mapped_column(Instant, default=None)
    struck: Mapped[datetime | None] = mapped_column(Instant, default=None)
    """Since when it does not count in its series of rematches."""


class Event(db.Model):  # type: ignore[name-defined,misc]
    """One thing said at the table. Appended, never changed."""

    __tablename__ = "event"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    id: Mapped[str] = mapped_column(ID, unique=True)
    kind: Mapped[str] = mapped_column(String(16))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    after: Mapped[int]
    by: Mapped[str] = mapped_column(String(64))
    said: Mapped[datetime | None] = mapped_column(Instant)
    received: Mapped[datetime] = mapped_column(Instant)


class Scorer(db.Model):  # type: ignore[name-defined,misc]
    """A device that may write in a match. A device is known by the digest of the secret in its cookie."""

    __tablename__ = "scorer"
    __table_args__ = (Index("ix_scorer_device", "device"),)

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    since: Mapped[datetime] = mapped_column(Instant)
    name: Mapped[str] = mapped_column(String(30), default="", server_default="")
    """Whose phone it is, for the history; empty where nobody said."""


class FormerScorer(db.Model):  # type: ignore[name-defined,misc]
    """A device that may write no more. The history still says whose it was."""

    __tablename__ = "former_scorer"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    since: Mapped[datetime] = mapped_column(Instant)
    name: Mapped[str] = mapped_column(String(30))


class Invitation(db.Model):  # type: ignore[name-defined,misc]
    """An invitation to keep score, until it expires or is taken back. Digests only: see `secret.py`."""

    __tablename__ = "invitation"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), index=True)
    by: Mapped[str] = mapped_column(String(64))
    token: Mapped[str] = mapped_column(String(64), unique=True)
    code: Mapped[str] = mapped_column(String(64), unique=True)
    made: Mapped[datetime] = mapped_column(Instant)
    expires: Mapped[datetime] = mapped_column(Instant)


class Recovery(db.Model):  # type: ignore[name-defined,misc]
    """Digest of the code that brings the starter's seat to another phone. Rematches keep the code of their evening."""

    __tablename__ = "recovery"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    code: Mapped[str] = mapped_column(String(64), index=True)
    made: Mapped[datetime] = mapped_column(Instant)
