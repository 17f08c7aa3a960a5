"""What a match page shows, worked out from the log as it now reads: one description for page, card and phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from markupsafe import Markup

from .games import Danger, Pair, Rules, side_of
from .games.fold import Round, Row, Standing, step
from .log.reading import Reading, Said
from .log.state import Contract, Line
from .speech import Names, pair, plain, retell, retell_call, signed, suit_sign, t


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of the map: its place (0 at the bottom, then to the right), who sits there, and what they do now."""

    number: int
    place: int
    name: str
    side: str
    does: Markup | None
    deals: bool


@dataclass(frozen=True, slots=True)
class Headline:
    """The largest thing on the page: digits, whose they are, and what is still to go."""

    digits: Markup
    side: str
    lead: Markup
    goal: Markup


@dataclass(frozen=True, slots=True)
class Shown:
    """One line of the list of rounds."""

    line: Line
    number: int | None
    told: Markup
    points: str
    running: str
    side: str
    counted: bool
    dealer: str
    at: datetime


class Board:
    """A match as its page shows it. `device` is who looks; `writes` says whether they may also enter."""

    def __init__(self, reading: Reading, match_id: str, *, writes: bool) -> None:
        self.reading, self.id, self.writes = reading, match_id, writes
        self.game = reading.opening.game
        self.rules: Rules = reading.state.rules
        self.standing: Standing = reading.standing
        self.names = Names(reading.sitting_names())
        self.contract: Contract | None = reading.state.contract
        self.number = self.standing.listed + 1
        self.last = reading.state.last()

    @property
    def top(self) -> str:
        """Id of the last event: with its number it names the state, also after a database was put back from a copy."""
        return self.reading.said[-1].id if self.reading.said else ""

    @property
    def moment(self) -> str:
        """Names what is being entered now, so that half an entry comes back to its own round only."""
        return f"{self.id}/{self.last or ''}/{self.contract.id if self.contract else ''}"

    # --- who sits where, and what they do ---------------------------------------------------------------------------

    @property
    def seats(self) -> list[Seat]:
        """The seats in playing order; a clockwise house is the mirror image."""
        count = self.rules.seats
        return [
            Seat(
                seat,
                seat if self.rules.direction == "anti-clockwise" else -seat % count,
                self.names.seat(seat),
                "ab"[side_of(seat)],
                self._does(seat),
                deals=not self.standing.over and seat == self.standing.dealer,
            )
            for seat in range(count)
        ]

    @property
    def after_dealer(self) -> int:
        """The player after the dealer: cuts the pack, bids or leads first."""
        return (self.standing.dealer + 1) % self.rules.seats

    @property
    def caller(self) -> int:
        """Who plays the contract: its bidder, or whoever was forced."""
        bidder = self.contract.call.get("bidder") if self.contract else None
        return bidder if isinstance(bidder, int) else self.after_dealer

    @property
    def caller_side(self) -> int:
        """Side that plays the contract."""
        return side_of(self.caller)

    @property
    def bid(self) -> int:
        """Tricks that the contract asks for; a forced bid is 7."""
        bid = self.contract.call.get("bid", 7) if self.contract else 7
        assert isinstance(bid, int)
        return bid

    @property
    def trump(self) -> Markup:
        """Trump of the contract as a sign, empty when nobody told."""
        return suit_sign(self.contract.call.get("suit")) if self.contract else Markup("")

    @property
    def suit(self) -> Markup:
        """The same with a space before it, to follow a number."""
        return Markup(" {}").format(self.trump) if self.trump else Markup("")

    @property
    def standing_call(self) -> Markup:
        """The contract in one line."""
        return retell_call(self.contract.call, self.names, self.caller) if self.contract else Markup("")

    def _does(self, seat: int) -> Markup | None:
        if self.standing.over:
            return None
        if self.contract:
            if seat != self.caller:
                return None
            return t("does.forced") if self.contract.call.get("forced") else t("does.called", bid=self.bid)
        if seat != self.after_dealer:
            return None
        return t(f"does.{self.game.first_does}")

    # --- the score --------------------------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """What this match counts: a `gap`, a `streak`, `points`, or `rounds`."""
        if self.rules.gap_limit is not None:
            return "gap"
        return self.rules.mode if self.rules.target is not None else "rounds"

    @property
    def headline(self) -> Headline:
        """The score at a glance."""
        return {"gap": self._gap, "streak": self._streak, "points": self._points, "rounds": self._rounds}[self.kind]()

    @property
    def ahead(self) -> int | None:
        """Side that leads by gap or streak."""
        return self._ahead(self.standing)

    def _ahead(self, standing: Standing) -> int | None:
        if self.kind == "streak":
            return next((side for side in (0, 1) if standing.streak[side]), None)
        return None if standing.gap == 0 else int(standing.gap < 0)

    def _headline(self, digits: object, ahead: int | None, lead: Markup, *goals: Markup) -> Headline:
        return Headline(
            Markup("{}").format(digits), "" if ahead is None else "ab"[ahead], lead, Markup(" · ").join(goals)
        )

    def _gap(self) -> Headline:
        limit, gap, ahead = self.rules.gap_limit or 0, abs(self.standing.gap), self.ahead
        if ahead is None:
            return self._headline(0, None, t("level"), t("gap_goal", count=limit))
        goal = t("to_go", count=limit - gap) if gap < limit else t("gap_goal", count=limit)
        return self._headline(gap, ahead, t("lead", side=self.names.side(ahead)), goal)

    def _streak(self) -> Headline:
        ahead, target = self.ahead, self.rules.target or 0
        if ahead is None:
            return self._headline(0, None, t("no_streak"), t("streak_goal", count=target), *self._instant())
        run = self.standing.streak[ahead]
        goals = [t("more_for_kot", count=target - run)] if run < target else []
        return self._headline(run, ahead, t("in_a_row", side=self.names.side(ahead)), *goals, *self._instant())

    def _points(self) -> Headline:
        goal = t("points_goal", count=self.rules.target)
        return self._headline(_both(self.standing.score), None, t("points"), goal, *self._instant())

    def _rounds(self) -> Headline:
        goals = [t("kots", kots=pair(self.standing.kots))]
        if self.rules.target_rounds is not None:
            goals.append(t("rounds_goal", count=self.rules.target_rounds))
        if self.rules.target_kots is not None:
            goals.append(t("kots_goal", count=self.rules.target_kots))
        runs = [(side, run) for side, run in enumerate(self.standing.streak) if run > 1]
        goals += [t("in_row", side=self.names.side(side), count=run) for side, run in runs]
        return self._headline(_both(self.standing.score), None, t("rounds_won"), *goals)

    def _instant(self) -> list[Markup]:
        return [t(f"instant.{self.game.all_at_once(self.rules)}")] if self.rules.instant_win else []

    @property
    def exclaim(self) -> Markup | None:
        """The word for a match that was won in one round: larger than any figure."""
        return t(f"big.{self.game.all_at_once(self.rules)}") if self.standing.reason == "instant" else None

    @property
    def rope(self) -> float:
        """Where the knot of the rope stands, from 0 (A has won) to 1 (B has)."""
        limit = self.rules.gap_limit or 1
        return 0.5 - max(-1.0, min(1.0, self.standing.gap / limit)) / 2

    @property
    def dangers(self) -> list[Markup]:
        """Bids that would end the match now; nothing once a bid stands, for then the buttons say it."""
        if self.standing.over or self.contract:
            return []
        return [self._danger(danger) for danger in self.game.danger(self.rules, self.standing.score)]

    def _danger(self, danger: Danger) -> Markup:
        key = "danger.made" if danger.made else "danger.failed"
        return t(key, side=self.names.team(danger.side), bid=danger.bid)

    # --- the deal ---------------------------------------------------------------------------------------------------

    @property
    def deals(self) -> Markup:
        """Who deals next."""
        because = self.standing.because
        key = because.key
        if key.startswith("draw_"):
            key = "lost" if key in STAYS else "won"
        if key == "won" and self.rules.direction == "clockwise":
            key = "won_left"
        return t(f"deals.{key}", dealer=self.names.seat(self.standing.dealer))

    @property
    def why(self) -> Markup:
        """And why."""
        because = self.standing.because
        if because.key == "by_hand" and because.why:
            return t("why.by_hand_because", why=because.why)
        return t(f"why.{because.key}")

    # --- what was entered, and what a button will do ----------------------------------------------------------------

    def rounds(self, newest: int | None = None) -> list[Shown]:
        """Lines of the paper, newest first."""
        rows = self.reading.rows_from(-newest if newest else 0)
        return [self._shown(line, row) for line, row in reversed(rows)]

    def shown(self, line: Line | None) -> Shown | None:
        """One line of the paper."""
        found = ((other, row) for other, row in reversed(self.reading.rows) if line and other.id == line.id)
        return next((self._shown(other, row) for other, row in found), None)

    def _shown(self, line: Line, row: Row) -> Shown:
        names = Names(self.reading.sitting_names(line.players))
        points, running, side = self._figures(row)
        entry = self.reading.entry(line)
        told = t("told.misdeal") if entry is None else retell(self.game.told(entry), names, row.leader)
        at = self.received[line.id]
        return Shown(line, row.number, told, points, running, side, row.counted, names.seat(row.dealer), at)

    @cached_property
    def received(self) -> dict[str, datetime]:
        """When each event was received."""
        return {said.id: said.received for said in self.reading.said if said.received}

    def _figures(self, row: Row) -> tuple[str, str, str]:
        after, outcome = row.after, row.outcome
        if outcome is None:
            return "", "", ""
        ahead = self._ahead(after)
        side = "" if ahead is None else "ab"[ahead]
        if self.kind == "gap":
            return signed(sum(outcome.points)), str(abs(after.gap)), side
        won = "–" if outcome.winner is None else plain("row.kot" if outcome.kot else "row.won")
        if self.kind == "streak":
            return won, str(max(after.streak)), side
        return won, f"{after.score[0]}–{after.score[1]}", "" if outcome.winner is None else "ab"[outcome.winner]

    def retell(self, entry: Any) -> Markup:
        """Retell an entry that is not in the list."""
        return retell(self.game.told(entry), self.names, self.after_dealer)

    def will(self, name: str, bidder: int | None = None) -> Markup:
        """Say what entering this outcome would do; `name` is its row in the table of outcomes."""
        worth = self.table[name]
        after, row = step(self.rules, self.standing, Round(worth, bidder))
        assert row is not None and row.outcome is not None
        if self.kind == "gap":
            return self._will_gap(after, row.outcome.points)
        winner = row.outcome.winner
        if winner is None:
            return t("then.nobody")
        if row.outcome.instant:
            return t(f"then.{self.game.all_at_once(self.rules)}")
        if after.over:
            return t("then.kot" if self.kind == "streak" else "then.match")
        if self.kind == "rounds":
            return t("row.kot") if row.outcome.kot else Markup("")
        count = after.streak[winner] if self.kind == "streak" else after.score[winner]
        return t(f"then.{self.kind}", count=count, target=self.rules.target)

    def _will_gap(self, after: Standing, points: Pair) -> Markup:
        side = 0 if points[0] else 1
        lead = after.score[side] - after.score[1 - side]
        gained = signed(points[side])
        if after.over:
            return t("then.wins" if after.winner == side else "then.loses", points=gained)
        if lead == 0:
            return t("then.level", points=gained)
        return t("then.lead" if lead > 0 else "then.behind", points=gained, count=abs(lead))

    @cached_property
    def table(self) -> dict[str, Any]:
        """Every outcome these rules allow, by name."""
        return self.game.table(self.rules)

    # --- undo, redo, the end ----------------------------------------------------------------------------------------

    @property
    def undo(self) -> str | None:
        """What Undo takes back, None when there is nothing."""
        return self._said(self.reading.top) if self.reading.top else None

    @property
    def redo(self) -> str | None:
        """What Redo brings again."""
        return self._said(self.reading.taken_back[-1]) if self.reading.taken_back else None

    def _said(self, said: Said) -> str:
        if said.kind != "round":
            return plain(f"said.{said.kind}")
        line = next((line for line in reversed(self.reading.state.lines) if line.id == said.id), None)
        shown = self.shown(line)
        number = shown.number if shown else self.number
        told = shown.told if shown else self.retell(self.game.check(said.body["entry"], self.rules))  # type: ignore[arg-type]
        return plain("said.round", number=number, told=told)

    @property
    def verdict(self) -> Markup:
        """Who won."""
        winner = self.standing.winner
        return t("ended") if winner is None else t("won", side=self.names.side(winner))

    @property
    def ending(self) -> Markup:
        """How the match ended."""
        standing, rules = self.standing, self.rules
        reason = str(standing.reason)
        loser = "" if standing.winner is None else self.names.side(1 - standing.winner)
        count = {
            "gap": abs(standing.gap),
            "streak": rules.target,
            "points": rules.target,
            "rounds": rules.target_rounds,
            "kots": rules.target_kots,
        }.get(reason)
        key = self.game.all_at_once(rules) if reason == "instant" else reason
        return t(f"end.{key}", count=count, loser=loser)


STAYS = ("draw_lost_before", "draw_same")


def _both(score: Sequence[int]) -> Markup:
    return Markup('<bdi dir="ltr"><span class="a">{}</span>–<span class="b">{}</span></bdi>').format(*score)
