"""Table mode: the score for the whole table, on a phone that lies in its middle."""

from __future__ import annotations

from flask import Blueprint, render_template

from ..shown import shown
from ..tail import tail_of
from .page import board_or_404

bp = Blueprint("stand", __name__)


@bp.get("/m/<match_id>/stand")
def show(match_id: str) -> str:
    """Show the score as large as the screen, to anybody who may read the match. There is nothing to enter."""
    board = board_or_404(match_id)
    return render_template("stand.html", m=shown(board, str), log=tail_of(board))
