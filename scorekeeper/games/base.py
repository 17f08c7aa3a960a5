"""What every game has in common: sides, outcomes, and the questions a game answers about an entry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

Pair = tuple[int, int]
"""One number a side: team A's first, team B's second."""

Raw = Mapping[str, object]
"""Something typed, imported or replayed, as JSON gives it: nothing about it is believed yet."""

Written = dict[str, object]
"""The same in the words of a match file, checked and ready to be stored."""

SUITS = ("spades", "hearts", "diamonds", "clubs")
TRUMPS = (*SUITS, "none")


class Impossible(ValueError):
    """Something that cannot be at this table, said as a key and its figures; the edge finds the words."""

    def __init__(self, key: str, field: str | None = None, **figures: object) -> None:
        """Name the sentence by `key`, the part of the entry it belongs to, and the figures it needs."""
        super().__init__(key)
        self.key = key
        self.field = field
        self.figures = figures


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one entry is worth: points a side, the side that won (None: a draw), a kot, an end at once."""

    points: Pair
    winner: int | None
    kot: bool = False
    instant: bool = False


Worth = tuple[Outcome, Outcome]
"""The outcome when the player after the dealer is on side A, and when on side B."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How one match is played: the number of seats and every house rule, each off unless its game offers it."""

    seats: int = 4
    gap_limit: int | None = None
    target: int | None = None
    mode: str = "streak"
    target_rounds: int | None = None
    target_kots: int | None = None
    defender_kot: str = "no"
    instant_win: bool = False
    instant_rule: str = "tens"
    draw_dealer: str = "prior"
    two_two: str = "draw"
    direction: str = "anti-clockwise"
    trump_mode: str = "first_void"


@dataclass(frozen=True, slots=True)
class Danger:
    """A bid that would end the match now: made by the side ahead, or failed by the side behind."""

    side: int
    bid: int
    made: bool


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as a key and figures: `seat`, `suit`, `bid`, and pairs; the edge finds names and words."""

    key: str
    figures: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing an entry asks for: a `seat`, `number`, `pair`, `truth`, `suit` or list of `suits`."""

    name: str
    kind: str


class Entry(Protocol):
    """What was said about one round."""

    @property
    def suit(self) -> str | None:
        """The trump, if the table told."""

    def written(self) -> Written:
        """Give the entry in the words of a match file."""


E = TypeVar("E", bound=Entry)


class Game(ABC, Generic[E]):
    """One game: which entries are possible and what each is worth. It keeps nothing."""

    key: ClassVar[str]
    seats: ClassVar[tuple[int, ...]] = (4,)
    options: ClassVar[Mapping[str, int | str | bool | None]]
    """The house rules this game offers, each with its default."""
    asks: ClassVar[tuple[Ask, ...]]
    """What an entry asks for; a form is built from it."""
    decides: ClassVar[tuple[str, ...]]
    """The parts of an entry that its worth depends on; the rest is only noted."""
    called: ClassVar[tuple[str, ...]] = ()
    """The parts of an entry that are said before the hand is played; empty where a round is one step."""

    first_does: ClassVar[str] = "leads"
    """What the player after the dealer does first: `leads`, `bids_first` or `names_trump`."""

    @abstractmethod
    def check(self, raw: Raw, rules: Rules) -> E:
        """Read one round's entry; raise Impossible for whatever cannot be. There is no other check."""

    @abstractmethod
    def outcome(self, entry: E, rules: Rules, first: int) -> Outcome:
        """Say what the entry is worth; `first` is the side of the player after the dealer."""

    def name(self, entry: E) -> str:
        """Name the entry by what its worth depends on, in sides: its row in the table of outcomes."""
        return row_name(self, entry.written())

    def deciding(self, rules: Rules) -> tuple[str, ...]:
        """The parts of an entry that its worth depends on under these house rules."""
        return self.decides

    @abstractmethod
    def told(self, entry: E) -> Told:
        """Retell an entry for a list of rounds."""

    @abstractmethod
    def possible(self, rules: Rules) -> Iterator[E]:
        """List one entry for every row of the table."""

    def bidder(self, entry: E) -> int | None:
        """Seat that decided trump and so leads, or None where the player after the dealer leads."""
        return None

    def under(self, entry: E, rules: Rules) -> E:
        """Read an entry that was said under other house rules: what these do not ask for does not count."""
        return entry

    def check_call(self, raw: Raw, rules: Rules) -> Written:
        """Read what is said before the hand is played, for a game that has such a step."""
        raise Impossible("no_bidding")

    def all_at_once(self, rules: Rules) -> str:
        """What ends the match when one side takes it all in one round: `four_tens`, `twelve_tens`, `all_tricks`."""
        return "all_tricks"

    def danger(self, rules: Rules, score: Pair) -> tuple[Danger, ...]:
        """Bids that would end the match now; none where nobody bids."""
        return ()

    def worth(self, entry: E, rules: Rules) -> Worth:
        """Give both outcomes of an entry: one for each side that may sit after the dealer."""
        return self.outcome(entry, rules, 0), self.outcome(entry, rules, 1)

    def table(self, rules: Rules) -> dict[str, Worth]:
        """Every outcome these rules allow, by the entry's name: all that a fold needs to know of a game."""
        return {self.name(entry): self.worth(entry, rules) for entry in self.possible(rules)}


