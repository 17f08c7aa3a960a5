"""Languages: everything is translated, whoever asks gets theirs, and numbers are written as it writes them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask
from phones import Phone

import scorekeeper
from scorekeeper import create_app
from scorekeeper.database import upgrade
from scorekeeper.models import db
from scorekeeper.numerals import in_html, in_text

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import messages  # noqa: E402 - a script, found by the line above

FOLDER = ROOT / "translations"
KEYS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
TAG = re.compile("<[^>]*>")
PLACEHOLDER = re.compile(r"%\(\w+\)s|%%")

each_language = pytest.mark.parametrize("key", KEYS)


def catalog_of(key: str) -> Catalog:
    with (FOLDER / key / "LC_MESSAGES" / "messages.po").open("rb") as source:
        return read_po(source, locale=key)


def texts(message: Message) -> Iterator[tuple[str, str]]:
    """Give each text with what it became."""
    if isinstance(message.id, str):
        yield message.id, str(message.string)
    else:
        yield from zip((message.id[0], *[message.id[1]] * (len(message.string) - 1)), message.string, strict=True)


# --- the texts ---


def test_the_four_languages_are_there() -> None:
    assert {"hi", "ur", "hi_Latn"} <= set(KEYS)


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Every text of the sources that is marked for translation."""
    target = tmp_path_factory.mktemp("marked") / "messages.pot"
    messages.extract(target)
    with target.open("rb") as source:
        return read_po(source)


@each_language
def test_a_catalogue_holds_the_texts_that_there_are_and_no_others(marked: Catalog, key: str) -> None:
    catalog = catalog_of(key)
    wanted, there = ({message.id for message in one if message.id} for one in (marked, catalog))
    assert wanted - there == set(), "run `make messages`"
    assert there - wanted == set(), "run `make messages`"
    assert len(wanted) > 800


@each_language
def test_every_text_is_translated(key: str) -> None:
    found = [(message, one, other) for message in catalog_of(key) if message.id for one, other in texts(message)]
    assert [one for message, one, other in found if not other.strip() or message.fuzzy] == []


@each_language
def test_no_placeholder_is_lost_or_made_up(key: str) -> None:
    found = [pair for message in catalog_of(key) if message.id for pair in texts(message)]
    odd = [pair for pair in found if {*PLACEHOLDER.findall(pair[0])} != {*PLACEHOLDER.findall(pair[1])}]
    assert odd == []
    assert [other for _, other in found if "%" in PLACEHOLDER.sub("", other) and "%(" in other] == []


@each_language
def test_no_text_brings_tags_of_its_own(key: str) -> None:
    found = [pair for message in catalog_of(key) if message.id for pair in texts(message)]
    assert [
        other for one, other in found if sorted(re.findall("<[^>]*>", one)) != sorted(re.findall("<[^>]*>", other))
    ] == []


@each_language
def test_what_is_compiled_is_what_is_written(key: str) -> None:
    with (FOLDER / key / "LC_MESSAGES" / "messages.mo").open("rb") as compiled:
        there = Translations(compiled)
    one = next(message for message in catalog_of(key) if message.id == "Undo %(what)s")
    assert there.ugettext("Undo %(what)s") == one.string
    path = FOLDER / key / "LC_MESSAGES" / "messages"
    assert path.with_suffix(".mo").stat().st_mtime_ns >= path.with_suffix(".po").stat().st_mtime_ns, "run `make check`"


@each_language
def test_the_catalogue_and_the_browser_choose_the_same_form(key: str) -> None:
    with (FOLDER / key / "LC_MESSAGES" / "messages.mo").open("rb") as compiled:
        there = Translations(compiled)
    rule = Locale.parse(key).plural_form
    forms: dict[str, set[int]] = {}
    for count in range(201):
        forms.setdefault(rule(count), set()).add(there.plural(count))
    assert all(len(chosen) == 1 for chosen in forms.values()), forms


# --- who gets which ---


def started(phone: Phone) -> str:
    """Start a match and play a round; give its id."""
    phone.start("tervi")
    phone.play({"bidder": "0", "bid": "8"}, {"made": "true"})
    return phone.page.address.split("/")[2]


def language_of(phone: Phone, path: str = "/", **headers: str) -> tuple[str, str]:
    page = phone.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()}).text
    (lang, direction) = re.findall(r'<html lang="([^"]+)" dir="(\w+)"', page)[0]
    return lang, direction


@pytest.mark.parametrize(
    ("wished", "got"),
    [
        ("", "en"),
        ("de", "en"),
        ("hi", "hi"),
        ("hi-IN,en;q=0.5", "hi"),
        ("hi-Latn-IN,hi;q=0.9", "hi-Latn"),
        ("hi-latn", "hi-Latn"),
        ("ur-PK", "ur"),
        ("de,ur;q=0.8,en;q=0.5", "ur"),
        ("en-GB,ur", "en"),
        ("ur;q=0.1,hi;q=0.2", "hi"),
        ("*", "en"),
        ("hi_IN;;;q=x,%%", "en"),
    ],
)
def test_the_browser_chooses_first(stranger: Phone, wished: str, got: str) -> None:
    assert language_of(stranger, Accept_Language=wished)[0] == got


