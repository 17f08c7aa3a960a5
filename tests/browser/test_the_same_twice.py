"""What is written twice, in Python and for a phone without a signal, says the same: every figure and every letter."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from chance import Chance
from dice import choices
from flask import Flask, render_template
from markupsafe import Markup
from playwright.sync_api import Browser, Page

from scorekeeper.board import Board
from scorekeeper.forms import Untyped
from scorekeeper.games import GAMES
from scorekeeper.kit import make_kit
from scorekeeper.languages import chosen
from scorekeeper.log import Reading, read
from scorekeeper.log.reading import KINDS
from scorekeeper.numerals import in_html
from scorekeeper.series import Series
from scorekeeper.shown import shown
from scorekeeper.tail import tail

ROOT = Path(__file__).parents[2]
MATCHES, SHARES = 2000, 4
LANGUAGES = ("en", "hi-u-nu-deva", "ur", "ur-u-nu-arabext", "hi", "hi-Latn")
"""Of twelve piles, seven are in English."""
TWICE = """
import { read } from "./client/reading.js";
import { Board } from "./client/board.js";
import { fill } from "./client/fill.js";
import { numerals } from "./client/numerals.js";

export function both(kit, matches) {
  return matches.map(([log, ids]) => {
    const reading = read(kit, log.opening, log.events);
    const board = new Board(kit, reading, "m", log.writes, 0, log.series);
    const slots = board.shown(ids);
    if (!slots.over) slots.entry = fill(...board.entryForm());
    const rows = reading.rows.map(([line, row]) => ({ id: line.id, ...row }));
    const html = ["match", "stand"].map((part) => fill(kit.parts[part], { m: slots })).join("");
    return { standing: reading.standing, rows, slots, html };
  });
}

/** Compare two texts as a browser reads them: elements, attributes, words. The second one still wants its numbers. */
export function sameDom(one, other, reader) {
  const [mine, theirs] = [one, other].map((text) => {
    const part = document.createElement("template");
    part.innerHTML = text;
    if (text === other) numerals(part.content, reader);
    const walk = document.createTreeWalker(part.content, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
    const nodes = [];
    while (walk.nextNode()) nodes.push(walk.currentNode);
    for (const node of nodes) {
      if (node.nodeType === Node.COMMENT_NODE || !node.data.trim()) node.remove();
      else node.data = node.data.replace(/\\s+/g, " ").trim();
    }
    return part.content;
  });
  return mine.isEqualNode(theirs) && mine.querySelectorAll("*").length > 20;
}
"""


@pytest.fixture(scope="module")
def twice(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A browser with the phone's own reading, fold and board in it."""
    out = tmp_path_factory.mktemp("twice") / "twice.js"
    esbuild = next((ROOT / "node_modules" / "@esbuild").glob("*/bin/esbuild"))
    options = ["--bundle", "--format=iife", "--global-name=twice", f"--outfile={out}", "--log-level=warning"]
    subprocess.run([esbuild, *options, "--loader=js"], input=TWICE, text=True, check=True, cwd=ROOT)
    page = chromium.new_page()
    page.add_script_tag(content=out.read_text())
    yield page
    page.close()


@pytest.mark.parametrize("share", range(SHARES))
def test_a_phone_reads_folds_and_shows_every_match_as_the_server_does(
    app: Flask, twice: Page, share: int, record_property: Any
) -> None:
    seen: Counter[str] = Counter()
    spoken = (*LANGUAGES, *["en"] * 6)
    for place, first in enumerate(range(share * MATCHES // SHARES, (share + 1) * MATCHES // SHARES, 50)):
        with app.test_request_context(f"/?lang={spoken[place % len(spoken)]}"):
            kit = json.loads(json.dumps(make_kit()))
            readings = []
            for seed in range(first, first + 50):
                chance = Chance(seed)
                whole = chance.table().reading
                seen += chance.seen
                some = chance.randrange(whole.seq + 1)
                readings += [whole, read(whole.opening, whole.said[:some])]
            compare(twice, kit, readings)
    missing = [name for name in wanted() if not seen[name]]
    assert missing == []
    record_property("told", [f"{count:6} {name}" for name, count in sorted(seen.items())])


def compare(twice: Page, kit: object, readings: list[Reading]) -> None:
    """Compare both on a pile of matches."""
    ids = {form: f"id-{form}" for form in ("entry", "undo", "redo", "misdeal", "rematch")}
    series = [Series((place % 3, place % 2), counts=place % 5 > 0) for place in range(len(readings))]
    boards = [Board(reading, "m", writes=True, series=one) for reading, one in zip(readings, series, strict=True)]
    theirs = twice.evaluate(
        "([kit, matches]) => twice.both(kit, matches)",
        [kit, [[json.loads(json.dumps(tail(one.reading, True, 0, one.series))), ids] for one in boards]],
    )
    pages = []
    for board, their in zip(boards, theirs, strict=True):
        mine = shown(board, ids.__getitem__)
        if not board.standing.over:
            mine["entry"] = entry_form(board)
        log = [(said.kind, said.body) for said in board.reading.said]
        assert their["standing"] == as_json(asdict(board.standing)), log
        rows = [{"id": line.id, **asdict(row)} for line, row in board.reading.rows]
        assert their["rows"] == as_json(rows), log
        assert their["slots"] == as_json(mine), log
        html = "".join(render_template(f"parts/{part}.html", m=mine) for part in ("match", "stand"))
        pages.append([in_html(html), their["html"]])
    language = chosen().language
    numbers = {"numbers": language.numbers} if chosen().own_digits else {}
    reader = {"lang": language.tag, "dir": language.direction, "dataset": numbers}
    same = "([pages, reader]) => pages.map(([one, other]) => twice.sameDom(one, other, reader))"
    assert twice.evaluate(same, [pages, reader]) == [True] * len(pages)


def entry_form(board: Board) -> Markup:
    """The entry form as the server writes it, without the blanks between its lines."""
    html = render_template(f"games/{board.game.key}.html", board=board, typed=Untyped())
    return Markup("\n".join(line.strip() for line in html.splitlines() if line.strip()))  # noqa: S704


def as_json(value: Any) -> Any:
    """The same as it comes over the wire."""
    return json.loads(json.dumps(value))


def wanted() -> list[str]:
    """What each share of the matches must have covered."""
    games = [f"game {key}, {seats} seats" for key, game in GAMES.items() for seats in game.seats]
    rules = [f"{key}: {name} = {value}" for key in GAMES for name, values in choices(key).items() for value in values]
    ends = [
        f"ended by {reason}"
        for reason in ("gap", "streak", "points", "rounds", "kots", "instant", "agreed", "conceded")
    ]
    more = ["draw", "uncounted rounds", "correction before a dealer by hand", "correction after a dealer by hand"]
    return [*games, *rules, *(f"event {kind}" for kind in KINDS), *ends, *more]
