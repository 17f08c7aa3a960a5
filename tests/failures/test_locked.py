"""Another process holds the write lock while 200 phones look on: they are served, and a writer is saved or told."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hardship import FarPhone, Served, is_whole, locked, rounds_of, times_saved, wait_until

from scorekeeper import backup

LOOKING = 200


class Crowd:
    """Phones that keep asking for a match, each over a connection of its own that stays open."""

    def __init__(self, served: Served, address: str) -> None:
        self.place, self.address = urlsplit(served.origin).netloc, address
        self.served = [0] * LOOKING
        self.refused: list[int] = []
        self.stop = threading.Event()

    def look(self, number: int) -> None:
        """Ask until told to stop."""
        with closing(http.client.HTTPConnection(self.place, timeout=120)) as connection:
            while not self.stop.is_set():
                connection.request("GET", self.address)
                answer = connection.getresponse()
                answer.read()
                self.served[number] += 1
                if answer.status != 200:
                    self.refused.append(answer.status)
                self.stop.wait(0.5)

    def wait_for(self, more: int, phones: int = LOOKING) -> None:
        """Wait until so many phones have been served so many times more."""
        before = list(self.served)
        wait_until(lambda: sum(now >= then + more for now, then in zip(self.served, before, strict=True)) >= phones)


@contextmanager
def crowd(served: Served, address: str) -> Iterator[Crowd]:
    """Let 200 phones look meanwhile."""
    phones = Crowd(served, address)
    with ThreadPoolExecutor(LOOKING) as pool:
        looking = [pool.submit(phones.look, number) for number in range(LOOKING)]
        try:
            phones.wait_for(1)
            yield phones
        finally:
            phones.stop.set()
    for phone in looking:
        phone.result()
    assert phones.refused == []


def test_a_writer_waits_for_a_lock_that_is_let_go_while_200_look(served: Served, far: FarPhone) -> None:
    match_id, letter = far.page.match_id, far.fill("round", {"tens": "1-3"})
    with crowd(served, f"/m/{match_id}") as phones, locked(served.path) as let_go, ThreadPoolExecutor() as pool:
        writer = pool.submit(far.post, letter)
        phones.wait_for(1, phones=20)
        assert not writer.done()
        let_go()
        assert writer.result().status == 303
    assert times_saved(served.path, letter.of("id")) == 1
    assert len(rounds_of(far, match_id)) == 2


def test_a_writer_is_told_when_a_lock_is_not_let_go_and_200_look_on(served: Served, far: FarPhone) -> None:
    match_id, letter = far.page.match_id, far.fill("round", {"tens": "1-3"})
    with crowd(served, f"/m/{match_id}") as phones, locked(served.path), ThreadPoolExecutor() as pool:
        writers = [pool.submit(FarPhone(served, far.cookies).post, letter) for _ in range(3)]
        while not all(writer.done() for writer in writers):
            phones.wait_for(1)
        page = writers[0].result()
        assert [writer.result().status for writer in writers] == [503] * 3
        assert "Too many are writing at once" in page.words and "still on this page" in page.words
        phones.wait_for(1)
        assert times_saved(served.path, letter.of("id")) == 0
    log = served.log()
    assert f"another program keeps {served.path} locked" in log and "fuser" in log
    assert "Traceback" not in log
    assert far.post(page.form("round").fill({})).status == 303
    assert len(rounds_of(far, match_id)) == 2
    assert is_whole(served.path)


def test_a_server_starts_beside_a_lock(own_server: Served, served: Served, far: FarPhone) -> None:
    with locked(served.path):
        own_server.database = str(served.path)
        own_server.start()
        assert FarPhone(own_server).open(f"/m/{far.page.match_id}").status == 200


def test_a_copy_is_taken_beside_a_lock_and_put_back_after_it(
    served: Served, far: FarPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PATIENCE", 0.2)
    copy = tmp_path / "copy.db"
    with locked(served.path):
        assert backup.back_up(served.path, copy).startswith(f"{copy} holds ")
        with pytest.raises(backup.Failed, match="keeps the database locked"):
            backup.restore(served.path, copy)
    assert backup.restore(served.path, copy)
    assert len(rounds_of(far, far.page.match_id)) == 1
