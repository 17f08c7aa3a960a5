"""Matches as files: what this phone keeps, to be taken along, and files brought in from elsewhere."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from .. import kept, store
from ..board import Board
from ..bring_in import bring
from ..csv_file import write_csv
from ..match_file import write_match
from ..security import device, device_from_now_on
from ..speech import plain
from ..summary import Summary
from ..zone import day_of
from .page import board_of, match_or_404

bp = Blueprint("match_files", __name__)

MOST = 2 * 1024 * 1024
"""Bytes of a file that may be brought in: thousands of matches."""


@bp.get("/m/<match_id>/export.json")
def one_match(match_id: str) -> Response:
    """Give the file of a match to be kept: unlike the answer of its address, it tells when the match was started."""
    match = match_or_404(match_id)
    file = write_match(store.reading_of(match), match.started)
    return _files(file, f"{match.game}-{day_of(match.started)}")


@bp.get("/m/<match_id>.csv")
def rounds(match_id: str) -> Response:
    """Give the rounds of a match as a table, to anybody who may read it."""
    match = match_or_404(match_id)
    return _csv([Summary(board_of(match), match.started)], f"{match.game}-{day_of(match.started)}")


@bp.get("/export.csv")
def all_rounds() -> Response:
    """Give the rounds of every match that this phone keeps, the oldest first."""
    told = [
        Summary(Board(reading, match.id, writes=True), match.started)
        for match, reading in kept.with_logs(device())[::-1]
    ]
    return _csv(told, f"scorekeeper-{day_of(datetime.now(UTC))}")


@bp.get("/export.json")
def all_matches() -> Response:
    """Give every match that this phone keeps as one list of match files, the oldest first."""
    files = [write_match(reading, match.started) for match, reading in kept.with_logs(device())[::-1]]
    return _files(files, f"scorekeeper-{day_of(datetime.now(UTC))}")


@bp.get("/import")
def ask() -> str:
    """Ask for a file; from here on this phone has a name to keep the matches under."""
    device_from_now_on()
    return _page()


@bp.post("/import")
def bring_in() -> AnyResponse | str | tuple[str, int]:
    """Say what a file holds and what is wrong with it; when asked once more, keep all of it."""
    request.max_content_length = request.max_form_memory_size = MOST
    upload = request.files.get("file")
    text = upload.read().decode("utf-8", "replace") if upload and upload.filename else request.form.get("text", "")
    if not text.strip():
        return _page(problems=[plain("bring.no_file")]), 422
    keeper = device_from_now_on()
    brought, problems = bring(text.encode("utf-8", "replace"), keeper)
    if problems:
        return _page(text=text, problems=problems), 422
    if request.form.get("sure") == "1":
        kept.bring_in(keeper, brought)
        return redirect(url_for("home.show"), 303)
    known = kept.keeps(keeper, brought)
    return _page(text=text, brought=brought, known=known)


def _page(**more: object) -> str:
    return render_template("import.html", **more)


def _files(files: object, name: str) -> Response:
    return _saved(json.dumps(files, ensure_ascii=False, indent=1), "application/json", f"{name}.json")


def _csv(summaries: list[Summary], name: str) -> Response:
    return _saved(write_csv(summaries), "text/csv", f"{name}.csv")


def _saved(text: str, kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
