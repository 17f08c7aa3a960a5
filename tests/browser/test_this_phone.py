"""What a phone can do beyond showing a page. Only the browser's own border is replaced, and only where a test must see
through it or have it refuse.
"""

from __future__ import annotations

import re

import pytest
from lay import lay
from playwright.sync_api import Browser, Page, expect
from this_phone import NOTED, SEEN, asked, this_phone
from touch import Table


@pytest.fixture(scope="module")
def chromium(whole_chromium: Browser) -> Browser:
    """Only the whole browser can keep a screen on."""
    return whole_chromium


@pytest.fixture
def noted(phone: Page) -> Page:
    """A phone on which it is written down what pages ask of it."""
    phone.add_init_script(f"({NOTED})()")
    return phone


# --- the screen ---


def test_table_mode_stays_awake_whatever_was_chosen(noted: Page) -> None:
    match = lay(noted, "tervi").id
    noted.goto(f"/m/{match}")
    assert asked(noted, "wake lock") == []
    noted.goto(f"/m/{match}/stand")
    noted.wait_for_function("window.asked.length === 1")
    noted.evaluate(SEEN, "hidden")
    noted.evaluate("window.sentinel.release()")
    noted.evaluate(SEEN, "visible")
    noted.wait_for_function("window.asked.length === 2")
    assert asked(noted, "wake lock") == [["wake lock", "screen"]] * 2


def test_the_screen_is_kept_on_by_a_tap_and_again_on_every_page_of_the_match(noted: Page) -> None:
    table = Table(noted).start("dehla_pakad")
    noted.goto(f"/m/{table.id}/table")
    key = noted.get_by_role("button", name="Keep screen on")
    expect(key).to_have_attribute("aria-pressed", "false")
    expect(noted.get_by_text("The screen goes dark as it always does.")).to_be_visible()
    assert asked(noted, "wake lock") == []
    key.tap()
    expect(noted.get_by_text("The screen stays on while a page of a match is open here.")).to_be_visible()
    expect(key).to_have_attribute("aria-pressed", "true")
    assert asked(noted, "wake lock") == [["wake lock", "screen"]]
    noted.goto(f"/m/{table.id}")
    noted.wait_for_function("window.asked.length")
    assert asked(noted, "wake lock") == [["wake lock", "screen"]]
    table.tens("3-1").tens("3-1")
    assert len(asked(noted, "wake lock")) == 1
    noted.goto("/")
    noted.locator("h1").tap()
    assert asked(noted, "wake lock") == []


def test_a_second_tap_lets_the_screen_go_dark_again(noted: Page) -> None:
    table = Table(noted).start("dehla_pakad")
    noted.goto(f"/m/{table.id}/table")
    key = noted.get_by_role("button", name="Keep screen on")
    key.tap()
    expect(noted.get_by_text("The screen stays on")).to_be_visible()
    key.tap()
    expect(noted.get_by_text("The screen goes dark as it always does.")).to_be_visible()
    noted.goto(f"/m/{table.id}")
    noted.locator("h1").tap()
    assert asked(noted, "wake lock") == []


def test_it_is_taken_again_when_the_page_comes_back_into_sight(noted: Page) -> None:
    table = Table(noted).start("dehla_pakad")
    noted.goto(f"/m/{table.id}/table")
    noted.get_by_role("button", name="Keep screen on").tap()
    expect(noted.get_by_text("The screen stays on")).to_be_visible()
    noted.evaluate(SEEN, "hidden")
    noted.evaluate("window.sentinel.release()")  # a browser does so itself with a page out of sight
    noted.locator("h1").tap()
    assert len(asked(noted, "wake lock")) == 1
    noted.evaluate(SEEN, "visible")
    noted.wait_for_function("window.asked.length === 2")
    expect(noted.get_by_text("The screen stays on")).to_be_visible()


