"""An evening: a match and its rematches as one series, counted by players where names tell, else by seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from .games import side_of
from .log.opening import sides
from .series import Series, tell_series
from .speech import ngettext, t
from .summary import Summary, for_a_chat


@dataclass(frozen=True, slots=True)
class Part:
    """One match of an evening. `winner` is the team that won it, as the first match seated the teams."""

    summary: Summary
    winner: int | None
    counts: bool

    @property
    def id(self) -> str:
        """Id of the match."""
        return self.summary.board.id


@dataclass(frozen=True, slots=True)
class Tally:
    """How many matches somebody won, of those that were played to an end."""

    name: str
    won: int
    played: int


class Evening:
    """The matches of an evening, the first one first; `struck` are the ids of those that do not count."""

    def __init__(self, summaries: Sequence[Summary], struck: frozenset[str]) -> None:
        self.summaries, self.struck = list(summaries), struck

    @cached_property
    def parts(self) -> list[Part]:
        """Every match, and who won it."""
        return [Part(one, self._winner(one), one.board.id not in self.struck) for one in self.summaries]

    @property
    def names(self) -> tuple[str, str]:
        """The two teams, as they sat down first."""
        first = self.summaries[0].names
        return first.side(0), first.side(1)

    @property
    def score(self) -> tuple[int, int]:
        """Matches that each team won."""
        winners = [part.winner for part in self.parts if part.counts]
        return winners.count(0), winners.count(1)

    @property
    def sentence(self) -> Markup:
        """Who leads the series."""
        return tell_series(self.score, self.names) or t("evening.none")

    def beside(self, match_id: str) -> Series:
        """What the other matches add to one of them, as that one seats the teams."""
        own = next(part for part in self.parts if part.id == match_id)
        winners = [part.winner for part in self.parts if part.counts and part is not own]
        a, b = winners.count(0), winners.count(1)
        return Series((b, a) if self._swapped(own.summary) else (a, b), own.counts)

    @cached_property
    def tallies(self) -> list[Tally]:
        """What each player won, whoever they sat with; who won most stands first."""
        won: dict[str, list[bool]] = {}
        for part in self.parts:
            winner = part.summary.standing.winner
            if not part.counts or winner is None:
                continue
            for seat, name in enumerate(part.summary.names.told):
                if name:
                    won.setdefault(name, []).append(side_of(seat) == winner)
        found = [Tally(name, sum(results), len(results)) for name, results in won.items()]
        return sorted(found, key=lambda tally: (-tally.won, tally.played))

    def text(self, link: str) -> str:
        """The evening for a chat, match by match."""
        parts: list[Markup] = [self.sentence]
        counted = [part.summary for part in self.parts if part.counts]
        parts += [Markup("%s. %s: %s") % (place, one.game, one.sentence) for place, one in enumerate(counted, 1)]
        matches = ngettext("%(num)s match", "%(num)s matches", len(counted))
        parts += [Markup("%s · %s") % (matches, self.summaries[-1].day)]
        return "\n".join([*map(for_a_chat, parts), link])

    def _winner(self, summary: Summary) -> int | None:
        winner = summary.standing.winner
        return winner if winner is None or not self._swapped(summary) else 1 - winner

    def _swapped(self, summary: Summary) -> bool:
        """Whether the teams sit in one another's seats. Where other partners play, only the seats can be counted."""
        first, now = (_teams(one) for one in (self.summaries[0], summary))
        return first is not None and now is not None and now == first[::-1]


def _teams(summary: Summary) -> tuple[frozenset[str], frozenset[str]] | None:
    """The names of both teams; None where a name is missing or stands twice."""
    told = [name.casefold() for name in summary.names.told]
    if not all(told) or len(set(told)) < len(told):
        return None
    a, b = sides(told)
    return frozenset(a), frozenset(b)
