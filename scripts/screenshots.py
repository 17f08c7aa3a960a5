"""Take the pictures of every page: `make screenshots` fills screenshots/, and docs/ with those that README shows.

A real server, a real browser, a played evening. Nothing here is committed but what README shows.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "screenshots"
SIZES = {"small": (320, 640), "phone": (412, 915), "tablet": (820, 1180), "landscape": (915, 412)}
THEMES = ("light", "dark", "contrast")
SHOWN = {"tervi-result-phone-light": "tervi", "dehla-phone-dark": "dehla-pakad"}
NAMES = ("Asha", "Bilal", "Chitra", "Deepak", "Esha", "Farid")


@contextmanager
def server() -> Iterator[str]:
    """Serve an empty database on a free port; give the address."""
    command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [*command, "--database", f"{folder}/matches.db"], cwd=folder, stdout=subprocess.PIPE, text=True
        )
        try:
            lines = iter(process.stdout or ())
            yield next(found[0] for line in lines if (found := re.search(r"http://localhost:\d+", line)))
        finally:
            process.terminate()
            process.wait()


class Table:
    """A phone that plays an evening, so that the pages have something to show."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()

    def start(self, game: str, seats: int = 4, dealer: int = 3) -> str:
        """Start a match and give its address."""
        self.page.goto(f"/new/{game}?seats={seats}")
        for seat, name in enumerate(NAMES[:seats]):
            self.page.fill(f"[name=name-{seat}]", name)
        self.page.check(f"[name=first_dealer][value='{dealer}']", force=True)
        self.page.click(".bar button")
        self.page.wait_for_url("**/m/*")
        return self.page.url

    def tap(self, *selectors: str) -> None:
        """Tap one thing after another; each waits until the bar takes taps again."""
        for selector in selectors:
            self.page.locator(selector).first.click()

    def enter(self, *selectors: str) -> None:
        """Tap, and wait for the saved page."""
        before = self.page.locator("[name=seen]").first.input_value()
        self.tap(*selectors)
        self.page.wait_for_function("was => document.querySelector('[name=seen]')?.value !== was", arg=before)

    def bid(self, seat: int, bid: int, suit: str) -> None:
        """Enter a bid."""
        chosen = [f"label:has([name=bidder][value='{seat}'])", f"label:has([name=suit][value={suit}])"]
        self.enter(*chosen, f"[name=bid][value='{bid}']")


def play(table: Table) -> dict[str, str]:
    """Play an evening; give the address of every page worth a picture."""
    pages = {"home-empty": "/", "rules": "/rules/tervi"}
    tervi = table.start("tervi")
    for seat, bid, suit, made in ((0, 8, "diamonds", "true"), (1, 9, "spades", "false"), (3, 7, "clubs", "true")):
        table.bid(seat, bid, suit)
        table.enter(f"[name=made][value={made}]")
    pages |= {"tervi-bid": tervi, "tervi-history": f"{tervi}/history", "tervi-table": f"{tervi}/table"}
    pages["tervi-house-rules"] = f"{tervi}/rules"
    table.page.goto(f"{tervi}/history")
    pages["tervi-round"] = table.page.locator("a[href*='/round/']").nth(1).get_attribute("href") or ""
    result = table.start("tervi")
    table.bid(0, 13, "spades")
    table.enter("[name=made][value=true]")
    table.bid(2, 8, "hearts")
    pages["tervi-result"] = result
    dehla = table.start("dehla_pakad")
    for tens in ("3-1", "2-2", "1-3", "1-3", "1-3"):
        table.enter(f"[name=tens][value='{tens}']")
    pages["dehla"] = dehla
    six = table.start("dehla_pakad", seats=6)
    table.enter("[data-step='1']", "[data-step='1']", ".key.go")
    pages["dehla-six"] = six
    classic = table.start("tervi_classic")
    table.enter("label:has([value=A])", "[data-if=A] [value='7-0']")
    pages["classic"] = classic
    pages["court"] = table.start("court_piece")
    table.enter("[name=tricks][value='9-4']")
    pages["double-sar"] = table.start("double_sar")
    over = table.start("dehla_pakad")
    table.enter("[name=tens][value='0-4']")
    return {**pages, "over": over, "home": "/", "new-match": "/new/dehla_pakad", "not-found": "/nowhere"}


def take(browser: Browser, base: str, state: object, name: str, address: str) -> None:
    """Take one page in every size and theme."""
    for size, (width, height) in SIZES.items():
        for theme in THEMES:
            context = browser.new_context(
                base_url=base,
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                storage_state=None if name == "home-empty" else state,  # type: ignore[arg-type]
                has_touch=True,
                is_mobile=True,
            )
            if theme == "contrast":
                context.add_cookies([{"name": "theme", "value": theme, "url": base}])
            page = context.new_page()
            page.goto(address)
            if name == "double-sar":
                page.locator("label:has([value='3-1'])").first.click()
            page.screenshot(path=OUT / f"{name}-{size}-{theme}.png")
            context.close()


def main() -> None:
    """Take them all, or those whose names are given."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    wanted = sys.argv[1:]
    with server() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        phone = browser.new_context(
            base_url=base, has_touch=True, is_mobile=True, viewport={"width": 412, "height": 915}
        )
        pages = play(Table(phone))
        for name, address in pages.items():
            if not wanted or name in wanted:
                take(browser, base, phone.storage_state(), name, address)
    for name, shown in SHOWN.items():
        if (OUT / f"{name}.png").exists():
            shutil.copy(OUT / f"{name}.png", ROOT / "docs" / f"{shown}.png")
    print(f"{len(list(OUT.iterdir()))} pictures in {OUT.name}/")


if __name__ == "__main__":
    main()
