"""The live stream over a real server: what is said comes in its order, once, to whoever looks on."""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from flask import Flask
from hardship import FarPhone, Served, wait_until
from phones import Phone

Said = tuple[str, str, str]
FILES, BOARDS = 240, 32
"""Files that a small server may open, and the boards that it then holds open."""


def with_few_files() -> None:
    """Let the next program open few files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


class Stream:
    """An open stream, as a browser hears it: events of a kind, with their id and data."""

    def __init__(self, served: Served, match_id: str, after: int = 0, **headers: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(served.origin).netloc, timeout=30)
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request("GET", f"/m/{match_id}/live?after={after}", headers=told)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200
        assert self.answer.readline().startswith(b"retry: ")
        assert self.answer.readline() == b"\n"

    def hear(self) -> Said | None:
        """Wait for the next event; none once the stream has ended."""
        fields: dict[str, str] = {}
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if not name:
                return fields.get("event", "message"), fields.get("id", ""), fields["data"]
            fields[name] = value
        return None

    def word(self) -> dict[str, object]:
        """Wait for the next message, beats aside."""
        while (said := self.hear()) is not None:
            if said[0] == "message":
                return {**json.loads(said[2]), "told": int(said[1])}
        raise AssertionError("the stream ended")

    def seqs(self) -> list[int]:
        """Give the numbers of the events in the next message."""
        return [said["seq"] for said in self.word()["events"]]  # type: ignore[attr-defined]

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self.connection.close()


Listen = Callable[..., Stream]


@pytest.fixture
def listen(served: Served) -> Iterator[Listen]:
    """Open streams, which are closed at the end."""
    opened: list[Stream] = []

    def look_on(match_id: str, after: int = 0, at: Served = served, **headers: str) -> Stream:
        opened.append(Stream(at, match_id, after, **headers))
        return opened[-1]

    yield look_on
    for stream in opened:
        stream.close()


def play(phone: FarPhone, *tens: str) -> None:
    """Enter rounds."""
    for split in tens:
        phone.play({"tens": split})


def test_events_come_in_their_order_and_as_the_log_gives_them(far: FarPhone, listen: Listen) -> None:
    match_id = far.page.match_id
    stream = listen(match_id)
    assert stream.seqs() == [1]
    play(far, "1-3")
    heard = stream.word()
    assert heard.pop("told") == 2
    _, _, body = far.ask("GET", f"/m/{match_id}/log?after=1", {})
    asked = json.loads(body)
    del asked["series"]  # what other matches add is told to whoever asks
    assert heard == {**asked, "writes": False}
    far.say("undo", {"target": ...})
    assert stream.seqs() == [3]


def test_nothing_that_was_known_is_said_again(far: FarPhone, listen: Listen) -> None:
    stream = listen(far.page.match_id, after=1)
    play(far, "1-3")
    assert stream.seqs() == [2]


def test_a_stream_goes_on_where_it_broke_off(far: FarPhone, listen: Listen) -> None:
    match_id = far.page.match_id
    first = listen(match_id)
    assert first.word()["told"] == 1
    first.close()
    play(far, "1-3", "3-1")
    assert listen(match_id, after=0, Last_Event_ID="1").seqs() == [2, 3]


def test_a_phone_that_knows_more_than_there_is_gets_all_of_it(far: FarPhone, listen: Listen) -> None:
    stream = listen(far.page.match_id, after=7)
    assert stream.seqs() == [1]


def test_the_scorer_is_told_that_it_keeps_the_score(far: FarPhone, listen: Listen) -> None:
    cookie = "; ".join(f"{name}={value}" for name, value in far.cookies.items())
    mine, others = listen(far.page.match_id, Cookie=cookie), listen(far.page.match_id)
    assert (mine.word()["writes"], others.word()["writes"]) == (True, False)
    play(far, "1-3")
    assert (mine.word()["writes"], others.word()["writes"]) == (True, False)


def test_it_is_never_compressed_kept_or_held_back(far: FarPhone, listen: Listen) -> None:
    headers = listen(far.page.match_id, Accept_Encoding="gzip, br, zstd").answer.headers
    assert headers.get_content_type() == "text/event-stream"
    assert "Content-Encoding" not in headers
    assert "no-store" in headers["Cache-Control"]
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Scorekeeper"]


def test_nothing_secret_is_in_it(far: FarPhone, listen: Listen) -> None:
    stream = listen(far.page.match_id)
    said = stream.hear()
    assert said is not None
    (event,) = json.loads(said[2])["events"]
    assert set(event) == {"id", "seq", "kind", "body", "at"}
    assert set(json.loads(said[2])) == {"opening", "writes", "seq", "events"}
    assert not any(secret in said[2] for secret in far.cookies.values())


def test_an_unknown_match_has_no_stream(far: FarPhone) -> None:
    assert far.ask("GET", f"/m/{'0' * 32}/live", {})[0] == 404


def test_odd_numbers_are_as_none(far: FarPhone, listen: Listen) -> None:
    assert listen(far.page.match_id, after=-5).seqs() == [1]
    assert listen(far.page.match_id, Last_Event_ID="soon").seqs() == [1]


def test_a_deleted_match_ends_its_streams(far: FarPhone, listen: Listen) -> None:
    match_id = far.page.match_id
    stream = listen(match_id)
    assert stream.seqs() == [1]
    far.open(f"/m/{match_id}/table")
    far.say("delete", {"sure": "1"})
    assert stream.hear() == ("gone", "", "0")
    assert stream.hear() is None
    assert far.ask("GET", f"/m/{match_id}/live", {})[0] == 404


def test_one_match_is_not_told_of_another(far: FarPhone, listen: Listen, served: Served) -> None:
    stream = listen(far.page.match_id)
    assert stream.seqs() == [1]
    other = FarPhone(served)
    other.start()
    play(other, "1-3")
    play(far, "1-3")
    assert stream.seqs() == [2]


def test_a_quiet_stream_beats(own_server: Served, listen: Listen) -> None:
    own_server.environment["SCOREKEEPER_HEARTBEAT"] = "0.1"
    phone = FarPhone(own_server.start())
    phone.start()
    stream = listen(phone.page.match_id, at=own_server)
    for _ in range(3):
        assert stream.hear() == ("beat", "", "0")
    play(phone, "3-1")
    assert stream.seqs() == [1]


def test_what_one_process_saves_is_heard_from_every_other(own_server: Served, listen: Listen) -> None:
    own_server.options = ("--workers", "3")
    phone = FarPhone(own_server.start())
    phone.start()
    match_id = phone.page.match_id
    streams = [listen(match_id, at=own_server) for _ in range(12)]
    for seq, tens in enumerate(("3-1", "1-3", "3-1", "1-3"), 1):
        play(phone, tens)
        assert [stream.seqs() for stream in streams] == [[seq]] * 12


def test_a_server_that_stops_lets_its_streams_go_and_the_next_goes_on(own_server: Served, listen: Listen) -> None:
    phone = FarPhone(own_server.start())
    phone.start()
    match_id = phone.page.match_id
    play(phone, "3-1")
    stream = listen(match_id, at=own_server)
    assert stream.seqs() == [1]
    assert own_server.process is not None
    os.kill(own_server.process.pid, signal.SIGTERM)
    assert stream.hear() is None
    own_server.process.wait(timeout=20)
    assert "Traceback" not in own_server.log()
    own_server.kill()
    own_server.start()
    play(phone, "1-3")
    assert listen(match_id, at=own_server, Last_Event_ID="1").seqs() == [2]


def test_a_server_full_of_streams_still_saves(own_server: Served, listen: Listen) -> None:
    own_server.become = with_few_files
    phone = FarPhone(own_server.start())
    phone.start()
    streams = [listen(phone.page.match_id, at=own_server) for _ in range(BOARDS)]
    status, headers, _ = phone.ask("GET", f"/m/{phone.page.match_id}/live", {})
    assert (status, headers["Retry-After"]) == (503, "30")
    play(phone, "3-1")
    assert [stream.seqs() for stream in streams] == [[1]] * BOARDS


def test_a_crowd_that_listens_and_leaves_costs_no_round(far: FarPhone, listen: Listen, served: Served) -> None:
    match_id = far.page.match_id

    def come_and_go() -> None:
        for _ in range(10):
            Stream(served, match_id).close()

    threads = [threading.Thread(target=come_and_go) for _ in range(4)]
    stream = listen(match_id)
    assert stream.seqs() == [1]
    for thread in threads:
        thread.start()
    play(far, "1-3", "3-1", "1-3")
    for thread in threads:
        thread.join()
    heard: list[int] = []
    while len(heard) < 3:
        heard += stream.seqs()
    assert heard == [2, 3, 4]
    assert "Traceback" not in served.log()


def test_a_database_put_in_another_ones_place_is_heard_too(own_server: Served, listen: Listen) -> None:
    phone = FarPhone(own_server.start())
    phone.start()
    match_id = phone.page.match_id
    stream = listen(match_id, at=own_server)
    play(phone, "3-1")
    assert stream.seqs() == [1]
    copy = own_server.path.with_name("copy.db")
    own_server.path.rename(copy)
    for end in ("-wal", "-shm"):
        own_server.path.with_name(own_server.path.name + end).rename(copy.with_name(copy.name + end))
    wait_until(lambda: phone.ask("GET", f"/m/{match_id}", {})[0] == 503)
    for end in ("-wal", "-shm", ""):
        copy.with_name(copy.name + end).rename(own_server.path.with_name(own_server.path.name + end))
    wait_until(lambda: phone.ask("GET", f"/m/{match_id}", {})[0] == 200)
    phone.open(f"/m/{match_id}")
    play(phone, "1-3")
    assert stream.seqs() == [2]


def test_a_server_that_cannot_hold_boards_open_says_so_at_once(app: Flask, asha: Phone) -> None:
    asha.start()
    answer = app.test_client().get(f"{asha.page.address}/live")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")


def test_streams_that_hung_up_are_forgotten(own_server: Served) -> None:
    own_server.environment["SCOREKEEPER_HEARTBEAT"] = "0.1"
    own_server.become = with_few_files
    phone = FarPhone(own_server.start())
    phone.start()
    for _ in range(BOARDS):
        Stream(own_server, phone.page.match_id).close()

    def room() -> bool:
        with closing(http.client.HTTPConnection(urlsplit(own_server.origin).netloc, timeout=30)) as connection:
            connection.request("GET", f"/m/{phone.page.match_id}/live")
            return connection.getresponse().status == 200

    wait_until(room)
