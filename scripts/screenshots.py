"""Take the pictures of every page: `make screenshots` fills screenshots/, and docs/ with those that README shows.

A real server, a real browser, a played evening; every page in every language, theme and size. Words narrow it down:
`make screenshots ARGS="dehla over hi ur dark phone"`. Nothing here is committed but what README shows.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from lettered import letters  # noqa: E402

OUT = ROOT / "screenshots"
SIZES = {"small": (320, 640), "phone": (412, 915), "tablet": (820, 1180), "landscape": (915, 412)}
THEMES = ("light", "dark", "contrast")
LANGUAGES = ("en", *sorted(path.name.replace("_", "-") for path in (ROOT / "translations").iterdir() if path.is_dir()))
SHOWN = {"en/tervi-result-phone-light": "tervi", "en/dehla-phone-dark": "dehla-pakad", "hi/over-phone-light": "hindi"}
NAMES = ("Asha", "Bilal", "Chitra", "Deepak", "Esha", "Farid")
MIXED = ("आशा", "بلال احمد", "Chitra Venkataraman", "दीपक", "Esha", "فرید")


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

    def start(self, game: str, names: tuple[str, ...] = NAMES[:4], dealer: int = 3) -> str:
        """Start a match and give its address."""
        self.page.goto(f"/new/{game}?seats={len(names)}")
        for seat, name in enumerate(names):
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
    tervi = table.start("tervi")
    for seat, bid, suit, made in ((0, 8, "diamonds", "true"), (1, 9, "spades", "false"), (3, 7, "clubs", "true")):
        table.bid(seat, bid, suit)
        table.enter(f"[name=made][value={made}]")
    own = ("history", "table", "rules", "summary", "phones", "qr", "stand")
    pages = {"tervi-bid": tervi, **{f"tervi-{part}": f"{tervi}/{part}" for part in own}}
    table.page.goto(f"{tervi}/history")
    pages["tervi-round"] = table.page.locator("a[href*='/round/']").nth(1).get_attribute("href") or ""
    result = table.start("tervi")
    table.bid(0, 13, "spades")
    table.enter("[name=made][value=true]")
    table.bid(2, 8, "hearts")
    pages |= {"tervi-result": result, "tervi-result-stand": f"{result}/stand"}
    dehla = table.start("dehla_pakad")
    for tens in ("3-1", "2-2", "1-3", "1-3", "1-3"):
        table.enter(f"[name=tens][value='{tens}']")
    pages["dehla"] = dehla
    six = table.start("dehla_pakad", MIXED)
    table.enter("[data-step='1']", "[data-step='1']", ".key.go")
    pages |= {"dehla-six": six, "dehla-six-stand": f"{six}/stand"}
    classic = table.start("tervi_classic")
    table.enter("label:has([value=A])", "[data-if=A] [value='7-0']")
    pages["classic"] = classic
    pages["court"] = table.start("court_piece")
    table.enter("[name=tricks][value='9-4']")
    pages["double-sar"] = table.start("double_sar")
    over = table.start("dehla_pakad", MIXED[:4])
    table.enter("[name=tens][value='0-4']")
    ended = {"over": over, "over-summary": f"{over}/summary", "evening": f"{over}/evening"}
    asked = {"new-match": "/new/dehla_pakad", "new-tervi": "/new/tervi", "import": "/import", "join": "/join"}
    this_phone = {"unsent": "/unsent", "reset": "/reset", "trust": "/trust", "not-found": "/nowhere"}
    rules = {"rules": "/rules", "rules-tervi": "/rules/tervi", "rules-dehla": "/rules/dehla_pakad"}
    return {**pages, **ended, "home": "/", **asked, **rules, **this_phone}


def take(page: Page, name: str, address: str, place: Path) -> None:
    """Take one page: what the phone shows of a board, and the whole of a page that one reads."""
    page.goto(address)
    page.locator("html[data-ready]").wait_for(state="attached")
    if name == "double-sar":
        page.locator("label:has([value='3-1'])").first.click()
    page.screenshot(path=place, full_page=not page.locator(".bar").count())


def phones(browser: Browser, base: str, wanted: set[str]) -> Iterator[tuple[str, BrowserContext]]:
    """A phone of every language, size and theme that is wanted, and the names of its pictures: `hi/%s-phone-dark`."""
    for language, size, theme in product(*(wanted & {*kind} or kind for kind in (LANGUAGES, SIZES, THEMES))):
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=base,
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            has_touch=True,
            is_mobile=True,
            service_workers="block",
        )
        chosen = {"language": language, "theme": theme if theme == "contrast" else ""}
        context.add_cookies([{"name": key, "value": value, "url": base} for key, value in chosen.items()])
        yield f"{language}/%s-{size}-{theme}.png", context
        context.close()


def main() -> None:
    """Take them all, or those that are asked for."""
    wanted = set(sys.argv[1:])
    for language in LANGUAGES:
        (OUT / language).mkdir(parents=True, exist_ok=True)
    with server() as base, sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        fonts = letters(Path(folder), like_a_phone=True)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"], env=fonts)
        first = {"base_url": base, "has_touch": True, "is_mobile": True, "viewport": {"width": 412, "height": 915}}
        table = Table(browser.new_context(**first))  # type: ignore[arg-type]
        pages = {"home-empty": "/", **play(table)}
        seat = [cookie for cookie in table.page.context.cookies() if cookie["name"] != "language"]
        named = wanted & {*pages} or {*pages}
        for called, phone in phones(browser, base, wanted):
            page = phone.new_page()
            for name, address in pages.items():
                if name in named:
                    take(page, name, address, OUT / (called % name))
                if name == "home-empty":  # from here on it is the phone that keeps the score
                    phone.add_cookies(seat)  # type: ignore[arg-type]
    for name, shown in SHOWN.items():
        if (OUT / f"{name}.png").exists():
            shutil.copy(OUT / f"{name}.png", ROOT / "docs" / f"{shown}.png")
    print(f"{len(list(OUT.glob('*/*.png')))} pictures in {OUT.name}/")


if __name__ == "__main__":
    main()
