"""What the parts of a match page are filled with: names and texts, as the server and a phone without signal both give.

Everything is text ready for HTML. Nothing here decides: `Board` does, and `client/board.js` as it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup, escape

from .board import Board, Shown
from .speech import gettext, plain, t
from .words import GAMES

LAST_ROUNDS = 5
Slots = dict[str, Any]


def shown(board: Board, next_id: Callable[[str], str]) -> Slots:
    """Fill a match page, all but its entry form; `next_id` makes the id of what each of its forms would say."""
    over = board.standing.over
    ids = {form: next_id(form) for form in ("entry", "undo", "redo", "misdeal", "rematch")}
    found = {
        "id": board.id,
        "key": board.game.key,
        "game": gettext(GAMES[board.game.key][0]),
        "stage": plain("stage.over") if over else plain("stage", number=board.number),
        "writes": board.writes,
        "over": over,
        **_table(board),
        "deals": t("deals.rematch", dealer=board.names.seat(board.standing.dealer)) if over else board.deals,
        "why": board.why,
        "series": board.series_told,
        "tip": board.tip if board.writes else "",
        "rounds": [_line(line) for line in board.rounds(LAST_ROUNDS)],
        "summary": board.number > 1,
        **_bar(board, ids),
    }
    filled: Slots = _html(found)
    return filled


def _table(board: Board) -> Slots:
    headline, standing, winner = board.headline, board.standing, board.standing.winner
    team = f"team {headline.side}" if headline.side else ""
    mid: Slots = {"digits": board.exclaim or headline.digits, "side": headline.side, "team": team}
    mid |= {"size": _size(board), "said": headline.lead, "more": headline.goal}
    if standing.over:
        side = "" if winner is None else "ab"[winner]
        mid |= {"side": side or headline.side, "team": f"team {side}" if side else ""}
        mid |= {"said": board.verdict, "more": board.ending}
    if board.contract:
        mid |= {"digits": Markup("{}{}").format(board.bid, board.sign), "side": "", "size": ""}
    seats = [
        {"side": seat.side, "place": seat.place, "name": seat.name, "deals": seat.deals, "does": seat.does or ""}
        for seat in board.seats
    ]
    return {
        "contract": board.calling if board.contract else "",
        "ahead": headline.side,
        "team": team,
        "digits": headline.digits,
        "length": len((board.exclaim or headline.digits).striptags()),
        "lead": headline.lead,
        "goal": headline.goal,
        "seat_count": board.rules.seats,
        "clockwise": board.rules.direction == "clockwise",
        "mid": mid,
        "seats": seats,
        "rope": _rope(board),
        "pips": _pips(board),
        "dangers": board.dangers,
    }


def _size(board: Board) -> str:
    if board.exclaim:
        return "long"
    return "wide" if board.kind in ("points", "rounds") else ""


def _rope(board: Board) -> Slots | None:
    """The gap as a rope between two limits, 296 of 320 wide; in tenths, so that both sides of the wire round alike."""
    limit = board.rules.gap_limit
    if limit is None:
        return None
    gap = max(-limit, min(limit, board.standing.gap))
    at = (1600 * limit - 1480 * gap) // limit
    tenths = {"at": at, "from": min(at, 1600), "width": abs(at - 1600)}
    return {
        **{name: f"{one // 10}.{one % 10}" for name, one in tenths.items()},
        "limit": limit,
        "label": plain("rope", lead=board.headline.lead, gap=abs(board.standing.gap), limit=limit),
        "b": gap < 0,
    }


def _pips(board: Board) -> Slots | None:
    target = board.rules.target
    if board.kind != "streak" or target is None or target > 13:
        return None
    run = max(board.standing.streak)
    return {
        "label": plain("then.streak", count=run, target=target),
        "pips": ["on" if pip < run else "" for pip in range(target)],
    }


def _line(line: Shown) -> Slots:
    return {
        "no": line.number or "–",
        "told": line.told,
        "aside": "" if line.counted else "aside",
        "uncounted": not line.counted,
        "figures": bool(line.number and line.counted),
        "points": line.points,
        "running": line.running,
        "team": f"team {line.side}" if line.side else "",
    }


def _bar(board: Board, ids: Mapping[str, str]) -> Slots:
    reading, contract = board.reading, board.contract
    undo, redo = board.undo, board.redo
    return {
        "ids": ids,
        "seen": reading.seq,
        "last": board.last or "",
        "answers": contract.id if contract else "",
        "moment": board.moment,
        "step": "bid" if board.game.called and not contract else "round",
        "form": f"{board.game.key}{'-6' if board.rules.seats == 6 else ''}",
        "tall": "tall" if board.game.called else "",
        "asks": board.asks,
        "undo": {"target": reading.top.id, "said": plain("undo", what=undo)} if reading.top and undo else None,
        "redo": {"target": reading.taken_back[-1].id, "said": plain("redo", what=redo)} if redo else None,
        "side": bool(redo) or not board.standing.over,
        "rematch": t("rematch", dealer=board.names.seat(board.standing.dealer)),
        "waiting": "",
        "trouble": "",
        "clash": "",
        "offer": "",
        "notes": "",
    }


def _html(value: Any) -> Any:
    """Make every text ready for HTML; what is yes, no or nothing stays for the parts to ask about."""
    if isinstance(value, dict):
        return {name: _html(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_html(one) for one in value]
    return value if value is None or isinstance(value, bool) else escape(value)