def row_name(game: Game[Any], written: Raw) -> str:
    """Name a written entry as the table does, `bidder=A,bid=8,made=true`: seats as sides, pairs as `3-1`."""
    asked = [ask for ask in game.asks if ask.name in game.decides and ask.name in written]
    return ",".join(f"{ask.name}={_in_a_name(ask.kind, written[ask.name])}" for ask in asked)


def _in_a_name(kind: str, value: Any) -> str:
    if kind == "seat":
        return "AB"[side_of(value)]
    return "-".join(map(str, value)) if kind == "pair" else str(value).lower()


def side_of(seat: int) -> int:
    """Side of a seat: partners sit at every second seat (RULES part 0)."""
    return seat % 2


def won_by(winner: int | None, *, instant: bool = False) -> Outcome:
    """Outcome of a round that is worth one point to its winner and nothing when drawn."""
    return Outcome((int(winner == 0), int(winner == 1)), winner, instant=instant)


def more_of(pair: Pair) -> int | None:
    """Side with the larger number, None when level."""
    return None if pair[0] == pair[1] else int(pair[1] > pair[0])


def only(raw: Raw, *known: str) -> None:
    """Refuse a key that nobody would read, so that nothing is dropped in silence."""
    for key in raw:
        if key not in known:
            raise Impossible("unknown_key", name=key)


def whole(value: object, low: int, high: int, key: str, field: str) -> int:
    """Read a whole number from low to high. A truth value is not a number, though Python says it is."""
    if type(value) is not int:
        raise Impossible("not_a_number", field)
    if not low <= value <= high:
        raise Impossible(key, field, low=low, high=high)
    return value


def truth(value: object, field: str) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise Impossible("not_true_or_false", field)
    return value


def split(raw: Raw, field: str, total: int) -> Pair:
    """Read what each side took of `total` tens or tricks: two numbers that add up."""
    value = raw.get(field)
    if value is None:
        raise Impossible(f"{field}_missing", field)
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Impossible("not_a_pair", field)
    pair = tuple(whole(part, 0, total, f"{field}_range", field) for part in value)
    if sum(pair) != total:
        raise Impossible(f"{field}_sum", field, total=total)
    return pair[0], pair[1]


def splits(total: int) -> Iterator[Pair]:
    """All the ways two sides can share `total`, from all to A down to all to B."""
    return ((mine, total - mine) for mine in range(total, -1, -1))


def no_ten_without_trick(tens: Pair, tricks: Pair) -> None:
    """A side without a trick has no ten: a ten is taken in a trick."""
    for side in (0, 1):
        if tens[side] and not tricks[side]:
            raise Impossible("no_tricks_no_tens", "tricks", side=side)


def trump(raw: Raw) -> str | None:
    """Read the trump, which any round may name."""
    suit = raw.get("suit")
    if suit is not None and suit not in TRUMPS:
        raise Impossible("unknown_suit", "suit")
    return None if suit is None else str(suit)


def filled(**parts: object) -> Written:
    """Write an entry down without the parts that were not told."""
    told = {key: part for key, part in parts.items() if part is not None}
    return {key: list(part) if isinstance(part, tuple) else part for key, part in told.items()}
