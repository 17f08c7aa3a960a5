"""Text for a picture: each piece in a font that has its letters, measured, and what no font can draw left out.

A renderer left alone with mixed scripts shapes them wrongly and draws empty boxes: so it gets one run at a time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import fontpkg_hind_siliguri
import fontpkg_noto_sans
import fontpkg_noto_sans_arabic
import fontpkg_noto_sans_devanagari
import fontpkg_noto_sans_tamil
import fontpkg_noto_sans_telugu
import uharfbuzz as hb
from markupsafe import Markup, escape

RIGHT_MARK = "\u200f"
JOINERS = "\u200c\u200d"
DOTS = "…"
MIRRORED = str.maketrans("()[]<>«»‹›", ")(][><»«›‹")


@dataclass(frozen=True)
class Face:
    """A font: its family, its file, and the letters that are its own. `fixed` is the weight of a file that has one."""

    family: str
    file: Path
    own: tuple[range, ...] = ()
    fixed: bool = False

    @cached_property
    def face(self) -> Any:
        """The font as HarfBuzz reads it."""
        return hb.Face(hb.Blob.from_file_path(str(self.file)))

    @cached_property
    def letters(self) -> frozenset[int]:
        """Every character that it can draw."""
        return frozenset(self.face.unicodes)

    @property
    def rtl(self) -> bool:
        """Whether its script runs from right to left."""
        return "Arabic" in self.family

    def width(self, text: str, weight: int) -> float:
        """How wide a text is at size 1."""
        font = hb.Font(self.face)
        if not self.fixed:
            font.set_variations({"wght": float(weight)})
        shaped = hb.Buffer()
        shaped.add_str(text)
        shaped.guess_segment_properties()
        hb.shape(font, shaped)
        advances = (each.x_advance for each in shaped.glyph_positions)
        return float(sum(advances)) / float(self.face.upem)


def _in(package: Any, name: str) -> Path:
    return Path(package.ROOT) / "files" / name


ARABIC = (range(0x600, 0x780), range(0x8A0, 0x900), range(0xFB50, 0xFE00), range(0xFE70, 0xFEFF))
BENGALI = Face("Hind Siliguri", _in(fontpkg_hind_siliguri, "HindSiliguri-Bold.ttf"), (range(0x980, 0xA00),), fixed=True)
LATIN = Face("Noto Sans", _in(fontpkg_noto_sans, "NotoSans[wdth,wght].ttf"))
FACES = (
    Face(
        "Noto Sans Devanagari",
        _in(fontpkg_noto_sans_devanagari, "NotoSansDevanagari[wdth,wght].ttf"),
        (range(0x900, 0x980), range(0xA8E0, 0xA900)),
    ),
    Face("Noto Sans Arabic", _in(fontpkg_noto_sans_arabic, "NotoSansArabic[wdth,wght].ttf"), ARABIC),
    Face("Noto Sans Tamil", _in(fontpkg_noto_sans_tamil, "NotoSansTamil[wdth,wght].ttf"), (range(0xB80, 0xC00),)),
    Face("Noto Sans Telugu", _in(fontpkg_noto_sans_telugu, "NotoSansTelugu[wdth,wght].ttf"), (range(0xC00, 0xC80),)),
    BENGALI,
    LATIN,
)


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one font."""

    face: Face
    text: str


def runs(text: str) -> list[Run]:
    """Split a text by font, in the order it is read. What no font has is left out: emoji, rarer scripts."""
    found: list[tuple[Face, str]] = []
    for letter, face in _faced(text):
        if found and found[-1][0] is face:
            found[-1] = (face, found[-1][1] + letter)
        else:
            found.append((face, letter))
    return [Run(face, part) for face, part in found]


def drawable(text: str) -> str:
    """What of a text can be drawn, tidied; empty where nothing is left to read."""
    kept = " ".join("".join(run.text for run in runs(text)).split())
    return kept if any(unicodedata.category(letter)[0] in "LN" for letter in kept) else ""


def width(text: str, size: float, weight: int) -> float:
    """How wide a text will be."""
    return size * sum(_width(run.face, run.text, weight) for run in runs(text))


def fit(text: str, room: float, largest: int, smallest: int, weight: int) -> tuple[str, int]:
    """Give the largest size at which a text fits; one that is too long even so ends in dots."""
    for size in range(largest, smallest - 1, -2):
        if width(text, size, weight) <= room:
            return text, size
    while text and width(text + DOTS, smallest, weight) > room:
        text = text[:-1].rstrip()
    return text + DOTS, smallest


