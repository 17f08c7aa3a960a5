"""A match as it stands: its page, its history, its file."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template
from werkzeug.datastructures import MultiDict

from .. import store
from ..board import Board
from ..match_file import answer, write_match
from .page import board_of, match_or_404

bp = Blueprint("match", __name__)

LAST_ROUNDS = 5


@bp.get("/m/<match_id>")
def show(match_id: str) -> str:
    """Show the board. Looking changes nothing."""
    return render_board(board_of(match_or_404(match_id)))


@bp.get("/m/<match_id>.json")
def file(match_id: str) -> Response:
    """Give the match file with its standings, to anybody who may read the match."""
    reading = store.reading_of(match_or_404(match_id))
    rows = [row for _, row in reading.rows]
    return jsonify({"match": write_match(reading), **answer(reading.opening, rows, reading.standing)})


@bp.get("/m/<match_id>/history")
def history(match_id: str) -> str:
    """Show every round, newest first."""
    match = match_or_404(match_id)
    return render_template("history.html", board=board_of(match), match=match)


def render_board(board: Board, typed: MultiDict[str, str] | None = None, **more: object) -> str:
    """Write the whole page: htmx puts it in place of the old one, a browser without scripts shows it."""
    return render_template(
        "match.html", board=board, rounds=board.rounds(LAST_ROUNDS), typed=typed or MultiDict(), **more
    )
