"""Tervi's two steps, and what else happens at a table: forced bids, draws, misdeals."""

from __future__ import annotations

import pytest
from lay import lay
from playwright.sync_api import Page, expect
from touch import Table


def test_nothing_is_chosen_before_somebody_taps(phone: Page) -> None:
    for game in ("tervi", "dehla_pakad", "tervi_classic", "double_sar", "court_piece"):
        table = lay(phone, game)
        assert table.bar.locator("input:checked").count() == 0
        phone.goto(f"/new/{game}")
        assert phone.locator("input:checked").count() == 0
    assert lay(phone, "dehla_pakad", seats=6).bar.get_by_label("Tens", exact=True).input_value() == ""


def test_the_contract_stands_large_while_the_hand_is_played(phone: Page) -> None:
    table = lay(phone, "tervi", {"bidder": "0", "bid": "12", "made": "true"}).bid("Chitra", 8, "hearts")
    large = table.board.locator(".digits")
    expect(large).to_have_text("8♥︎")
    sizes = phone.evaluate(
        "[...document.querySelectorAll('body *')].map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert large.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") == max(sizes)
    expect(table.board).to_contain_text("Chitra called 8 ♥︎ and leads the first trick")
    phone.reload()
    expect(large).to_have_text("8♥︎")


def test_made_and_failed_say_what_they_will_do(phone: Page) -> None:
    table = lay(phone, "tervi", {"bidder": "0", "bid": "12", "made": "true"}).bid("Chitra", 8)
    expect(table.button("Made 8")).to_contain_text("+8 · lead 20")
    expect(table.button("Failed")).to_contain_text("−16 · 4 behind")
    table.made().bid("Bilal", 13)
    expect(table.button("Made 13")).to_contain_text("+13 · 7 behind")
    expect(table.button("Failed")).to_contain_text("−26 · 46 behind")
    table.undo().bid("Bilal", 7)
    expect(table.button("Failed")).to_contain_text("−7 · 27 behind")


def test_made_and_failed_say_that_they_end_the_match(phone: Page) -> None:
    table = lay(phone, "tervi", gap=46, ahead="a")
    expect(table.board).to_contain_text("Asha + Chitra: making 7 wins the match")
    expect(table.board).to_contain_text("Bilal + Deepak: a failed 7 loses the match")
    table.bid("Asha", 7)
    expect(table.button("Made 7")).to_contain_text("+7 · wins the match")
    table.undo().bid("Bilal", 8)
    expect(table.button("Failed")).to_contain_text("−16 · loses the match")
    table.failed()
    expect(table.bar).to_contain_text("62 behind: Bilal + Deepak lose")


def test_when_all_passed_the_player_after_the_dealer_must_take_7(phone: Page) -> None:
    table = lay(phone, "tervi", dealer=3).all_pass()
    expect(table.board).to_contain_text("All passed: Asha must take 7 and names trump")
    expect(table.board.locator(".digits")).to_have_text("7")
    table.count(6)
    assert table.rounds[0]["delta"] == [-7, 0]
    expect(table.why).to_contain_text("Deal passes right to Asha (dealer’s team won)")
    table.all_pass().made()
    assert table.rounds[1]["delta"] == [0, 7]


@pytest.mark.parametrize(("tricks", "delta"), [(9, [9, 0]), (13, [9, 0]), (8, [-18, 0]), (0, [-18, 0])])
def test_counted_tricks_decide_the_contract(phone: Page, tricks: int, delta: list[int]) -> None:
    table = lay(phone, "tervi").bid("Asha", 9).count(tricks)
    assert [row["delta"] for row in table.rounds] == [delta]


def test_a_wrong_bid_is_replaced_after_undo(phone: Page) -> None:
    table = lay(phone, "tervi").bid("Bilal", 9, "clubs").undo()
    assert table.bar.locator("input:checked").count() == 0
    table.bid("Deepak", 10, "spades").made()
    match = table.answer["match"]
    assert match["rounds"] == [{"bidder": 3, "bid": 10, "suit": "spades", "made": True}]


