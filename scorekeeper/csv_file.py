"""Rounds as a table for a spreadsheet: opens right in Excel, in any script, and nothing in it is a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from .speech import gettext, without_marks, without_tags
from .summary import Played, Summary
from .zone import day_of, local, zone_name

BOM = "\ufeff"  # without it Excel takes Hindi for another alphabet
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(summaries: Iterable[Summary]) -> str:
    """Write a line for each round that counts, with a head."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_head())
    for summary in summaries:
        writer.writerows(map(_safe, _line(summary, played)) for played in summary.played)
    return BOM + out.getvalue()


def _head() -> list[str]:
    return [
        gettext("Date"),
        gettext("Time"),
        gettext("Zone"),
        gettext("Game"),
        gettext("Team A"),
        gettext("Team B"),
        gettext("Round"),
        gettext("Dealer"),
        gettext("What happened"),
        gettext("Points A"),
        gettext("Points B"),
        gettext("Won by"),
        gettext("Kot"),
        gettext("Score A"),
        gettext("Score B"),
        gettext("Gap"),
        gettext("In a row A"),
        gettext("In a row B"),
    ]


def _line(summary: Summary, played: Played) -> list[object]:
    moment = summary.board.received.get(played.line.id, summary.started)
    outcome, after = played.row.outcome, played.row.after
    points = outcome.points if outcome else (0, 0)
    winner = outcome.winner if outcome else None
    told = without_marks(without_tags(played.shown.told))
    return [
        day_of(moment),
        local(moment).strftime("%H:%M"),
        zone_name() or "UTC",
        summary.game,
        without_marks(summary.names.side(0)),
        without_marks(summary.names.side(1)),
        played.row.number,
        played.shown.dealer,
        told,
        *points,
        "" if winner is None else "AB"[winner],
        "1" if outcome and outcome.kot else "",
        *after.score,
        after.gap,
        *after.streak,
    ]


def _safe(cell: object) -> object:
    """A text that a spreadsheet would work out stays a text; a number stays a number, below 0 too."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
