"""A table to play at in tests: what is said goes through `expect` and, when taken, into the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from scorekeeper.games import GAMES, Written
from scorekeeper.games.base import filled
from scorekeeper.log import Already, Conflict, Opening, Reading, Said, expect, open_match
from scorekeeper.log.state import State

PEOPLE = ("Asha", "Bilal", "Chitra", "Deepak", "Esha", "Farid")


class Table:
    """One phone in the middle, which always shows the log as it is. What a word returns is the id of its event."""

    def __init__(self, game: str = "dehla_pakad", *, seats: int = 4, first_dealer: int = 0, **options: object) -> None:
        start = options.pop("start", None)
        opening = open_match(game, options, PEOPLE[:seats], first_dealer, start)
        self.reading = Reading(opening)

    @classmethod
    def of(cls, opening: Opening) -> Table:
        """Sit down to a match that is already opened."""
        table = cls()
        table.reading = Reading(opening)
        return table

    def say(self, kind: str, body: Written, by: str = "") -> str:
        """Say one thing; raise what `expect` raises."""
        stored = expect(self.reading, kind, body)
        seq = self.reading.seq + 1
        self.reading.take(Said(f"e{seq}", seq, kind, stored, by))
        return f"e{seq}"

    @property
    def seen(self) -> State:
        """The paper as this phone shows it."""
        return self.reading.state

    @property
    def contract(self) -> str | None:
        """Id of the bid this phone shows."""
        return self.seen.contract.id if self.seen.contract else None

    def bid(self, bidder: int, number: int, suit: str | None = None) -> str:
        """Bid, in place of the contract this phone shows, if any."""
        return self.call(**filled(bidder=bidder, bid=number, suit=suit))

    def all_pass(self) -> str:
        """All four pass: the player after the dealer must take 7."""
        return self.call(forced=True)

    def call(self, **call: object) -> str:
        """Say any call."""
        return self.say("bid", {"call": call, "replaces": self.contract})

    def play(self, **entry: object) -> str:
        """Enter the round after the last one this phone shows, in answer to the contract it shows."""
        return self.say("round", {"entry": entry, "after": self.seen.last(), "contract": self.contract})

    def play_from_memory(self, **entry: object) -> str:
        """Enter a whole round that answers no bid."""
        return self.say("round", {"entry": entry, "after": self.seen.last()})

    def insert(self, after: str | None, before: str, **entry: object) -> str:
        """Enter a forgotten round between two others."""
        return self.say("round", {"entry": entry, "after": after, "before": before})

    def misdeal(self) -> str:
        """Void the deal."""
        return self.say("misdeal", {"after": self.seen.last(), "contract": self.contract})

    def correct(self, line: str, **entry: object) -> str:
        """Correct a round in the version this phone shows."""
        return self.say("correction", {"round": line, "version": self._version(line), "entry": entry})

    def strike(self, line: str) -> str:
        """Say that a round or a misdeal never happened."""
        return self.say("correction", {"round": line, "version": self._version(line), "entry": None})

    def _version(self, line: str) -> str:
        return next(known.version for known in self.seen.lines if known.id == line)

    def deal(self, seat: int, why: str = "") -> str:
        """Set the next dealer by hand."""
        return self.say("dealer", {"seat": seat, "why": why, "after": self.seen.last()})

    def change(self, first_dealer: int | None = None, **options: object) -> str:
        """Change the house rules: these, and the defaults for all others."""
        first = self.seen.first_dealer if first_dealer is None else first_dealer
        return self.say("rules", {"options": options, "first_dealer": first, "seen": self.seen.rules_by})

    def substitute(self, seat: int, name: str) -> str:
        """Seat somebody else, from the next round on."""
        return self.say("substitute", {"seat": seat, "name": name, "player": self.seen.sitting[seat]})

    def rename(self, player: str, name: str, was: str | None = None) -> str:
        """Mend a name everywhere."""
        known = self.reading.names[player] if was is None else was
        return self.say("rename", {"player": player, "name": name, "was": known})

    def agree(self) -> str:
        """Agree to end the match."""
        return self.say("end", {"conceded": None, "after": self.seen.last()})

    def concede(self, side: int) -> str:
        """Give the match up."""
        return self.say("end", {"conceded": side, "after": self.seen.last()})

    def undo(self, target: str | None = None) -> str:
        """Take back what the button names: by default, what was said last."""
        top = self.reading.top
        return self.say("undo", {"target": target or (top.id if top else None)})

    def redo(self, target: str | None = None) -> str:
        """Bring again what was taken back last."""
        taken_back = self.reading.taken_back
        return self.say("redo", {"target": target or (taken_back[-1].id if taken_back else None)})

    def look(self) -> Phone:
        """Take out another phone: it goes on showing the paper as it is now."""
        return Phone(self)

    @property
    def score(self) -> tuple[int, int]:
        """The score."""
        return self.reading.standing.score

    @property
    def dealer(self) -> int:
        """Seat that deals next."""
        return self.reading.standing.dealer

    @property
    def because(self) -> tuple[str, str]:
        """Why that seat deals, and the word of whoever set it by hand."""
        reason = self.reading.standing.because
        return reason.key, reason.why

    @property
    def over(self) -> str | None:
        """Why the match is over, None while it is live."""
        return self.reading.standing.reason

    @property
    def lines(self) -> list[str]:
        """The ids of the lines that stand."""
        return [line.id for line in self.seen.standing_lines()]

    @property
    def played(self) -> list[Any]:
        """The entries of the lines that stand, as a match file says them; None for a misdeal."""
        return [line.entry and line.entry.written() for line in self.seen.standing_lines()]

    @property
    def counted(self) -> list[bool]:
        """Whether each line that stands counts."""
        return [row.counted for _, row in self.reading.rows]


class Phone(Table):
    """Another phone at the same table. It shows the paper as it was when it looked."""

    def __init__(self, table: Table) -> None:
        self.reading = table.reading
        self._seen = table.reading.state
        self._names = dict(table.reading.names)
        self._top = table.reading.top

    @property
    def seen(self) -> State:
        """The paper as it was when this phone looked."""
        return self._seen

    def rename(self, player: str, name: str, was: str | None = None) -> str:
        """Mend the name this phone shows."""
        return super().rename(player, name, self._names[player] if was is None else was)

    def undo(self, target: str | None = None) -> str:
        """Take back what this phone's button names."""
        return super().undo(target or (self._top.id if self._top else None))


@contextmanager
def conflict(key: str, line: str | None = None) -> Iterator[None]:
    """Expect that what was said no longer holds, and that the answer shows this line of the paper."""
    with pytest.raises(Conflict) as caught:
        yield
    assert caught.value.key == key
    assert (caught.value.line and caught.value.line.id) == line


@contextmanager
def already(key: str, by: str | None) -> Iterator[None]:
    """Expect that this was done before, by this event."""
    with pytest.raises(Already) as caught:
        yield
    assert caught.value.key == key
    assert (caught.value.by and caught.value.by.id) == by


def names_of_games() -> Sequence[str]:
    """The key of every game, for tests that go over all of them."""
    return list(GAMES)
