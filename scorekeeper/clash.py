"""A refused event as the page shows it: what stands, what was typed, and the fields that would say it after all."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from .board import Board
from .forms import fields_of
from .games import Impossible, Raw, Written
from .log import Conflict, Line, Said, read
from .speech import retell_call, t
from .store import SameId


@dataclass(frozen=True, slots=True)
class Clash:
    """Why it was refused, in words; what stands there now and what was typed, as far as there is such a thing."""

    kind: str
    says: Markup
    theirs: Markup | None
    mine: Markup | None
    fields: list[tuple[str, str]]
    """What would say it again; empty for what was only about a moment."""
    line: str | None = None
    """Line of the paper that a correction, or a forgotten round before it, would look at again."""
    stands: Line | None = None
    """Line of the paper that stands where this one was meant to."""


def clash_of(board: Board, conflict: Conflict, kind: str, body: Raw) -> Clash:
    """Describe a refused event. `board` is the match as it stands now."""
    if kind == "correction" or body.get("before"):
        return _mending(board, conflict, kind, body)
    line = board.shown(conflict.line)
    theirs = line.told if line else _standing(board, conflict, kind, body)
    key = "misdeal_taken" if conflict.key == "round_taken" and line and line.number is None else conflict.key
    says = t(key, number=line.number if line else None, theirs=theirs or "")
    said_again = kind in ("bid", "round")
    try:
        mine = tell(board, kind, body) if said_again else None
        fields = fields_of(_checked(board, kind, body)) if said_again else []
    except Impossible:  # the house rules were changed meanwhile, and it can no longer be
        mine, fields = None, []
    return Clash(kind, says, theirs, mine, fields, stands=conflict.line)


def _mending(board: Board, conflict: Conflict, kind: str, body: Raw) -> Clash:
    """A correction or a forgotten round: it can be looked at again, as the paper is now."""
    lines = board.reading.state.standing_lines() if kind == "round" else board.reading.state.lines
    line = next((line for line in lines if line.id == body["round" if kind == "correction" else "before"]), None)
    theirs = _standing(board, conflict, kind, body)
    if kind == "correction" and conflict.line:
        shown = board.shown(conflict.line)
        theirs = shown.told if shown else t("history.never")
    says, entry = t(conflict.key, theirs=theirs or ""), body["entry"]
    try:
        mine = tell(board, kind, body)
    except Impossible:
        return Clash(kind, says, theirs, None, [])
    if line is None:
        return Clash(kind, says, theirs, mine, [])
    told: Raw = {"struck": True} if entry is None else entry  # type: ignore[assignment]
    if kind == "correction":
        return Clash(kind, says, theirs, mine, fields_of({**told, "version": line.version}), line.id)
    before = [other.id for other in lines[: lines.index(line)]]
    return Clash(kind, says, theirs, mine, fields_of({**told, "after": before[-1] if before else None}), line.id)


def tell(board: Board, kind: str, body: Raw) -> Markup:
    """Tell what an event says, at the table as `board` shows it."""
    if kind == "bid":
        return retell_call(_checked(board, kind, body), board.names, board.after_dealer)
    if kind == "correction" and body["entry"] in (None, {"misdeal": True}):
        return t("told.misdeal" if body["entry"] else "history.never")
    if kind in ("round", "correction"):
        return board.retell(board.game.check(body["entry"], board.rules))  # type: ignore[arg-type]
    return _tell_other(board, kind, body)


def _tell_other(board: Board, kind: str, body: Raw) -> Markup:
    """Tell what is no round."""
    if kind == "dealer":
        return t("deals.by_hand", dealer=board.names.seat(int(str(body["seat"]))))
    if kind == "end" and body["conceded"] is not None:
        return t("concede", side=board.names.side(int(str(body["conceded"]))))
    if kind in ("substitute", "rename"):
        return escape(str(body["name"]))
    return t(f"said.{kind}")


def _standing(board: Board, conflict: Conflict, kind: str, body: Raw) -> Markup | None:
    """What stands where no line of the paper is meant."""
    if isinstance(conflict, SameId):
        return _told_then(board, conflict.said)
    if conflict.key == "name_moved":
        return escape(board.reading.names[str(body["player"])])
    if conflict.key == "player_moved":
        return escape(board.names.seat(int(str(body["seat"]))))
    if kind == "dealer":
        return board.deals
    return board.standing_call or None


def _told_then(board: Board, said: Said) -> Markup:
    """Tell an event as the table stood when it was said: whoever was forced then may be another now."""
    reading = board.reading
    before = read(reading.opening, [earlier for earlier in reading.said if earlier.seq < said.seq])
    return tell(Board(before, board.id, writes=board.writes), said.kind, said.body)


def _checked(board: Board, kind: str, body: Raw) -> Written:
    if kind == "bid":
        return board.game.check_call(body["call"], board.rules)  # type: ignore[arg-type]
    written: Written = board.game.check(body["entry"], board.rules).written()  # type: ignore[arg-type]
    return written
