"""Keys become words here, in the reader's language, with names that cannot break out of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import g
from flask_babel import get_translations
from markupsafe import Markup

from .games import Impossible, Pair, Raw, Told
from .log.opening import sides
from .words import CHOICES, OPTIONS, SENTENCES, SIGNS, SUITS, say

MINUS = "−"  # a hyphen beside a digit is easily missed
TEXT = "\ufe0e"  # suits as signs in our colours, not as the phone's own pictures


def gettext(text: str, **figures: object) -> str:
    """Translate a text."""
    translated: str = _catalogue().ugettext(text)
    return translated % figures if figures else translated


def ngettext(one: str, many: str, count: int, **figures: object) -> str:
    """Translate a text that depends on a number."""
    translated: str = _catalogue().ungettext(one, many, count)
    return translated % {"num": count, **figures}


def in_template(text: str, **figures: object) -> Markup:
    """Translate a text of a template, and escape what is put into it: Jinja's own `_`, without its detours."""
    sentence = Markup(gettext(text))  # noqa: S704 - a text of our own
    return sentence % figures if figures else sentence


def t(key: str, **figures: object) -> Markup:
    """Say a sentence as HTML. Names are set apart, so that Urdu in an English sentence stays in its place."""
    sentence = Markup(gettext(SENTENCES[key]) if SENTENCES[key] else "")  # noqa: S704 - a sentence of our own
    return sentence % {name: _apart(value) for name, value in figures.items()}


def plain(key: str, **figures: object) -> str:
    """Say a sentence as text, for labels and titles."""
    bare = {name: value.striptags() if isinstance(value, Markup) else value for name, value in figures.items()}
    return say(key, bare, gettext)


def problem(trouble: Impossible) -> str:
    """Say what is wrong with something typed."""
    name = trouble.figures.get("name")
    figures = {**trouble.figures, **({"name": gettext(OPTIONS[name][0])} if name in OPTIONS else {})}
    text = say(trouble.key, figures, gettext)
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Names:
    """Who sits where, as the page calls them: a seat nobody named is a number, a side nobody named is a letter."""

    told: tuple[str, ...]

    def seat(self, seat: int) -> str:
        """Name of a seat."""
        return self.told[seat] or plain("player", number=seat + 1)

    def side(self, side: int) -> str:
        """Name of a side."""
        if not any(self.told):
            return plain("team_letter", letter="AB"[side])
        return " + ".join(sides([self.seat(seat) for seat in range(len(self.told))])[side])

    def team(self, side: int) -> Markup:
        """Name of a side in its colour and with its sign."""
        return Markup('<span class="team %s">%s</span>') % ("ab"[side], self.side(side))


def say_option(name: str, value: object = ...) -> str:
    """Name a house rule, or what is chosen for it."""
    if value is ...:
        return gettext(OPTIONS[name][0])
    if value is None:
        return gettext("open")
    key = f"{name}.{str(value).lower()}"
    return gettext(CHOICES[key]) if key in CHOICES else str(value)


def suit_sign(suit: object) -> Markup:
    """A suit as its sign, red where the card is red."""
    if suit is None:
        return Markup("")
    if suit not in SIGNS:
        return Markup("<small>%s</small>") % gettext(SUITS[str(suit)])
    red = Markup('<span class="red">%s</span>') if suit in ("hearts", "diamonds") else Markup("%s")
    return red % (SIGNS[str(suit)] + TEXT)


def retell(told: Told, names: Names, leader: int | None) -> Markup:
    """Retell an entry. A seat that is not told is whoever was forced: the leader."""
    figures: dict[str, object] = {}
    for name, value in told.figures.items():
        if name == "seat":
            seat = value if isinstance(value, int) else leader
            figures[name] = "" if seat is None else names.seat(seat)
        elif name == "suit":
            figures[name] = Markup(" {}").format(suit_sign(value)) if value else ""
        elif isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, int) for part in value):
            figures[name] = pair(value)
        else:
            figures[name] = value
    return t(told.key, **figures)


def retell_call(call: Raw, names: Names, leader: int) -> Markup:
    """Retell a bid, or that all passed."""
    seat = call.get("bidder")
    suit = Markup(" {}").format(suit_sign(call.get("suit"))) if call.get("suit") else ""
    name = names.seat(seat if isinstance(seat, int) else leader)
    return t("told.call", seat=name, bid=call.get("bid", 7), suit=suit)


def pair(value: Sequence[object] | Pair) -> Markup:
    """Two numbers, A's first, whichever way the sentence runs."""
    return Markup('<bdi dir="ltr">%s–%s</bdi>') % (value[0], value[1])


def signed(points: int) -> str:
    """A number of points with its sign."""
    return f"{MINUS}{-points}" if points < 0 else f"+{points}"


def _catalogue() -> Any:
    """The reader's catalogue, looked up once a request: looked up for each text, it took half of a page."""
    try:
        return g.catalogue
    except AttributeError:
        g.catalogue = get_translations()
        return g.catalogue


def _apart(value: object) -> object:
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return Markup("<bdi>{}</bdi>").format(value) if value and not value.isascii() else value
