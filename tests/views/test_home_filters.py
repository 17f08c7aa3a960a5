"""Home with many matches: any of them is found by its game, by who played, or by whether it is over; and quickly."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa
from flask import Flask
from phones import PEOPLE, Page, Phone, text_of

from scorekeeper import create_app
from scorekeeper.models import db

WINS = {"tens": "4-0"}
ROUND = {"tens": "3-1"}


def start_many(phone: Phone, count: int, game: str = "dehla_pakad") -> list[str]:
    """Start so many matches at the same table, one after another; the newest is the last."""
    phone.open(f"/new/{game}")
    people = {f"name-{seat}": name for seat, name in enumerate(PEOPLE[:4])}
    letter = phone.fill(game, {**people, "first_dealer": "0"})
    ids = [secrets.token_hex(16) for _ in range(count)]
    for match_id in ids:
        assert phone.post(letter.but(id=match_id)).status == 303
    return ids


def listed(page: Page) -> list[str]:
    """Give the matches that a page leads to, from the top."""
    return [link.removeprefix("/m/") for link in page.links() if link.startswith("/m/")]


def find(phone: Phone, **asked: str) -> Page:
    """Choose on Home what to look for, and press Find."""
    (form,) = [form for form in phone.open("/").forms("") if form.offers("player")]
    sent = form.fill(asked).pairs
    return phone.open("/?" + "&".join(f"{name}={value}" for name, value in sent))


def names_offered(page: Page) -> list[str]:
    """Give the names that one can look for."""
    (select,) = page.all("select", name="player")
    return [text_of(option) for option in select][1:]


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Write down every SQL statement meanwhile."""
    told: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        told.append(statement)

    with app.app_context():
        engine = db.engine
    sa.event.listen(engine, "before_cursor_execute", note)
    yield told
    sa.event.remove(engine, "before_cursor_execute", note)


@pytest.fixture
def evening(asha: Phone) -> dict[str, str]:
    """Nine matches, six of them alike: more than one sees at a glance."""
    others = start_many(asha, 6)
    over = asha.start("dehla_pakad", PEOPLE[:4]).match_id
    asha.play(WINS)
    tervi = asha.start("tervi", ("Esha", "Bilal", "Chitra", "Farid")).match_id
    court = asha.start("court_piece", ("Asha", "Bilal", "Gul", "Deepak")).match_id
    return {"over": over, "tervi": tervi, "court": court, "oldest": others[0]}


# --- what is offered ---


def test_a_few_matches_need_no_looking_for(asha: Phone) -> None:
    start_many(asha, 8)
    page = asha.open("/")
    assert "Find a match" not in page.words
    assert len(listed(page)) == 8


def test_more_than_eight_can_be_looked_through(asha: Phone, evening: dict[str, str]) -> None:
    page = asha.open("/")
    assert "Find a match 9 matches" in page.words
    assert len(listed(page)) == 9
    assert listed(page)[-1] == evening["over"]


def test_the_names_offered_are_everybodys_in_order(asha: Phone, evening: dict[str, str]) -> None:
    assert names_offered(asha.open("/")) == ["Asha", "Bilal", "Chitra", "Deepak", "Esha", "Farid", "Gul"]


# --- looking ---


def test_matches_are_found_by_their_game(asha: Phone, evening: dict[str, str]) -> None:
    page = find(asha, game="tervi")
    assert listed(page) == [evening["tervi"]]
    assert "1 match" in page.words
    assert "New match" not in page.words


def test_matches_are_found_by_who_played(asha: Phone, evening: dict[str, str]) -> None:
    assert listed(find(asha, player="Farid")) == [evening["tervi"]]
    assert listed(find(asha, player="Gul")) == [evening["court"]]
    page = find(asha, player="Asha")
    assert len(listed(page)) == 8
    assert "8 matches" in page.words


def test_finished_and_unfinished_matches_are_found(asha: Phone, evening: dict[str, str]) -> None:
    assert listed(find(asha, state="over")) == [evening["over"]]
    assert len(listed(find(asha, state="open"))) == 8


def test_all_that_was_asked_must_fit_and_stays_chosen(asha: Phone, evening: dict[str, str]) -> None:
    page = find(asha, game="dehla_pakad", player="Chitra", state="over")
    assert listed(page) == [evening["over"]]
    (form,) = [form for form in page.forms("") if form.offers("player")]
    assert form.untouched() == [("game", "dehla_pakad"), ("player", "Chitra"), ("state", "over")]


def test_where_nothing_fits_the_page_says_so_and_leads_back(asha: Phone, evening: dict[str, str]) -> None:
    page = find(asha, game="double_sar", player="Asha")
    assert page.status == 200
    assert listed(page) == []
    assert "No match fits." in page.words
    assert [text_of(link) for link in page.all("a", href="/")] == ["‹", "To your matches"]


def test_a_name_is_found_however_it_is_typed(asha: Phone, evening: dict[str, str]) -> None:
    for typed in ("gul", "GUL", "%20Gul%20%20"):
        page = asha.open(f"/?player={typed}")
        assert listed(page) == [evening["court"]]
        assert ("player", "Gul") in page.forms("")[0].untouched()


def test_a_name_that_nobody_has_is_told_back_as_typed(asha: Phone, evening: dict[str, str]) -> None:
    page = asha.open("/?player=<b>Zoe</b>")
    assert "No match fits." in page.words
    assert ("player", "<b>Zoe</b>") in page.forms("")[0].untouched()


