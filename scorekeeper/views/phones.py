"""The phones of a match: who keeps score, invitations, the code for a lost phone, and where this phone sits."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from .. import seats
from ..forms import ID
from ..games import Impossible
from ..models import Invitation
from ..secret import code_of, digest, in_groups, token_of
from ..security import YEARS_10, device, fresh_id
from .page import board_or_404, for_others, who
from .qr import draw_qr

bp = Blueprint("phones", __name__, url_prefix="/m/<match_id>/phones")

Answer = AnyResponse | tuple[str, int]


@bp.get("")
def show(match_id: str) -> str:
    """Show the phones; to one that reads along, how to join and where it sits."""
    return _page(match_id)


@bp.post("/invite")
def invite(match_id: str) -> Answer:
    """Make an invitation; sent twice it is one."""
    board_or_404(match_id)
    sent = request.form.get("id", "")
    try:
        seats.invite(match_id, device(), sent if ID.fullmatch(sent) else fresh_id())
    except Impossible as problem:
        return _page(match_id, problems=[problem]), 422
    except seats.Full:
        return _page(match_id, problems=[Impossible("many_invitations", most=seats.MOST_INVITATIONS)]), 409
    return _back(match_id)


@bp.post("/take-back")
def take_back(match_id: str) -> Answer:
    """Take an invitation back."""
    board_or_404(match_id)
    seats.take_back(match_id, device(), request.form.get("invitation", ""))
    return _back(match_id)


@bp.post("/name")
def name(match_id: str) -> Answer:
    """Say whose phone this is."""
    board_or_404(match_id)
    try:
        seats.name_phone(match_id, device(), request.form.get("name", ""))
    except Impossible as problem:
        return _page(match_id, problems=[problem], typed=request.form), 422
    return _back(match_id)


@bp.post("/remove")
def remove(match_id: str) -> Answer:
    """Take a phone's seat: this one's, or for the phone that started, any."""
    board_or_404(match_id)
    leaving = request.form.get("phone", "")
    if request.form.get("sure") != leaving:
        return _page(match_id, problems=[Impossible("not_sure", f"sure-{leaving}")]), 422
    try:
        seats.remove(match_id, device(), _meant(match_id, leaving))
    except seats.LastScorer:
        return _page(match_id, problems=[Impossible("last_scorer", f"sure-{leaving}")]), 409
    return _back(match_id)


@bp.post("/recovery")
def recovery(match_id: str) -> Answer:
    """Make the code for a lost phone anew and show it, this once."""
    board_or_404(match_id)
    code = seats.make_recovery(match_id, device())
    answer = make_response(_page(match_id, code=in_groups(code)))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/sit")
def sit(match_id: str) -> AnyResponse:
    """Turn this phone's map so that its person sits at the bottom. The match knows nothing of it."""
    board = board_or_404(match_id)
    seat = request.form.get("seat", "")
    answer: Response | AnyResponse = redirect(url_for("match.show", match_id=match_id), 303)
    if seat in {str(one.number) for one in board.seats}:
        path, secure = f"/m/{match_id}", request.is_secure
        answer.set_cookie("seat", seat, max_age=YEARS_10, path=path, samesite="Lax", secure=secure)
    else:
        answer.delete_cookie("seat", path=f"/m/{match_id}")
    return answer


def _page(match_id: str, **more: object) -> str:
    board = board_or_404(match_id)
    reading = draw_qr(for_others("match.show", match_id=match_id))
    if not board.writes:
        return render_template("phones.html", board=board, reading=reading, **more)
    return render_template(
        "phones.html",
        board=board,
        reading=reading,
        phones=seats.scorers(match_id),
        who=who(match_id),
        me=device(),
        starter=seats.starter(match_id),
        handle=handle,
        fresh=fresh_id(),
        invitations=[_shown(one) for one in seats.invitations(match_id)],
        kept=seats.has_recovery(match_id),
        **more,
    )


def handle(phone: str) -> str:
    """Name a phone on a page without its digest, which the page of another phone need not know."""
    return digest(phone)[:16]


def _meant(match_id: str, handled: str) -> str:
    return next((one.device for one in seats.scorers(match_id) if handle(one.device) == handled), handled)


def _shown(invitation: Invitation) -> dict[str, object]:
    """An invitation as it is shown; without its link where the secret was lost that it was made with."""
    token = token_of(invitation.id)
    if digest(token) != invitation.token:
        return {"id": invitation.id, "expires": invitation.expires}
    link = for_others("join.ask", token=token)
    code = in_groups(code_of(invitation.id))
    return {"id": invitation.id, "expires": invitation.expires, "link": link, "code": code, "qr": draw_qr(link)}


def _back(match_id: str) -> AnyResponse:
    return redirect(url_for("phones.show", match_id=match_id), 303)
