"""What the log says now: which rounds stand, what was taken back, who sits where. All of it is computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from ..games import Raw, Rules, Written
from ..games.fold import DealtBy, Ended, Happening, Misdeal, Round, Row, Standing, fold, start
from ..games.house import check_rules
from .opening import Opening

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
    def folded(self) -> tuple[list[Row], Standing]:
        """The lines that stand, each with its standing, and the standing now."""
        return fold_state(self.opening, self.state)

    @property
    def rows(self) -> list[tuple[Line, Row]]:
        """Every line that stands beside its row."""
        return list(zip(self.state.standing_lines(), self.folded[0], strict=True))

    @property
    def standing(self) -> Standing:
        """All that is known now."""
        return self.folded[1]

    def sitting_names(self, players: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Names in seat order, of those sitting now or of the given players."""
        return tuple(self.names[player] for player in players or self.state.sitting)

    def take(self, said: Said) -> None:
        """Read one more event. It was accepted once, so nothing is refused here."""
        self.said.append(said)
        self.__dict__.pop("folded", None)
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


def fold_state(opening: Opening, state: State) -> tuple[list[Row], Standing]:
    """Fold what a state says happened."""
    first = start(state.rules, state.first_dealer, opening.carried)
    return fold(state.rules, first, happenings(opening, state))


def happenings(opening: Opening, state: State) -> Iterator[Happening]:
    """All that happened, in the table's order: a dealer set by hand stands after the line it was said after."""
    yield from (DealtBy(said.seat, said.why) for said in state.by_hand if said.after is None)
    for line in state.standing_lines():
        if line.entry is None:
            yield Misdeal()
        else:
            game = opening.game
            yield Round(game.worth(line.entry, state.rules), game.bidder(line.entry))
        yield from (DealtBy(said.seat, said.why) for said in state.by_hand if said.after == line.id)
    if state.ended is not None:
        yield state.ended


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
        entry = opening.game.check(raw, state.rules)  # type: ignore[arg-type]
        line = replace(line, version=said.id, struck=False, entry=entry)
    return replace(state, lines=(*state.lines[:at], line, *state.lines[at + 1 :]))


def _dealer(opening: Opening, state: State, said: Said) -> State:
    body = said.body
    after = body["after"]
    hand = ByHand(said.id, None if after is None else str(after), int(str(body["seat"])), str(body["why"]))
    return replace(state, by_hand=(*state.by_hand, hand))


def _rules(opening: Opening, state: State, said: Said) -> State:
    rules = check_rules(opening.game, said.body["options"], state.rules.seats)  # type: ignore[arg-type]
    lines = tuple(
        line if line.entry is None else replace(line, entry=opening.game.check(line.entry.written(), rules))
        for line in state.lines
    )
    first_dealer = int(str(said.body["first_dealer"]))
    return replace(state, rules=rules, first_dealer=first_dealer, lines=lines, rules_by=said.id)


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
