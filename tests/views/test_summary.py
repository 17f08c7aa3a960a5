"""The summary of a match: what it says, to whom, and that a correction changes all of it."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import PEOPLE, Page, Phone, unwritten
from trees import text_of

BID = {"bidder": "0", "bid": "8"}


def tervi(phone: Phone) -> str:
    """Play a match of Tervi to its end: A leads, B turns it, B wins."""
    match_id = phone.start("tervi").match_id
    hands = ((0, 8, "true"), (1, 9, "false"), (1, 13, "true"), (3, 12, "true"), (0, 13, "false"), (1, 11, "true"))
    for bidder, bid, made in hands:
        phone.play({"bidder": str(bidder), "bid": str(bid)}, {"made": made})
    assert "Match over" not in phone.page.words
    phone.play({"bidder": "3", "bid": "13"}, {"made": "true"}, {"bidder": "3", "bid": "13"}, {"made": "true"})
    return match_id


def facts(page: Page) -> dict[str, str]:
    rows = zip(page.all("dt"), page.all("dd"), strict=True)
    return {text_of(what): text_of(told) for what, told in rows}


def table(page: Page, heading: str) -> list[list[str]]:
    """Cells of the table under a heading, without its head."""
    (section,) = [each for each in page.all("section") if text_of(each.find("h2")) == heading]
    return [[text_of(cell) for cell in row.iter("td")] for row in section.find("table/tbody") or []]


def verdict(page: Page) -> str:
    (heading,) = page.by_class("verdict")
    return heading


def test_it_says_how_a_match_went(asha: Phone) -> None:
    page = asha.open(f"/m/{tervi(asha)}/summary")
    assert page.status == 200
    assert verdict(page) == "Bilal + Deepak beat Asha + Chitra, who fell 62 behind."
    assert facts(page) == {
        "Best bid": "Bilal 13 made (+13, round 3)",
        "Worst bid": "Asha 13 failed (−26, round 5)",
        "Longest streak": "Bilal + Deepak, 6 rounds up to round 8",
        "Biggest swing": "−26 for Asha + Chitra in round 5",
        "Changes of lead": "1",
        "Rounds": "8",
    }


def test_it_says_who_dealt_bid_and_made_it(asha: Phone) -> None:
    page = asha.open(f"/m/{tervi(asha)}/summary")
    told = table(page, "Players")
    assert [(name, bids, made) for name, _, bids, made in told] == [
        ("Asha", "2", "1"),
        ("Bilal", "3", "2"),
        ("Chitra", "0", "0"),
        ("Deepak", "3", "3"),
    ]
    assert sum(int(dealt) for _, dealt, _, _ in told) == 8


def test_it_lists_the_rounds_from_the_first_and_the_house_rules(asha: Phone) -> None:
    page = asha.open(f"/m/{tervi(asha)}/summary")
    rounds = table(page, "Rounds")
    assert [row[0] for row in rounds] == list("12345678")
    assert rounds[1] == ["2", "Bilal 9 failed Bilal dealt", "−18", "26"]
    (house,) = page.by_class("house")
    assert house == (
        "Points behind that lose the match: 52 Direction of play: anti-clockwise "
        "How trump is chosen: from the first five cards"
    )


@pytest.mark.parametrize(
    ("game", "rounds", "told"),
    [
        ("dehla_pakad", [{"tens": "4-0"}], "Asha + Chitra beat Bilal + Deepak with all four tens in one round."),
        ("dehla_pakad", [{"tens": "1-3"}] * 7, "Bilal + Deepak beat Asha + Chitra by a kot: 7 rounds running."),
        ("dehla_pakad", [{"tens": "1-3"}] * 2, "Bilal + Deepak have won 2 running against Asha + Chitra."),
        ("dehla_pakad", [{"tens": "2-2"}], "Asha + Chitra and Bilal + Deepak are level."),
        (
            "court_piece",
            [{"tricks": "13-0"}],
            "Asha + Chitra beat Bilal + Deepak with all thirteen tricks in one round.",
        ),
        ("court_piece", [], "Asha + Chitra play Bilal + Deepak. No round yet."),
        ("tervi_classic", [{"winner": "A", "tricks": "7-3"}], "Asha + Chitra lead Bilal + Deepak by 1."),
    ],
)
def test_every_way_a_match_can_stand_has_a_sentence(
    asha: Phone, game: str, rounds: list[dict[str, str]], told: str
) -> None:
    match_id = asha.start(game).match_id
    asha.play(*rounds)
    assert verdict(asha.open(f"/m/{match_id}/summary")) == told


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"target_rounds": "2"}, "Bilal + Deepak beat Asha + Chitra, first to 2 rounds."),
        ({"target_kots": "2"}, "Bilal + Deepak beat Asha + Chitra, first to 2 kots."),
    ],
)
def test_a_match_to_rounds_or_kots(asha: Phone, more: dict[str, str], told: str) -> None:
    match_id = asha.start("tervi_classic", defender_kot="any", **more).match_id
    asha.play(*[{"winner": "B", "tricks": "0-7"}] * 2)
    assert verdict(asha.open(f"/m/{match_id}/summary")) == told


def test_an_agreed_and_a_conceded_end(asha: Phone) -> None:
    for how, told in (
        ("agreed", "Asha + Chitra and Bilal + Deepak agreed to stop."),
        ("conceded-0", "Asha + Chitra conceded to Bilal + Deepak."),
    ):
        match_id = asha.start().match_id
        asha.open(f"/m/{match_id}/table")
        asha.say("end", {"how": how})
        assert verdict(asha.open(f"/m/{match_id}/summary")) == told


def test_after_a_correction_everything_tells_the_new_truth(asha: Phone) -> None:
    match_id = asha.start("dehla_pakad").match_id
    asha.play({"tens": "4-0"})
    asha.open(f"/m/{match_id}/history")
    asha.open(next(link for link in asha.page.links() if "/round/" in link))
    asha.post(next(form for form in asha.page.forms("look") if form.has("tens")).fill({"tens": "0-4"}))
    asha.say("correct")
    page = asha.open(f"/m/{match_id}/summary")
    assert verdict(page) == "Bilal + Deepak beat Asha + Chitra with all four tens in one round."
    assert facts(page)["Kots"] == "0–1"
    assert "Bilal + Deepak beat" in asha.client.get(f"/m/{match_id}/summary.txt").text


def test_who_sat_down_later_is_told_beside_whom_they_followed(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play({"bidder": "1", "bid": "8"}, {"made": "true"})
    asha.open(f"/m/{match_id}/table")
    asha.say("substitute", {"leaves": "1:seat-1", "name": "Esha"})
    asha.play({"bidder": "1", "bid": "9"}, {"made": "false"})
    told = table(asha.open(f"/m/{match_id}/summary"), "Players")
    assert [(name, bids, made) for name, _, bids, made in told][1:3] == [("Bilal", "1", "1"), ("Esha", "1", "0")]


def test_whoever_was_forced_did_not_bid(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play({"forced": "true"}, {"made": "false"})
    page = asha.open(f"/m/{match_id}/summary")
    assert "Worst bid" not in facts(page)
    assert {bids for _, _, bids, _ in table(page, "Players")} == {"0"}


def test_the_text_reads_well_in_a_chat(asha: Phone) -> None:
    match_id = tervi(asha)
    text = asha.client.get(f"/m/{match_id}/summary.txt?zone=Asia/Kolkata").text
    lines = text.splitlines()
    assert lines[0] == "Tervi: Bilal + Deepak beat Asha + Chitra, who fell 62 behind."
    assert lines[1:4] == [
        "Longest streak: Bilal + Deepak, 6 rounds up to round 8",
        "Best bid: Bilal 13 made (+13, round 3)",
        "Worst bid: Asha 13 failed (\u2068−26\u2069, round 5)",
    ]
    assert lines[4].startswith("8 rounds · ")
    assert lines[5].startswith(f"http://localhost/m/{match_id}/summary?v=")
    assert "<" not in text and "&" not in lines[0]


def test_a_name_that_looks_like_html_is_a_name(asha: Phone) -> None:
    match_id = asha.start(names=('<b>"Asha"', "B&B", "Chitra", "Deepak")).match_id
    asha.play({"tens": "3-1"})
    page = asha.open(f"/m/{match_id}/summary")
    assert page.all("b") == []
    assert verdict(page) == '<b>"Asha" + Chitra have won 1 running against B&B + Deepak.'
    assert (
        '<b>"Asha" + Chitra have won 1 running against B&B + Deepak.'
        in asha.client.get(f"/m/{match_id}/summary.txt").text
    )


def test_urdu_stays_in_its_place_in_a_chat(asha: Phone) -> None:
    match_id = asha.start(names=("بلال", "x", "گل", "y")).match_id
    asha.play({"tens": "3-1"})
    assert "Dehla Pakad: \u2068بلال + گل\u2069 have won 1" in asha.client.get(f"/m/{match_id}/summary.txt").text


def test_anybody_with_the_address_may_look_and_nothing_is_written(app: Flask, asha: Phone, stranger: Phone) -> None:
    match_id = tervi(asha)
    with unwritten(app):
        for end in ("summary", "summary.txt", "card.png", "card-tall.png", "qr", "evening", "evening.txt"):
            assert stranger.client.get(f"/m/{match_id}/{end}").status_code == 200
        assert stranger.client.get(f"/m/{match_id}.csv").status_code == 200


def test_the_match_page_leads_there_for_a_scorer_and_for_a_reader(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    for phone in (asha, stranger):
        assert f"/m/{match_id}/summary" in phone.open(f"/m/{match_id}").links()
        assert f"/m/{match_id}/summary" in phone.open(f"/m/{match_id}/table").links()


def test_a_match_that_was_put_away_has_no_summary(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.open(f"/m/{match_id}/table")
    asha.say("delete", {"sure": "1"})
    for end in ("summary", "summary.txt", "card.png", "qr", "evening"):
        assert asha.client.get(f"/m/{match_id}/{end}").status_code == 404


def test_the_code_holds_the_reading_address_in_black_on_white(asha: Phone) -> None:
    match_id = asha.start(names=PEOPLE[:4]).match_id
    page = asha.open(f"/m/{match_id}/qr")
    assert f"http://localhost/m/{match_id}" in page.words
    (drawn,) = [each for each in page.tree.iter() if each.tag.endswith("svg")]
    assert [path.get("fill") or path.get("stroke") for path in drawn] == ["#fff", "#000"]
    assert not [each for each in drawn.iter() if each.get("style")]
