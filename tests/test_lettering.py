"""Letters of a picture: each that is drawn has a shape in its font; what has none is left out, and leaves no box."""

from __future__ import annotations

import pytest
from glyphs import glyphs

from scorekeeper.lettering import drawable, fit, runs, width, wrap

NAMES = {
    "Asha": "Asha",
    "चित्रा": "चित्रा",
    "दादी": "दादी",
    "بلال": "بلال",
    "ڈاکٹر نواز": "ڈاکٹر نواز",
    "தமிழ்": "தமிழ்",
    "తెలుగు": "తెలుగు",
    "বিলাল": "বিলাল",
    "Željko Müller": "Željko Müller",
    "Μαρία": "Μαρία",
    "Asha दीदी": "Asha दीदी",
    "बिलाल \u200dक": "बिलाल क",
    "😀Chitra❤️": "Chitra",
    "👨‍👩‍👧": "",
    "ગુજરાત": "",
    "王": "",
    "...": "",
    "Chitra 2": "Chitra 2",
    "O’Neill-D'Souza": "O’Neill-D'Souza",
}


@pytest.mark.parametrize("name", NAMES)
def test_each_letter_that_is_kept_has_a_shape_in_its_font(name: str) -> None:
    for run in runs(name):
        assert {ord(letter) for letter in run.text} <= glyphs()[run.face.family]


@pytest.mark.parametrize("name", NAMES)
def test_what_cannot_be_drawn_is_left_out_cleanly(name: str) -> None:
    assert drawable(name) == NAMES[name]


def test_a_name_in_one_script_is_one_run() -> None:
    for name in ("चित्रा देवी", "ڈاکٹر نواز", "Asha + Chitra"):
        assert [run.text for run in runs(name)] == [name]


def test_the_sign_between_two_scripts_belongs_to_neither() -> None:
    told = [(run.face.family, run.text) for run in runs("بلال + Asha")]
    assert told == [("Noto Sans Arabic", "بلال"), ("Noto Sans", " + Asha")]


def test_hindi_is_measured_as_it_is_shaped() -> None:
    letters = sum(width(letter, 100, 400) for letter in "चित्रा")
    assert 0 < width("चित्रा", 100, 400) < letters


def test_bold_is_wider() -> None:
    assert width("Chitra", 50, 800) > width("Chitra", 50, 400) * 1.05


def test_a_text_that_fits_keeps_its_size_and_one_that_does_not_ends_in_dots() -> None:
    assert fit("Asha", 400, 60, 20, 800) == ("Asha", 60)
    text, size = fit("W" * 30, 300, 60, 20, 800)
    assert size == 20
    assert text.endswith("…")
    assert width(text, size, 800) <= 300


def test_a_sentence_breaks_at_its_spaces() -> None:
    lines = wrap("one two three four five", 120, 30, 400)
    assert " ".join(lines) == "one two three four five"
    assert len(lines) > 1
    assert all(width(line, 30, 400) <= 120 for line in lines)
