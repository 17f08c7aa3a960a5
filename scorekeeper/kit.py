"""What a phone needs to go on without a signal: every game's outcomes as a table, the sentences, the parts of the page.

No rule is in it twice: a row of a table is what the game's own `outcome` says, and an entry form is the page's own.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from babel import Locale
from flask import current_app, render_template
from markupsafe import Markup, escape

from .board import Board
from .forms import Untyped
from .games import GAMES, Game, Raw, Rules
from .games.base import row_name
from .games.house import OPTIONS, check_rules, written_rules
from .languages import chosen
from .log import Said, open_match, read
from .numerals import in_text
from .speech import Names, gettext, in_own_words
from .words import GAMES as CALLED
from .words import ON_THE_PHONE, PROBLEMS, SENTENCES, SPOKEN, SUITS, TABLE, Plural

PARTS = ("match", "history", "table", "round", "look", "home", "kept", "unsent", "stand")
WHOLE = ("_install_offer", "_plain_http", "_languages")
SENTENCE = re.compile(r'\{\{ _\("([^"]+)"\) \}\}')
NOTED = ("seat", "suit", "which")
"""Figures of a retold entry that its row cannot know: they are in the entry itself."""


def make_kit() -> dict[str, Any]:
    """Make the kit in the language of the request."""
    forms: list[str] = []
    return {
        "language": chosen().language.tag,
        "digits": in_text("0123456789"),
        "apart": chosen().apart,
        "says": {key: _says(sentence) for key, sentence in _sentences().items()},
        "parts": {name: part(name) for name in PARTS} | {name: render_template(f"{name}.html") for name in WHOLE},
        "games": {key: _game(game, forms) for key, game in GAMES.items()},
        "forms": forms,
    }


def part(name: str) -> str:
    """Give a part of a page as the phone fills it, its own words translated."""
    path = Path(str(current_app.jinja_loader.searchpath[0])) / "parts" / f"{name}.html"  # type: ignore[union-attr]
    source = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = [line.strip() for line in source.splitlines() if line.strip()]
    return SENTENCE.sub(lambda found: escape(gettext(found[1])), "\n".join(lines))


def _says(sentence: str | Plural) -> str | dict[str, str]:
    """A sentence; one that depends on a number in all its forms, by the name that browsers give each."""
    if isinstance(sentence, str):
        return gettext(sentence) if sentence else ""
    rule = Locale.parse(chosen().language.key).plural_form
    first = {rule(count): count for count in range(200, -1, -1)}
    return {form: in_own_words(sentence, {"count": count}) for form, count in first.items()}


def _sentences() -> dict[str, str | Plural]:
    suits = {f"suit.{suit}": word for suit, word in SUITS.items()}
    return {
        **TABLE,
        **ON_THE_PHONE,
        **SPOKEN,
        **suits,
        **{
            key: text
            for key, text in PROBLEMS.items()
            if key.endswith("_missing") or key in ("not_a_number", "start_is_over")
        },
    }


def _game(game: Game[Any], forms: list[str]) -> dict[str, Any]:
    relevant = [name for name in game.options if _matters(game, name)]
    variants: dict[str, Any] = {}
    for seats in game.seats:
        for values in product(*(_values(name) for name in relevant)):
            rules = check_rules(game, dict(zip(relevant, values, strict=True)), seats)
            name = "|".join([str(seats), *(str(value).lower() for value in values)])
            variants[name] = _variant(game, rules, forms)
    return {
        "name": gettext(CALLED[game.key][0]),
        "seats": game.seats,
        "options": {name: [OPTIONS[name].kind, default] for name, default in game.options.items()},
        "asks": [(ask.name, ask.kind) for ask in game.asks],
        "decides": game.decides,
        "called": game.called,
        "first_does": game.first_does,
        "relevant": relevant,
        "variants": variants,
    }


def _values(name: str) -> tuple[str | bool, ...]:
    option = OPTIONS[name]
    return (True, False) if option.kind == "yes_no" else option.choices


def _matters(game: Game[Any], name: str) -> bool:
    """Say whether a house rule changes what a round is worth, and not only what the fold makes of it."""
    rules = [check_rules(game, {name: value}, seats) for value in _values(name) for seats in game.seats]
    tables = [(game.table(one), game.deciding(one), game.all_at_once(one)) for one in rules]
    return any(one != other for one in tables[:: len(game.seats)] for other in tables[:: len(game.seats)])


def _variant(game: Game[Any], rules: Rules, forms: list[str]) -> dict[str, Any]:
    rows, bids = {}, []
    for entry in game.possible(rules):
        written, name = entry.written(), game.name(entry)
        rows[name] = _row(game, entry, rules)
        if "bidder" in written and "made" in written:
            bids.append((written["bidder"], written["bid"], written["made"], name))
    return {
        "rows": rows,
        "bids": bids,
        "decides": game.deciding(rules),
        "all": game.all_at_once(rules),
        "forms": {step: _shelve(forms, html) for step, html in _forms(game, rules)},
    }


def _row(game: Game[Any], entry: Any, rules: Rules) -> list[Any]:
    """One row: the outcome for either side after the dealer, and how an entry of this row is retold."""
    told, written = game.told(entry), entry.written()
    asked = re.findall(r"%\((\w+)\)s", str(SENTENCES[told.key]))
    more = {name: told.figures[name] for name in asked if name not in (*NOTED, *written)}
    worth = [
        [*outcome.points, outcome.winner, int(outcome.kot), int(outcome.instant)]
        for outcome in game.worth(entry, rules)
    ]
    return [*worth, told.key, more]


def _shelve(forms: list[str], html: str) -> int:
    if html not in forms:
        forms.append(html)
    return forms.index(html)


def _forms(game: Game[Any], rules: Rules) -> list[tuple[str, str]]:
    """The entry form in each of its steps, with slots for what only the match knows."""
    steps = [("entry", _blank(game, rules, None))]
    for call in _calls(game, rules):
        board = _blank(game, rules, call)
        steps += [(f"{side}-{_called(call)}", board.on_side(side)) for side in (0, 1) if side in _sides(call)]
    whole = f"games/{game.key}{'_whole' if game.called else ''}.html"
    found = [(step, _form(f"games/{game.key}.html", board, mending=False)) for step, board in steps]
    return [*found, ("whole", _form(whole, steps[0][1], mending=True))]


def _form(template: str, board: Blank, *, mending: bool) -> str:
    html = render_template(template, board=board, typed=Untyped(), mending=mending)
    return "\n".join(line.strip() for line in html.splitlines() if line.strip())


def _calls(game: Game[Any], rules: Rules) -> list[Raw]:
    """Everything that may be called before the hand is played, each once, in seats 0 and 1."""
    calls: dict[str, Raw] = {}
    for entry in game.possible(rules) if game.called else ():
        call = {name: value for name, value in entry.written().items() if name in game.called}
        calls[row_name(game, call)] = call
    return list(calls.values())


def _called(call: Raw) -> object:
    return call.get("bid", "forced")


def _sides(call: Raw) -> tuple[object, ...]:
    return (call["bidder"],) if "bidder" in call else (0, 1)


class Blank(Board):
    """A board with a slot in place of all that depends on who sits there and how the match stands."""

    def __init__(self, reading: Any, side: int = 0) -> None:
        super().__init__(reading, "", writes=True)
        self.names, self._side = BlankNames(tuple(f"{{{{ m.seat.{seat} }}}}" for seat in range(reading.seats))), side

    def on_side(self, side: int) -> Blank:
        """The same with the contract played by a side: whose it is when all passed depends on the dealer."""
        return Blank(self.reading, side)

    @cached_property
    def caller_side(self) -> int:
        """Side that plays the contract."""
        return self._side

    def will(self, name: str, bidder: int | None = None) -> Markup:
        """A slot for what a button would do."""
        return Markup(f"{{{{ m.will.{name} }}}}")  # noqa: S704 - a name of our own table


class BlankNames(Names):
    """Names as slots."""

    def side(self, side: int) -> str:
        """Slot of a side's name."""
        return f"{{{{ m.sides.{side} }}}}"


def _blank(game: Game[Any], rules: Rules, call: Raw | None) -> Blank:
    opening = open_match(game.key, written_rules(game, rules), [""] * rules.seats, 0)
    bid = [] if call is None else [Said("bid", 1, "bid", {"call": call, "replaces": None})]
    return Blank(read(opening, bid))
