"""The live stream of a match: what was said comes to every open board by itself."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request
from gevent import monkey

from .. import store
from ..live import lookout
from ..security import device

bp = Blueprint("live", __name__)


@bp.get("/m/<match_id>/live")
def stream(match_id: str) -> Response:
    """Say what comes after an event, as it is said."""
    look = store.look_at(match_id, device())
    if look is None:
        abort(404)
    # A server that has not put gevent first would give a whole thread to each board, and stop for want of them.
    if lookout().full or not monkey.is_module_patched("socket"):
        return Response("", 503, {"Retry-After": "30"})
    after = request.headers.get("Last-Event-ID", type=int)
    after = request.args.get("after", 0, type=int) if after is None else after
    told = lookout().stream(
        match_id, look.reading, device(), writes=look.writes, after=max(after, 0), asked=request.environ
    )
    answer = Response(told, mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store, no-transform"
    answer.headers["X-Accel-Buffering"] = "no"  # nginx would keep it until it is worth sending
    return answer
