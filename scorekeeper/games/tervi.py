"""Tervi with bidding: made bids add, failed ones cost, double above 7 (RULES part 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .base import (
    Ask,
    Danger,
    Game,
    Impossible,
    Outcome,
    Pair,
    Raw,
    Rules,
    Told,
    Written,
    filled,
    only,
    side_of,
    trump,
    truth,
    whole,
)

LOWEST, HIGHEST, TRICKS = 7, 13, 13


@dataclass(frozen=True, slots=True)
class TerviEntry:
    """A contract and how it went. `bidder` is None when all passed: who must take 7 depends on the dealer."""

    bidder: int | None
    bid: int
    tricks: int | None
    made: bool
    suit: str | None = None

    def written(self) -> Written:
        """Give the entry in the words of a match file; tricks that nobody counted are not invented."""
        counted = {"made": self.made} if self.tricks is None else {"tricks": self.tricks}
        if self.bidder is None:
            return filled(forced=True, **counted, suit=self.suit)
        return filled(bidder=self.bidder, bid=self.bid, **counted, suit=self.suit)


class Tervi(Game[TerviEntry]):
    """The bidding game whose score is one gap."""

    key = "tervi"
    options = {"gap_limit": 52, "direction": "anti-clockwise", "trump_mode": "first_five"}
    decides = ("bidder", "bid", "forced", "tricks", "made")
    asks = (
        Ask("bidder", "seat"),
        Ask("bid", "number"),
        Ask("forced", "truth"),
        Ask("tricks", "number"),
        Ask("made", "truth"),
        Ask("suit", "suit"),
    )
    first_does = "bids_first"
    called = ("bidder", "bid", "forced", "suit")

    def check(self, raw: Raw, rules: Rules) -> TerviEntry:
        """Read `{"bidder", "bid"}` or `{"forced": true}`, with exactly one of `tricks` and `made`."""
        only(raw, "bidder", "bid", "forced", "tricks", "made", "suit")
        call = self.check_call({key: raw[key] for key in ("bidder", "bid", "forced", "suit") if key in raw}, rules)
        tricks, made = raw.get("tricks"), raw.get("made")
        if tricks is None and made is None:
            raise Impossible("result_missing", "tricks")
        if tricks is not None and made is not None:
            raise Impossible("tricks_or_made", "tricks")
        bidder, bid = call.get("bidder"), call.get("bid", LOWEST)
        assert (bidder is None or isinstance(bidder, int)) and isinstance(bid, int)
        if made is not None:
            return TerviEntry(bidder, bid, None, truth(made, "made"), trump(raw))
        counted = whole(tricks, 0, TRICKS, "tricks_range", "tricks")
        return TerviEntry(bidder, bid, counted, counted >= bid, trump(raw))

    def check_call(self, raw: Raw, rules: Rules) -> Written:
        """Read a bid, or that all four passed: then the player after the dealer must take 7 (A6)."""
        only(raw, "bidder", "bid", "forced", "suit")
        forced = raw.get("forced")
        if forced is not None and truth(forced, "forced"):
            if raw.get("bidder") is not None or raw.get("bid") is not None:
                raise Impossible("forced_or_bid", "bid")
            return filled(forced=True, suit=trump(raw))
        if raw.get("bidder") is None:
            raise Impossible("bidder_missing", "bidder")
        if raw.get("bid") is None:
            raise Impossible("bid_missing", "bid")
        bidder = whole(raw["bidder"], 0, rules.seats - 1, "seat_range", "bidder")
        bid = whole(raw["bid"], LOWEST, HIGHEST, "bid_range", "bid")
        return filled(bidder=bidder, bid=bid, suit=trump(raw))

    def outcome(self, entry: TerviEntry, rules: Rules, first: int) -> Outcome:
        """Made: + the bid, no overtricks. Failed: −7, or double above 7. The other side's score never changes."""
        side = first if entry.bidder is None else side_of(entry.bidder)
        points = entry.bid if entry.made else penalty(entry.bid)
        return Outcome((points, 0) if side == 0 else (0, points), side if entry.made else 1 - side)

    def told(self, entry: TerviEntry) -> Told:
        """Who called what, and how it went."""
        how = "made" if entry.made else "failed"
        figures = {"seat": entry.bidder, "bid": entry.bid, "suit": entry.suit, "count": entry.tricks}
        return Told(f"told.{'forced' if entry.bidder is None else 'bid'}_{how}", figures)

    def possible(self, rules: Rules) -> Iterator[TerviEntry]:
        """Both sides, seven bids and the forced seven, each counted or only made or failed."""
        for bidder in (0, 1, None):
            for bid in range(LOWEST, HIGHEST + 1) if bidder is not None else (LOWEST,):
                yield TerviEntry(bidder, bid, None, made=True)
                yield TerviEntry(bidder, bid, None, made=False)
                for tricks in range(TRICKS + 1):
                    yield TerviEntry(bidder, bid, tricks, tricks >= bid)

    def bidder(self, entry: TerviEntry) -> int | None:
        """Whoever decided trump leads the first trick."""
        return entry.bidder

    def danger(self, rules: Rules, score: Pair) -> tuple[Danger, ...]:
        """Smallest failure that loses the match for the side behind, smallest bid that wins it for the one ahead."""
        limit = rules.gap_limit
        if limit is None:
            return ()
        found = []
        for side in (0, 1):
            lead = score[side] - score[1 - side]
            winning = [bid for bid in range(LOWEST, HIGHEST + 1) if lead > 0 and lead + bid >= limit]
            losing = [bid for bid in range(LOWEST, HIGHEST + 1) if lead <= 0 and lead + penalty(bid) <= -limit]
            found += [Danger(side, bid, made=True) for bid in winning[:1]]
            found += [Danger(side, bid, made=False) for bid in losing[:1]]
        return tuple(found)


def penalty(bid: int) -> int:
    """Points of a failed bid: a failed 7 costs 7, any other double."""
    return -bid if bid == LOWEST else -2 * bid
