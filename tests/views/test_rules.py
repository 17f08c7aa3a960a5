"""The pages of rules: anybody may read them, and they say what is scored, by the house rules of a match too."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import PEOPLE, Page, Phone, text_of, unwritten

from scorekeeper.games import GAMES
from scorekeeper.words import OPTIONS

every_game = pytest.mark.parametrize("game", GAMES)


def rows(page: Page) -> list[list[str]]:
    """Read the table of what a round is worth, without its head."""
    words = [[cell.find("bdi") if cell.find("bdi") is not None else cell for cell in row] for row in page.all("tr")]
    return [[text_of(cell) for cell in row] for row in words][1:]


def section(page: Page, name: str) -> str:
    """Read one part of the page."""
    (found,) = page.all("section", id=name)
    return text_of(found)


def opened_from_a_match(phone: Phone, game: str, seats: int = 4, **options: object) -> Page:
    """Start a match and open the rules from its page of the table."""
    match_id = phone.start(game, PEOPLE[:seats], **options).match_id
    (link,) = [link for link in phone.open(f"/m/{match_id}/table").links() if link.startswith("/rules/")]
    return phone.open(link)


def pictures(page: Page, name: str) -> int:
    """Count the pictures in one part of the page; nobody has them read aloud."""
    (found,) = page.all("section", id=name)
    drawn = [one for one in found.iter() if {"draw", "pips"} & set((one.get("class") or "").split())]
    assert all(one.get("aria-hidden") == "true" for one in drawn)
    return len(drawn)


# --- pictures ---


@every_game
@pytest.mark.parametrize("language", ["en", "hi", "ur", "hi-Latn"])
def test_pictures_show_what_a_round_is_worth_who_deals_and_what_a_kot_is(
    stranger: Phone, game: str, language: str
) -> None:
    page = stranger.open(f"/rules/{game}?lang={language}")
    assert pictures(page, "worth") >= 2
    assert pictures(page, "dealer") == 2
    assert pictures(page, "end") == (
        0 if game == "tervi_classic" else 1
    )  # its kot is the first row of what it is worth


def test_the_chip_goes_the_way_the_table_plays(asha: Phone) -> None:
    def chip(page: Page) -> str:
        _, moved = [one for one in page.all("svg") if "seating" in (one.get("class") or "")]
        return next(one.get("transform") or "" for one in moved.iter("g") if one.find("text") is not None)

    assert chip(asha.open("/rules/dehla_pakad")) == "translate(44 0)"
    assert chip(opened_from_a_match(asha, "dehla_pakad", direction="clockwise")) == "translate(-44 0)"


def test_a_rope_is_never_pulled_past_its_end(asha: Phone) -> None:
    page = opened_from_a_match(asha, "tervi", gap_limit="5")
    ropes = [one for one in page.all("svg") if "line" in (one.get("class") or "").split()]
    knots = [float(circle.get("cx") or 0) for one in ropes for circle in one.iter("circle")]
    assert knots == [10.0, 10.0]
    assert [path.get("d") for one in ropes for path in one.iter("path") if path.get("class") == "full"] == [
        "M150 3l11 11-11 11-11-11z"
    ]


@pytest.mark.parametrize(("target", "on"), [("1", [1]), ("2", [1, 1, 2]), ("7", [3, 1, 7])])
def test_a_run_that_goes_on_is_never_drawn_full(asha: Phone, target: str, on: list[int]) -> None:
    page = opened_from_a_match(asha, "court_piece", target=target)
    runs = [one for one in page.all("span") if "pips" in (one.get("class") or "").split()]
    assert [len([pip for pip in one if pip.get("class") == "on"]) for one in runs] == on


# --- finding them ---


def test_home_leads_to_the_rules_of_every_game(stranger: Phone) -> None:
    assert "/rules" in stranger.open("/").links()
    links = stranger.open("/rules").links()
    assert [link for link in links if link.startswith("/rules/")] == [f"/rules/{game}" for game in GAMES]


@every_game
def test_a_new_match_leads_to_its_rules(stranger: Phone, game: str) -> None:
    assert f"/rules/{game}" in stranger.open(f"/new/{game}").links()


def test_who_only_reads_a_match_finds_its_rules_on_it(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    assert f"/rules/dehla_pakad?match={match_id}" in stranger.open(f"/m/{match_id}").links()


@every_game
def test_the_way_back_from_a_match_leads_to_that_match(asha: Phone, game: str) -> None:
    match_id = asha.start(game).match_id
    page = asha.open(f"/rules/{game}?match={match_id}")
    assert page.status == 200
    assert page.links().count(f"/m/{match_id}") == 2
    assert "as this table plays" in page.words


@every_game
def test_without_a_match_the_way_on_is_a_new_one(stranger: Phone, game: str) -> None:
    links = stranger.open(f"/rules/{game}").links()
    assert "/rules" in links
    assert f"/new/{game}" in links


def test_rules_of_a_game_that_nobody_knows_are_not_on_the_table(stranger: Phone) -> None:
    page = stranger.open("/rules/poker")
    assert page.status == 404
    assert "not on the table" in page.words


@pytest.mark.parametrize("match_id", ["", "nowhere", "0" * 32, "%00", "%ff", "../x"])
def test_a_match_that_is_not_there_changes_no_rule(stranger: Phone, match_id: str) -> None:
    usual = stranger.open("/rules/tervi").words
    page = stranger.open(f"/rules/tervi?match={match_id}")
    assert (page.status, page.words) == (200, usual)


def test_a_match_of_another_game_or_a_deleted_one_changes_no_rule(asha: Phone) -> None:
    usual = asha.open("/rules/tervi").words
    other = asha.start("court_piece", target=3).match_id
    assert asha.open(f"/rules/tervi?match={other}").words == usual
    deleted = asha.start("tervi", gap_limit=26).match_id
    asha.open(f"/m/{deleted}/table")
    asha.say("delete", {"sure": "1"})
    assert asha.open(f"/rules/tervi?match={deleted}").words == usual


def test_reading_the_rules_writes_nothing(app: Flask, asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    with unwritten(app):
        stranger.open(f"/rules/dehla_pakad?match={match_id}")
        assert "Set-Cookie" not in stranger.page.headers


# --- what every page says ---


@every_game
def test_every_link_within_the_page_has_its_part(stranger: Phone, game: str) -> None:
    page = stranger.open(f"/rules/{game}")
    ids = [element.get("id", "") for element in page.tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in page.links() if link.startswith("#")} <= set(ids)


@every_game
def test_the_seats_are_told_in_playing_order(stranger: Phone, game: str) -> None:
    page = stranger.open(f"/rules/{game}")
    assert page.by_class("seat")[0] == "Dealer"
    assert page.by_class("seat")[1].startswith("Next cuts")
    assert page.by_class("seat")[2:] == ["Partner", "Last"]
    assert "anti-clockwise" in section(page, "seats")


@every_game
def test_the_losing_side_deals(stranger: Phone, game: str) -> None:
    told = section(stranger.open(f"/rules/{game}"), "dealer")
    assert "The dealer’s side lost: the same person deals again." in told
    assert "The dealer’s side won: the deal moves one seat to the right, which is always a loser’s seat." in told
    assert "Misdeal: the same person deals again" in told


@every_game
def test_every_house_rule_is_told_with_what_is_usual(stranger: Phone, game: str) -> None:
    told = section(stranger.open(f"/rules/{game}"), "house")
    for name in GAMES[game].options:
        title, sentence = OPTIONS[name]
        assert title in told
        assert sentence in told
    assert told.count("Usual: ") == len(GAMES[game].options)
    assert "This table" not in told


@every_game
def test_the_words_of_the_game_are_explained(stranger: Phone, game: str) -> None:
    told = section(stranger.open(f"/rules/{game}"), "words")
    assert "Misdeal" in told
    wanted = {"tervi": ["Gap"], "dehla_pakad": ["Kot", "Sirr", "Streak"], "double_sar": ["Kot", "Sirr", "Card points"]}
    for word in wanted.get(game, ["Kot", "Streak"]):
        assert word in told


@every_game
def test_a_table_that_goes_round_clockwise_reads_left(asha: Phone, game: str) -> None:
    page = opened_from_a_match(asha, game, direction="clockwise")
    assert "after you comes the person on your left" in section(page, "seats")
    assert "moves one seat to the left" in section(page, "dealer")
    assert "right" not in section(page, "dealer")
    assert [seat.get("data-pos") for seat in page.all("li") if seat.get("data-pos")] == ["0", "3", "2", "1"]


# --- Tervi ---


def test_tervi_tells_what_each_bid_gains_and_costs(stranger: Phone) -> None:
    assert rows(stranger.open("/rules/tervi")) == [
        ["7", "+7", "−7"],
        ["8", "+8", "−16"],
        ["9", "+9", "−18"],
        ["10", "+10", "−20"],
        ["11", "+11", "−22"],
        ["12", "+12", "−24"],
        ["13", "+13", "−26"],
    ]


def test_tervi_tells_that_exactly_the_limit_is_enough(stranger: Phone) -> None:
    told = section(stranger.open("/rules/tervi"), "end")
    assert "52 behind, or further, has lost. Exactly 52 is enough" in told


def test_tervi_opened_from_a_match_tells_its_limit_and_what_is_usual(asha: Phone) -> None:
    page = opened_from_a_match(asha, "tervi", gap_limit=26)
    assert "26 behind, or further" in section(page, "end")
    assert "52" not in section(page, "end")
    assert "This table: 26. Usual: 52." in section(page, "house")


# --- Tervi classic ---


@pytest.mark.parametrize(
    ("kot", "others", "meaning"),
    [
        ("no", ["a round"] * 7, "by the side that named trump."),
        ("seven_love", ["a round and a kot", *["a round"] * 6], "whichever side does it"),
        ("any", ["a round and a kot"] * 7, "any round won by the others too"),
    ],
)
def test_tervi_classic_tells_which_rounds_are_kots(asha: Phone, kot: str, others: list[str], meaning: str) -> None:
    page = opened_from_a_match(asha, "tervi_classic", defender_kot=kot)
    callers = ["a round and a kot", *["a round"] * 6]
    assert rows(page) == [[f"7–{n}", *both] for n, both in enumerate(zip(callers, others, strict=True))]
    assert meaning in section(page, "words")


def test_tervi_classic_tells_what_ends_it_if_anything_does(asha: Phone, stranger: Phone) -> None:
    assert "no fixed end" in section(stranger.open("/rules/tervi_classic"), "end")
    told = section(opened_from_a_match(asha, "tervi_classic", target_rounds=5, target_kots=2), "end")
    assert "to win 5 rounds" in told
    assert "to make 2 kots" in told
    assert "no fixed end" not in told


# --- Dehla Pakad ---


def test_dehla_pakad_tells_what_each_share_of_the_tens_is_worth(stranger: Phone) -> None:
    page = stranger.open("/rules/dehla_pakad")
    assert rows(page) == [
        ["4–0", "wins the match"],
        ["3–1", "wins the round"],
        ["2–2", "nobody wins"],
        ["1–3", "loses the round"],
        ["0–4", "loses the match"],
    ]
    assert "Win 7 rounds running" in section(page, "end")
    assert "Draws in between do not break the run" in section(page, "end")
    assert "that is a sirr" in section(page, "end")


def test_dehla_pakad_for_six_shares_twelve_tens(asha: Phone) -> None:
    page = opened_from_a_match(asha, "dehla_pakad", seats=6)
    assert len(rows(page)) == 13
    assert ["6–6", "nobody wins"] in rows(page)
    assert ["7–5", "wins the round"] in rows(page)
    assert "three against three" in section(page, "seats")
    assert "26 to each" in section(page, "deal")
    assert len(page.by_class("seat")) == 6


def test_dehla_pakad_without_the_instant_win_and_for_points_says_so(asha: Phone) -> None:
    page = opened_from_a_match(asha, "dehla_pakad", instant_win="false", mode="points", target=5)
    assert ["4–0", "wins the round"] in rows(page)
    assert "first side with 5 points" in section(page, "end")
    assert "sirr" not in section(page, "end")


def test_where_tricks_decide_level_tens_nothing_is_a_draw(asha: Phone) -> None:
    page = opened_from_a_match(asha, "dehla_pakad", two_two="tricks")
    assert ["level", "more tricks win the round"] in rows(page)
    assert "Nobody won" not in section(page, "dealer")
    assert "draw" not in section(page, "end").lower()


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("prior", "the round before decides"),
        ("last_decisive", "the last round that somebody did win decides"),
        ("same", "the same person deals again"),
        ("rotate", "the deal moves on"),
    ],
)
def test_who_deals_after_a_draw_is_told_as_the_house_has_it(asha: Phone, rule: str, sentence: str) -> None:
    told = section(opened_from_a_match(asha, "dehla_pakad", draw_dealer=rule), "dealer")
    assert sentence in told.partition("Nobody won: ")[2]


@pytest.mark.parametrize("game", ["dehla_pakad", "court_piece", "double_sar"])
@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("first_void", "A round begins without trump."),
        ("open", "plays open trump"),
        ("closed", "plays closed trump"),
        ("first_five", "from the first five cards"),
    ],
)
def test_how_trump_is_chosen_is_told_as_the_house_has_it(asha: Phone, game: str, mode: str, sentence: str) -> None:
    assert sentence in section(opened_from_a_match(asha, game, trump_mode=mode), "trump")


# --- the other two ---


def test_court_piece_has_no_draw_and_thirteen_tricks_win_at_once(stranger: Phone) -> None:
    page = stranger.open("/rules/court_piece")
    won = [[f"{n}–{13 - n}", "wins the round"] for n in range(12, 6, -1)]
    assert rows(page) == [["13–0", "wins the match"], *won]
    assert "Nobody won" not in section(page, "dealer")


def test_double_sar_tells_how_many_tricks_win_with_so_many_tens(stranger: Phone) -> None:
    page = stranger.open("/rules/double_sar")
    assert rows(page) == [
        ["4–0", "any: the match is yours"],
        ["3–1", "7 or more"],
        ["2–2", "7 or more"],
        ["1–3", "7 or more"],
        ["0–4", "none: the others win"],
    ]
    assert "Nobody wins at 28 to 28" not in page.words


@pytest.mark.parametrize("options", [{"instant_win": "false"}, {"instant_rule": "sweep"}])
def test_double_sar_can_be_drawn_where_four_tens_do_not_win_at_once(asha: Phone, options: dict[str, str]) -> None:
    page = opened_from_a_match(asha, "double_sar", **options)
    assert rows(page)[0] == ["4–0", "7 or more"]
    assert rows(page)[4] == ["0–4", "8 or more"]
    assert "Nobody wins at 28 to 28" in section(page, "worth")
    assert "Nobody won: " in section(page, "dealer")
