"""Every wording of a round is kept, and one tap, with a look ahead, brings one back."""

from __future__ import annotations

from flask import Flask
from mending import answer_of, correct, history, look, names, open_round
from phones import Phone, seat, unwritten
from trees import text_of


def versions(phone: Phone) -> list[str]:
    """Give the versions of the page on show, newest first."""
    forms = [form.element for form in phone.page.forms("look") if form.element.get("class") == "side"]
    return [f"{text_of(form.find('span'))} {text_of(form.find('small'))}" for form in forms]


def bring_back(phone: Phone, place: int) -> list[str]:
    """Press "Bring this back" at one of the earlier versions, the latest of them being 0."""
    forms = [
        number
        for number, form in enumerate(phone.page.forms("look"))
        if form.element.get("class") == "side" and not names(form) and form.buttons
    ]
    return look(phone, {}, forms[place])


def test_every_version_is_kept_and_the_newest_stands(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    correct(asha, match_id, 1, {"tens": "1-3"})
    correct(asha, match_id, 1, {"tens": "2-2"})
    open_round(asha, match_id, 1)
    told = versions(asha)
    assert [one[:8] for one in told] == ["Tens 2–2", "Tens 1–3", "Tens 3–1"]
    assert ["stands" in one for one in told] == [True, False, False]
    (line,) = history(asha, match_id)
    assert line.startswith("1Tens 2–2")
    assert line.index("was: Tens 1–3") < line.index("was: Tens 3–1")


def test_one_tap_and_a_look_bring_one_back(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    before = answer_of(asha, match_id)
    correct(asha, match_id, 1, {"tens": "1-3", "suit": "hearts"})
    open_round(asha, match_id, 1)
    with unwritten(app):
        said = bring_back(asha, 0)
    assert said[0] == "Round 1: Tens 1–3 ♥\ufe0e → Tens 3–1"
    asha.say("correct")
    assert answer_of(asha, match_id) == before
    open_round(asha, match_id, 1)
    assert len(versions(asha)) == 3


def test_a_version_that_was_taken_back_is_none(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    correct(asha, match_id, 1, {"tens": "1-3"})
    asha.say("undo", {"target": ...})
    open_round(asha, match_id, 1)
    assert len(versions(asha)) == 1


def test_that_it_never_happened_is_a_version_too(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    open_round(asha, match_id, 1)
    (struck,) = [number for number, form in enumerate(asha.page.forms("look")) if names(form) == ["struck"]]
    look(asha, {"struck": "true"}, struck)
    asha.say("correct")
    open_round(asha, match_id, "–")
    bring_back(asha, 0)
    asha.say("correct")
    open_round(asha, match_id, 1)
    assert versions(asha)[1].startswith("never happened")
    assert bring_back(asha, 0) == [
        "Round 1, Tens 3–1, never happened.",
        "Score: Asha + Chitra 1 in a row → No streak yet",
        "Next dealer: Bilal → Asha",
    ]


def test_a_version_that_the_house_rules_cannot_read_any_more_is_refused_in_words(app: Flask, asha: Phone) -> None:
    match_id = asha.start(two_two="tricks").match_id
    asha.play({"tens-else": "2-2", "tricks": "7-6"})
    correct(asha, match_id, 1, {"tens": "3-1"})
    asha.open(f"/m/{match_id}/rules")
    asha.post(asha.page.form("look").fill({"two_two": "draw"}))
    asha.say("rules")
    open_round(asha, match_id, 1)
    forms = [form for form in asha.page.forms("look") if form.element.get("class") == "side" and form.buttons]
    with unwritten(app):
        page = asha.post(forms[0].fill({}))
    assert page.status == 422
    assert "Tricks are counted only when the tens are level and the house rule asks for them" in page.alerts


def test_a_version_brought_back_over_a_newer_one_is_told(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    seat(app, chitra, match_id)
    correct(asha, match_id, 1, {"tens": "1-3"})
    open_round(chitra, match_id, 1)
    bring_back(chitra, 0)
    correct(asha, match_id, 1, {"tens": "2-2"})
    with unwritten(app):
        page = chitra.post(chitra.fill("correct"))
    assert page.status == 409
    assert "That round was corrected meanwhile." in page.alerts


def test_what_was_said_under_rules_that_stand_again_is_still_told(asha: Phone) -> None:
    match_id = asha.start(two_two="tricks").match_id
    asha.open(f"/m/{match_id}/rules")
    asha.post(asha.page.form("look").fill({"two_two": "draw"}))
    asha.say("rules")
    asha.say("undo", {"target": ...})
    asha.play({"tens-else": "2-2", "tricks": "7-6"})
    correct(asha, match_id, 1, {"tens": "3-1"})
    assert "was: Tens 2–2, tricks 7–6" in history(asha, match_id)[0]
    open_round(asha, match_id, 1)
    assert [one[:8] for one in versions(asha)] == ["Tens 3–1", "Tens 2–2"]


def test_versions_of_an_old_round_name_those_who_sat_there(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play({"bidder": "1", "bid": "8"}, {"made": "true"})
    asha.open(f"/m/{match_id}/table")
    asha.say("substitute", {"leaves": "1:seat-1", "name": "Esha"})
    page = open_round(asha, match_id, 1)
    assert "Esha" not in page.words
    look(asha, {"made": "false"})
    asha.say("correct")
    line = history(asha, match_id)[-1]
    assert line.startswith("1Bilal 8 failed")
    assert "was: Bilal 8 made" in line
    open_round(asha, match_id, 1)
    assert [one[:12] for one in versions(asha)] == ["Bilal 8 fail", "Bilal 8 made"]


def test_a_forced_bid_names_whoever_was_forced_then(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.say("bid", {"forced": "true"})
    asha.play({"made": "true"}, {"bidder": "0", "bid": "8"}, {"made": "true"})
    correct(asha, match_id, 1, {"made": "false"})
    line = history(asha, match_id)[-1]
    assert line.startswith("1Bilal 7 failed, forced")
    assert "was: Bilal 7 made, forced" in line
    open_round(asha, match_id, 1)
    assert [one[:12] for one in versions(asha)] == ["Bilal 7 fail", "Bilal 7 made"]
