"""Tervi without bidding: the first side to 7 tricks wins the round; kots are counted (RULES part 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .base import Ask, Game, Impossible, Outcome, Pair, Raw, Rules, Told, Written, filled, only, trump, whole

ENOUGH = 7


@dataclass(frozen=True, slots=True)
class ClassicEntry:
    """Tricks of each side when the round stopped: 7 for one, 0 to 6 for the other."""

    tricks: Pair
    suit: str | None = None

    def written(self) -> Written:
        """Give the entry in the words of a match file."""
        return filled(tricks=self.tricks, suit=self.suit)


class TerviClassic(Game[ClassicEntry]):
    """Rounds and kots in two counters; never a draw."""

    key = "tervi_classic"
    options = {
        "defender_kot": "no",
        "target_rounds": None,
        "target_kots": None,
        "direction": "anti-clockwise",
        "trump_mode": "first_five",
    }

    first_does = "names_trump"
    decides = ("tricks",)
    asks = (Ask("tricks", "pair"), Ask("suit", "suit"))

    def check(self, raw: Raw, rules: Rules) -> ClassicEntry:
        """Read `{"tricks": [7, 0..6]}` or the other way round: play stops at 7."""
        only(raw, "tricks", "suit")
        value = raw.get("tricks")
        if value is None:
            raise Impossible("tricks_missing", "tricks")
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise Impossible("not_a_pair", "tricks")
        tricks = tuple(whole(part, 0, ENOUGH, "classic_range", "tricks") for part in value)
        if tricks.count(ENOUGH) != 1:
            raise Impossible("one_side_has_seven", "tricks")
        return ClassicEntry((tricks[0], tricks[1]), trump(raw))

    def outcome(self, entry: ClassicEntry, rules: Rules, first: int) -> Outcome:
        """One point to the side with 7; the side after the dealer calls trump, and its 7–0 is a kot (A12)."""
        winner = entry.tricks.index(ENOUGH)
        whitewash = 0 in entry.tricks
        if winner == first:
            kot = whitewash
        else:
            kot = rules.defender_kot == "any" or (rules.defender_kot == "seven_love" and whitewash)
        return Outcome((int(winner == 0), int(winner == 1)), winner, kot=kot)

    def told(self, entry: ClassicEntry) -> Told:
        """Tricks of both sides."""
        return Told("told.tricks", {"tricks": entry.tricks, "suit": entry.suit})

    def possible(self, rules: Rules) -> Iterator[ClassicEntry]:
        """Seven rounds won by A, seven by B."""
        for other in range(ENOUGH):
            yield ClassicEntry((ENOUGH, other))
            yield ClassicEntry((other, ENOUGH))
