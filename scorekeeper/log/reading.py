"""What the log says now: which rounds stand, what was taken back, who sits where. All of it is computed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from ..games import Raw
from ..games.fold import Ended, Row, Standing
from ..games.house import check_rules
from .folding import Folded, refold
from .opening import Opening
from .state import ByHand, Contract, Line, State

ON_THE_STACK = ("bid", "round", "misdeal", "correction", "dealer", "rules", "substitute", "end")
KINDS = (*ON_THE_STACK, "rename", "undo", "redo")


@dataclass(frozen=True, slots=True)
class Said:
    """One thing said at the table: appended, never changed."""

    id: str
    seq: int
    kind: str
    body: Raw
    by: str = ""
    """The device that sent it."""
    received: datetime | None = None
    said: datetime | None = None
    """What the sender's clock showed; shown, never used for order."""


@dataclass
class Reading:
    """A match's log read from its first event to its last. Read on with `take`; everything else only looks."""

    opening: Opening
    said: list[Said] = field(default_factory=list)
    stack: list[tuple[Said, State]] = field(default_factory=list)
    taken_back: list[Said] = field(default_factory=list)
    """Events that redo can bring again, the next one last."""
    undone_by: dict[str, Said] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Seat the players named at the opening."""
        self._first = State(self.opening.rules, self.opening.first_dealer, tuple(map(seat_id, range(self.seats))))
        self.names = dict(zip(self._first.sitting, self.opening.names, strict=True))
        self._checkpoint_before: Folded | None = None

    @property
    def seats(self) -> int:
        """Number of seats at the table."""
        return self.opening.rules.seats

    @property
    def state(self) -> State:
        """The paper as it is now."""
        return self.stack[-1][1] if self.stack else self._first

    @property
    def top(self) -> Said | None:
        """What Undo would take back."""
        return self.stack[-1][0] if self.stack else None

    @property
    def seq(self) -> int:
        """Number of the last event, 0 before the first."""
        return self.said[-1].seq if self.said else 0

    @cached_property
    def checkpoint(self) -> Folded:
        """The fold of the log as it is now, folded on from what was folded before."""
        return refold(self.opening, self.state, self._checkpoint_before)

    @property
    def folded(self) -> tuple[list[Row], Standing]:
        """The lines that stand, each with its standing, and the standing now."""
        return self.checkpoint.rows, self.checkpoint.standing

    @property
    def rows(self) -> list[tuple[Line, Row]]:
        """Every line that stands beside its row."""
        return list(zip(self.checkpoint.lines, self.checkpoint.rows, strict=True))

    def rows_from(self, first: int) -> list[tuple[Line, Row]]:
        """The last lines, from the given place on (negative: so many from the end)."""
        return list(zip(self.checkpoint.lines[first:], self.checkpoint.rows[first:], strict=True))

    @property
    def standing(self) -> Standing:
        """All that is known now."""
        return self.checkpoint.standing

    def entry(self, line: Line) -> Any | None:
        """The entry of a line as the house rules now read it, None for a misdeal."""
        return None if line.entry is None else self.opening.game.under(line.entry, self.state.rules)

    def copy(self) -> Reading:
        """Give a reading that can read on while this one stays as it is."""
        again = Reading(self.opening, [*self.said], [*self.stack], [*self.taken_back], {**self.undone_by})
        again.names = {**self.names}
        again._checkpoint_before = self.__dict__.get("checkpoint", self._checkpoint_before)
        return again

    def sitting_names(self, players: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Names in seat order, of those sitting now or of the given players."""
        return tuple(self.names[player] for player in players or self.state.sitting)

    def take(self, said: Said) -> None:
        """Read one more event. It was accepted once, so nothing is refused here."""
        self.said.append(said)
        self._checkpoint_before = self.__dict__.pop("checkpoint", self._checkpoint_before)
        if said.kind == "undo":
            undone = self.stack.pop()[0]
            self.taken_back.append(undone)
            self.undone_by[undone.id] = said
        elif said.kind == "redo":
            again = self.taken_back.pop()
            self.undone_by.pop(again.id, None)
            self.stack.append((again, self._apply(again)))
        elif said.kind == "rename":
            self.names[str(said.body["player"])] = str(said.body["name"])
        else:
            self.taken_back.clear()
            self.stack.append((said, self._apply(said)))

    def _apply(self, said: Said) -> State:
        state, body = self.state, said.body
        if said.kind == "substitute":
            self.names.setdefault(said.id, str(body["name"]))
            seat = int(str(body["seat"]))
            return replace(state, sitting=(*state.sitting[:seat], said.id, *state.sitting[seat + 1 :]))
        return _APPLY[said.kind](self.opening, state, said)


def seat_id(seat: int) -> str:
    """Id of the player who sat in a seat from the start."""
    return f"seat-{seat}"


def read(opening: Opening, log: Iterable[Said]) -> Reading:
    """Read a whole log."""
    reading = Reading(opening)
    for said in log:
        reading.take(said)
    return reading


def _bid(opening: Opening, state: State, said: Said) -> State:
    return replace(state, contract=Contract(said.id, dict(said.body["call"])))  # type: ignore[call-overload]


def _line(opening: Opening, state: State, said: Said) -> State:
    entry = None if said.kind == "misdeal" else opening.game.check(said.body["entry"], state.rules)  # type: ignore[arg-type]
    line = Line(said.id, entry, said.id, state.sitting)
    before = said.body.get("before")
    if before is None:
        return replace(state, lines=(*state.lines, line), contract=None)
    at = [other.id for other in state.lines].index(str(before))
    line = replace(line, players=state.lines[at].players)
    return replace(state, lines=(*state.lines[:at], line, *state.lines[at:]))


def _correction(opening: Opening, state: State, said: Said) -> State:
    at = [line.id for line in state.lines].index(str(said.body["round"]))
    line, raw = state.lines[at], said.body["entry"]
    if raw is None:
        line = replace(line, version=said.id, struck=True)
        previous = next((other.id for other in reversed(state.lines[:at]) if not other.struck), None)
        # A dealer set by hand after a struck round moves to the round before it: the table's word still stands.
        by_hand = tuple(replace(hand, after=previous) if hand.after == line.id else hand for hand in state.by_hand)
        state = replace(state, by_hand=by_hand)
    else:
        entry = None if line.entry is None else opening.game.check(raw, state.rules)  # type: ignore[arg-type]
        line = replace(line, version=said.id, struck=False, entry=entry)
    return replace(state, lines=(*state.lines[:at], line, *state.lines[at + 1 :]))


def _dealer(opening: Opening, state: State, said: Said) -> State:
    body = said.body
    after = body["after"]
    hand = ByHand(said.id, None if after is None else str(after), int(str(body["seat"])), str(body["why"]))
    return replace(state, by_hand=(*state.by_hand, hand))


def _rules(opening: Opening, state: State, said: Said) -> State:
    rules = check_rules(opening.game, said.body["options"], state.rules.seats)  # type: ignore[arg-type]
    first_dealer = int(str(said.body["first_dealer"]))
    return replace(state, rules=rules, first_dealer=first_dealer, rules_by=said.id)


def _end(opening: Opening, state: State, said: Said) -> State:
    conceded = said.body["conceded"]
    return replace(state, ended=Ended(None if conceded is None else int(str(conceded))), contract=None)


_APPLY = {
    "bid": _bid,
    "round": _line,
    "misdeal": _line,
    "correction": _correction,
    "dealer": _dealer,
    "rules": _rules,
    "end": _end,
}
