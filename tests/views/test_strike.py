"""A round that never happened is struck out: later rounds move up, and it stays in the history."""

from __future__ import annotations

from flask import Flask
from mending import answer_of, history, look, names, open_round, strike
from phones import Phone, log_of, unwritten

THREE = ({"tens": "3-1"}, {"tens": "1-3"}, {"tens": "2-2"})


def bring_back(phone: Phone) -> list[str]:
    """Press the first "Bring this back" of a round's page, and give what the look ahead said."""
    forms = phone.page.forms("look")
    back = next(place for place, form in enumerate(forms) if not names(form) and form.offers("version") is None)
    return look(phone, {}, back)


def test_striking_says_what_it_changes_and_saves_nothing_yet(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play(*THREE)
    open_round(asha, match_id, 2)
    (form,) = [place for place, form in enumerate(asha.page.forms("look")) if names(form) == ["struck"]]
    with unwritten(app):
        said = look(asha, {"struck": "true"}, form)
    assert said == [
        "Round 2, Tens 1–3, never happened.",
        "Later rounds move up.",
        "Score: Bilal + Deepak 1 in a row → Asha + Chitra 1 in a row",
        "By the rules somebody else dealt then: round 2",
        "Next dealer: Chitra → Bilal",
    ]


def test_later_rounds_move_up_and_undo_moves_them_down_again(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play(*THREE)
    before = answer_of(asha, match_id)
    strike(asha, match_id, 2)
    assert answer_of(asha, match_id)["match"]["rounds"] == [{"tens": [3, 1]}, {"tens": [2, 2]}]
    assert [row["no"] for row in answer_of(asha, match_id)["rounds"]] == [1, 2]
    assert "Round 3" in asha.page.words
    asha.say("undo", {"target": ...})
    assert answer_of(asha, match_id) == before


def test_the_last_round_struck_moves_nothing(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play(*THREE)
    said = strike(asha, match_id, 3)
    assert said[0] == "Round 3, Tens 2–2, never happened."
    assert "Later rounds move up." not in said


def test_a_struck_round_stays_in_the_history_and_can_be_brought_back(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play(*THREE)
    before = answer_of(asha, match_id)
    strike(asha, match_id, 2)
    newest, struck, first = history(asha, match_id)
    assert newest.startswith("2")
    assert struck.startswith("–Struck: Tens 1–3")
    assert first.startswith("1")
    (back,) = [link for link in asha.page.all("a") if link.text == "Bring back"]
    page = asha.open(back.get("href", ""))
    assert "This round was struck" in page.words
    assert "It never happened" not in page.words
    assert bring_back(asha)[:2] == ["Round 2: Tens 1–3, put in here.", "Later rounds move down."]
    asha.say("correct")
    assert answer_of(asha, match_id) == before


def test_striking_may_end_the_match_earlier_and_leaves_nothing_out(asha: Phone) -> None:
    match_id = asha.start(target="2").match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"}, {"tens": "3-1"}, {"tens": "1-3"})
    assert strike(asha, match_id, 2) == [
        "Round 2, Tens 1–3, never happened.",
        "Later rounds move up.",
        "Score: Bilal + Deepak 1 in a row → Asha + Chitra 2 in a row",
        "The match would have ended at round 2: Asha + Chitra win. Kot! 2 rounds running.",
        "Round 3 stays in the history, not counted.",
        "By the rules somebody else dealt then: round 2",
    ]


def test_striking_in_a_finished_match_reopens_it(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "4-0"})
    said = strike(asha, match_id, 2)
    assert "The match is not over any more: play goes on." in said
    assert answer_of(asha, match_id)["final"]["over"] is False


def test_a_misdeal_can_be_struck_and_brought_back(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.say("misdeal")
    strike(asha, match_id, "–")
    assert answer_of(asha, match_id)["rounds"] == []
    open_round(asha, match_id, "–")
    bring_back(asha)
    asha.say("correct")
    assert [row["misdeal"] for row in answer_of(asha, match_id)["rounds"]] == [True]
    assert [kind for kind, _ in log_of(app, match_id)] == ["misdeal", "correction", "correction"]


def test_the_struck_version_of_a_misdeal_strikes_it_again(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.say("misdeal")
    strike(asha, match_id, "–")
    open_round(asha, match_id, "–")
    bring_back(asha)
    asha.say("correct")
    open_round(asha, match_id, "–")
    bring_back(asha)
    asha.say("correct")
    assert answer_of(asha, match_id)["rounds"] == []


def test_a_dealer_set_by_hand_moves_to_the_round_before(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    asha.open(f"/m/{match_id}/table")
    asha.say("dealer", {"seat": "3", "why": "cut again"})
    strike(asha, match_id, 2)
    assert answer_of(asha, match_id)["match"]["rounds"] == [{"tens": [3, 1]}, {"dealer": 3, "why": "cut again"}]
    assert "Deepak deals (set by hand: cut again)" in asha.page.words


def test_a_struck_round_cannot_be_struck_from_an_old_page(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play(*THREE)
    open_round(asha, match_id, 2)
    (form,) = [form for form in asha.page.forms("look") if names(form) == ["struck"]]
    letter = form.fill({"struck": "true"})
    strike(asha, match_id, 2)
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 409
    assert "That round was corrected meanwhile. In the list never happened Typed here never happened" in page.alerts
