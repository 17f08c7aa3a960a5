"""Languages in a browser: no text is left untranslated in any state, Urdu is mirrored but the table is not."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from away import first_visit
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from conftest import new_phone
from hardship import Served
from lay import lay
from playwright.sync_api import Browser, Page, expect
from states_beside import LONG, STATES
from test_every_page import CUT_OFF, TOO_WIDE
from touch import PEOPLE
from werkzeug.serving import make_server

import scorekeeper
from scorekeeper.database import upgrade
from scorekeeper.models import db

MADE_UP = "eo"
"""A language that nobody translated: each text is its English one between two marks that are not seen."""
BEGINS, ENDS = "\u200b", "\u00ad"  # Playwright reads over both, so every state can be brought about as in English

BARE = """([names, begins, ends]) => {
  const own =
    "script, style, code, time, textarea, .languages, [translate=no], [dir=ltr]:not(html), datalist, #find-player *";
  const said = (text) => names.reduce((left, name) => left.replaceAll(name, ""), text);
  const same = /^(D|UTC|QR|[A-Z]{3} [A-Z]{3})$/;
  const bare = (text, open = 0) => {
    let [found, word] = [[], ""];
    for (const letter of `${said(text)} `) {
      if (letter === begins) open += 1;
      else if (letter === ends) open -= 1;
      if (open < 1 && /\\p{L}/u.test(letter)) word += letter;
      else if (word) { found.push(word); word = ""; }
    }
    return [found.filter((one) => !same.test(one)), open];
  };
  const missing = [];
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  let open = 0;
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.data.trim() || node.parentElement.closest(own)) continue;
    if (node.parentElement.closest("option")) open = 0;
    const [words, after] = bare(node.data, open);
    if (after < 0) missing.push(`ends twice: ${node.data}`);
    open = after;
    const { localName, className } = node.parentElement;
    if (words.length) missing.push(`${localName}.${className}: ${node.data.trim()}`);
  }
  if (open) missing.push(`${open} more begin than end`);
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    if (element.closest(own)) continue;
    for (const name of ["aria-label", "placeholder", "title", "alt"])
      if (bare(element.getAttribute(name) ?? "")[0].length) missing.push(`${name}: ${element.getAttribute(name)}`);
  }
  for (const name of ["unsent", "refused"])
    if (bare(document.body.dataset[name] ?? "")[0].length) missing.push(`body: ${name}`);
  return missing;
}"""


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server that speaks the language that nobody translated."""
    folder = tmp_path_factory.mktemp("made-up")
    compiled = folder / "translations" / MADE_UP / "LC_MESSAGES" / "messages.mo"
    compiled.parent.mkdir(parents=True)
    catalog = Catalog(locale=MADE_UP)
    with (scorekeeper.ROOT / "translations" / "hi" / "LC_MESSAGES" / "messages.po").open("rb") as source:
        for message in read_po(source):
            ids = (message.id,) if isinstance(message.id, str) else message.id
            marked = tuple(f"{BEGINS}{text}{ENDS}" for text in ids)
            if message.id:
                catalog.add(message.id, marked if len(marked) > 1 else marked[0])
    with compiled.open("wb") as target:
        write_mo(target, catalog)
    app = scorekeeper.create_app(str(folder / "matches.db"), BABEL_TRANSLATION_DIRECTORIES=str(folder / "translations"))
    upgrade(app)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    running = threading.Thread(target=server.serve_forever)
    running.start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    running.join()
    server.server_close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def stranger(chromium: Browser, made_up: str) -> Iterator[Page]:
    """A phone that reads what nobody translated."""
    context = new_phone(chromium, made_up, locale=MADE_UP)
    yield context.new_page()
    context.close()


def bare_words(page: Page) -> list[str]:
    """Give what is read on a page and was not translated: neither a name nor a sign."""
    found: list[str] = page.evaluate(BARE, [[*LONG, *PEOPLE], BEGINS, ENDS])
    return found


