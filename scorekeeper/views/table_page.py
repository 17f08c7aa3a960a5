"""The table's page: dealer by hand, misdeal, names, substitutes, the end, and, far away, putting a match away."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.datastructures import MultiDict

from .. import store
from ..board import Board
from ..forms import EventForm
from ..games import Impossible
from ..log import Reading
from ..models import Match
from ..security import device
from ..tail import tail
from .page import SEATS, board_of, match_or_404
from .say import Answer, attempt, said, say, wrong

bp = Blueprint("table", __name__, url_prefix="/m/<match_id>")

ENDS = {"agreed": None, "conceded-0": 0, "conceded-1": 1}


@bp.get("/table")
def show(match_id: str) -> str:
    """Show all that is not needed every round."""
    return render_table(board_of(match_or_404(match_id)))


@bp.post("/dealer")
def dealer(match_id: str) -> Answer:
    """Set who deals next, with a word why."""
    match, form = match_or_404(match_id), EventForm(request.form)
    seat = _seat(request.form.get("seat"))
    if seat is None:
        form.blame(Impossible("seat_missing", "seat"))
        return wrong(match, form, render_table)
    body = {"seat": seat, "why": request.form.get("why", ""), "after": form.last.data or None}
    return say(match, "dealer", form, body, render_table)


@bp.post("/rename")
def rename(match_id: str) -> Answer:
    """Mend the spelling of names, everywhere; each changed name is an event of its own."""
    match = match_or_404(match_id)
    for seat in range(len(match.names)):
        typed = {part: request.form.get(f"{part}-{seat}", "") for part in ("id", "player", "was", "name")}
        if f"name-{seat}" not in request.form or typed["name"].strip() == typed["was"]:
            continue
        form = EventForm(MultiDict({"id": typed.pop("id")}))
        answer = attempt(match, "rename", form, dict(typed), render_table)
        if not isinstance(answer, Reading):
            return answer
    return said(match)


@bp.post("/substitute")
def substitute(match_id: str) -> Answer:
    """Seat somebody else from the next round on."""
    form = EventForm(request.form)
    seat, _, player = request.form.get("leaves", "").partition(":")
    body = {"seat": _seat(seat), "name": request.form.get("name", ""), "player": player}
    return say(match_or_404(match_id), "substitute", form, body, render_table)


@bp.post("/end")
def end(match_id: str) -> Answer:
    """End the match: agreed, or conceded by a side."""
    match, form = match_or_404(match_id), EventForm(request.form)
    how = request.form.get("how")
    if how not in ENDS:
        form.blame(Impossible("ended_how", "how"))
        return wrong(match, form, render_table)
    return say(match, "end", form, {"conceded": ENDS[how], "after": form.last.data or None}, render_table)


@bp.post("/delete")
def delete(match_id: str) -> Answer:
    """Put the match away, when the tick says so. Twice is once."""
    match = _any_match_or_404(match_id)
    if request.form.get("sure") != "1":
        form = EventForm(request.form)
        form.blame(Impossible("not_sure", "sure"))
        return wrong(match, form, render_table)
    return _put(match, away=True)


@bp.post("/restore")
def restore(match_id: str) -> Answer:
    """Bring a match back that was put away."""
    return _put(_any_match_or_404(match_id), away=False)


def render_table(board: Board, typed: MultiDict[str, str] | None = None, **more: object) -> str:
    """Write the page."""
    return render_template(
        "table.html",
        board=board,
        typed=typed or MultiDict(),
        log=tail(board.reading, board.writes, series=board.series),
        **more,
    )


def _put(match: Match, *, away: bool) -> Response:
    (store.delete_match if away else store.restore_match)(match.id, device())
    return redirect(url_for("home.show") if away else url_for("match.show", match_id=match.id), 303)


def _any_match_or_404(match_id: str) -> Match:
    match = store.any_match(match_id)
    if match is None:
        abort(404)
    return match


def _seat(text: str | None) -> int | None:
    return SEATS.get(text or "")