def test_a_bid_without_a_bidder_is_answered_beside_the_players(phone: Page) -> None:
    table = lay(phone, "tervi").choose("hearts")
    table.button("8").tap()
    expect(table.bar.get_by_role("alert").filter(visible=True)).to_have_text("Who bid? Tap a player.")
    expect(table.bar.get_by_role("radio", name="hearts")).to_be_checked()
    table.bid("Asha", 8)
    expect(table.board.locator(".digits")).to_have_text("8♥︎")


def test_a_draw_says_who_deals_and_why(phone: Page) -> None:
    table = lay(phone, "dehla_pakad").tens("2-2")
    expect(table.why).to_contain_text("Deal passes right to Bilal (nobody won, and there is no round before)")
    table.tens("3-1")
    expect(table.why).to_contain_text("Same dealer: Bilal (dealer’s team lost)")
    expect(table.board).to_contain_text("1")
    table.tens("2-2")
    expect(table.why).to_contain_text("Same dealer: Bilal (nobody won, and the dealer’s team lost the round before)")
    expect(table.board.get_by_text("Asha + Chitra in a row")).to_be_visible()
    table.tens("2-2")
    expect(table.why).to_contain_text("Deal passes right to Chitra (nobody won, again)")


@pytest.mark.parametrize("game", ["tervi", "dehla_pakad", "tervi_classic", "double_sar", "court_piece"])
def test_a_misdeal_keeps_the_dealer_and_the_number(phone: Page, game: str) -> None:
    table = lay(phone, game, dealer=2)
    number = phone.get_by_role("heading", level=1)
    expect(number).to_contain_text("Round 1")
    table.misdeal()
    expect(number).to_contain_text("Round 1")
    expect(table.why).to_contain_text("Misdeal: Chitra deals again")
    expect(table.board.get_by_role("listitem").nth(2).get_by_label("dealer")).to_be_visible()


def test_a_misdeal_ends_a_contract(phone: Page) -> None:
    table = lay(phone, "tervi").bid("Asha", 11).misdeal()
    expect(table.button("11")).to_be_visible()
    table.undo()
    expect(table.board.locator(".digits")).to_have_text("11")


def test_what_cannot_be_in_double_sar_is_disabled_and_says_why(phone: Page) -> None:
    table = lay(phone, "double_sar").choose("4–0")
    expect(table.button("0")).to_be_disabled()
    expect(table.button("1")).to_be_enabled()
    expect(table.bar.get_by_text("No tricks, no tens").filter(visible=True)).to_be_visible()
    table.choose("0–4")
    expect(table.button("13")).to_be_disabled()
    expect(table.button("12")).to_be_enabled()


def test_the_tens_suits_and_trump_are_one_tap_away(phone: Page) -> None:
    table = lay(phone, "dehla_pakad")
    table.bar.get_by_text("Which tens, trump").tap()
    for suit in ("spades", "hearts", "clubs"):
        table.bar.get_by_role("checkbox", name=suit).tap()
    table.bar.get_by_role("radio", name="no trump").tap()
    table.tens("3-1")
    said = {"tens": [3, 1], "which": ["spades", "hearts", "clubs"], "suit": "none"}
    assert table.answer["match"]["rounds"] == [said]


def test_no_keyboard_opens_during_play(phone: Page) -> None:
    for game in ("tervi", "dehla_pakad", "tervi_classic", "double_sar", "court_piece"):
        table = lay(phone, game)
        assert table.bar.locator("input:not([type=hidden], [type=radio], [type=checkbox]), textarea").count() == 0
    table = lay(phone, "dehla_pakad", seats=6)
    table.bar.get_by_role("button", name="One ten more").tap()
    assert phone.evaluate("document.activeElement.tagName") != "INPUT"


def test_the_dealer_is_set_by_hand_and_undone(phone: Page) -> None:
    table = lay(phone, "dehla_pakad")
    phone.get_by_role("link", name="More").tap()
    phone.get_by_role("radio", name="Deepak").tap()
    phone.get_by_label("Why?").fill("he dropped the cards")
    phone.get_by_role("button", name="Set the dealer").tap()
    phone.wait_for_url(f"**/m/{phone.url.split('/m/')[1][:32]}")
    expect(table.why).to_contain_text("Deepak deals (set by hand: he dropped the cards)")
    table.undo()
    expect(table.why).to_contain_text("Asha deals first")
    assert Table(phone).answer["final"]["next_dealer"] == 0
