"""Who may send what from where: forged requests, cookies, headers, too much, and error pages."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
import sqlalchemy as sa
from flask import Flask
from phones import Letter, Page, Phone, log_of, unwritten

from scorekeeper import store
from scorekeeper.models import db

HEADERS = {
    "Content-Security-Policy": "default-src 'self'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=()",
}

FORGED: list[dict[str, str | None]] = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": ""},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Origin": "https://evil.example"},
    {"Origin": "https://localhost"},
    {"Origin": "http://localhost:8000"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://LOCALHOST:80"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://["},
    {"Origin": "//localhost"},
    {"Origin": None},
    {"Origin": None, "Referer": "http://localhost/"},
]


def send_from(phone: Phone, letter: Letter, headers: Mapping[str, str | None]) -> Page:
    """Send a letter with other headers than our own page would; None leaves one out."""
    origin = headers.get("Origin", phone.origin)
    told = {name: value for name, value in headers.items() if value is not None and name != "Origin"}
    answer = phone.client.post(
        letter.action,
        base_url=phone.origin,
        data=dict(letter.pairs),
        headers={**told, **({} if origin is None else {"Origin": origin})},
    )
    return Page(letter.action, answer.status_code, answer.headers, answer.data)


def filled_in(rule: str, match_id: str) -> str:
    """Make an address of a route."""
    known = {"<match_id>": match_id, "<key>": "tervi"}
    return re.sub("<.*?>", lambda found: known.get(found[0], "0"), rule)


# --- forged requests ---


@pytest.mark.parametrize("headers", FORGED, ids=str)
def test_what_may_come_from_another_site_is_refused_and_what_was_typed_is_kept(
    app: Flask, asha: Phone, headers: Mapping[str, str | None]
) -> None:
    asha.start()
    letter = asha.fill("round", {"tens": "3-1", "suit": "clubs"})
    with unwritten(app):
        page = send_from(asha, letter, headers)
    assert page.status == 403
    assert "Not saved yet" in page.words
    again = page.form("round").fill({})
    assert sorted(again.pairs) == sorted(letter.pairs)
    assert asha.post(again).status == 303
    assert len(log_of(app, asha.page.match_id)) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "same-origin", "Origin": None},
        {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
        {"Origin": "http://localhost"},
    ],
    ids=str,
)
def test_what_comes_from_our_own_page_is_taken(asha: Phone, headers: Mapping[str, str | None]) -> None:
    asha.start()
    assert send_from(asha, asha.fill("round", {"tens": "3-1"}), headers).status == 303


@pytest.mark.parametrize("origin", ["http://192.168.1.7:8000", "https://cards.example", "http://[fe80::1]:8000"])
def test_any_address_of_ours_will_do(app: Flask, origin: str) -> None:
    phone = Phone(app, origin)
    phone.start()
    assert phone.play({"tens": "3-1"}).status == 200


def test_every_form_is_guarded(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    for rule in app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()):
            continue
        address = filled_in(rule.rule, match_id)
        with unwritten(app):
            page = send_from(asha, Letter(address, [("id", "f" * 32)]), {"Origin": "https://evil.example"})
        assert page.status == 403, address
        assert "Not saved yet" in page.words, address


def test_a_forged_letter_cannot_bring_its_own_page(asha: Phone) -> None:
    letter = Letter("/look", [('"><script>alert(1)</script>', "</form><script>alert(2)</script>")])
    page = send_from(asha, letter, {"Origin": "https://evil.example"})
    assert "<script>alert" not in page.html
    assert page.form("look").untouched() == letter.pairs


# --- the cookie ---


def cookie_of(page: Page) -> str:
    return next(value for name, value in page.headers.items() if name == "Set-Cookie")  # type: ignore[attr-defined]


@pytest.mark.parametrize(("origin", "secure"), [("http://192.168.1.7:8000", False), ("https://cards.example", True)])
def test_the_cookie_is_for_this_site_alone_and_no_script(app: Flask, origin: str, secure: bool) -> None:
    phone = Phone(app, origin)
    cookie = cookie_of(phone.open("/new/tervi"))
    told = cookie.split("; ")
    assert re.fullmatch("device=[0-9a-f]{32}", told[0])
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(told)
    assert ("Secure" in told) is secure
    assert not any(part.startswith("Domain") for part in told)
    assert any(part.startswith("Max-Age=") and int(part[8:]) > 400 * 24 * 3600 for part in told)


def test_a_write_renews_the_cookie_and_keeps_its_value(asha: Phone) -> None:
    asha.start()
    before = asha.client.get_cookie("device")
    page = asha.post(asha.fill("round", {"tens": "3-1"}))
    assert before is not None
    assert cookie_of(page).startswith(f"device={before.value}; ")


def test_reading_sets_no_cookie(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    for phone in (asha, stranger):
        for address in ("/", f"/m/{match_id}", f"/m/{match_id}/history", f"/m/{match_id}.json", "/nowhere"):
            assert "Set-Cookie" not in phone.open(address).headers


def test_the_database_knows_only_a_digest_of_the_cookie(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    cookie = asha.client.get_cookie("device")
    assert cookie is not None
    with app.app_context():
        match = store.any_match(match_id)
        assert match is not None
        assert cookie.value not in match.started_by
        assert not store.may_write(match_id, cookie.value)
    assert cookie.value not in asha.open(f"/m/{match_id}").html


@pytest.mark.parametrize("value", ["", "x", "é", '"', "a" * 4000])
def test_an_odd_cookie_is_a_phone_that_reads(app: Flask, asha: Phone, stranger: Phone, value: str) -> None:
    match_id = asha.start().match_id
    letter = asha.fill("round", {"tens": "3-1"})
    stranger.client.set_cookie("device", value)
    assert stranger.open(f"/m/{match_id}").status == 200
    with unwritten(app):
        assert stranger.post(letter).status == 403


# --- headers ---


def test_every_answer_carries_the_headers(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    letter = asha.fill("round", {"tens": "9-9"} | {"tens": "3-1"})
    pages = [asha.open(address) for address in ("/", f"/m/{match_id}", f"/m/{match_id}.json", "/nowhere", "/look")]
    pages += [asha.open(f"/static/{app.config['STATIC_RELEASE']}/built/app.css"), asha.open("/static/old/nothing.css")]
    pages += [asha.post(letter.but(tens="9-9")), send_from(asha, letter, {"Origin": None}), asha.post(letter)]
    assert [page.status for page in pages] == [200, 200, 200, 404, 405, 200, 404, 422, 403, 303]
    for page in pages:
        for name, value in HEADERS.items():
            assert page.headers[name].startswith(value), (page.address, name)


def test_the_policy_allows_no_other_host_no_inline_script_and_no_eval(asha: Phone) -> None:
    policy = asha.open("/").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self'" in policy


def test_no_page_needs_what_the_policy_forbids(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.open(f"/m/{match_id}/phones")
    asha.say("invite")
    ends = ("", "/table", "/history", "/phones")
    for address in ("/", "/new/tervi", "/join", *(f"/m/{match_id}{end}" for end in ends)):
        page = asha.open(address)
        for element in page.tree.iter():
            assert not [name for name in element.attrib if name.startswith("on") or name == "style"]
            assert element.tag != "script" or element.get("src") or element.get("type") == "application/json"
            assert element.tag != "style"
            for name in ("src", "href", "action"):
                assert not (element.get(name) or "").startswith(("http", "//", "javascript:")), page.address


# --- too much, and what is not there ---


def test_a_body_larger_than_any_round_is_refused(app: Flask, asha: Phone) -> None:
    asha.start()
    letter = asha.fill("round", {"tens": "3-1"})
    with unwritten(app):
        for headers in ({}, {"Origin": "https://evil.example"}):
            page = asha.post(letter.but(suit="x" * 70_000), headers=headers)
            assert page.status == 413
            assert "That is too much." in page.words


def test_thousands_of_fields_are_no_crash(app: Flask, asha: Phone) -> None:
    page = asha.start()
    letter = Letter(f"/m/{page.match_id}/round", [("tens", "3-1")] * 6000)
    with unwritten(app):
        assert asha.post(letter).status in (413, 422)


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "multipart/form-data", ""])
def test_a_body_of_another_kind_is_no_crash(app: Flask, asha: Phone, content_type: str) -> None:
    address = f"/m/{asha.start().match_id}/round"
    with unwritten(app):
        answer = asha.client.post(
            address, data=b'{"tens": [3, 1]}', content_type=content_type, headers={"Origin": asha.origin}
        )
    assert answer.status_code == 422


def test_looking_changes_nothing(app: Flask, asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    with unwritten(app):
        for rule in app.url_map.iter_rules():
            address = filled_in(rule.rule, match_id)
            for phone in (asha, stranger):
                for method in ("GET", "HEAD", "OPTIONS"):
                    answer = phone.client.open(address, method=method, buffered=True)
                    assert answer.status_code < 500 or address.endswith("/live"), (method, address)


@pytest.mark.parametrize("address", ["/nowhere", "/m/", "/m/x/y/z", "/static/", "/static/x/../../pyproject.toml"])
def test_what_is_not_there_is_a_page_of_the_app(stranger: Phone, address: str) -> None:
    page = stranger.open(address)
    assert page.status == 404
    assert "This page is not on the table." in page.words
    assert page.title.endswith("Scorekeeper")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_ways_to_write_are_refused_by_a_page(app: Flask, asha: Phone, method: str) -> None:
    address = f"/m/{asha.start().match_id}"
    with unwritten(app):
        answer = asha.client.open(address, method=method, headers={"Origin": asha.origin})
    assert answer.status_code == 405
    assert "This address is for a button." in answer.text


def test_a_fault_of_the_app_is_a_page_without_its_insides(
    app: Flask, asha: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    asha.start()
    letter = asha.fill("round", {"tens": "3-1"})
    monkeypatch.setattr(store, "record", lambda *_: 1 // 0)
    page = asha.post(letter)
    assert page.status == 500
    assert "What was saved is safe." in page.words
    assert "ZeroDivision" not in page.html
    assert page.headers["X-Frame-Options"] == "DENY"


def test_a_database_that_is_gone_is_said_in_words(app: Flask, asha: Phone) -> None:
    asha.start()
    letter = asha.fill("round", {"tens": "3-1"})
    with app.app_context():
        db.session.execute(sa.text("ALTER TABLE event RENAME TO lost"))
        db.session.commit()
    page = asha.post(letter)
    assert page.status == 503
    assert "Not saved" in page.words
