"""WTForms built from what a game's entry asks for. They read what was typed; the game says what can be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, IntegerField, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from .games import Ask, Game, Impossible, Raw, Written

ID = re.compile(r"[0-9a-f]{32}")
NUMBER = re.compile(r"[-+]?\d{1,9}")
"""As many digits as any database takes; in any script, for \\d and int() know them all."""


class IdField(StringField):
    """An id of 32 hexadecimal digits."""

    def pre_validate(self, form: Any) -> None:
        """Refuse anything else: it would be an id that nobody else can have."""
        if self.data and not ID.fullmatch(self.data):
            raise ValidationError("odd_id")


class NumberField(IntegerField):
    """A whole number from a button, None when it was not tapped."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Read the number; what is none is kept to be shown again."""
        self.data = None
        text = valuelist[0].strip() if valuelist else ""
        if text:
            if not NUMBER.fullmatch(text):
                raise ValueError("not_a_number")
            self.data = int(text)


class TruthField(Field):
    """True or false from a button, None when it was not tapped."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Read `true` or `false`."""
        self.data = None
        if valuelist and valuelist[0]:
            if valuelist[0] not in ("true", "false"):
                raise ValueError("not_true_or_false")
            self.data = valuelist[0] == "true"


class PairField(Field):
    """Two numbers from a button, as `3-1`: A's first."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Read the pair."""
        self.data = None
        if valuelist and valuelist[0]:
            found = re.fullmatch(r"(\d{1,2})-(\d{1,2})", valuelist[0])
            if not found:
                raise ValueError("not_a_pair")
            self.data = [int(found[1]), int(found[2])]


class SuitField(StringField):
    """A suit from a button, None when it was not tapped."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Read the suit; the game says whether it is one."""
        self.data = valuelist[0] if valuelist and valuelist[0] else None


class SuitsField(SelectMultipleField):
    """Several suits, None when none was ticked."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validate_choice=False, choices=[], **kwargs)

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Read the suits; the game says whether they are."""
        self.data = list(valuelist) or None


FIELDS: dict[str, type[Field]] = {
    "seat": NumberField,
    "number": NumberField,
    "pair": PairField,
    "truth": TruthField,
    "suit": SuitField,
    "suits": SuitsField,
}


class Untyped(MultiDict[str, str]):
    """A form that nobody has touched: every field is empty. A MultiDict would make an error page of each, unseen."""

    def __getitem__(self, key: str) -> str:
        """Nothing was typed."""
        return ""


class KindForm(Form):
    """A form that says what is wrong by key, beside the field it belongs to."""

    id = IdField()

    def blame(self, problem: Impossible) -> None:
        """Put what cannot be beside the field it belongs to; what belongs to none stands at the top."""
        field = self._fields.get(problem.field or "id", self._fields["id"])
        field.errors = [*field.errors, problem]  # type: ignore[list-item]  # a key with its figures, not a sentence

    def problems(self) -> list[Impossible]:
        """All that is wrong, each with its field."""
        found: list[tuple[str, Any]] = [(name, error) for name, errors in self.errors.items() for error in errors]
        return [error if isinstance(error, Impossible) else Impossible(str(error), name) for name, error in found]


class EventForm(KindForm):
    """What every event carries besides what it says: its own id and what its sender had seen."""

    seen = NumberField()
    last = IdField()
    contract = IdField()
    target = IdField()
    said = StringField()

    @property
    def moment(self) -> datetime | None:
        """What the sender's clock showed, where it told; it is shown only, so an odd clock is no error."""
        try:
            told = datetime.fromisoformat(self.said.data or "")
        except ValueError:
            return None
        return told if told.tzinfo else None


def entry_form(game: Game[Any], typed: MultiDict[str, str], *, parts: Sequence[str] | None = None) -> EventForm:
    """Build the form for an entry of a game, or for some of its parts, from what was typed."""
    return _entry_form(game, tuple(parts) if parts is not None else None)(_with_else(game, typed))


def _with_else(game: Game[Any], typed: MultiDict[str, str]) -> MultiDict[str, str]:
    """Read a part from `tens-else` where no button told it: a radio stays chosen when a button is tapped after it."""
    told = {ask.name: typed.get(f"{ask.name}-else") for ask in game.asks if not typed.get(ask.name)}
    return MultiDict([*typed.items(multi=True), *((name, value) for name, value in told.items() if value)])


def entry_of(form: EventForm, game: Game[Any]) -> Written:
    """The entry as it was typed, without what was not told; nothing of it is checked yet."""
    told = {ask.name: form._fields[ask.name].data for ask in game.asks if ask.name in form._fields}
    return {name: value for name, value in told.items() if value is not None}


def fields_of(told: Raw) -> list[tuple[str, str]]:
    """Write an entry as the fields that would say it again."""
    found: list[tuple[str, str]] = []
    for name, value in told.items():
        if value is None:
            continue
        if isinstance(value, list) and all(isinstance(part, int) for part in value):
            found.append((name, "-".join(map(str, value))))
        elif isinstance(value, list):
            found += [(name, str(part)) for part in value]
        else:
            found.append((name, str(value).lower()))
    return found


@cache
def _entry_form(game: Game[Any], parts: tuple[str, ...] | None) -> type[EventForm]:
    asked = [ask for ask in game.asks if parts is None or ask.name in parts]
    return type("EntryForm", (EventForm,), {ask.name: _field(ask) for ask in asked})


def _field(ask: Ask) -> Field:
    return FIELDS[ask.kind]()
