"""What holds on every page, in every state: nothing for axe to find, nothing to scroll sideways, nothing too small."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from lay import lay
from playwright.sync_api import Page, expect
from states_beside import STATES
from touch import Table

SMALL = {"width": 320, "height": 640}
USUAL = {"width": 412, "height": 915}

# The document, and whatever scrolls inside it. What sticks out of a box that hides it is cut off, not wide.
TOO_WIDE = """width => {
  const found = [];
  const look = (element) => getComputedStyle(element).overflowX;
  const hides = (element) =>
    element && element !== document.body && (/hidden|clip/.test(look(element)) || hides(element.parentElement));
  const name = (element) => `${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 40)}`;
  const whole = document.documentElement.scrollWidth;
  if (whole > width) found.push(`the page is ${whole} wide`);
  for (const element of document.querySelectorAll("body, body *")) {
    const box = element.getBoundingClientRect();
    if (!box.width || element.closest("svg, .vh")) continue;
    if (!/visible|hidden|clip/.test(look(element)) && element.scrollWidth > element.clientWidth + 1)
      found.push(`scrolls: ${name(element)} ${element.scrollWidth} > ${element.clientWidth}`);
    if ((box.right > width + 1 || box.left < -1) && !hides(element.parentElement))
      found.push(`sticks out: ${name(element)} ${box.left}..${box.right}`);
  }
  return found;
}"""

TOO_SMALL = """() => [...document.querySelectorAll(".bar :is(button, a, summary, select, .key)")]
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 43.9 || box.height < 43.9))
  .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`)"""

# A long name on the map or on a key may end in dots: it stands in full in the lists and on the table's page.
CUT_OFF = """() => [...document.querySelectorAll("body *")]
  .filter((element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (element.closest("svg, .vh, input, select, legend, .seat bdi, .who bdi")) return false;
    if (!element.textContent.trim() || !element.clientWidth) return false;
    const wide = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const tall = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 3;
    return wide || tall;
  })
  .map((element) => element.outerHTML.slice(0, 120))"""


def find_faults(page: Page) -> list[dict[str, Any]]:
    """Ask axe; each fault with the elements it was found in."""
    found = Axe().run(page).response["violations"]
    return [{"id": fault["id"], "in": [node["html"] for node in fault["nodes"]][:3]} for fault in found]


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_wrong_with_any_page_in_any_state(phone: Page, state: str) -> None:
    STATES[state](phone)
    found: dict[str, list[Any]] = {}
    look = ("light", "dark", "contrast")[list(STATES).index(state) % 3]  # each look has a third of the states
    phone.emulate_media(color_scheme="dark" if look == "dark" else "light")
    if look == "contrast":
        phone.evaluate("document.documentElement.dataset.theme = 'contrast'")
    found[f"axe, {look}"] = find_faults(phone)
    phone.set_viewport_size(SMALL)
    found["too wide"] = phone.evaluate(TOO_WIDE, SMALL["width"])
    found["too small"] = phone.evaluate(TOO_SMALL)
    found["cut off"] = phone.evaluate(CUT_OFF)
    magnify_letters(phone)
    phone.set_viewport_size(USUAL)
    found["too wide, letters of twice the size"] = phone.evaluate(TOO_WIDE, USUAL["width"])
    found["cut off, letters of twice the size"] = phone.evaluate(CUT_OFF)
    assert {what: faults for what, faults in found.items() if faults} == {}


def magnify_letters(page: Page) -> None:
    """Set the phone's own letters to twice their size."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.wait_for_function("parseFloat(getComputedStyle(document.documentElement).fontSize) === 32")


def test_a_match_is_played_with_letters_of_twice_the_size_on_a_small_phone(phone: Page) -> None:
    phone.set_viewport_size(SMALL)
    table = lay(phone, "tervi")
    magnify_letters(phone)
    table.bid("Bilal", 9, "clubs").made().undo().failed()
    expect(table.bar.get_by_role("button", name="Undo")).to_be_visible()
    assert [row["delta"] for row in table.rounds] == [[0, -18]]


def test_a_look_that_was_chosen_stays(phone: Page) -> None:
    match = lay(phone, "dehla_pakad").id
    phone.goto("/")
    phone.get_by_text("Look", exact=True).tap()
    phone.get_by_role("button", name="High contrast").tap()
    expect(phone.locator("html")).to_have_attribute("data-theme", "contrast")
    Table(phone).open(match).tens("3-1")
    expect(phone.locator("html")).to_have_attribute("data-theme", "contrast")
    assert phone.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)"
