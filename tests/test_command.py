"""The command as people type it: what it prints, where, and what it returns."""

from __future__ import annotations

import io
import json
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import command

MATCH: dict[str, Any] = {
    "game": "dehla_pakad",
    "seats": ["Asha", "Bilal", "Chitra", "Deepak"],
    "first_dealer": 0,
    "rounds": [{"tens": [3, 1]}],
}
WRONG: dict[str, Any] = {**MATCH, "rounds": [{"tens": [3, 2]}]}


def run(*arguments: str, typed: bytes = b"", folder: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Type a command."""
    python = [sys.executable, "-P", "-m", "scorekeeper"]
    return subprocess.run([*python, *arguments], input=typed, capture_output=True, cwd=folder, timeout=60, check=False)


Here = Callable[..., tuple[object, str, str]]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Run a command in this process, which is faster: its status, and what it printed where."""

    def run_here(*arguments: str, typed: bytes = b"") -> tuple[object, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed)))
        with pytest.raises(SystemExit) as ended:
            command.main(arguments)
        return ended.value.code, *capsys.readouterr()

    return run_here


def one_line(done: subprocess.CompletedProcess[bytes]) -> str:
    """Give the one line on standard error; nothing may stand on standard output."""
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("scorekeeper: ")
    return line


# --- score ---


def test_one_match_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(json.dumps(MATCH))
    done = run("score", str(tmp_path / "match.json"))
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert [row["no"] for row in answer["rounds"]] == [1]
    assert answer["final"]["streak"] == [1, 0]


def test_a_list_from_standard_input_is_answered_in_its_order() -> None:
    done = run("score", "-", typed=json.dumps([MATCH, WRONG, MATCH]).encode())
    assert done.returncode == 1
    assert done.stderr == b""
    answers = json.loads(done.stdout)
    assert answers[0] == answers[2]
    assert answers[1] == {"error": "round 1: the tens of both sides add up to 4"}


def test_a_file_may_begin_with_a_byte_order_mark_and_hold_any_script(tmp_path: Path) -> None:
    file = tmp_path / "आशा بلال.json"
    names = ["आशा", "بلال", "Chitra", "🃏"]
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps({**MATCH, "seats": names}, ensure_ascii=False).encode())
    assert run("score", str(file)).returncode == 0


def test_what_is_printed_is_plain_ascii_wherever_it_goes() -> None:
    file = {**MATCH, "game": "आशा"}
    done = run("score", "-", typed=json.dumps(file).encode())
    assert done.returncode == 1
    assert done.stdout.isascii()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (b"", "is no match file"),
        (b"Asha 3, Bilal 1", "is no match file"),
        (b'{"game": "tervi", "game": "tervi"}', "twice"),
        (b"\xff\xfe{", "is no match file"),
    ],
    ids=["nothing", "prose", "a key twice", "another alphabet"],
)
def test_what_is_no_match_file_is_one_line_and_status_2(here: Here, typed: bytes, words: str) -> None:
    status, printed, told = here("score", "-", typed=typed)
    assert (status, printed) == (2, "")
    assert words in told
    assert told.startswith("scorekeeper: ")
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("name", ["nothing.json", "."])
def test_a_file_that_cannot_be_read_is_one_line_and_status_2(here: Here, tmp_path: Path, name: str) -> None:
    status, printed, told = here("score", str(tmp_path / name))
    assert (status, printed) == (2, "")
    assert told.startswith(f"scorekeeper: cannot read {tmp_path / name}: ")
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("arguments", [(), ("shuffle",), ("score",), ("serve", "--port", "x")])
def test_a_command_that_there_is_not_says_how_it_goes(here: Here, arguments: tuple[str, ...]) -> None:
    status, printed, told = here(*arguments)
    assert (status, printed) == (2, "")
    assert "usage: scorekeeper" in told


def test_help_names_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert b"serve" in done.stdout
    assert b"score" in done.stdout


# --- serve, where it cannot begin ---


def test_a_port_that_is_taken_is_one_line_with_advice(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--host", "127.0.0.1", "--port", str(port), folder=tmp_path)
    assert done.returncode == 1
    line = one_line(done)
    assert f"port {port} is taken" in line
    assert f"--port {port + 1}" in line


@pytest.mark.parametrize("count", ["-1", "10"])
def test_so_many_proxies_as_nobody_has_are_one_line(tmp_path: Path, count: str) -> None:
    done = run("serve", "--port", "0", "--proxy", count, folder=tmp_path)
    assert done.returncode == 1
    assert "how many proxies stand in front, 0 to 9" in one_line(done)


def test_a_port_that_is_none_is_one_line(tmp_path: Path) -> None:
    done = run("serve", "--port", "70000", folder=tmp_path)
    assert done.returncode == 1
    assert "70000 is no port" in one_line(done)


def test_an_address_that_is_not_ours_is_one_line(tmp_path: Path) -> None:
    done = run("serve", "--host", "192.0.2.1", "--port", "0", folder=tmp_path)
    assert done.returncode == 1
    assert "cannot listen on 192.0.2.1" in one_line(done)


def test_a_database_that_is_none_is_one_line_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Asha, this is no database at all. " * 40)
    before = (tmp_path / "letter.txt").read_bytes()
    done = run("serve", "--port", "0", "--database", str(tmp_path / "letter.txt"), folder=tmp_path)
    assert done.returncode == 1
    assert "cannot open the database" in one_line(done)
    assert (tmp_path / "letter.txt").read_bytes() == before


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    done = run("serve", "--port", "0", "--database", str(tmp_path), folder=tmp_path)
    assert done.returncode == 1
    assert "cannot open the database" in one_line(done)


def test_a_database_of_a_later_release_is_one_line(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "matches.db")
    connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.commit()
    connection.close()
    done = run("serve", "--port", "0", "--database", str(tmp_path / "matches.db"), folder=tmp_path)
    assert done.returncode == 1
    assert "cannot open the database" in one_line(done)


@pytest.mark.parametrize("url", ["nosuch://host/db", "mysql+nosuch://host/db", "://"])
def test_a_database_that_we_do_not_know_is_one_line(tmp_path: Path, url: str) -> None:
    done = run("serve", "--port", "0", "--database", url, folder=tmp_path)
    assert done.returncode == 1
    one_line(done)
