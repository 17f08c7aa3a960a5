"""No network, a broken server, two phones that say different things, a phone that may only read: nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from away import Away
from lay import lay
from playwright.sync_api import Page, Route, expect
from touch import Table

WAITS = re.compile("waiting for a signal")


def lose(route: Route) -> None:
    """The request never arrives."""
    route.abort()


def lose_the_answer(route: Route) -> None:
    """The server has heard it, but nobody hears the server."""
    route.fetch()
    route.abort()


def break_down(route: Route) -> None:
    """The server is broken."""
    route.fulfill(status=500, body="<h1>Something broke</h1>", content_type="text/html")


def be_busy(route: Route) -> None:
    """The server cannot now."""
    route.fulfill(status=503, body="", content_type="text/html")


@pytest.fixture
def lone(another_phone: Callable[..., Page]) -> Page:
    """A phone without a worker, whose requests a test can lose."""
    return another_phone(service_workers="block")


@pytest.mark.parametrize("failure", [lose, lose_the_answer, break_down, be_busy])
def test_a_round_that_failed_is_kept_shown_and_sent_again_as_one_round(
    lone: Page, failure: Callable[[Route], None]
) -> None:
    table = Away(lone).open(lay(lone, "dehla_pakad").id)
    lone.route("**/round", failure)
    table.tens("3-1")
    expect(table.bar.get_by_text(WAITS)).to_be_visible()
    expect(lone.get_by_role("heading", level=1)).to_contain_text("Round 2")
    lone.unroute_all(behavior="wait")
    table.until_sent()
    expect(table.bar.get_by_text(WAITS)).to_have_count(0)
    assert [row["winner"] for row in table.rounds] == [0]


@pytest.mark.parametrize("failure", [lose, lose_the_answer, break_down, be_busy])
def test_a_bid_that_failed_stands_on_this_phone_and_its_result_follows_it(
    lone: Page, failure: Callable[[Route], None]
) -> None:
    table = Away(lone).open(lay(lone, "tervi").id)
    lone.route("**/bid", failure)
    table.bid("Deepak", 10, "spades")
    expect(table.board).to_contain_text("Deepak called 10 ♠︎")
    table.made()
    lone.unroute_all(behavior="wait")
    table.until_sent()
    assert [row["delta"] for row in table.rounds] == [[0, 10]]


def test_a_round_lost_on_its_way_back_and_the_next_one_are_two(lone: Page) -> None:
    table = Away(lone).open(lay(lone, "dehla_pakad").id)
    lone.route("**/round", lose_the_answer)
    table.tens("3-1").tens("1-3")
    lone.unroute_all(behavior="wait")
    table.until_sent()
    assert [row["winner"] for row in table.rounds] == [0, 1]


@pytest.fixture
def two(phone: Page, another_phone: Callable[..., Page]) -> tuple[Table, Table]:
    """Two phones that may both write at a match, where each has just seen round 1."""
    table = lay(phone, "dehla_pakad", {"tens": "3-1"})
    return table, Table(unaware(another_phone, phone)).open(table.id)


def unaware(another_phone: Callable[..., Page], phone: Page) -> Page:
    """Another phone with the same seat, that does not hear what the first one says."""
    other = another_phone(storage_state=phone.context.storage_state(), service_workers="block")
    other.route("**/live?*", lambda route: route.abort())
    return other


def test_the_second_of_two_phones_sees_both_values_and_may_keep_the_first(two: tuple[Table, Table]) -> None:
    first, second = two
    first.tens("2-2")
    second.button("1–3").tap()
    clash = second.bar.get_by_role("alert").filter(visible=True)
    expect(clash).to_contain_text(re.compile("In the list.*Tens 2–2.*Typed here.*Tens 1–3", re.DOTALL))
    second.bar.get_by_role("link", name="Keep what is there").tap()
    expect(second.page.get_by_role("heading", level=1)).to_contain_text("Round 3")
    expect(second.button("1–3")).to_be_visible()
    assert [row["winner"] for row in second.rounds] == [0, None]


def test_the_second_of_two_phones_may_add_its_own_as_another_round(two: tuple[Table, Table]) -> None:
    first, second = two
    first.tens("2-2")
    second.button("1–3").tap()
    second.button("Add mine as round 3").tap()
    expect(second.page.get_by_role("heading", level=1)).to_contain_text("Round 4")
    expect(second.bar.get_by_text(WAITS)).to_have_count(0)
    assert [row["winner"] for row in second.rounds] == [0, None, 1]


def test_two_phones_that_say_the_same_say_one_round(two: tuple[Table, Table]) -> None:
    first, second = two
    first.tens("3-1")
    second.button("3–1").tap()
    expect(second.page.get_by_role("heading", level=1)).to_contain_text("Round 3")
    assert len(second.rounds) == 2


def test_two_phones_that_undo_the_same_round_undo_it_once(two: tuple[Table, Table]) -> None:
    first, second = two
    first.tens("2-2")
    second.page.reload()
    first.undo()
    second.bar.get_by_role("button", name="Undo").tap()
    expect(second.page.get_by_role("heading", level=1)).to_contain_text("Round 2")
    expect(second.bar.get_by_role("button", name="Bring back round 2: Tens 2–2")).to_be_visible()
    assert [row["winner"] for row in second.rounds] == [0]


def test_two_phones_with_two_bids_see_both(phone: Page, another_phone: Callable[..., Page]) -> None:
    first = lay(phone, "tervi")
    second = Table(unaware(another_phone, phone)).open(first.id)
    first.bid("Asha", 8)
    second.choose("Bilal")
    second.button("9").tap()
    clash = second.bar.get_by_role("alert").filter(visible=True)
    expect(clash).to_contain_text(re.compile("In the list.*Asha 8.*Typed here.*Bilal 9", re.DOTALL))
    second.button("Replace it with mine").tap()
    expect(second.board).to_contain_text("Bilal called 9")
    second.made()
    expect(second.page.get_by_role("heading", level=1)).to_contain_text("Round 2")
    second.settled()
    assert [row["delta"] for row in second.rounds] == [[0, 9]]


def test_another_phone_with_the_address_reads_and_cannot_write(phone: Page, another_phone: Callable[..., Page]) -> None:
    table = lay(phone, "dehla_pakad", {"tens": "3-1"})
    reader = another_phone()
    reader.goto(f"/m/{table.id}")
    expect(reader.get_by_text("This phone reads along.")).to_be_visible()
    expect(reader.locator(".bar, form:not(.languages)")).to_have_count(0)
    expect(reader.get_by_text("Tens 3–1")).to_be_visible()
    post = "([address, body]) => fetch(address, {method: 'POST', body: new URLSearchParams(body)}).then(a => a.status)"
    entry = {"id": "ab" * 16, "last": "", "seen": "1", "contract": "", "tens": "1-3", "target": "ab" * 16}
    entry |= {"id-0": "cd" * 16, "player-0": "0", "was-0": "Asha", "name-0": "Esha", "sure": "1", "how": "agreed"}
    for kind in ("round", "misdeal", "undo", "redo", "end", "rename", "delete", "rematch"):
        status = reader.evaluate(post, [f"/m/{table.id}/{kind}", entry])
        assert (kind, status) == (kind, 200 if kind == "rematch" else 403)  # a match that runs has no rematch: its page
    assert len(table.rounds) == 1
    reader.goto("/")
    expect(reader.get_by_text("Continue")).to_have_count(0)


def test_a_phone_whose_seat_was_lost_says_so_and_keeps_the_entry(phone: Page) -> None:
    table = Away(phone).open(lay(phone, "tervi").id)
    table.choose("Bilal")
    phone.context.clear_cookies()
    table.button("8").tap()
    expect(table.bar.get_by_role("alert").filter(visible=True)).to_contain_text("no longer keeps score there")
    assert [item["body"]["call"]["bid"] for item in table.unsent] == [8]
