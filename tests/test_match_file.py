"""The match file: read strictly, scored match by match, and written as the log now reads."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from scorekeeper.games import Written
from scorekeeper.log import Reading, Said, expect, open_match
from scorekeeper.match_file import NotAFile, answer, load, score, score_match, write_match

PEOPLE = ["Asha", "Bilal", "Chitra", "Deepak"]


def write_file(game: str = "dehla_pakad", *rounds: object, **parts: object) -> Written:
    """Write a match file with these rounds; anything else about it is ordinary unless told."""
    return {"game": game, "seats": PEOPLE, "first_dealer": 0, "rounds": list(rounds), **parts}


def play(reading: Reading, kind: str, **body: object) -> str:
    """Say one thing at a table and give its id."""
    seq = reading.seq + 1
    reading.take(Said(f"e{seq}", seq, kind, expect(reading, kind, body)))
    return f"e{seq}"


# --- reading ---


def test_a_file_is_read_as_utf_8() -> None:
    assert load('{"seats": ["आशा"]}'.encode()) == {"seats": ["आशा"]}


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    assert load(b'\xef\xbb\xbf{"game": "tervi"}') == {"game": "tervi"}


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"   ",
        b"Asha 3, Bilal 1",
        b'{"game": "tervi"',
        b'{"game": "tervi"} {}',
        b"{'game': 'tervi'}",
        b'{"first_dealer": 00}',
        b'{"rounds": [1,]}',
    ],
    ids=["nothing", "blanks", "prose", "cut short", "two files", "single quotes", "two noughts", "a comma too many"],
)
def test_what_is_no_json_is_no_file(text: bytes) -> None:
    with pytest.raises(NotAFile):
        load(text)


@pytest.mark.parametrize(
    "text",
    [
        b'{"game": "tervi", "game": "court_piece"}',
        b'[{"rounds": [{"bidder": 1, "bid": 8, "bid": 9, "tricks": 8}]}]',
        b'{"game": 1, "g\\u0061me": 1}',
    ],
    ids=["at the top", "deep inside", "in two spellings"],
)
def test_a_key_that_is_said_twice_is_no_file(text: bytes) -> None:
    with pytest.raises(NotAFile, match="twice"):
        load(text)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_is_none_is_no_file(number: str) -> None:
    with pytest.raises(NotAFile, match="not a number"):
        load(f'{{"first_dealer": {number}}}'.encode())


def test_a_number_beyond_all_numbers_is_no_whole_number() -> None:
    match = load(json.dumps(write_file()).replace('"first_dealer": 0', '"first_dealer": 1e999').encode())
    assert list(score_match(match)) == ["error"]


@pytest.mark.parametrize(
    "text",
    [b'{"seats": ["\xff"]}', '{"game": "tervi"}'.encode("utf-16"), '{"seats": ["é"]}'.encode("latin-1")],
    ids=["a stray byte", "UTF-16", "Latin-1"],
)
def test_what_is_not_utf_8_is_no_file(text: bytes) -> None:
    with pytest.raises(NotAFile):
        load(text)


def test_a_file_nested_too_deep_is_no_file_and_nothing_falls_over() -> None:
    depth = 100 * sys.getrecursionlimit()
    with pytest.raises(NotAFile) as refused:
        load(b"[" * depth + b"]" * depth)
    assert str(refused.value)


def test_a_number_of_ten_thousand_digits_is_no_file() -> None:
    with pytest.raises(NotAFile):
        load(b"[" + b"9" * 10_000 + b"]")


# --- scoring ---


def test_one_match_gets_one_answer() -> None:
    given, could_be = score(write_file("dehla_pakad", {"tens": [3, 1]}))
    assert could_be
    assert isinstance(given, dict)
    assert list(given) == ["rounds", "final"]


def test_a_list_of_matches_gets_a_list_of_answers_in_its_order() -> None:
    files = [write_file("dehla_pakad", {"tens": [3, 1]}), write_file("court_piece", {"tricks": [6, 7]})]
    assert score(files) == ([score_match(file) for file in files], True)


def test_a_list_of_one_match_gets_a_list_of_one_answer() -> None:
    file = write_file()
    assert score([file]) == ([score_match(file)], True)


def test_an_empty_list_gets_an_empty_list() -> None:
    assert score([]) == ([], True)


def test_one_match_of_a_list_that_cannot_be_is_answered_in_its_place() -> None:
    good, bad = write_file(), write_file("dehla_pakad", {"tens": [3, 2]})
    given, could_be = score([good, bad, good])
    assert not could_be
    assert given == [score_match(good), {"error": "round 1: the tens of both sides add up to 4"}, score_match(good)]


def test_a_match_that_cannot_be_has_only_an_error() -> None:
    given, could_be = score(write_file("dehla_pakad", {"tens": [3, 1]}, {"tens": [3, 2]}))
    assert not could_be
    assert given == {"error": "round 2: the tens of both sides add up to 4"}


@pytest.mark.parametrize("file", [None, True, 7, "tervi", {}, [None], [[]], [[write_file()]]], ids=repr)
def test_a_file_of_another_shape_is_answered_with_an_error(file: object) -> None:
    given: Any
    given, could_be = score(file)
    assert not could_be
    assert list(given[0] if isinstance(given, list) else given) == ["error"]


def test_the_message_names_the_number_the_round_would_have_had() -> None:
    rounds = [{"tens": [3, 1]}, {"misdeal": True}, {"dealer": 2}, {"tens": [3, 1]}, {"misdeal": True}]
    given = score_match(write_file("dehla_pakad", *rounds, {"tens": [3, 2]}))
    assert str(given["error"]).startswith("round 3: ")


def test_a_row_of_a_misdeal_has_no_leader_and_no_kot() -> None:
    given: Any = score_match(write_file("tervi_classic", {"misdeal": True}, {"tricks": [7, 0]}))
    misdeal, played = given["rounds"]
    assert set(played) - set(misdeal) == {"leader", "kot", "kots"}
    assert misdeal["no"] is None
    assert played["no"] == 1


def test_a_file_is_not_changed_by_scoring_it() -> None:
    file = write_file("dehla_pakad", {"tens": [3, 1], "which": ["hearts", "clubs", "spades"]}, start={"score": [1, 0]})
    before = json.dumps(file)
    score(file)
    assert json.dumps(file) == before


# --- writing ---


def test_a_match_is_written_with_all_that_was_said() -> None:
    reading = Reading(open_match("tervi", {"gap_limit": 104}, PEOPLE, 2, {"score": [5, -7], "streak": [0, 1]}))
    play(reading, "dealer", seat=0, why="Chitra is late", after=None)
    bid = play(reading, "bid", call={"bidder": 1, "bid": 8})
    first = play(reading, "round", entry={"bidder": 1, "bid": 8, "tricks": 9, "suit": "hearts"}, contract=bid)
    play(reading, "substitute", seat=3, name="Esha", player="seat-3")
    misdeal = play(reading, "misdeal", after=first)
    second = play(reading, "round", entry={"forced": True, "made": False}, after=misdeal)
    play(reading, "rename", player="seat-0", name="Aasha", was="Asha")
    play(reading, "end", conceded=1, after=second)

    assert write_match(reading) == {
        "format": 1,
        "game": "tervi",
        "options": {"gap_limit": 104, "direction": "anti-clockwise", "trump_mode": "first_five"},
        "seats": ["Aasha", "Bilal", "Chitra", "Deepak"],
        "first_dealer": 2,
        "start": {"score": [5, -7], "streak": [0, 1]},
        "rounds": [
            {"dealer": 0, "why": "Chitra is late"},
            {"bidder": 1, "bid": 8, "tricks": 9, "suit": "hearts"},
            {"substitute": "Esha", "seat": 3},
            {"misdeal": True},
            {"forced": True, "made": False},
            {"conceded": 1},
        ],
    }


def test_a_match_is_written_as_the_log_now_reads() -> None:
    reading = Reading(open_match("dehla_pakad", {}, PEOPLE, 0))
    first = play(reading, "round", entry={"tens": [3, 1]}, after=None)
    second = play(reading, "round", entry={"tens": [2, 2]}, after=first)
    play(reading, "round", entry={"tens": [1, 3]}, after=second)
    play(reading, "correction", round=first, version=first, entry={"tens": [4, 0]})
    play(reading, "correction", round=second, version=second, entry=None)
    play(reading, "rules", options={"draw_dealer": "same"}, first_dealer=1, seen=None)

    written = write_match(reading)

    assert written["first_dealer"] == 1
    assert written["options"] == {**open_options(), "draw_dealer": "same"}
    assert written["rounds"] == [{"tens": [4, 0]}, {"tens": [1, 3], "uncounted": True}]
    assert score_match(written) == answer(reading.opening, [row for _, row in reading.rows], reading.standing)


def open_options() -> Written:
    """House rules of a Dehla Pakad match where none was chosen."""
    return {
        "mode": "streak",
        "target": 7,
        "instant_win": True,
        "two_two": "draw",
        "draw_dealer": "prior",
        "direction": "anti-clockwise",
        "trump_mode": "first_void",
    }


def test_an_agreed_end_that_a_correction_overtook_is_not_written() -> None:
    reading = Reading(open_match("dehla_pakad", {}, PEOPLE, 0))
    first = play(reading, "round", entry={"tens": [3, 1]}, after=None)
    play(reading, "end", after=first)
    assert write_match(reading)["rounds"] == [{"tens": [3, 1]}, {"ended": "agreed"}]

    play(reading, "correction", round=first, version=first, entry={"tens": [4, 0]})

    assert write_match(reading)["rounds"] == [{"tens": [4, 0]}]


def test_a_match_with_nothing_said_is_written_and_read_again() -> None:
    reading = Reading(open_match("court_piece", {}, ["", "", "", ""], 3))
    written = load(json.dumps(write_match(reading)).encode())
    assert written == write_match(reading)
    assert score_match(written) == answer(reading.opening, [], reading.standing)
