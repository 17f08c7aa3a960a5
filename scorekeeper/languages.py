"""Which languages there are, which of them the reader gets, and in which digits.

A language is a folder under translations/; English needs none. The rest is known of it already: its name, which way it
runs and its own digits. Nothing else lists the languages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from babel import Locale
from flask import Flask, current_app, g, has_request_context, request

LANGUAGE, DIGITS, ASKED = "language", "digits", "lang"
"""Cookies that remember what was chosen; and what an address is asked with."""
OWN = re.compile(r"-u-nu-[a-z]+$")
ZEROS = {
    "arab": "٠", "arabext": "۰", "beng": "০", "deva": "०", "gujr": "૦", "guru": "੦",
    "knda": "೦", "mlym": "൦", "mymr": "၀", "orya": "୦", "tamldec": "௦", "telu": "౦", "thai": "๐",
}  # fmt: skip
"""The first of ten digits in a row, by the name that CLDR and browsers give those digits."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its folder (`hi_Latn`), its name in itself, and the name of its own digits, empty where 123 are."""

    key: str
    name: str
    direction: str
    numbers: str

    @property
    def tag(self) -> str:
        """What browsers call it: `hi-Latn`."""
        return self.key.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Chosen:
    """A language, in its own digits or in 123."""

    language: Language
    own_digits: bool = False

    @property
    def tag(self) -> str:
        """Both in one word, as browsers know it too: `hi-u-nu-deva` is Hindi with १२३."""
        return self.language.tag + (f"-u-nu-{self.language.numbers}" if self.own_digits else "")

    @property
    def rtl(self) -> bool:
        """Whether it runs from right to left."""
        return self.language.direction == "rtl"

    @property
    def apart(self) -> bool:
        """Whether every name is set apart: it could run the other way, or hold digits that are not ours to change."""
        return self.rtl or self.own_digits

    @property
    def zero(self) -> str:
        """The first of its digits."""
        return ZEROS[self.language.numbers] if self.own_digits else "0"


def find(folder: Path) -> dict[str, Language]:
    """Find the languages there are, by their tag; English is the first."""
    keys = sorted(path.parents[1].name for path in folder.glob("*/LC_MESSAGES/messages.mo"))
    found = [_language(key, folder) for key in ("en", *keys)]
    return {one.tag: one for one in found}


def speak(app: Flask) -> None:
    """Let the app speak what is found in its folder of translations."""
    app.extensions["languages"] = find(Path(app.config["BABEL_TRANSLATION_DIRECTORIES"]))
    app.jinja_env.globals.update(chosen=chosen, languages=languages, sample=sample)


def languages() -> dict[str, Language]:
    """Every language there is, by its tag."""
    found: dict[str, Language] = current_app.extensions["languages"]
    return found


def chosen() -> Chosen:
    """What the reader gets: as the address asks, as was chosen on this device, or as the browser wishes."""
    if not has_request_context():
        return Chosen(_language("en", Path()))
    if "chosen" not in g:
        g.chosen = _choose()
    now: Chosen = g.chosen
    return now


def locale() -> str:
    """The same for Flask-Babel."""
    return chosen().language.key


def choice_of(tag: str) -> Chosen | None:
    """What a tag names, None where there is no such language."""
    language = languages().get(OWN.sub("", tag))
    if language is None:
        return None
    return Chosen(language, own_digits=bool(language.numbers) and tag.endswith(f"-u-nu-{language.numbers}"))


def sample(language: Language) -> str:
    """The first digits of a language, for the button that chooses them."""
    return "".join(chr(ord(ZEROS[language.numbers]) + digit) for digit in (1, 2, 3))


def _choose() -> Chosen:
    asked = request.args.get(ASKED) or (request.view_args or {}).get(LANGUAGE) or ""
    found = choice_of(asked)
    if found:
        return found
    language = languages().get(request.cookies.get(LANGUAGE, "")) or _wished()
    return Chosen(language, own_digits=bool(language.numbers) and request.cookies.get(DIGITS) == "own")


def _wished() -> Language:
    """The first language of the browser's that there is: `hi-Latn-IN` is `hi-Latn`, and only then `hi`."""
    there = {tag.lower(): language for tag, language in languages().items()}
    for wish, _ in request.accept_languages:
        parts = wish.lower().replace("_", "-").split("-")
        for end in range(len(parts), 0, -1):
            if "-".join(parts[:end]) in there:
                return there["-".join(parts[:end])]
    return there["en"]


def _language(key: str, folder: Path) -> Language:
    """Describe a language. A file name.txt beside its texts names it where Babel does so badly."""
    about, file = Locale.parse(key), folder / key / "name.txt"
    name = file.read_text(encoding="utf-8").strip() if file.is_file() else str(about.get_display_name(key))
    direction = "rtl" if about.character_order == "right-to-left" else "ltr"
    own = str(about.other_numbering_systems.get("native", "")) if about.script != "Latn" else ""
    return Language(key, name, direction, own if own in ZEROS else "")