def test_what_the_phone_refuses_is_not_said_to_be_on(phone: Page) -> None:
    phone.add_init_script(
        "window.refuse = true; const request = WakeLock.prototype.request;"
        "WakeLock.prototype.request = function (kind) {"
        "  return window.refuse ? Promise.reject(new DOMException('low battery', 'NotAllowedError'))"
        "    : request.call(this, kind); };"
    )
    table = Table(phone).start("dehla_pakad")
    phone.goto(f"/m/{table.id}/table")
    phone.get_by_role("button", name="Keep screen on").tap()
    expect(phone.get_by_text("This phone does not allow it now")).to_be_visible()
    expect(phone.get_by_text("The screen stays on")).to_be_hidden()
    phone.evaluate("window.refuse = false")
    phone.locator("h1").tap()
    expect(phone.get_by_text("The screen stays on")).to_be_visible()


def test_a_phone_that_cannot_do_it_shows_nothing_of_it(phone: Page) -> None:
    phone.add_init_script("delete Navigator.prototype.wakeLock; delete Navigator.prototype.vibrate")
    table = Table(phone).start("dehla_pakad")
    phone.goto(f"/m/{table.id}/table")
    expect(phone.get_by_role("heading", name="Dealer")).to_be_visible()
    expect(phone.get_by_text("Keep screen on")).to_be_hidden()
    section = this_phone(phone)
    expect(section.get_by_text("Storage", exact=True)).to_be_visible()
    expect(section.get_by_text("Keep screen on")).to_be_hidden()
    expect(section.get_by_text("Vibrate when saved")).to_be_hidden()


# --- the buzz ---


def test_a_saved_round_buzzes_once_and_a_refused_one_does_not(noted: Page) -> None:
    table = Table(noted).start("dehla_pakad").tens("3-1")
    assert asked(noted, "vibrate") == [["vibrate", 30]]
    table.undo()
    assert len(asked(noted, "vibrate")) == 2
    tervi = Table(noted).start("tervi")
    tervi.button("8").tap()
    expect(noted.get_by_text("Who bid? Tap a player.")).to_be_visible()
    assert asked(noted, "vibrate") == []


def test_the_buzz_is_switched_off_on_home_and_stays_off(noted: Page) -> None:
    section = this_phone(noted)
    key = section.get_by_role("button", name="Vibrate when saved")
    expect(key).to_have_attribute("aria-pressed", "true")
    key.tap()
    expect(key).to_have_attribute("aria-pressed", "false")
    expect(section.get_by_text("No buzz.")).to_be_visible()
    Table(noted).start("dehla_pakad").tens("3-1")
    assert asked(noted, "vibrate") == []
    expect(this_phone(noted).get_by_role("button", name="Vibrate when saved")).to_have_attribute(
        "aria-pressed", "false"
    )


# --- storage ---


def test_lasting_storage_is_asked_for_once_after_the_first_round(noted: Page) -> None:
    table = Table(noted).start("tervi")
    table.bid("Asha", 9)
    assert asked(noted, "persist") == []
    table.made()
    assert asked(noted, "persist") == [["persist"]]
    table.bid("Asha", 9).made()
    assert asked(noted, "persist") == [["persist"]]
    noted.reload()
    table.bid("Asha", 9).made()
    assert asked(noted, "persist") == []


@pytest.mark.parametrize(
    ("border", "words"),
    [
        ("StorageManager.prototype.persisted = async () => true", "This phone keeps what it stores."),
        ("StorageManager.prototype.persisted = async () => false", "This phone may forget what it stores"),
        ("delete Navigator.prototype.storage", "This phone may forget what it stores"),
        (
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
            "This phone refuses storage: nothing can be kept here without signal.",
        ),
        (
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })",
            "This phone refuses storage: nothing can be kept here without signal.",
        ),
    ],
    ids=["kept", "may be forgotten", "cannot be asked", "full", "refused"],
)
def test_home_says_what_becomes_of_what_is_stored(phone: Page, border: str, words: str) -> None:
    phone.add_init_script(border)
    section = this_phone(phone)
    expect(section.get_by_text(words)).to_be_visible()
    expect(section.get_by_text(re.compile("This phone (keeps|may|refuses)")).filter(visible=True)).to_have_count(1)
    Table(phone).start("dehla_pakad").tens("3-1").tens("3-1")
