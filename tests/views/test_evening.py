"""An evening of rematches: who leads the series, by players where names tell, and a match struck from it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
import sqlalchemy as sa
from flask import Flask
from phones import PEOPLE, Page, Phone, unwritten

from scorekeeper.models import Match, db

A, B = "4-0", "0-4"


def play_evening(phone: Phone, *results: str, names: Sequence[str] = PEOPLE[:4]) -> list[str]:
    """Play a match and its rematches, each won in one round; an empty result leaves the last one open."""
    ids = [phone.start(names=names).match_id]
    for place, result in enumerate(results):
        if place:
            ids.append(phone.say("rematch").match_id)
        if result:
            phone.play({"tens": result})
    return ids


def reseat(app: Flask, match_id: str, *names: str) -> None:
    """Let a rematch have been started with other people in its seats."""
    with app.app_context():
        db.session.execute(sa.update(Match).where(Match.id == match_id).values(names=list(names)))
        db.session.commit()
        app.extensions["readings"].clear()


def verdict(page: Page) -> str:
    (heading,) = page.by_class("verdict")
    return heading


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ([A, B, A, B, A], "Asha + Chitra lead the series 3–2."),
        ([B, B], "Bilal + Deepak lead the series 2–0."),
        ([A, B], "The series is level at 1–1."),
        ([""], "No match of this series is over yet."),
        ([A, ""], "Asha + Chitra lead the series 1–0."),
    ],
)
def test_it_says_who_leads_from_whichever_match_it_is_opened(asha: Phone, results: list[str], told: str) -> None:
    for match_id in play_evening(asha, *results):
        assert verdict(asha.open(f"/m/{match_id}/evening")) == told


def series(page: Page) -> list[str]:
    """What a match's own page says of the series."""
    return ["".join(link.itertext()) for link in page.all("a") if (link.get("href") or "").endswith("/evening")]


def test_a_match_says_who_leads_the_series_and_leads_to_the_evening(asha: Phone) -> None:
    _, _, third = play_evening(asha, A, B, "")
    assert series(asha.open(f"/m/{third}")) == ["The series is level at 1–1."]
    asha.play({"tens": B})
    assert series(asha.page) == ["Bilal + Deepak lead the series 2–1."]
    asha.say("rematch")
    assert series(asha.page) == ["Bilal + Deepak lead the series 2–1."]


def test_a_phone_that_writes_its_own_page_is_told_the_series_with_the_rematch(asha: Phone) -> None:
    play_evening(asha, A, A)
    answer = asha.post(asha.fill("rematch"), headers={"Accept": "application/json"})
    assert json.loads(answer.html)["series"] == {"won": [2, 0], "counts": True}


def test_whoever_enters_a_round_is_told_how_the_series_stands_by_now(asha: Phone) -> None:
    _, second = play_evening(asha, A, "")
    letter = asha.fill("round", {"tens": "3-1"})
    asha.open(f"/m/{second}/evening")
    asha.post(asha.page.forms("series")[0].fill({"struck": "1"}))
    answer = asha.post(letter, headers={"Accept": "application/json"})
    assert json.loads(answer.html)["series"] == {"won": [0, 0], "counts": True}


def test_a_match_by_itself_is_no_series(asha: Phone) -> None:
    play_evening(asha, A)
    assert series(asha.page) == []


def test_the_series_is_told_for_the_teams_as_they_sit_now(app: Flask, asha: Phone) -> None:
    _, second = play_evening(asha, A, A)
    reseat(app, second, "Bilal", "asha", "Deepak", "Chitra")
    assert series(asha.open(f"/m/{second}")) == ["The series is level at 1–1."]


def test_a_match_that_was_struck_adds_nothing_to_the_series(asha: Phone) -> None:
    first, second = play_evening(asha, A, A)
    asha.open(f"/m/{first}/evening")
    asha.post(asha.page.forms("series")[1].fill({"struck": "1"}))
    assert series(asha.open(f"/m/{second}")) == ["Asha + Chitra lead the series 1–0."]
    assert series(asha.open(f"/m/{first}")) == []


def test_swapped_seats_are_counted_by_players(app: Flask, asha: Phone) -> None:
    _, second, third = play_evening(asha, A, A, A)
    reseat(app, second, "Bilal", "asha", "Deepak", "Chitra")
    assert verdict(asha.open(f"/m/{third}/evening")) == "Asha + Chitra lead the series 2–1."


