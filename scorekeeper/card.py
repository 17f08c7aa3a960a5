"""The picture of a match, as SVG: the result large, the sides in their colours, the path of the gap over the rounds.

Two shapes: wide for the preview of a link, tall for a status.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from .languages import chosen
from .lettering import Pen, drawable, fit, width, wrap, write, write_name
from .numerals import in_text
from .speech import gettext, ngettext, without_marks
from .summary import Summary, for_a_chat
from .words import SIGNS, SUITS

FELT, DEEP, LINE, INK, SOFT, GOLD = "#14523e", "#0e4030", "#4c8571", "#f8f3e4", "#c5d8cc", "#efc04a"
TEAM = ("#abcfff", "#ffc393")
RED = "#ffaaa5"
WIDE, TALL = (1200, 630), (1080, 1920)


@dataclass(frozen=True, slots=True)
class Box:
    """A place in the picture."""

    x: float
    y: float
    width: float
    height: float


def _edge(box: Box, pen: Pen, inset: float = 0) -> tuple[Pen, float]:
    """Where a line begins that runs as the reader's language does, and the pen that writes it."""
    if not chosen().rtl:
        return pen, box.x + inset
    return replace(pen, at="end" if pen.at == "start" else "start", rtl=True), box.x + box.width - inset


def _mirrored(across: float, box: Box) -> Box:
    """A place as the reader's language has it."""
    return replace(box, x=across - box.x - box.width) if chosen().rtl else box


def svg(summary: Summary, *, tall: bool) -> str:
    """Draw a match."""
    across, down = TALL if tall else WIDE
    parts = Markup("").join((_tall if tall else _wide)(summary))
    head = Markup('<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="%s" height="%s">')
    ground = Markup('<path fill="%s" d="M0 0h%sv%sH0z"/>') % (FELT, across, down)
    return str((head % (across, down)) + ground + parts + Markup("</svg>"))


def _wide(summary: Summary) -> Iterator[Markup]:
    across, _ = WIDE
    yield _head(summary, Box(56, 82, across - 112, 0), 38)
    yield _digits(summary, _mirrored(across, Box(800, 116, 344, 176)))
    for side in (0, 1):
        yield _team(summary, side, _mirrored(across, Box(56, 118 + side * 96, 710, 88)), 52)
    yield from _sentence(summary, Box(56, 352, across - 112, 84), 34)
    yield from _path(summary, Box(56, 422, across - 112, 150))
    yield _foot(Box(0, 612, across, 18))


def _tall(summary: Summary) -> Iterator[Markup]:
    across, down = TALL
    left, room = 84, across - 168
    yield _head(summary, Box(left, 210, room, 0), 50)
    yield _digits(summary, Box(left, 250, room, 400))
    for side in (0, 1):
        yield _team(summary, side, Box(left, 680 + side * 164, room, 144), 76)
    yield from _sentence(summary, Box(left, 1076, room, 180), 44)
    yield from _path(summary, Box(left, 1230, room, 270))
    facts = summary.facts[:5]
    for place, (what, told) in enumerate(facts):
        y = 1584 + place * 54
        label, size = fit(_bare(what), 310, 34, 20, 400)
        pen, x = _edge(Box(left, y, room, 0), Pen(size, SOFT))
        yield write(pen, x, y, label)
        yield _fact(_bare(told), _mirrored(across, Box(left + 330, y, room - 330, 54)))
    yield _foot(Box(0, down - 30, across, 30))


def _fact(text: str, box: Box) -> Markup:
    """A fact in one line; in two small ones where it is long."""
    short, size = fit(text, box.width, 34, 24, 600)
    small = Pen(21, INK, 600)
    two = _lines(text, small, Box(box.x, box.y - 16, box.width, box.height)) if short != text else None
    pen, x = _edge(box, Pen(size, INK, 600))
    return two or write(pen, x, box.y, short)


def _head(summary: Summary, box: Box, size: int) -> Markup:
    """The game, and when it was."""
    pen, start = _edge(box, Pen(size, INK, 800))
    small, end = _edge(box, Pen(size * 0.74, SOFT, 500, "end"), box.width)
    return write(pen, start, box.y, _bare(summary.game)) + write(small, end, box.y, _bare(summary.day))


