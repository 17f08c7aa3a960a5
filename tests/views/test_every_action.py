"""What holds for every action alike: who may do it, that twice is once, and that nothing is lost in silence."""

from __future__ import annotations

import re

import pytest
from actions import ALL, LOOKS, OTHER_ID, SAID, Action, name_action
from flask import Flask
from phones import Letter, Phone, dump, ids_of, log_of, unwritten

every_action = pytest.mark.parametrize("action", ALL, ids=name_action)
everything_said = pytest.mark.parametrize("action", SAID, ids=name_action)


def match_of(letter: Letter) -> str:
    return letter.action.split("/")[2]


def addressed_to(letter: Letter, match_id: str) -> Letter:
    return letter.at(letter.action.replace(match_of(letter), match_id))


def test_no_action_is_forgotten_here(app: Flask) -> None:
    posted = [rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    ends = {rule.rsplit("/", 1)[1] for rule in posted if rule.startswith("/m/<match_id>/") and "/phones/" not in rule}
    assert ends == {action.end for action in ALL} | {"restore", "series", *LOOKS}


@everything_said
def test_what_is_said_is_one_event_and_leads_to_the_board(app: Flask, asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    before = log_of(app, match_of(letter))
    answer = asha.post(letter)
    assert answer.status == 303
    assert answer.headers["Location"] == f"/m/{match_of(letter)}"
    after = log_of(app, match_of(letter))
    assert after[:-1] == before
    assert after[-1][0] == action.kind


@everything_said
def test_htmx_gets_the_whole_new_board_at_once(asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    answer = asha.post(letter, htmx=True)
    assert answer.status == 200
    assert answer.html.startswith("<!doctype html>")
    shown = asha.open(f"/m/{match_of(letter)}")
    assert answer.words == shown.words


@every_action
def test_an_address_for_a_button_is_no_page(asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    page = asha.open(letter.action)
    if action.end == "rules":  # where the house rules are also shown
        assert page.status == 200
        return
    assert page.status == 405
    assert "This address is for a button." in page.words
    assert set(page.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}
    assert f"/m/{match_of(letter)}" in page.links()


@every_action
def test_a_match_that_nobody_knows_is_not_on_the_table(app: Flask, asha: Phone, action: Action) -> None:
    letter = addressed_to(action.prepare(asha), OTHER_ID)
    with unwritten(app):
        page = asha.post(letter)
    assert page.status == 404
    assert "not on the table" in page.words


@every_action
def test_a_phone_that_reads_along_writes_nothing(
    app: Flask, asha: Phone, bilal: Phone, stranger: Phone, action: Action
) -> None:
    letter = action.prepare(asha)
    for phone in (bilal, stranger):
        with unwritten(app):
            page = phone.post(letter)
        assert page.status == 403
        assert "This phone reads along." in page.words


@every_action
def test_a_phone_that_reads_along_is_shown_no_button(asha: Phone, bilal: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    page = bilal.open(f"/m/{match_of(letter)}{'' if action.look else action.page}")
    assert page.status == 200
    assert page.writing == []
    assert "This phone reads along." in page.words


@everything_said
def test_the_same_letter_five_times_is_one_event(app: Flask, asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    asha.post(letter)
    before, board = dump(app), asha.open(f"/m/{match_of(letter)}").words
    for htmx in (False, True, False, True):
        answer = asha.post(letter, htmx=htmx)
        assert answer.status == (200 if htmx else 303)
    assert dump(app) == before
    assert asha.open(f"/m/{match_of(letter)}").words == board


@everything_said
def test_the_same_id_with_another_body_is_a_conflict_and_nothing_is_lost(
    app: Flask, asha: Phone, action: Action
) -> None:
    letter = action.prepare(asha)
    asha.post(letter)
    with unwritten(app):
        page = asha.post(letter.but(**action.other))
    assert page.status == 409
    assert "This was saved already as: " in page.alerts
    assert "as: ." not in page.alerts


@everything_said
def test_an_id_that_another_match_knows_is_refused(app: Flask, asha: Phone, action: Action) -> None:
    first = action.prepare(asha)
    asha.post(first)
    second = action.prepare(asha)
    with unwritten(app):
        page = asha.post(second.but(**{action.id.replace("-", "_"): first.of(action.id)}))
    assert page.status == 422
    assert "This page belongs to another match." in page.alerts


@everything_said
def test_an_id_that_is_none_is_refused_and_a_fresh_one_given(app: Flask, asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    for odd in ("", "x", "Z" * 32, "a" * 31, "a" * 33, "ａ" * 32, "a" * 31 + "\n", "../" * 20):
        with unwritten(app):
            page = asha.post(letter.but(**{action.id.replace("-", "_"): odd}))
        assert page.status == 422
        assert "This page is too old to save from." in page.alerts
    if action.look:  # the look ahead is gone: the board is shown, and what it leads to
        return
    fresh = page.form(action.end).fill(action.typed)
    assert re.fullmatch("[0-9a-f]{32}", fresh.of(action.id))
    assert asha.post(fresh).status == 303


@everything_said
def test_every_answer_brings_ids_that_were_never_used(app: Flask, asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    answers = [asha.post(letter, htmx=True), asha.post(letter.but(**action.other)), asha.post(letter, htmx=True)]
    answers += [asha.open(f"/m/{match_of(letter)}{page}") for page in ("", "/table")]
    for page in answers:
        ids = [field.get("value") for field in page.all("input") if (field.get("name") or "").startswith("id")]
        assert ids or page.status == 409
        assert len(ids) == len(set(ids))
        assert not set(ids) & ids_of(app)


@everything_said
def test_a_deleted_match_takes_nothing_more(app: Flask, asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    asha.open(f"/m/{match_of(letter)}/table")
    asha.say("delete", {"sure": "1"})
    with unwritten(app):
        assert asha.post(letter).status == 404


@everything_said
def test_what_was_seen_may_be_any_number(app: Flask, asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    for odd in ("9" * 30, "9" * 5000, "-1", "x", "1.5"):
        page = asha.post(letter.but(seen=odd))
        # A correction that was looked at long ago is shown again with what it would do now.
        assert page.status in (303, 409, 422), odd
    assert len(log_of(app, match_of(letter))) <= len(action.before) + 1


@everything_said
def test_every_page_with_a_refusal_can_be_sent_again(asha: Phone, action: Action) -> None:
    letter = action.prepare(asha)
    asha.post(letter)
    page = asha.post(letter.but(**action.other))
    if action.page and not action.look:  # the form is still there; the match page offers a choice instead
        assert page.forms(action.end) or action.end == "end"
    else:
        assert f"/m/{match_of(letter)}" in page.links()
