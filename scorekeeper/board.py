"""What a match page shows, worked out from the log as it now reads: one description for page, card and phone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from markupsafe import Markup

from .games import Pair, side_of
from .games.fold import Round, Row, Standing, step
from .log.reading import Reading, Said
from .log.state import Line
from .score import Score
from .series import Series, tell_series
from .speech import Names, retell, retell_call, signed, suit_sign, t
from .words import SIGNS


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


class Board(Score):
    """A match as its page shows it; `writes` says whether who looks may also enter."""

    def __init__(
        self, reading: Reading, match_id: str, *, writes: bool, turned: int = 0, series: Series | None = None
    ) -> None:
        super().__init__(reading)
        self.id, self.writes, self.turned, self.series = match_id, writes, turned, series or Series()
        self.number = self.standing.listed + 1
        self.last = reading.state.last()

    @property
    def top(self) -> str:
        """Id and moment of the last event: with its number they name the state.

        After a database was put back from a copy, `next_id` may give the same id to something else.
        """
        last = self.reading.said[-1] if self.reading.said else None
        return f"{last.id} {last.received}" if last else ""

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
                (seat - self.turned if self.rules.direction == "anti-clockwise" else self.turned - seat) % count,
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
    def sign(self) -> Markup:
        """The same for the middle of the table, where only a sign has room."""
        return self.trump if self.contract and self.contract.call.get("suit") in SIGNS else Markup("")

    @property
    def calling(self) -> Markup:
        """The contract in a sentence: who called it, or was forced, and leads."""
        if self.contract and self.contract.call.get("forced"):
            return t("all_passed", seat=self.names.seat(self.caller))
        return t("called", seat=self.names.seat(self.caller), bid=self.bid, suit=self.suit)

    @property
    def asks(self) -> Markup:
        """What the bar asks now."""
        if self.standing.over:
            return t("stage.over")
        if self.contract:
            return t("asks.result", side=self.names.team(self.caller_side), bid=self.bid)
        return t(f"asks.{self.game.key}")

    @property
    def series_told(self) -> Markup:
        """Who leads the series, with this match; nothing where no other one was won."""
        a, b = self.series.won
        if not (a or b):
            return Markup("")
        winner = self.standing.winner if self.series.counts else None
        return tell_series((a + (winner == 0), b + (winner == 1)), (self.names.side(0), self.names.side(1)))

    @property
    def tip(self) -> Markup:
        """What somebody who never kept score here does next; nothing from the third round on."""
        if self.standing.over or self.number > 2:
            return Markup("")
        if self.number == 2:
            return t("tip.undo")
        return t("tip.bid" if self.game.called and not self.contract else "tip.result")

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
        folded = self.reading.checkpoint
        pairs = zip(reversed(folded.lines), reversed(folded.rows), strict=True)
        return next((self._shown(other, row) for other, row in pairs if line and other.id == line.id), None)

    def _shown(self, line: Line, row: Row) -> Shown:
        names = Names(self.reading.sitting_names(line.players))
        points, running, side = self._figures(row)
        entry = self.reading.entry(line)
        told = t("told.misdeal") if entry is None else retell(self.game.told(entry), names, row.leader)
        return Shown(line, row.number, told, points, running, side, row.counted, names.seat(row.dealer))

    @cached_property
    def received(self) -> dict[str, datetime]:
        """When each event was received."""
        return {said.id: said.received for said in self.reading.said if said.received}

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

    @cached_property
    def undo(self) -> Markup | None:
        """What Undo takes back, None when there is nothing."""
        return self._said(self.reading.top) if self.reading.top else None

    @cached_property
    def redo(self) -> Markup | None:
        """What Redo brings again."""
        return self._said(self.reading.taken_back[-1]) if self.reading.taken_back else None

    def _said(self, said: Said) -> Markup:
        if said.kind != "round":
            return t(f"said.{said.kind}")
        line = next((line for line in reversed(self.reading.state.lines) if line.id == said.id), None)
        shown = self.shown(line)
        number = shown.number if shown else self.number
        told = shown.told if shown else self.retell(self.game.check(said.body["entry"], self.rules))  # type: ignore[arg-type]
        return t("said.round", number=number, told=told)


STAYS = ("draw_lost_before", "draw_same")
