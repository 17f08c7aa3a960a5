"""The history shows everything that happened for what it is, and a long one in pieces."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

from flask import Flask
from mending import answer_of, correct, history, strike
from phones import ROUNDS, Phone

from scorekeeper.models import Event, db


def test_a_corrected_round_shows_what_it_was(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "2-2"})
    correct(asha, match_id, 1, {"tens": "1-3", "suit": "spades"})
    newest, first = history(asha, match_id)
    assert "was:" not in newest
    assert first.startswith("1Tens 1–3 ♠")
    assert "was: Tens 3–1" in first


def test_struck_and_undone_rounds_are_marked_and_have_no_number(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"}, {"tens": "2-2"})
    asha.say("undo", {"target": ...})
    strike(asha, match_id, 1)
    lines = history(asha, match_id)
    assert [line[:9] for line in lines] == ["–Tens 2–2", "1Tens 1–3", "–Struck: "]
    assert "Taken back" in lines[0]
    assert [line[:9] for line in asha.page.by_class("undone")] == ["–Tens 2–2", "–Struck: "]


def test_a_correction_that_was_taken_back_is_told_as_such(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    correct(asha, match_id, 1, {"tens": "1-3"})
    asha.say("undo", {"target": ...})
    lines = history(asha, match_id)
    assert [line[:9] for line in lines] == ["–Tens 1–3", "1Tens 3–1"]
    assert "Taken back" in lines[0]
    assert "was:" not in lines[1]


def test_what_the_table_said_between_rounds_is_told_in_its_place(asha: Phone) -> None:
    match_id = asha.start(target="3").match_id
    said = [
        ("dealer", {"seat": "2", "why": "cut again"}),
        ("substitute", {"leaves": "1:seat-1", "name": "Esha"}),
        ("rename", {"name-0": "Aasha"}),
        ("rules", {}),
        ("end", {"how": "conceded-1"}),
    ]
    asha.play({"tens": "3-1"})
    for end, typed in said:
        if end == "rules":
            asha.open(f"/m/{match_id}/rules")
            asha.post(asha.page.form("look").fill({"target": "5"}))
        else:
            asha.open(f"/m/{match_id}/table")
        asha.say(end, typed)
    told = [re.sub(r" ?\d\d:\d\d UTC$", "", line) for line in history(asha, match_id)]
    assert told[:5] == [
        "–Esha + Deepak conceded",
        "–House rules changed",
        "–Asha is written Aasha",
        "–Esha sits down for Bilal",
        "–Chitra deals, set by hand: cut again",
    ]


def test_a_substitute_plays_from_the_next_round_on_and_both_names_stay(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play(*ROUNDS["tervi"])
    asha.open(f"/m/{match_id}/table")
    asha.say("substitute", {"leaves": "1:seat-1", "name": "Esha"})
    asha.play(*ROUNDS["tervi"])
    newest, told, first = history(asha, match_id)
    assert newest.startswith("2Esha 8")
    assert "Esha sits down for Bilal" in told
    assert first.startswith("1Bilal 8")


def test_a_name_is_mended_everywhere(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play(*ROUNDS["tervi"])
    asha.open(f"/m/{match_id}/table")
    asha.say("rename", {"name-1": "Bilaal"})
    assert "Bilaal" in asha.open(f"/m/{match_id}").words
    assert history(asha, match_id)[1].startswith("1Bilaal 8")
    assert "Bilal" not in " ".join(asha.open(f"/m/{match_id}").words.split())


def test_a_dealer_by_hand_that_was_taken_back_leaves_the_computed_one(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    before = answer_of(asha, match_id)
    asha.open(f"/m/{match_id}/table")
    asha.say("dealer", {"seat": "3", "why": "cut again"})
    assert "Deepak deals (set by hand: cut again)" in asha.page.words
    asha.say("undo", {"target": ...})
    assert "Deal passes right to Bilal (dealer’s team won)" in asha.page.words
    assert answer_of(asha, match_id) == before
    told = history(asha, match_id)[0]
    assert "Deepak deals, set by hand: cut again" in told
    assert "Taken back" in told


def test_a_phone_that_reads_along_sees_all_of_it_and_no_way_to_change_it(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    strike(asha, match_id, 1)
    mine = [line.replace("Correct", "").replace("Bring back", "").strip() for line in history(asha, match_id)]
    assert [line.strip() for line in history(stranger, match_id)] == mine


def test_a_long_history_comes_in_pieces(app: Flask, asha: Phone) -> None:
    match_id = asha.start(target="9999").match_id
    asha.play({"tens": "3-1"})
    add_rounds(app, match_id, 250)
    numbers: list[str] = []
    address = f"/m/{match_id}/history"
    for size in (100, 100, 50):
        page = asha.open(address)
        assert len(page.by_class("no")) == size
        numbers += page.by_class("no")
        older = [link.get("href", "") for link in page.all("a") if "more" in link.get("class", "")]
        address = f"{urlsplit(address).path}{older[0][older[0].index('?') :]}" if older else ""
    assert numbers == [str(number) for number in range(250, 0, -1)]
    assert address == ""
    assert asha.open(f"/m/{match_id}/history?from=-5").by_class("no")[0] == "250"
    for odd in ("x", "9" * 30, "100000"):
        assert asha.open(f"/m/{match_id}/history?from={odd}").status == 200


def add_rounds(app: Flask, match_id: str, number: int) -> None:
    """Put rounds into the log until there are so many, the sides winning in turn."""
    with app.app_context():
        (first,) = db.session.scalars(db.select(Event).where(Event.match_id == match_id))
        last = first.id
        for seq in range(2, number + 1):
            body = {"entry": {"tens": [3, 1] if seq % 2 else [1, 3]}, "after": last, "contract": None}
            last = f"{seq:032x}"
            told = {"kind": "round", "body": body, "after": 0, "by": first.by, "received": datetime.now(UTC)}
            db.session.add(Event(match_id=match_id, seq=seq, id=last, said=None, **told))
        db.session.commit()
