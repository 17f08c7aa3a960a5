"""The app on the home screen: offered at a good moment, found on Home at any time, shown in pictures on an iPhone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from test_every_page import CUT_OFF, SMALL, TOO_WIDE, USUAL, find_faults, magnify_letters
from this_phone import IPHONE, OFFERED, offer, this_phone
from touch import Table


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
