"""An evening of rematches: its own summary and text; a match may be struck from the series and restored."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from .. import store
from ..models import Match
from ..security import device
from .page import evening_of, for_others, match_or_404

bp = Blueprint("evening", __name__, url_prefix="/m/<match_id>")


@bp.get("/evening")
def show(match_id: str) -> str:
    """Show the series that a match belongs to, to anybody with the match's address."""
    match = match_or_404(match_id)
    evening = evening_of(match)
    mine = {part.id for part in evening.parts if store.may_write(part.id, device())}
    return render_template("evening.html", match=match, evening=evening, mine=mine, text=evening.text(_link(match)))


@bp.get("/evening.txt")
def text(match_id: str) -> Response:
    """Give the text for a chat."""
    match = match_or_404(match_id)
    return Response(evening_of(match).text(_link(match)) + "\n", mimetype="text/plain")


@bp.post("/series")
def series(match_id: str) -> AnyResponse:
    """Strike a match from its series, or let it count again. Twice is once."""
    match = match_or_404(match_id)
    store.strike_from_series(match.id, device(), struck=request.form.get("struck") == "1")
    return redirect(url_for("evening.show", match_id=match.id), 303)


def _link(match: Match) -> str:
    return for_others("evening.show", match_id=match.id)
