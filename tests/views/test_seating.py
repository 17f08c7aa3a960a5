"""Who sits where: the last table sits there already, every name is suggested, and luck seats anybody."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import PEOPLE, Page, Phone, unwritten


def names_on(page: Page) -> list[str]:
    """Read who sits where, in playing order."""
    return [field.get("value", "") for field in page.all("input", list="people")]


# --- names remembered ---


def test_the_last_table_sits_there_already(asha: Phone) -> None:
    assert names_on(asha.open("/new/tervi")) == [""] * 4
    asha.start("court_piece")
    page = asha.open("/new/tervi")
    assert names_on(page) == list(PEOPLE[:4])


def test_the_last_table_sits_as_it_sat_at_its_end(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.open(f"/m/{match_id}/table")
    asha.say("substitute", {"leaves": "3:seat-3", "name": "Esha"})
    asha.open(f"/m/{match_id}/table")
    asha.say("rename", {"name-0": "Aasha"})
    page = asha.open("/new/tervi")
    assert names_on(page) == ["Aasha", "Bilal", "Chitra", "Esha"]


def test_every_name_is_suggested_once_and_as_it_was_mended(asha: Phone, bilal: Phone) -> None:
    asha.start()
    match_id = asha.start(names=("Asha", "Farid", "Chitra", "Gull")).match_id
    asha.open(f"/m/{match_id}/table")
    asha.say("rename", {"name-3": "Gul"})
    suggested = [option.get("value") for option in asha.open("/new/tervi").all("option") if "value" in option.attrib]
    people = suggested[: suggested.index("anti-clockwise")]
    assert sorted(people) == ["Asha", "Bilal", "Chitra", "Deepak", "Farid", "Gul"]
    assert "Deepak" not in bilal.open("/new/tervi").html


def test_six_are_remembered_apart_from_four(asha: Phone) -> None:
    asha.start(names=PEOPLE)
    asha.start(names=("Gul", "Hina", "Irfan", "Jaya"))
    page = asha.open("/new/dehla_pakad?seats=6")
    assert names_on(page) == list(PEOPLE)


# --- drawing ---


def test_a_drawn_dealer_is_one_of_the_table_and_everything_typed_is_kept(app: Flask, asha: Phone) -> None:
    drawn = set()
    asha.open("/new/tervi")
    for _ in range(40):
        with unwritten(app):
            page = asha.post(asha.fill("tervi", {"name-1": "Bilal", "draw": "dealer", "gap": "18", "ahead": "b"}))
        assert page.status == 200
        kept = dict(page.form("tervi").untouched())
        assert (kept["name-1"], kept["gap"], kept["ahead"]) == ("Bilal", "18", "b")
        drawn.add(kept["first_dealer"])
    assert drawn == {"0", "1", "2", "3"}


def test_drawn_partners_leave_me_at_the_bottom_and_nobody_out(asha: Phone) -> None:
    asha.open("/new/tervi")
    partners = set()
    for _ in range(30):
        typed = {f"name-{seat}": name for seat, name in enumerate(PEOPLE[:4])}
        page = asha.post(asha.fill("tervi", {**typed, "draw": "partners"}))
        seated = names_on(page)
        assert sorted(seated) == sorted(PEOPLE[:4])
        assert seated[0] == "Asha"
        partners.add(seated[2])
    assert partners == {"Bilal", "Chitra", "Deepak"}


@pytest.mark.parametrize(("draw", "seated"), [("partner-1", "ACBD"), ("partner-3", "ABDC")])
def test_another_partner_by_one_tap(asha: Phone, draw: str, seated: str) -> None:
    asha.open("/new/tervi")
    typed = {f"name-{seat}": letter for seat, letter in enumerate("ABCD")}
    page = asha.post(asha.fill("tervi", {**typed, "draw": draw}))
    assert "".join(names_on(page)) == seated


@pytest.mark.parametrize("draw", ["", "x", "partner-0", "partner-9", "partner-", "dealer-1"])
def test_an_odd_draw_keeps_everything(asha: Phone, draw: str) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"name-1": "Bilal", "draw": "dealer"}).but(draw=draw)
    page = asha.post(letter)
    assert page.status == 200
    assert names_on(page)[1] == "Bilal"


def test_after_a_draw_the_match_starts_under_the_same_id(asha: Phone) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"draw": "dealer"})
    page = asha.post(letter)
    assert page.form("tervi").fill({}).of("id") == letter.of("id")
    assert asha.say("tervi").status == 200
