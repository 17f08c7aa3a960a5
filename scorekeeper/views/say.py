"""What the table says: each form of a match page appends one event, and is answered with the new board."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, jsonify, redirect, url_for
from htmx_flask import request
from werkzeug import Response

from .. import seats, store
from ..board import Board
from ..clash import clash_of
from ..forms import EventForm, entry_form, entry_of
from ..games import Impossible, Raw, Written
from ..log import Already, Conflict, Reading
from ..models import Match
from ..security import device
from ..tail import tail
from .match import render_board, show_board
from .page import board_or_404, wants_log

bp = Blueprint("say", __name__, url_prefix="/m/<match_id>")

Found = Match | Board
"""A match that was found; only its id counts."""
Answer = str | tuple[str, int] | Response


@bp.post("/bid")
def bid(match_id: str) -> Answer:
    """Enter the bid, or that all passed."""
    board = board_or_404(match_id)
    form = entry_form(board.game, request.form, parts=board.game.called)
    return say(board, "bid", form, {"call": entry_of(form, board.game), "replaces": form.contract.data or None})


@bp.post("/round", endpoint="round")
def play(match_id: str) -> Answer:
    """Enter a round: as a whole, or as the result of the contract that the page showed."""
    board = board_or_404(match_id)
    form = entry_form(board.game, request.form)
    entry = {**_call(board.reading, form.contract.data), **entry_of(form, board.game)}
    body = {"entry": entry, "after": form.last.data or None, "contract": form.contract.data or None}
    return say(board, "round", form, body)


@bp.post("/misdeal")
def misdeal(match_id: str) -> Answer:
    """Enter a voided deal."""
    form = EventForm(request.form)
    body = {"after": form.last.data or None, "contract": form.contract.data or None}
    return say(board_or_404(match_id), "misdeal", form, body)


@bp.post("/undo")
def undo(match_id: str) -> Answer:
    """Take back what the button named."""
    form = EventForm(request.form)
    return say(board_or_404(match_id), "undo", form, {"target": form.target.data or None})


@bp.post("/redo")
def redo(match_id: str) -> Answer:
    """Bring again what the button named."""
    form = EventForm(request.form)
    return say(board_or_404(match_id), "redo", form, {"target": form.target.data or None})


def say(match: Found, kind: str, form: EventForm, body: Raw, page: Callable[..., str] = render_board) -> Answer:
    """Append one event and answer: the new board, or what is wrong (422), what stands now (409), no seat (403).

    `page` writes the page that the form stands on, for an answer that is not the new board.
    """
    answer = attempt(match, kind, form, body, page)
    return said(match, answer) if isinstance(answer, Reading) else answer


def attempt(match: Found, kind: str, form: EventForm, body: Raw, page: Callable[..., str]) -> Reading | Answer:
    """Append one event and give the log as it reads now, or the answer where that may not be."""
    if not form.validate() or not form.id.data:
        return wrong(match, form, page)
    try:
        return store.record(
            match.id, device(), store.Saying(form.id.data, kind, body, form.seen.data or 0, form.moment)
        )
    except Impossible as problem:
        form.blame(problem)
        return wrong(match, form, page)
    except Conflict as conflict:
        board = board_or_404(match.id)
        return page(board, request.form, clash=clash_of(board, conflict, kind, body)), 409
    except Already as already:
        if wants_log():
            return log_of(match)
        return page(board_or_404(match.id), **_told_already(match, already))


def said(match: Found, reading: Reading | None = None) -> Answer:
    """Show the new board: its log to a phone that writes its own page, at once to htmx, else by a redirect."""
    if wants_log():
        return log_of(match, reading)
    if request.htmx:
        return show_board(board_or_404(match.id))
    return redirect(url_for("match.show", match_id=match.id), 303)


def log_of(match: Found, reading: Reading | None = None) -> Response:
    """Answer with what was said since this phone looked: it writes the page by itself."""
    told = reading or board_or_404(match.id).reading
    series = match.series if isinstance(match, Board) else None
    return jsonify({"id": match.id, **tail(told, True, request.form.get("seen", 0, type=int), series)})


def wrong(match: Found, form: EventForm, page: Callable[..., str]) -> Answer:
    """Show the page again with what was typed and what is wrong with it."""
    board = board_or_404(match.id)
    if not board.writes:
        abort(403)
    problems = form.problems() or [Impossible("odd_id")]
    return page(board, request.form, problems=problems), 422


def _told_already(match: Found, already: Already) -> dict[str, object]:
    """Say that it was done before, and by whom where that was another phone with a name."""
    by = already.by.by if already.by else ""
    other = seats.names_of_phones(match.id).get(by) if by != device() else None
    key = "undone_by" if already.key == "already_undone" else "redone_by"
    return {"problems": [Impossible(key, who=other)]} if other else {"notice": already.key}


def _call(reading: Reading, contract: str | None) -> Written:
    """The bid that a result answers. It may stand no longer: then the log says so, and not the form."""
    bids = (said.body["call"] for said in reading.said if said.kind == "bid" and said.id == contract)
    call = next(bids, {})
    return call if isinstance(call, dict) else {}
