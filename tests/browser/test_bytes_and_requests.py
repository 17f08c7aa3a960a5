"""What goes over the wire, counted in the browser: a first visit, a later one, a recorded round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from lay import lay
from playwright.sync_api import Page, Response
from touch import Table

KB = 1024


@dataclass
class Traffic:
    """Requests that left the browser by their address, and the bytes that came back, headers too."""

    asked: dict[str, str] = field(default_factory=dict)
    bytes: int = 0

    @property
    def hosts(self) -> set[str]:
        """Everybody who was asked."""
        return {urlsplit(address).netloc for address in self.asked.values()}


@contextmanager
def counted(page: Page) -> Iterator[Traffic]:
    """Count what a page sends and gets."""
    traffic = Traffic()
    session = page.context.new_cdp_session(page)

    def ask(event: dict[str, dict[str, str]]) -> None:
        if event["request"]["url"].startswith("http"):
            traffic.asked[str(event["requestId"])] = event["request"]["url"]

    def keep(event: dict[str, str]) -> None:
        traffic.asked.pop(event["requestId"], None)

    def weigh(event: dict[str, int]) -> None:
        traffic.bytes += event["encodedDataLength"]

    session.on("Network.requestWillBeSent", ask)
    session.on("Network.requestServedFromCache", keep)
    session.on("Network.responseReceived", lambda event: keep(event) if event["response"]["fromDiskCache"] else None)
    session.on("Network.loadingFinished", weigh)
    session.send("Network.enable")
    yield traffic
    session.detach()


def visit(page: Page, address: str) -> Traffic:
    """Open a page, and fetch as well what a phone fetches unseen by its own tools: icon and manifest."""
    with counted(page) as traffic:
        page.goto(address, wait_until="networkidle")
        page.evaluate(
            "Promise.all([...document.querySelectorAll('link[rel=icon], link[rel=manifest]')]"
            ".map(link => fetch(link.href).then(answer => answer.blob())))"
        )
    return traffic


@pytest.fixture
def match(phone: Page) -> str:
    """Address of a match with some rounds, kept by `phone`."""
    rounds = [{"bidder": str(seat), "bid": "8", "made": made} for seat in range(4) for made in ("true", "false")]
    return f"/m/{lay(phone, 'tervi', *rounds).id}"


@pytest.fixture
def fresh(phone: Page, another_phone: Callable[..., Page]) -> Page:
    """The scorer's phone with its cache empty."""
    return another_phone(storage_state=phone.context.storage_state())


@pytest.mark.parametrize("page_of", ["match", "home", "history", "table", "new"])
def test_a_first_visit_is_50_kb_and_8_requests_at_most(match: str, fresh: Page, server: str, page_of: str) -> None:
    addresses = {
        "match": match,
        "home": "/",
        "history": f"{match}/history",
        "table": f"{match}/table",
        "new": "/new/dehla_pakad",
    }
    traffic = visit(fresh, addresses[page_of])
    assert traffic.hosts == {urlsplit(server).netloc}
    assert len(traffic.asked) <= 8, sorted(traffic.asked.values())
    assert 3 * KB < traffic.bytes <= 50 * KB


def test_a_later_visit_is_6_kb_at_most(match: str, fresh: Page) -> None:
    visit(fresh, match)
    for address in (match, "/", f"{match}/history"):
        traffic = visit(fresh, address)
        assert 0 < traffic.bytes <= 6 * KB, (address, traffic.asked)
        assert all("/static/" not in asked for asked in traffic.asked.values())


def test_a_recorded_round_is_one_round_trip_of_6_kb_at_most(match: str, fresh: Page) -> None:
    fresh.goto(match, wait_until="networkidle")
    table = Table(fresh).open(match.rpartition("/")[2])
    table.misdeal().undo()  # the first touch of all fetches the kit, once a release; elsewhere the worker brought it
    for tap in (lambda: table.bid("Asha", 9, "hearts"), table.made, table.undo, table.redo):
        with counted(fresh) as traffic:
            tap()
            fresh.wait_for_load_state("networkidle")
        assert len(traffic.asked) == 1, traffic.asked
        assert 0 < traffic.bytes <= 6 * KB


def test_files_are_named_by_their_content_and_kept_for_ever(phone: Page, match: str) -> None:
    answers: list[Response] = []
    phone.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - playwright keeps notes on its listeners
    phone.goto(match, wait_until="networkidle")
    files = [answer for answer in answers if "/static/" in answer.url]
    assert files
    for answer in files:
        assert "immutable" in answer.headers["cache-control"], answer.url
    packed = {answer.url.rpartition("/")[2] for answer in files if "content-encoding" in answer.headers}
    assert {"app.css", "htmx.min.js"} <= packed
