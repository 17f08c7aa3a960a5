"""A match to be shown around: its summary, a text and a picture of it, the code of its address. Looking is enough."""

from __future__ import annotations

import hashlib
import threading
from datetime import UTC, datetime

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for

from .. import card, lettering, render
from ..board import Board
from ..chart import draw
from ..languages import ASKED, chosen
from ..models import Match
from ..numerals import in_text
from ..security import YEARS_10
from ..shelf import Shelf
from ..summary import Summary, for_a_chat
from ..zone import day_of, say_time, zone_name
from .page import board_of, evening_of, for_others, match_or_404
from .qr import draw_qr

bp = Blueprint("share", __name__)

ROBOTS = """User-agent: *
Disallow: /new
Disallow: /import
Disallow: /export
Allow: /
"""
"""A chat app that may not open a page shows no preview of it: so pages say themselves that they want no index."""
UNSEEN = "noindex, nofollow"
UNASKED = datetime.min.replace(tzinfo=UTC)
"""Stands for the start of a match where nothing that is shown depends on it."""


@bp.get("/m/<match_id>/summary")
def show(match_id: str) -> str:
    """Sum a match up, for anybody with its address."""
    match = match_or_404(match_id)
    summary = _summary(match)
    evening = evening_of(match)
    return render_template(
        "summary.html",
        evening=evening if len(evening.parts) > 1 else None,
        match=match,
        summary=summary,
        board=summary.board,
        text=summary.text(link_of(summary)),
        chart=draw(summary.board),
        time=say_time(match.started),
    )


@bp.get("/m/<match_id>/summary.txt")
def text(match_id: str) -> Response:
    """Give the text for a chat."""
    summary = _summary(match_or_404(match_id))
    return Response(summary.text(link_of(summary)) + "\n", mimetype="text/plain")


@bp.get("/m/<match_id>/card.png")
def wide(match_id: str) -> Response:
    """Give the picture that goes with a link."""
    return _picture(match_or_404(match_id), tall=False)


@bp.get("/m/<match_id>/card-tall.png")
def tall(match_id: str) -> Response:
    """Give the picture for a status."""
    return _picture(match_or_404(match_id), tall=True)


@bp.get("/m/<match_id>/qr")
def qr(match_id: str) -> str:
    """Show the code of the reading address as large as the screen allows."""
    match = match_or_404(match_id)
    address = for_others("match.show", match_id=match.id)
    return render_template("qr.html", match=match, address=address, code=draw_qr(address))


@bp.get("/robots.txt")
def robots() -> Response:
    """Tell robots what they may open."""
    return Response(ROBOTS, mimetype="text/plain")


@bp.after_app_request
def keep_out_of_indexes(response: Response) -> Response:
    """No search engine lists a match; its picture may be fetched all the same."""
    if request.path.startswith("/m/"):
        response.headers.setdefault("X-Robots-Tag", UNSEEN)
    return response


def add_previews(app: Flask) -> None:
    """Give the templates what a preview of a link tells."""
    app.add_template_global(preview_of)
    app.add_template_global(card_of)
    app.add_template_global(day_of)


def preview_of(board: Board) -> dict[str, str]:
    """What a chat shows of a link: nothing that the page itself would not show."""
    summary = Summary(board, UNASKED)
    return {
        "title": f"{in_text(summary.game)}: {for_a_chat(summary.versus)}",
        "description": for_a_chat(summary.sentence),
        "image": card_of(summary, external=True),
        "address": link_of(summary),
    }


def card_of(summary: Summary, *, shape: str = "wide", external: bool = False) -> str:
    """Address of the picture of this state, as this reader's calendar dates it."""
    told = {"zone": zone_name()} if zone_name() and not external else {}
    asked = {"v": summary.version, ASKED: chosen().tag, **told}
    return url_for(f"share.{shape}", match_id=summary.board.id, _external=external, **asked)


def link_of(summary: Summary) -> str:
    """Address of the summary in this state."""
    asked = {"v": summary.version, ASKED: chosen().tag}
    return for_others("share.show", match_id=summary.board.id, **asked)


def _summary(match: Match) -> Summary:
    return Summary(board_of(match), match.started)


def _picture(match: Match, *, tall: bool) -> Response:
    """Answer with a picture: made once per state, kept by whoever asked for just this state."""
    summary = _summary(match)
    release = current_app.config["STATIC_RELEASE"]
    key = (match.id, summary.version, str(release), chosen().tag, summary.day, str(tall))
    tag = hashlib.blake2b(repr(key).encode(), digest_size=12).hexdigest()
    response = Response(mimetype="image/png")
    if not request.if_none_match.contains(tag):
        response.set_data(_cards().get(key) or _draw(key, summary, tall=tall))
    response.set_etag(tag)
    if request.args.get("v") == summary.version and request.args.get(ASKED) == chosen().tag:
        response.headers["Cache-Control"] = f"public, max-age={YEARS_10}, immutable"
    response.make_conditional(request)
    return response


def _draw(key: tuple[str, ...], summary: Summary, *, tall: bool) -> bytes:
    """Draw a picture; two at once at most, and whoever waited for the same one takes that."""
    # Made here and not with the module: the server turns locks into ones that let others run after that was imported.
    at_once: threading.BoundedSemaphore = current_app.extensions.setdefault("drawing", threading.BoundedSemaphore(2))
    with at_once:
        return _cards().get(key) or _cards().put(key, render.png(card.svg(summary, tall=tall), lettering.files()))


def _cards() -> Shelf[tuple[str, ...], bytes]:
    shelf: Shelf[tuple[str, ...], bytes] = current_app.extensions.setdefault("cards", Shelf(_weigh))
    return shelf


def _weigh(drawn: bytes) -> int:
    return len(drawn) // 1024 + 1
