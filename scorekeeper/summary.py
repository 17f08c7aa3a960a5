"""A match summed up: how it went in a sentence, and what the table will talk about. All of it is computed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from markupsafe import Markup

from .board import Board, Shown
from .chart import height_of
from .games import side_of
from .games.fold import Row
from .log import Line
from .numerals import in_text
from .speech import gettext, ngettext, pair, plain, say_option, signed, t, without_tags
from .words import GAMES
from .zone import say_day


@dataclass(frozen=True, slots=True)
class Played:
    """One round that counts: its line, its row, and how the page shows it."""

    line: Line
    row: Row
    shown: Shown

    @property
    def points(self) -> int:
        """What the round was worth, whoever got it."""
        return sum(self.row.outcome.points) if self.row.outcome else 0


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who played: how often they dealt, bid, and made it."""

    name: str
    side: int
    dealt: int
    bids: int
    made: int


class Summary:
    """What there is to say about a match. `started` is when it was."""

    def __init__(self, board: Board, started: datetime) -> None:
        self.board, self.started = board, started
        self.standing, self.names = board.standing, board.names

    @property
    def version(self) -> str:
        """Names this state in the address of a picture, so that it is fetched again after a correction."""
        top = hashlib.blake2b(self.board.top.encode(), digest_size=4).hexdigest()
        return f"{self.board.reading.seq}-{top}"

    @property
    def game(self) -> str:
        """Name of the game."""
        return gettext(GAMES[self.board.game.key][0])

    @property
    def versus(self) -> Markup:
        """Who played whom."""
        return t("fact.versus", a=self.names.side(0), b=self.names.side(1))

    @property
    def day(self) -> str:
        """When it was, by the reader's calendar."""
        return say_day(self.started)

    # --- the rounds -------------------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[Shown]:
        """Every line of the paper, the first one first."""
        return self.board.rounds()[::-1]

    @cached_property
    def played(self) -> list[Played]:
        """The rounds that count."""
        rows = zip(self.board.reading.rows, self.lines, strict=True)
        return [Played(line, row, shown) for (line, row), shown in rows if row.counted and row.number]

    def entry(self, played: Played) -> Any:
        """What was entered for a round."""
        return self.board.reading.entry(played.line)

    @cached_property
    def heights(self) -> list[int]:
        """The gap, or the streak, after each round; A's is above 0."""
        return [height_of(self.board, played.row.after) for played in self.played]

    @cached_property
    def turns(self) -> list[int]:
        """Places of the rounds after which another side was ahead."""
        found, ahead = [], None
        for place, height in enumerate(self.heights):
            if height and ahead not in (None, height > 0):
                found.append(place)
            ahead = height > 0 if height else ahead
        return found

    @cached_property
    def kots(self) -> list[int]:
        """Places of the rounds that were a kot."""
        return [place for place, played in enumerate(self.played) if self._kot(played.row)]

    def _kot(self, row: Row) -> bool:
        ended = row.after.over and row.after.reason in ("streak", "instant")
        return ended or (row.outcome is not None and row.outcome.kot)

    # --- how it went ------------------------------------------------------------------------------------------------

    @property
    def sentence(self) -> Markup:
        """How it went, as somebody would say it."""
        standing, sides = self.standing, {"a": self.names.side(0), "b": self.names.side(1)}
        if standing.winner is not None:
            winner, loser = (self.names.side(side) for side in (standing.winner, 1 - standing.winner))
            return t(f"sum.{self.board.end_key}", winner=winner, loser=loser, count=self.board.end_count)
        if standing.over:
            return t("sum.agreed", **sides)
        if not standing.listed:
            return t("sum.none", **sides)
        ahead = self.board.ahead
        if ahead is None:
            return t("sum.level", **sides)
        told = {"side": self.names.side(ahead), "other": self.names.side(1 - ahead)}
        if self.board.kind == "streak":
            return t("sum.run", count=max(standing.streak), **told)
        return t("sum.lead", count=abs(standing.gap), **told)

    @cached_property
    def facts(self) -> list[tuple[str, Markup]]:
        """What is told beside the sentence: the name of each thing, and the thing."""
        return [(plain(f"fact.{what}"), told) for what, told in self._facts()]

    def _facts(self) -> Iterator[tuple[str, Markup]]:
        if not self.played:
            return
        if self.board.kind != "gap":
            yield "score", pair(self.standing.score)
        if self.kots or any(self.standing.kots):
            yield "kots", pair(self.kots_of_sides)
        yield from self._bids()
        if self.longest is not None:
            row, side = self.longest.row, self.longest.row.outcome.winner  # type: ignore[union-attr]  # it was won
            yield (
                "streak",
                t("fact.run", side=self.names.side(side or 0), count=max(row.after.streak), number=row.number),
            )
        if self.board.kind == "gap":
            yield "swing", self._swing()
        if self.turns:
            yield "turns", Markup(len(self.turns))  # noqa: S704 - a number
        yield "rounds", Markup(len(self.played))  # noqa: S704 - a number
        if self.lasted:
            yield "lasted", Markup.escape(self.lasted)

    @property
    def kots_of_sides(self) -> tuple[int, int]:
        """How many kots each side made."""
        if any(self.standing.kots):
            return self.standing.kots
        winners = [outcome.winner for place in self.kots if (outcome := self.played[place].row.outcome)]
        return winners.count(0), winners.count(1)

    def _swing(self) -> Markup:
        most = max(self.played, key=lambda played: abs(played.points))
        points = most.row.outcome.points if most.row.outcome else (0, 0)
        side = int(points[0] == 0)
        figures = {"points": signed(points[side]), "side": self.names.side(side), "number": most.row.number}
        return t("fact.swung", **figures)

    def _bids(self) -> Iterator[tuple[str, Markup]]:
        """The best and the worst bid, where there is bidding. Whoever was forced did not bid."""
        bids = [played for played in self.played if self.board.game.bidder(self.entry(played)) is not None]
        made = [played for played in bids if played.points > 0]
        failed = [played for played in bids if played.points < 0]
        if made:
            yield "best", self._told(max(made, key=lambda played: played.points))
        if failed:
            yield "worst", self._told(min(failed, key=lambda played: played.points))

    def _told(self, played: Played) -> Markup:
        shown = played.shown
        return t("fact.in_round", told=shown.told, points=signed(played.points), number=shown.number)

    @cached_property
    def longest(self) -> Played | None:
        """The round at which the longest streak ended; none where nobody won twice running."""
        won = [played for played in self.played if played.row.outcome and played.row.outcome.winner is not None]
        found = max(won, key=lambda played: max(played.row.after.streak), default=None)
        return found if found and max(found.row.after.streak) > 1 else None

    @property
    def lasted(self) -> str:
        """How long it took, from the start to the last thing played; empty for less than a minute."""
        received = self.board.received
        ends = [said.id for said, _ in self.board.reading.stack if said.kind == "end"]
        moments = [
            received[one] for one in (*(line.id for line, _ in self.board.reading.rows), *ends) if one in received
        ]
        minutes = int((max(moments, default=self.started) - self.started) / timedelta(minutes=1))
        if minutes < 1:
            return ""
        hours, rest = divmod(minutes, 60)
        return plain("lasted.hours", hours=hours, minutes=rest) if hours else plain("lasted.minutes", minutes=minutes)

    # --- who --------------------------------------------------------------------------------------------------------

    @property
    def bidding(self) -> bool:
        """Whether players bid in this game."""
        return bool(self.board.game.called)

    @cached_property
    def players(self) -> list[Player]:
        """Everybody who played, seat by seat; who sat down later stands after whom they followed."""
        reading, found = self.board.reading, []
        tables = [line.players for line, _ in reading.rows] or [reading.state.sitting]
        for seat in range(reading.seats):
            for player in dict.fromkeys(players[seat] for players in tables):
                name = reading.names[player] or self.names.seat(seat)
                dealt = [line for line, row in reading.rows if row.counted and line.players[row.dealer] == player]
                bids = [played for played in self.played if self._bid_of(played) == player]
                made = [played for played in bids if played.points > 0]
                found.append(Player(name, side_of(seat), len(dealt), len(bids), len(made)))
        return found

    def _bid_of(self, played: Played) -> str | None:
        seat = self.board.game.bidder(self.entry(played))
        return None if seat is None else played.line.players[seat]

    @property
    def house(self) -> list[Markup]:
        """The house rules, in plain words."""
        rules = self.board.rules
        names = [name for name in self.board.game.options if getattr(rules, name) is not None]
        return [t("fact.rule", rule=say_option(name), choice=say_option(name, getattr(rules, name))) for name in names]

    # --- a text for a chat ------------------------------------------------------------------------------------------

    def text(self, link: str) -> str:
        """All that matters, to be read in a chat without opening the link."""
        told = dict(self._facts())
        rounds = ngettext("%(num)s round", "%(num)s rounds", len(self.played))
        parts = [t("fact.line", what=Markup.escape(self.game), told=self.sentence)]
        wanted = [what for what in ("score", "streak", "best", "worst", "kots") if what in told]
        parts += [t("fact.line", what=t(f"fact.{what}"), told=told[what]) for what in wanted]
        parts.append(Markup(" · ").join(filter(None, (rounds, self.lasted, self.day))))
        return "\n".join([*map(for_a_chat, parts), link])


def for_a_chat(told: Markup) -> str:
    """A sentence without tags; what stood apart in its HTML is isolated, so that Urdu stays in its place."""
    return in_text(without_tags(told))
