"""The picture of a match: what stands in it, how large it is, when it is made, who may keep it."""

from __future__ import annotations

import io
from xml.etree.ElementTree import Element, fromstring

import pytest
from flask import Flask
from glyphs import glyphs
from phones import Phone
from PIL import Image

from scorekeeper import card, render, store
from scorekeeper.board import Board
from scorekeeper.lettering import width
from scorekeeper.summary import Summary

LONG = ("Wilhelmina-Konstantinopolitana", "W" * 30, "विश्वनाथप्रसाद चट्टोपाध्यायजी", "محمد عبداللہ نواز شریف احمد خان"[:30])
TABLES = {
    "latin": ("Asha", "Bilal", "Chitra", "Deepak"),
    "hindi": ("आशा", "बिलाल", "चित्रा", "दादी"),
    "urdu": ("عائشہ", "بلال", "چترا", "ڈاکٹر نواز"),
    "emoji": ("😀Asha❤️", "👨‍👩‍👧", "Chitra", "♠️Deepak"),
    "long": LONG,
    "nobody": ("", "", "", ""),
    "hostile": ("<b>", "&amp;", '"><script>', "Dee\u200dpak"),
}
shapes = pytest.mark.parametrize("tall", [False, True], ids=["wide", "tall"])


def played(phone: Phone, names: tuple[str, ...]) -> str:
    """Play a match of Tervi in which the lead changes, until it is over."""
    match_id = phone.start("tervi", names).match_id
    for bidder, bid, made in ((0, 8, True), (1, 13, True), (2, 13, True), (0, 13, True), (3, 13, False), (0, 13, True)):
        phone.play({"bidder": str(bidder), "bid": str(bid), "suit": "hearts"}, {"made": str(made).lower()})
    return match_id


def drawing(app: Flask, match_id: str, *, tall: bool = False) -> Element:
    """The picture as it goes to the renderer."""
    with app.test_request_context("/?zone=Asia/Karachi"):
        match = store.find_match(match_id)
        assert match is not None
        board = Board(store.reading_of(match), match_id, writes=False)
        return fromstring(card.svg(Summary(board, match.started), tall=tall))  # noqa: S314 - our own


def written(picture: Element) -> list[str]:
    return [text.text or "" for text in picture.iter("{http://www.w3.org/2000/svg}text")]


def png(phone: Phone, address: str) -> Image.Image:
    answer = phone.client.get(address)
    assert answer.status_code == 200
    assert answer.mimetype == "image/png"
    return Image.open(io.BytesIO(answer.data))


@shapes
@pytest.mark.parametrize("table", TABLES)
def test_every_character_of_a_picture_has_a_shape_in_its_font(app: Flask, asha: Phone, table: str, tall: bool) -> None:
    picture = drawing(app, played(asha, TABLES[table]), tall=tall)
    for text in picture.iter("{http://www.w3.org/2000/svg}text"):
        family = text.get("font-family") or ""
        missing = {letter for letter in text.text or "" if ord(letter) not in glyphs()[family]}
        assert missing == set(), family


@shapes
@pytest.mark.parametrize("table", TABLES)
def test_no_line_sticks_out(app: Flask, asha: Phone, table: str, tall: bool) -> None:
    picture = drawing(app, played(asha, TABLES[table]), tall=tall)
    for text in picture.iter("{http://www.w3.org/2000/svg}text"):
        size, weight = float(text.get("font-size") or 0), int(text.get("font-weight") or 0)
        left = float(text.get("x") or 0)
        assert left >= 40
        assert left + width(text.text or "", size, weight) <= float(picture.get("width") or 0) - 40, text.text


@shapes
@pytest.mark.parametrize("table", TABLES)
def test_a_picture_is_of_its_size_and_weighs_less_than_100_kb(asha: Phone, table: str, tall: bool) -> None:
    match_id = played(asha, TABLES[table])
    address = f"/m/{match_id}/card{'-tall' if tall else ''}.png"
    assert len(asha.client.get(address).data) < 100_000
    assert png(asha, address).size == ((1080, 1920) if tall else (1200, 630))


def test_the_result_the_teams_and_how_it_was_won_stand_in_it(app: Flask, asha: Phone) -> None:
    told = written(drawing(app, played(asha, TABLES["latin"])))
    assert {"Tervi", "Asha", "Chitra", "Bilal", "Deepak", "60"} <= {text.strip() for text in told}
    assert any("Asha + Chitra win · 60 behind: Bilal + Deepak lose · 6 rounds" in text for text in told)


