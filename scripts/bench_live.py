"""How many look on, and how soon they see; how many matches are recorded: the part of bench.py that opens boards.

Every board is an open stream, as a phone holds it. One match has them all: that is the hardest.
"""

from __future__ import annotations

import os
import re
import resource
import selectors
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench_table import Chance, Played, app_server, lay, serving
from load import HOST, PATIENCE, Took, get, high, load, middle, post
from postgres_server import Postgres, programs

BOARDS = 5_000
AT_A_TIME = 100
"""Boards that are opened together."""
ROUNDS = 12
APART = 0.75
"""Seconds from one round to the next."""
MATCHES, WRITERS, PART = 1_000, 16, 100
LOG = {"Accept": "application/json"}
"""A phone with scripts writes its page itself and asks only for the end of the log."""


class Boards:
    """Open boards of one match, and how long after a round was sent each of them saw it."""

    def __init__(self, port: int, match: Played) -> None:
        self.port, self.match = port, match
        self.selector = selectors.DefaultSelector()
        self.sockets: list[socket.socket] = []
        self.seen: list[float] = []
        self.answered = 0

    def open(self, most: int) -> None:
        """Open more boards, until there are so many; each is answered before the next hundred is opened."""
        path = f"{self.match.path}/live?after={len(self.match.said)}"
        request = get(self.port, path, Accept="text/event-stream")
        while len(self.sockets) < most:
            for _ in range(min(AT_A_TIME, most - len(self.sockets))):
                board = socket.create_connection((HOST, self.port), timeout=PATIENCE)
                board.sendall(request)
                board.setblocking(False)
                self.sockets.append(board)
                self.selector.register(board, selectors.EVENT_READ)
            self._receive(self._count, lambda: self.answered >= len(self.sockets))

    def record(self, rounds: int) -> Took:
        """Record rounds, each of which every board must see; give the time that recording took."""
        took = Took()
        headers = {"Cookie": f"device={self.match.device}", **LOG}
        with socket.create_connection((HOST, self.port), timeout=PATIENCE) as writer:
            self.selector.register(writer, selectors.EVENT_READ)
            for _ in range(rounds):
                request = post(self.port, f"{self.match.path}/round", self.match.next_round(), **headers)
                began = time.perf_counter()
                self._record(writer, request, took)
                time.sleep(max(0.0, APART - (time.perf_counter() - began)))
            self.selector.unregister(writer)
        return took

    def close(self) -> None:
        """Hang up."""
        self.selector.close()
        for board in self.sockets:
            board.close()

    def _record(self, writer: socket.socket, request: bytes, took: Took) -> None:
        began, number, answer = time.perf_counter(), len(self.seen) + len(self.sockets), bytearray()
        pattern = f"id: {len(self.match.said)}\n".encode()

        def take(which: socket.socket, came: bytes) -> None:
            if which is writer:
                answer.extend(came)
                if _is_whole(answer):
                    took.each.append(time.perf_counter() - began)
            elif pattern in came:
                self.seen.append(time.perf_counter() - began)

        writer.sendall(request)
        self._receive(take, lambda: len(self.seen) >= number and _is_whole(answer))
        if b" 200 " not in answer[:15]:
            raise SystemExit(f"not saved: {bytes(answer[:200])!r}")

    def _count(self, _which: socket.socket, came: bytes) -> None:
        self.answered += came.count(b"retry: ")
        if b" 503 " in came[:15]:
            raise SystemExit("the server has no room for so many boards")

    def _receive(self, take: Callable[[socket.socket, bytes], None], done: Callable[[], bool]) -> None:
        began = time.perf_counter()
        while not done():
            for key, _ in self.selector.select(1):
                which: Any = key.fileobj
                came = which.recv(65_536)
                if not came:
                    raise SystemExit("the server closed a connection")
                take(which, came)
            if time.perf_counter() - began > PATIENCE:
                raise SystemExit(f"not every board was told within {PATIENCE:.0f} s")


