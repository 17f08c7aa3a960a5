"""A match as it stands: its page, its history, its file."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from .. import store
from ..board import Board
from ..chart import draw
from ..forms import Untyped
from ..history import PIECE, items
from ..match_file import answer, write_match
from ..numerals import in_html
from ..security import device, next_id
from ..shown import shown
from ..tail import tail, tail_of
from .page import Kept, board_of, board_or_404, compress, match_or_404, page_depends_on, pages, plain_http, who

bp = Blueprint("match", __name__)


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
    phones = who(match_id)
    return render_template(
        "history.html",
        board=board,
        match=match,
        items=piece,
        older=older,
        chart=drawn,
        who=phones if len(phones) > 1 else {},
        log=tail(board.reading, board.writes),
    )


def show_board(board: Board) -> Response:
    """Answer with a match's page, made once per state and reader; a phone that has it already is told so."""
    key = (board.id, board.reading.seq, board.top, device() if board.writes else "", board.series, *page_depends_on())
    kept = pages().get(key)
    if kept is None:
        made = compress.after_request(make_response(in_html(render_board(board))))
        kept = pages().put(key, Kept(made.get_data(), made.headers.get("Content-Encoding")))
    response = Response(kept.body, mimetype="text/html")
    if kept.encoding:
        response.headers["Content-Encoding"] = kept.encoding
    response.set_etag(hashlib.blake2b(repr(key).encode(), digest_size=12).hexdigest())
    response.make_conditional(request)
    return response


def render_board(board: Board, typed: MultiDict[str, str] | None = None, **more: object) -> str:
    """Write the whole page: a browser shows it as it is, a script puts it in place of the old one."""
    slots = shown(board, lambda form: next_id(board.id, board.reading.seq, form))
    about = {"board": board, "typed": typed or Untyped(), "over": board.standing.over, **more}
    if board.writes and more.get("clash"):
        slots["clash"] = Markup(render_template("_clash.html", **about))  # noqa: S704 - a template of our own
    elif board.writes and not board.standing.over:
        slots["entry"] = Markup(render_template(f"games/{board.game.key}.html", **about))  # noqa: S704
    if more.get("problems") or more.get("notice"):
        slots["trouble"] = Markup(render_template("_trouble.html", **about))  # noqa: S704
    slots["notes"] = Markup(render_template("_languages.html"))  # noqa: S704
    if plain_http():
        slots["notes"] = Markup('<p class="note" data-plain>{}</p>{}').format(
            Markup(render_template("_plain_http.html")),  # noqa: S704
            slots["notes"],
        )
    slots["offer"] = Markup(render_template("_install_offer.html"))  # noqa: S704
    return render_template("match.html", board=board, m=slots, log=tail_of(board))
