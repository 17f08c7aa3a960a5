"""Joining a match from another phone: by a link, by a code read aloud, or by the code kept for a lost phone."""

from __future__ import annotations

import re

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug import Response as AnyResponse

from .. import seats, store
from ..games import Impossible
from ..secret import CODE, RECOVERY, tidy_code, token_of
from ..security import device_from_now_on

bp = Blueprint("join", __name__, url_prefix="/join")

PASTED = re.compile(r"/(join|m)/([0-9a-f]{32})(?![0-9a-f])")
Answer = AnyResponse | tuple[Response, int]


@bp.after_request
def keep_to_ourselves(answer: Response) -> Response:
    """Let no address of an invitation travel: in a referrer, in a cache, in an index of the web.

    The trap: `no-referrer` would make browsers send `Origin: null` with our own form.
    """
    answer.headers["Referrer-Policy"] = "strict-origin"
    answer.headers["X-Robots-Tag"] = "noindex"
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("")
def code() -> str:
    """Ask for a code; a link may be pasted too, for an app on the home screen cannot open one."""
    return render_template("join_code.html", typed="")


@bp.post("")
def enter() -> Answer:
    """Find what a code or a pasted link is for."""
    typed = request.form.get("code", "")[:300]
    pasted = PASTED.search(typed)
    if pasted and pasted[1] == "m" and store.find_match(pasted[2]):
        return redirect(url_for("match.show", match_id=pasted[2]), 303)
    token = _token(typed, pasted)
    if token:
        return redirect(url_for("join.ask", token=token), 303)
    told = tidy_code(typed)
    if len(told) == RECOVERY and seats.recovers(told):
        # The cookie goes out with this page: with the answer to its button, a second tap could lose it.
        device_from_now_on()
        return make_response(render_template("recover.html", code=told))
    problem = Impossible("code_missing" if not told else "code_unknown", "code")
    return make_response(render_template("join_code.html", typed=typed, problems=[problem])), 422


@bp.get("/<token>")
def ask(token: str) -> Answer:
    """Show what an invitation is for. Nothing happens until somebody taps Join."""
    asked = seats.asked_by_token(token)
    if asked is None:
        return _over()
    here = store.may_write(asked.match_id, device_from_now_on())
    return make_response(render_template("join.html", asked=asked, token=token, here=here, typed=""))


@bp.post("/<token>")
def join(token: str) -> Answer:
    """Take a scorer's seat. Tapped twice, it is one seat."""
    asked, name = seats.asked_by_token(token), request.form.get("name", "")
    if asked is None:
        return _over()
    try:
        seats.join(asked, device_from_now_on(), name)
    except store.Refused:
        return _over()
    except (Impossible, seats.Full) as refused:
        full = isinstance(refused, seats.Full)
        problem = Impossible("many_phones", "name", most=seats.MOST_PHONES) if full else refused
        page = render_template("join.html", asked=asked, token=token, here=False, typed=name, problems=[problem])
        return make_response(page), 409 if full else 422
    return redirect(url_for("match.show", match_id=asked.match_id), 303)


@bp.post("/recover")
def recover() -> Answer:
    """Give this phone the seat of the lost one."""
    code = tidy_code(request.form.get("code", ""))
    match_id = seats.recover(code, device_from_now_on()) if len(code) == RECOVERY else None
    if match_id is None:
        problem = Impossible("code_unknown", "code")
        return make_response(render_template("join_code.html", typed=code, problems=[problem])), 422
    if store.find_match(match_id) is None:
        return redirect(url_for("home.show"), 303)
    return redirect(url_for("phones.show", match_id=match_id), 303)


def _token(typed: str, pasted: re.Match[str] | None) -> str:
    """Secret of the invitation that was typed or pasted, empty for none that stands."""
    if pasted and pasted[1] == "join":
        return pasted[2] if seats.asked_by_token(pasted[2]) else ""
    told = tidy_code(typed)
    asked = seats.asked_by_code(told) if len(told) == CODE else None
    return token_of(asked.id) if asked else ""


def _over() -> tuple[Response, int]:
    title, text = gettext("This invitation is over."), gettext("Ask for a new one: each stands for half an hour.")
    return make_response(render_template("error.html", code=404, title=title, text=text, back="/")), 404
