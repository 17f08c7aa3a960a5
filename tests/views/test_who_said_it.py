"""The history says which phone entered, corrected or took back each thing, once there was more than one."""

from __future__ import annotations

import pytest
from flask import Flask
from joining import join, letter_to_remove, name_phone, recovery_code, type_code
from phones import Phone, unwritten
from trees import text_of


def lines(phone: Phone, match_id: str) -> list[str]:
    """Read each line of the history, the newest first."""
    page = phone.open(f"/m/{match_id}/history")
    return [text_of(line) for each in page.all("ol") for line in each]


def test_one_phone_needs_no_name(asha: Phone) -> None:
    match_id = asha.start().match_id
    name_phone(asha, match_id, "Keeper")
    asha.open(f"/m/{match_id}")
    asha.play({"tens": "3-1"})
    assert "Keeper" not in asha.open(f"/m/{match_id}/history").words


def test_who_entered_corrected_and_took_back(asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    join(asha, chitra, match_id, "Kitchen")
    name_phone(asha, match_id, "Sofa")
    chitra.open(f"/m/{match_id}")
    chitra.say("undo", {"target": ...})
    chitra.play({"tens": "4-0"})
    told = lines(asha, match_id)
    assert "Kitchen" in told[0] and "Sofa" not in told[0]
    (undone,) = [line for line in told if "Taken back" in line]
    assert undone.index("Sofa") < undone.index("Taken back") < undone.index("Kitchen")
    assert "Sofa" in told[-1] and "Kitchen" not in told[-1]


def test_a_correction_bears_its_own_name_and_keeps_the_first(asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    name_phone(asha, match_id, "Sofa")
    join(asha, chitra, match_id, "Kitchen")
    page = chitra.open(f"/m/{match_id}/history")
    chitra.open(next(link for link in page.links() if "/round/" in link))
    (form, *_) = [form for form in chitra.page.forms("look") if form.has("tens")]
    chitra.post(form.fill({"tens": "1-3"}))
    chitra.say("correct")
    (line,) = lines(asha, match_id)
    assert line.index("Kitchen") < line.index("was:") < line.index("Sofa")


def test_a_phone_without_a_name_has_a_number(asha: Phone, chitra: Phone) -> None:
    match_id = asha.start().match_id
    join(asha, chitra, match_id)
    chitra.play({"tens": "3-1"})
    assert "Phone 2" in lines(asha, match_id)[0]


@pytest.mark.parametrize("way", ["sent away", "lost"])
def test_a_phone_that_left_keeps_its_name_in_the_history(asha: Phone, chitra: Phone, stranger: Phone, way: str) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    name_phone(asha, match_id, "Sofa")
    join(asha, chitra, match_id, "Kitchen")
    chitra.play({"tens": "4-0"})
    if way == "lost":
        type_code(stranger, recovery_code(asha, match_id))
        stranger.say("recover")
    else:
        asha.post(letter_to_remove(asha, match_id, 1))
    told = lines(asha, match_id)
    assert "Kitchen" in told[0]
    assert "Sofa" in told[-1]


def test_the_rematch_knows_the_names(asha: Phone, chitra: Phone) -> None:
    match_id = asha.start(dealer=1).match_id
    name_phone(asha, match_id, "Sofa")
    join(asha, chitra, match_id, "Kitchen")
    chitra.play({"tens": "4-0"})
    again = chitra.say("rematch").match_id
    chitra.play({"tens": "3-1"})
    assert "Kitchen" in lines(asha, again)[0]


@pytest.mark.parametrize(("end", "says"), [("undo", "undone"), ("redo", "brought back")])
def test_who_was_first_is_told_by_name(app: Flask, asha: Phone, chitra: Phone, end: str, says: str) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    if end == "redo":
        asha.say("undo", {"target": ...})
    name_phone(asha, match_id, "Bilal")
    join(asha, chitra, match_id)
    late = chitra.fill(end, {"target": ...})
    asha.open(f"/m/{match_id}")
    own = asha.fill(end, {"target": ...})
    asha.post(own)
    with unwritten(app):
        assert chitra.post(late).alerts == f"Already {says} by Bilal."
        assert asha.post(own.but(id="f" * 32)).alerts == f"Already {says}."
