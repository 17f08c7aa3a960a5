"""The score as a page says it: the headline, what is still to go, who is in danger, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from .games import Danger, Rules
from .games.fold import Row, Standing
from .log import Reading
from .speech import Names, pair, plain, signed, t


@dataclass(frozen=True, slots=True)
class Headline:
    """The largest thing on the page: digits, whose they are, and what is still to go."""

    digits: Markup
    side: str
    lead: Markup
    goal: Markup


class Score:
    """A match's score in words. `kind` says what it counts; nothing else asks which game it is."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.game = reading.opening.game
        self.rules: Rules = reading.state.rules
        self.standing: Standing = reading.standing
        self.names = Names(reading.sitting_names())
        self.contract = reading.state.contract

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
        return Headline(escape(digits), "" if ahead is None else "ab"[ahead], lead, Markup(" · ").join(goals))

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
    def dangers(self) -> list[Markup]:
        """Bids that would end the match now; nothing once a bid stands, for then the buttons say it."""
        if self.standing.over or self.contract:
            return []
        return [self._danger(danger) for danger in self.game.danger(self.rules, self.standing.score)]

    def _danger(self, danger: Danger) -> Markup:
        key = "danger.made" if danger.made else "danger.failed"
        return t(key, side=self.names.team(danger.side), bid=danger.bid)

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

    @property
    def verdict(self) -> Markup:
        """Who won."""
        winner = self.standing.winner
        return t("ended") if winner is None else t("won", side=self.names.side(winner))

    @property
    def ending(self) -> Markup:
        """How the match ended."""
        standing = self.standing
        loser = "" if standing.winner is None else self.names.side(1 - standing.winner)
        return t(f"end.{self.end_key}", count=self.end_count, loser=loser)

    @property
    def end_key(self) -> str:
        """Why the match ended; where it ended at once, what was taken."""
        reason = str(self.standing.reason)
        return self.game.all_at_once(self.rules) if reason == "instant" else reason

    @property
    def end_count(self) -> int | None:
        """The figure that ended the match: how far behind, how many in a row, points, rounds, kots."""
        rules = self.rules
        counts = {
            "streak": rules.target,
            "points": rules.target,
            "rounds": rules.target_rounds,
            "kots": rules.target_kots,
        }
        return {"gap": abs(self.standing.gap), **counts}.get(str(self.standing.reason))


def _both(score: Sequence[int]) -> Markup:
    return Markup('<bdi dir="ltr"><span class="a">%s</span>–<span class="b">%s</span></bdi>') % tuple(score)
