"""Home: the running match one tap away, a new one, what this phone has played; and what an installed app asks."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug import Response as AnyResponse

from .. import kept
from ..board import Board
from ..finding import Finder
from ..security import YEARS_10, device
from ..static_files import file_url
from .page import THEMES

bp = Blueprint("home", __name__)

FELT = "#14523e"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)


@bp.get("/")
def show() -> str:
    """Show this phone's matches: unfinished ones first, the newest at the very top; of many, those that were asked."""
    find = Finder(request.args, kept.with_logs(device()))
    # Whatever a phone lists here it may write in: nothing needs asking match by match.
    shown = [(match, Board(reading, match.id, writes=True)) for match, reading in find.shown]
    running = [(match, board) for match, board in shown if not board.standing.over]
    over = [(match, board) for match, board in shown if board.standing.over]
    deleted = kept.matches_of(device(), deleted=True)
    return render_template("home.html", find=find, running=running, over=over, deleted=deleted)


@bp.get("/start")
def start() -> AnyResponse:
    """Open the running match, or Home where there is none: where an installed app begins."""
    for match, reading in kept.with_logs(device()):
        if not reading.standing.over:
            return redirect(url_for("match.show", match_id=match.id))
    return redirect(url_for("home.show"))


@bp.post("/look")
def look() -> AnyResponse:
    """Remember the look this device chose; it is no part of any match."""
    theme = request.form.get("theme", "")
    answer = redirect(url_for("home.show"), 303)
    chosen = theme if theme in THEMES else ""
    answer.set_cookie("theme", chosen, max_age=YEARS_10, samesite="Lax", secure=request.is_secure)
    return answer


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Describe the app to a phone that installs it."""
    answer = jsonify(
        id="/",
        name=gettext("Scorekeeper"),
        short_name=gettext("Scorekeeper"),
        description=gettext("Keeps score at the card table: the score, who deals next, and why."),
        start_url="/start",
        scope="/",
        display="standalone",
        background_color=FELT,
        theme_color=FELT,
        icons=[
            {"src": file_url(name), "sizes": size, "type": "image/png", "purpose": purpose}
            for name, size, purpose in ICONS
        ],
    )
    answer.mimetype = "application/manifest+json"
    return answer
