"""Dates as the reader's clock has them, whatever the server's: across midnight, on a page, in a text, card, table."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from flask import Flask
from phones import Phone

from scorekeeper import card, store
from scorekeeper.board import Board
from scorekeeper.models import Event, Match, db
from scorekeeper.summary import Summary

LATE = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)
"""Half past midnight on March 2 in Karachi, still March 1 in London and in Los Angeles."""


@pytest.fixture
def match_id(app: Flask, asha: Phone) -> str:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    with app.app_context():
        db.session.execute(sa.update(Match).values(started=LATE))
        db.session.execute(sa.update(Event).values(received=LATE))
        db.session.commit()
        app.extensions["readings"].clear()
    return match_id


ZONES = {
    "Asia/Karachi": ("Mar 2, 2026", "2026-03-02", "00:30"),
    "America/Los_Angeles": ("Mar 1, 2026", "2026-03-01", "11:30"),
    "Asia/Kolkata": ("Mar 2, 2026", "2026-03-02", "01:00"),
    "": ("Mar 1, 2026 UTC", "2026-03-01", "19:30"),
    "Nowhere/Atall": ("Mar 1, 2026 UTC", "2026-03-01", "19:30"),
    "../../etc/passwd": ("Mar 1, 2026 UTC", "2026-03-01", "19:30"),
    "America": ("Mar 1, 2026 UTC", "2026-03-01", "19:30"),
}
every_zone = pytest.mark.parametrize("zone", ZONES)


@pytest.fixture
def reader(app: Flask, zone: str) -> Phone:
    """A phone in a zone, which its script has told the server."""
    phone = Phone(app)
    if zone:
        phone.client.set_cookie("zone", zone)
    return phone


@every_zone
def test_the_summary_its_text_and_the_evening_have_the_readers_day(reader: Phone, match_id: str, zone: str) -> None:
    day = ZONES[zone][0]
    for end in ("summary", "summary.txt", "evening", "evening.txt"):
        text = reader.client.get(f"/m/{match_id}/{end}").text
        assert day in text
        assert day + " UTC" not in text


@every_zone
def test_a_table_has_the_readers_day_and_hour_and_names_the_zone(reader: Phone, match_id: str, zone: str) -> None:
    table = reader.client.get(f"/m/{match_id}.csv")
    (row,) = csv.DictReader(io.StringIO(table.data.decode("utf-8-sig")))
    assert (row["Date"], row["Time"]) == ZONES[zone][1:]
    assert row["Zone"] == (zone if zone.startswith(("Asia", "America/")) else "UTC")
    assert ZONES[zone][1] in table.headers["Content-Disposition"]


@every_zone
def test_the_picture_has_the_readers_day(app: Flask, match_id: str, zone: str) -> None:
    with app.test_request_context(headers={"Cookie": f"zone={zone}"}):
        match = store.find_match(match_id)
        assert match is not None
        summary = Summary(Board(store.reading_of(match), match_id, writes=False), match.started)
        assert f">{ZONES[zone][0]}<" in card.svg(summary, tall=False)


def test_two_readers_get_two_pictures_and_a_chat_that_has_no_clock_is_told_utc(
    app: Flask, match_id: str, stranger: Phone
) -> None:
    stranger.client.set_cookie("zone", "Asia/Karachi")
    (image,) = stranger.open(f"/m/{match_id}/summary").all("img")
    assert "zone=Asia" in (image.get("src") or "")
    told = [meta.get("content") or "" for meta in stranger.page.all("meta", property="og:image")]
    assert "zone=" not in told[0]
    theirs = Phone(app).client.get(image.get("src") or "").headers["ETag"]
    assert stranger.client.get(f"/m/{match_id}/card.png").headers["ETag"] == theirs
    assert Phone(app).client.get(f"/m/{match_id}/card.png").headers["ETag"] != theirs
