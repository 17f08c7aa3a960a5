"""Who looks on: every open board of this process is told what was said, whichever process it was said to.

One greenlet a process watches the database, and only while somebody looks on. A message is made once for all who need
it; each board costs its connection and little more.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from random import SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, Any

import gevent
import sqlalchemy as sa
from flask import Flask, current_app
from gevent import monkey
from gevent.event import Event as Signal
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as NoConnection

from .database_file import Unusable, path_of, whereabouts
from .database_server import listen
from .log import Reading
from .logs import LAST, reading_at
from .models import Match, Scorer, db
from .tail import tail

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLL = 0.05
"""Seconds between two looks at whether another process wrote into SQLite."""
REST = 1.0
"""Seconds before a database that failed is tried again."""
# An event and no comment: a browser tells its page nothing of comments, and the page must know that it is live.
BEAT = b"event: beat\ndata: 0\n\n"
GONE = b"event: gone\ndata: 0\n\n"
TROUBLE = (DBAPIError, DisconnectionError, NoConnection, Unusable, OSError)

_log = logging.getLogger("scorekeeper")
_random = SystemRandom()


class Watched:
    """A match that somebody looks on at: its log as it reads now, who keeps its score, and whom to wake."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.deleted = reading, False
        self.writers: frozenset[str] = frozenset()
        self.lookers: set[Signal] = set()
        self.words: dict[tuple[int, bool], bytes] = {}

    @property
    def last(self) -> str | None:
        """Id of the last event."""
        return self.reading.said[-1].id if self.reading.said else None

    def take(self, reading: Reading, writers: frozenset[str]) -> None:
        """Something was said."""
        self.reading, self.writers, self.words = reading, writers, {}
        self.wake()

    def wake(self) -> None:
        """Wake whoever looks on. Between a few of them and the next, the server's loop goes back to the others."""
        for looker in self.lookers:
            looker.set()

    def word(self, after: int, device: str) -> bytes:
        """Give the message with everything after an event: the log's tail as /log gives it, made once for all."""
        known = after if after <= self.reading.seq else 0  # a copy of the database was put back: all of it anew
        key = (known, device in self.writers)
        if key not in self.words:
            text = json.dumps(tail(self.reading, key[1], known), separators=(",", ":"))
            self.words[key] = f"id: {self.reading.seq}\ndata: {text}\n\n".encode()
        return self.words[key]


