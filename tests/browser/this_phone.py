"""What tests ask of a phone at its browser's border, and where a page shows what it can do."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

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


def hold(page: Page, milliseconds: int) -> None:
    """Press a finger on the middle of the screen for so long."""
    touch = page.context.new_cdp_session(page)
    middle = page.evaluate("[innerWidth / 2, innerHeight / 3]")
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": middle[0], "y": middle[1]}]})
    page.wait_for_timeout(milliseconds)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()
