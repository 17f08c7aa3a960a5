"""Double Sar: tens count double. Card points are 4 a trick and 1 more a ten, 56 in all (RULES part 3, B10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .base import (
    Ask,
    Game,
    Outcome,
    Pair,
    Raw,
    Rules,
    Told,
    Written,
    filled,
    more_of,
    no_ten_without_trick,
    only,
    split,
    splits,
    trump,
    won_by,
)

TENS, TRICKS = 4, 13


@dataclass(frozen=True, slots=True)
class SarEntry:
    """Tens and tricks of each side."""

    tens: Pair
    tricks: Pair
    suit: str | None = None

    def written(self) -> Written:
        """Give the entry in the words of a match file."""
        return filled(tens=self.tens, tricks=self.tricks, suit=self.suit)


class DoubleSar(Game[SarEntry]):
    """29 card points or more win a round; 28–28 draws it."""

    key = "double_sar"
    options = {
        "mode": "streak",
        "target": 7,
        "instant_win": True,
        "instant_rule": "tens",
        "draw_dealer": "prior",
        "direction": "anti-clockwise",
        "trump_mode": "first_void",
    }

    decides = ("tens", "tricks")
    asks = (Ask("tens", "pair"), Ask("tricks", "pair"), Ask("suit", "suit"))

    def check(self, raw: Raw, rules: Rules) -> SarEntry:
        """Read `{"tens": [a, b], "tricks": [a, b]}`; a side without a trick has no ten."""
        only(raw, "tens", "tricks", "suit")
        tens, tricks = split(raw, "tens", TENS), split(raw, "tricks", TRICKS)
        no_ten_without_trick(tens, tricks)
        return SarEntry(tens, tricks, trump(raw))

    def outcome(self, entry: SarEntry, rules: Rules, first: int) -> Outcome:
        """More card points win; all four tens (or all tricks, `sweep`) end the match even at 28–28 or 8–48."""
        winner = more_of(card_points(entry))
        if rules.instant_win:
            decisive = entry.tens if rules.instant_rule == "tens" else entry.tricks
            if 0 in decisive:
                return won_by(more_of(decisive), instant=True)
        return won_by(winner)

    def all_at_once(self, rules: Rules) -> str:
        """All four tens, or all tricks where the house says sweep (B10)."""
        return "four_tens" if rules.instant_rule == "tens" else "all_tricks"

    def told(self, entry: SarEntry) -> Told:
        """Tens, tricks and the card points they make."""
        figures = {"tens": entry.tens, "tricks": entry.tricks, "cards": card_points(entry), "suit": entry.suit}
        return Told("told.cards", figures)

    def possible(self, rules: Rules) -> Iterator[SarEntry]:
        """The 62 ways to share four tens and thirteen tricks."""
        for tens in splits(TENS):
            for tricks in splits(TRICKS):
                if all(took or not caught for caught, took in zip(tens, tricks, strict=True)):
                    yield SarEntry(tens, tricks)


def card_points(entry: SarEntry) -> Pair:
    """Card points of each side, 56 together: four cards a trick, and each ten counts once more."""
    return 4 * entry.tricks[0] + entry.tens[0], 4 * entry.tricks[1] + entry.tens[1]
