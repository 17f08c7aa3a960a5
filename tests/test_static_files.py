"""What a phone fetches once and keeps, and what it asks about each time; both compressed."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import brotli
import pytest
from flask import Flask
from phones import Phone

from scorekeeper.static_files import release_of

ASKING = {"Accept-Encoding": "gzip, deflate, br, zstd"}


def files_on(phone: Phone, address: str) -> set[str]:
    """Give the static files that a page names."""
    return set(re.findall(r'"(/static/[^"]+)"', phone.open(address).html))


def test_a_page_names_its_files_by_their_release(app: Flask, asha: Phone) -> None:
    files = files_on(asha, "/")
    assert {file.split("/")[2] for file in files} == {app.config["STATIC_RELEASE"]}
    names = {file.split("/", 3)[3] for file in files}
    assert {"built/app.css", "built/app.js", "vendor/htmx.min.js", "icon.svg"} <= names


def test_every_file_that_a_page_names_is_there_and_kept_for_ever(asha: Phone) -> None:
    for file in files_on(asha, "/") | files_on(asha, "/manifest.webmanifest"):
        page = asha.open(file)
        assert page.status == 200
        assert page.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_page_of_an_older_release_gets_the_file_but_may_not_keep_it(asha: Phone) -> None:
    page = asha.open("/static/0123456789/built/app.css")
    assert page.status == 200
    assert page.headers["Cache-Control"] == "no-cache"


def test_any_change_makes_another_release(tmp_path: Path) -> None:
    (tmp_path / "app.css").write_text("a")
    (tmp_path / "app.js").write_text("b")
    seen = {release_of(tmp_path)}
    (tmp_path / "app.css").write_text("b")
    seen.add(release_of(tmp_path))
    (tmp_path / "app.css").rename(tmp_path / "other.css")
    seen.add(release_of(tmp_path))
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "new.js").write_text("")
    seen.add(release_of(tmp_path))
    assert len(seen) == 4


@pytest.mark.parametrize("name", ["built/app.css", "built/app.js", "vendor/htmx.min.js", "icon.svg"])
def test_a_file_is_compressed_for_whoever_can_read_it(app: Flask, asha: Phone, name: str) -> None:
    address = f"/static/{app.config['STATIC_RELEASE']}/{name}"
    whole = Path(str(app.static_folder), name).read_bytes()
    assert asha.open(address).body == whole
    small = asha.open(address, **ASKING)
    if len(whole) < 400:
        assert small.body == whole
        return
    assert small.headers["Content-Encoding"] == "br"
    assert brotli.decompress(small.body) == whole
    assert len(small.body) < len(whole) / 1.5
    other = asha.open(address, **{"Accept-Encoding": "gzip"})
    assert other.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(other.body) == whole
    for page in (small, other):
        assert "Accept-Encoding" in page.headers["Vary"]
        assert "immutable" in page.headers["Cache-Control"]


def test_pictures_are_not_compressed_again(app: Flask, asha: Phone) -> None:
    page = asha.open(f"/static/{app.config['STATIC_RELEASE']}/icon-192.png", **ASKING)
    assert "Content-Encoding" not in page.headers


@pytest.mark.parametrize("address", ["/", "/new/tervi", "match", "match/history", "match/table", "match.json"])
def test_a_page_is_compressed_for_one_phone_and_asked_about_each_time(asha: Phone, address: str) -> None:
    match = f"/m/{asha.start().match_id}"
    address = address.replace("match", match)
    page = asha.open(address, **ASKING)
    assert page.headers["Content-Encoding"] == "br"
    assert "Accept-Encoding" in page.headers["Vary"]
    assert page.headers["Cache-Control"] == "private, no-cache"
    assert b"<!doctype html>" in brotli.decompress(page.body) or address.endswith(".json")


def test_the_answer_to_a_tap_is_compressed_too(asha: Phone) -> None:
    asha.start()
    page = asha.post(asha.fill("round", {"tens": "3-1"}), htmx=True, headers=ASKING)
    assert page.headers["Content-Encoding"] == "br"
    assert page.headers["Cache-Control"] == "private, no-cache"


def test_an_error_is_not_kept(asha: Phone) -> None:
    for address in ("/nowhere", f"/m/{'0' * 32}", "/static/old/nothing.css"):
        assert "max-age" not in asha.open(address).headers.get("Cache-Control", "")
        assert "no-cache" in asha.page.headers["Cache-Control"]


def test_a_board_that_a_phone_has_already_is_not_sent_again(asha: Phone) -> None:
    match_id = asha.start().match_id
    first = asha.open(f"/m/{match_id}", **ASKING)
    tag = first.headers["ETag"]
    again = asha.open(f"/m/{match_id}", **ASKING, **{"If-None-Match": tag})
    assert again.status == 304
    assert again.body == b""
    asha.open(f"/m/{match_id}")
    asha.play({"tens": "3-1"})
    changed = asha.open(f"/m/{match_id}", **ASKING, **{"If-None-Match": tag})
    assert changed.status == 200
    assert changed.headers["ETag"] != tag


def test_a_board_kept_by_one_phone_is_never_anothers(asha: Phone, bilal: Phone) -> None:
    match_id = asha.start().match_id
    mine = asha.open(f"/m/{match_id}")
    theirs = bilal.open(f"/m/{match_id}", **{"If-None-Match": mine.headers["ETag"]})
    assert theirs.status == 200
    assert theirs.writing == []
    assert asha.open(f"/m/{match_id}").forms("round")
