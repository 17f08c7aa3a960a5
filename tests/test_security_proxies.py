"""Behind a proxy: whose word counts about https, address and name, and what https adds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from joining import type_code
from phones import Letter, Page, Phone

from scorekeeper import create_app
from scorekeeper.settings import OddSetting, hosts, proxies

FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example", "X-Forwarded-For": "198.51.100.7"}
Make = Callable[..., Flask]


def cookie_of(page: Page) -> str:
    return next(value for name, value in page.headers.items() if name == "Set-Cookie")  # type: ignore[attr-defined]


def test_without_a_proxy_nobody_is_believed(deployed: Make) -> None:
    app = deployed(RATELIMIT_ENABLED=True, LIMIT_JOIN="1 per hour")
    page = Phone(app).open("/new/tervi", **FORWARDED)
    assert "Secure" not in cookie_of(page)
    assert "Strict-Transport-Security" not in page.headers
    told = [("code", "AAA")]
    for number, status in ((1, 422), (2, 429)):
        lie = {"X-Forwarded-For": f"198.51.100.{number}"}
        assert Phone(app).post(Letter("/join", told), headers=lie).status == status


def test_behind_one_proxy_its_word_counts_and_only_its_word(deployed: Make) -> None:
    app = deployed(PROXIES=1, RATELIMIT_ENABLED=True, LIMIT_JOIN="1 per hour")
    phone = Phone(app)
    page = phone.open("/new/tervi", **FORWARDED)
    assert "Secure" in cookie_of(page)
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    told, sent = [("code", "AAA")], {**FORWARDED, "Origin": "https://cards.example"}
    for address, status in (("198.51.100.1", 422), ("203.0.113.9, 198.51.100.1", 429), ("198.51.100.2", 422)):
        answer = Phone(app).post(Letter("/join", told), headers={**sent, "X-Forwarded-For": address})
        assert answer.status == status


def test_https_adds_its_header_and_http_does_not(app: Flask) -> None:
    assert "Strict-Transport-Security" in Phone(app, "https://cards.example").open("/").headers
    assert "Strict-Transport-Security" not in Phone(app, "http://cards.example").open("/").headers


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://cards.example", 200),
        ("http://cards.example:8000", 200),
        ("http://a.home.example", 200),
        ("http://evil.example", 400),
        ("http://cards.example.evil.example", 400),
        ("http://192.0.2.7", 400),
    ],
)
def test_only_our_own_names_are_answered(deployed: Make, origin: str, status: int) -> None:
    app = deployed(HOSTS=["cards.example", ".home.example"])
    page = Phone(app, origin).open("/")
    assert page.status == status
    if status == 400:
        assert page.title.endswith("Scorekeeper")
        assert "evil" not in page.html


def test_another_name_is_refused_also_to_write(deployed: Make) -> None:
    app = deployed(HOSTS=["cards.example"])
    assert type_code(Phone(app, "https://cards.example"), "AAA").status == 422
    assert Phone(app, "http://evil.example").post(Letter("/join", [("code", "AAA")])).status == 400


def test_the_environment_tells_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROXIES", "2")
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "Cards.example, .home.example,")
    config = create_app(str(tmp_path / "matches.db")).config
    assert config["PROXIES"] == 2
    assert config["HOSTS"] == ["cards.example", ".home.example"]
    assert hosts("") == []


@pytest.mark.parametrize("text", ["-1", "x", "1.5", "10", "²"])
def test_an_odd_number_of_proxies_is_said(text: str) -> None:
    with pytest.raises(OddSetting, match="SCOREKEEPER_PROXIES is how many proxies stand in front"):
        proxies(text)


def test_every_cookie_is_for_https_alone_where_there_is_https(app: Flask) -> None:
    for origin, secure in (("https://cards.example", True), ("http://192.168.1.7:8000", False)):
        phone = Phone(app, origin)
        match_id = phone.start().match_id
        phone.open(f"/m/{match_id}/phones")
        cookies = phone.post(phone.fill("sit", {"seat": "1"})).headers.getlist("Set-Cookie")  # type: ignore[attr-defined]
        cookies += phone.post(Letter("/look", [("theme", "dark")])).headers.getlist("Set-Cookie")  # type: ignore[attr-defined]
        assert {cookie.partition("=")[0] for cookie in cookies} == {"seat", "theme", "device"}
        assert {"Secure" in cookie.split("; ") for cookie in cookies} == {secure}
        assert {"SameSite=Lax" in cookie for cookie in cookies} == {True}
