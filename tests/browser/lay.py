"""Lay a match on the table quickly, by the phone's own requests, for tests that are about what comes next."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import APIResponse, Page
from touch import PEOPLE, Table


def send(page: Page, address: str, fields: dict[str, Any]) -> APIResponse:
    """Send a form as the phone's browser would, without leaving the page."""
    url = urlsplit(page.url if page.url.startswith("http") else page.request.get("/start").url)
    form = {name: str(value) for name, value in fields.items()}
    origin = {"Origin": f"{url.scheme}://{url.netloc}"}
    answer = page.request.post(address, form=form, headers=origin, max_redirects=0)
    assert answer.status == 303, answer.text()
    return answer


def lay(
    page: Page,
    game: str,
    *rounds: dict[str, str],
    seats: int = 4,
    dealer: int = 0,
    names: tuple[str, ...] = PEOPLE,
    **more: Any,
) -> Table:
    """Start a match and enter whole rounds as their forms would send them; then open it on the phone."""
    people = {f"name-{seat}": name for seat, name in enumerate(names[:seats])}
    opening = {"id": secrets.token_hex(16), "seats": seats, "first_dealer": dealer, **people, **more}
    send(page, f"/new/{game}", opening)
    last = ""
    for fields in rounds:
        event = {"id": secrets.token_hex(16), "seen": 0, "last": last, "contract": ""}
        kind = "misdeal" if "misdeal" in fields else "round"
        send(page, f"/m/{opening['id']}/{kind}", {**event, **fields})
        last = last if kind == "misdeal" else event["id"]
    return Table(page).open(opening["id"])


def say_elsewhere(table: Table, kind: str, **fields: str) -> None:
    """Say something at the table from another tab of this phone, which saw what this one shows now."""
    seen = {
        name: table.page.locator(f"input[name={name}]").first.input_value() for name in ("seen", "last", "contract")
    }
    send(table.page, f"/m/{table.id}/{kind}", {"id": secrets.token_hex(16), **seen, **fields})
