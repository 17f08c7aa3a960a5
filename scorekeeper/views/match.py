"""A match as it stands: its page, its history, its file."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from werkzeug.datastructures import MultiDict

from .. import store
from ..board import Board
from ..chart import draw
from ..forms import Untyped
from ..history import PIECE, items
from ..match_file import answer, write_match
from ..security import device
from .page import Kept, board_of, board_or_404, compress, match_or_404, page_depends_on, pages

bp = Blueprint("match", __name__)

LAST_ROUNDS = 5


@bp.get("/m/<match_id>")
def show(match_id: str) -> Response:
    """Show the board. Looking changes nothing."""
    return show_board(board_or_404(match_id))


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
    board = board_of(match)
    told = items(board)
    first = request.args.get("from", 0, type=int)
    piece = told[max(first, 0) : max(first, 0) + PIECE]
    older = max(first, 0) + PIECE if len(told) > max(first, 0) + PIECE else None
    drawn = draw(board)
    return render_template("history.html", board=board, match=match, items=piece, older=older, chart=drawn)


def show_board(board: Board) -> Response:
    """Answer with a match's page, made once per state and reader; a phone that has it already is told so."""
    key = (board.id, board.reading.seq, board.top, device() if board.writes else "", *page_depends_on())
    kept = pages().get(key)
    if kept is None:
        made = compress.after_request(make_response(render_board(board)))
        kept = pages().put(key, Kept(made.get_data(), made.headers.get("Content-Encoding")))
    response = Response(kept.body, mimetype="text/html")
    if kept.encoding:
        response.headers["Content-Encoding"] = kept.encoding
    response.set_etag(hashlib.blake2b(repr(key).encode(), digest_size=12).hexdigest())
    response.make_conditional(request)
    return response


def render_board(board: Board, typed: MultiDict[str, str] | None = None, **more: object) -> str:
    """Write the whole page: htmx puts it in place of the old one, a browser without scripts shows it."""
    return render_template(
        "match.html", board=board, rounds=board.rounds(LAST_ROUNDS), typed=typed or Untyped(), **more
    )
