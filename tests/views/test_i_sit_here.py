"""Whoever holds a phone may turn its map; the match and the other phones know nothing of it."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import PEOPLE, Letter, Page, Phone, unwritten


def places(page: Page) -> dict[str, str]:
    """Give who sits where on the map."""
    seats = [each for each in page.all("li") if each.get("data-pos")]
    return {"".join(next(seat.iter("bdi")).itertext()): seat.get("data-pos", "") for seat in seats}


@pytest.mark.parametrize("direction", ["anti-clockwise", "clockwise"])
@pytest.mark.parametrize("count", [4, 6])
def test_the_map_turns_with_the_seat_at_the_bottom(asha: Phone, count: int, direction: str) -> None:
    match_id = asha.start("dehla_pakad", PEOPLE[:count], direction=direction).match_id
    for sits in range(count):
        asha.open(f"/m/{match_id}/phones")
        page = asha.say("sit", {"seat": str(sits)})
        after = [(sits + step) % count for step in range(count)]
        step = 1 if direction == "anti-clockwise" else -1
        assert places(page) == {PEOPLE[seat]: str(step * place % count) for place, seat in enumerate(after)}


def test_only_this_phone_turns_and_only_in_this_match(app: Flask, asha: Phone, stranger: Phone) -> None:
    first = asha.start().match_id
    second = asha.start().match_id
    stranger.open(f"/m/{first}/phones")
    with unwritten(app):
        page = stranger.say("sit", {"seat": "2"})
    assert places(page)["Chitra"] == "0"
    assert places(stranger.open(f"/m/{second}"))["Asha"] == "0"
    assert places(asha.open(f"/m/{first}"))["Asha"] == "0"
    assert places(stranger.open(f"/m/{first}"))["Chitra"] == "0"


def test_the_board_that_answers_a_round_is_turned_too(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.open(f"/m/{match_id}/phones")
    asha.say("sit", {"seat": "3"})
    page = asha.post(asha.fill("round", {"tens": "3-1"}), htmx=True)
    assert places(page)["Deepak"] == "0"
    assert places(asha.open(f"/m/{match_id}"))["Deepak"] == "0"


def test_a_phone_that_has_the_page_already_is_shown_the_turned_one(asha: Phone) -> None:
    match_id = asha.start().match_id
    before = asha.open(f"/m/{match_id}").headers["ETag"]
    asha.open(f"/m/{match_id}/phones")
    asha.say("sit", {"seat": "1"})
    assert asha.open(f"/m/{match_id}", **{"If-None-Match": before}).status == 200
    assert places(asha.page)["Bilal"] == "0"


@pytest.mark.parametrize("seat", ["", "4", "-1", "x", "9" * 50])
def test_a_seat_that_is_none_turns_it_back(asha: Phone, seat: str) -> None:
    match_id = asha.start().match_id
    asha.open(f"/m/{match_id}/phones")
    asha.say("sit", {"seat": "2"})
    asha.post(Letter(f"/m/{match_id}/phones/sit", [("seat", seat)]))
    assert places(asha.open(f"/m/{match_id}"))["Asha"] == "0"
    asha.client.set_cookie("seat", seat, path=f"/m/{match_id}")
    assert asha.open(f"/m/{match_id}").status == 200
