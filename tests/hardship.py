"""A server to be hard on: killed, hindered, robbed and started again; and phones that reach it by network."""

from __future__ import annotations

import ctypes
import http.client
import itertools
import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from email.message import Message
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from phones import Letter, Page, Phone

FAULTY = str(Path(__file__).parent / "failures" / "faulty.py")
COMMAND = [sys.executable, "-P", "-m", "gevent.monkey", FAULTY]
"""What `scorekeeper` becomes once it has put gevent first, which saves the time of doing that."""
NO_ANSWER = (OSError, http.client.HTTPException)
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


def as_ordinary_user() -> None:
    """Take root's right to pass over permissions away, from the next program on; nobody else has it anyway."""
    if os.geteuid() == 0:
        for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0)


class Served:
    """A real server in a process group of its own; what it tells its keeper is in `log`."""

    def __init__(self, folder: Path, database: str = "", **environment: str) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.path = self.home / "matches.db"
        self.database = database or str(self.path)
        self.fault, self.errors = folder / "fault", folder / "errors.txt"
        self.environment = {**os.environ, "FAULT": str(self.fault), **environment}
        self.before: Sequence[str] = ()
        self.options: Sequence[str] = ()
        self.become: Callable[[], None] | None = None
        self.process: subprocess.Popen[str] | None = None
        self.port = "0"

    def start(self) -> Served:
        """Start, and wait until it says where it is."""
        command = [*self.before, *COMMAND, "serve", "--host", "127.0.0.1", "--port", self.port]
        command += ["--database", self.database, *self.options]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=self.errors.parent,
                env=self.environment,
                start_new_session=True,
                preexec_fn=self.become,  # noqa: PLW1509 - nothing else of this process needs to be safe in the child
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://localhost:(\d+)/", line)
            if found:
                self.port = found[1]  # where it is found again after a restart
                self.origin = f"http://localhost:{self.port}"
                return self
        status = self.process.wait()
        self.kill()
        raise AssertionError(f"no start, exit status {status}: {self.log()}")

    def kill(self) -> None:
        """Pull the plug: SIGKILL for everything at once."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    def restart(self) -> None:
        """Pull the plug and start again."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """Stop as Ctrl-C does."""
        assert self.process is not None
        self.process.terminate()
        self.process.wait(timeout=60)
        self.kill()

    def workers(self) -> list[int]:
        """Give the processes that answer."""
        assert self.process is not None
        main = self.process.pid
        return [int(pid) for pid in Path(f"/proc/{main}/task/{main}/children").read_text().split()]

    def fail(self, where: str, how: str, *what: Path) -> None:
        """Fail once, the next time that place is reached."""
        self.fault.write_text(" ".join([where, how, *map(str, what)]))

    def log(self) -> str:
        """Give what the keeper was told since it was last asked for."""
        text = self.errors.read_text()
        self.errors.write_text("")
        return text

    def limit_files(self, size: int) -> None:
        """Let no file of the server grow past a size."""
        for pid in self.workers():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def remove(self) -> None:
        """Delete the database."""
        for path in self.home.iterdir():
            path.unlink()


class FarPhone(Phone):
    """A phone that reaches a server over the network. Without an answer it raises OSError."""

    def __init__(self, served: Served, cookies: Mapping[str, str] | None = None) -> None:
        self.served, self.cookies = served, dict(cookies or {})

    def open(self, address: str, **headers: str) -> Page:
        """Open a page, and follow where it leads."""
        status, answered, body = self.ask("GET", address, headers)
        if status in (302, 303):
            return self.open(answered["Location"])
        self.page = Page(address, status, answered, body)
        return self.page

    def post(self, letter: Letter, *, htmx: bool = False, headers: Mapping[str, str] | None = None) -> Page:
        """Send a letter and show the answer, not yet what it leads to."""
        sent = {
            "Origin": self.served.origin,
            "Content-Type": "application/x-www-form-urlencoded",
            **({"HX-Request": "true"} if htmx else {}),
            **(headers or {}),
        }
        status, answered, body = self.ask("POST", letter.action, sent, urlencode(letter.pairs))
        self.page = Page(letter.action, status, answered, body)
        return self.page

    def ask(self, method: str, address: str, headers: Mapping[str, str], body: str = "") -> tuple[int, Message, bytes]:
        """Ask and give the answer as it comes."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with closing(http.client.HTTPConnection(urlsplit(self.served.origin).netloc, timeout=60)) as connection:
            connection.request(method, address, body or None, {**headers, "Cookie": cookies})
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie", ()):
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
            return answer.status, answer.headers, answer.read()


