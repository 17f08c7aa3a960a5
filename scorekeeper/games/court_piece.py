"""Court Piece: the tricks themselves count; 7 or more of 13 win the round (RULES part 3, B12)."""

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
    only,
    split,
    splits,
    trump,
    won_by,
)

TRICKS = 13


@dataclass(frozen=True, slots=True)
class CourtEntry:
    """Tricks of each side."""

    tricks: Pair
    suit: str | None = None

    def written(self) -> Written:
        """Give the entry in the words of a match file."""
        return filled(tricks=self.tricks, suit=self.suit)


class CourtPiece(Game[CourtEntry]):
    """No draw is possible; all 13 tricks end the match unless the house says no."""

    key = "court_piece"
    options = {
        "mode": "streak",
        "target": 7,
        "instant_win": True,
        "draw_dealer": "prior",
        "direction": "anti-clockwise",
        "trump_mode": "first_void",
    }

    decides = ("tricks",)
    asks = (Ask("tricks", "pair"), Ask("suit", "suit"))

    def check(self, raw: Raw, rules: Rules) -> CourtEntry:
        """Read `{"tricks": [a, b]}`, 13 in all."""
        only(raw, "tricks", "suit")
        return CourtEntry(split(raw, "tricks", TRICKS), trump(raw))

    def outcome(self, entry: CourtEntry, rules: Rules, first: int) -> Outcome:
        """More tricks win the round."""
        return won_by(more_of(entry.tricks), instant=rules.instant_win and 0 in entry.tricks)

    def told(self, entry: CourtEntry) -> Told:
        """Tricks of both sides."""
        return Told("told.tricks", {"tricks": entry.tricks, "suit": entry.suit})

    def possible(self, rules: Rules) -> Iterator[CourtEntry]:
        """The fourteen ways to share thirteen tricks."""
        return (CourtEntry(tricks) for tricks in splits(TRICKS))
