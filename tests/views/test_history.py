"""Every round of a match, for anybody who has its address."""

from __future__ import annotations

import pytest
from phones import ROUNDS, Phone

from scorekeeper.games import GAMES


def test_there_is_no_round_yet(asha: Phone) -> None:
    match_id = asha.start().match_id
    page = asha.open(f"/m/{match_id}/history")
    assert page.status == 200
    assert "No round yet." in page.words


@pytest.mark.parametrize("game", GAMES)
def test_every_round_newest_first_with_its_dealer_and_time(asha: Phone, game: str) -> None:
    match_id = asha.start(game, dealer=2).match_id
    for _ in range(7):
        asha.play(*ROUNDS[game])
    on_the_board = asha.page.by_class("rounds")[0]
    page = asha.open(f"/m/{match_id}/history")
    assert page.by_class("no") == ["7", "6", "5", "4", "3", "2", "1"]
    assert page.words.count("dealt ·") == 7
    assert "Chitra dealt" in page.words
    times = [time.get("datetime", "") for time in page.all("time")]
    assert len(times) == 8
    assert all(time.endswith("+00:00") for time in times)
    assert on_the_board.startswith("7")
    assert len(asha.open(f"/m/{match_id}").by_class("no")) == 5


def test_a_misdeal_is_listed_without_number_and_figures(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    asha.say("misdeal")
    page = asha.open(f"/m/{match_id}/history")
    assert page.by_class("no") == ["–", "1"]
    assert "Misdeal" in page.by_class("aside")[0]


def test_what_was_taken_back_is_listed_as_such_and_has_no_number(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    asha.say("undo", {"target": ...})
    page = asha.open(f"/m/{match_id}/history")
    assert page.by_class("no") == ["–", "1"]
    (undone,) = page.by_class("undone")
    assert "Tens 1–3" in undone
    assert "Taken back" in undone


def test_whoever_has_the_address_may_read(asha: Phone, bilal: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    for address in (f"/m/{match_id}", f"/m/{match_id}/history", f"/m/{match_id}/table"):
        pages = [phone.open(address) for phone in (bilal, stranger)]
        assert [page.status for page in pages] == [200, 200]
        assert pages[0].words == pages[1].words
        assert [page.writing for page in pages] == [[], []]


@pytest.mark.parametrize("address", ["history", "table", ""])
def test_an_unknown_match_is_a_page_of_the_app(asha: Phone, address: str) -> None:
    for match_id in ("0" * 32, "x", "%00", "%F0%9F%82%A1", "%ED%A0%80", "..", "' OR 1=1 --"):
        page = asha.open(f"/m/{match_id}/{address}".rstrip("/"))
        assert page.status == 404
        assert "This page is not on the table." in page.words
        assert "/" in page.links()
