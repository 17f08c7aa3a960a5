"""The rules, and nothing else: no web, no database, no clock, no chance. A new game is a module and a line here."""

from __future__ import annotations

from typing import Any

from .base import Ask as Ask
from .base import Danger as Danger
from .base import Entry as Entry
from .base import Game as Game
from .base import Impossible as Impossible
from .base import Outcome as Outcome
from .base import Pair as Pair
from .base import Raw as Raw
from .base import Rules as Rules
from .base import Told as Told
from .base import Written as Written
from .base import side_of as side_of
from .court_piece import CourtPiece
from .dehla_pakad import DehlaPakad
from .double_sar import DoubleSar
from .tervi import Tervi
from .tervi_classic import TerviClassic

GAMES: dict[str, Game[Any]] = {
    game.key: game for game in (Tervi(), DehlaPakad(), TerviClassic(), CourtPiece(), DoubleSar())
}
"""Every game by its key, in the order a page offers them."""


def game_of(key: object) -> Game[Any]:
    """Find a game by its key; raise Impossible where there is none."""
    if not isinstance(key, str) or key not in GAMES:
        raise Impossible("unknown_game", "game", games=", ".join(GAMES))
    return GAMES[key]