def choose(phone: Phone, what: str, value: str, came_from: str = "/") -> str:
    """Tap a language or the digits; give where that leads."""
    headers = {"Origin": "http://localhost", "Referer": f"http://localhost{came_from}"}
    answer = phone.client.post(f"/{what}", data={what: value}, headers=headers)
    assert answer.status_code == 303
    return answer.headers["Location"]


def test_one_tap_changes_it_and_it_is_remembered(stranger: Phone) -> None:
    assert choose(stranger, "language", "ur", "/rules/tervi?match=1&lang=hi") == "/rules/tervi?match=1"
    assert language_of(stranger, Accept_Language="hi") == ("ur", "rtl")
    choose(stranger, "language", "klingon")
    assert language_of(stranger) == ("ur", "rtl")
    choose(stranger, "language", "en")
    assert language_of(stranger, Accept_Language="hi") == ("en", "ltr")


def test_after_a_form_it_leads_to_the_page_that_the_form_stood_on(asha: Phone) -> None:
    match = started(asha)
    assert choose(asha, "language", "hi", f"/m/{match}/round/{'0' * 32}/look").startswith(f"/m/{match}/round/")
    assert choose(asha, "language", "hi", f"/m/{match}/undo") == f"/m/{match}"
    headers = {"Origin": "http://localhost", "Referer": "https://elsewhere.example/m/1"}
    assert asha.client.post("/language", data={"language": "hi"}, headers=headers).headers["Location"] == "/"


