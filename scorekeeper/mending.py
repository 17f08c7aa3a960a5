"""What a correction would do, said before it is saved: the match as it is beside the match as it would be."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup

from .board import Board
from .games import Raw
from .games.house import OPTIONS
from .log import Said, expect
from .speech import pair, say_option, t


@dataclass(frozen=True)
class Look:
    """A look ahead: the event as it would be stored, the match after it, and what changes, in sentences."""

    kind: str
    body: Raw
    before: Board
    after: Board
    rematch_dealer: int | None = None
    """First dealer of the match that follows, where there is one: it stays as it was."""
    changes: list[Markup] = field(init=False)

    def __post_init__(self) -> None:
        """Find what changes."""
        found = [*_said(self), *_score(self), *_end(self), *_counted(self), *_dealt(self), *_deal(self)]
        object.__setattr__(self, "changes", found)


def look(board: Board, kind: str, body: Raw, rematch_dealer: int | None = None) -> Look:
    """Look ahead at one event; raise Impossible or Conflict as its saving would. Nothing is stored."""
    stored = expect(board.reading, kind, body)
    ahead = board.reading.copy()
    ahead.take(Said("ahead", ahead.seq + 1, kind, stored, received=datetime.now(UTC)))
    return Look(kind, stored, board, Board(ahead, board.id, writes=board.writes), rematch_dealer)


def score_text(board: Board) -> Markup:
    """The score in a few words."""
    standing, ahead = board.standing, board.ahead
    if board.kind in ("gap", "streak"):
        if ahead is None:
            return t("score.level") if board.kind == "gap" else t("no_streak")
        count = abs(standing.gap) if board.kind == "gap" else standing.streak[ahead]
        return t(f"score.{board.kind}", side=board.names.team(ahead), count=count)
    figures = pair(standing.score)
    return figures if board.kind == "points" else t("score.rounds", score=figures, kots=pair(standing.kots))


def _said(look: Look) -> list[Markup]:
    """What is said itself: the round that changes, or the rules."""
    if look.kind == "rules":
        return _rules(look)
    line_id = "ahead" if look.kind == "round" else look.body["round"]
    was, now = (_told(board, line_id) for board in (look.before, look.after))
    if was is None and now is not None:
        return [t("mend.added", number=now[0], now=now[1]), *_moved(look, "mend.moves_down")]
    if was is not None and now is None:
        return [t("mend.struck", number=was[0], was=was[1]), *_moved(look, "mend.moves_up")]
    if was is not None and now is not None and was[1] != now[1]:
        return [t("mend.round", number=was[0], was=was[1], now=now[1])]
    return [t("mend.same")]


def _rules(look: Look) -> list[Markup]:
    changed = []
    for name in OPTIONS:
        was, now = getattr(look.before.rules, name), getattr(look.after.rules, name)
        if was != now:
            changed.append(t("mend.rule", rule=say_option(name), was=say_option(name, was), now=say_option(name, now)))
    first, then = look.before.reading.state.first_dealer, look.after.reading.state.first_dealer
    if first != then:
        names = look.before.names
        changed.append(t("mend.first_dealer", was=names.seat(first), now=names.seat(then)))
    return changed or [t("mend.same")]


def _moved(look: Look, key: str) -> list[Markup]:
    """Later rounds that move to another number."""
    numbers = [_numbers(board) for board in (look.before, look.after)]
    moved = [line for line, number in numbers[0].items() if number != numbers[1].get(line, number)]
    return [t(key)] if moved else []


def _score(look: Look) -> list[Markup]:
    was, now = score_text(look.before), score_text(look.after)
    return [] if was == now else [t("mend.score", was=was, now=now)]


def _end(look: Look) -> list[Markup]:
    before, after = look.before.standing, look.after.standing
    if after.over and not before.over:
        return [t("mend.ends", number=_last_counted(look.after), verdict=look.after.verdict, ending=look.after.ending)]
    if before.over and not after.over:
        return [t("mend.reopens")]
    if before.over and (before.winner, before.reason) != (after.winner, after.reason):
        return [t("mend.other_end", verdict=look.after.verdict, ending=look.after.ending)]
    return []


def _counted(look: Look) -> list[Markup]:
    """Rounds that no longer count, and those that count again."""
    left_out, back = (
        [number for line, number in _numbers(one).items() if not _counts(one, line) and _counts(other, line)]
        for one, other in ((look.after, look.before), (look.before, look.after))
    )
    return [*_rounds("mend.not_counted", left_out), *_rounds("mend.counts_again", back)]


def _rounds(key: str, numbers: list[int]) -> list[Markup]:
    if len(numbers) < 2:
        return [t(f"{key}_one", number=number) for number in numbers]
    return [t(key, first=numbers[0], last=numbers[-1])]


def _dealt(look: Look) -> list[Markup]:
    """Rounds that somebody else is then said to have dealt."""
    was = {line.id: row.dealer for line, row in look.before.reading.rows}
    rows = [(line, row) for line, row in look.after.reading.rows if row.counted and row.dealer is not None]
    told = ", ".join(str(row.number) for line, row in rows if row.number and was.get(line.id, row.dealer) != row.dealer)
    return [t("mend.dealt", rounds=told)] if told else []


def _deal(look: Look) -> list[Markup]:
    before, after = look.before.standing, look.after.standing
    names = look.before.names
    if after.over and look.rematch_dealer is not None and look.rematch_dealer != after.dealer:
        return [t("mend.rematch", was=names.seat(look.rematch_dealer), now=names.seat(after.dealer))]
    if before.over or after.over or before.dealer == after.dealer:
        return []
    return [t("mend.dealer", was=names.seat(before.dealer), now=names.seat(after.dealer))]


def _told(board: Board, line_id: Any) -> tuple[int | None, Markup] | None:
    for shown in board.rounds():
        if shown.line.id == line_id:
            points = f" ({shown.points})" if board.kind == "gap" and shown.points else ""
            return shown.number, Markup("{}{}").format(shown.told, points)
    return None


def _numbers(board: Board) -> dict[str, int]:
    return {line.id: row.number for line, row in board.reading.rows if row.number is not None}


def _counts(board: Board, line_id: str) -> bool:
    return any(line.id == line_id and row.counted for line, row in board.reading.rows)


def _last_counted(board: Board) -> int:
    return max((row.number for _, row in board.reading.rows if row.counted and row.number), default=0)
