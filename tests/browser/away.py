"""Phones that lose their signal: the real server is killed, frozen or robbed of its voice, and comes back."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hardship import Served
from playwright.sync_api import Locator, Page
from touch import Table

KEPT = 22
"""Files and pages that the service worker keeps before anybody asks."""
ALL_KEPT = """async () => {
  const names = await caches.keys();
  const each = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url);
  return (await Promise.all(names.map(each))).flat();
}"""
UNSENT = """() => new Promise((done) => {
  const opening = indexedDB.open("scorekeeper");
  opening.onsuccess = () => {
    const all = opening.result.transaction("unsent").objectStore("unsent").getAll();
    all.onsuccess = () => { opening.result.close(); done(all.result); };
  };
})"""


class Away(Table):
    """A phone whose table may be out of reach of the server: it waits for what this phone shows."""

    def settled(self) -> None:
        """Nothing is waited for: there may be no server."""

    def say(self, what: Locator) -> Table:
        """Tap a button that says something, and wait until this phone asks for what comes next."""
        self.page.locator("html[data-ready]").wait_for(state="attached")  # a kept page may still be written anew
        what.wait_for()
        before = self.moment
        what.tap()
        for _ in range(100):
            if self.moment != before:
                return self
            self.page.wait_for_timeout(50)
        raise AssertionError(f"still at {before}")

    @property
    def moment(self) -> str:
        """What is asked for now; nothing once the match is over."""
        return self.page.evaluate(  # type: ignore[no-any-return]
            "() => document.querySelector('form[data-draft]')?.dataset.draft ?? ''"
        )

    @property
    def unsent(self) -> list[dict[str, Any]]:
        """What this phone has not sent."""
        return self.page.evaluate(UNSENT)  # type: ignore[no-any-return]

    def until_refused(self) -> None:
        """Wait until the server has said no to something."""
        for _ in range(200):
            if any(one.get("stuck") for one in self.unsent):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(self.unsent)

    def until_sent(self) -> None:
        """Wait until the server has everything: nobody touches the phone."""
        for _ in range(200):
            if not self.unsent or any(one.get("stuck") for one in self.unsent):
                break
            self.page.wait_for_timeout(100)
        assert not self.unsent, [(one["kind"], one["fields"], str(one.get("stuck"))[-3000:]) for one in self.unsent]


def first_visit(page: Page) -> None:
    """Look at Home once with a signal, and let the worker finish."""
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for _ in range(200):
        if len(page.evaluate(ALL_KEPT)) >= KEPT:
            return
        page.wait_for_timeout(50)
    raise AssertionError("the worker keeps less than it should")


@contextmanager
def frozen(served: Served) -> Iterator[None]:
    """Let a server take connections and answer nothing."""
    for pid in served.workers():
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in served.workers():
            os.kill(pid, signal.SIGCONT)
