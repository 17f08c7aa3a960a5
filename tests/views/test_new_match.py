"""A new match: four taps with remembered names, nothing typed is ever lost, twice is once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from phones import PEOPLE, Page, Phone, Typed, dump, unwritten

from scorekeeper.games import GAMES


def ask(phone: Phone, game: str = "tervi", **typed: object) -> Page:
    """Open the page of a new match, fill it in and send it."""
    phone.open(f"/new/{game}")
    return phone.post(phone.fill(game, {"first_dealer": "0", **typed}))


def opening_of(phone: Phone, address: str) -> dict[str, Any]:
    """Read how a match opened."""
    answer = phone.client.get(f"{address}.json", base_url=phone.origin).json
    assert isinstance(answer, dict)
    opening: dict[str, Any] = answer["match"]
    return opening


@pytest.mark.parametrize("game", GAMES)
def test_a_match_needs_a_dealer_and_nothing_else(asha: Phone, game: str) -> None:
    answer = ask(asha, game)
    assert answer.status == 303
    page = asha.open(answer.headers["Location"])
    assert "Player 2" in page.words
    assert "Player 1 deals first" in page.words
    assert "HttpOnly" in answer.headers["Set-Cookie"]


def test_names_dealer_and_rules_are_those_of_the_match(asha: Phone) -> None:
    asha.open("/new/dehla_pakad")
    typed = {"mode": "points", "target": "5", "draw_dealer": "rotate", "instant_win": "false"}
    asha.start(dealer=2, **typed)
    opening = opening_of(asha, asha.page.address)
    assert opening["seats"] == list(PEOPLE[:4])
    assert opening["first_dealer"] == 2
    assert opening["options"] == {
        "mode": "points",
        "target": 5,
        "instant_win": False,
        "two_two": "draw",
        "draw_dealer": "rotate",
        "direction": "anti-clockwise",
        "trump_mode": "first_void",
    }


def test_six_sit_down_at_dehla_pakad_only(asha: Phone) -> None:
    assert asha.open("/new/dehla_pakad").all("button", value="seats-6")
    assert not asha.open("/new/tervi").all("button", value="seats-6")
    assert len(asha.open("/new/dehla_pakad?seats=6").all("input", list="people")) == 6
    assert len(asha.open("/new/tervi?seats=6").all("input", list="people")) == 4
    page = asha.start(names=PEOPLE)
    assert "Asha + Chitra + Esha" in page.words


def test_a_seventh_game_is_not_on_the_table(app: Flask, asha: Phone) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"first_dealer": "0"})
    assert asha.open("/new/poker").status == 404
    with unwritten(app):
        assert asha.post(letter.at("/new/poker")).status == 404
        assert asha.post(letter.at("/new/poker/draw")).status == 404


def test_asking_writes_nothing(app: Flask, stranger: Phone) -> None:
    with unwritten(app):
        for game in GAMES:
            assert stranger.open(f"/new/{game}").status == 200
            assert stranger.open(f"/new/{game}/draw").status == 405


# --- what cannot be ---


WRONG: list[tuple[str, Typed, str]] = [
    ("tervi", {"first_dealer": "4"}, "Who deals first? Tap a player, or draw."),
    ("tervi", {"first_dealer": "²"}, "Who deals first? Tap a player, or draw."),
    ("tervi", {"name-2": "x" * 31}, "At most 30 letters"),
    ("tervi", {"name-2": "a\0b"}, "This holds letters that cannot be shown"),
    ("tervi", {"gap": "18"}, "Whose is it? Tap a side."),
    ("tervi", {"gap": "lots", "ahead": "a"}, "A whole number is wanted"),
    ("tervi", {"gap": "52", "ahead": "a"}, "With this start the match would already be over"),
    ("tervi", {"gap": "9" * 40, "ahead": "a"}, "A whole number is wanted"),
    ("tervi", {"gap_limit": "0"}, "A whole number from 1 to 9999 is wanted"),
    ("tervi", {"gap_limit": "many"}, "A whole number is wanted"),
    ("dehla_pakad", {"streak": "3"}, "Whose is it? Tap a side."),
    ("dehla_pakad", {"streak": "7", "ahead": "b"}, "With this start the match would already be over"),
    ("dehla_pakad", {"score_a": "-1"}, "A score to start from is a whole number"),
    ("dehla_pakad", {"mode": "tens"}, "is one of streak, points"),
    ("dehla_pakad", {"instant_win": "perhaps"}, "True or false is wanted"),
    ("tervi_classic", {"kots_a": "-3"}, "A score to start from is a whole number"),
    ("tervi_classic", {"target_rounds": "1.5"}, "A whole number is wanted"),
    ("tervi_classic", {"defender_kot": "sometimes"}, "is one of no, any, seven_love"),
]


@pytest.mark.parametrize(("game", "odd", "words"), WRONG)
def test_what_cannot_be_is_refused_in_words_and_everything_typed_is_kept(
    app: Flask, asha: Phone, game: str, odd: Typed, words: str
) -> None:
    asha.open(f"/new/{game}")
    typed = {**{f"name-{seat}": name for seat, name in enumerate(PEOPLE[:4])}, "first_dealer": "3"}
    letter = asha.fill(game, typed).but(**{name.replace("-", "_"): str(value) for name, value in odd.items()})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert words in page.alerts
    kept = dict(page.form(game).untouched())
    for name, value in letter.pairs:
        field = page.form(game).offers(name)
        if field is None or value in field:
            assert kept[name] == value, name


def test_without_a_dealer_it_is_asked_for(app: Flask, asha: Phone) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"name-0": "Asha"})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert page.alerts == "Who deals first? Tap a player, or draw."
    assert asha.say("tervi", {"first_dealer": "1"}).status == 200


def test_what_the_paper_said_stays_in_sight_when_it_is_wrong(asha: Phone) -> None:
    page = ask(asha, gap="60", ahead="b")
    opened = [fold for fold in page.all("details") if fold.get("open") is not None]
    assert len(opened) == 1
    assert "Carry over from paper" in "".join(opened[0].itertext())


def test_six_names_for_four_seats_are_no_crash(asha: Phone) -> None:
    asha.open("/new/dehla_pakad?seats=6")
    letter = asha.fill("dehla_pakad", {"first_dealer": "0"})
    for seats in ("6", "5", "0", "x", "9" * 30):
        assert asha.post(letter.at("/new/tervi").but(seats=seats)).status in (303, 422, 409)
        assert asha.post(letter.at("/new/tervi/draw").but(seats=seats, draw="dealer")).status == 200


# --- twice is once ---


def test_a_double_tap_on_start_is_one_match(app: Flask, asha: Phone) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"first_dealer": "0"})
    first = asha.post(letter)
    before = dump(app)
    for _ in range(4):
        assert asha.post(letter).headers["Location"] == first.headers["Location"]
    assert dump(app) == before


def test_a_double_tap_on_a_first_visit_is_one_match_though_the_first_answer_is_lost(stranger: Phone) -> None:
    page = stranger.open("/new/tervi")
    assert "HttpOnly" in page.headers["Set-Cookie"]
    letter = stranger.fill("tervi", {"first_dealer": "0"})
    cookie = stranger.client.get_cookie("device")
    assert cookie is not None
    first = stranger.post(letter)
    stranger.client.set_cookie("device", cookie.value)  # what the first answer set never arrived
    assert stranger.post(letter).headers["Location"] == first.headers["Location"]
    assert stranger.open(first.headers["Location"]).forms("bid")


@pytest.mark.parametrize("other", [{"name_0": "Zoya"}, {"first_dealer": "3"}, {"gap_limit": "40"}, {"gap": "3"}])
def test_an_old_page_with_other_words_is_a_conflict_and_starts_another_when_sent_again(
    app: Flask, asha: Phone, other: dict[str, str]
) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"first_dealer": "0", "name-0": "Asha", "ahead": "a"})
    first = asha.post(letter)
    with unwritten(app):
        page = asha.post(letter.but(**other))
    assert page.status == 409
    assert "This match was started already, with other names or rules." in page.alerts
    again = page.form("tervi").fill({})
    for name, value in other.items():
        assert again.of(name.replace("name_", "name-")) == value
    answer = asha.post(again)
    assert answer.status == 303
    assert answer.headers["Location"] != first.headers["Location"]


def test_an_old_page_of_a_match_that_was_deleted_starts_a_new_one_when_sent_again(asha: Phone) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"first_dealer": "0", "name-0": "Asha"})
    first = asha.post(letter).headers["Location"]
    asha.open(f"{first}/table")
    asha.say("delete", {"sure": "1"})
    page = asha.post(letter)
    assert page.status == 409
    assert page.alerts == "This match was deleted since. Tap Start for a new one."
    answer = asha.post(page.form("tervi").fill({}))
    assert answer.status == 303
    assert answer.headers["Location"] != first


def test_the_keyboards_enter_starts_the_match_and_draws_nothing(asha: Phone) -> None:
    asha.open("/new/tervi")
    (form,) = asha.page.forms("tervi")
    first = form.buttons[0]
    assert first.get("formaction") is None
    assert first.get("disabled") is None
    assert first.get("type", "submit") == "submit"


def test_the_id_of_another_phones_match_is_a_conflict(app: Flask, asha: Phone, bilal: Phone) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"first_dealer": "0"})
    asha.post(letter)
    bilal.open("/new/tervi")
    with unwritten(app):
        page = bilal.post(letter)
    assert page.status == 409
    assert bilal.post(page.form("tervi").fill({})).status == 303


@pytest.mark.parametrize("odd", ["", "None", "x", "A" * 32, "é" * 32, "/" * 32])
def test_an_id_that_is_none_is_refused_and_a_fresh_one_given(app: Flask, asha: Phone, odd: str) -> None:
    asha.open("/new/tervi")
    letter = asha.fill("tervi", {"first_dealer": "0", "name-0": "Asha"}).but(id=odd)
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert "This page is too old to save from." in page.alerts
    again = page.form("tervi").fill({})
    assert again.of("name-0") == "Asha"
    assert asha.post(again).status == 303


# --- from paper ---


@pytest.mark.parametrize(
    ("game", "typed", "start"),
    [
        ("tervi", {"gap": "18", "ahead": "b"}, {"score": [0, 18]}),
        ("tervi", {"gap": "१८", "ahead": "a"}, {"score": [18, 0]}),
        ("dehla_pakad", {"streak": "4", "ahead": "a", "score_a": "5", "score_b": "2"}, None),
        ("tervi_classic", {"score_a": "3", "score_b": "1", "kots_a": "1"}, {"score": [3, 1], "kots": [1, 0]}),
    ],
)
def test_a_match_may_start_from_paper(asha: Phone, game: str, typed: Typed, start: object) -> None:
    asha.start(game, dealer=1, **typed)
    assert "Bilal deals, as on the paper" in asha.page.words
    opening = opening_of(asha, asha.page.address)
    assert opening["start"] == (start or {"score": [5, 2], "streak": [4, 0]})
    assert json.dumps(opening["start"])


def test_names_stay_when_the_table_grows_to_six(asha: Phone) -> None:
    asha.open("/new/dehla_pakad")
    page = asha.post(asha.fill("dehla_pakad", {"draw": "seats-6", "name-0": "Asha", "name-3": "Deepak"}))
    assert [field.get("value") for field in page.all("input", list="people")] == ["Asha", "", "", "Deepak", "", ""]


def test_a_gap_from_paper_has_no_sign(asha: Phone) -> None:
    asha.open("/new/tervi")
    page = asha.post(asha.fill("tervi", {"first_dealer": "0", "gap": "-51", "ahead": "a"}))
    assert page.status == 422
    assert "Give the gap without a sign, and tap who is ahead." in page.alerts
