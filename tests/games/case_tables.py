"""The case tables of tests/cases/: matches with every figure they must score to, and matches that cannot be.

A line of a match is what was said, then the figures of its row in the order of `columns`; a line without figures is
something the table said between rounds, which has no row. Whatever a case does not say is the ordinary thing: four
players, seat 0 deals first, no house rule chosen.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent.parent / "cases"
PEOPLE = ("Asha", "Bilal", "Chitra", "Deepak", "Esha", "Farid")
PLAYED = ("tervi", "tervi_classic", "dehla_pakad", "double_sar", "court_piece")

Written = dict[str, Any]


@dataclass(frozen=True)
class Scored:
    """A match file and the answer it must have, to the last field."""

    name: str
    match: Written
    answer: Written


@dataclass(frozen=True)
class Refused:
    """A match file that cannot be: where its fault is, and words the message must hold."""

    name: str
    match: object
    at: str
    words: list[str] = field(default_factory=list)


def scored() -> list[Scored]:
    """Read every match that can be, of every game."""
    found = [
        Scored(f"{game}: {case['name']}", _match(game, case), _answer(table, case))
        for game in PLAYED
        for table in (_table(game),)
        for case in table["cases"]
    ]
    any_game = _table("any_game")
    for case in any_game["taken"]:
        answer = {"rounds": [], "final": dict(zip(any_game["final"], case["final"], strict=True))}
        found.append(Scored(f"any game: {case['name']}", case["match"], answer))
    return found


def refused() -> list[Refused]:
    """Read every match that cannot be, of every game."""
    found = [
        Refused(f"{game}: {case['name']}", _match(game, case), case["at"], case["words"])
        for game in PLAYED
        for case in _table(game)["refused"]
    ]
    return found + [
        Refused(f"any game: {case['name']}", case["match"], case["at"], case["words"])
        for case in _table("any_game")["refused"]
    ]


def _table(name: str) -> Written:
    table: Written = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return table


def _match(game: str, case: Written) -> Written:
    """Write a case as a match file; a line of a refused match is only what was said."""
    lines = case["rounds"] if "at" in case else [said for said, *_ in case["rounds"]]
    match = {
        "game": game,
        "options": case.get("options", {}),
        "seats": list(PEOPLE[: case.get("seats", 4)]),
        "first_dealer": case.get("first_dealer", 0),
        "rounds": lines,
    }
    return {**match, "start": case["start"]} if "start" in case else match


def _answer(table: Written, case: Written) -> Written:
    rows = [_row(table["columns"][1:], said, figures) for said, *figures in case["rounds"] if figures]
    return {"rounds": rows, "final": dict(zip(table["final"], case["final"], strict=True))}


def _row(columns: list[str], said: Written, figures: list[object]) -> Written:
    """Name the figures of a row; a misdeal has no leader and no kot, and a round behind the end keeps its mark."""
    misdeal = figures[0] is None
    row = dict(zip(columns, figures, strict=False))
    row["misdeal"] = misdeal
    if misdeal:
        row.pop("leader")
        row.pop("kot", None)
        row.pop("kots", None)
    if "uncounted" in said:
        row["uncounted"] = True
    return row
