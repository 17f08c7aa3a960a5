"""What every page needs: words for the templates, the look this device chose, a match looked up once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Flask, abort, current_app, request, url_for
from flask_babel import gettext
from flask_compress import Compress

from .. import seats, speech, store
from ..board import Board
from ..evening import Evening
from ..games import Game, Impossible, game_of
from ..languages import chosen
from ..log import Reading
from ..models import Match
from ..numerals import in_text
from ..security import device, next_id
from ..shelf import Shelf
from ..summary import Summary
from ..words import CHOICES, GAMES, OPTIONS, SIGNS, SUITS

compress = Compress()
THEMES = ("light", "dark", "contrast")
SEATS = {str(seat): seat for seat in range(6)}


def add_words(app: Flask) -> None:
    """Give the templates their words."""
    app.jinja_env.globals.update(
        _=speech.in_template,
        t=speech.t,
        plain=speech.plain,
        pair=speech.pair,
        problem=speech.problem,
        say_option=speech.say_option,
        signed=speech.signed,
        suit_sign=speech.suit_sign,
        next_id=next_id,
        for_others=for_others,
        GAMES=GAMES,
        OPTIONS=OPTIONS,
        CHOICES=CHOICES,
        SUITS=SUITS,
        SIGNS=SIGNS,
    )
    app.context_processor(lambda: {"theme": _theme(), "plain_http": plain_http()})


def match_or_404(match_id: str) -> Match:
    """Find a match by its address; a deleted one is not there."""
    match = store.find_match(match_id)
    if match is None:
        abort(404)
    return match


def board_or_404(match_id: str) -> Board:
    """Describe a match for whoever asks, found by its address."""
    look = store.look_at(match_id, device())
    if look is None:
        abort(404)
    series = evening_of(match_or_404(match_id)).beside(match_id) if look.in_series else None
    return Board(look.reading, match_id, writes=look.writes, turned=turned(), series=series)


def game_or_404(key: str) -> Game[Any]:
    """Find a game by the key in an address."""
    try:
        return game_of(key)
    except Impossible:
        abort(404)


def board_of(match: Match, reading: Reading | None = None) -> Board:
    """Describe a match for whoever asks."""
    writes = store.may_write(match.id, device())
    return Board(reading or store.reading_of(match), match.id, writes=writes, turned=turned())


def evening_of(match: Match) -> Evening:
    """Read the whole series of a match, as anybody may see it."""
    matches = store.evening_of(match)
    both = zip(matches, store.readings_of(matches), strict=True)
    summaries = [Summary(Board(reading, one.id, writes=False), one.started) for one, reading in both]
    return Evening(summaries, frozenset(one.id for one in matches if one.struck is not None))


def turned() -> int:
    """Seat that this phone's map shows at the bottom, where somebody tapped "I sit here"; else the first."""
    return SEATS.get(request.cookies.get("seat", ""), 0)


def who(match_id: str) -> dict[str, str]:
    """What each phone that keeps score, or did, is called. A phone that nobody named has a number."""
    names = seats.names_of_phones(match_id)
    return {one: name or _numbered(place) for place, (one, name) in enumerate(names.items(), 1)}


def page_depends_on() -> tuple[str, ...]:
    """What a page depends on besides its match: release, language, look, seat, address, how it may be compressed."""
    release, seat = str(current_app.config["STATIC_RELEASE"]), str(turned())
    return release, chosen().tag, _theme(), seat, request.host_url, request.headers.get("Accept-Encoding", "")


@dataclass(frozen=True, slots=True)
class Kept:
    """A page as it goes over the wire."""

    body: bytes
    encoding: str | None


def pages() -> Shelf[tuple[object, ...], Kept]:
    """Pages made and compressed once per state, in memory only."""
    shelf: Shelf[tuple[object, ...], Kept] = current_app.extensions.setdefault("pages", Shelf(_weigh))
    return shelf


def wants_log() -> bool:
    """Say whether this phone writes its page by itself and asks only for the log."""
    return request.accept_mimetypes.best == "application/json"


def plain_http() -> bool:
    """Say whether the browser lacks what only https gives; its own computer counts as safe."""
    return not request.is_secure and not _on_this_computer()


def for_others(endpoint: str, **values: object) -> str:
    """An address that goes to other phones: what this computer calls itself would lead each of them to itself."""
    address = url_for(endpoint, **values, _external=True)  # type: ignore[arg-type]
    near: str = current_app.config.get("NEAR") or request.host_url
    return address.replace(request.host_url, near, 1) if _on_this_computer() else address


def _on_this_computer() -> bool:
    return request.host.rsplit(":", 1)[0] in ("localhost", "127.0.0.1", "[::1]")


def _numbered(place: int) -> str:
    return in_text(str(gettext("Phone %(number)s", number=place)))


def _weigh(page: Kept) -> int:
    return len(page.body) // 1024 + 1


def _theme() -> str:
    theme = request.cookies.get("theme", "")
    return theme if theme in THEMES else ""
