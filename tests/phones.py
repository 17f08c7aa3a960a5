"""Phones at the table without a browser: each fills in the forms it was served, and sends them as a browser would."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from xml.etree.ElementTree import Element

import sqlalchemy as sa
from flask import Flask
from trees import chosen_of, grow, text_of

from scorekeeper.models import Event, Match, Scorer, db

PEOPLE = ("Asha", "Bilal", "Chitra", "Deepak", "Esha", "Farid")
ROUNDS: dict[str, list[dict[str, object]]] = {
    "tervi": [{"bidder": "1", "bid": "8", "suit": "hearts"}, {"made": "true"}],
    "dehla_pakad": [{"tens": "3-1"}],
    "tervi_classic": [{"winner": "A", "tricks": "7-3"}],
    "court_piece": [{"tricks": "8-5"}],
    "double_sar": [{"tens": "3-1", "tricks": "8-5"}],
}
"""What is tapped for one round of each game, form by form."""

Typed = Mapping[str, object]
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Letter:
    """A form filled in and not sent yet. Sent twice, it is the same letter."""

    action: str
    pairs: Pairs

    def of(self, name: str) -> str:
        """Give the one value of a field."""
        (value,) = [value for other, value in self.pairs if other == name]
        return value

    def at(self, action: str) -> Letter:
        """Address it elsewhere, as no page of ours would."""
        return replace(self, action=action)

    def but(self, **other: str) -> Letter:
        """Write the same with other values, as no page of ours would; `name_1` means the field `name-1`."""
        told = {name.replace("_", "-") if name[-1].isdigit() else name: value for name, value in other.items()}
        kept = [(name, value) for name, value in self.pairs if name not in told]
        return replace(self, pairs=[*kept, *told.items()])


class Form:
    """A form of a page, with the buttons that belong to it wherever they stand."""

    def __init__(self, element: Element, page: Page) -> None:
        self.element, self.page = element, page
        self.action = element.get("action") or page.address
        outside = [button for button in page.tree.iter("button") if button.get("form") == element.get("id", "-")]
        self.buttons = [*element.iter("button"), *outside]

    def untouched(self) -> Pairs:
        """Give what it would send if nothing were typed and its button had no name."""
        found: Pairs = []
        for field in self.element.iter():
            name = field.get("name")
            if name is None or field.tag not in ("input", "select", "textarea"):
                continue
            if field.get("type") in ("radio", "checkbox") and field.get("checked") is None:
                continue
            typed = "".join(field.itertext()) if field.tag == "textarea" else field.get("value", "")
            found.append((name, chosen_of(field) if field.tag == "select" else typed))
        return found

    def offers(self, name: str) -> list[str] | None:
        """Values that a field offers: None for one that is typed freely, empty where there is no such field."""
        fields = [field for field in self.element.iter() if field.get("name") == name and field.tag != "button"]
        typed = [field for field in fields if field.tag in ("input", "textarea")]
        if any(field.get("type") not in ("radio", "checkbox") for field in typed):
            return None
        options = [option for field in fields for option in field.iter("option")]
        return [option.get("value", "") for option in options or fields]

    def has(self, name: str) -> bool:
        """Tell whether there is such a field or button to choose or type in."""
        parts = [*self.element.iter(), *self.buttons]
        return any(part.get("name") == name and part.get("type") != "hidden" for part in parts)

    def fill(self, typed: Typed) -> Letter:
        """Fill it in and press a button, all of which must be on the page. `...` presses the only button so named."""
        pairs, names = self.untouched(), {button.get("name") for button in self.buttons}
        pressed = [button for button in self.buttons if button.get("name") is None]
        for name, told in typed.items():
            values = [str(value) for value in told] if isinstance(told, list) else [told]
            if name in names:
                pressed = [button for button in self.buttons if told in (..., button.get("value"))]
                continue
            offered = self.offers(name)
            assert offered is None or set(values) <= set(offered), f"{name}={told} is not on {self.page.address}"
            pairs = [pair for pair in pairs if pair[0] != name] + [(name, str(value)) for value in values]
        able = [button for button in pressed if button.get("disabled") is None and button.get("type") != "button"]
        assert able, f"no button for {dict(typed)} on {self.page.address}"
        button = able[0]
        if button.get("name"):
            pairs.append((button.get("name", ""), button.get("value", "")))
        return Letter(button.get("formaction") or self.action, pairs)


@dataclass(frozen=True)
class Page:
    """What a phone was answered."""

    address: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def html(self) -> str:
        """Its source."""
        return self.body.decode()

    @cached_property
    def tree(self) -> Element:
        """Its elements."""
        return grow(self.html)

    @property
    def words(self) -> str:
        """All that can be read on it."""
        return text_of(self.tree.find("body"))

    @property
    def title(self) -> str:
        """What its tab is called."""
        return text_of(self.tree.find("head/title"))

    @property
    def alerts(self) -> str:
        """What it shouts."""
        return " ".join(filter(None, (text_of(element) for element in self.all("*", role="alert"))))

    @property
    def match_id(self) -> str:
        """Id of the match that its address belongs to."""
        return urlsplit(self.address).path.split("/")[2]

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Give all elements with a tag and attributes."""
        return [
            found
            for found in (self.tree.iter() if tag == "*" else self.tree.iter(tag))
            if all(found.get(name.rstrip("_")) == value for name, value in attributes.items())
        ]

    def by_class(self, *names: str) -> list[str]:
        """Give the text of each element that has all these classes."""
        return [text_of(each) for each in self.tree.iter() if set(names) <= set(each.get("class", "").split())]

    @property
    def writing(self) -> list[Element]:
        """All forms but the languages, which anybody may choose on any page."""
        return [form for form in self.all("form") if form.get("action") != "/language"]

    def forms(self, end: str) -> list[Form]:
        """Give the forms that go to an address with this last part."""
        return [Form(form, self) for form in self.all("form") if (form.get("action") or "").endswith(f"/{end}")]

    def form(self, end: str) -> Form:
        """Give the one form that goes to an address with this last part."""
        (form,) = self.forms(end)
        return form

    def links(self) -> list[str]:
        """Give the addresses it leads to."""
        return [link.get("href", "") for link in self.all("a")]