def test_the_tall_one_tells_more(app: Flask, asha: Phone) -> None:
    told = " ".join(written(drawing(app, played(asha, TABLES["latin"]), tall=True)))
    for fact in ("Best bid Bilal 13 hearts made (+13, round 2)", "Worst bid Deepak 13 hearts failed (−26, round 5)"):
        assert fact in told


def test_where_the_lead_changed_is_marked(app: Flask, asha: Phone) -> None:
    rings = [
        circle for circle in drawing(app, played(asha, TABLES["latin"])).iter() if circle.get("stroke") == card.GOLD
    ]
    assert len(rings) == 2


def test_a_kot_is_marked(app: Flask, asha: Phone) -> None:
    match_id = asha.start("dehla_pakad").match_id
    asha.play({"tens": "3-1"}, {"tens": "4-0"})
    stars = [star for star in drawing(app, match_id).iter() if star.tag.endswith("polygon")]
    assert len(stars) == 1


def test_urdu_is_drawn_and_not_as_boxes(asha: Phone) -> None:
    """A box is the same for each letter: two names of as many letters would look alike."""
    pictures = [
        png(asha, f"/m/{asha.start('tervi', (name, 'x', 'y', 'z')).match_id}/card.png") for name in ("بلال", "ڈاکٹ")
    ]
    places = [picture.convert("RGB").crop((140, 118, 330, 206)).tobytes() for picture in pictures]
    assert places[0] != places[1]


def test_there_is_a_picture_before_the_first_round(asha: Phone) -> None:
    for game in ("tervi", "dehla_pakad", "tervi_classic", "court_piece", "double_sar"):
        assert png(asha, f"/m/{asha.start(game).match_id}/card.png").size == (1200, 630)


def test_a_picture_is_made_once_per_state(asha: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    draw = render.png
    monkeypatch.setattr(render, "png", lambda svg, fonts: made.append(svg) or draw(svg, fonts))
    match_id = asha.start().match_id
    for _ in range(3):
        asha.client.get(f"/m/{match_id}/card.png")
    assert len(made) == 1
    asha.play({"tens": "3-1"})
    asha.client.get(f"/m/{match_id}/card.png")
    assert len(made) == 2


def test_whoever_has_the_picture_is_told_so_without_drawing_it(asha: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = asha.start().match_id
    tag = asha.client.get(f"/m/{match_id}/card.png").headers["ETag"]
    asha.client.application.extensions["cards"].clear()
    monkeypatch.setattr(render, "png", None)
    answer = asha.client.get(f"/m/{match_id}/card.png", headers={"If-None-Match": tag})
    assert answer.status_code == 304


def test_the_picture_of_a_state_may_be_kept_and_any_other_must_be_asked_for(asha: Phone) -> None:
    match_id = asha.start().match_id
    (image,) = asha.open(f"/m/{match_id}/summary").all("img")
    answer = asha.client.get(image.get("src") or "")
    assert "immutable" in answer.headers["Cache-Control"]
    asha.open(f"/m/{match_id}")
    asha.play({"tens": "3-1"})
    assert "immutable" not in asha.client.get(image.get("src") or "").headers["Cache-Control"]


def test_a_correction_gives_the_picture_another_address_and_another_figure(app: Flask, asha: Phone) -> None:
    match_id = asha.start("dehla_pakad").match_id
    asha.play({"tens": "3-1"})
    before = asha.open(f"/m/{match_id}/summary").all("img")[0].get("src")
    asha.open(f"/m/{match_id}/history")
    asha.open(next(link for link in asha.page.links() if "/round/" in link))
    asha.post(next(form for form in asha.page.forms("look") if form.has("tens")).fill({"tens": "1-3"}))
    asha.say("correct")
    assert asha.open(f"/m/{match_id}/summary").all("img")[0].get("src") != before
    assert any("Bilal + Deepak in a row" in text for text in written(drawing(app, match_id)))


def test_there_is_no_picture_of_a_match_that_is_not_there(asha: Phone) -> None:
    assert asha.client.get(f"/m/{'0' * 32}/card.png").status_code == 404