@pytest.mark.parametrize("state", list(STATES)[::6])  # test_templates.py looks at every template without opening it
def test_nothing_on_any_page_is_left_untranslated(stranger: Page, state: str) -> None:
    STATES[state](stranger)
    expect(stranger.locator("html")).to_have_attribute("lang", MADE_UP)
    assert bare_words(stranger) == []


def test_an_untranslated_word_would_be_found(stranger: Page) -> None:
    stranger.goto("/")
    stranger.evaluate("document.querySelector('main').append('Undo')")
    stranger.evaluate("document.querySelector('h1').title = 'Now'")
    assert bare_words(stranger) == ["main.: Undo", "title: Now"]


def test_nothing_that_a_phone_says_by_itself_is_left_untranslated(stranger: Page) -> None:
    stranger.goto("/")
    kit: dict[str, Any] = stranger.evaluate("fetch(document.documentElement.dataset.kit).then((kit) => kit.json())")
    said = [one for says in kit["says"].values() for one in (says.values() if isinstance(says, dict) else [says])]
    assert len(said) > 150
    assert [one for one in said if one and one[:1] + one[-1:] != BEGINS + ENDS and not one.startswith("%")] == []
    pieces = [*kit["parts"].values(), *kit["forms"]]
    fill = "(text) => { document.body.innerHTML = text.replace(/\\{[{%].*?[%}]\\}/g, ''); }"
    for piece in pieces:
        stranger.evaluate(fill, piece)
        assert bare_words(stranger) == []


# --- chosen with one tap ---


@pytest.mark.parametrize("scripts", [True, False])
def test_one_tap_changes_the_language_of_every_page(another_phone: Callable[..., Page], scripts: bool) -> None:
    page = another_phone(java_script_enabled=scripts)
    match = lay(page, "tervi", {"bidder": "0", "bid": "8", "made": "true"}).id
    page.get_by_role("button", name="اردو").tap()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert page.url.endswith(f"/m/{match}")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "ur")
    page.get_by_role("button", name="۱۲۳").tap()
    expect(page.locator(".resume .digits")).to_have_text("۸")
    page.get_by_role("button", name="हिन्दी").tap()
    expect(page.locator(".resume .digits")).to_have_text("८")
    page.get_by_role("button", name="English").tap()
    expect(page.locator(".resume .digits")).to_have_text("8")


def test_a_match_goes_on_in_the_language_and_the_digits(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("button", name="हिन्दी").tap()
    phone.get_by_role("button", name="१२३").tap()
    table = lay(phone, "dehla_pakad", {"tens": "3-1"})
    phone.locator("button[value='3-1']").tap()
    expect(phone.locator(".mid .digits")).to_have_text("२")
    expect(phone.locator(".rounds .no").first).to_have_text("२")
    assert len(table.rounds) == 2
    assert phone.evaluate("document.body.innerText.match(/[0-9]/g)") is None


def test_without_a_signal_the_phone_speaks_what_was_chosen_last(
    another_phone: Callable[..., Page], own_server: Served
) -> None:
    page = another_phone(service_workers="allow", base_url=own_server.start().origin)
    match = lay(page, "dehla_pakad", {"tens": "3-1"}).id
    first_visit(page)
    page.goto(f"/m/{match}")
    page.get_by_role("button", name="اردو").tap()
    expect(page.locator("html")).to_have_attribute("lang", "ur")
    while not page.evaluate("() => navigator.serviceWorker.controller?.scriptURL.endsWith('lang=ur')"):
        page.wait_for_timeout(50)
    own_server.kill()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "ur")
    page.goto(f"/m/{match}")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator(".bar h2")).to_have_text("دہلے کس نے پکڑے؟")
    page.locator("button[value='1-3']").tap()
    expect(page.locator(".waiting")).to_be_visible()
    expect(page.locator(".waiting")).not_to_contain_text("waiting")


# --- from right to left ---