class Phone:
    """A phone with its own cookies and no scripts. `page` is what it shows."""

    page: Page

    def __init__(self, app: Flask, origin: str = "http://localhost") -> None:
        self.client, self.origin = app.test_client(), origin

    def open(self, address: str, **headers: str) -> Page:
        """Open a page, and follow where it leads."""
        answer = self.client.get(address, base_url=self.origin, headers=headers, follow_redirects=True, buffered=True)
        path = answer.request.path if answer.history else address
        self.page = Page(path, answer.status_code, answer.headers, answer.data)
        return self.page

    def post(self, letter: Letter, *, htmx: bool = False, headers: Mapping[str, str] | None = None) -> Page:
        """Send a letter and show the answer, not yet what it leads to."""
        sent = {"Origin": self.origin, **({"HX-Request": "true"} if htmx else {}), **(headers or {})}
        answer = self.client.post(
            letter.action,
            base_url=self.origin,
            headers=sent,
            data=urlencode(letter.pairs, errors="surrogatepass"),
            content_type="application/x-www-form-urlencoded",
        )
        self.page = Page(letter.action, answer.status_code, answer.headers, answer.data)
        return self.page

    def fill(self, end: str, typed: Typed | None = None) -> Letter:
        """Fill in a form of the page on show."""
        return self.page.form(end).fill(typed or {})

    def say(self, end: str, typed: Typed | None = None) -> Page:
        """Fill in a form of the page on show, send it, and open where that leads."""
        answer = self.post(self.fill(end, typed))
        assert answer.status == 303, f"{end}: {answer.status} {answer.alerts}"
        return self.open(answer.headers["Location"])

    def start(
        self, game: str = "dehla_pakad", names: Sequence[str] = PEOPLE[:4], dealer: int = 0, **more: object
    ) -> Page:
        """Start a match and show its page."""
        self.open(f"/new/{game}" + ("?seats=6" if len(names) == 6 else ""))
        seated = {f"name-{seat}": name for seat, name in enumerate(names)}
        return self.say(game, {**seated, "first_dealer": str(dealer), **more})

    def play(self, *rounds: Typed) -> Page:
        """Enter rounds on the page on show; a bid goes where bids go."""
        for typed in rounds:
            self.say("bid" if "bid" in typed or "forced" in typed else "round", typed)
        return self.page


def dump(app: Flask) -> list[str]:
    """Give every row of the database, to see that nothing was written."""
    with app.app_context():
        path = Path(str(db.engine.url.database))
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


def log_of(app: Flask, match_id: str) -> list[tuple[str, Any]]:
    """Give the kind and the body of everything said in a match."""
    query = sa.text("SELECT kind, body FROM event WHERE match_id = :match ORDER BY seq").columns(body=sa.JSON)
    with app.app_context():
        return [(kind, body) for kind, body in db.session.execute(query, {"match": match_id})]


def ids_of(app: Flask) -> set[str]:
    """Give every id that an event or a match has."""
    with app.app_context():
        return {*db.session.scalars(sa.select(Event.id)), *db.session.scalars(sa.select(Match.id))}


def seat(app: Flask, phone: Phone, match_id: str) -> None:
    """Give another phone a scorer's seat, as an invitation will."""
    phone.open("/new/tervi")  # names the device
    cookie = phone.client.get_cookie("device", domain=urlsplit(phone.origin).hostname or "")
    assert cookie is not None
    device = hashlib.sha256(cookie.value.encode()).hexdigest()
    with app.app_context():
        db.session.add(Scorer(match_id=match_id, device=device, since=datetime.now(UTC)))
        db.session.commit()


@contextmanager
def unwritten(app: Flask) -> Iterator[None]:
    """Fail when anything is written meanwhile."""
    before = dump(app)
    yield
    assert dump(app) == before
