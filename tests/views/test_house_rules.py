"""House rules and the first dealer found wrong later: changed with the consequences shown first."""

from __future__ import annotations

import pytest
from flask import Flask
from mending import answer_of, changes
from phones import ROUNDS, Page, Phone, log_of, seat, unwritten

from scorekeeper.games import GAMES


def ask(phone: Phone, match_id: str) -> Page:
    """Tap "House rules and first dealer" on the table's page."""
    phone.open(f"/m/{match_id}/table")
    assert f"/m/{match_id}/rules" in phone.page.links()
    return phone.open(f"/m/{match_id}/rules")


def look(phone: Phone, match_id: str, **typed: object) -> list[str]:
    """Choose other rules and give what the look ahead says."""
    return changes(phone.post(ask(phone, match_id).form("look").fill(typed)))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_shows_the_rules_as_they_are(asha: Phone, game: str) -> None:
    match_id = asha.start(game, dealer=2, direction="clockwise", trump_mode="open").match_id
    shown = dict(ask(asha, match_id).form("look").untouched())
    options = answer_of(asha, match_id)["match"]["options"]
    told = {name: "" if value is None else str(value).lower() for name, value in options.items()}
    assert shown == {**told, "seen_rules": "", "first_dealer": "2"}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_chosen_changes_nothing(app: Flask, asha: Phone, game: str) -> None:
    match_id = asha.start(game).match_id
    asha.play(*ROUNDS[game])
    with unwritten(app):
        assert look(asha, match_id) == ["No figure changes."]


def test_the_consequences_are_shown_first_and_undo_takes_them_back(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "3-1"}, {"tens": "1-3"})
    before = answer_of(asha, match_id)
    with unwritten(app):
        said = look(asha, match_id, target="2")
    assert said == [
        "How many: 7 → 2",
        "Score: Bilal + Deepak 1 in a row → Asha + Chitra 2 in a row",
        "The match would have ended at round 2: Asha + Chitra win. Kot! 2 rounds running.",
        "Round 3 stays in the history, not counted.",
    ]
    asha.say("rules")
    assert answer_of(asha, match_id)["final"]["over"] is True
    asha.say("undo", {"target": ...})
    assert answer_of(asha, match_id) == before


def test_another_first_dealer_moves_every_deal(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    said = look(asha, match_id, first_dealer="1")
    # The loser deals: after the second round that is Chitra either way.
    assert said == ["First dealer: Asha → Bilal", "By the rules somebody else dealt then: round 1"]
    asha.say("rules")
    assert [row["dealer"] for row in answer_of(asha, match_id)["rounds"]] == [1, 1]


def test_rules_of_a_finished_match_can_reopen_it(asha: Phone) -> None:
    match_id = asha.start(target="1").match_id
    asha.play({"tens": "3-1"})
    assert look(asha, match_id, target="7") == ["How many: 1 → 7", "The match is not over any more: play goes on."]
    asha.say("rules")
    assert "Round 2" in asha.page.words


def test_a_rule_that_a_played_round_cannot_answer_is_refused_in_words(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "2-2"})
    letter = ask(asha, match_id).form("look").fill({"two_two": "tricks", "target": "5"})
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 422
    assert "Round 2 cannot be under these rules: its tricks were not counted." in page.alerts
    assert dict(page.form("look").untouched())["target"] == "5"


def test_a_rule_under_which_the_paper_was_over_already_is_refused(app: Flask, asha: Phone) -> None:
    match_id = asha.start("tervi", gap="30", ahead="a").match_id
    with unwritten(app):
        page = asha.post(ask(asha, match_id).form("look").fill({"gap_limit": "26"}))
    assert page.status == 422
    assert "With this start the match would already be over" in page.alerts


@pytest.mark.parametrize(("typed", "message"), [("0", "1 to 9999"), ("ten", "A whole number is wanted")])
def test_what_is_no_rule_is_said_beside_the_field_and_kept(app: Flask, asha: Phone, typed: str, message: str) -> None:
    match_id = asha.start("tervi").match_id
    with unwritten(app):
        page = asha.post(ask(asha, match_id).form("look").fill({"gap_limit": typed}))
    assert page.status == 422
    assert message in page.alerts
    assert dict(page.form("look").untouched())["gap_limit"] == typed


def test_a_target_can_be_left_open_again(asha: Phone) -> None:
    match_id = asha.start("tervi_classic", target_rounds="3").match_id
    assert look(asha, match_id, target_rounds="") == ["Rounds that win the match: 3 → open"]
    asha.say("rules")
    assert answer_of(asha, match_id)["match"]["options"]["target_rounds"] is None


def test_two_phones_that_change_the_rules_are_told(app: Flask, asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    seat(app, chitra, match_id)
    for phone, target in ((asha, "5"), (chitra, "3")):
        look(phone, match_id, target=target)
    letters = [(phone, phone.fill("rules")) for phone in (asha, chitra)]
    assert asha.post(letters[0][1]).status == 303
    with unwritten(app):
        page = chitra.post(letters[1][1])
    assert page.status == 409
    assert "The house rules were changed meanwhile." in page.alerts
    assert [kind for kind, _ in log_of(app, match_id)] == ["rules"]


def test_leaving_changes_nothing(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    with unwritten(app):
        look(asha, match_id, target="5")
        asha.open(next(link for link in asha.page.links() if link.endswith("/history")))


def test_a_rematch_never_moves_but_is_said_to_differ(asha: Phone) -> None:
    match_id = asha.start(target="1").match_id
    asha.play({"tens": "3-1"})
    rematch = asha.say("rematch").match_id
    assert "Bilal deals first" in asha.page.words
    assert look(asha, match_id, first_dealer="2") == [
        "First dealer: Asha → Chitra",
        "By the rules somebody else dealt then: round 1",
        "The rematch began with Bilal dealing; by this it would be Deepak. It stays as it was.",
    ]
    asha.say("rules")
    assert answer_of(asha, rematch)["match"]["first_dealer"] == 1
    assert answer_of(asha, match_id)["final"]["rematch_dealer"] == 3
