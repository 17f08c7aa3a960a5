"""Load for bench.py: requests written out beforehand, sent over connections that stay open, each answer timed.

In a process of its own, on sockets alone: a client that works as hard as the server would measure itself. Loopback
only, so many requests and no more, and no longer than PATIENCE.
"""

from __future__ import annotations

import selectors
import socket
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

HOST = "127.0.0.1"
PATIENCE = 20.0
"""Seconds that one call of `load` may take."""

PHONE = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "Accept-Language": "en-GB,en;q=0.9,hi;q=0.8",
    "Accept-Encoding": "gzip, deflate",
}
"""What a phone sends on a home network; only over https does it ask for Brotli, too."""


@dataclass(frozen=True)
class Answer:
    """What came back. `size` is every byte of it, headers too, as it came over the wire."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    size: int


@dataclass
class Took:
    """How long the answers took, in seconds: each one, and all of them together."""

    each: list[float] = field(default_factory=list)
    whole: float = 0.0

    @property
    def rate(self) -> float:
        """Answers in a second."""
        return len(self.each) / self.whole


def get(port: int, path: str, **headers: str) -> bytes:
    """Write out a GET; `If_None_Match` means the header If-None-Match."""
    return _written("GET", port, path, headers)


def post(port: int, path: str, typed: Mapping[str, object], **headers: str) -> bytes:
    """Write out a form as its page sends it."""
    origin = {"Origin": f"http://{HOST}:{port}", "Content-Type": "application/x-www-form-urlencoded"}
    return _written("POST", port, path, {**origin, **headers}, urlencode(typed).encode())


def load(port: int, queues: Sequence[Sequence[bytes]], status: int = 200) -> Took:
    """Send each queue over a connection of its own, all at once; any answer but `status` stops everything."""
    took, selector = Took(), selectors.DefaultSelector()
    lines = [_Line(port, queue) for queue in queues]
    for line in lines:
        selector.register(line.socket, selectors.EVENT_READ, line)
    began = time.perf_counter()
    waiting = sum(line.send() for line in lines)
    while waiting:
        for key, _ in selector.select(timeout=PATIENCE):
            seconds = key.data.receive(status)
            if seconds is not None:
                took.each.append(seconds)
                waiting -= not key.data.send()
        if time.perf_counter() - began > PATIENCE:
            raise SystemExit(f"not done after {PATIENCE:.0f} s")
    took.whole = time.perf_counter() - began
    for line in lines:
        line.socket.close()
    selector.close()
    return took


def fetch(port: int, request: bytes) -> Answer:
    """Send one request and give what came back, as it came."""
    with socket.create_connection((HOST, port), timeout=PATIENCE) as connection:
        connection.sendall(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
        came = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = came.partition(b"\r\n\r\n")
    first, *others = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in others)}
    return Answer(int(first.split()[1]), headers, body, len(came))


def middle(values: Sequence[float]) -> float:
    """Median."""
    return statistics.median(values)


def high(values: Sequence[float]) -> float:
    """The 99th of 100."""
    return sorted(values)[int(len(values) * 0.99)]


class _Line:
    """One connection that stays open, with what is still to be sent over it."""

    def __init__(self, port: int, queue: Sequence[bytes]) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.queue: Iterator[bytes] = iter(queue)
        self.came, self.sent = b"", 0.0

    def send(self) -> bool:
        """Send the next request, if there is one."""
        request = next(self.queue, None)
        if request is None:
            return False
        self.came, self.sent = b"", time.perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self, status: int) -> float | None:
        """Take what came, and give the time it took once the answer is whole."""
        more = self.socket.recv(262_144)
        self.came += more
        if not more:
            raise SystemExit("the server closed a connection")
        end = self.came.find(b"\r\n\r\n")
        if end < 0 or len(self.came) < end + 4 + self._length(end):
            return None
        seconds = time.perf_counter() - self.sent
        if self.came[9:12] != str(status).encode():
            raise SystemExit(f"not {status}: {self.came[:2000].decode(errors='replace')}")
        return seconds

    def _length(self, end: int) -> int:
        at = self.came.find(b"\r\nContent-Length: ", 0, end)
        return int(self.came[at + 18 : self.came.find(b"\r\n", at + 2)]) if at >= 0 else 0


def _written(method: str, port: int, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
    told = {"Host": f"{HOST}:{port}", **PHONE, **{name.replace("_", "-"): value for name, value in headers.items()}}
    if method == "POST":
        told["Content-Length"] = str(len(body))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body
