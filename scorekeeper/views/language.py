"""The reader's language and digits: chosen with one tap, remembered on this device, no part of any match."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Blueprint, current_app, redirect, request
from werkzeug import Response
from werkzeug.exceptions import HTTPException

from ..languages import ASKED, DIGITS, LANGUAGE, languages
from ..security import YEARS_10

bp = Blueprint("language", __name__)


@bp.post("/language")
def choose() -> Response:
    """Remember a language; one that there is not changes nothing."""
    tag = request.form.get("language", "")
    return _remember(LANGUAGE, tag if tag in languages() else "")


@bp.post("/digits")
def choose_digits() -> Response:
    """Remember in which digits."""
    return _remember(DIGITS, "own" if request.form.get("digits") == "own" else "latin")


def _remember(cookie: str, value: str) -> Response:
    answer = redirect(_where_from(), 303)
    if value:
        answer.set_cookie(cookie, value, max_age=YEARS_10, samesite="Lax", secure=request.is_secure)
    return answer


def _where_from() -> str:
    """The page that the button stood on, in no language of its own; after a form, the page its address is below."""
    came = urlsplit(request.referrer or "")
    path = came.path if came.netloc == request.host else ""
    while path and not _is_page(path):
        path = path.rpartition("/")[0]
    asked = [(name, value) for name, value in parse_qsl(came.query, keep_blank_values=True) if name != ASKED]
    return f"/{path.lstrip('/')}" + (f"?{urlencode(asked)}" if asked and path == came.path else "")


def _is_page(path: str) -> bool:
    try:
        current_app.url_map.bind("").match(path, method="GET")
    except HTTPException:
        return False
    return True