def boards(folder: Path) -> list[str]:
    """Measure open boards: their memory, when they see a round, and what they cost who records it."""
    most, chance = min(BOARDS, _files() - 200), Chance(11)
    phone = chance.id()
    quiet, shown = Played(chance, 5, phone), Played(chance, 5, phone)
    lay(folder / "boards.db", [quiet, shown])
    with serving(folder, *app_server(folder / "boards.db")) as port:
        alone, crowd, few = Boards(port, quiet), Boards(port, shown), most // 10
        alone.record(4)
        calm = alone.record(ROUNDS)
        workers = _workers("boards.db")
        crowd.open(few)  # what the first ones bring with them is not theirs alone
        crowd.record(1)
        before, began = sum(map(_memory, workers)), time.perf_counter()
        crowd.open(most)
        opened = time.perf_counter() - began
        crowd.record(1)
        each = (sum(map(_memory, workers)) - before) / (most - few)
        crowd.seen.clear()
        busy = crowd.record(ROUNDS)
        alone.close()
        crowd.close()
    ratio = middle(busy.each) / middle(calm.each)
    seen = f"{middle(crowd.seen) * 1000:9.0f} ms{high(crowd.seen) * 1000:6.0f} ms"
    return [
        f"{most:,} open boards of one match, one server process, opened in {opened:.1f} s; {_load()}",
        f"  {'memory of each more':<44}{each / 1024:9.1f} KB{'':9}   aim 25 KB",
        f"  {'a round is seen (median, 99th)':<44}{seen}   aim 150 and 500 ms",
        f"  {'recording it, nobody looking on (median)':<44}{middle(calm.each) * 1000:9.2f} ms",
        f"  {'recording it, all looking on (median)':<44}{middle(busy.each) * 1000:9.2f} ms, {ratio:.2f} times   aim 2",
    ]


def matches(folder: Path) -> list[str]:
    """Measure how fast rounds are recorded over many matches in progress, with each database."""
    lines = [f"Rounds recorded over {MATCHES:,} matches in progress, {WRITERS} phones at once; {_load()}"]
    lines.append(_rate("SQLite", folder, folder / "matches.db"))
    with _postgres() as address:
        lines.append(_rate("PostgreSQL", folder, address) if address else "  PostgreSQL is not installed here")
    return lines


def _rate(name: str, folder: Path, database: Path | str) -> str:
    chance = Chance(13)
    phones = [chance.id() for _ in range(WRITERS)]
    played = [Played(chance, 10, phones[number % WRITERS]) for number in range(MATCHES)]
    lay(database, played)
    with serving(folder, *app_server(database)) as port:
        first, then = (_load_in_parts(port, played) for _ in range(2))
    times = f"median {middle(then.each) * 1000:.1f} ms, 99th {high(then.each) * 1000:.1f} ms"
    return f"  {name:<44}{then.rate:7.0f}/s, {times}; in matches not read before {first.rate:.0f}/s"


def _load_in_parts(port: int, played: list[Played]) -> Took:
    """A round in every match, so many at a time that even a busy machine is done before patience ends."""
    took = Took()
    for start in range(0, len(played), PART):
        part = load(port, _rounds(port, played[start : start + PART]))
        took.each += part.each
        took.whole += part.whole
    return took


def _rounds(port: int, played: list[Played]) -> list[list[bytes]]:
    """The next round of every match, as its phone sends it."""
    queues: list[list[bytes]] = [[] for _ in range(WRITERS)]
    for number, match in enumerate(played):
        headers = {"Cookie": f"device={match.device}", "Accept": "application/json"}
        queues[number % WRITERS].append(post(port, f"{match.path}/round", match.next_round(), **headers))
    return queues


@contextmanager
def _postgres() -> Iterator[str | None]:
    found = programs()
    if found is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="bench-postgres-", dir="/var/tmp"))
    server = Postgres(folder, found)
    try:
        server.init()
        server.start()
        try:
            yield server.make()
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def _files() -> int:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = BOARDS + 1000 if hard == resource.RLIM_INFINITY else hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    return max(soft, most)


def _workers(database: str) -> list[int]:
    """Processes that answer for a server of ours."""
    mains = [pid for pid in _children(os.getpid()) if database in Path(f"/proc/{pid}/cmdline").read_text()]
    return [worker for main in mains for worker in _children(main)]


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _memory(pid: int) -> int:
    """Memory that a process has to itself, in bytes."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"Private_\w+: +(\d+) kB", told)) * 1024


def _load() -> str:
    return f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def _is_whole(answer: bytes | bytearray) -> bool:
    head, blank, body = bytes(answer).partition(b"\r\n\r\n")
    length = re.search(rb"Content-Length: (\d+)", head)
    return bool(blank and length and len(body) >= int(length[1]))
