"""From SVG to PNG, in a process of its own: the renderer holds Python's lock, and the table would wait for it.

Run as a script it imports nothing of ours: it starts in a few hundredths of a second.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys

import resvg_py
from PIL import Image

PATIENCE = 20.0
"""Seconds that a picture may take."""
COLOURS = 64
"""A chat shows no preview of a picture that is large or late; ours has a dozen colours, and their edges."""


def png(svg: str, fonts: list[str]) -> bytes:
    """Draw a picture with these font files and no others. Other requests are served meanwhile.

    Raises subprocess.SubprocessError where it cannot be drawn.
    """
    done = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "-I", __file__],
        input=json.dumps({"svg": svg, "fonts": fonts}).encode(),
        stdout=subprocess.PIPE,
        check=True,
        timeout=PATIENCE,
    )
    return done.stdout


def main() -> None:
    """Read what to draw, write what was drawn."""
    asked = json.load(sys.stdin)
    drawn = resvg_py.svg_to_bytes(
        svg_string=asked["svg"], skip_system_fonts=True, font_files=asked["fonts"], font_family="Noto Sans"
    )
    few = Image.open(io.BytesIO(drawn)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(sys.stdout.buffer, "PNG", optimize=True)


if __name__ == "__main__":
    main()