def wrap(text: str, room: float, size: float, weight: int) -> list[str]:
    """Break a text into lines at its spaces."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, weight) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@dataclass(frozen=True, slots=True)
class Pen:
    """How something is written. `at` says what stands at the place it is written at: its start, middle or end."""

    size: float
    fill: str
    weight: int = 400
    at: str = "start"
    rtl: bool = False
    """Whether the sentence runs from right to left."""


def write(pen: Pen, x: float, y: float, text: str) -> Markup:
    """Write a line as SVG, each run in its place, in the order that its sentence runs."""
    parts = _from_the_right(runs(text)) if pen.rtl else runs(text)
    wide = [pen.size * _width(run.face, run.text, pen.weight) for run in parts]
    x -= sum(wide) * {"start": 0, "middle": 0.5, "end": 1}[pen.at]
    pairs = list(zip(parts, wide, strict=True))
    written = []
    for run, advance in pairs:
        written.append(
            Markup('<text x="%s" y="%s" font-family="%s" font-size="%s" font-weight="%s" fill="%s">%s</text>')
            % (round(x, 1), round(y, 1), run.face.family, round(pen.size, 1), pen.weight, pen.fill, escape(_whole(run)))
        )
        x += advance
    return Markup("").join(written)


def write_name(pen: Pen, x: float, y: float, name: str) -> Markup:
    """Write a name, which runs from the right where it begins in Urdu, whatever follows."""
    parts = runs(name)
    if not parts or not parts[0].face.rtl:
        return write(pen, x, y, name)
    return write(pen, x, y, " ".join(run.text.strip() for run in reversed(parts) if run.text.strip()))


def _whole(run: Run) -> str:
    """A run whose signs at its edges belong to it too, though the picture itself is laid out from the left."""
    return f"{RIGHT_MARK}{run.text}{RIGHT_MARK}" if run.face.rtl and ord(RIGHT_MARK) in run.face.letters else run.text


def _from_the_right(parts: list[Run]) -> list[Run]:
    """Runs as an Urdu sentence shows them. What runs from the left keeps its order; the signs around it do not."""
    groups: list[list[Run]] = []
    for run in parts:
        if groups and not run.face.rtl and not groups[-1][0].face.rtl:
            groups[-1].append(run)
        else:
            groups.append([run])
    return [run for group in reversed(groups) for run in (group if group[0].face.rtl else _turned(group)) if run.text]


def _turned(group: list[Run]) -> list[Run]:
    texts = [run.text for run in group]
    before, after = "", ""
    if group[0].face is LATIN:
        texts[0] = re.sub(r"^(?:[^\w+−]|[+−](?!\d))+", "", texts[0])
        before = group[0].text[: len(group[0].text) - len(texts[0])]
    if group[-1].face is LATIN:
        whole, texts[-1] = texts[-1], re.sub(r"\W+$", "", texts[-1])
        after = whole[len(texts[-1]) :]
    core = [Run(run.face, text) for run, text in zip(group, texts, strict=True)]
    return [Run(LATIN, after[::-1].translate(MIRRORED)), *core, Run(LATIN, before[::-1].translate(MIRRORED))]


def files() -> list[str]:
    """Every font file that a picture may need."""
    return [str(face.file) for face in FACES]


def _faced(text: str) -> Iterator[tuple[str, Face]]:
    """Each character that can be drawn with its font. Spaces and signs go with the letters on both sides of them."""
    now, waiting = LATIN, ""
    for letter in unicodedata.normalize("NFC", text):
        face = next((face for face in FACES if any(ord(letter) in own for own in face.own)), LATIN)
        if letter in JOINERS:
            if now is not LATIN and not waiting:
                yield letter, now
        elif face is LATIN and not letter.isalpha():
            waiting += letter if ord(letter) in LATIN.letters else ""
        elif ord(letter) in face.letters:
            between = face if face is now and all(ord(sign) in face.letters for sign in waiting) else LATIN
            yield from ((sign, between) for sign in waiting)
            waiting, now = "", face
            yield letter, face
    yield from ((sign, LATIN) for sign in waiting)


@lru_cache(maxsize=4096)
def _width(face: Face, text: str, weight: int) -> float:
    return face.width(text, weight)
