"""Keys become words here, in the reader's language, with names that cannot break out of a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import g
from flask_babel import get_translations
from markupsafe import Markup

from .games import Impossible, Pair, Raw, Told
from .languages import chosen
from .log.opening import sides
from .numerals import in_text
from .words import CHOICES, OPTIONS, SENTENCES, SIGNS, SUITS, Plural, say

MINUS = "−"  # a hyphen beside a digit is easily missed
TEXT = "\ufe0e"  # suits as signs in our colours, not as the phone's own pictures
FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufefc]")
PAIR = re.compile('<bdi dir="ltr">(.*?)</bdi>')
UNSEEN = re.compile("[\u2066-\u2069\ufe0e]")
APART, APART_ENDS = "\u2068", "\u2069"


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


def in_own_words(sentence: str | Plural, figures: Mapping[str, object]) -> str:
    """A sentence in the reader's language, in the form that its figure `count` asks for."""
    if isinstance(sentence, str):
        return gettext(sentence)
    form: str = _catalogue().ungettext(*sentence, figures["count"])
    return form


def t(key: str, **figures: object) -> Markup:
    """Say a sentence as HTML. Names are set apart, so that Urdu in an English sentence stays in its place."""
    sentence = Markup(in_own_words(SENTENCES[key], figures) if SENTENCES[key] else "")  # noqa: S704 - our own
    return sentence % {name: _apart(value) for name, value in figures.items()}


def plain(key: str, **figures: object) -> str:
    """Say a sentence as text, for labels and titles."""
    return say(key, {name: _bare(value) for name, value in figures.items()}, in_own_words)


def problem(trouble: Impossible) -> str:
    """Say what is wrong with something typed."""
    name = trouble.figures.get("name")
    figures = {**trouble.figures, **({"name": gettext(OPTIONS[name][0])} if name in OPTIONS else {})}
    text = say(trouble.key, figures, in_own_words)
    return text[:1].upper() + text[1:]


def together(names: Sequence[str]) -> str:
    """Names side by side. Where one runs from the right and another does not, each keeps to itself."""
    if len({bool(FROM_THE_RIGHT.search(name)) for name in names}) > 1:
        names = [f"{APART}{name}{APART_ENDS}" for name in names]
    return " + ".join(names)


def without_tags(told: str) -> str:
    """A sentence as text; what stood apart in its HTML stays apart by marks that nobody sees."""
    bare = re.sub("<bdi[^>]*>", APART, told).replace("</bdi>", APART_ENDS)
    return Markup(bare).striptags()  # noqa: S704 - it was HTML before


def without_marks(told: str) -> str:
    """A text for a picture or a table: without the marks that set names apart, and those of the signs of suits."""
    return UNSEEN.sub("", told)


@dataclass(frozen=True, slots=True)
class Names:
    """Who sits where, as the page calls them: a seat nobody named is a number, a side nobody named is a letter."""

    told: tuple[str, ...]

    def seat(self, seat: int) -> str:
        """Name of a seat."""
        return self.told[seat] or plain("player", number=in_text(str(seat + 1)))

    def side(self, side: int) -> str:
        """Name of a side."""
        if not any(self.told):
            return plain("team_letter", letter="AB"[side])
        return together(sides([self.seat(seat) for seat in range(len(self.told))])[side])

    def team(self, side: int) -> Markup:
        """Name of a side in its colour and with its sign."""
        name = Markup("<bdi>{}</bdi>").format(self.side(side)) if chosen().apart else self.side(side)
        return Markup('<span class="team %s">%s</span>') % ("ab"[side], name)


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
    """Set a text apart that could run the other way than the sentence it stands in: a name, or −16."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    name = chosen().apart and any(letter.isalpha() for letter in value)
    return Markup("<bdi>{}</bdi>").format(value) if name or not value.isascii() else value


def _bare(value: object) -> object:
    if isinstance(value, Markup):
        # Where all runs from the left, two numbers keep their order by themselves.
        return without_tags(value if chosen().apart else PAIR.sub(r"\1", value))
    return f"{APART}{value}{APART_ENDS}" if chosen().apart and value and isinstance(value, str) else value