class Lookout:
    """The matches that somebody looks on at in this process."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.watched: dict[str, Watched] = {}
        self.doubtful: set[str] = set()
        """Matches that may have changed since they were read."""
        self.stirred = Signal()
        self.streams = 0
        self.watching = self.closed = False

    @property
    def full(self) -> bool:
        """Whether one more would take the room of those who enter rounds."""
        return self.closed or self.streams >= self.app.config["LIVE_MOST"]

    def stir(self, *match_ids: str) -> None:
        """Have a second look at matches."""
        doubtful = [match_id for match_id in match_ids if match_id in self.watched]
        if doubtful:
            self.doubtful.update(doubtful)
            self.stirred.set()

    def close(self) -> None:
        """Let everybody go: they come back to the process that follows."""
        self.closed = True
        for watched in self.watched.values():
            watched.wake()

    def stream(  # noqa: PLR0913
        self, match_id: str, reading: Reading, device: str, *, writes: bool, after: int, asked: dict[str, Any]
    ) -> Iterator[bytes]:
        """Say what comes after an event, for as long as somebody listens and the match is there.

        What was `asked` is forgotten: it is answered, and kept for as long as the board is open it takes the most room.
        """
        asked.clear()
        # A crowd that lost its server does not come back in one moment.
        yield f"retry: {_random.randrange(1000, 3000)}\n\n".encode()
        watched, called = self._join(match_id, reading), Signal()
        watched.lookers.add(called)
        if writes:
            watched.writers |= {device}
        del reading
        try:
            while not (self.closed or watched.deleted):
                called.clear()
                if watched.reading.seq != after:
                    word, after = watched.word(after, device), watched.reading.seq
                    yield word
                elif not called.wait(self.app.config["LIVE_HEARTBEAT"] * _random.uniform(0.8, 1)):
                    yield BEAT
            if watched.deleted:
                yield GONE
        finally:
            self._leave(match_id, watched, called)

    def _join(self, match_id: str, reading: Reading) -> Watched:
        watched = self.watched.setdefault(match_id, Watched(reading))
        self.streams += 1
        self.stir(match_id)  # it may have moved on since it was read for this one
        if not self.watching:
            self.watching = True
            gevent.spawn(self._watch)
        return watched

    def _leave(self, match_id: str, watched: Watched, called: Signal) -> None:
        self.streams -= 1
        watched.lookers.discard(called)
        if not watched.lookers and self.watched.get(match_id) is watched:
            del self.watched[match_id]
            self.stirred.set()

    # --- watching the database ---------------------------------------------------------------------------------------

    def _watch(self) -> None:
        with self.app.app_context():
            while self.watched:
                try:
                    (self._watch_file if db.engine.dialect.name == "sqlite" else self._watch_server)(db.engine)
                except TROUBLE as trouble:
                    _log.warning("live boards wait for the database: %s", " ".join(str(trouble).split()))
                    gevent.sleep(REST)
            self.watching = False

    def _watch_file(self, engine: Engine) -> None:
        """Ask SQLite whether anybody has written. Our own writes do not wait for that."""
        path, seen, due = path_of(engine.url), None, 0.0
        with engine.connect() as connection:
            here = path and whereabouts(path)
            while self.watched:
                if monotonic() >= due:
                    if path and here != whereabouts(path):
                        return  # the pool sees to the file that was there; what lies there now is opened next
                    # Past SQLAlchemy, which would begin a transaction, in which nothing ever changes.
                    now = connection.connection.dbapi_connection.execute("PRAGMA data_version").fetchone()  # type: ignore[union-attr]
                    if now != seen:
                        self.doubtful.update(self.watched)
                    seen, due = now, monotonic() + POLL
                self._look()
                self.stirred.wait(max(due - monotonic(), 0.001))

    def _watch_server(self, engine: Engine) -> None:
        """Let PostgreSQL tell of every process's writes, ours too."""
        ears = gevent.spawn(self._listen, engine)
        try:
            while self.watched and not ears.dead:
                self._look()
                self.stirred.wait(REST)
            if isinstance(ears.value, Exception):
                raise ears.value
        finally:
            ears.kill()

    def _listen(self, engine: Engine) -> Exception | None:
        try:
            listen(engine, lambda: self.stir(*self.watched), self.stir)
        except TROUBLE as trouble:
            return trouble  # raised here it would be printed with all of its stack
        return None

    def _look(self) -> None:
        """Read what was said in the matches that may have changed."""
        self.stirred.clear()
        ids, self.doubtful = [match_id for match_id in self.doubtful if match_id in self.watched], set()
        if not ids:
            return
        with db.engine.connect() as connection:
            found = {
                row.id: row
                for row in connection.execute(
                    sa.select(Match.id, Match.deleted, LAST.label("last")).where(Match.id.in_(ids))
                )
            }
            for match_id in ids:
                row, watched = found.get(match_id), self.watched.get(match_id)
                if watched is None:
                    continue
                if row is None or row.deleted:
                    watched.deleted = True
                    del self.watched[match_id]
                    watched.wake()
                elif row.last != watched.last:
                    writers = connection.scalars(sa.select(Scorer.device).where(Scorer.match_id == match_id))
                    watched.take(reading_at(connection, match_id, row.last), frozenset(writers))


class Aside:
    """The app, which answers for a live stream in a greenlet of its own.

    The one that holds the board open keeps the deepest stack that it ever had, and ours is 16 KB deep.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        if not (environ["PATH_INFO"].endswith("/live") and monkey.is_module_patched("socket")):
            return self.app(environ, start_response)
        answer: Iterable[bytes] = gevent.spawn(self.app, environ, start_response).get()
        return answer


def lookout() -> Lookout:
    """Give this process's lookout."""
    found: Lookout = current_app.extensions.setdefault("lookout", Lookout(current_app._get_current_object()))  # type: ignore[attr-defined] # noqa: SLF001
    return found


def changed(match_id: str) -> None:
    """A match was changed by this process, and the change is saved."""
    lookout().stir(match_id)
