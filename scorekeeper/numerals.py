"""Numbers as the reader writes them: the digits that were chosen, and in Urdu +12, −16 and 3–1 with their order kept.

It is done once, to what is finished, and `client/numerals.js` does the same: so no number can be forgotten. What people
typed stays as they typed it: a name is set apart (`<bdi>`, or U+2068 where there are no tags), and codes, addresses and
fields are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Response

from .languages import chosen

PIECE = re.compile(
    r"(?P<kept><(?P<tag>script|style|textarea|code|svg)\b.*?</(?P=tag)>"
    r"|<(?P<whole>\w+)\b[^>]*\stranslate=\"no\"[^>]*>.*?</(?P=whole)>|<!--.*?-->)"
    r"|(?P<mark><[^>]*>)|(?P<text>[^<]+)",
    re.DOTALL,
)
FIGURE = re.compile(r"&#?\w+;|\u2066[^\u2066\u2069]*\u2069|\u2068[^\u2068\u2069]*\u2069|[+−]?\d+(?:–\d+)*", re.ASCII)
APART = ("\u2066", "\u2069")
DIGIT = re.compile("[0-9]")


def in_html(html: str) -> str:
    """Write the numbers of a page as its reader does."""
    if not _differs():
        return html
    apart: list[bool] = []  # for each <bdi> that is open: whether it holds a number and no name

    def written(piece: re.Match[str]) -> str:
        mark, text = piece["mark"], piece["text"]
        if mark:
            if mark.startswith("<bdi"):
                apart.append(" dir=" in mark)
            elif mark == "</bdi>" and apart:
                apart.pop()
        if not text or (apart and not apart[-1] and _is_name(text)):
            return piece[0]
        return in_text(text, alone=bool(apart) and apart[-1])

    return PIECE.sub(written, html)


def in_text(text: str, *, alone: bool = False) -> str:
    """The same for a text without tags. A number that stands `alone` needs no mark to keep its order."""
    if not _differs():
        return text
    rtl, digits = chosen().rtl and not alone, _digits()

    def written(found: re.Match[str]) -> str:
        figure = found[0]
        if figure[0] == "&" or (figure[0] == "\u2068" and _is_name(figure)):
            return figure
        figure = digits(figure)
        signed = figure[0] in "+−" or "–" in figure
        return figure.join(APART) if rtl and signed and figure[0] not in "\u2066\u2068" else figure

    return FIGURE.sub(written, text)


def write_numbers(response: Response) -> Response:
    """Write the numbers of an answer that is a page."""
    if (
        response.mimetype == "text/html"
        and not response.direct_passthrough
        and "Content-Encoding" not in response.headers
    ):
        response.set_data(in_html(response.get_data(as_text=True)))
    return response


def _differs() -> bool:
    return chosen().apart


def _digits() -> Callable[[str], str]:
    zero = ord(chosen().zero)
    return lambda text: DIGIT.sub(lambda found: chr(zero + int(found[0])), text)


def _is_name(text: str) -> bool:
    return any(letter.isalpha() for letter in text)
