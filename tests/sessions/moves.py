"""What a session does besides saying one thing after the other: it repeats, mixes up, puts away, plays again."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from flask import Flask
from letters import SAYS
from model import Model
from pages import Letter, Phone, form_to
from plain_file import file_of
from plain_rules import Said
from sitting import Sitting
from sqlalchemy.engine import make_url
from tally import LIVE_ONLY

NEEDS = {"round": "bid", "redo": "undo", "an earlier version": "correction", "struck, brought back": "struck"}
"""What must have been said before something can be."""


def say(at: Sitting, kind: str) -> None:
    """Say one thing on a phone that has just looked; 1 time in 12 the phone is put away before it is sent."""
    phone = at.dice.choice(at.phones)
    letter = SAYS[kind](at, phone)
    if letter is None and kind in NEEDS and not (kind == "round" and at.model.over):
        say(at, NEEDS[kind])
        letter = SAYS[kind](at, phone)
    if letter is None:
        return
    if at.dice.random() < 1 / 12:
        at.kept.append(letter)
    else:
        at.send(letter)


def send_what_was_kept(at: Sitting) -> None:
    """Take a phone out again and send what it still shows."""
    if at.kept:
        at.send(at.kept.pop(at.dice.randrange(len(at.kept))))


def repeat(at: Sitting) -> None:
    """Send a request once more."""
    taken = [letter for letter in at.sent if letter.id in at.model.said]
    letters = taken if taken and at.dice.random() < 0.8 else at.sent
    if letters:
        at.send(at.dice.choice(letters), "a request repeated")


def repeat_otherwise(at: Sitting) -> None:
    """Send the id of something that was taken, with another body."""
    taken = [letter for letter in at.sent if at.model.said.get(letter.id) == (letter.kind, letter.body)]
    if taken:
        fields, body = _otherwise(at, letter := at.dice.choice(taken))
        at.send(letter.but(fields, body), "an id with another body")


def _otherwise(at: Sitting, letter: Letter) -> tuple[Said, Said]:
    """Change one thing that the letter says."""
    body, other = letter.body, at.dice.id()
    kind = "insert" if body.get("before") else letter.kind
    name = next(name for name in ("Indu", "Javed", "Karim") if name not in (body.get("name"), body.get("was")))
    suit = "hearts" if "suit" in letter.fields and letter.fields["suit"] == "spades" else "spades"
    changed: dict[str, Callable[[], tuple[Said, Said]]] = {
        "bid": lambda: ({"suit": suit}, {"call": {**body["call"], "suit": suit}}),
        "round": lambda: ({"suit": suit}, {"entry": {**body["entry"], "suit": suit}}),
        "insert": lambda: ({"after": other}, {"after": other}),
        "misdeal": lambda: ({"last": other}, {"after": other}),
        "correction": lambda: ({"version": other}, {"version": other}),
        "dealer": lambda: 2 * ({"seat": (body["seat"] + 1) % at.model.seats},),
        "rules": lambda: 2 * ({"first_dealer": (body["first_dealer"] + 1) % at.model.seats},),
        "substitute": lambda: 2 * ({"name": name},),
        "rename": lambda: ({letter.id_field.replace("id", "name"): name}, {"name": name}),
        "end": lambda: _other_end(body),
        "undo": lambda: 2 * ({"target": other},),
        "redo": lambda: 2 * ({"target": other},),
    }
    fields, told = changed[kind]()
    return fields, {**body, **told}


def _other_end(body: Said) -> tuple[Said, Said]:
    side = 1 if body["conceded"] == 0 else 0
    return {"how": f"conceded-{side}"}, {"conceded": side}


def reorder(at: Sitting) -> None:
    """Two phones look, and what the second one fills in arrives before the first one's."""
    kinds = [kind for kind in SAYS if not (at.model.over and kind in LIVE_ONLY)]
    kinds = kinds if at.dice.random() < 0.6 else ["undo", "undo", "correction"]
    letters = [SAYS[at.dice.choice(kinds)](at, phone) for phone in at.phones]
    for letter in reversed(letters):
        if letter is not None:
            at.send(letter, "two requests reordered")


