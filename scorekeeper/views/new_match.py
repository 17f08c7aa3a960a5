"""A new match: who sits where, who deals first, the house rules, what the paper said. And the rematch."""

from __future__ import annotations

import random
from typing import Any

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.datastructures import MultiDict

from .. import kept, store
from ..forms import ID, KindForm
from ..games import Game, Impossible
from ..games.house import OPTIONS
from ..log import Conflict, Opening, open_match
from ..models import Match
from ..opening_form import OpeningForm, opening_form
from ..security import device, device_from_now_on, fresh_id
from ..tail import tail_of
from .page import board_or_404, game_or_404, match_or_404, wants_log

bp = Blueprint("new_match", __name__)


@bp.get("/new/<key>")
def ask(key: str) -> str:
    """Ask who sits where, with the last table's names in their seats."""
    game = game_or_404(key)
    seats = 6 if request.args.get("seats") == "6" and 6 in game.seats else game.seats[0]
    # From here on, and not with the answer to Start: a second tap cuts that answer off, and its cookie would be lost.
    # A service worker asks in the background (`?kept`): it must not hand out a second name beside the page's own.
    names = kept.last_table(device() if "kept" in request.args else device_from_now_on(), seats)
    typed = MultiDict(
        [("id", fresh_id()), ("seats", str(seats)), *((f"name-{n}", name) for n, name in enumerate(names))]
    )
    return _page(game, opening_form(game, typed))


@bp.post("/new/<key>")
def start(key: str) -> Response | tuple[str, int]:
    """Start the match. Sent twice, it is the same match."""
    game = game_or_404(key)
    form = opening_form(game, request.form)
    opening = _opening(game, form)
    if opening is None:
        return _page(game, form), 422
    try:
        match = store.start_match(str(form.id.data), device_from_now_on(), opening)
    except Conflict as conflict:
        form.id.data = fresh_id()  # another match, so another id: sent once more it is simply started
        form.blame(Impossible(conflict.key))
        return _page(game, form), 409
    return _started(match)


@bp.post("/new/<key>/draw")
def draw(key: str) -> str:
    """Draw the first dealer or the partners, or seat another partner opposite. Nothing is stored yet."""
    game = game_or_404(key)
    form = opening_form(game, request.form)
    seats = form.seat_count
    names = form.names()
    drawn, _, seat = request.form.get("draw", "").partition("-")
    if drawn == "dealer":
        form.first_dealer.data = str(random.SystemRandom().randrange(seats))
    elif drawn == "partners":
        others = names[1:]
        random.SystemRandom().shuffle(others)
        form.seat([names[0], *others])
    elif drawn == "seats" and seat in tuple(map(str, game.seats)):
        form.seats.data = int(seat)
    elif drawn == "partner" and seat in ("1", "3") and seats == 4:
        names[2], names[int(seat)] = names[int(seat)], names[2]
        form.seat(names)
    return _page(game, form)


@bp.post("/m/<match_id>/rematch")
def rematch(match_id: str) -> Response:
    """Play again: same seats and rules, the dealer that the rules give. Asked twice, it is one rematch."""
    match = match_or_404(match_id)
    reading = store.reading_of(match)
    if not reading.standing.over:
        return redirect(url_for("match.show", match_id=match.id), 303)
    opening = Opening(reading.opening.game, reading.state.rules, reading.sitting_names(), reading.standing.dealer, {})
    form = KindForm(request.form)
    new_id = str(form.id.data) if form.validate() and form.id.data else fresh_id()
    return _started(_rematch(new_id, opening, match))


def _started(match: Match) -> Response:
    if wants_log():
        return jsonify({"id": match.id, **tail_of(board_or_404(match.id), 0)})
    return redirect(url_for("match.show", match_id=match.id), 303)


def _rematch(new_id: str, opening: Opening, match: Match) -> Match:
    """Start the rematch, or find the one that was started. One that was put away comes back: it was asked for."""
    try:
        again = store.start_match(new_id, device(), opening, follows=match.id)
    except Conflict:  # an old page: its id was used, for this rematch before the match was corrected, or for another
        again = store.start_match(fresh_id(), device(), opening, follows=match.id)
    if again.deleted:
        store.restore_match(again.id, device())
    return again


def _opening(game: Game[Any], form: OpeningForm) -> Opening | None:
    if not form.validate():
        return None
    if not form.id.data:
        form.blame(Impossible("odd_id"))
        return None
    try:
        return open_match(game.key, form.options(game), form.names(), form.dealer(), form.carried())
    except Impossible as problem:
        form.blame(problem)
        return None


def _page(game: Game[Any], form: OpeningForm) -> str:
    if not ID.fullmatch(form.id.data or ""):
        form.id.data = fresh_id()
    offered = {name: OPTIONS[name] for name in OPTIONS if name in game.options}
    return render_template("new_match.html", game=game, form=form, offered=offered, known=kept.known_names(device()))
