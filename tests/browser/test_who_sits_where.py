"""The map of the table: places as people sit, the dealer's chip, and names that are only ever text."""

from __future__ import annotations

import pytest
from lay import lay
from playwright.sync_api import Locator, Page, expect
from touch import PEOPLE, Table


def seats_of(table: Table) -> list[Locator]:
    """The seats in playing order."""
    return table.board.get_by_role("list", name="Seats, in playing order").get_by_role("listitem").all()


def middle_of(seat: Locator) -> tuple[float, float]:
    """Where a seat stands."""
    box = seat.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("direction", ["anti-clockwise", "clockwise"])
def test_four_sit_as_they_play(phone: Page, direction: str) -> None:
    table = lay(phone, "dehla_pakad", direction=direction)
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = map(middle_of, seats_of(table))
    assert y0 > y1 > y2
    assert y0 > y3 > y2
    assert abs(x0 - x2) < 2
    if direction == "anti-clockwise":
        assert x3 < x0 < x1
    else:
        assert x1 < x0 < x3
    expect(table.board.locator(".turn[data-mirrored]")).to_have_count(0 if direction == "anti-clockwise" else 2)


@pytest.mark.parametrize("direction", ["anti-clockwise", "clockwise"])
def test_six_sit_as_they_play(phone: Page, direction: str) -> None:
    table = lay(phone, "dehla_pakad", seats=6, direction=direction)
    places = [middle_of(seat) for seat in seats_of(table)]
    if direction == "clockwise":
        places = [places[0], *reversed(places[1:])]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3), (x4, y4), (x5, y5) = places
    assert x1 > x0
    assert x2 > x0
    assert x4 < x0
    assert x5 < x0
    assert y0 > y1 > y2 > y3
    assert y0 > y5 > y4 > y3
    assert abs(x0 - x3) < 2


@pytest.mark.parametrize("direction", ["anti-clockwise", "clockwise"])
def test_the_deal_passes_the_way_the_house_plays(phone: Page, direction: str) -> None:
    way = "right" if direction == "anti-clockwise" else "left"
    table = lay(phone, "dehla_pakad", direction=direction).tens("3-1")
    expect(table.why).to_contain_text(f"Deal passes {way} to Bilal (dealer’s team won)")


@pytest.mark.parametrize("game", ["tervi", "dehla_pakad", "tervi_classic", "double_sar", "court_piece"])
@pytest.mark.parametrize("dealer", [0, 3])
def test_the_chip_lies_at_the_dealer_and_the_next_player_starts(phone: Page, game: str, dealer: int) -> None:
    table = lay(phone, game, dealer=dealer)
    seats = seats_of(table)
    expect(table.board.get_by_label("dealer")).to_have_count(1)
    expect(seats[dealer].get_by_label("dealer")).to_be_visible()
    does = {"tervi": "bids first", "tervi_classic": "names trump"}.get(game, "leads")
    expect(seats[(dealer + 1) % 4]).to_contain_text(does)
    expect(table.board.get_by_text(does)).to_have_count(1)


def test_the_chip_goes_to_whoever_deals_next(phone: Page) -> None:
    table = lay(phone, "dehla_pakad")
    for split, dealer in [("3-1", 1), ("3-1", 1), ("1-3", 2), ("1-3", 2), ("3-1", 3)]:
        table.tens(split)
        expect(seats_of(table)[dealer].get_by_label("dealer")).to_be_visible()
        expect(table.why).to_contain_text(PEOPLE[dealer])


def test_both_sides_have_a_sign_and_not_a_colour_alone(phone: Page) -> None:
    table = lay(phone, "dehla_pakad")
    sign = "e => getComputedStyle(e.querySelector('b'), '::before').content"
    signs = [seat.evaluate(sign) for seat in seats_of(table)]
    assert signs[0] == signs[2] != signs[1] == signs[3]
    assert "none" not in signs


NAMES = (
    "<b>Asha</b>",
    'O\'Neil "Doc" & <script>',
    "چوہدری محمد افضل خان",
    "Maximiliana-Theodora Wickramas",
)


@pytest.mark.parametrize("game", ["tervi", "dehla_pakad", "tervi_classic", "double_sar", "court_piece"])
def test_a_name_is_only_ever_text(phone: Page, game: str) -> None:
    first = {
        "tervi": {"bidder": "1", "bid": "8", "made": "true"},
        "dehla_pakad": {"tens": "1-3"},
        "tervi_classic": {"tricks": "3-7"},
        "double_sar": {"tens": "1-3", "tricks": "5-8"},
        "court_piece": {"tricks": "5-8"},
    }[game]
    table = lay(phone, game, first, names=NAMES)
    assert table.answer["match"]["seats"] == list(NAMES)
    for address in (f"/m/{table.id}", f"/m/{table.id}/history", f"/m/{table.id}/table", "/", f"/new/{game}"):
        phone.goto(address)
        assert phone.locator("b b, body script:not([src], #log)").count() == 0
        labels = phone.evaluate("[...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel).join(' | ')")
        assert "<bdi" not in labels
        assert "&" not in labels.replace('" & <script>', "")
    table.open(table.id)
    for seat, name in zip(seats_of(table), NAMES, strict=True):
        expect(seat.locator("bdi")).to_have_text(name)


def test_names_of_other_scripts_stay_in_their_places(phone: Page) -> None:
    table = lay(phone, "tervi", names=("آمنہ", "दीपक", "Chitra", "علی")).bid("آمنہ", 8, "hearts")
    expect(table.board).to_contain_text("آمنہ called 8 ♥︎ and leads the first trick")
    table.made()
    expect(phone.locator(".rounds")).to_contain_text("آمنہ 8 ♥︎ made")
    table.undo()
    table.failed()
    expect(table.board).to_contain_text("\u2068दीपक\u2069 + \u2068علی\u2069 lead")
    assert phone.evaluate("getComputedStyle(document.querySelector('.table')).direction") == "ltr"


def test_a_name_may_be_left_out(phone: Page) -> None:
    table = Table(phone).start("dehla_pakad", names=("", "Bilal", "", ""))
    for seat, name in zip(seats_of(table), ("Player 1", "Bilal", "Player 3", "Player 4"), strict=True):
        expect(seat).to_contain_text(name)
    table.tens("4-0")
    expect(table.bar).to_contain_text("Player 1 + Player 3 win")
