"""`scorekeeper doctor`: says what to mend, once for each thing that can be wrong, and nothing where all is well."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hardship import Served

from scorekeeper import command
from scorekeeper.visit import near_home

Doctor = Callable[..., tuple[object, str]]


@pytest.fixture
def doctor(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Ask the doctor in this process: the exit status, and what it prints."""
    for name in ("SCOREKEEPER_SECRET", "SCOREKEEPER_HOSTS", "SCOREKEEPER_PROXIES", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)

    def ask(*arguments: object) -> tuple[object, str]:
        with pytest.raises(SystemExit) as ended:
            command.main(["doctor", *map(str, arguments)])
        return ended.value.code, capsys.readouterr().out

    return ask


@pytest.fixture
def installed(own_server: Served) -> Served:
    """An installation that has been started."""
    return own_server.start()


def mend(told: str) -> list[str]:
    """Give what there is to mend."""
    return [line.removeprefix("MEND  ") for line in told.splitlines() if line.startswith("MEND")]


def test_where_all_is_well_it_says_so(installed: Served, doctor: Doctor) -> None:
    status, told = doctor(installed.origin, "--database", installed.path)
    assert mend(told) == []
    assert (status, told.splitlines()[-1]) == (0, "All is well.")
    for part in ("can be written", "MB are free", "closed to others", "the secret is in", "forged post is refused"):
        assert part in told


def test_looking_changes_nothing(installed: Served, doctor: Doctor) -> None:
    installed.kill()
    kept = [installed.path, installed.path.with_suffix(".secret")]
    held = [path.stat().st_mtime_ns for path in kept]
    doctor("--database", installed.path)
    assert [path.stat().st_mtime_ns for path in kept] == held


def test_what_was_never_started_is_not_made_by_looking(tmp_path: Path, doctor: Doctor) -> None:
    status, told = doctor("--database", tmp_path / "none.db")
    assert status == 1
    assert [line.split()[1] for line in mend(told)] == ["is", "is"]
    assert "is not there: `scorekeeper serve` makes it" in told
    assert "there is no secret" in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "mode", "says"),
    [
        ("matches.db", 0o604, "matches.db can be read by every user of this computer: `chmod o= "),
        ("matches.db", 0o606, "matches.db can be changed by every user of this computer: `chmod o= "),
        ("matches.secret", 0o640, "matches.secret can be read by others: `chmod 600 "),
    ],
)
def test_rights_that_are_too_wide(installed: Served, doctor: Doctor, name: str, mode: int, says: str) -> None:
    (installed.home / name).chmod(mode)
    status, told = doctor("--database", installed.path)
    assert status == 1
    assert any(says in line for line in mend(told))


@pytest.mark.parametrize("held", ["", "abc", "00"])
def test_a_secret_that_is_none(installed: Served, doctor: Doctor, held: str) -> None:
    (installed.home / "matches.secret").write_text(held)
    status, told = doctor("--database", installed.path)
    assert (status, len(mend(told))) == (1, 1)
    assert "matches.secret holds no secret: delete it" in mend(told)[0]


def test_a_short_secret_and_odd_settings(installed: Served, doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET", "short")
    assert "SCOREKEEPER_SECRET has 5 letters" in doctor("--database", installed.path)[1]
    monkeypatch.setenv("SCOREKEEPER_SECRET", "long enough, and by chance")
    assert doctor("--database", installed.path)[0] == 0
    monkeypatch.setenv("SCOREKEEPER_PROXIES", "many")
    status, told = doctor("--database", installed.path)
    assert (status, len(mend(told))) == (1, 1)
    assert "SCOREKEEPER_PROXIES is how many" in told


def test_a_proxy_without_names_and_a_name_that_is_not_ours(
    installed: Served, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = doctor("--database", installed.path, "--proxy", "1")[1]
    assert "set SCOREKEEPER_HOSTS" in mend(told)[0]
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "cards.example")
    assert mend(doctor("--database", installed.path, "--proxy", "1")[1]) == []
    told = doctor(installed.origin, "--database", installed.path)[1]
    assert "localhost is none of SCOREKEEPER_HOSTS (cards.example)" in mend(told)[0]


def test_a_database_that_is_none(tmp_path: Path, doctor: Doctor) -> None:
    (tmp_path / "letter.db").write_text("Dear Asha, this is no database. " * 40)
    status, told = doctor("--database", tmp_path / "letter.db")
    assert status == 1
    assert "letter.db" in mend(told)[0]
    assert doctor("--database", "nosuch://host/db")[0] == 1


def test_an_older_database_is_said(installed: Served, doctor: Doctor, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes((Path(__file__).parent / "fixtures" / "0001.db").read_bytes())
    told = doctor("--database", old)[1]
    assert "the database is of an older release (0001, this one has" in told


# --- from outside ---


@pytest.mark.parametrize("url", ["cards.example", "ftp://cards.example", "http://"])
def test_what_is_no_address(installed: Served, doctor: Doctor, url: str) -> None:
    told = doctor(url, "--database", installed.path)[1]
    assert f"“{url}” is no address" in mend(told)[-1]


def test_nobody_there(installed: Served, doctor: Doctor) -> None:
    installed.kill()
    told = doctor(installed.origin, "--database", installed.path)[1]
    assert "does not answer" in mend(told)[-1]


def test_https_that_is_none(installed: Served, doctor: Doctor) -> None:
    told = doctor(installed.origin.replace("http:", "https:"), "--database", installed.path)[1]
    assert "SCOREKEEPER_PROXIES=1" in mend(told)[0]
    assert "does not answer" in mend(told)[1]


def test_whoever_believes_anybody_is_found(own_server: Served, doctor: Doctor) -> None:
    own_server.environment |= {"SCOREKEEPER_PROXIES": "1", "SCOREKEEPER_HOSTS": "localhost"}
    own_server.start()
    told = doctor(own_server.origin, "--database", own_server.path)[1]
    assert ["anybody's X-Forwarded headers count" in line for line in mend(told)] == [True]


class Careless(http.server.BaseHTTPRequestHandler):
    """Something that is not the app, or a proxy that drops what the app says."""

    def answer(self) -> None:
        """Take anything."""
        self.send_response(200)
        self.send_header("Set-Cookie", "device=0; Path=/")
        self.end_headers()

    do_GET = do_POST = answer  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def careless() -> Iterator[str]:
    """Serve something careless."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Careless) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_headers_cookie_compression_and_forged_posts_are_looked_at(installed: Served, doctor: Doctor) -> None:
    with careless() as url:
        status, told = doctor(url, "--database", installed.path)
    assert status == 1
    found = mend(told)
    assert "missing or changed on the way: Content-Security-Policy, Referrer-Policy" in found[0]
    assert "pages come uncompressed" in found[1]
    assert "the cookie lacks httponly, samesite=lax" in found[2]
    assert "a forged post is answered 200 and not 403" in found[3]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("192.168.1.7", True),
        ("10.0.0.1", True),
        ("fe80::1", True),
        ("raspberry", True),
        ("table.local", True),
        ("8.8.8.8", False),
        ("cards.example", False),
    ],
)
def test_what_is_near_home(name: str, near: bool) -> None:
    assert near_home(name) is near
