"""Fingers are fast and networks are slow: however often a button is tapped, it is one round."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from lay import lay
from playwright.sync_api import Locator, Page, expect
from touch import Table

HOLD = 0.55
"""Seconds within which the bar takes no tap after it has changed, less what measuring takes."""


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def table(request: pytest.FixtureRequest, another_phone: Callable[..., Page]) -> Table:
    """A table of Dehla Pakad whose bar takes its real time."""
    page = another_phone(java_script_enabled=request.param)
    match = lay(page, "dehla_pakad").id
    page.close()
    table = Table(page.context.new_page(), held=True).open(match)
    table.button("3–1").tap(trial=True)  # the bar takes taps now
    return table


def answer_late(page: Page, seconds: float) -> None:
    """Let every answer come late, as on a bad network."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    slow = {"offline": False, "latency": seconds * 1000, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", slow)


def middle(button: Locator) -> tuple[float, float]:
    """Where a finger would come down."""
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_twice(page: Page, one: tuple[float, float], other: tuple[float, float], apart: int) -> None:
    """Tap two places, so many milliseconds apart. Fingers do not look where the page has gone meanwhile."""
    page.touchscreen.tap(*one)
    page.wait_for_timeout(apart)
    page.touchscreen.tap(*other)


def tap_in_time(
    page: Page, fingers: tuple[tuple[float, float], tuple[float, float]], apart: int, put_back: Callable[[], None]
) -> None:
    """Tap two places while the bar still holds. Where this machine was too slow, put things back and try again."""
    for _ in range(6):
        started = time.monotonic()
        tap_twice(page, *fingers, apart)
        if time.monotonic() - started < HOLD:
            return
        put_back()
    pytest.fail("this machine is too busy to tap as fast as a finger")


def undo_all(table: Table) -> None:
    """Clear the table."""
    undo = table.bar.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    while undo.is_visible():
        table.undo()
    table.bar.get_by_role("button").first.tap(trial=True)


def settle(table: Table) -> None:
    """Wait until the answer has come and the bar takes taps again."""
    expect(table.bar.get_by_role("button", name="Undo")).to_be_visible()
    table.button("3–1").tap(trial=True)


@pytest.mark.parametrize("apart", [60, 300])
def test_two_taps_before_a_late_answer_are_one_round(table: Table, apart: int) -> None:
    answer_late(table.page, 1.5)
    finger = middle(table.button("3–1"))
    tap_twice(table.page, finger, finger, apart)
    settle(table)
    expect(table.bar).to_contain_text("Undo round 1: Tens 3–1")
    assert [row["winner"] for row in table.rounds] == [0]


@pytest.mark.parametrize("apart", [60, 300])
def test_two_taps_around_a_quick_answer_are_one_round(table: Table, apart: int) -> None:
    finger = middle(table.button("3–1"))
    tap_in_time(table.page, (finger, finger), apart, lambda: undo_all(table))
    settle(table)
    expect(table.bar).to_contain_text("Undo round 1: Tens 3–1")
    assert [row["winner"] for row in table.rounds] == [0]


@pytest.mark.parametrize("late", [0, 1.5], ids=["quick", "late"])
def test_two_buttons_at_once_are_one_round_and_the_page_says_which(table: Table, late: float) -> None:
    fingers = middle(table.button("3–1")), middle(table.button("1–3"))
    answer_late(table.page, late)
    tap_in_time(table.page, fingers, 40, lambda: undo_all(table))
    undo = table.bar.get_by_role("button", name="Undo")
    expect(undo).to_have_text(re.compile(r"Undo round 1: Tens [13]–[13]"))
    answer_late(table.page, 0)
    expect(table.page.get_by_role("heading", level=1)).to_contain_text("Round 2")
    table.settled()
    (row,) = table.rounds
    said = "3–1" if row["winner"] == 0 else "1–3"
    expect(undo).to_contain_text(f"Undo round 1: Tens {said}")


@pytest.mark.parametrize("apart", [60, 300])
def test_a_finger_on_a_bid_does_not_also_say_its_result(another_phone: Callable[..., Page], apart: int) -> None:
    page = another_phone()
    match = lay(page, "tervi").id
    table = Table(page.context.new_page(), held=True).open(match)
    finger = middle(table.choose("Asha").button("8"))

    def put_back() -> None:
        undo_all(table)
        table.choose("Asha")

    tap_in_time(table.page, (finger, finger), apart, put_back)
    expect(table.board.locator(".digits")).to_have_text("8")
    table.button("Made").tap(trial=True)
    assert table.rounds == []


def test_a_finger_on_the_last_round_does_not_also_start_the_rematch(another_phone: Callable[..., Page]) -> None:
    page = another_phone()
    match = lay(page, "court_piece", {"tricks": "8-5"}, target=2).id
    table = Table(page.context.new_page(), held=True).open(match)
    table.tricks(0, 8)
    rematch = middle(table.button("Rematch"))
    table.undo().button("8").first.tap(trial=True)
    fingers = middle(table.button("8").first), rematch

    def put_back() -> None:
        table.open(match)
        while table.answer["final"]["over"]:
            table.undo()
        table.button("8").first.tap(trial=True)

    tap_in_time(table.page, fingers, 300, put_back)
    table.button("Rematch").tap(trial=True)
    assert table.id == match
    assert len(table.rounds) == 2
