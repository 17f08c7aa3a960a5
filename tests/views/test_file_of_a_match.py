"""The file of a match: its own "match", scored by the command, gives the very standings beside it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from phones import PEOPLE, ROUNDS, Phone

from scorekeeper.games import GAMES
from scorekeeper.match_file import load, score


def file_of(phone: Phone, match_id: str) -> dict[str, Any]:
    """Fetch a match's file."""
    page = phone.client.get(f"/m/{match_id}.json", base_url=phone.origin)
    assert page.status_code == 200
    assert page.mimetype == "application/json"
    given = load(page.data)
    assert isinstance(given, dict)
    return given


def say_at_the_table(phone: Phone, match_id: str, end: str, **typed: str) -> None:
    """Say something on the table's page."""
    phone.open(f"/m/{match_id}/table")
    phone.say(end, typed)


def assert_equal_to_the_command(file: dict[str, Any]) -> None:
    """Score the "match" of a file and compare all the rest, to the last field and its order."""
    match = file.pop("match")
    answer, possible = score(load(json.dumps(match).encode()))
    assert possible
    assert json.dumps(answer) == json.dumps(file)


def plain(phone: Phone, game: str, match_id: str) -> None:
    phone.play(*ROUNDS[game], *ROUNDS[game])


def with_misdeals(phone: Phone, game: str, match_id: str) -> None:
    phone.say("misdeal")
    phone.play(*ROUNDS[game])
    phone.say("misdeal")
    phone.say("misdeal")


def with_substitutes(phone: Phone, game: str, match_id: str) -> None:
    say_at_the_table(phone, match_id, "substitute", leaves="1:seat-1", name="Esha")
    phone.play(*ROUNDS[game])
    say_at_the_table(phone, match_id, "substitute", leaves="0:seat-0", name="“Farid”")
    say_at_the_table(phone, match_id, "rename", **{"name-2": "Chitrā"})


def with_a_dealer_by_hand(phone: Phone, game: str, match_id: str) -> None:
    say_at_the_table(phone, match_id, "dealer", seat="3")
    say_at_the_table(phone, match_id, "dealer", seat="2", why="Deepak is late")
    phone.play(*ROUNDS[game])
    phone.say("misdeal")
    say_at_the_table(phone, match_id, "dealer", seat="1", why="")
    phone.play(*ROUNDS[game])


def agreed(phone: Phone, game: str, match_id: str) -> None:
    phone.play(*ROUNDS[game])
    say_at_the_table(phone, match_id, "end", how="agreed")


def conceded(phone: Phone, game: str, match_id: str) -> None:
    say_at_the_table(phone, match_id, "end", how="conceded-1")


def with_undo(phone: Phone, game: str, match_id: str) -> None:
    phone.play(*ROUNDS[game], *ROUNDS[game])
    phone.say("undo", {"target": ...})
    phone.say("undo", {"target": ...})
    phone.say("redo", {"target": ...})


def nothing(phone: Phone, game: str, match_id: str) -> None:
    pass


EVENINGS = (nothing, plain, with_misdeals, with_substitutes, with_a_dealer_by_hand, agreed, conceded, with_undo)


@pytest.mark.parametrize("evening", EVENINGS)
@pytest.mark.parametrize("game", GAMES)
def test_the_page_and_the_command_agree(asha: Phone, game: str, evening: Callable[[Phone, str, str], None]) -> None:
    match_id = asha.start(game, dealer=1).match_id
    evening(asha, game, match_id)
    file = file_of(asha, match_id)
    assert list(file) == ["match", "rounds", "final"]
    assert_equal_to_the_command(file)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_played_to_its_end_agrees_too(asha: Phone, game: str) -> None:
    options = {"target_rounds": "2"} if game == "tervi_classic" else {}
    options |= {"gap_limit": "16"} if game == "tervi" else {"target": "2"} if game != "tervi_classic" else {}
    match_id = asha.start(game, **options).match_id
    asha.play(*ROUNDS[game], *ROUNDS[game])
    file = file_of(asha, match_id)
    assert file["final"]["over"] is True
    assert_equal_to_the_command(file)


def test_a_match_from_paper_agrees_too(asha: Phone) -> None:
    match_id = asha.start("tervi", gap="18", ahead="b").match_id
    asha.play(*ROUNDS["tervi"])
    file = file_of(asha, match_id)
    assert file["match"]["start"] == {"score": [0, 18]}
    assert_equal_to_the_command(file)


def test_six_players_agree_too(asha: Phone) -> None:
    match_id = asha.start(names=PEOPLE, two_two="tricks").match_id
    asha.play({"tens": "6-6", "tricks": "14-12"}, {"tens": "7-5", "suit": "clubs"})
    file = file_of(asha, match_id)
    assert len(file["match"]["seats"]) == 6
    assert_equal_to_the_command(file)


def test_the_command_itself_gives_the_same(asha: Phone, tmp_path: Path) -> None:
    match_id = asha.start("tervi").match_id
    with_a_dealer_by_hand(asha, "tervi", match_id)
    file = file_of(asha, match_id)
    (tmp_path / "match.json").write_text(json.dumps(file.pop("match")))
    command = [sys.executable, "-m", "scorekeeper", "score", str(tmp_path / "match.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == file


def test_anybody_who_has_the_address_may_read_it(app: Flask, asha: Phone, bilal: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    assert file_of(asha, match_id) == file_of(bilal, match_id) == file_of(stranger, match_id)


def test_an_unknown_match_has_no_file(stranger: Phone) -> None:
    assert stranger.open(f"/m/{'0' * 32}.json").status == 404


def test_a_file_names_no_device_and_no_id(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    text = json.dumps(file_of(asha, match_id))
    cookie = asha.client.get_cookie("device")
    assert cookie is not None
    assert cookie.value not in text
    assert match_id not in text
