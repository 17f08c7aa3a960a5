"""How much a phone and an address may do in a while: generous, told in words, nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from joining import invite, type_code
from phones import Phone, log_of, unwritten

from scorekeeper import create_app
from scorekeeper.limits import LIMITS
from scorekeeper.settings import OddSetting

Make = Callable[..., Flask]


@pytest.fixture
def limited(deployed: Make) -> Make:
    """Make an app with the limits on."""
    return partial(deployed, RATELIMIT_ENABLED=True)


def from_address(phone: Phone, address: str) -> Phone:
    """Let a phone ask from elsewhere."""
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone


def test_a_family_has_room(limited: Make) -> None:
    """Six phones behind one address: each starts a match and enters a round, and all look all the time."""
    app = limited()
    for _ in range(6):
        phone = Phone(app)
        phone.start()
        phone.play(*[{"tens": "3-1"}, {"tens": "1-3"}] * 5)
        for _ in range(50):
            assert phone.open(f"/m/{phone.page.match_id}").status == 200
    assert LIMITS["LIMIT_NEW"] == "60 per hour"


def test_new_matches_are_limited_by_address(limited: Make) -> None:
    app = limited(LIMIT_NEW="2 per hour")
    for _ in range(2):
        Phone(app).start()
    phone = Phone(app)
    phone.open("/new/tervi")
    letter = phone.fill("tervi", {"name-0": "Asha", "first_dealer": "0"})
    with unwritten(app):
        page = phone.post(letter)
    assert page.status == 429
    assert 3500 < int(page.headers["Retry-After"]) <= 3600
    assert "That was very often. There is room again in 60 minutes." in page.words
    assert sorted(page.form("tervi").untouched()) == sorted(letter.pairs)
    from_address(phone, "192.0.2.7")
    assert phone.post(page.form("tervi").fill({})).status == 303


def test_drawing_lots_is_no_new_match(limited: Make) -> None:
    phone = Phone(limited(LIMIT_NEW="1 per hour"))
    phone.open("/new/tervi")
    for _ in range(5):
        assert phone.post(phone.fill("tervi", {"draw": "dealer"})).status == 200


def test_tries_of_codes_are_limited_by_address_and_by_phone(limited: Make) -> None:
    app = limited(LIMIT_JOIN="4 per hour", LIMIT_JOIN_PHONE="2 per hour")
    one = Phone(app)
    one.open("/new/tervi")
    assert [type_code(one, "AAA AAA").status for _ in range(3)] == [422, 422, 429]
    assert "What you typed is still on this page" in one.page.words
    assert one.page.form("join").untouched() == [("code", "AAA AAA")]
    from_address(one, "192.0.2.7")
    assert type_code(one, "AAA AAA").status == 429
    others = [Phone(app) for _ in range(3)]
    for phone in others:
        phone.open("/new/tervi")
    assert [type_code(phone, "AAA AAA").status for phone in others] == [422, 429, 429]


@pytest.mark.parametrize("end", ["/join", "/join/recover", "/join/{token}"])
def test_every_way_to_try_counts(limited: Make, end: str) -> None:
    app = limited(LIMIT_JOIN="1 per hour")
    asha, stranger = Phone(app), Phone(app)
    invitation = invite(asha, asha.start().match_id)
    assert type_code(stranger, "AAA AAA").status == 422
    data = {"code": "A" * 16}
    answer = stranger.client.post(end.format(token=invitation.token), data=data, headers={"Origin": stranger.origin})
    assert answer.status_code == 429


def test_writes_are_limited_by_phone_and_the_round_is_kept(limited: Make) -> None:
    app = limited(LIMIT_WRITE="4 per minute")
    asha, bilal = Phone(app), Phone(app)
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"})
    bilal.start()
    letter = asha.fill("round", {"tens": "2-2"})
    asha.post(letter)
    asha.open(f"/m/{match_id}")
    letter = asha.fill("round", {"tens": "1-3", "suit": "clubs"})
    for htmx in (False, True):
        page = asha.post(letter, htmx=htmx)
        assert page.status == 429
        assert "There is room again in a minute." in page.words
        assert sorted(page.form("round").untouched()) == sorted(letter.pairs)
    assert len(log_of(app, match_id)) == 3
    assert bilal.play({"tens": "3-1"}).status == 200


def test_a_phone_that_makes_up_cookies_is_known_by_its_address(limited: Make) -> None:
    app = limited(LIMIT_WRITE_ADDRESS="3 per minute")
    asha = Phone(app)
    asha.start()
    letter = asha.fill("round", {"tens": "3-1"})
    stranger = Phone(app)
    found = []
    for number in range(4):
        stranger.client.set_cookie("device", f"{number:032x}")
        found.append(stranger.post(letter).status)
    assert found == [403, 403, 429, 429]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_a_home_is_one_address(limited: Make, first: str, second: str, same: bool) -> None:
    app = limited(LIMIT_JOIN="1 per hour", LIMIT_JOIN_PHONE="9 per hour")
    assert type_code(from_address(Phone(app), first), "AAA AAA").status == 422
    assert type_code(from_address(Phone(app), second), "AAA AAA").status == (429 if same else 422)


def test_a_forged_post_uses_up_nothing(limited: Make) -> None:
    app = limited(LIMIT_WRITE="2 per minute", LIMIT_WRITE_ADDRESS="2 per minute")
    asha = Phone(app)
    asha.start()
    letter = asha.fill("round", {"tens": "3-1"})
    for _ in range(5):
        assert asha.post(letter, headers={"Origin": "https://evil.example"}).status == 403
    assert asha.post(letter).status == 303


def test_they_can_be_switched_off(app: Flask) -> None:
    app.config["LIMIT_WRITE"] = "1 per hour"
    phone = Phone(app)
    phone.start()
    assert phone.play({"tens": "3-1"}, {"tens": "1-3"}).status == 200


def test_they_are_on_unless_somebody_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCOREKEEPER_LIMITS")
    assert create_app(str(tmp_path / "matches.db")).config["RATELIMIT_ENABLED"] is True


def test_each_is_a_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_LIMIT_NEW", "7 per day")
    assert create_app(str(tmp_path / "matches.db")).config["LIMIT_NEW"] == "7 per day"
    monkeypatch.setenv("SCOREKEEPER_LIMIT_NEW", "a few")
    with pytest.raises(OddSetting, match="SCOREKEEPER_LIMIT_NEW is a limit like “60 per hour”, not “a few”"):
        create_app(str(tmp_path / "matches.db"))
