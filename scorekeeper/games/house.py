"""The house rules a table may choose: what each may be, and how a chosen set is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .base import Game, Impossible, Raw, Rules, Written, truth, whole

MOST = 9999
"""Largest target or limit that anybody could want."""


@dataclass(frozen=True, slots=True)
class Option:
    """What one house rule may be: one of `choices`, yes or no, or a number from 1 (None where it may be left open)."""

    kind: str
    choices: tuple[str, ...] = ()
    may_be_open: bool = False


YES_NO = Option("yes_no")
NUMBER = Option("number")
OPEN_NUMBER = Option("number", may_be_open=True)

OPTIONS: Mapping[str, Option] = {
    "gap_limit": NUMBER,
    "mode": Option("choice", ("streak", "points")),
    "target": NUMBER,
    "instant_win": YES_NO,
    "instant_rule": Option("choice", ("tens", "sweep")),
    "two_two": Option("choice", ("draw", "tricks")),
    "draw_dealer": Option("choice", ("prior", "last_decisive", "same", "rotate")),
    "defender_kot": Option("choice", ("no", "any", "seven_love")),
    "target_rounds": OPEN_NUMBER,
    "target_kots": OPEN_NUMBER,
    "direction": Option("choice", ("anti-clockwise", "clockwise")),
    "trump_mode": Option("choice", ("first_void", "open", "closed", "first_five")),
}
"""Every house rule that can be chosen now (RULES part 5), in the order a page shows them."""


def check_rules(game: Game[Any], raw: Raw, seats: int) -> Rules:
    """Make a match's rules from chosen options; what is not chosen is the game's default. Raise Impossible."""
    if seats not in game.seats:
        raise Impossible("seats_for_game", "seats", game=game.key, seats=" / ".join(map(str, game.seats)))
    chosen: dict[str, Any] = dict(game.options)
    for name, value in raw.items():
        if name not in game.options:
            raise Impossible("unknown_option", name, name=name)
        chosen[name] = check_option(name, value)
    return Rules(seats=seats, **chosen)


def check_option(name: str, value: object) -> int | str | bool | None:
    """Read one house rule's value; raise Impossible where it may not be that."""
    option = OPTIONS[name]
    if option.kind == "yes_no":
        return truth(value, name)
    if option.kind == "number":
        return None if value is None and option.may_be_open else whole(value, 1, MOST, "option_range", name)
    if not isinstance(value, str) or value not in option.choices:
        raise Impossible("option_choice", name, name=name, choices=", ".join(option.choices))
    return value


def written_rules(game: Game[Any], rules: Rules) -> Written:
    """Write a match's house rules down in full, defaults included: its own copy."""
    return {name: getattr(rules, name) for name in OPTIONS if name in game.options}