def _digits(summary: Summary, box: Box) -> Markup:
    """The largest thing: the figures, or the word for a match won at once."""
    board = summary.board
    headline, winner = board.headline, board.standing.winner
    text = _bare(board.exclaim or headline.digits)
    side = headline.side if winner is None else "ab"[winner]
    colour = TEAM["ab".index(side)] if side else INK
    text, size = fit(text, box.width, int(box.height * 1.16), 60, 800)
    return write(Pen(size, colour, 800, "middle"), box.x + box.width / 2, box.y + box.height / 2 + size * 0.36, text)


def _team(summary: Summary, side: int, box: Box, largest: int) -> Markup:
    """A side: its sign, its colour, and its names; each on a line of its own where they are long."""
    names = summary.names
    seats = range(side, len(names.told), 2)
    people = [drawable(names.seat(seat)) or in_text(gettext("Player %(number)s", number=seat + 1)) for seat in seats]
    if not any(names.told):
        people = [names.side(side)]
    won, colour = summary.standing.winner == side, TEAM[side]
    weight = 800 if won or summary.standing.winner is None else 500
    mark = box.height * 0.62
    room = box.width - mark - 36
    lines = [people] if _size_of(people, room, largest, weight) >= largest * 0.62 else [[one] for one in people]
    tallest = int(min(largest, box.height / len(lines) * 0.8))
    size = max(min(_size_of(line, room, tallest, weight) for line in lines), int(tallest * 0.72))
    middle = box.y + box.height / 2
    _, centre = _edge(box, Pen(size, colour), mark / 2)
    drawn = [_sign(side, centre, middle, mark / 2, hollow=summary.standing.winner == 1 - side)]
    for place, line in enumerate(lines):
        y = middle + (place - (len(lines) - 1) / 2) * size * 1.22 + size * 0.35
        pen, start = _edge(box, Pen(size, colour, weight), mark + 36)
        drawn.append(_names(line, pen, start, y, room))
    return Markup("").join(drawn)


def _size_of(people: list[str], room: float, largest: int, weight: int) -> int:
    return fit(" + ".join(people), room, largest, 20, weight)[1]


def _names(people: list[str], pen: Pen, x: float, y: float, room: float) -> Markup:
    """Names beside one another, each running its own way."""
    drawn, onward = Markup(""), -1 if pen.rtl else 1
    for place, name in enumerate(people):
        if place:
            drawn += write(pen, x, y, " + ")
            x += onward * width(" + ", pen.size, pen.weight)
        text, _ = fit(name, room, int(pen.size), int(pen.size), pen.weight)
        drawn += write_name(replace(pen, rtl=False), x, y, text)
        x += onward * width(text, pen.size, pen.weight)
    return drawn


def _sign(side: int, x: float, y: float, radius: float, *, hollow: bool = False) -> Markup:
    """A's circle or B's diamond; hollow for the side that lost."""
    radius *= 0.86
    look = Markup('fill="none" stroke="%s" stroke-width="%s"') % (TEAM[side], round(radius * 0.22, 1))
    look = look if hollow else Markup('fill="%s"') % TEAM[side]
    if side == 0:
        return Markup('<circle cx="%s" cy="%s" r="%s" %s/>') % (x, y, round(radius * 0.9, 1), look)
    path = f"M{x} {y - radius:.1f}L{x + radius * 0.84:.1f} {y}L{x} {y + radius:.1f}L{x - radius * 0.84:.1f} {y}z"
    return Markup('<path d="%s" %s/>') % (path, look)


def _sentence(summary: Summary, box: Box, size: int) -> Iterator[Markup]:
    """How it stands or ended and how long it took; without names where those take more lines than there are."""
    board = summary.board
    taken = [ngettext("%(num)s round", "%(num)s rounds", len(summary.played)), summary.lasted]
    over = board.standing.over
    told = [board.verdict, board.ending] if over else [board.headline.lead, board.headline.goal]
    for parts in (told, told[1:], []):
        text = _bare(Markup(" · ").join(filter(None, (*parts, *taken))))
        written = next(filter(None, (_lines(text, Pen(large, INK, 600), box) for large in range(size, 25, -2))), None)
        if written is not None:
            yield written
            return


