"""The paper after an event: its lines, the contract that stands, who deals by hand, who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..games import Rules, Written
from ..games.fold import Ended


@dataclass(frozen=True, slots=True)
class Line:
    """A round or a misdeal (no entry), known for ever by the id of the event that first said it."""

    id: str
    entry: Any | None
    version: str
    """The event that said the entry as it stands."""
    players: tuple[str, ...]
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Contract:
    """A bid that stands until its hand is played."""

    id: str
    call: Written


@dataclass(frozen=True, slots=True)
class ByHand:
    """A dealer set by the table, after the line it was said after (None: the start)."""

    id: str
    after: str | None
    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class State:
    """The paper after one event of the undo stack."""

    rules: Rules
    first_dealer: int
    sitting: tuple[str, ...]
    """The player in each seat. A player is known by who brought them: `seat-2`, or a substitution's id."""
    lines: tuple[Line, ...] = ()
    contract: Contract | None = None
    by_hand: tuple[ByHand, ...] = ()
    ended: Ended | None = None
    rules_by: str | None = None
    """The event that last changed the house rules."""

    def standing_lines(self) -> list[Line]:
        """Lines that count as happened: all but the struck ones."""
        return [line for line in self.lines if not line.struck]

    def last(self) -> str | None:
        """The last line's id, None before the first."""
        return next((line.id for line in reversed(self.lines) if not line.struck), None)
