"""Table mode as the server writes it: for anybody, with nothing to enter, and whole without scripts."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import ROUNDS, Phone, unwritten

from scorekeeper.games import GAMES


def stand_of(phone: Phone, match_id: str) -> list[str]:
    """Read table mode's large parts, in the order of the page."""
    page = phone.open(f"/m/{match_id}/stand")
    assert page.status == 200
    return [*page.by_class("big"), *page.by_class("dealer")]


@pytest.mark.parametrize("game", GAMES)
def test_anybody_with_the_address_reads_it_and_nothing_is_written(
    app: Flask, asha: Phone, stranger: Phone, game: str
) -> None:
    match_id = asha.start(game).match_id
    asha.play(*ROUNDS[game])
    with unwritten(app):
        page = stranger.open(f"/m/{match_id}/stand")
    assert page.status == 200
    assert page.writing == []
    assert f"/m/{match_id}" in page.links()
    assert f"/m/{match_id}/stand" in page.links()


def test_it_shows_the_lead_then_the_bid_then_the_dealer(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    bid, made = ROUNDS["tervi"]
    asha.play(bid)
    assert stand_of(asha, match_id) == ["0", "8♥\ufe0e", "D Asha"]
    assert "Bilal called 8 ♥\ufe0e and leads the first trick" in asha.page.words
    asha.open(f"/m/{match_id}")
    asha.play(made)
    assert stand_of(asha, match_id) == ["8", "D Asha"]
    assert "Bilal + Deepak lead" in asha.page.words


def test_a_match_that_is_over_says_who_won_and_who_would_deal(asha: Phone) -> None:
    match_id = asha.start("dehla_pakad").match_id
    asha.play({"tens": "4-0"})
    assert stand_of(asha, match_id) == ["Sirr!"]
    assert "Asha + Chitra win" in asha.page.words
    assert "deals if you play again" in asha.page.words


def test_how_long_the_figures_are_decides_how_large_they_can_be(asha: Phone) -> None:
    match_id = asha.start("dehla_pakad", mode="points", target="12").match_id
    for _ in range(10):
        asha.play({"tens": "3-1"})
    page = asha.open(f"/m/{match_id}/stand")
    assert page.by_class("big") == ["10–0"]
    assert [one.get("data-length") for one in page.all("p", **{"data-length": "4"})] == ["4"]


def test_the_match_and_its_table_lead_there(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    assert f"/m/{match_id}/stand" in asha.page.links()
    assert f"/m/{match_id}/stand" in asha.open(f"/m/{match_id}/table").links()


def test_a_match_that_is_not_there(stranger: Phone) -> None:
    assert stranger.open(f"/m/{'0' * 32}/stand").status == 404
