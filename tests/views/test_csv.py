"""Rounds as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io

from flask import Flask
from phones import PEOPLE, Phone, unwritten


def rows(phone: Phone, address: str) -> list[dict[str, str]]:
    """Read a table as a spreadsheet does."""
    answer = phone.client.get(address)
    assert answer.status_code == 200
    assert answer.mimetype == "text/csv"
    assert answer.data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))


def test_each_round_that_counts_is_a_line(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play({"bidder": "1", "bid": "9", "suit": "hearts"}, {"made": "false"})
    asha.say("misdeal")
    asha.play({"bidder": "0", "bid": "8"}, {"made": "true"})
    first, second = rows(asha, f"/m/{match_id}.csv")
    assert first["What happened"] == "Bilal 9 ♥ failed"
    assert (first["Points A"], first["Points B"], first["Gap"], first["Won by"]) == ("0", "-18", "18", "A")
    assert (second["Round"], second["Score A"], second["Score B"], second["Gap"]) == ("2", "8", "-18", "26")
    assert (first["Team A"], first["Dealer"], first["Game"]) == ("Asha + Chitra", "Asha", "Tervi")


def test_minus_points_stay_numbers_and_formulas_stay_text(asha: Phone) -> None:
    names = ('=HYPERLINK("http://x")', "+91", "-2", "@home")
    match_id = asha.start("tervi", names).match_id
    asha.play({"bidder": "1", "bid": "9"}, {"made": "false"})
    (row,) = rows(asha, f"/m/{match_id}.csv")
    assert row["Points B"] == "-18"
    assert row["Team A"] == '\'=HYPERLINK("http://x") + -2'
    assert row["Team B"] == "'+91 + @home"
    assert row["What happened"].startswith("'+91 9")
    assert row["Dealer"].startswith("'=")


def test_names_of_any_script_come_through(asha: Phone) -> None:
    match_id = asha.start(names=("आशा", "بلال", "चित्रा", '😀, "x"')).match_id
    asha.play({"tens": "3-1"})
    (row,) = rows(asha, f"/m/{match_id}.csv")
    assert row["Team A"] == "आशा + चित्रा"
    assert row["Team B"] == 'بلال + 😀, "x"'


def test_a_name_is_offered_for_the_file(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    told = asha.client.get(f"/m/{match_id}.csv").headers["Content-Disposition"]
    assert told.startswith('attachment; filename="tervi-20')


def test_all_that_this_phone_keeps_and_nothing_else(app: Flask, asha: Phone, bilal: Phone, stranger: Phone) -> None:
    for game in ("dehla_pakad", "tervi_classic"):
        asha.start(game, PEOPLE[:4])
        asha.play({"tens": "3-1"} if game == "dehla_pakad" else {"winner": "A", "tricks": "7-3"})
    with unwritten(app):
        assert [row["Game"] for row in rows(asha, "/export.csv")] == ["Dehla Pakad", "Tervi classic"]
        assert rows(bilal, "/export.csv") == []
        assert rows(stranger, "/export.csv") == []
        assert len(asha.client.get("/export.json").json or []) == 2
        assert stranger.client.get("/export.json").json == []