def _lines(text: str, pen: Pen, box: Box) -> Markup | None:
    """Write a text in lines, None where it does not fit into its box."""
    lines, step = wrap(text, box.width, pen.size, pen.weight), pen.size * 1.25
    if len(lines) * step > box.height or any(width(line, pen.size, pen.weight) > box.width for line in lines):
        return None
    pen, x = _edge(box, pen)
    return Markup("").join(write(pen, x, box.y + place * step, line) for place, line in enumerate(lines))


# --- the path of the gap ---------------------------------------------------------------------------------------------


def _path(summary: Summary, box: Box) -> Iterator[Markup]:
    """The gap or the streak, A's side up: a dot a round, a ring where the lead changed, a star for a kot."""
    yield Markup('<rect x="%s" y="%s" width="%s" height="%s" rx="14" fill="%s"/>') % (
        box.x, box.y, box.width, box.height, DEEP,
    )  # fmt: skip
    heights = summary.heights
    rules, kind = summary.board.rules, summary.board.kind
    limit = {"gap": rules.gap_limit, "streak": rules.target}.get(kind)
    reach = max([abs(height) for height in heights] + [limit or 0, 1])
    inner = Box(box.x + 34, box.y + 22, box.width - 68, box.height - 44)
    middle = inner.y + inner.height / 2
    across = inner.width / max(len(heights), 1)

    def at(place: int) -> tuple[float, float]:
        height = heights[place] if place >= 0 else 0
        return round(inner.x + across * (place + 1), 1), round(middle - height / reach * inner.height / 2, 1)

    yield _rule(box, middle, LINE)
    for edge in (1, -1) if limit else ():
        yield _rule(box, middle - edge * limit / reach * inner.height / 2, RED, dashes=True)  # type: ignore[operator]
    line = " ".join(f"{x},{y}" for x, y in map(at, range(-1, len(heights))))
    yield Markup('<polyline fill="none" stroke="%s" stroke-width="5" stroke-linejoin="round" points="%s"/>') % (
        INK,
        line,
    )
    yield from _marks(summary, at, min(11.0, max(4.0, across / 3)))


def _rule(box: Box, y: float, colour: str, *, dashes: bool = False) -> Markup:
    dashed = Markup(' stroke-dasharray="10 10"') if dashes else ""
    return Markup('<path stroke="%s" stroke-width="2"%s d="M%s %sh%s"/>') % (
        colour, dashed, box.x + 20, round(y, 1), box.width - 40,
    )  # fmt: skip


def _marks(summary: Summary, at: Callable[[int], tuple[float, float]], radius: float) -> Iterator[Markup]:
    for place, height in enumerate(summary.heights):
        x, y = at(place)
        if place in summary.turns:
            yield Markup('<circle cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="4"/>') % (
                x, y, round(radius * 1.9, 1), GOLD,
            )  # fmt: skip
        if place in summary.kots:
            yield _star(x, y, radius * 2.1)
        elif height:
            yield _sign(int(height < 0), x, y, radius * 1.2)
        else:
            yield Markup('<circle cx="%s" cy="%s" r="%s" fill="%s"/>') % (x, y, round(radius * 0.8, 1), SOFT)


def _star(x: float, y: float, radius: float) -> Markup:
    """Four points, gold: a kot."""
    inner = radius * 0.34
    steps = ((0, -radius), (inner, -inner), (radius, 0), (inner, inner), (0, radius), (-inner, inner), (-radius, 0))
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in (*steps, (-inner, -inner)))
    return Markup('<polygon points="%s" fill="%s" stroke="%s" stroke-width="2"/>') % (points, GOLD, DEEP)


def _foot(box: Box) -> Markup:
    return Markup('<path fill="%s" d="M%s %sh%sv%sH0z"/>') % (GOLD, box.x, box.y, box.width, box.height)


def _bare(told: object) -> str:
    """A sentence as a picture writes it: no tags, no marks of direction, suits as words."""
    text = for_a_chat(told) if isinstance(told, Markup) else in_text(str(told))
    for suit, sign in SIGNS.items():
        text = text.replace(sign, gettext(SUITS[suit]))
    return " ".join(without_marks(text).split())
