"""Installed on a phone: manifest, icons, and a start page that opens the running match."""

from __future__ import annotations

import json
from typing import Any

from lay import lay
from playwright.sync_api import Page, expect


def manifest_of(page: Page) -> dict[str, Any]:
    """The manifest as the browser reads it; whatever it cannot read is an error."""
    page.goto("/")
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"].endswith("/manifest.webmanifest")
    manifest: dict[str, Any] = json.loads(told["data"])
    return manifest


def size_of(page: Page, address: str) -> str:
    """Load a picture and measure it."""
    load = "async (src) => { const i = new Image(); i.src = src; await i.decode(); return `${i.width}x${i.height}` }"
    return str(page.evaluate(load, address))


def test_the_manifest_says_all_that_an_installed_app_needs(phone: Page) -> None:
    manifest = manifest_of(phone)
    assert manifest["name"] == "Scorekeeper"
    assert manifest["display"] == "standalone"
    assert manifest["scope"] == "/"
    assert {"background_color", "theme_color", "description", "id", "short_name"} <= set(manifest)
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes


def test_the_icons_are_as_large_as_the_manifest_says(phone: Page) -> None:
    for icon in manifest_of(phone)["icons"]:
        assert size_of(phone, icon["src"]) == icon["sizes"]
    apple = phone.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert size_of(phone, str(apple)) == "180x180"


def test_chromium_finds_nothing_that_keeps_it_from_being_installed(phone: Page) -> None:
    phone.goto("/")
    told = phone.context.new_cdp_session(phone).send("Page.getInstallabilityErrors")
    found = {error["errorId"] for error in told["installabilityErrors"]}
    # A browser window in a test is "incognito"; a service worker is no longer asked for.
    assert found <= {"in-incognito"}


def test_the_start_page_opens_the_running_match(phone: Page) -> None:
    start = manifest_of(phone)["start_url"]
    phone.goto(start)
    expect(phone.get_by_role("heading", name="New match")).to_be_visible()
    running = lay(phone, "tervi", {"bidder": "0", "bid": "8", "made": "true"}).id
    lay(phone, "court_piece", {"tricks": "13-0"})
    phone.goto(start)
    assert phone.url.endswith(f"/m/{running}")
    newer = lay(phone, "dehla_pakad").id
    phone.goto(start)
    assert phone.url.endswith(f"/m/{newer}")
