"""What a phone can do beyond showing a page. Only the browser's own border is replaced, and only where a test must see
through it or have it refuse.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from test_every_page import CUT_OFF, SMALL, TOO_WIDE, USUAL, find_faults, magnify_letters
from touch import Table

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)

# What the page asks of the browser, written down; the browser does it all the same.
NOTED = """() => {
  window.asked = [];
  const vibrate = Navigator.prototype.vibrate;
  Navigator.prototype.vibrate = function (pattern) {
    asked.push(["vibrate", pattern]);
    return vibrate.call(this, pattern);
  };
  const request = WakeLock.prototype.request;
  WakeLock.prototype.request = async function (kind) {
    asked.push(["wake lock", kind]);
    return (window.sentinel = await request.call(this, kind));
  };
  const persist = StorageManager.prototype.persist;
  StorageManager.prototype.persist = function () { asked.push(["persist"]); return persist.call(this); };
}"""
SEEN = """state => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
OFFERED = """outcome => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { window.prompted = (window.prompted ?? 0) + 1; };
  event.userChoice = Promise.resolve({ outcome });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}"""


@pytest.fixture
def noted(phone: Page) -> Page:
    """A phone on which it is written down what pages ask of it."""
    phone.add_init_script(f"({NOTED})()")
    return phone


def asked(page: Page, what: str) -> list[list[object]]:
    """Give what the page has asked since it was opened."""
    return [told for told in page.evaluate("window.asked") if told[0] == what]


def this_phone(page: Page) -> Locator:
    """Unfold the section on Home."""
    page.goto("/")
    section = page.locator("[data-phone]")
    section.locator("summary").tap()
    return section


def offer(page: Page) -> Locator:
    """Find the offer to install on a match's page."""
    return page.locator("[data-offer]")


# --- the screen ---


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
    noted.route("**/round", lambda route: route.fulfill(status=503, body=""))
    table.button("3–1").tap()
    expect(noted.get_by_text("Not saved: no answer.")).to_be_visible()
    assert len(asked(noted, "vibrate")) == 2


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


# --- the home screen ---


def test_installing_is_offered_after_the_second_round_and_not_before(phone: Page) -> None:
    table = Table(phone).start("dehla_pakad")
    assert phone.evaluate(OFFERED, "accepted") is True
    expect(offer(phone)).to_be_hidden()
    table.tens("3-1")
    expect(offer(phone)).to_be_hidden()
    table.tens("1-3")
    expect(offer(phone)).to_be_visible()
    offer(phone).get_by_role("button", name="Install the app").tap()
    assert phone.evaluate("window.prompted") == 1
    expect(offer(phone)).to_be_hidden()
    phone.evaluate("window.dispatchEvent(new Event('appinstalled'))")
    table.tens("3-1")
    expect(offer(phone)).to_be_hidden()


@pytest.mark.parametrize("how", ["No, thanks", "Install the app"], ids=["here", "in the browser's own question"])
def test_an_offer_that_was_sent_away_never_comes_back_and_home_has_it_still(phone: Page, how: str) -> None:
    table = Table(phone).start("dehla_pakad")
    phone.evaluate(OFFERED, "dismissed")
    table.tens("3-1").tens("3-1")
    offer(phone).get_by_role("button", name=how).tap()
    expect(offer(phone)).to_be_hidden()
    table.tens("1-3")
    phone.reload()
    phone.evaluate(OFFERED, "accepted")
    table.tens("1-3")
    expect(offer(phone)).to_be_hidden()
    section = this_phone(phone)
    expect(section.get_by_text("The browser's menu has it")).to_be_visible()
    phone.evaluate(OFFERED, "accepted")
    section.get_by_role("button", name="Install the app").tap()
    assert phone.evaluate("window.prompted") == 1


def test_a_match_that_was_left_and_another_begun_starts_counting_anew(phone: Page) -> None:
    Table(phone).start("dehla_pakad").tens("3-1")
    table = Table(phone).start("dehla_pakad").tens("3-1")
    phone.evaluate(OFFERED, "accepted")
    expect(offer(phone)).to_be_hidden()
    table.tens("3-1")
    expect(offer(phone)).to_be_visible()


def test_without_a_browser_that_can_nothing_is_offered(phone: Page) -> None:
    Table(phone).start("dehla_pakad").tens("3-1").tens("3-1").tens("1-3")
    expect(offer(phone)).to_be_hidden()


def test_an_iphone_is_shown_the_steps(another_phone: Callable[..., Page]) -> None:
    iphone = another_phone(user_agent=IPHONE)
    section = this_phone(iphone)
    expect(section.get_by_text("Tap Add to Home Screen")).to_be_visible()
    table = Table(iphone).start("dehla_pakad").tens("3-1")
    expect(offer(iphone)).to_be_hidden()
    table.tens("3-1")
    offer(iphone).get_by_text("Show how").tap()
    expect(offer(iphone).get_by_text("Tap Share")).to_be_visible()
    offer(iphone).get_by_role("button", name="No, thanks").tap()
    iphone.reload()
    expect(offer(iphone)).to_be_hidden()


def test_inside_the_installed_app_nothing_is_offered(another_phone: Callable[..., Page]) -> None:
    iphone = another_phone(user_agent=IPHONE)
    iphone.add_init_script("Object.defineProperty(Navigator.prototype, 'standalone', { value: true })")
    expect(this_phone(iphone).get_by_text("Installed: this is the app.")).to_be_visible()
    Table(iphone).start("dehla_pakad").tens("3-1").tens("3-1")
    expect(offer(iphone)).to_be_hidden()


def test_without_scripts_nothing_of_it_is_shown(another_phone: Callable[..., Page]) -> None:
    plain = another_phone(java_script_enabled=False)
    plain.goto("/")
    expect(plain.get_by_role("heading", name="New match")).to_be_visible()
    expect(plain.get_by_text("This phone", exact=True)).to_be_hidden()


# --- how it looks ---


def nothing_is_wrong_with(page: Page) -> None:
    """Ask axe in every look, and measure on a small phone with letters of both sizes."""
    found: dict[str, object] = {}
    for look in ("light", "dark"):
        page.emulate_media(color_scheme=look)
        found[look] = find_faults(page)
    page.set_viewport_size(SMALL)
    found["too wide"] = page.evaluate(TOO_WIDE, SMALL["width"])
    found["cut off"] = page.evaluate(CUT_OFF)
    magnify_letters(page)
    page.set_viewport_size(USUAL)
    found["too wide, large letters"] = page.evaluate(TOO_WIDE, USUAL["width"])
    assert {what: faults for what, faults in found.items() if faults} == {}


@pytest.mark.parametrize("agent", [None, IPHONE], ids=["android", "iphone"])
def test_the_section_on_home_can_be_read_and_tapped(another_phone: Callable[..., Page], agent: str | None) -> None:
    page = another_phone(user_agent=agent)
    this_phone(page)
    page.evaluate(OFFERED, "accepted")
    nothing_is_wrong_with(page)


@pytest.mark.parametrize("agent", [None, IPHONE], ids=["android", "iphone"])
def test_the_offer_can_be_read_and_tapped(another_phone: Callable[..., Page], agent: str | None) -> None:
    page = another_phone(user_agent=agent)
    Table(page).start("dehla_pakad").tens("3-1").tens("3-1")
    page.evaluate(OFFERED, "accepted")
    expect(offer(page)).to_be_visible()
    if agent:
        offer(page).get_by_text("Show how").tap()
    nothing_is_wrong_with(page)
