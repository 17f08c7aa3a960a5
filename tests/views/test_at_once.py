"""Two phones at one table, joined by invitation: whatever they do at once has one outcome, and the other is told."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from flask import Flask
from joining import join
from phones import Letter, Phone, log_of, unwritten


@dataclass
class Both:
    """Two phones that show the same page of the same match."""

    app: Flask
    asha: Phone
    chitra: Phone
    match_id: str

    def look(self, end: str = "") -> None:
        """Open a page on both."""
        for phone in (self.asha, self.chitra):
            assert phone.open(f"/m/{self.match_id}{end}").status == 200

    @property
    def kinds(self) -> list[str]:
        """What was said, by kind."""
        return [kind for kind, _ in log_of(self.app, self.match_id)]


@pytest.fixture
def both(app: Flask, asha: Phone, chitra: Phone) -> Both:
    """A table with one round, and a second phone that was invited."""
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    join(asha, chitra, match_id, "Chitra")
    both = Both(app, asha, chitra, match_id)
    both.look()
    return both


def test_both_save_the_same_round(both: Both) -> None:
    mine, late = both.asha.fill("round", {"tens": "4-0"}), both.chitra.fill("round", {"tens": "1-3"})
    both.chitra.post(late)
    with unwritten(both.app):
        page = both.asha.post(mine)
    assert page.status == 409
    assert "Round 2 is in already: Tens 1–3" in page.alerts
    assert "Typed here Tens 4–0" in page.alerts
    assert both.kinds == ["round"] * 2


def test_both_press_undo_twice(both: Both) -> None:
    both.asha.play({"tens": "1-3"})
    both.look()
    letters = [phone.fill("undo", {"target": ...}) for phone in (both.asha, both.chitra)]
    answers = [
        phone.post(letter) for _ in range(2) for phone, letter in zip((both.asha, both.chitra), letters, strict=True)
    ]
    assert [page.status for page in answers] == [303, 200, 303, 200]
    assert answers[1].alerts.startswith("Already undone")
    assert both.kinds == ["round", "round", "undo"]


def test_both_correct_the_same_round(both: Both) -> None:
    letters = []
    for phone, tens in ((both.asha, "4-0"), (both.chitra, "0-4")):
        page = phone.open(f"/m/{both.match_id}/history")
        phone.open(next(link for link in page.links() if "/round/" in link))
        (form, *_) = [form for form in phone.page.forms("look") if form.has("tens")]
        phone.post(form.fill({"tens": tens}))
        letters.append(phone.fill("correct"))
    assert both.asha.post(letters[0]).status == 303
    with unwritten(both.app):
        page = both.chitra.post(letters[1])
    assert page.status == 409
    assert "That round was corrected meanwhile." in page.alerts
    assert "4–0" in page.alerts and "0–4" in page.alerts
    assert both.kinds == ["round", "correction"]


def test_both_press_rematch_and_both_may_write_in_it(both: Both) -> None:
    both.asha.play({"tens": "4-0"})
    both.look()
    letters = [phone.fill("rematch") for phone in (both.asha, both.chitra)]
    led = {
        phone.post(letter).headers["Location"] for phone, letter in zip((both.asha, both.chitra), letters, strict=True)
    }
    (again,) = led
    for phone in (both.chitra, both.asha):
        phone.open(again)
        assert phone.play({"tens": "3-1"}).status == 200
    # Who pressed does not matter: whoever started the first match may send phones away here too.
    assert both.asha.open(f"{again}/phones").forms("recovery")
    assert both.chitra.open(f"{again}/phones").forms("recovery") == []


def test_the_rematch_started_by_the_second_phone_is_the_first_ones_too(both: Both) -> None:
    both.chitra.play({"tens": "4-0"})
    letter = both.chitra.fill("rematch")
    first = both.chitra.post(letter).headers["Location"]
    assert both.chitra.post(letter).headers["Location"] == first
    assert both.asha.open(first).forms("round")
    assert first in both.asha.open("/").links()
    assert both.asha.open(f"{first}/phones").forms("recovery")


def test_one_renames_while_the_other_records(both: Both) -> None:
    both.asha.open(f"/m/{both.match_id}/table")
    rename = both.asha.fill("rename", {"name-0": "Aasha"})
    record = both.chitra.fill("round", {"tens": "4-0"})
    assert both.asha.post(rename).status == 303
    assert both.chitra.post(record).status == 303
    assert both.kinds == ["round", "rename", "round"]
    assert "Aasha" in both.chitra.open(f"/m/{both.match_id}").words


def test_both_mend_the_same_name(both: Both) -> None:
    both.look("/table")
    mine = both.asha.fill("rename", {"name-0": "Aasha"})
    late = both.chitra.fill("rename", {"name-0": "Aisha"})
    both.asha.post(mine)
    with unwritten(both.app):
        page = both.chitra.post(late)
    assert page.status == 409
    assert "That name was changed meanwhile to: Aasha." in page.alerts
    assert "Aisha" in dict(page.form("rename").untouched()).values()


@pytest.mark.parametrize("end", ["round", "undo", "misdeal", "rename", "phones/name", "phones/invite"])
def test_a_phone_that_reads_sends_what_it_saw_elsewhere(both: Both, stranger: Phone, end: str) -> None:
    stranger.open("/new/tervi")
    typed = {"id": "e" * 32, "tens": "3-1", "name-0": "x", "id-0": "d" * 32, "player-0": "seat-0", "was-0": "Asha"}
    with unwritten(both.app):
        assert stranger.post(Letter(f"/m/{both.match_id}/{end}", list(typed.items()))).status == 403
