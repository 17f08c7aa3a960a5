"""Letters for the browsers of tests and pictures: a bare machine has none for Hindi, and would draw empty boxes."""

from __future__ import annotations

import os
from pathlib import Path

from scorekeeper.lettering import FACES

LIKE_A_PHONE = "".join(
    f'<match target="pattern"><test name="family"><string>{family}</string></test>'
    '<edit name="family" mode="prepend" binding="strong"><string>Noto Sans</string></edit></match>'
    for family in ("system-ui", "sans-serif")
)
"""A phone's own letters are Noto Sans; without this a page is in those of the machine, which are wider."""


def letters(folder: Path, *, like_a_phone: bool = False) -> dict[str, str | float | bool]:
    """Environment for a browser that finds the machine's fonts and those that our cards are drawn with."""
    dirs = "".join(f"<dir>{place}</dir>" for place in sorted({face.file.parent for face in FACES}))
    also = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
    place = folder / "fonts.conf"
    more = LIKE_A_PHONE if like_a_phone else ""
    place.write_text(f"<fontconfig>{also}{dirs}{more}<cachedir>{folder}</cachedir></fontconfig>", encoding="utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(place)}
