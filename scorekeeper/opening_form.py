"""The form of a new match, built from the seats and house rules its game offers."""

from __future__ import annotations

from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field, StringField

from .forms import KindForm, NumberField, TruthField
from .games import Game, Impossible, Written
from .games.house import OPTIONS

SIDES = ("a", "b")


class OpeningForm(KindForm):
    """Who sits where, who deals first, what the paper said; the house rules are added for each game."""

    seats = NumberField()
    first_dealer = StringField()
    gap = NumberField()
    streak = NumberField()
    ahead = StringField()
    score_a = NumberField()
    score_b = NumberField()
    kots_a = NumberField()
    kots_b = NumberField()

    @property
    def seat_count(self) -> int:
        """How many sit at the table."""
        return 6 if self.seats.data == 6 and "name-5" in self._fields else 4

    def names(self) -> list[str]:
        """Names in playing order, empty where none was told."""
        return [self._fields[f"name-{seat}"].data or "" for seat in range(self.seat_count)]

    def seat(self, names: list[str]) -> None:
        """Seat other people."""
        for seat, name in enumerate(names):
            self._fields[f"name-{seat}"].data = name

    def dealer(self) -> int:
        """The first dealer's seat."""
        if self.first_dealer.data not in tuple(map(str, range(self.seat_count))):
            raise Impossible("first_dealer_missing", "first_dealer")
        return int(str(self.first_dealer.data))

    def options(self, game: Game[Any]) -> Written:
        """House rules as typed; one left empty is the game's default."""
        told = {name: self._fields[name].data for name in game.options}
        return {name: value for name, value in told.items() if value not in (None, "")}

    def carried(self) -> Written | None:
        """What the paper said, None where there was none. Raise Impossible for a lead that is nobody's."""
        lead, run = self.gap.data, self.streak.data
        carried: Written = {}
        if lead is not None and lead < 0:
            raise Impossible("gap_sign", "gap")
        if lead:
            carried["score"] = self._for_one(lead)
        elif self.score_a.data or self.score_b.data:
            carried["score"] = [self.score_a.data or 0, self.score_b.data or 0]
        if run:
            carried["streak"] = self._for_one(run)
        if self.kots_a.data or self.kots_b.data:
            carried["kots"] = [self.kots_a.data or 0, self.kots_b.data or 0]
        return carried or None

    def _for_one(self, figure: int) -> list[int]:
        if self.ahead.data not in SIDES:
            raise Impossible("ahead_missing", "ahead")
        return [figure, 0] if self.ahead.data == "a" else [0, figure]


def opening_form(game: Game[Any], typed: MultiDict[str, str]) -> OpeningForm:
    """Build the form for a game from what was typed."""
    fields: dict[str, Field] = {f"name-{seat}": StringField() for seat in range(max(game.seats))}
    kinds = {"number": NumberField, "yes_no": TruthField, "choice": StringField}
    fields |= {name: kinds[OPTIONS[name].kind]() for name in game.options}
    form: type[OpeningForm] = type("GameOpeningForm", (OpeningForm,), fields)
    return form(typed)
