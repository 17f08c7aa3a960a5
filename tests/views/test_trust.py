"""The page that says how a phone comes to https, and the certificate it hands out."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from phones import Phone

from scorekeeper.authority import fingerprint, open_authority

AT_HOME = "http://192.168.1.7:8000"
SAFE = "https://192.168.1.7:8000"


@pytest.fixture
def certificate(app: Flask, tmp_path: Path) -> bytes:
    """Have the app know an authority, as `serve --tls` does."""
    made = open_authority(tmp_path / "tls", ["localhost"]).certificate
    app.config["AUTHORITY"] = made
    return made


# --- with --tls ---


def test_the_page_tells_the_steps_and_where_to_go_then(app: Flask, certificate: bytes) -> None:
    page = Phone(app, AT_HOME).open("/trust")
    assert page.status == 200
    assert "/trust/scorekeeper-ca.crt" in page.links()
    assert f"{SAFE}/" in page.links()
    for words in ("Android", "iPhone", "Install anyway", "Certificate Trust Settings", fingerprint(certificate)):
        assert words in page.words
    assert all(picture.get("aria-hidden") == "true" for picture in page.all("svg"))


def test_the_certificate_is_of_the_kind_that_phones_install(app: Flask, certificate: bytes) -> None:
    page = Phone(app, AT_HOME).open("/trust/scorekeeper-ca.crt")
    assert page.status == 200
    assert page.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert page.body == certificate


@pytest.mark.usefixtures("certificate")
def test_the_line_over_plain_http_leads_there(app: Flask) -> None:
    phone = Phone(app, AT_HOME)
    assert "/trust" in phone.open("/").links()
    phone.start("dehla_pakad")
    assert "/trust" in phone.page.links()
    assert "Scoring works on this address" in phone.page.words
    assert "Scoring works on this address" not in Phone(app, SAFE).open("/").words


@pytest.mark.usefixtures("certificate")
def test_a_phone_may_go_from_plain_http_to_https_and_back_and_keeps_score_all_the_while(app: Flask) -> None:
    phone = Phone(app, AT_HOME)
    match_id = phone.start("dehla_pakad").match_id
    for origin in (SAFE, AT_HOME, SAFE):
        phone.origin = origin
        phone.open(f"/m/{match_id}")
        assert phone.play({"tens": "3-1"}).status == 200
        cookies = phone.client.post("/look", base_url=origin, headers={"Origin": origin}).headers.getlist("Set-Cookie")
        (cookie,) = (cookie for cookie in cookies if cookie.startswith("device="))
        assert "Secure" not in cookie


# --- without ---


def test_without_an_authority_the_page_says_what_it_is_for_and_what_is_missing(app: Flask) -> None:
    page = Phone(app, AT_HOME).open("/trust")
    assert page.status == 200
    assert "Scoring works without this." in page.words
    assert "scorekeeper serve --tls" in page.words
    assert "/trust/scorekeeper-ca.crt" not in page.links()


def test_where_https_is_there_already_nothing_is_missing(app: Flask) -> None:
    assert "Nothing is missing." in Phone(app, "https://cards.example").open("/trust").words


def test_without_an_authority_there_is_no_certificate(app: Flask) -> None:
    assert Phone(app, AT_HOME).open("/trust/scorekeeper-ca.crt").status == 404


def test_the_line_over_plain_http_then_leads_nowhere(app: Flask) -> None:
    page = Phone(app, AT_HOME).open("/")
    assert "Scoring works on this address" in page.words
    assert "How to get https here" not in page.words


# --- headers ---


@pytest.mark.parametrize(("origin", "sent"), [(AT_HOME, False), (SAFE, True)])
def test_only_https_carries_what_browsers_ignore_loudly_without(app: Flask, origin: str, sent: bool) -> None:
    assert ("Cross-Origin-Opener-Policy" in Phone(app, origin).open("/").headers) is sent