def reorder_unsent(at: Sitting) -> None:
    """A phone without signal has two rounds; the second arrives first, is refused, and is sent again."""
    phone = at.phones[0]
    one, two = SAYS["round, from memory"](at, phone), SAYS["round, from memory"](at, phone)
    assert one is not None and two is not None
    fields = {"id": at.dice.id(), "last": one.id}
    two = two.but(fields, {**two.body, "after": one.id})
    for letter in (two, one, two):
        at.send(letter, "two unsent rounds reordered")


def id_of_another_match(at: Sitting, known: str) -> None:
    """Use an id that another match has, if there was another."""
    if not known:
        return
    letter = SAYS["misdeal"](at, at.phones[0])
    assert letter is not None
    at.send(replace(letter.but({"id": known}, letter.body), elsewhere=True), "an id of another match")


def read_along(at: Sitting, stranger: Phone) -> None:
    """A phone without a scorer's seat sends what a scorer's could."""
    letter = SAYS[at.dice.choice([*SAYS])](at, at.phones[0])
    if letter is not None:
        status = at.model.status
        assert stranger.post(letter.action, letter.fields).status_code == 403
        at.check()
        at.count("sent without a seat", status, taken=False)


def delete(at: Sitting) -> None:
    """Put the match away; then nothing can be said in it until it is taken back."""
    status, model, phone = at.model.status, at.model, at.phones[0]
    before, letter = file_of(model), SAYS["misdeal"](at, phone)
    assert letter is not None
    address = f"/m/{at.id}/delete"
    assert phone.post(address, {}).status_code == 422  # not ticked
    at.check()
    model.deleted = True
    for _ in range(2):
        assert phone.post(address, {"sure": "1"}).status_code == 303
        at.check()
    at.count("delete", status, taken=True)
    at.send(at.dice.choice([*at.sent, letter]), "said in a deleted match")
    form = form_to(phone.forms("/"), f"/m/{at.id}/restore")
    assert phone.post(form.action if form else f"/m/{at.id}/restore", {}).status_code == 303
    model.deleted = False
    at.check()
    assert file_of(model) == before
    at.count("restore", status, taken=True)


def rematch(at: Sitting) -> None:
    """Play again: once over, the first Rematch starts a match and every later one opens it, even if it was deleted."""
    status, model, phone = at.model.status, at.model, at.phones[0]
    form = form_to(phone.forms(f"/m/{at.id}"), "/rematch")
    assert (form is not None) == model.over
    answer = phone.post(f"/m/{at.id}/rematch", form.fields if form else {"id": at.dice.id()})
    assert answer.status_code == 303
    address = answer.headers["Location"]
    at.check()
    at.count("rematch", status, taken=model.over)
    if not model.over:
        assert address == f"/m/{at.id}"
        return
    if at.rematch is None:
        names = [model.names[player] for player in model.paper.sitting]
        at.rematch = (address, Model(model.game, model.paper.house, names, model.tally()[1].dealer, {}))
    assert address == at.rematch[0]
    assert phone.get(f"{address}.json").json == file_of(at.rematch[1])
    assert at.phones[1].post(f"/m/{at.id}/rematch", {"id": at.dice.id()}).headers["Location"] == address
    if at.dice.random() < 0.3:
        assert phone.post(f"{address}/delete", {"sure": "1"}).status_code == 303


def seat(app: Flask, phone: Phone, match_id: str) -> None:
    """Give a second phone a scorer's seat."""
    cookie = phone.client.get_cookie("device", domain="localhost")
    assert cookie is not None
    device = hashlib.sha256(cookie.value.encode()).hexdigest()
    connection = sqlite3.connect(str(make_url(str(app.config["SQLALCHEMY_DATABASE_URI"])).database))
    try:
        moment = datetime.now(UTC).replace(tzinfo=None).isoformat(" ")
        connection.execute("INSERT INTO scorer (match_id, device, since) VALUES (?, ?, ?)", (match_id, device, moment))
        connection.commit()
    finally:
        connection.close()
