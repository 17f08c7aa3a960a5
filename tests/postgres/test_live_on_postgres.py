"""Live boards on PostgreSQL: every process hears of every write, and comes back by itself when the server goes."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from urllib.parse import urlsplit

import psycopg
import pytest
from hardship import FarPhone, Served, wait_until
from postgres_server import Postgres


class Board:
    """An open board of a match."""

    def __init__(self, served: Served, match_id: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(served.origin).netloc, timeout=30)
        self.connection.request("GET", f"/m/{match_id}/live")
        self.answer = self.connection.getresponse()

    def seqs(self) -> list[int]:
        """Wait for the next message and give the numbers of its events."""
        while line := self.answer.readline().decode():
            if line.startswith("data: {"):
                return [said["seq"] for said in json.loads(line[6:])["events"]]
        raise AssertionError("the stream ended")

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self.connection.close()


def test_a_round_is_heard_from_every_process_of_every_server(empty: str, serve_on: Callable[..., Served]) -> None:
    one, other = serve_on(empty, workers=2), serve_on(empty)
    phone = FarPhone(one)
    phone.start()
    match_id = phone.page.match_id
    boards = [Board(served, match_id) for served in (one, other) for _ in range(6)]
    for seq, tens in enumerate(("3-1", "1-3", "3-1"), 1):
        phone.play({"tens": tens})
        assert [board.seqs() for board in boards] == [[seq]] * len(boards)
    phone.open(f"/m/{match_id}/table")
    phone.say("delete", {"sure": "1"})
    for board in boards:
        with pytest.raises(AssertionError, match="the stream ended"):
            board.seqs()
        board.close()
    assert one.log() + other.log() == ""


def test_a_database_server_that_goes_and_comes_is_listened_to_again(
    empty: str, postgres: Postgres, serve_on: Callable[..., Served]
) -> None:
    one, other = serve_on(empty), serve_on(empty)
    phone = FarPhone(one)
    phone.start()
    match_id = phone.page.match_id
    board = Board(other, match_id)
    phone.play({"tens": "3-1"})
    assert board.seqs() == [1]
    postgres.stop()
    with suppress(OSError):
        assert phone.ask("GET", f"/m/{match_id}", {})[0] == 503
    postgres.start()
    wait_until(lambda: phone.ask("GET", f"/m/{match_id}", {})[0] == 200)
    phone.open(f"/m/{match_id}")
    phone.play({"tens": "1-3"})
    assert board.seqs() == [2]
    board.close()


def test_a_slow_lock_of_one_match_holds_up_no_other(empty: str, serve_on: Callable[..., Served]) -> None:
    """psycopg waits as gevent does: one player's wait is no other's."""
    served = serve_on(empty)
    held, free = FarPhone(served), FarPhone(served)
    held.start()
    free.start()
    answers: list[int] = []
    address = empty.replace("postgresql+psycopg", "postgresql")
    with closing(psycopg.connect(address)) as other:
        other.execute("SELECT id FROM match WHERE id = %s FOR UPDATE", [held.page.match_id])
        letter = held.fill("round", {"tens": "3-1"})
        waiting = threading.Thread(target=lambda: answers.append(held.post(letter).status))
        waiting.start()
        free.play({"tens": "3-1"}, {"tens": "1-3"}, {"tens": "3-1"})
        assert answers == []
        other.rollback()
    waiting.join()
    assert answers == [303]
