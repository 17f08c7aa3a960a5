"""Dehla Pakad: catch the tens; a streak of wins, or all tens at once, wins the match (RULES part 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .base import (
    SUITS,
    Ask,
    Game,
    Impossible,
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


@dataclass(frozen=True, slots=True)
class DehlaEntry:
    """Tens of each side; tricks only where the house lets them decide level tens; A's tens by suit if told."""

    tens: Pair
    tricks: Pair | None = None
    which: tuple[str, ...] | None = None
    suit: str | None = None

    def written(self) -> Written:
        """Give the entry in the words of a match file."""
        return filled(tens=self.tens, tricks=self.tricks, which=self.which, suit=self.suit)


class DehlaPakad(Game[DehlaEntry]):
    """Four players with one pack, or six with three packs."""

    key = "dehla_pakad"
    seats = (4, 6)
    options = {
        "mode": "streak",
        "target": 7,
        "instant_win": True,
        "draw_dealer": "prior",
        "two_two": "draw",
        "direction": "anti-clockwise",
        "trump_mode": "first_void",
    }

    decides = ("tens", "tricks")
    asks = (Ask("tens", "pair"), Ask("tricks", "pair"), Ask("which", "suits"), Ask("suit", "suit"))

    def check(self, raw: Raw, rules: Rules) -> DehlaEntry:
        """Read `{"tens": [a, b]}`, with tricks exactly when tens are level and the house counts them."""
        only(raw, "tens", "tricks", "which", "suit")
        tens = split(raw, "tens", all_tens(rules))
        tricks = None
        if rules.two_two == "tricks" and tens[0] == tens[1]:
            tricks = split(raw, "tricks", all_tricks(rules))
            no_ten_without_trick(tens, tricks)
        elif raw.get("tricks") is not None:
            raise Impossible("tricks_not_counted", "tricks")
        return DehlaEntry(tens, tricks, which_tens(raw, tens, rules), trump(raw))

    def outcome(self, entry: DehlaEntry, rules: Rules, first: int) -> Outcome:
        """More tens win the round; level tens draw it, or go to the side with more tricks (B1); all tens end it."""
        winner = more_of(entry.tens)
        if winner is None and entry.tricks is not None:
            winner = more_of(entry.tricks)
        return won_by(winner, instant=rules.instant_win and 0 in entry.tens)

    def under(self, entry: DehlaEntry, rules: Rules) -> DehlaEntry:
        """Tricks count only where the house says so."""
        return entry if rules.two_two == "tricks" else replace(entry, tricks=None)

    def deciding(self, rules: Rules) -> tuple[str, ...]:
        """Tens, and tricks where the house lets them decide."""
        return self.decides if rules.two_two == "tricks" else ("tens",)

    def all_at_once(self, rules: Rules) -> str:
        """All the tens there are (B5, B8)."""
        return "four_tens" if rules.seats == 4 else "twelve_tens"

    def told(self, entry: DehlaEntry) -> Told:
        """Tens of both sides, tricks where they decided, and which tens A caught."""
        figures = {"tens": entry.tens, "tricks": entry.tricks, "which": entry.which, "suit": entry.suit}
        return Told("told.tens" if entry.tricks is None else "told.tens_tricks", figures)

    def possible(self, rules: Rules) -> Iterator[DehlaEntry]:
        """Every share of the tens, and of the tricks where they decide."""
        for tens in splits(all_tens(rules)):
            if tens[0] == tens[1] and rules.two_two == "tricks":
                yield from (DehlaEntry(tens, tricks) for tricks in splits(all_tricks(rules)) if all(tricks))
            else:
                yield DehlaEntry(tens)


def all_tens(rules: Rules) -> int:
    """Tens in play: one pack for four players, three packs for six."""
    return 4 if rules.seats == 4 else 12


def all_tricks(rules: Rules) -> int:
    """Tricks in a round: 52 cards for four players, 156 for six."""
    return 13 if rules.seats == 4 else 26


def which_tens(raw: Raw, tens: Pair, rules: Rules) -> tuple[str, ...] | None:
    """Read which tens side A caught; only with one pack, where each suit has one ten."""
    which = raw.get("which")
    if which is None:
        return None
    if rules.seats != 4:
        raise Impossible("which_needs_one_pack", "which")
    if not isinstance(which, list | tuple) or any(suit not in SUITS for suit in which):
        raise Impossible("unknown_suit", "which")
    if len(set(which)) != len(which) or len(which) != tens[0]:
        raise Impossible("which_sum", "which", tens=tens[0])
    return tuple(suit for suit in SUITS if suit in which)
