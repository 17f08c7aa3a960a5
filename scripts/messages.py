"""Compile translations/ for the app; with --update first look through the sources for what is to be translated.

With --template and a file name only write what a new language begins with.

Used by hatch_build.py and the Makefile; needs Babel alone.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "translations"
MARKS = ("-k", "N_", "-k", "N_many:1,2")


def compile_all() -> None:
    """Write each language's messages.mo where it is missing or older than its messages.po."""
    for path in FOLDER.glob("*/LC_MESSAGES/messages.po"):
        compiled = path.with_suffix(".mo")
        if compiled.is_file() and compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns:
            continue
        with path.open("rb") as source:
            catalog = read_po(source, locale=path.parents[1].name)
        with compiled.open("wb") as target:
            write_mo(target, catalog)


def extract(target: Path) -> None:
    """Write every text that is to be translated into a template of a catalogue."""
    where = ("--no-location", "--sort-output", "--project", "Scorekeeper", "--msgid-bugs-address", "")
    pybabel("extract", "-F", "babel.cfg", *MARKS, *where, "--copyright-holder", "Scorekeeper", "-o", str(target), ".")


def update() -> None:
    """Put what is new into each catalogue and take out what is gone. Nothing is guessed: a new text is empty."""
    with tempfile.TemporaryDirectory() as name:
        template = Path(name) / "messages.pot"
        extract(template)
        options = ("--no-fuzzy-matching", "--ignore-obsolete", "--ignore-pot-creation-date", "--no-wrap")
        pybabel("update", "-i", str(template), "-d", str(FOLDER), *options)


def pybabel(*arguments: str) -> None:
    """Run Babel's own command."""
    subprocess.run([sys.executable, "-m", "babel.messages.frontend", "--quiet", *arguments], check=True, cwd=ROOT)


if __name__ == "__main__":
    if "--template" in sys.argv:
        extract(Path(sys.argv[-1]).absolute())
    elif "--update" in sys.argv:
        update()
    compile_all()
