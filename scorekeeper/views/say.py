"""What the table says: each form of a match page appends one event, and is answered with the new board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, url_for
from htmx_flask import request
from markupsafe import Markup
from werkzeug import Response

from .. import store
from ..board import Board
from ..forms import EventForm, entry_form, entry_of, fields_of
from ..games import Impossible, Raw
from ..log import Already, Conflict
from ..models import Match
from ..security import device
from ..speech import retell_call
from .match import render_board
from .page import board_of, match_or_404

bp = Blueprint("say", __name__, url_prefix="/m/<match_id>")

Answer = str | tuple[str, int] | Response


@dataclass(frozen=True, slots=True)
class Clash:
    """A refused event as the page shows it: why, what was typed, and the fields that would say it after all."""

    conflict: Conflict
    kind: str
    mine: Markup | None
    fields: list[tuple[str, str]]


def clash_of(board: Board, conflict: Conflict, kind: str, body: Raw) -> Clash:
    """Describe a refused event. Only a bid and a round are worth saying again; the rest was about a moment."""
    if kind == "bid" and isinstance(body["call"], dict):
        call = board.game.check_call(body["call"], board.rules)
        return Clash(conflict, kind, retell_call(call, board.names, board.after_dealer), fields_of(call))
    if kind == "round" and isinstance(body["entry"], dict):
        entry = board.game.check(body["entry"], board.rules)
        return Clash(conflict, kind, board.retell(entry), fields_of(entry.written()))
    return Clash(conflict, kind, None, [])


@bp.post("/bid")
def bid(match_id: str) -> Answer:
    """Enter the bid, or that all passed."""
    match = match_or_404(match_id)
    game = store.reading_of(match).opening.game
    form = entry_form(game, request.form, parts=game.called)
    return say(match, "bid", form, {"call": entry_of(form, game), "replaces": form.contract.data or None})


@bp.post("/round", endpoint="round")
def play(match_id: str) -> Answer:
    """Enter a round: as a whole, or as the result of the contract that the page showed."""
    match = match_or_404(match_id)
    reading = store.reading_of(match)
    game, stands = reading.opening.game, reading.state.contract
    form = entry_form(game, request.form)
    entry = entry_of(form, game)
    if stands is not None and form.contract.data == stands.id:
        entry = {**stands.call, **entry}
    body = {"entry": entry, "after": form.last.data or None, "contract": form.contract.data or None}
    return say(match, "round", form, body)


@bp.post("/misdeal")
def misdeal(match_id: str) -> Answer:
    """Enter a voided deal."""
    form = EventForm(request.form)
    body = {"after": form.last.data or None, "contract": form.contract.data or None}
    return say(match_or_404(match_id), "misdeal", form, body)


@bp.post("/undo")
def undo(match_id: str) -> Answer:
    """Take back what the button named."""
    form = EventForm(request.form)
    return say(match_or_404(match_id), "undo", form, {"target": form.target.data or None})


@bp.post("/redo")
def redo(match_id: str) -> Answer:
    """Bring again what the button named."""
    form = EventForm(request.form)
    return say(match_or_404(match_id), "redo", form, {"target": form.target.data or None})


def say(match: Match, kind: str, form: EventForm, body: Raw, page: Callable[..., str] = render_board) -> Answer:
    """Append one event and answer: the new board, or what is wrong (422), what stands now (409), no seat (403).

    `page` writes the page that the form stands on, for an answer that is not the new board.
    """
    if not form.validate() or not form.id.data:
        return wrong(match, form, page)
    try:
        reading = store.record(match.id, device(), store.Saying(form.id.data, kind, body, form.seen.data or 0))
    except Impossible as problem:
        form.blame(problem)
        return wrong(match, form, page)
    except Conflict as conflict:
        return page(board_of(match), request.form, clash=clash_of(board_of(match), conflict, kind, body)), 409
    except Already as already:
        return page(board_of(match), notice=already.key)
    except store.Refused:
        abort(403)
    if request.htmx:
        return render_board(board_of(match, reading))
    return redirect(url_for("match.show", match_id=match.id), 303)


def wrong(match: Match, form: EventForm, page: Callable[..., str]) -> Answer:
    """Show the page again with what was typed and what is wrong with it."""
    board = board_of(match)
    if not board.writes:
        abort(403)
    problems = form.problems() or [Impossible("odd_id")]
    return page(board, request.form, problems=problems), 422