def test_another_site_cannot_change_it(stranger: Phone) -> None:
    answer = stranger.client.post("/language", data={"language": "ur"}, headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403
    assert language_of(stranger) == ("en", "ltr")


def test_an_address_in_a_language_shows_it_and_changes_no_choice(asha: Phone, stranger: Phone) -> None:
    match = started(asha)
    choose(stranger, "language", "hi")
    assert language_of(stranger, f"/m/{match}?lang=ur") == ("ur", "rtl")
    assert language_of(stranger, f"/m/{match}?lang=xx") == ("hi", "ltr")
    assert language_of(stranger, f"/m/{match}") == ("hi", "ltr")


@pytest.mark.parametrize("tag", ["hi", "ur", "hi-Latn", "hi-u-nu-deva"])
def test_what_is_shared_is_in_the_language_of_who_shares_it(asha: Phone, stranger: Phone, tag: str) -> None:
    match = started(asha)
    page = asha.client.get(f"/m/{match}/summary?lang={tag}").text
    picture = re.findall(r'og:image" content="([^"]+)"', page)[0].replace("&amp;", "&")
    text = asha.client.get(f"/m/{match}/summary.txt?lang={tag}").text
    link = text.split()[-1]
    assert f"lang={tag}" in picture and link.endswith(f"lang={tag}")
    assert language_of(stranger, link)[0] == tag.partition("-u-")[0]
    english = stranger.client.get(f"/m/{match}/summary.txt").text
    assert english.split("\n")[0] != text.split("\n")[0]
    kept = stranger.client.get(picture)
    assert "immutable" in kept.headers["Cache-Control"]
    assert kept.data != stranger.client.get(picture.replace(f"lang={tag}", "lang=en")).data


def test_error_pages_and_what_installs_are_in_the_language(stranger: Phone) -> None:
    choose(stranger, "language", "hi")
    assert "यह" in stranger.client.get("/m/none").text
    english = stranger.client.get("/manifest.webmanifest?lang=en").json
    assert stranger.client.get("/manifest.webmanifest").json["description"] != english["description"]
    assert "kit/hi/" in stranger.client.get("/sw.js").text
    assert "kit/ur-u-nu-arabext/" in stranger.client.get("/sw.js?lang=ur-u-nu-arabext").text


def test_the_kit_comes_in_the_language_that_its_address_names(stranger: Phone) -> None:
    for tag in ("en", "hi", "ur", "hi-Latn", "ur-u-nu-arabext"):
        address = re.findall(r'data-kit="([^"]+)"', stranger.client.get(f"/?lang={tag}").text)[0]
        assert address.startswith(f"/kit/{tag}/")
        kit = json.loads(stranger.client.get(address).text)
        assert kit["language"] == tag.partition("-u-")[0]
        assert set(kit["says"]["waiting"]) == {"one", "other"}
    assert stranger.client.get("/kit/xx/1.json").status_code == 404


# --- numbers ---


@pytest.mark.parametrize(
    ("tag", "written", "shown"),
    [
        ("en", "<p>+12, 3–1</p>", "<p>+12, 3–1</p>"),
        ("hi-u-nu-deva", "<p>+12, 3–1</p>", "<p>+१२, ३–१</p>"),
        ("ur", "<p>−16 (3–1)</p>", "<p>\u2066−16\u2069 (\u20663–1\u2069)</p>"),
        ("ur", "<p>\u2066−16\u2069 52</p>", "<p>\u2066−16\u2069 52</p>"),
        ("ur-u-nu-arabext", '<bdi dir="ltr">3–1</bdi> 7', '<bdi dir="ltr">۳–۱</bdi> ۷'),
        ("ur-u-nu-arabext", "<bdi>Ali 2</bdi> \u2068Ali 3\u2069 4", "<bdi>Ali 2</bdi> \u2068Ali 3\u2069 ۴"),
        ("hi-u-nu-deva", '<b data-x="3" title="4">5</b><code>6</code>', '<b data-x="3" title="4">५</b><code>6</code>'),
        (
            "hi-u-nu-deva",
            '<script>7</script><p translate="no"><b>8</b></p>&#39;9',
            '<script>7</script><p translate="no"><b>8</b></p>&#39;९',
        ),
        ("hi-u-nu-deva", '<option value="2-1">2–1</option>', '<option value="2-1">२–१</option>'),
    ],
)
def test_numbers_are_written_as_the_reader_does_and_names_are_left_alone(
    app: Flask, tag: str, written: str, shown: str
) -> None:
    with app.test_request_context(f"/?lang={tag}"):
        assert in_html(written) == shown


def test_a_text_without_tags_is_written_so_too(app: Flask) -> None:
    with app.test_request_context("/?lang=ur-u-nu-arabext"):
        assert in_text("+8") == "\u2066+۸\u2069"


VISIBLE = re.compile(
    r"<(script|style|textarea|code|svg)\b.*?</\1>|<form[^>]*translate=.*?</form>|<[^>]*>|&#?\w+;", re.DOTALL
)


@pytest.mark.parametrize(("tag", "digits"), [("hi", "०१२३४५६७८९"), ("ur", "۰۱۲۳۴۵۶۷۸۹")])
def test_every_page_is_in_the_digits_that_were_chosen_and_every_file_in_123(asha: Phone, tag: str, digits: str) -> None:
    match = started(asha)
    choose(asha, "language", tag)
    choose(asha, "digits", "own")
    for path in ("", "/history", "/summary", "/table", "/phones"):
        page = VISIBLE.sub(" ", asha.client.get(f"/m/{match}{path}").text)
        assert re.findall("[0-9]+", page) == [], path
    for path in ("/", "/new/tervi", "/new/dehla_pakad", "/rules/tervi", "/rules/double_sar"):
        assert re.findall("[0-9]+", VISIBLE.sub(" ", asha.client.get(path).text)) == [], path
    board = asha.client.get(f"/m/{match}").text
    assert f">{digits[7]}<" in board and 'value="7"' in board
    for path in (".json", "/log", ".csv"):
        assert not set(digits) & set(asha.client.get(f"/m/{match}{path}").text), path
    choose(asha, "digits", "latin")
    assert not set(digits) & set(VISIBLE.sub(" ", asha.client.get(f"/m/{match}").text))


def test_digits_are_asked_only_where_there_are_others(stranger: Phone) -> None:
    asked = {
        tag: "१२३" in (page := stranger.client.get(f"/?lang={tag}").text) or "۱۲۳" in page
        for tag in ("en", "hi", "ur", "hi-Latn")
    }
    assert asked == {"en": False, "hi": True, "ur": True, "hi-Latn": False}


# --- one more language ---


def test_a_folder_is_all_that_one_more_language_needs(tmp_path: Path) -> None:
    folder = tmp_path / "translations" / "fa" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalog = Catalog(locale="fa")
    catalog.add("Home", "خانه")
    with (folder / "messages.mo").open("wb") as target:
        write_mo(target, catalog)
    app = create_app(str(tmp_path / "matches.db"), BABEL_TRANSLATION_DIRECTORIES=str(tmp_path / "translations"))
    upgrade(app)
    phone = Phone(app)
    page = phone.client.get("/", headers={"Accept-Language": "fa"}).text
    assert '<html lang="fa" dir="rtl"' in page
    assert "<title>خانه" in page
    assert ">فارسی</button>" in page and "۱۲۳" in page
    with app.app_context():
        db.engine.dispose()


def test_the_languages_stand_on_every_page_each_in_its_own_letters(asha: Phone) -> None:
    match = started(asha)
    for path in ("/", "/rules", f"/m/{match}", f"/m/{match}/table", "/m/none"):
        page = asha.client.get(path).text
        assert re.findall(r'name="language" value="([^"]+)" lang="\1" dir="\w+"[^>]*>([^<]+)<', page) == [
            ("en", "English"), ("hi", "हिन्दी"), ("hi-Latn", "Hindi"), ("ur", "اردو"),
        ]  # fmt: skip
    assert scorekeeper.ROOT == ROOT
