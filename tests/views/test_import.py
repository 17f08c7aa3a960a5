"""Match files brought in: looked at first, all or nothing, twice is once, of every earlier version."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from phones import PEOPLE, ROUNDS, Page, Phone, dump, unwritten

from scorekeeper import kept
from scorekeeper.games import GAMES
from scorekeeper.match_file import load, score

FIXTURES = Path(__file__).parent.parent / "fixtures"


def look(phone: Phone, text: str) -> Page:
    """Paste a file and look what is in it."""
    phone.open("/import")
    return phone.post(phone.page.forms("import")[-1].fill({"text": text}))


def bring(phone: Phone, text: str) -> Page:
    """Look at a file, and bring it in."""
    assert look(phone, text).status == 200, phone.page.alerts
    answer = phone.post(phone.page.forms("import")[0].fill({"sure": "1"}))
    assert answer.status == 303
    return phone.open(answer.headers["Location"])


def taken_along(phone: Phone) -> list[dict[str, Any]]:
    files: list[dict[str, Any]] = json.loads(phone.client.get("/export.json").data)
    return files


def played(phone: Phone) -> str:
    """Play something of each game, with all that a file can hold; give the file of all of it."""
    for game in GAMES:
        match_id = phone.start(game).match_id
        phone.play(*ROUNDS[game], *ROUNDS[game])
        phone.say("misdeal")
        phone.open(f"/m/{match_id}/table")
        phone.say("dealer", {"seat": "3", "why": "दादी makes tea"})
        phone.open(f"/m/{match_id}/table")
        phone.say("substitute", {"leaves": "1:seat-1", "name": "بلال"})
        phone.play(*ROUNDS[game])
        phone.open(f"/m/{match_id}/table")
        phone.say("end", {"how": "conceded-1"})
    return phone.client.get("/export.json").text


def shortened(phone: Phone) -> str:
    """Play a match that a later change of its rules ends before its last rounds; give its file."""
    match_id = phone.start("tervi").match_id
    for bidder in ("1", "1", "0"):
        phone.play({"bidder": bidder, "bid": "8"}, {"made": "true"})
    phone.open(f"/m/{match_id}/rules")
    assert phone.post(phone.fill("look", {"gap_limit": "10"})).status == 200
    phone.say("rules")
    assert "not counted" in phone.open(f"/m/{match_id}/history").words
    return phone.client.get("/export.json").text


def test_another_phone_gets_every_match_to_the_last_figure(asha: Phone, bilal: Phone) -> None:
    text = played(asha)
    bring(bilal, text)
    mine = {json.dumps(file) for file in taken_along(asha)}
    theirs = {json.dumps(file) for file in taken_along(bilal)}
    assert len(mine) == len(GAMES)
    assert mine < theirs


def test_rounds_that_do_not_count_come_along_and_do_not_count(asha: Phone, chitra: Phone) -> None:
    bring(chitra, shortened(asha))
    assert taken_along(chitra) == taken_along(asha)
    (link,) = [link for link in chitra.page.links() if link.startswith("/m/")]
    assert "not counted" in chitra.open(f"{link}/history").words


def test_a_match_brought_in_is_played_on(asha: Phone, chitra: Phone) -> None:
    asha.start()
    asha.play({"tens": "3-1"})
    page = bring(chitra, asha.client.get("/export.json").text)
    (link,) = [link for link in page.links() if link.startswith("/m/")]
    chitra.open(link)
    chitra.play({"tens": "3-1"})
    assert "Round 3" in chitra.page.words
    chitra.say("undo", {"target": ...})
    assert "Round 2" in chitra.page.words


def test_bringing_in_twice_makes_no_double(app: Flask, asha: Phone, chitra: Phone) -> None:
    text = played(asha)
    bring(chitra, text)
    before = dump(app)
    assert "5 are on this phone already" in look(chitra, text).words
    bring(chitra, text)
    bring(chitra, json.dumps([json.loads(text), json.loads(text)]))
    assert dump(app) == before


def test_what_this_phone_played_itself_comes_to_no_double(app: Flask, asha: Phone) -> None:
    text = played(asha)
    before = dump(app)
    assert "5 are on this phone already" in look(asha, text).words
    bring(asha, text)
    assert dump(app) == before


def test_what_was_put_away_comes_back(asha: Phone) -> None:
    match_id = asha.start().match_id
    text = asha.client.get("/export.json").text
    asha.open(f"/m/{match_id}/table")
    asha.say("delete", {"sure": "1"})
    assert f"/m/{match_id}" not in asha.page.links()
    assert f"/m/{match_id}" in bring(asha, text).links()


def test_two_matches_alike_but_for_their_start_stay_two(asha: Phone, chitra: Phone) -> None:
    asha.start()
    asha.start()
    bring(chitra, asha.client.get("/export.json").text)
    assert len(taken_along(chitra)) == 2


def test_looking_keeps_nothing(app: Flask, asha: Phone, chitra: Phone) -> None:
    text = played(asha)
    with unwritten(app):
        page = look(chitra, text)
    assert "5 matches in this file" in page.words
    assert "Nothing is wrong with it." in page.words


def test_one_match_or_the_answer_of_its_address_or_a_list_of_either(asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    answer = json.loads(asha.client.get(f"/m/{match_id}.json").data)
    for text in (json.dumps(answer), json.dumps([answer]), "\ufeff" + json.dumps(answer), json.dumps(answer["match"])):
        bring(chitra, text)
        (file,) = taken_along(chitra)
        assert {name: file[name] for name in answer["match"]} == answer["match"]


def test_the_file_of_one_match_brings_its_date_along_and_has_a_name(asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    (link,) = [link for link in asha.open(f"/m/{match_id}/summary").links() if link.endswith("/export.json")]
    answer = asha.client.get(link)
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="dehla_pakad-20')
    bring(chitra, answer.text)
    assert taken_along(chitra) == taken_along(asha)
    assert match_id not in answer.text


def test_a_file_is_uploaded_with_its_mark_of_unicode(asha: Phone, chitra: Phone) -> None:
    asha.start(names=("आशा", *PEOPLE[1:4]))
    text = asha.client.get("/export.json").data
    chitra.open("/import")
    answer = chitra.client.post(
        "/import",
        data={"file": (io.BytesIO(b"\xef\xbb\xbf" + text), "matches.json"), "text": ""},
        headers={"Origin": chitra.origin},
        content_type="multipart/form-data",
    )
    assert answer.status_code == 200
    assert "आशा" in answer.text


@pytest.mark.parametrize("name", sorted(path.name for path in FIXTURES.glob("match-file-*.json")))
def test_files_of_every_earlier_version_open(chitra: Phone, name: str) -> None:
    text = (FIXTURES / name).read_text()
    file: Any = load(text.encode())
    bring(chitra, text)
    brought = taken_along(chitra)
    for match in brought:
        match.pop("started")
    wanted = {json.dumps(score(match), sort_keys=True) for match in file["matches"]}
    assert {json.dumps(score(match), sort_keys=True) for match in brought} == wanted


FAULTS = {
    "": "Choose a match file, or paste one.",
    "not json": "This is no match file: it cannot be read as JSON.",
    '{"game": 1, "game": 2}': "This is no match file: it cannot be read as JSON.",
    "[]": "There is no match in this file.",
    "7": "match 1: a match is an object with game, seats, first_dealer and rounds",
    '{"game": "tervi"}': "match 1: “seats” is missing",
}


@pytest.mark.parametrize("text", FAULTS)
def test_what_is_no_match_file_is_said_so_and_kept_to_be_mended(app: Flask, chitra: Phone, text: str) -> None:
    with unwritten(app):
        page = look(chitra, text)
    assert page.status == 422
    assert FAULTS[text] in page.alerts
    (field,) = page.all("textarea")
    assert (field.text or "") == text


def test_each_faulty_match_is_named_with_its_round_and_nothing_is_brought_in(app: Flask, asha: Phone) -> None:
    good: dict[str, Any] = {
        "game": "dehla_pakad",
        "seats": list(PEOPLE[:4]),
        "first_dealer": 0,
        "rounds": [{"tens": [3, 1]}],
    }
    files: list[Any] = [
        good,
        {**good, "rounds": [{"tens": [3, 1]}, {"tens": [3, 2]}]},
        {**good, "seats": ["x" * 31, "", "", ""]},
        {**good, "started": "yesterday"},
        {**good, "started": "2026-03-01T10:00:00"},
        {**good, "options": {"target": 0}},
        {**good, "format": 2},
        {**good, "options": {"target": 9999}, "rounds": good["rounds"] * 1001},
    ]
    with unwritten(app):
        page = look(asha, json.dumps(files))
    assert page.status == 422
    for told in (
        "match 2: round 2: the tens of both sides add up to 4",
        "match 3: seats, 0: at most 30 letters",
        "match 4: started: a date and time with its zone is wanted",
        "match 5: started: a date and time with its zone is wanted",
        "match 6: options, target: a whole number from 1 to 9999 is wanted",
        "match 7: this is format 1; another cannot be read",
        "match 8: more than 1000 rounds cannot be brought in",
    ):
        assert told in page.alerts
    assert "match 1:" not in page.alerts
    assert page.forms("import")[0].has("text")


def test_no_name_in_a_file_becomes_html(chitra: Phone) -> None:
    file = {"game": "dehla_pakad", "seats": ["<b>x</b>", "y", "z", "w"], "first_dealer": 0, "rounds": []}
    page = look(chitra, json.dumps(file))
    assert "<b>x</b>" in page.words
    assert page.all("b") == []


def test_a_file_that_is_too_large_is_refused_and_a_long_one_is_not(app: Flask, chitra: Phone) -> None:
    rounds = [{"tens": [3, 1]}, {"tens": [1, 3]}] * 40
    file = {"game": "dehla_pakad", "seats": list(PEOPLE[:4]), "first_dealer": 0, "rounds": rounds}
    files = [{**file, "started": f"2026-03-01T10:00:{second:02}Z"} for second in range(60)]
    text = json.dumps(files)
    assert len(text) > 64 * 1024
    bring(chitra, text)
    assert len(taken_along(chitra)) == 60
    with unwritten(app):
        answer = chitra.client.post("/import", data={"text": " " * 5_000_000}, headers={"Origin": chitra.origin})
    assert answer.status_code == 413


def test_when_one_cannot_be_kept_none_is(app: Flask, chitra: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    file = {"game": "dehla_pakad", "seats": list(PEOPLE[:4]), "first_dealer": 0, "rounds": [{"tens": [3, 1]}]}
    text = json.dumps([file, {**file, "first_dealer": 1}])
    page = look(chitra, text)
    letter = page.forms("import")[0].fill({"sure": "1"})
    made = kept.new_match
    calls: list[str] = []

    def full(match_id: str, *more: Any) -> Any:
        calls.append(match_id)
        if len(calls) == 2:
            raise OSError("the disk is full")
        return made(match_id, *more)

    monkeypatch.setattr(kept, "new_match", full)
    with unwritten(app):
        assert chitra.post(letter).status == 500
    assert len(calls) == 2


def test_another_site_brings_in_nothing(app: Flask, chitra: Phone) -> None:
    chitra.open("/import")
    letter = chitra.page.forms("import")[-1].fill({"text": "[]"})
    with unwritten(app):
        assert chitra.post(letter, headers={"Origin": "https://evil.example"}).status == 403