def test_other_partners_are_counted_by_seats_and_each_player_by_name(app: Flask, asha: Phone) -> None:
    _, second = play_evening(asha, A, A)
    reseat(app, second, "Asha", "Chitra", "Bilal", "Deepak")
    page = asha.open(f"/m/{second}/evening")
    assert verdict(page) == "Asha + Chitra lead the series 2–0."
    rows = [[cell.findtext("bdi") or cell.text for cell in row.iter("td")] for row in page.all("tr")][1:]
    assert rows == [["Asha", "2", "2"], ["Bilal", "1", "2"], ["Chitra", "1", "2"], ["Deepak", "0", "2"]]


def test_without_names_the_seats_are_counted(asha: Phone) -> None:
    *_, last = play_evening(asha, A, B, B, names=("", "", "", ""))
    assert verdict(asha.open(f"/m/{last}/evening")) == "Team B lead the series 2–1."


def test_a_correction_changes_the_series(asha: Phone) -> None:
    first, second = play_evening(asha, A, A)
    asha.open(f"/m/{second}/history")
    asha.open(next(link for link in asha.page.links() if "/round/" in link))
    asha.post(next(form for form in asha.page.forms("look") if form.has("tens")).fill({"tens": B}))
    asha.say("correct")
    assert verdict(asha.open(f"/m/{first}/evening")) == "The series is level at 1–1."


def test_a_match_is_struck_and_counted_again(app: Flask, asha: Phone) -> None:
    first, second, _ = play_evening(asha, A, B, B)
    asha.open(f"/m/{first}/evening")
    letter = asha.page.forms("series")[1].fill({"struck": "1"})
    assert letter.action == f"/m/{second}/series"
    assert asha.post(letter).status == 303
    page = asha.open(f"/m/{first}/evening")
    assert verdict(page) == "The series is level at 1–1."
    assert "Does not count." in page.words
    assert asha.client.get(f"/m/{first}/evening.txt").text.count("beat") == 2
    assert asha.post(letter).status == 303  # twice is once
    asha.open(f"/m/{first}/evening")
    asha.post(asha.page.forms("series")[1].fill({"struck": "0"}))
    assert verdict(asha.open(f"/m/{first}/evening")) == "Bilal + Deepak lead the series 2–1."


def test_a_reader_sees_the_series_but_strikes_nothing_and_learns_no_other_address(
    app: Flask, asha: Phone, stranger: Phone
) -> None:
    first, second = play_evening(asha, A, B)
    asha.open(f"/m/{first}/evening")
    letter = asha.page.forms("series")[0].fill({"struck": "1"})
    page = stranger.open(f"/m/{second}/evening")
    assert verdict(page) == "The series is level at 1–1."
    assert page.writing == []
    assert first not in page.html
    with unwritten(app):
        assert stranger.post(letter).status == 403


def test_a_match_that_was_put_away_is_no_part_of_it(asha: Phone) -> None:
    first, second, third = play_evening(asha, A, B, A)
    asha.open(f"/m/{second}/table")
    asha.say("delete", {"sure": "1"})
    for match_id in (first, third):
        assert verdict(asha.open(f"/m/{match_id}/evening")) == "Asha + Chitra lead the series 2–0."


def test_the_evening_has_a_text_for_a_chat(asha: Phone) -> None:
    first, _ = play_evening(asha, A, B)
    lines = asha.client.get(f"/m/{first}/evening.txt").text.splitlines()
    assert lines[0] == "The series is level at \u20681–1\u2069."
    assert lines[1] == "1. Dehla Pakad: Asha + Chitra beat Bilal + Deepak with all four tens in one round."
    assert lines[2] == "2. Dehla Pakad: Bilal + Deepak beat Asha + Chitra with all four tens in one round."
    assert lines[3].startswith("2 matches · ")
    assert lines[4] == f"http://localhost/m/{first}/evening"


def test_the_summary_of_a_match_leads_to_its_evening_where_there_is_one(asha: Phone) -> None:
    first, second = play_evening(asha, A, "")
    assert f"/m/{first}/evening" in asha.open(f"/m/{first}/summary").links()
    assert f"/m/{second}/evening" in asha.open(f"/m/{second}/summary").links()
    alone = asha.start().match_id
    assert f"/m/{alone}/evening" not in asha.open(f"/m/{alone}/summary").links()
