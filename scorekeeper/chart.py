"""The gap or the streak over the rounds, as a line: geometry for an SVG, and a sentence for who cannot see it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from .board import Board
from .games.fold import Standing
from .speech import t

WIDTH, HEIGHT, EDGE = 320, 120, 8


@dataclass(frozen=True, slots=True)
class Chart:
    """A line from left to right; A's side is up. `limits` are the heights at which a side has won."""

    points: str
    dots: list[tuple[float, float, str]]
    zero: float
    limits: list[float]
    told: Markup


def draw(board: Board) -> Chart | None:
    """Draw a match's path, None before its first round."""
    rows = [row for _, row in board.reading.rows if row.counted and row.number]
    if not rows:
        return None
    heights = [height_of(board, row.after) for row in rows]
    limit = {"gap": board.rules.gap_limit, "streak": board.rules.target}.get(board.kind)
    reach = max([abs(height) for height in heights] + [limit or 0, 1])
    step = (WIDTH - 2 * EDGE) / max(len(rows), 1)
    dots = [
        (round(EDGE + step * (place + 1), 1), _y(height, reach), "" if not height else "ab"[height < 0])
        for place, height in enumerate(heights)
    ]
    zero = _y(0, reach)
    points = " ".join(f"{x},{y}" for x, y, _ in [(EDGE, zero, ""), *dots])
    limits = [_y(limit, reach), _y(-limit, reach)] if limit else []
    return Chart(points, dots if len(dots) <= 40 else [], zero, limits, _told(board, heights))


def height_of(board: Board, after: Standing) -> int:
    """The gap, or the streak, after a round; A's is above 0."""
    return after.streak[0] - after.streak[1] if board.kind == "streak" else after.gap


def _y(height: float, reach: float) -> float:
    return round(HEIGHT / 2 - height / reach * (HEIGHT / 2 - EDGE), 1)


def _told(board: Board, heights: list[int]) -> Markup:
    furthest = max(range(len(heights)), key=lambda place: abs(heights[place]))
    if not heights[furthest]:
        return t("chart.level")
    sides = [height < 0 for height in heights if height]
    turns = sum(one != other for one, other in pairwise(sides))
    key = board.kind if board.kind in ("gap", "streak") else "points"
    side = board.names.team(int(heights[furthest] < 0))
    return t(f"chart.{key}", side=side, count=abs(heights[furthest]), number=furthest + 1, turns=turns)