class PatientPhone(FarPhone):
    """A phone that asks again, the very same, until somebody answers."""

    asked_again = 0

    def ask(self, method: str, address: str, headers: Mapping[str, str], body: str = "") -> tuple[int, Message, bytes]:
        for _ in range(1200):
            try:
                return super().ask(method, address, headers, body)
            except NO_ANSWER:
                self.asked_again += 1
                time.sleep(0.05)
        raise AssertionError("no answer")


class Scribe(PatientPhone):
    """A phone that enters one round after the other, and knows which it was told are saved."""

    def __init__(self, served: Served) -> None:
        super().__init__(served)
        self.saved: list[str] = []
        self.refused: list[int] = []
        self.results = itertools.cycle(("3-1", "1-3", "1-3", "4-0"))

    def write(self, stop: threading.Event) -> None:
        """Enter rounds until told to stop."""
        while not stop.is_set():
            if not hasattr(self, "page") or not self.page.forms("round"):
                self.start()
                continue
            letter = self.fill("round", {"tens": next(self.results)})
            answer = self.post(letter)
            if answer.status != 303:
                self.refused.append(answer.status)
                self.start()
            else:
                self.saved.append(letter.of("id"))
                self.open(answer.headers["Location"])


@contextmanager
def writing(scribes: Sequence[Scribe]) -> Iterator[None]:
    """Let phones write meanwhile."""
    stop = threading.Event()
    threads = [threading.Thread(target=scribe.write, args=[stop]) for scribe in scribes]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for others to get on."""
    for _ in range(3000):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it never happened")


def rounds_of(phone: FarPhone, match_id: str) -> list[object]:
    """Give the rounds of a match as its file lists them."""
    status, _, body = phone.ask("GET", f"/m/{match_id}.json", {})
    assert status == 200
    rounds: list[object] = json.loads(body)["rounds"]
    return rounds


def times_saved(database: Path, event_id: str) -> int:
    """Say how often an event stands in the database."""
    return int(query(database, "SELECT count(*) FROM event WHERE id = ?", event_id)[0][0])


def query(database: Path, sql: str, *values: object) -> list[tuple[object, ...]]:
    """Ask the database itself."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute(sql, values).fetchall()


def is_whole(database: Path) -> bool:
    """Say whether SQLite finds nothing wrong with it."""
    return query(database, "PRAGMA integrity_check") == [("ok",)] and not query(database, "PRAGMA foreign_key_check")


def run(*arguments: object, become: Callable[[], None] | None = None, **environment: str) -> tuple[int, str]:
    """Run `scorekeeper` to its end; give its exit status and what it said."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
        preexec_fn=become,
        check=False,
    )
    return done.returncode, done.stdout


@contextmanager
def locked(database: Path) -> Iterator[Callable[[], None]]:
    """Hold the write lock in another process; what is given lets go of it."""
    program = (
        "import sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('BEGIN IMMEDIATE')\n"
        "print('held', flush=True)\n"
        "sys.stdin.readline()\n"
        "connection.execute('ROLLBACK')\n"
        "connection.close()\n"
        "print('free', flush=True)\n"
    )
    command = [sys.executable, "-c", program, str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "held\n"

        def let_go() -> None:
            if process.poll() is None:
                out, _ = process.communicate("\n")
                assert out == "free\n"

        try:
            yield let_go
        finally:
            let_go()
