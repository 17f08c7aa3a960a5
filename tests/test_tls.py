"""https for a table at home: a client that trusts the authority, on the same port as plain http."""

from __future__ import annotations

import http.client
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from serving import running

from scorekeeper.authority import fingerprint


@dataclass
class Answer:
    """What a server said."""

    status: int
    headers: Message
    body: bytes


@dataclass
class Home:
    """A server that speaks both, and where its things are."""

    folder: Path
    port: int

    def ask(self, host: str = "localhost", path: str = "/", trust: ssl.SSLContext | None = None) -> Answer:
        """Ask in plain http, or over https as somebody who trusts so much."""
        connection = (
            http.client.HTTPSConnection(host, self.port, timeout=20, context=trust)
            if trust
            else http.client.HTTPConnection(host, self.port, timeout=20)
        )
        with closing(connection):
            connection.request("GET", path)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

    def trusting(self) -> ssl.SSLContext:
        """Trust what a phone fetches in plain http, as strictly as can be."""
        context = ssl.create_default_context(cadata=self.ask(path="/trust/scorekeeper-ca.crt").body)
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        return context


@pytest.fixture(scope="module", params=["1", "2"], ids=["one process", "two processes"])
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A server for everybody in the house."""
    folder = tmp_path_factory.mktemp("home")
    with running(folder, "--tls", "--host", "0.0.0.0", "--workers", request.param) as address:  # noqa: S104
        yield Home(folder, urlsplit(address).port or 0)


def test_a_phone_that_trusts_the_authority_gets_https(home: Home) -> None:
    trust = home.trusting()
    for host in ("localhost", "127.0.0.1"):
        answer = home.ask(host, trust=trust)
        assert answer.status == 200
        assert b"New match" in answer.body


def test_a_phone_that_does_not_is_told_so_by_its_own_tls_and_hinders_nobody(home: Home) -> None:
    for _ in range(3):
        with pytest.raises(ssl.SSLCertVerificationError):
            home.ask(trust=ssl.create_default_context())
    assert home.ask(trust=home.trusting()).status == 200


def test_a_phone_that_stops_in_the_middle_hinders_nobody(home: Home) -> None:
    trust = home.trusting()
    for begun in (b"", b"\x16", b"\x16\x03\x01\x02\x00\x01", b"GET / HT"):
        with socket.create_connection(("127.0.0.1", home.port)) as silent:
            silent.sendall(begun)
            assert home.ask(trust=trust).status == home.ask().status == 200


def test_plain_http_on_the_same_port_is_served_as_ever(home: Home) -> None:
    answer = home.ask()
    assert answer.status == 200
    assert b"New match" in answer.body


def test_the_app_knows_which_of_both_was_spoken(home: Home) -> None:
    safe, plain = home.ask(trust=home.trusting(), path="/trust"), home.ask(path="/trust")
    assert safe.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in plain.headers


def test_it_follows_this_computer_to_an_address_it_got_later(home: Home) -> None:
    trust = home.trusting()
    assert home.ask("127.0.0.2", trust=trust).status == 200
    assert home.ask("127.0.0.1", trust=trust).status == 200


def test_the_keys_lie_beside_the_database_and_are_not_served(home: Home) -> None:
    assert {path.name for path in (home.folder / "scorekeeper-tls").iterdir()} == {"authority.pem", "server.pem"}
    assert home.ask(path="/trust/authority.pem").status == 404
    assert b"PRIVATE" not in home.ask(path="/trust/scorekeeper-ca.crt").body


def test_the_next_start_keeps_what_phones_trust(tmp_path: Path) -> None:
    trust = []
    for _ in range(2):
        with running(tmp_path, "--tls") as address:
            home = Home(tmp_path, urlsplit(address).port or 0)
            trust.append(home.ask(path="/trust/scorekeeper-ca.crt").body)
    assert trust[0] == trust[1]


def said_at_start(folder: Path, *options: str) -> str:
    """Read what is printed up to the last line of a start."""
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", "0", "--tls", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Ctrl-C"):
                break
        process.terminate()
        process.wait(timeout=20)
    return "".join(lines)


def test_the_start_names_both_addresses_and_what_to_compare(tmp_path: Path) -> None:
    said = said_at_start(tmp_path)
    assert "On this computer  http://localhost:" in said
    assert " and https://localhost:" in said
    (line,) = (line for line in said.splitlines() if line.startswith("Fingerprint"))
    certificate = ssl.PEM_cert_to_DER_cert(
        "-----BEGIN CERT"
        + (tmp_path / "instance/scorekeeper-tls/authority.pem").read_text().partition("-----BEGIN CERT")[2]
    )
    assert line.split()[1] == fingerprint(certificate)


def test_a_start_with_a_damaged_authority_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper-tls").mkdir()
    (tmp_path / "scorekeeper-tls" / "authority.pem").write_text("no certificate")
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", "0", "--tls", "--database", "matches.db"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("scorekeeper: ")
    assert "authority.pem is damaged" in line


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper-tls").write_text("a file in its place")
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", "0", "--tls", "--database", "matches.db"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert f"cannot keep certificates in {tmp_path / 'scorekeeper-tls'}: File exists." in line
