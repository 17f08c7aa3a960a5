"""The templates, as far as reading them tells: all compile, all words are translated, all sentences are used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import scorekeeper
from scorekeeper.games.house import OPTIONS as HOUSE_RULES
from scorekeeper.words import CHOICES, GAMES, ON_THE_PHONE, OPTIONS, PROBLEMS, SENTENCES, SUITS, SUMMARY, TABLE

PACKAGE = Path(scorekeeper.__file__).parent
TEMPLATES = scorekeeper.ROOT / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))
SAID = ("t", "plain", "say", "Impossible", "Conflict", "Already")
"""What is called with a sentence's key."""
SHOWN = ("aria-label", "placeholder", "title", "alt")
"""Attributes that people read or hear."""
SYMBOLS = {"D", "UTC"}
"""Words that are the same in every language: the dealer's button, the time."""

every_template = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def jinja(prepared: Path) -> Environment:
    """The app's templates."""
    return scorekeeper.create_app(str(prepared / "empty.db")).jinja_env


def source_of(name: str) -> str:
    return (TEMPLATES / name).read_text()


@every_template
def test_a_template_compiles(jinja: Environment, name: str) -> None:
    assert jinja.get_template(name)


def test_no_template_hides_from_this_test(jinja: Environment) -> None:
    assert sorted(jinja.list_templates()) == NAMES


# --- words ---


class Reader(HTMLParser):
    """Reads the text nodes and the shown attributes of a template whose Jinja parts were blotted out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read what a tag shows."""
        self.found += [value or "" for attribute, value in attrs if attribute in SHOWN]

    def handle_data(self, data: str) -> None:
        """Read a text node; a macro that writes a tag's attributes looks like one."""
        self.found.append(re.sub(r'[\w:-]+="[^"]*"', "", data))


def bare_words(jinja: Environment, source: str) -> list[str]:
    """Give every word of a template that stands outside Jinja and would be read."""
    kept, inside = "", 0
    for _, kind, text in jinja.lex(source):
        if kind in ("variable_begin", "block_begin"):
            inside += 1
            kept += "\ue000"
        elif kind in ("variable_end", "block_end"):
            inside -= 1
        elif kind == "data" and not inside:
            kept += text
    reader = Reader()
    reader.feed(kept)
    reader.close()
    words = [word for text in reader.found for word in re.findall(r"[^\W\d_]+", text)]
    return [word for word in words if word not in SYMBOLS and word != "\ue000"]


@every_template
def test_every_word_that_is_read_goes_through_translation(jinja: Environment, name: str) -> None:
    assert bare_words(jinja, source_of(name)) == []


def test_a_bare_word_would_be_found(jinja: Environment) -> None:
    source = '<p title="Home{{ x }}">{{ _("Fine") }} Undo</p>{% if a %}Redo{% endif %}<b aria-label="Now">D · 7</b>'
    assert sorted(bare_words(jinja, source)) == ["Home", "Now", "Redo", "Undo"]


@every_template
def test_no_attribute_holds_a_sentence_with_tags_in_it(name: str) -> None:
    """`t` gives HTML with `<bdi>` round a name; an attribute wants `plain`."""
    spoken = re.findall(rf'(?:{"|".join(SHOWN)})="([^"]*\{{\{{.*?\}}\}}[^"]*)"', source_of(name))
    assert [text for text in spoken if re.search(r"\{\{-? *t\(", text)] == []


# --- sentences ---


def parts_in_code() -> Iterator[tuple[Path, ast.AST]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name != "words.py":
            yield from ((path, node) for node in ast.walk(ast.parse(path.read_text())))


def keys_said_in_code() -> Iterator[tuple[str, str]]:
    """Give every key that the code says outright, and where."""
    for path, node in parts_in_code():
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if called in SAID:
            for key in ast.walk(node.args[0]):
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and not in_f_string(node.args[0]):
                    yield key.value, f"{path.name}:{node.lineno}"


def in_f_string(node: ast.AST) -> bool:
    return any(isinstance(part, ast.JoinedStr | ast.Compare | ast.Subscript) for part in ast.walk(node))


def keys_said_in_templates(jinja: Environment) -> Iterator[tuple[str, str]]:
    """Give every key that a template says outright, and where."""
    for name in NAMES:
        for call in jinja.parse(source_of(name)).find_all(nodes.Call):
            called = call.node.name if isinstance(call.node, nodes.Name) else ""
            if called in SAID and call.args and isinstance(call.args[0], nodes.Const):
                yield str(call.args[0].value), name


def test_every_sentence_that_is_said_is_there(jinja: Environment) -> None:
    said = [*keys_said_in_code(), *keys_said_in_templates(jinja)]
    assert len(said) > 100
    assert [(key, where) for key, where in said if key not in SENTENCES] == []


def patterns_in_code() -> Iterator[str]:
    """Give each text that code puts together, as a pattern."""
    for _, node in parts_in_code():
        if isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values]
            if len("".join(part for part in parts if part != ".+")) > 3:
                yield "".join(parts)


def patterns_in_templates(jinja: Environment) -> Iterator[str]:
    for name in NAMES:
        for put in jinja.parse(source_of(name)).find_all(nodes.Concat):
            parts = [re.escape(str(part.value)) if isinstance(part, nodes.Const) else ".+" for part in put.nodes]
            if len("".join(part for part in parts if part != ".+")) > 3:
                yield "".join(parts)


def texts_in_code() -> Iterator[str]:
    for _, node in parts_in_code():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_sentence_that_is_there_is_said(jinja: Environment) -> None:
    texts = {*texts_in_code(), *(text for name in NAMES for text in re.findall(r'"([^"{}]+)"', source_of(name)))}
    patterns = [*map(re.escape, texts), *patterns_in_code(), *patterns_in_templates(jinja)]
    said = re.compile("|".join(patterns))
    assert [key for key in (*PROBLEMS, *TABLE, *SUMMARY) if not said.fullmatch(key)] == []


def test_every_house_rule_and_every_choice_has_words() -> None:
    assert set(OPTIONS) == set(HOUSE_RULES)
    wanted = {
        f"{name}.{choice}"
        for name, option in HOUSE_RULES.items()
        for choice in (option.choices or (("true", "false") if option.kind == "yes_no" else ()))
    }
    assert set(CHOICES) == wanted


def test_every_game_and_every_suit_has_words() -> None:
    assert set(GAMES) == set(scorekeeper.games.GAMES)
    assert set(SUITS) == set(scorekeeper.games.base.TRUMPS)


def test_no_key_stands_in_two_lists() -> None:
    assert sum(map(len, (PROBLEMS, TABLE, SUMMARY, CHOICES, ON_THE_PHONE))) == len(SENTENCES)
