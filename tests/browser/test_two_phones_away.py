"""Two phones that both wrote without a signal: the second to come back is told, and chooses."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from away import Away, first_visit
from hardship import Served
from playwright.sync_api import Page, expect

Pair = tuple[Away, Away]


@pytest.fixture
def both(own_server: Served, another_phone: Callable[..., Page]) -> Pair:
    """Asha's and Bilal's phones, both keep score, both have seen round 1."""
    served = own_server.start()
    asha, bilal = (Away(another_phone(service_workers="allow", base_url=served.origin)) for _ in range(2))
    for phone in (asha, bilal):
        first_visit(phone.page)
    bilal.page.goto("/new/tervi")  # from here on it has a name that the server knows
    bilal.start("court_piece")
    bilal.until_sent()
    return asha, bilal


def sit_down(served: Served, asha: Away, bilal: Away, game: str, **rules: object) -> None:
    """Start a match on Asha's phone, with a seat for Bilal's, and open it on both."""
    asha.start(game, **rules)
    asha.until_sent()
    with closing(sqlite3.connect(served.path)) as database, database:
        (device,) = database.execute("SELECT device FROM scorer WHERE match_id = ?", [bilal.id]).fetchone()
        seat = "INSERT INTO scorer (match_id, device, since) VALUES (?, ?, '2026-01-01 00:00:00')"
        database.execute(seat, [asha.id, device])
    bilal.page.goto(f"/m/{asha.id}")
    bilal.game, bilal.names = asha.game, asha.names
    expect(bilal.bar).to_be_visible()


def clash(phone: Away) -> Page:
    """Wait for what this phone is told."""
    expect(phone.bar.locator(".clash")).to_be_visible(timeout=20_000)
    return phone.page


def come_back(served: Served, first: Away, second: Away) -> None:
    """The signal is back, for one phone before the other."""
    second.page.context.set_offline(True)
    served.start()
    first.until_sent()
    second.page.context.set_offline(False)


def two_bids(served: Served, asha: Away, bilal: Away) -> None:
    """Both bid without a signal, Bilal played his out; Asha comes back first."""
    sit_down(served, asha, bilal, "tervi")
    bilal.page.reload()
    served.kill()
    bilal.bid("Bilal", 9).made()
    asha.bid("Asha", 8)
    come_back(served, asha, bilal)


def apart(served: Served, asha: Away, bilal: Away) -> None:
    """Both wrote round 2 without a signal, Bilal one more; Asha comes back first."""
    sit_down(served, asha, bilal, "dehla_pakad")
    asha.tens("3-1")
    asha.until_sent()
    bilal.page.reload()
    served.kill()
    bilal.tens("1-3").tens("0-4")
    asha.tens("3-1")
    come_back(served, asha, bilal)
    page = clash(bilal)
    expect(bilal.bar.locator(".clash")).to_contain_text("Round 2 is in already: Tens 3–1.")
    expect(bilal.bar.locator(".versus")).to_contain_text("Tens 1–3")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 3")
    assert len(bilal.unsent) == 2


def test_the_other_ones_round_stays_and_what_came_after_mine_comes_after_it(own_server: Served, both: Pair) -> None:
    asha, bilal = both
    apart(own_server, asha, bilal)
    bilal.page.reload()
    clash(bilal).get_by_role("link", name="Keep what is there").tap()
    bilal.until_sent()
    assert [row["winner"] for row in bilal.rounds] == [0, 0, 1]
    expect(bilal.board).to_contain_text("Sirr!")


def test_my_round_is_added_as_the_next_one_and_what_waits_follows(own_server: Served, both: Pair) -> None:
    asha, bilal = both
    apart(own_server, asha, bilal)
    clash(bilal).get_by_role("button", name="Add mine as round 3").tap()
    bilal.until_sent()
    assert [row["winner"] for row in bilal.rounds] == [0, 0, 1, 1]


def test_my_round_takes_the_place_of_theirs_once_i_saw_what_it_changes(own_server: Served, both: Pair) -> None:
    asha, bilal = both
    apart(own_server, asha, bilal)
    clash(bilal).get_by_role("button", name="Put mine in its place").tap()
    expect(bilal.page.locator(".changes")).to_contain_text("Tens 1–3")
    bilal.page.get_by_role("button", name="Save").tap()
    bilal.until_sent()
    assert [row["winner"] for row in bilal.rounds] == [0, 1, 1]


def test_two_bids_at_once(own_server: Served, both: Pair) -> None:
    asha, bilal = both
    two_bids(own_server, asha, bilal)
    page = clash(bilal)
    expect(bilal.bar.locator(".clash")).to_contain_text("Another bid was entered already.")
    page.get_by_role("button", name="Replace it with mine").tap()
    bilal.until_sent()
    assert [row["delta"] for row in bilal.rounds] == [[0, 9]]


def test_two_bids_at_once_and_theirs_stays(own_server: Served, both: Pair) -> None:
    asha, bilal = both
    two_bids(own_server, asha, bilal)
    clash(bilal).get_by_role("link", name="Keep what is there").tap()
    # My result was for my bid: it is not taken for theirs in silence.
    expect(bilal.bar.locator(".clash")).to_contain_text("The bid you saw was changed meanwhile.", timeout=20_000)
    bilal.page.get_by_role("link", name="Keep what is there").tap()
    bilal.until_sent()
    assert bilal.rounds == []
    expect(bilal.board).to_contain_text("Asha called 8")


def test_a_seat_that_was_taken_away_keeps_what_was_entered(own_server: Served, both: Pair) -> None:
    asha, bilal = both
    sit_down(own_server, asha, bilal, "dehla_pakad")
    own_server.kill()
    bilal.tens("1-3")
    with closing(sqlite3.connect(own_server.path)) as database, database:
        seats = database.execute("SELECT match_id, device, since FROM scorer WHERE match_id = ?", [asha.id]).fetchall()
        mine = max(seats, key=lambda seat: seat[2] == "2026-01-01 00:00:00")
        database.execute("DELETE FROM scorer WHERE match_id = ? AND device = ?", mine[:2])
    own_server.start()
    bilal.until_refused()
    assert [item["stuck"]["status"] for item in bilal.unsent] == [403]
    bilal.page.goto("/unsent")
    expect(bilal.page.get_by_role("link", name="Save to a file")).to_be_visible()
    with closing(sqlite3.connect(own_server.path)) as database, database:
        database.execute("INSERT INTO scorer (match_id, device, since) VALUES (?, ?, ?)", mine)
    bilal.page.goto(f"/m/{asha.id}")
    bilal.until_sent()
    assert [row["winner"] for row in bilal.rounds] == [1]


def test_both_start_the_rematch(own_server: Served, both: Pair) -> None:
    asha, bilal = both
    sit_down(own_server, asha, bilal, "dehla_pakad")
    asha.tens("4-0")
    asha.until_sent()
    bilal.page.reload()
    own_server.kill()
    bilal.rematch()
    bilal.tens("3-1")
    asha.rematch()
    come_back(own_server, asha, bilal)
    expect(bilal.bar.locator(".clash")).to_contain_text("The rematch was started on another phone", timeout=20_000)
    bilal.page.get_by_role("button", name="Play on there").tap()
    bilal.page.wait_for_url(f"**/m/{asha.id}")
    bilal.until_sent()
    assert bilal.id == asha.id
    assert [row["winner"] for row in bilal.rounds] == [0]
