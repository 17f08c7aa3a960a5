"""What the fonts of a picture can draw, as a reader of fonts that is not ours sees it."""

from __future__ import annotations

from functools import cache

from fontTools.ttLib import TTFont

from scorekeeper.lettering import FACES

JOINERS = {0x200C, 0x200D}
"""Shape the letters beside them, and are not drawn themselves."""


@cache
def glyphs() -> dict[str, set[int]]:
    """Every character of each font, by its family."""
    found = {}
    for face in FACES:
        with TTFont(face.file) as font:
            found[face.family] = set(font.getBestCmap()) | JOINERS
    return found
