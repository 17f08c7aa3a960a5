"""An evening on which everything goes wrong at random: what was tapped is what the match is, to the last round."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from away import Away, first_visit
from hardship import Served
from playwright.sync_api import Page

STEPS = 26


class Evening:
    """A phone, its server, and what goes wrong between them. `tapped` is what people mean to have entered."""

    def __init__(self, served: Served, page: Page, seed: int) -> None:
        self.served, self.table, self.chance = served, Away(page), Random(seed)  # noqa: S311
        self.tapped: list[str] = []
        self.faults: Counter[str] = Counter()

    def fault(self) -> None:
        """Something goes wrong, or right again."""
        kinds = ["kill", "freeze", "reload", "lost answer", "dies before", "away", "reopen", "navigate"]
        kind = self.chance.choice(kinds)
        self.faults[kind] += 1
        getattr(self, f"_{kind.replace(' ', '_')}")()

    def enter(self) -> None:
        """Tap a result, or take the last one back."""
        if self.tapped and self.chance.random() < 0.2:
            self.table.undo()
            self.tapped.pop()
        else:
            split = self.chance.choice(["3–1", "1–3", "2–2"])
            self.table.say(self.table.button(split))
            self.tapped.append(split)

    def end(self) -> None:
        """Everything works again."""
        self.table.page.context.set_offline(False)
        self._thaw()
        self.served.fault.unlink(missing_ok=True)
        self.served.restart()
        self.table.until_sent()

    def _kill(self) -> None:
        if self.served.process and self.served.process.poll() is None and self.chance.random() < 0.6:
            self.served.kill()
        else:
            self.served.restart()

    def _freeze(self) -> None:
        if self.served.process and self.served.process.poll() is None:
            for pid in self.served.workers():
                os.kill(pid, signal.SIGSTOP)

    def _thaw(self) -> None:
        if self.served.process and self.served.process.poll() is None:
            for pid in self.served.workers():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def _reload(self) -> None:
        self.table.page.reload()
        self.table.bar.wait_for()

    def _lost_answer(self) -> None:
        self._thaw()
        self.served.fail("after_commit", self.chance.choice(["worker", "everything"]))

    def _dies_before(self) -> None:
        self._thaw()
        self.served.fail(self.chance.choice(["before_insert", "after_insert"]), "everything")

    def _away(self) -> None:
        self._thaw()
        self.table.page.context.set_offline(self.chance.random() < 0.5)

    def _reopen(self) -> None:
        match, context = self.table.id, self.table.page.context
        self.table.page.close()
        table = Away(context.new_page())
        table.page.goto(f"/m/{match}")
        table.bar.wait_for()
        table.game, table.names, self.table = self.table.game, self.table.names, table

    def _navigate(self) -> None:
        page, match = self.table.page, self.table.id
        page.goto("/")
        page.goto(f"/m/{match}")
        self.table.bar.wait_for()


@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_lost_doubled_or_put_in_another_order(
    own_server: Served, another_phone: Callable[..., Page], seed: int, record_property: Any
) -> None:
    served = own_server.start()
    page = another_phone(service_workers="allow", base_url=served.origin)
    first_visit(page)
    evening = Evening(served, page, seed)
    evening.table.start("dehla_pakad", target=99)
    for _ in range(STEPS):
        if evening.chance.random() < 0.4:
            evening.fault()
        evening.enter()
    evening.end()
    winners = [{"3–1": 0, "1–3": 1, "2–2": None}[split] for split in evening.tapped]
    assert [row["winner"] for row in evening.table.rounds] == winners
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(evening.faults.items()))
    record_property("told", [f"seed {seed}: {sum(evening.faults.values())} faults ({told}), {STEPS} taps, 0 lost"])
