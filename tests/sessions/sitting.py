"""One match being played in a session: its phones, what they say, and what must come of it."""

from __future__ import annotations

import sqlite3

from dice import Dice, fields_of
from flask import Flask
from model import SAVED, Model
from pages import Form, Letter, Phone, form_to, forms_of
from plain_file import file_of
from plain_rules import Said
from sqlalchemy.engine import make_url
from tally import Tally

PEOPLE = ("Asha", "Bilal", "Chitra", "Deepak", "Esha", "Farid")


class Sitting:
    """A match on the app and the same match in the model."""

    def __init__(self, app: Flask, phones: list[Phone], dice: Dice, tally: Tally, match: tuple[str, Model]) -> None:
        self.app, self.phones, self.dice, self.tally = app, phones, dice, tally
        self.id, self.model = match
        self.sent: list[Letter] = []
        self.kept: list[Letter] = []
        """Filled in and not sent yet."""
        self.rematch: tuple[str, Model] | None = None
        self.check()

    # --- what must hold after every step ----------------------------------------------------------------------------

    def check(self) -> None:
        """Compare the match file to the last field, and the events one by one."""
        answer = self.phones[0].get(f"/m/{self.id}.json")
        if self.model.deleted:
            assert answer.status_code == 404
        else:
            assert answer.status_code == 200
            assert answer.json == file_of(self.model), difference(answer.json, file_of(self.model))
        assert self.kinds(self.id) == [kind for kind, _ in self.model.said.values()]

    def kinds(self, match_id: str) -> list[str]:
        """What was said, read from the database itself."""
        path = make_url(str(self.app.config["SQLALCHEMY_DATABASE_URI"])).database
        connection = sqlite3.connect(str(path))
        try:
            rows = connection.execute("SELECT kind FROM event WHERE match_id = ? ORDER BY seq", (match_id,))
            return [kind for (kind,) in rows]
        finally:
            connection.close()

    # --- sending ----------------------------------------------------------------------------------------------------

    def send(self, letter: Letter, counted_as: str | None = None) -> bool:
        """Post a letter; the app must answer as the model says, and both must have the same match after it."""
        status, model = self.model.status, self.model
        counted_as = counted_as or ("a request repeated" if letter.id in model.said else letter.counted_as)
        told = {"elsewhere": letter.elsewhere, "looked_at": letter.looked_at}
        expected = model.say(letter.id, letter.kind, letter.body, **told)
        htmx = self.dice.random() < 0.3
        answer = letter.phone.post(letter.action, letter.fields, **({"HX-Request": "true"} if htmx else {}))
        given = SAVED if htmx and answer.status_code == 200 and expected == SAVED else answer.status_code
        assert given == expected, f"{letter}: {given}, expected {expected}\n{self.model.paper.__dict__}"
        if given == 303 and not htmx:
            assert answer.headers["Location"] == f"/m/{self.id}"
        self.check()
        self.count(counted_as, status, taken=expected == SAVED)
        self.tally.answers[expected] += 1
        self.sent.append(letter)
        return expected == SAVED

    def count(self, kind: str, status: str, *, taken: bool) -> None:
        """Write down what was tried."""
        self.tally.said[kind, status, taken] += 1
        if taken:
            for name, value in self.model.paper.house.items():
                self.tally.houses[name, value, status] += 1

    def look(self, phone: Phone, address: str, fields: Said, kind: str, body: Said) -> Form | None:
        """Look ahead, which saves nothing; give the form that would save it."""
        expected = self.model.refusal(kind, body) or 200
        answer = phone.post(address, fields)
        assert answer.status_code == expected, (address, fields, body, answer.text)
        self.tally.answers[expected] += 1
        self.check()
        ends = {"correction": "/correct", "round": "/insert", "rules": "/rules"}
        return form_to(forms_of(answer.text), ends[kind]) if expected == 200 else None

    # --- what phones show -------------------------------------------------------------------------------------------

    def hidden(self, phone: Phone, page: str, end: str) -> Said:
        """What a form of a page carries; where the page has none, what a phone without signal would carry."""
        form = form_to(phone.forms(f"/m/{self.id}{page}"), f"/{end}")
        if form is not None and "id" in form.fields:
            return {name: form.fields.get(name, "") for name in ("id", "seen", "last", "contract")}
        contract = self.model.paper.contract
        last = {"last": self.model.paper.last() or "", "contract": contract[0] if contract else ""}
        return {"id": self.dice.id(), "seen": len(self.model.said), **last}


def start(app: Flask, phones: list[Phone], dice: Dice, tally: Tally, seats: int) -> Sitting | None:
    """Start a match through its form; None where the paper said that it is over."""
    game, house = tally.game, tally.rarest_house(dice)
    typed, meant = dice.paper(game)
    names = [dice.choice((name, "")) if dice.random() < 0.1 else name for name in PEOPLE[:seats]]
    form = form_to(phones[0].forms(f"/new/{game}" + ("?seats=6" if seats == 6 else "")), f"/new/{game}")
    assert form is not None
    dealer = dice.randrange(seats)
    people = {f"name-{seat}": name for seat, name in enumerate(names)}
    fields = {**form.fields, **people, "first_dealer": dealer, **fields_of(house), **typed}
    model = Model(game, house, names, dealer, meant)
    refused = model.refusal("rules", {"options": model.paper.house, "first_dealer": dealer, "seen": None})
    answer = phones[0].post(form.action, fields)
    assert answer.status_code == (refused or 303), (fields, answer.text)
    tally.answers[answer.status_code] += 1
    tally.said["a new match, from paper" if meant else "a new match", "live", not refused] += 1
    if refused:
        return None
    match_id = answer.headers["Location"].rsplit("/", 1)[1]
    tally.matches += 1
    return Sitting(app, phones, dice, tally, (match_id, model))


def difference(given: object, expected: object, path: str = "") -> str:
    """Say where two match files differ."""
    if isinstance(given, dict) and isinstance(expected, dict):
        parts = [(key, given.get(key), expected.get(key)) for key in {**given, **expected}]
    elif isinstance(given, list) and isinstance(expected, list) and len(given) == len(expected):
        parts = [(place, *both) for place, both in enumerate(zip(given, expected, strict=True))]
    else:
        return "" if given == expected else f"{path}: {given}, but the model has {expected}\n"
    return "".join(difference(one, other, f"{path}/{key}") for key, one, other in parts)
