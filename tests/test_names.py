"""Names in any script and with any signs: shown as they are, and nothing breaks."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import PEOPLE, Phone, unwritten

NAMES = [
    "<script>alert(1)</script>"[:30],
    '"><b>',
    "'\"&<>{{7*7}}{%",
    "O’Brien & Söhne",
    "🃏👨‍👩‍👧‍👦",
    "आशा",
    "بلال\u200f",
    "\u200eAsha",
    "e\u0301",
    "%(side)s %s %",
    "a\u00a0b",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ["tervi", "dehla_pakad"])
def test_a_name_of_any_letters_is_shown_as_it_is_and_breaks_nothing(asha: Phone, game: str, name: str) -> None:
    match_id = asha.start(game, (name, "Bilal", "Chitra", "Deepak")).match_id
    if game == "tervi":
        asha.play({"bidder": "0", "bid": "8"}, {"made": "true"}, {"bidder": "0", "bid": "9"})
    else:
        asha.play({"tens": "3-1"})
    told = asha.client.get(f"/m/{match_id}.json").json
    assert told is not None
    stored = told["match"]["seats"][0]
    for address in (f"/m/{match_id}", f"/m/{match_id}/table", f"/m/{match_id}/history", "/", f"/new/{game}"):
        page = asha.open(address)
        assert page.status == 200
        inline = [element for element in page.all("script") if not element.get("src")]
        assert {element.get("type") for element in inline} <= {"application/json"}
        everything = page.words + " ".join(value for each in page.tree.iter() for value in each.attrib.values())
        assert stored in everything or address.endswith("history"), address
        for element in page.tree.iter():
            for attribute in element.attrib.values():
                assert "<bdi" not in attribute, address
                assert "&lt;" not in attribute, address


@pytest.mark.parametrize("name", ["a\0b", "a\x07b", "\x1b[2J", "a\u202eb", "a\u2066b"])
def test_a_name_that_cannot_be_shown_is_refused(app: Flask, asha: Phone, name: str) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"first_dealer": "0", "name-0": name})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts == "This holds letters that cannot be shown"


def test_half_a_letter_is_no_crash(asha: Phone) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"first_dealer": "0", "name-0": "a\ud800b"})
    assert asha.post(letter).status in (303, 422)


def test_blanks_around_and_inside_a_name_are_tidied(asha: Phone) -> None:
    asha.start(names=("  Asha \t\n Rao  ", *PEOPLE[1:4]))
    assert "Asha Rao + Chitra" in asha.page.words
