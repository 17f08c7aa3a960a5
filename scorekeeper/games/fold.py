"""The fold all games share: from what happened at the table to what is known after it.

`standings = fold(happenings, start)`: streaks, ends and the deal are decided here, from the house rules alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .base import Impossible, Outcome, Pair, Raw, Rules, Worth, side_of, whole

LOWEST_SCORE, HIGHEST_SCORE = -9999, 9999


@dataclass(frozen=True, slots=True)
class Because:
    """Why somebody deals next: a key for the edge to put into words, and the word of whoever set it by hand."""

    key: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """All that is known after a round. `dealer` deals next; once over, it is who would deal a rematch."""

    score: Pair = (0, 0)
    streak: Pair = (0, 0)
    kots: Pair = (0, 0)
    dealer: int = 0
    because: Because = Because("first")
    listed: int = 0
    prior: int | None = None
    """Side that won the round just before; None where there is none or it was drawn."""
    decisive: int | None = None
    """Side that won the last round that was not drawn."""
    over: bool = False
    winner: int | None = None
    reason: str | None = None

    @property
    def gap(self) -> int:
        """Signed difference, A's score less B's."""
        return self.score[0] - self.score[1]


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was played: what it is worth for either side after the dealer, and who led if it was a bidder."""

    worth: Worth
    bidder: int | None = None


@dataclass(frozen=True, slots=True)
class Misdeal:
    """A voided deal: no number, nothing changes, the same dealer."""


@dataclass(frozen=True, slots=True)
class DealtBy:
    """The table says who deals next, and why."""

    seat: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The table stops: agreed, or conceded by a side."""

    conceded: int | None = None


Happening = Round | Misdeal | DealtBy | Ended


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the paper: a round or a misdeal, and the standing after it."""

    number: int | None
    dealer: int
    leader: int | None
    outcome: Outcome | None
    after: Standing
    counted: bool = True


def start(rules: Rules, first_dealer: int, carried: Raw | None = None) -> Standing:
    """Open a match, from nothing or carried over from paper; raise Impossible for a start that cannot be."""
    dealer = whole(first_dealer, 0, rules.seats - 1, "seat_range", "first_dealer")
    if not carried:
        return Standing(dealer=dealer)
    lowest = LOWEST_SCORE if rules.gap_limit is not None else 0
    standing = Standing(
        score=_carried(carried, "score", lowest),
        streak=_carried(carried, "streak", 0),
        kots=_carried(carried, "kots", 0),
        dealer=dealer,
        because=Because("paper"),
    )
    if all(standing.streak):
        raise Impossible("one_streak", "streak")
    if end_of(rules, standing):
        raise Impossible("start_is_over", "score")
    return replace(standing, decisive=next((side for side in (0, 1) if standing.streak[side]), None))


def step(rules: Rules, before: Standing, happening: Happening) -> tuple[Standing, Row | None]:
    """Take one happening: the standing after it, and its line of the paper if it has one."""
    if before.over:
        return _uncounted(before, happening)
    if isinstance(happening, DealtBy):
        return replace(before, dealer=happening.seat, because=Because("by_hand", happening.why)), None
    if isinstance(happening, Ended):
        conceded = happening.conceded
        winner, reason = (None, "agreed") if conceded is None else (1 - conceded, "conceded")
        return replace(before, over=True, winner=winner, reason=reason), None
    if isinstance(happening, Misdeal):
        after = replace(before, because=Because("misdeal"))
        return after, Row(None, before.dealer, None, None, after)
    after_dealer = _next_seat(rules, before.dealer)
    outcome = happening.worth[side_of(after_dealer)]
    after = _played(rules, before, outcome)
    leader = after_dealer if happening.bidder is None else happening.bidder
    return after, Row(after.listed, before.dealer, leader, outcome, after)


def fold(rules: Rules, opening: Standing, happenings: Iterable[Happening]) -> tuple[list[Row], Standing]:
    """Take everything that happened in order: the lines of the paper and the standing after the last."""
    rows, standing = [], opening
    for happening in happenings:
        standing, row = step(rules, standing, happening)
        if row is not None:
            rows.append(row)
    return rows, standing


def end_of(rules: Rules, standing: Standing) -> tuple[str, int] | None:
    """Say whether a standing ends the match by the house rules, and if so why and who won."""
    score, streak, kots = standing.score, standing.streak, standing.kots
    if rules.gap_limit is not None and abs(standing.gap) >= rules.gap_limit:
        return "gap", int(standing.gap < 0)
    counted = {"streak": streak, "points": score}[rules.mode]
    for reason, figures, target in (
        (rules.mode, counted, rules.target),
        ("rounds", score, rules.target_rounds),
        ("kots", kots, rules.target_kots),
    ):
        for side in (0, 1):
            if target is not None and figures[side] >= target:
                return reason, side
    return None


def _played(rules: Rules, before: Standing, outcome: Outcome) -> Standing:
    """Delta, scores, streak, match end, next dealer: in this order (RULES part 0)."""
    winner = outcome.winner
    dealer, because = _next_deal(rules, before, winner)
    after = replace(
        before,
        score=(before.score[0] + outcome.points[0], before.score[1] + outcome.points[1]),
        streak=before.streak if winner is None else _streak(before.streak, winner),
        kots=_one_more(before.kots, winner) if outcome.kot and winner is not None else before.kots,
        dealer=dealer,
        because=Because(because),
        listed=before.listed + 1,
        prior=winner,
        decisive=before.decisive if winner is None else winner,
    )
    end = ("instant", winner) if outcome.instant else end_of(rules, after)
    return after if end is None else replace(after, over=True, reason=end[0], winner=end[1])


def _next_deal(rules: Rules, before: Standing, winner: int | None) -> tuple[int, str]:
    """The losing side deals; a draw asks the round before it, as the house says (RULES part 4, B2)."""
    stays, passes = before.dealer, _next_seat(rules, before.dealer)
    dealing = side_of(before.dealer)
    if winner is not None:
        return (stays, "lost") if winner != dealing else (passes, "won")
    if rules.draw_dealer == "same":
        return stays, "draw_same"
    if rules.draw_dealer == "rotate":
        return passes, "draw_rotates"
    earlier = before.decisive if rules.draw_dealer == "last_decisive" else before.prior
    if earlier is None:
        return passes, "draw_again" if before.listed else "draw_first"
    return (stays, "draw_lost_before") if earlier != dealing else (passes, "draw_won_before")


def _uncounted(before: Standing, happening: Happening) -> tuple[Standing, Row | None]:
    """List what a correction left behind the match's end; it scores nothing."""
    if isinstance(happening, Round):
        after = replace(before, listed=before.listed + 1)
        return after, Row(after.listed, before.dealer, None, None, after, counted=False)
    if isinstance(happening, Misdeal):
        return before, Row(None, before.dealer, None, None, before, counted=False)
    return before, None


def _next_seat(rules: Rules, seat: int) -> int:
    return (seat + 1) % rules.seats


def _streak(streak: Pair, winner: int) -> Pair:
    return (streak[0] + 1, 0) if winner == 0 else (0, streak[1] + 1)


def _one_more(pair: Pair, side: int) -> Pair:
    return (pair[0] + 1, pair[1]) if side == 0 else (pair[0], pair[1] + 1)


def _carried(carried: Raw, field: str, lowest: int) -> Pair:
    value = carried.get(field, [0, 0])
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Impossible("not_a_pair", field)
    pair = [whole(part, lowest, HIGHEST_SCORE, "start_range", field) for part in value]
    return pair[0], pair[1]
