"""Everything that happened in a match, in the order of the paper: rounds, their versions, what was taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from markupsafe import Markup

from .board import Board, Shown
from .games import Rules
from .games.house import check_rules
from .log import Line, Said
from .speech import Names, retell, retell_call, t

PIECE = 100
"""Items of a long history on one page."""


@dataclass(frozen=True, slots=True)
class Version:
    """One wording of a round: the event that said it, and whether it is the one that stands."""

    id: str
    told: Markup
    at: datetime | None
    stands: bool
    by: str
    """Device that said it."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the history: a round that stands (`shown`), or something told beside it."""

    at: datetime | None
    told: Markup
    shown: Shown | None = None
    struck: str | None = None
    """Id of a round that never happened, for bringing it back."""
    earlier: tuple[Version, ...] = ()
    undone: datetime | None = None
    """When it was taken back; None: it stands."""
    by: str = ""
    """Device that said what stands here."""
    undone_by: str = ""


def items(board: Board) -> list[Item]:
    """List the whole history, newest first."""
    placed = [*_lines(board), *_beside(board)]
    return [item for _, _, item in sorted(placed, key=lambda place: (place[0], place[1]), reverse=True)]


def line_heading(board: Board, line: Line) -> Markup:
    """Name a round by its number, as it is now."""
    if line.entry is None:
        return t("told.misdeal")
    shown = board.shown(line)
    return t("round_number", number=shown.number) if shown else t("history.struck", told=_entry(board, line))


def versions(board: Board, line_id: str) -> list[Version]:
    """Every wording of a round that was not taken back, newest first."""
    said = [said for said, _ in board.reading.stack if _words(said, line_id)]
    said.reverse()
    return [Version(one.id, _told(board, one), one.received, place == 0, one.by) for place, one in enumerate(said)]


def _words(said: Said, line_id: str) -> bool:
    return said.id == line_id or (said.kind == "correction" and said.body["round"] == line_id)


def _lines(board: Board) -> Iterator[tuple[int, int, Item]]:
    shown = {one.line.id: one for one in board.rounds()}
    corrected = {said.body["round"] for said, _ in board.reading.stack if said.kind == "correction"}
    seqs = {said.id: said.seq for said in board.reading.said}
    for place, line in enumerate(board.reading.state.lines):
        # What a struck round was stands in its line already, so only what it was before that is told below.
        earlier = tuple(versions(board, line.id)[1 + line.struck :]) if line.id in corrected else ()
        by = next((said.by for said, _ in reversed(board.reading.stack) if _words(said, line.id)), "")
        yield place, seqs[line.id], _line(board, line, shown.get(line.id), earlier, by)


def _line(board: Board, line: Line, shown: Shown | None, earlier: tuple[Version, ...], by: str) -> Item:
    at = board.received.get(line.id)
    if shown is not None:
        return Item(at, shown.told, shown, earlier=earlier, by=by)
    return Item(at, t("history.struck", told=_entry(board, line)), struck=line.id, earlier=earlier, by=by)


def _beside(board: Board) -> Iterator[tuple[int, int, Item]]:
    """What was said between the rounds, and what was taken back, each after the last line said before it."""
    reading = board.reading
    seqs = {said.id: said.seq for said in reading.said}
    firsts = [seqs[line.id] for line in reading.state.lines]
    for said in reading.said:
        back = reading.undone_by.get(said.id)
        if said.kind in ("undo", "redo") or (back is None and said.kind in ("bid", "round", "misdeal", "correction")):
            continue
        place = max((place for place, first in enumerate(firsts) if first < said.seq), default=-1)
        undone, undone_by = (back.received, back.by) if back else (None, "")
        yield place, said.seq, Item(said.received, _told(board, said), undone=undone, by=said.by, undone_by=undone_by)


def _told(board: Board, said: Said) -> Markup:
    """Retell one event."""
    tell = _TELL.get(said.kind)
    return tell(board, said) if tell else t(f"history.{said.kind}")


def _round(board: Board, said: Said) -> Markup:
    raw: Any = said.body["entry"]
    if raw is None:
        return t("history.never")
    if "misdeal" in raw:
        return t("told.misdeal")
    entry, line_id = board.game.check(raw, _rules_then(board, said)), said.body.get("round", said.id)
    line = next((line for line in board.reading.state.lines if line.id == line_id), None)
    if line is None:
        return board.retell(entry)
    dealer = next((row.dealer for other, row in board.reading.rows if other.id == line_id and row.counted), None)
    after_dealer = None if dealer is None else (dealer + 1) % board.rules.seats
    return retell(board.game.told(entry), Names(board.reading.sitting_names(line.players)), after_dealer)


def _bid(board: Board, said: Said) -> Markup:
    call: Any = said.body["call"]
    return retell_call(call, board.names, board.after_dealer)


def _dealer(board: Board, said: Said) -> Markup:
    dealer, why = board.names.seat(int(str(said.body["seat"]))), said.body["why"]
    return t("history.dealer_why", dealer=dealer, why=why) if why else t("history.dealer", dealer=dealer)


def _substitute(board: Board, said: Said) -> Markup:
    return t("history.substitute", name=_name(board, said.id), left=_name(board, str(said.body["player"])))


def _rename(board: Board, said: Said) -> Markup:
    return t("history.rename", was=said.body["was"] or "–", name=said.body["name"] or "–")


def _end(board: Board, said: Said) -> Markup:
    conceded = said.body["conceded"]
    return t("end.agreed") if conceded is None else t("end.conceded", loser=board.names.side(int(str(conceded))))


_TELL: dict[str, Callable[[Board, Said], Markup]] = {
    "round": _round,
    "correction": _round,
    "bid": _bid,
    "dealer": _dealer,
    "substitute": _substitute,
    "rename": _rename,
    "end": _end,
}


def _rules_then(board: Board, said: Said) -> Rules:
    """The house rules as they were when something was said: what it says was possible under those."""
    stands: list[Said] = []
    taken_back: list[Said] = []
    for other in board.reading.said[: said.seq - 1]:
        if other.kind == "undo":
            taken_back.append(stands.pop())
        elif other.kind == "redo":
            stands.append(taken_back.pop())
        elif other.kind != "rename":
            taken_back.clear()
            stands.append(other)
    first = board.reading.opening.rules
    then: Any = next((other.body["options"] for other in reversed(stands) if other.kind == "rules"), None)
    return check_rules(board.game, then, first.seats) if then else first


def _entry(board: Board, line: Line) -> Markup:
    if line.entry is None:
        return t("told.misdeal")
    names = Names(board.reading.sitting_names(line.players))
    return retell(board.game.told(board.reading.entry(line)), names, None)


def _name(board: Board, player: str) -> str:
    return board.reading.names.get(player) or "–"
