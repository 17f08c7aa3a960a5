"""Mending: a round corrected, struck, or put in where it was forgotten; other house rules. Each is looked at first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from .. import store
from ..board import Board
from ..clash import clash_of
from ..forms import EventForm, entry_form, entry_of, fields_of
from ..games import Impossible, Raw, Written
from ..games.house import OPTIONS
from ..history import line_heading, versions
from ..log import Conflict, Line, Said
from ..mending import Look, look
from ..opening_form import OpeningForm, opening_form
from ..security import next_id
from ..speech import Names, t
from ..tail import tail
from .match import render_board
from .page import board_or_404, wants_log
from .say import Answer, say

bp = Blueprint("mend", __name__, url_prefix="/m/<match_id>")

SAVES = {"correction": "mend.correct", "round": "mend.insert", "rules": "mend.change_rules"}


@bp.get("/round/<line_id>")
def ask_round(match_id: str, line_id: str) -> str:
    """Show a round filled in as it is stored. Leaving changes nothing."""
    board = _writing(match_id)
    line = _line_or_404(board, line_id)
    entry = board.reading.entry(line)
    return _round_page(board, line, MultiDict(fields_of(entry.written() if entry else {})))


@bp.post("/round/<line_id>/look")
def look_at_round(match_id: str, line_id: str) -> Answer:
    """Look ahead at a correction: another entry, an earlier version, or that the round never happened."""
    board = _writing(match_id)
    line = _line_or_404(board, line_id)
    body = {"round": line_id, "version": request.form.get("version", ""), "entry": _entry(board)}
    return _look(board, "correction", body, lambda problems: _round_page(board, line, request.form, problems))


@bp.post("/correct")
def correct(match_id: str) -> Answer:
    """Save a correction that was looked at."""
    board, typed = board_or_404(match_id), request.form
    body = {"round": typed.get("round"), "version": typed.get("version"), "entry": _entry(board)}
    return _save(board, "correction", EventForm(typed), body)


@bp.get("/before/<line_id>")
def ask_forgotten(match_id: str, line_id: str) -> str:
    """Ask for a round that was forgotten before another."""
    board = _writing(match_id)
    return _forgotten_page(board, _standing_or_404(board, line_id), MultiDict())


@bp.post("/before/<line_id>/look")
def look_at_forgotten(match_id: str, line_id: str) -> Answer:
    """Look ahead at a forgotten round."""
    board = _writing(match_id)
    line = _standing_or_404(board, line_id)
    body = {"entry": _entry(board), "after": request.form.get("after") or None, "before": line_id}
    return _look(board, "round", body, lambda problems: _forgotten_page(board, line, request.form, problems))


@bp.post("/insert")
def insert(match_id: str) -> Answer:
    """Save a forgotten round that was looked at."""
    board, typed = board_or_404(match_id), request.form
    body = {"entry": _entry(board), "after": typed.get("after") or None, "before": typed.get("before")}
    return _save(board, "round", EventForm(typed), body)


@bp.get("/rules")
def ask_rules(match_id: str) -> str:
    """Show the house rules and the first dealer as they are."""
    board = _writing(match_id)
    stored = {**_written_rules(board), "first_dealer": str(board.reading.state.first_dealer)}
    return _rules_page(board, opening_form(board.game, MultiDict(stored)))


@bp.post("/rules/look")
def look_at_rules(match_id: str) -> Answer:
    """Look ahead at other house rules or another first dealer."""
    board = _writing(match_id)
    form = opening_form(board.game, request.form)
    if not form.validate():
        return _rules_page(board, form), 422
    return _look(board, "rules", _rules_body(board, form), lambda problems: _rules_problems(board, form, problems))


@bp.post("/rules")
def change_rules(match_id: str) -> Answer:
    """Save house rules that were looked at."""
    board = board_or_404(match_id)
    body = _rules_body(board, opening_form(board.game, request.form))
    # A house rule is called "target", and so is what Undo names: an event's form must not read the one as the other.
    told = MultiDict({name: request.form.get(name, "") for name in ("id", "seen")})
    return _save(board, "rules", EventForm(told), body)


def _save(board: Board, kind: str, form: EventForm, body: Raw) -> Answer:
    """Save what was looked at; where the table has moved on since, show what it would do now, and save nothing."""
    # A phone that was without a signal cannot be asked to look once more; its page shows what came of it.
    moved = form.validate() and form.seen.data not in (None, board.reading.seq) and not wants_log()
    if not moved or not board.writes or any(said.id == form.id.data for said in board.reading.said):
        return say(board, kind, form, body)
    try:
        ahead = _ahead(board, kind, body)
    except (Impossible, Conflict):
        return say(board, kind, form, body)
    return _show(board, ahead, moved=True), 409


def _ahead(board: Board, kind: str, body: Raw) -> Look:
    following = store.rematch_of(board.id)
    return look(board, kind, body, following.first_dealer if following else None)


def _show(board: Board, ahead: Look, *, moved: bool = False) -> str:
    slots = {
        "id": board.id,
        "seen": board.reading.seq,
        "ids": {"mend": next_id(board.id, board.reading.seq, "mend")},
        "moved": t("look_moved") if moved else "",
        "changes": ahead.changes,
        "save": url_for(SAVES[ahead.kind], match_id=board.id),
        "say": "" if ahead.kind == "rules" else ahead.kind,
        "fields": [{"name": name, "value": value} for name, value in _fields(ahead.kind, ahead.body)],
    }
    return render_template("look.html", m=slots, log=_log(board))


def _look(board: Board, kind: str, body: Raw, page: Callable[[list[Impossible]], str]) -> Answer:
    try:
        ahead = _ahead(board, kind, body)
    except Impossible as problem:
        return page([problem]), 422
    except Conflict as conflict:
        return render_board(board, clash=clash_of(board, conflict, kind, body)), 409
    return _show(board, ahead)


def _fields(kind: str, body: Raw) -> list[tuple[str, str]]:
    """Write an event as the fields that save it."""
    told = body.get("entry") or body.get("options") or {}
    rest = {key: value for key, value in body.items() if key not in ("entry", "options")}
    if kind == "rules":
        rest["seen_rules"] = rest.pop("seen")  # "seen" is the last event that a form saw
    struck = {"struck": True} if kind == "correction" and body["entry"] is None else {}
    return fields_of({**(told if isinstance(told, dict) else {}), **rest, **struck})


def _entry(board: Board) -> Raw | None:
    """The entry as typed; None where the round never happened."""
    typed = MultiDict(request.form)
    if typed.get("struck") == "true":
        return None
    if typed.get("misdeal") == "true":
        return {"misdeal": True}
    if typed.get("bid") == "forced":
        typed.poplist("bid"), typed.poplist("bidder")
        typed["forced"] = "true"
    return entry_of(entry_form(board.game, typed), board.game)


def _rules_body(board: Board, form: OpeningForm) -> Raw:
    seen = request.form.get("seen_rules") or None
    dealer = request.form.get("first_dealer", "")
    seat = int(dealer) if dealer in map(str, range(board.rules.seats)) else board.reading.state.first_dealer
    return {"options": form.options(board.game), "first_dealer": seat, "seen": seen}


def _written_rules(board: Board) -> dict[str, str]:
    told = {name: getattr(board.rules, name) for name in board.game.options}
    return {name: str(value).lower() for name, value in told.items() if value is not None}


def _round_page(board: Board, line: Line, typed: MultiDict[str, str], problems: Sequence[Impossible] = ()) -> str:
    told = versions(board, line.id)
    said = {one.id: one for one in board.reading.said}
    fields = {one.id: _fields("correction", {"entry": _entry_said(said[one.id])}) for one in told}
    return render_template(
        "round.html",
        board=_as_they_sat(board, line),
        line=line,
        heading=line_heading(board, line),
        versions=told,
        version_fields=fields,
        typed=typed,
        problems=problems,
        mending=True,
        log=_log(board),
    )


def _log(board: Board) -> Written:
    return tail(board.reading, board.writes)


def _entry_said(said: Said) -> Raw | None:
    """What an event says a line is: None that it never happened; a misdeal is all that its own event says."""
    if said.kind == "misdeal":
        return {"misdeal": True}
    entry: Any = said.body["entry"]
    return entry if isinstance(entry, dict) else None


def _forgotten_page(board: Board, line: Line, typed: MultiDict[str, str], problems: Sequence[Impossible] = ()) -> str:
    ids = [None, *(other.id for other in board.reading.state.standing_lines())]
    after = request.form.get("after") or ids[ids.index(line.id) - 1]
    before = t("before_round", heading=line_heading(board, line))
    told = {"line": line, "after": after, "before": before, "typed": typed, "problems": problems}
    return render_template("forgotten.html", board=_as_they_sat(board, line), mending=True, **told)


def _as_they_sat(board: Board, line: Line) -> Board:
    """The board with the names of those who played a round, for its entry asks about them."""
    then = copy(board)
    then.names = Names(board.reading.sitting_names(line.players))
    return then


def _rules_page(board: Board, form: OpeningForm) -> str:
    offered = {name: OPTIONS[name] for name in OPTIONS if name in board.game.options}
    return render_template("house_rules.html", board=board, form=form, offered=offered)


def _line_or_404(board: Board, line_id: str) -> Line:
    found = [line for line in board.reading.state.lines if line.id == line_id]
    if not found:
        abort(404)
    return found[0]


def _standing_or_404(board: Board, line_id: str) -> Line:
    line = _line_or_404(board, line_id)
    if line.struck:
        abort(404)
    return line


def _rules_problems(board: Board, form: OpeningForm, problems: list[Impossible]) -> str:
    for problem in problems:
        form.blame(problem)
    return _rules_page(board, form)


def _writing(match_id: str) -> Board:
    board = board_or_404(match_id)
    if not board.writes:
        abort(403)
    return board