def test_a_mended_name_is_offered_as_mended_and_found_by_either(asha: Phone, evening: dict[str, str]) -> None:
    asha.open(f"/m/{evening['court']}/table")
    asha.say("rename", {"name-2": "Gulnaz"})
    page = asha.open("/")
    assert "Gulnaz" in names_offered(page)
    assert "Gul" not in names_offered(page)
    assert listed(asha.open("/?player=Gulnaz")) == [evening["court"]]
    assert listed(asha.open("/?player=Gul")) == [evening["court"]]


def test_a_substitute_is_found_and_so_is_who_left(asha: Phone, evening: dict[str, str]) -> None:
    asha.open(f"/m/{evening['court']}/table")
    asha.say("substitute", {"leaves": "2:seat-2", "name": "Hina"})
    assert listed(find(asha, player="Hina")) == [evening["court"]]
    assert listed(find(asha, player="Gul")) == [evening["court"]]


@pytest.mark.parametrize(
    "asked", ["game=poker", "state=lost", "page=-3", "page=x", "page=0", "page=1", "game=&player=&state="]
)
def test_what_cannot_be_asked_is_as_if_it_had_not_been(asha: Phone, evening: dict[str, str], asked: str) -> None:
    assert asha.open(f"/?{asked}").words == asha.open("/").words


def test_deleted_matches_and_other_phones_matches_are_not_found(
    asha: Phone, bilal: Phone, evening: dict[str, str]
) -> None:
    asha.open(f"/m/{evening['tervi']}/table")
    asha.say("delete", {"sure": "1"})
    assert listed(asha.open("/?game=tervi")) == []
    assert len(listed(asha.open("/?game=court_piece"))) == 1
    assert listed(bilal.open("/?player=Asha")) == []


# --- a hundred of them ---


def test_twenty_are_shown_and_the_older_ones_one_link_further(asha: Phone) -> None:
    ids = start_many(asha, 45)
    page, seen = asha.open("/"), []
    for left in (25, 5, 0):
        seen += listed(page)
        older = [link for link in page.all("a") if text_of(link) == "Older matches"]
        assert bool(older) == bool(left)
        if older:
            page = asha.open(older[0].get("href", ""))
    assert seen == ids[::-1]
    assert "page 3 of 3" in page.words
    (newer,) = [link for link in page.all("a") if text_of(link) == "Newer matches"]
    assert listed(asha.open(newer.get("href", ""))) == seen[20:40]


def test_older_matches_keep_to_what_was_asked(asha: Phone) -> None:
    start_many(asha, 21, "court_piece")
    start_many(asha, 21)
    page = find(asha, game="court_piece", player="Chitra")
    assert "21 matches" in page.words
    (older,) = [link for link in page.all("a") if text_of(link) == "Older matches"]
    page = asha.open(older.get("href", ""))
    assert len(listed(page)) == 1
    assert page.forms("")[0].untouched() == [("game", "court_piece"), ("player", "Chitra"), ("state", "")]
    assert listed(asha.open("/?game=court_piece&page=99")) == listed(page)


def test_unfinished_matches_come_before_finished_ones_on_every_page(asha: Phone) -> None:
    first = start_many(asha, 21)
    for match_id in first[1:]:
        asha.open(f"/m/{match_id}")
        asha.play(WINS)
    page = asha.open("/")
    assert listed(page) == [first[0], *first[:1:-1]]
    assert listed(asha.open("/?page=2")) == [first[1]]


def test_home_asks_the_database_as_little_for_a_hundred_matches_as_for_ten(app: Flask, asha: Phone) -> None:
    counts: dict[tuple[str, str], list[int]] = {}
    for more in (10, 90):
        for match_id in start_many(asha, more)[:3]:
            asha.open(f"/m/{match_id}")
            asha.play(ROUND)
        for how in ("cold", "warm"):
            if how == "cold":
                app.extensions.pop("readings", None)
            for address in ("/", "/?game=dehla_pakad&player=Asha&state=open", "/start", "/new/court_piece"):
                with statements(app) as told:
                    assert asha.open(address).status == 200
                counts.setdefault((how, address), []).append(len(told))
    assert all(few == many <= 10 for few, many in counts.values()), counts
    assert max(counts["warm", "/"]) <= 6


def test_a_page_of_a_hundred_matches_stays_small(asha: Phone) -> None:
    start_many(asha, 100)
    answer = asha.open("/", **{"Accept-Encoding": "gzip"})
    assert len(answer.body) < 4096


def test_home_shows_what_another_process_has_recorded(app: Flask, asha: Phone) -> None:
    match_id = start_many(asha, 9)[-1]
    assert "No streak yet" in asha.open("/").words
    with app.app_context():
        other = create_app(str(db.engine.url.database))
    phone = Phone(other)
    phone.client = other.test_client()
    phone.client.set_cookie("device", asha.client.get_cookie("device").value)  # type: ignore[union-attr]
    phone.open(f"/m/{match_id}")
    phone.play(ROUND)
    assert "Asha + Chitra in a row" in asha.open("/").words
    phone.say("undo", {"target": ...})
    assert "No streak yet" in asha.open("/").words
    with other.app_context():
        db.engine.dispose()
