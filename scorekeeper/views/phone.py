"""What a phone needs to go on without a signal: the kit, a log, the service worker, and a page to be rid of it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request, url_for

from ..games import GAMES
from ..kit import make_kit
from ..languages import chosen
from ..static_files import YEAR, file_url, squeeze
from ..tail import tail_of
from .page import board_or_404

bp = Blueprint("phone", __name__)

WORKER_KEEPS = (
    "built/app.css",
    "built/app.js",
    "vendor/htmx.min.js",
    "icon.svg",
    "icon-192.png",
    "apple-touch-icon.png",
)


@bp.get("/kit/<language>/<release>.json")
def kit(language: str, release: str) -> Response:
    """Give the kit in a language. Another release than today's may not be kept under its name."""
    text, today = _kit()
    if language != chosen().tag:
        abort(404)
    answer = Response(text, mimetype="application/json")
    answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if release == today else "no-cache"
    squeeze(answer)
    return answer


@bp.get("/m/<match_id>/log")
def log(match_id: str) -> Response:
    """Give what was said after an event, to a phone that knows the rest."""
    board = board_or_404(match_id)
    return jsonify(tail_of(board, request.args.get("after", 0, type=int)))


@bp.get("/shell")
def shell() -> str:
    """The page that a phone fills by itself where it has no copy of the one that was asked for."""
    return render_template("shell.html")


@bp.get("/unsent")
def unsent() -> str:
    """Show what this phone has not sent yet; only the phone knows."""
    return render_template("unsent.html")


@bp.get("/reset")
def reset() -> str:
    """Offer to remove the service worker and all that it keeps."""
    return render_template("reset.html")


@bp.get("/sw.js")
def worker() -> Response:
    """Give the service worker of this release in a language; not in use, it removes itself (`SERVICE_WORKER=False`)."""
    name = "sw.js" if current_app.config["SERVICE_WORKER"] else "sw-off.js"
    script = (Path(str(current_app.static_folder)) / "built" / name).read_text(encoding="utf-8")
    release = f"{current_app.config['STATIC_RELEASE']}-{_kit()[1]}"
    language = chosen().tag
    keeps = [*map(file_url, WORKER_KEEPS), kit_url(), url_for("phone.shell", lang=language)]
    told = {"RELEASE": release, "LANGUAGE": language, "KEEPS": keeps, "KEPT_PAGES": _pages()}
    head = "".join(f"const {name}={json.dumps(value)};\n" for name, value in told.items())
    answer = Response(head + script, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _pages() -> list[str]:
    """Addresses of the pages that an evening begins with: Home, the rules, and a new match of every game and table."""
    pages = [url_for(endpoint) for endpoint in ("home.show", "rules.show", "phone.unsent")]
    for game in GAMES.values():
        pages += [url_for("new_match.ask", key=game.key), url_for("rules.game", key=game.key)]
        pages += [url_for("new_match.ask", key=game.key, seats=seats) for seats in game.seats[1:]]
    return pages


def kit_url() -> str:
    """Address of the kit in the language of the request."""
    return url_for("phone.kit", language=chosen().tag, release=_kit()[1])


def _kit() -> tuple[str, str]:
    """The kit and the name of its content, made once in each language."""
    kits: dict[str, tuple[str, str]] = current_app.extensions.setdefault("kits", {})
    language = chosen().tag
    if language not in kits:
        text = json.dumps(make_kit(), ensure_ascii=False, separators=(",", ":"))
        kits[language] = text, hashlib.sha256(text.encode()).hexdigest()[:10]
    return kits[language]
