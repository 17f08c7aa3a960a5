"""Two phones at one match: what is said on one is seen on the other, and disturbs nobody there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from away import frozen
from hardship import Served
from lay import lay
from playwright.sync_api import Page, expect
from touch import Table

NOT_LIVE = "Not live: trying again."
SOON = 10_000
"""Milliseconds: a phone on this loaded machine, and a server that is started again."""


@pytest.fixture
def reader(another_phone: Callable[..., Page]) -> Page:
    """A phone that reads along."""
    return another_phone()


def join(another_phone: Callable[..., Page], table: Table, **more: object) -> Table:
    """Another phone of the same scorer, at the same match."""
    page = another_phone(storage_state=table.page.context.storage_state(), **more)
    return Table(page).open(table.id)


def heading(table: Table, number: int) -> None:
    """The phone shows this round as the next."""
    expect(table.page.get_by_role("heading", level=1)).to_contain_text(f"Round {number}", timeout=SOON)


def test_a_reader_sees_a_bid_its_trump_its_result_and_an_undo(phone: Page, reader: Page) -> None:
    table = lay(phone, "tervi")
    seen = Table(reader).open(table.id)
    table.bid("Bilal", 8, "hearts")
    expect(seen.board).to_contain_text("Bilal called 8", timeout=SOON)
    expect(seen.board.locator(".mid")).to_contain_text("♥")
    table.made()
    heading(seen, 2)
    expect(seen.board).to_contain_text("Bilal + Deepak lead")
    table.undo()
    expect(seen.board).to_contain_text("Bilal called 8", timeout=SOON)
    table.undo()
    expect(seen.board).to_contain_text("Level", timeout=SOON)


def test_the_other_scorer_goes_on_from_what_came(phone: Page, another_phone: Callable[..., Page]) -> None:
    table = lay(phone, "dehla_pakad")
    other = join(another_phone, table)
    table.tens("3-1")
    heading(other, 2)
    other.tens("1-3")
    heading(table, 3)
    table.tens("3-1")
    heading(other, 4)
    assert [row["winner"] for row in table.rounds] == [0, 1, 0]


def test_the_history_shows_what_is_said_and_what_is_taken_back(phone: Page, reader: Page) -> None:
    table = lay(phone, "dehla_pakad", {"tens": "3-1"})
    reader.goto(f"/m/{table.id}/history")
    lines = reader.locator(".log > li")
    expect(lines).to_have_count(1)
    table.tens("1-3")
    expect(lines).to_have_count(2, timeout=SOON)
    table.undo()
    expect(lines.first).to_contain_text("Taken back", timeout=SOON)
    expect(reader.locator(".chart")).to_be_visible()


def test_the_page_stays_where_it_was_scrolled_and_the_focus_where_it_is(phone: Page, reader: Page) -> None:
    table = lay(phone, "dehla_pakad", *[{"tens": tens} for tens in ("3-1", "1-3") * 3])
    reader.set_viewport_size({"width": 320, "height": 400})
    seen = Table(reader).open(table.id)
    link = reader.get_by_role("link", name="All rounds")
    link.focus()
    reader.evaluate("scrollTo(0, 300)")
    before = link.bounding_box() or {}
    table.tens("3-1")
    heading(seen, 8)
    expect(link).to_be_focused()
    assert reader.evaluate("scrollY") > 100
    assert (link.bounding_box() or {})["y"] == pytest.approx(before["y"], abs=1)


def test_a_round_that_is_read_in_the_history_stays_where_it_is(phone: Page, reader: Page) -> None:
    table = lay(phone, "dehla_pakad", *[{"tens": tens} for tens in ("3-1", "1-3") * 4])
    reader.set_viewport_size({"width": 320, "height": 500})
    reader.goto(f"/m/{table.id}/history")
    row = reader.locator(".log > li", has=reader.locator(".no", has_text="4"))
    row.evaluate("one => scrollTo(0, scrollY + one.getBoundingClientRect().top - 5)")
    before = row.bounding_box() or {}
    table.tens("3-1").tens("1-3")
    expect(reader.locator(".log > li")).to_have_count(10, timeout=SOON)
    assert (row.bounding_box() or {})["y"] == pytest.approx(before["y"], abs=1)


def test_another_name_elsewhere_leaves_the_focus_and_what_is_open(
    phone: Page, another_phone: Callable[..., Page]
) -> None:
    table = lay(phone, "tervi").bid("Bilal", 8)
    table.made()
    table.bid("Asha", 9)
    other = join(another_phone, table)
    fold = other.bar.locator("details")
    fold.locator("summary").tap()
    expect(fold).to_have_attribute("open", "")
    fold.locator("summary").focus()
    table.page.get_by_role("link", name="More").tap()
    table.page.locator("#name-1").fill("Bilal Khan")
    table.page.get_by_role("button", name=re.compile("names", re.IGNORECASE)).tap()
    expect(other.board).to_contain_text("Bilal Khan", timeout=SOON)
    expect(fold).to_have_attribute("open", "")
    expect(fold.locator("summary")).to_be_focused()


def test_half_an_entry_stays_when_something_else_changes(phone: Page, another_phone: Callable[..., Page]) -> None:
    table = lay(phone, "tervi", {"bidder": "1", "bid": "8", "made": "true"})
    other = join(another_phone, table)
    other.choose("Bilal").choose("hearts")
    table.page.get_by_role("link", name="More").tap()
    table.page.locator("#name-0").fill("Aashi")
    table.page.get_by_role("button", name=re.compile("names", re.IGNORECASE)).tap()
    expect(other.board).to_contain_text("Aashi", timeout=SOON)
    expect(other.bar.get_by_role("radio", name="Bilal")).to_be_checked()
    expect(other.bar.get_by_role("radio", name="hearts")).to_be_checked()
    other.say(other.button("8"))
    expect(table.page.get_by_role("heading", level=1)).to_be_visible()
    assert other.page.locator("p.lead").inner_text().startswith("Bilal called 8")


def test_half_an_entry_of_a_round_that_another_phone_entered_is_kept_for_it(
    phone: Page, another_phone: Callable[..., Page]
) -> None:
    table = lay(phone, "double_sar")
    other = join(another_phone, table)
    other.choose("4–0")
    table.tens("1-3", 5)
    heading(other, 2)
    other.says(re.compile("^Round 1 was entered elsewhere"))
    expect(other.bar.locator("input:checked")).to_have_count(0)
    table.undo()
    heading(other, 1)
    expect(other.bar.get_by_role("radio", name="4–0")).to_be_checked()


def test_half_a_bid_is_told_of_the_other_bid(phone: Page, another_phone: Callable[..., Page]) -> None:
    table = lay(phone, "tervi")
    other = join(another_phone, table)
    other.choose("Chitra")
    table.bid("Bilal", 8)
    other.says(re.compile("^The bid was entered elsewhere"))
    expect(other.board).to_contain_text("Bilal called 8")


def test_a_tap_that_lands_just_after_the_round_has_come_enters_no_second_one(
    phone: Page, another_phone: Callable[..., Page]
) -> None:
    table = lay(phone, "dehla_pakad")
    page = another_phone(storage_state=table.page.context.storage_state())
    other = Table(page, held=True).open(table.id)
    button = other.button("1–3")
    box = button.bounding_box()
    assert box is not None
    page.evaluate(
        """() => new MutationObserver((_, watch) => {
          if (!/Round 2/.test(document.querySelector("h1").textContent)) return;
          watch.disconnect();
          window.came = true;
        }).observe(document.body, { subtree: true, childList: true, characterData: true })"""
    )
    table.tens("3-1")
    while not page.evaluate("window.came"):
        page.wait_for_timeout(10)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    heading(other, 2)
    page.wait_for_timeout(1000)
    assert len(table.rounds) == 1
    other.tens("1-3")
    assert len(table.rounds) == 2


def test_after_a_restart_of_the_server_the_phones_catch_up(
    own_server: Served, another_phone: Callable[..., Page]
) -> None:
    own_server.start()
    page = another_phone(base_url=own_server.origin)
    table = lay(page, "dehla_pakad")
    reader = another_phone(base_url=own_server.origin)
    seen = Table(reader).open(table.id)
    table.tens("3-1")
    heading(seen, 2)
    own_server.kill()
    line = reader.locator("[data-live]")
    expect(line).to_have_text(NOT_LIVE, timeout=SOON)
    expect(line).to_have_attribute("role", "status")
    own_server.start()
    expect(line).to_have_text("", timeout=SOON)
    table.tens("1-3")
    heading(seen, 3)


def test_a_phone_without_signal_for_a_while_catches_up_and_moves_nothing(phone: Page, reader: Page) -> None:
    table = lay(phone, "dehla_pakad", {"tens": "3-1"})
    seen = Table(reader).open(table.id)
    table.tens("1-3")
    heading(seen, 3)
    top = seen.why.bounding_box()
    reader.context.set_offline(True)
    table.tens("3-1").tens("1-3")
    reader.context.set_offline(False)
    heading(seen, 5)
    assert seen.why.bounding_box() == top


def test_a_phone_out_of_sight_hears_again_when_it_is_looked_at(phone: Page, reader: Page) -> None:
    table = lay(phone, "dehla_pakad")
    seen = Table(reader).open(table.id)
    table.tens("3-1")
    heading(seen, 2)
    reader.evaluate("dispatchEvent(new Event('pagehide'))")
    table.tens("1-3")
    reader.wait_for_timeout(300)
    heading(seen, 2)
    reader.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    heading(seen, 3)


def test_a_match_that_is_deleted_is_gone_from_open_pages(phone: Page, reader: Page) -> None:
    table = lay(phone, "dehla_pakad")
    seen = Table(reader).open(table.id)
    table.tens("3-1")
    heading(seen, 2)
    table.page.goto(f"/m/{table.id}/table")
    table.page.locator("[name=sure]").check()
    table.page.get_by_role("button", name=re.compile("Delete")).tap()
    expect(reader.get_by_text("This page is not on the table.")).to_be_visible(timeout=SOON)


def test_a_browser_without_event_source_scores_all_the_same(another_phone: Callable[..., Page]) -> None:
    page = another_phone()
    page.add_init_script("delete window.EventSource")
    table = lay(page, "dehla_pakad").tens("3-1").tens("1-3")
    expect(page.locator("[data-live]")).to_have_text("")
    assert len(table.rounds) == 2


def test_a_server_that_hangs_is_not_live_and_is_again(own_server: Served, another_phone: Callable[..., Page]) -> None:
    own_server.environment["SCOREKEEPER_HEARTBEAT"] = "0.5"
    own_server.start()
    page = another_phone(base_url=own_server.origin)
    page.clock.install()
    lay(page, "dehla_pakad")
    line = page.locator("[data-live]")
    expect(line).to_have_text("")
    with frozen(own_server):
        page.clock.fast_forward(50_000)
        page.clock.run_for(6_000)
        expect(line).to_have_text(NOT_LIVE, timeout=SOON)
    page.clock.resume()
    expect(line).to_have_text("", timeout=SOON)
