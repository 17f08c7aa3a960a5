"""What the sessions tried, and whether it is enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dice import Dice, choices
from plain_rules import Said

from scorekeeper.games import GAMES

STATUSES = ("live", "finished", "reopened")
ENOUGH = 20
"""How often everything must be tried: over all games together, and each house rule's value in each game that has it."""

LIVE_ONLY = (
    "bid",
    "round",
    "round, from memory",
    "misdeal",
    "forgotten round",
    "dealer by hand",
    "end, agreed",
    "end, conceded",
)
"""What is refused in a match that is over."""
ALWAYS = (
    "undo",
    "redo",
    "correction",
    "struck",
    "an earlier version",
    "struck, brought back",
    "house rules",
    "substitute",
    "rename",
    "delete",
    "restore",
    "a request repeated",
    "two requests reordered",
)
NEVER = ("an id with another body", "an id of another match", "sent without a seat", "said in a deleted match")


class Tally:
    """Counts of one game's sessions."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.said: Counter[tuple[str, str, bool]] = Counter()
        """By kind, by the status of the match before it, and by whether it was taken."""
        self.houses: Counter[tuple[str, object, str]] = Counter()
        """Events taken under each value of each house rule, by status."""
        self.answers: Counter[int] = Counter()
        self.matches = self.steps = 0

    def tried(self, kind: str, status: str) -> float:
        """How often a kind was tried, taken or not; of a bid, which one game alone must try enough, a fifth."""
        tried = self.said[kind, status, True] + self.said[kind, status, False]
        return tried / len(GAMES) if kind == "bid" else tried

    def steps_in(self, status: str) -> int:
        """How much was tried in matches of a status."""
        return sum(count for (_, other, _), count in self.said.items() if other == status)

    def rarest_house(self, dice: Dice) -> Said:
        """Choose house rules: of each the value under which least was said, where it was said least."""
        return {
            name: min(dice.sample(values, len(values)), key=lambda value, name=name: self._least(name, value))  # type: ignore[misc]
            for name, values in choices(self.game).items()
        }

    def _least(self, name: str, value: object) -> int:
        return min(self.houses[name, value, status] for status in STATUSES)

    def missing(self) -> list[str]:
        """Name what was tried too little. Five games with a fifth each make enough; only one game has a bid."""
        fifth = -(-ENOUGH // len(GAMES))
        short = [
            f"{kind}, {status}, {'taken' if taken else 'refused'}: {self.said[kind, status, taken]}"
            for kind, status, taken in _wanted()
            if self.said[kind, status, taken] < (ENOUGH if kind == "bid" else fifth)
            and (kind != "bid" or self.game == "tervi")
        ]
        return short + [
            f"{name} {value}, {status}: {self.houses[name, value, status]}"
            for name, values in choices(self.game).items()
            for value in values
            for status in STATUSES
            if self.houses[name, value, status] < ENOUGH
        ]

    def counts(self) -> list[tuple[str, list[int]]]:
        """Everything counted: taken and refused by status, and what was taken under each value of a house rule."""
        kinds = dict.fromkeys(kind for kind, _, _ in (*_wanted(), *self.said))
        said = [
            (kind, [self.said[kind, status, how] for status in STATUSES for how in (True, False)]) for kind in kinds
        ]
        return said + [
            (f"{self.game}, {name}: {value}", [self.houses[name, value, status] for status in STATUSES])
            for name, values in choices(self.game).items()
            for value in values
        ]


def _wanted() -> Iterator[tuple[str, str, bool]]:
    """Every kind in every status in which it can be taken, and refused where it cannot."""
    for status in STATUSES:
        over = status == "finished"
        yield from ((kind, status, not over) for kind in LIVE_ONLY if not (kind == "round" and over))
        yield from ((kind, status, True) for kind in ALWAYS)
        yield from ((kind, status, False) for kind in NEVER)
        yield "rematch", status, over
    yield "a new match", "live", True
    yield "a new match, from paper", "live", True
