"""Finding one of many matches: by its game, by who played, finished or not; and a page of them at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from .forms import NumberField
from .games import GAMES
from .log import Reading
from .models import Match

MANY = 8
"""With more matches than these, Home offers to look for one."""
PAGE = 20
STATES = ("open", "over")

Played = tuple[Match, Reading]


class FindForm(Form):
    """What somebody looks for. What nobody could look for is as if it had not been asked."""

    game = StringField()
    player = StringField()
    state = StringField()
    page = NumberField()


class Finder:
    """The matches that fit what was asked: unfinished ones first, each kind as it came. `played` is newest first."""

    def __init__(self, typed: MultiDict[str, str], played: Sequence[Played]) -> None:
        form = FindForm(typed)
        form.validate()
        self.played = played
        self.game = form.game.data if form.game.data in GAMES else ""
        self.state = form.state.data if form.state.data in STATES else ""
        self.player = self._spelled(" ".join((form.player.data or "").split()))
        self.page = min(max(form.page.data or 1, 1), self.pages)

    @property
    def many(self) -> bool:
        """Whether there are so many matches that one would look for one."""
        return len(self.played) > MANY

    @property
    def asked(self) -> dict[str, str]:
        """What was asked, as the address says it."""
        told = {"game": self.game, "player": self.player, "state": self.state}
        return {name: value for name, value in told.items() if value}

    @cached_property
    def people(self) -> Mapping[str, str]:
        """Everybody who ever sat at these matches, by the name in small letters; each as it was spelled last."""
        names = [name for _, reading in reversed(self.played) for name in reading.names.values() if name]
        return dict(sorted({name.casefold(): name for name in names}.items()))

    @cached_property
    def found(self) -> list[Played]:
        """All that fits."""
        fitting = [(match, reading) for match, reading in self.played if self._fits(match, reading)]
        return sorted(fitting, key=lambda one: one[1].standing.over)

    @property
    def pages(self) -> int:
        """How many pages that makes, at least one."""
        return max(-(-len(self.found) // PAGE), 1)

    @property
    def shown(self) -> list[Played]:
        """What fits, on this page."""
        return self.found[(self.page - 1) * PAGE : self.page * PAGE]

    def _spelled(self, player: str) -> str:
        return self.people.get(player.casefold(), player)

    def _fits(self, match: Match, reading: Reading) -> bool:
        if self.game and match.game != self.game:
            return False
        if self.state and reading.standing.over != (self.state == "over"):
            return False
        return not self.player or self.player.casefold() in map(str.casefold, _people(match, reading))


def _people(match: Match, reading: Reading) -> list[str]:
    """Names at a match: as it opened, as they were mended since, and of whoever sat down later."""
    return [*match.names, *reading.names.values()]
