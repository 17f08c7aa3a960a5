"""How each game is played and scored; opened from a match, by the house rules of that match."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from .. import store
from ..games.house import check_rules, written_rules
from .page import game_or_404

bp = Blueprint("rules", __name__, url_prefix="/rules")


@bp.get("")
def show() -> str:
    """List the games."""
    return render_template("rules.html")


@bp.get("/<key>")
def game(key: str) -> str:
    """Tell one game. Every figure is the rules' own: what is told here and what is scored cannot differ."""
    told = game_or_404(key)
    match = store.find_match(request.args.get("match", ""))
    if match is not None and match.game != told.key:
        match = None
    rules = store.reading_of(match).state.rules if match else check_rules(told, {}, told.seats[0])
    return render_template(
        f"rules/{told.key}.html",
        game=told,
        rules=rules,
        table=told.table(rules),
        house=written_rules(told, rules),
        match=match,
    )
