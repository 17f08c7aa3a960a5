"""A phone that reads the forms of the pages it is served, quickly, and sends them as a browser would."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from plain_rules import Said
from werkzeug.test import TestResponse

ORIGIN = "http://localhost"


@dataclass
class Form:
    """A form as it was served: where it goes, what it sends untouched, and the buttons in it."""

    action: str
    fields: Said = field(default_factory=dict)
    """A field that is there more than once is a list."""
    buttons: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Letter:
    """A filled-in form, and what it says in the words of the log."""

    phone: Phone
    action: str
    fields: Said
    kind: str
    body: Said
    counted_as: str
    id_field: str = "id"
    elsewhere: bool = False
    """Its id is known in another match."""
    looked: bool = False
    """It saves what was looked at when so many events were seen as its field `seen` says."""

    @property
    def id(self) -> str:
        """Id of the event it would be."""
        return str(self.fields[self.id_field])

    @property
    def looked_at(self) -> int | None:
        """How many events there were when its consequences were shown, None where none were."""
        return int(self.fields["seen"]) if self.looked else None

    def but(self, fields: Said, body: Said) -> Letter:
        """Say something else."""
        return replace(self, fields={**self.fields, **fields}, body=body)


class Phone:
    """A phone with its own cookies."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def get(self, address: str) -> TestResponse:
        """Ask for a page."""
        return self.client.get(address, base_url=ORIGIN, buffered=True)

    def forms(self, address: str) -> list[Form]:
        """Read the forms of a page, none where there is no such page."""
        answer = self.get(address)
        found = forms_of(answer.text) if answer.status_code == 200 else []
        return [form for form in found if form.action != "/language"]

    def post(self, action: str, fields: Said, **headers: str) -> TestResponse:
        """Send a form; a field of several values is a list, one without value is left out."""
        told = {name: value for name, value in fields.items() if value is not None}
        return self.client.post(
            action,
            base_url=ORIGIN,
            headers={"Origin": ORIGIN, **headers},
            data=urlencode(told, doseq=True),
            content_type="application/x-www-form-urlencoded",
            buffered=True,
        )


def forms_of(html: str) -> list[Form]:
    """Read the forms of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def form_to(forms: list[Form], end: str) -> Form | None:
    """Find the first form that goes to an address with this end."""
    return next((form for form in forms if form.action.endswith(end)), None)


class _Reader(HTMLParser):
    """Collects forms; a button outside belongs to no form here."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.open = False
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told: dict[str, Any] = dict(attrs)
        if tag == "form":
            self.forms.append(Form(told.get("action") or ""))
            self.open = True
        elif self.open and tag in ("input", "button", "select", "option"):
            getattr(self, f"_{tag}")(told, told.get("name") or "", told.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag != "form"

    def _input(self, told: Said, name: str, value: str) -> None:
        if name and (told.get("type") not in ("radio", "checkbox") or "checked" in told):
            fields = self.forms[-1].fields
            fields[name] = [*_list(fields[name]), value] if name in fields else value

    def _button(self, told: Said, name: str, value: str) -> None:
        if name and "disabled" not in told:
            self.forms[-1].buttons.append((name, value))

    def _select(self, told: Said, name: str, value: str) -> None:
        self.select = name

    def _option(self, told: Said, name: str, value: str) -> None:
        if "selected" in told or self.select not in self.forms[-1].fields:
            self.forms[-1].fields[self.select] = value


def _list(value: str | list[str]) -> list[str]:
    return value if isinstance(value, list) else [value]
