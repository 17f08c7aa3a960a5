"""Home: the running match first, what was played, and where an installed app begins."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from phones import ROUNDS, Page, Phone, unwritten

from scorekeeper.games import GAMES


def matches_on(page: Page) -> list[str]:
    """Give the matches that a page leads to, in its order."""
    return [link.removeprefix("/m/") for link in page.links() if link.startswith("/m/")]


def test_a_phone_that_never_played_is_offered_every_game(stranger: Phone) -> None:
    page = stranger.open("/")
    assert page.status == 200
    assert [link for link in page.links() if link.startswith("/new/")] == [f"/new/{game}" for game in GAMES]
    assert matches_on(page) == []
    assert "Set-Cookie" not in page.headers


def test_the_newest_unfinished_match_is_first_then_the_others_then_the_played(asha: Phone) -> None:
    first, second, third = (asha.start().match_id for _ in range(3))
    asha.open(f"/m/{third}")
    asha.play({"tens": "4-0"})
    asha.open(f"/m/{first}")
    asha.play({"tens": "3-1"})
    page = asha.open("/")
    assert matches_on(page) == [second, first, third]
    assert "Continue" in page.words


def test_a_match_that_was_won_by_mistake_is_first_again_after_undo(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "4-0"})
    assert "Continue" not in asha.open("/").words
    asha.open(f"/m/{match_id}")
    asha.say("undo", {"target": ...})
    page = asha.open("/")
    assert matches_on(page) == [match_id]
    assert "Continue" in page.words


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_of_the_list_are_those_of_the_match(asha: Phone, game: str) -> None:
    match_id = asha.start(game).match_id
    asha.play(*ROUNDS[game])
    steps = [
        ("", "misdeal", {}),
        ("", "undo", {"target": ...}),
        ("", "undo", {"target": ...}),
        ("", "redo", {"target": ...}),
        ("/table", "end", {"how": "agreed"}),
        ("", "undo", {"target": ...}),
    ]
    for address, end, typed in steps:
        asha.open(f"/m/{match_id}{address}")
        asha.say(end, typed)
        board = asha.open(f"/m/{match_id}")
        figures = board.by_class("score") or board.by_class("digits")  # a bid that stands is larger than the score
        home = asha.open("/")
        over = "Played" in home.words
        shown = [end for end in home.by_class("end") if end != "›"] if over else home.by_class("digits")
        assert shown[0].startswith(figures[0].split()[0]), (end, figures, shown)


def test_a_played_match_tells_its_result_players_and_date(asha: Phone) -> None:
    asha.start()
    asha.play({"tens": "0-4"})
    page = asha.open("/")
    assert "Bilal + Deepak win" in page.words
    assert "All four tens in one round" in page.words
    assert "Asha + Chitra – Bilal + Deepak" in page.words
    assert len([time for time in page.all("time") if "data-date" in time.attrib]) == 1


def test_each_phone_sees_its_own_matches_only(asha: Phone, bilal: Phone) -> None:
    match_id = asha.start().match_id
    assert matches_on(asha.open("/")) == [match_id]
    assert match_id not in bilal.open("/").html
    bilal.open(f"/m/{match_id}")  # reading along adds nothing to the list
    assert match_id not in bilal.open("/").html


def test_an_installed_app_begins_at_the_running_match_or_at_home(asha: Phone, stranger: Phone) -> None:
    older, newer = asha.start().match_id, asha.start().match_id
    assert asha.open("/start").address == f"/m/{newer}"
    asha.play({"tens": "4-0"})
    assert asha.open("/start").address == f"/m/{older}"
    asha.play({"tens": "4-0"})
    assert asha.open("/start").address == "/"
    assert stranger.open("/start").address == "/"


def test_start_is_never_kept_by_a_browser(asha: Phone) -> None:
    answer = asha.client.get("/start")
    assert answer.status_code == 302
    assert "no-cache" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_a_chosen_look_is_kept_on_this_phone(app: Flask, asha: Phone, bilal: Phone, theme: str) -> None:
    asha.open("/")
    letter = asha.fill("look", {"theme": theme})
    with unwritten(app):
        assert asha.post(letter).status == 303
    page = asha.open("/")
    assert page.tree.get("data-theme") == theme
    buttons = [button for button in page.all("button") if button.get("name") == "theme"]
    (pressed,) = [button for button in buttons if button.get("aria-pressed") == "true"]
    assert pressed.get("value") == theme
    assert bilal.open("/").tree.get("data-theme") is None
    asha.post(asha.fill("look", {"theme": ""}))
    assert asha.open("/").tree.get("data-theme") is None


def test_a_look_that_there_is_not_is_as_the_phone(asha: Phone) -> None:
    asha.open("/")
    assert asha.post(asha.fill("look", {"theme": "dark"}).but(theme='"><script>')).status == 303
    assert asha.open("/").tree.get("data-theme") is None
    asha.client.set_cookie("theme", '"><script>alert(1)</script>')
    assert "alert(1)" not in asha.open("/").html


def test_the_look_is_no_page(asha: Phone) -> None:
    assert asha.open("/look").status == 405


def test_the_manifest_names_icons_that_are_there(asha: Phone) -> None:
    page = asha.open("/manifest.webmanifest")
    assert page.headers["Content-Type"].startswith("application/manifest+json")
    manifest = json.loads(page.html)
    assert manifest["start_url"] == "/start"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        image = asha.open(icon["src"])
        assert image.headers["Content-Type"] == "image/png"
        assert image.body.startswith(b"\x89PNG")


def test_plain_http_says_in_one_line_what_is_missing(app: Flask) -> None:
    line = "With https the app could also be installed"
    assert line in Phone(app, "http://192.168.1.7:8000").open("/").words
    assert line not in Phone(app, "https://cards.example").open("/").words
    for own in ("http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"):
        assert line not in Phone(app, own).open("/").words
