"""A link in a chat: what an app that shows a preview of it fetches, and that this changes and tells nothing."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import pytest
from flask import Flask
from phones import Phone, unwritten
from PIL import Image

from scorekeeper.security import COOKIE

FETCHERS = {
    "WhatsApp": "WhatsApp/2.23.20.0 A",
    "Facebook": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Telegram": "TelegramBot (like TwitterBot)",
}
every_fetcher = pytest.mark.parametrize("agent", FETCHERS.values(), ids=FETCHERS)


def tags_of(phone: Phone, address: str, agent: str) -> dict[str, str]:
    """The tags of a page as such an app fetches it: no cookies, in no particular language."""
    page = phone.open(address, **{"User-Agent": agent})
    assert page.status == 200
    assert "Set-Cookie" not in page.headers
    metas = [(meta.get("property") or meta.get("name") or "", meta.get("content") or "") for meta in page.all("meta")]
    return {name: content for name, content in metas if name.startswith(("og:", "twitter:", "robots", "description"))}


@every_fetcher
@pytest.mark.parametrize("end", ["", "/summary"])
def test_a_link_shows_the_result_and_its_picture(
    app: Flask, asha: Phone, stranger: Phone, agent: str, end: str
) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "4-0"})
    with unwritten(app):
        tags = tags_of(stranger, f"/m/{match_id}{end}", agent)
        picture = stranger.client.get(tags["og:image"], base_url="http://localhost", headers={"User-Agent": agent})
    assert tags["og:title"] == "Dehla Pakad: Asha + Chitra against Bilal + Deepak"
    assert tags["og:description"] == "Asha + Chitra beat Bilal + Deepak with all four tens in one round."
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["og:image"].startswith(f"http://localhost/m/{match_id}/card.png?v=")
    assert tags["og:url"].startswith(f"http://localhost/m/{match_id}/summary?v=")
    size = (int(tags["og:image:width"]), int(tags["og:image:height"]))
    assert Image.open(io.BytesIO(picture.data)).size == size
    assert len(picture.data) < 100_000


def test_addresses_are_those_of_the_host_that_was_asked(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    guest = Phone(app, "https://scores.example:8443")
    tags = tags_of(guest, f"/m/{match_id}", FETCHERS["WhatsApp"])
    assert {urlsplit(tags[name]).netloc for name in ("og:image", "og:url")} == {"scores.example:8443"}
    assert {urlsplit(tags[name]).scheme for name in ("og:image", "og:url")} == {"https"}


def test_another_state_is_another_picture_to_a_chat(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    before = tags_of(stranger, f"/m/{match_id}", FETCHERS["WhatsApp"])["og:image"]
    asha.play({"tens": "3-1"})
    assert tags_of(stranger, f"/m/{match_id}", FETCHERS["WhatsApp"])["og:image"] != before


def test_a_preview_names_no_device(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    cookie = asha.client.get_cookie(COOKIE)
    assert cookie is not None
    for end in ("", "/summary", "/evening"):
        assert cookie.value not in stranger.open(f"/m/{match_id}{end}").html


def test_no_search_engine_lists_a_match(asha: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    for end in ("", "/summary", "/evening", "/qr", "/history", "/summary.txt", ".json", ".csv"):
        answer = stranger.client.get(f"/m/{match_id}{end}")
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow", end
    for end in ("", "/summary", "/evening", "/qr"):
        (robots,) = stranger.open(f"/m/{match_id}{end}").all("meta", name="robots")
        assert robots.get("content") == "noindex, nofollow"
    assert "X-Robots-Tag" not in stranger.client.get("/").headers


def test_robots_may_fetch_pictures_home_and_rules_and_start_nothing(stranger: Phone) -> None:
    lines = stranger.client.get("/robots.txt").text.splitlines()
    assert lines[0] == "User-agent: *"
    refused = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow: ")]
    assert refused == ["/new", "/import", "/export"]
    for allowed in ("/", "/rules", "/rules/tervi", "/m/0/card.png", "/m/0"):
        assert not [path for path in refused if allowed.startswith(path)]
