"""The series of an evening as one of its matches sees it: what the others add to it, and who leads."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from .games import Pair
from .speech import pair, t


@dataclass(frozen=True, slots=True)
class Series:
    """The other matches of a match's evening: how many each of its sides won, A first; and whether it counts too."""

    won: Pair = (0, 0)
    counts: bool = True


def tell_series(score: Pair, sides: tuple[str, str]) -> Markup:
    """Say who leads; nothing where nobody has won a match yet."""
    a, b = score
    if a == b:
        return t("evening.level", score=pair(score)) if a else Markup("")
    return t("evening.lead", side=sides[a < b], score=pair((max(score), min(score))))