@pytest.fixture
def urdu(another_phone: Callable[..., Page]) -> Page:
    """A small phone that reads Urdu."""
    return another_phone(locale="ur-PK", viewport={"width": 320, "height": 640})


FIRST_AND_LAST = """(text) => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const at = node.data.indexOf(text);
    if (at < 0 || !node.parentElement.offsetParent) continue;
    const [first, last] = [at, at + text.length - 1].map((place) => {
      const range = document.createRange();
      range.setStart(node, place);
      range.setEnd(node, place + 1);
      return range.getBoundingClientRect();
    });
    if (first.width) return [first.left, last.left];
  }
  return null;
}"""


@pytest.mark.parametrize("text", ["+8", "−18"])
def test_signs_stay_before_their_number(urdu: Page, text: str) -> None:
    table = lay(
        urdu, "tervi", {"bidder": "0", "bid": "8", "made": "true"}, {"bidder": "1", "bid": "9", "made": "false"}
    )
    for path in ("history", "summary"):
        urdu.goto(f"/m/{table.id}/{path}")
        sign, digit = urdu.evaluate(FIRST_AND_LAST, text)
        assert sign < digit, path


def test_the_first_of_two_numbers_stays_first(urdu: Page) -> None:
    table = lay(urdu, "dehla_pakad", {"tens": "3-1"})
    urdu.locator("button[value='3-1']").scroll_into_view_if_needed()
    assert (found := urdu.evaluate(FIRST_AND_LAST, "3–1")) and found[0] < found[1]
    urdu.goto(f"/m/{table.id}/history")
    assert (found := urdu.evaluate(FIRST_AND_LAST, "3–1")) and found[0] < found[1]


PLACES = """() => [...document.querySelectorAll(".seat, .turn, .rope svg, .rope .team")].map((element) => {
  const box = element.getBoundingClientRect();
  return [Math.sign(Math.round((box.left + box.right) / 2 - innerWidth / 2) / 12 | 0), getComputedStyle(element).scale];
})"""


@pytest.mark.parametrize("more", [{}, {"direction": "clockwise"}])
@pytest.mark.parametrize("game", ["tervi", "dehla_pakad"])
def test_people_sit_where_they_sit_and_the_arrow_stays_true(
    urdu: Page, phone: Page, game: str, more: dict[str, str]
) -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    lay(urdu, game, **more)
    lay(phone, game, **more)
    expect(urdu.locator("html")).to_have_attribute("dir", "rtl")
    assert urdu.evaluate(PLACES) == phone.evaluate(PLACES)
    assert [name for name, _ in urdu.evaluate(PLACES)][:4] != [0, 0, 0, 0]


NARROW = [
    "home_with_matches", "new_tervi", "new_match_for_six", "tervi_in_danger", "tervi_with_a_contract", "tervi_over",
    "dehla_pakad_by_tricks", "dehla_pakad_for_six", "double_sar_with_tens", "court_piece", "history",
    "more_about_the_table",
]  # fmt: skip


@pytest.mark.parametrize("state", NARROW)
@pytest.mark.parametrize("language", ["ur"])
def test_nothing_sticks_out_of_a_small_phone(another_phone: Callable[..., Page], state: str, language: str) -> None:
    page = another_phone()
    STATES[state](page)
    page.set_viewport_size({"width": 320, "height": 640})
    choose = page.locator(f".languages [lang={language}]")
    choose.tap()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate(TOO_WIDE, 320) == []
    assert page.evaluate(CUT_OFF) == []


def test_names_of_any_script_stand_in_any_sentence(urdu: Page) -> None:
    names = ("Asha (2)", "اسلم", "दीपक", "Zoë!")
    table = lay(urdu, "tervi", {"bidder": "0", "bid": "8", "made": "true"}, names=names)
    urdu.goto(f"/m/{table.id}/history")
    opening, closing = urdu.evaluate(FIRST_AND_LAST, "(2)")
    assert opening < closing
