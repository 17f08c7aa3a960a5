"""The chart of a match: a line whose points are the gap, or the streak, after each round, and the same in words."""

from __future__ import annotations

from flask import Flask
from phones import Page, Phone, Typed
from test_history_marks import add_rounds
from trees import text_of

A, B = {"bidder": "0", "bid": "8"}, {"bidder": "1", "bid": "8"}
MADE, FAILED = {"made": "true"}, {"made": "false"}


def chart_of(phone: Phone, game: str, *rounds: Typed, **options: object) -> Page:
    """Play rounds and open the history."""
    match_id = phone.start(game, **options).match_id
    phone.play(*rounds)
    return phone.open(f"/m/{match_id}/history")


def points(page: Page) -> str:
    (line,) = [each for each in page.tree.iter() if each.tag.endswith("polyline")]
    return line.get("points", "")


def dots(page: Page) -> list[tuple[str, str, str]]:
    circles = [each for each in page.tree.iter() if each.tag.endswith("circle")]
    return [(dot.get("cx", ""), dot.get("cy", ""), dot.get("class", "").split()[-1]) for dot in circles]


def told(page: Page) -> str:
    """What the chart says in words; whoever hears the page is told the same as whoever sees it."""
    (caption,) = page.all("figcaption")
    (picture,) = [each for each in page.tree.iter() if each.tag.endswith("svg") and each.get("role") == "img"]
    assert picture.get("aria-label") == text_of(caption)
    return text_of(caption)


def test_there_is_no_chart_before_the_first_round(asha: Phone) -> None:
    page = chart_of(asha, "tervi")
    assert page.all("figure") == []


def test_the_gap_of_a_bidding_match_goes_up_for_a_and_down_for_b(asha: Phone) -> None:
    # 52 points behind is the edge, 52 px from the middle at 60: so each point is a pixel.
    page = chart_of(asha, "tervi", A, MADE, B, MADE, A, FAILED)
    assert points(page) == "8,60.0 109.3,52.0 210.7,60.0 312.0,76.0"
    assert dots(page) == [("109.3", "52.0", "a"), ("210.7", "60.0", "dot"), ("312.0", "76.0", "b")]
    assert told(page) == "Largest lead: Bilal + Deepak by 16 after round 3. Changes of lead: 1."


def test_the_limits_are_drawn_where_a_side_has_won(asha: Phone) -> None:
    page = chart_of(asha, "tervi", A, MADE)
    limits = [each.get("d") for each in page.tree.iter() if each.get("class") == "limit"]
    assert limits == ["M8 8.0H312", "M8 112.0H312"]
    (zero,) = [each.get("d") for each in page.tree.iter() if each.get("class") == "zero"]
    assert zero == "M8 60.0H312"


def test_a_gap_beyond_the_limit_stays_on_the_chart(asha: Phone) -> None:
    page = chart_of(asha, "tervi", A, FAILED, A, FAILED, gap_limit="20")
    # 32 behind with a limit of 20: the reach is 32.
    assert dots(page) == [("160.0", "86.0", "b"), ("312.0", "112.0", "b")]
    assert told(page) == "Largest lead: Bilal + Deepak by 32 after round 2. Changes of lead: 0."


def test_a_streak_falls_to_the_other_side_and_a_draw_keeps_it(asha: Phone) -> None:
    page = chart_of(asha, "dehla_pakad", {"tens": "3-1"}, {"tens": "3-1"}, {"tens": "2-2"}, {"tens": "1-3"}, target="4")
    # A target of 4 is 52 px from the middle: 13 px a round.
    assert points(page) == "8,60.0 84.0,47.0 160.0,34.0 236.0,34.0 312.0,73.0"
    assert told(page) == "Longest run: Asha + Chitra with 2, up to round 2."


def test_points_and_rounds_are_drawn_as_the_lead(asha: Phone) -> None:
    page = chart_of(asha, "dehla_pakad", {"tens": "3-1"}, {"tens": "3-1"}, {"tens": "1-3"}, mode="points")
    assert [y for _, y, _ in dots(page)] == ["34.0", "8.0", "34.0"]
    assert told(page) == "Furthest ahead: Asha + Chitra by 2 after round 2."
    page = chart_of(asha, "tervi_classic", {"winner": "B", "tricks": "3-7"})
    assert dots(page) == [("312.0", "112.0", "b")]


def test_a_match_that_was_level_all_along_says_so(asha: Phone) -> None:
    page = chart_of(asha, "dehla_pakad", {"tens": "2-2"}, {"tens": "2-2"})
    assert told(page) == "Level all along."
    assert points(page) == "8,60.0 160.0,60.0 312.0,60.0"


def test_misdeals_and_rounds_that_do_not_count_are_no_points(asha: Phone) -> None:
    match_id = asha.start(target="2").match_id
    asha.play({"tens": "3-1"})
    asha.say("misdeal")
    asha.play({"tens": "1-3"}, {"tens": "3-1"})
    asha.open(f"/m/{match_id}/rules")
    asha.post(asha.page.form("look").fill({"target": "1"}))
    asha.say("rules")
    page = asha.open(f"/m/{match_id}/history")
    assert len(dots(page)) == 1


def test_a_long_match_is_a_line_without_dots(app: Flask, asha: Phone) -> None:
    match_id = asha.start(target="9999").match_id
    asha.play({"tens": "3-1"})
    add_rounds(app, match_id, 250)
    page = asha.open(f"/m/{match_id}/history")
    assert len(points(page).split()) == 251
    assert dots(page) == []
    assert points(asha.open(f"/m/{match_id}/history?from=200")) == points(page)
