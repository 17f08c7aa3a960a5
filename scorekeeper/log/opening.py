"""How a match opens: its game, its own copy of the house rules, who sits where, who deals first."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..games import Game, Impossible, Raw, Rules, Written, game_of
from ..games.fold import start
from ..games.house import check_rules

LONGEST_NAME = 30
LONGEST_WORD = 80
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Embeddings, overrides and isolates."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What was agreed before the first deal. `names` follow the seats in playing order; an empty one was not told."""

    game: Game[Any]
    rules: Rules
    names: tuple[str, ...]
    first_dealer: int
    carried: Written


def open_match(game: object, options: Raw, names: object, first_dealer: object, carried: object = None) -> Opening:
    """Check what a match opens with, wherever it came from; raise Impossible for what cannot be."""
    found = game_of(game)
    if not isinstance(names, list | tuple):
        raise Impossible("names_list", "seats")
    rules = check_rules(found, options, len(names))
    seated = tuple(check_name(name, f"name-{seat}") for seat, name in enumerate(names))
    start_from = _carried(found, carried)
    opening = start(rules, first_dealer, start_from)  # type: ignore[arg-type]  # start() checks that it is a seat
    return Opening(found, rules, seated, opening.dealer, start_from)


def check_name(name: object, field: str) -> str:
    """Read a player's name, any script, spaces tidied; raise Impossible when too long or not text."""
    return _line(name, LONGEST_NAME, field)


def check_word(word: object, field: str) -> str:
    """Read a word of explanation: one short line."""
    return _line(word, LONGEST_WORD, field)


def _line(text: object, longest: int, field: str) -> str:
    if not isinstance(text, str):
        raise Impossible("not_text", field)
    tidy = " ".join(unicodedata.normalize("NFC", text).split())
    # Control characters and lone surrogates cannot be shown, and a surrogate cannot even be stored. Direction marks
    # that reach beyond the name could turn a score round. Joiners are letters to Hindi, Urdu and emoji.
    if any(unicodedata.category(letter) in ("Cc", "Cs") or letter in TURNING for letter in tidy):
        raise Impossible("odd_letters", field)
    if all(unicodedata.category(letter) in ("Cf", "Zs") for letter in tidy):
        return ""
    if len(tidy) > longest:
        raise Impossible("too_long", field, longest=longest)
    return tidy


def _carried(game: Game[Any], carried: object) -> Written:
    if carried is None:
        return {}
    if not isinstance(carried, dict):
        raise Impossible("start_shape", "start")
    for key in carried:
        if key not in ("score", "streak", "kots"):
            raise Impossible("unknown_key", "start", name=key)
    if "kots" in carried and carried["kots"] not in ([0, 0], (0, 0)) and "target_kots" not in game.options:
        raise Impossible("kots_not_counted", "kots")
    return {key: list(value) if isinstance(value, list | tuple) else value for key, value in carried.items()}


def sides(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Deal a table's names out to its two sides."""
    return tuple(names[0::2]), tuple(names[1::2])
