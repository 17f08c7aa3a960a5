"""Half an entry is kept when the phone turns, the page reloads, another app comes, and forgotten once it was saved."""

from __future__ import annotations

from lay import lay
from playwright.sync_api import Page, expect
from touch import Table


def expect_chosen(table: Table) -> None:
    """Bilal and hearts are chosen, and nothing else."""
    expect(table.bar.get_by_role("radio", name="Bilal")).to_be_checked()
    expect(table.bar.get_by_role("radio", name="hearts")).to_be_checked()
    expect(table.bar.locator("input:checked")).to_have_count(2)


def test_half_a_bid_survives_a_reload_a_turn_of_the_phone_and_another_page(phone: Page) -> None:
    table = lay(phone, "tervi").choose("Bilal").choose("hearts")
    phone.reload()
    expect_chosen(table)
    phone.set_viewport_size({"width": 915, "height": 412})
    expect_chosen(table)
    phone.set_viewport_size({"width": 412, "height": 915})
    phone.get_by_role("link", name="Home").tap()
    phone.get_by_role("link", name="Continue").tap()
    expect_chosen(table)
    phone.close()
    table = Table(phone.context.new_page()).open(table.id)
    expect_chosen(table)
    table.say(table.button("8"))
    assert table.answer["final"]["score"] == [0, 0]
    expect(table.board).to_contain_text("Bilal called 8")


def test_what_was_saved_does_not_come_back(phone: Page) -> None:
    table = lay(phone, "tervi").bid("Bilal", 8, "hearts").made()
    expect(table.bar.locator("input:checked")).to_have_count(0)
    phone.reload()
    expect(table.bar.locator("input:checked")).to_have_count(0)
    table.undo().undo()
    expect(table.bar.locator("input:checked")).to_have_count(0)


def test_half_an_entry_belongs_to_its_own_round(phone: Page) -> None:
    table = lay(phone, "double_sar").choose("4–0")
    other = Table(phone.context.new_page()).open(table.id)
    expect(other.bar.get_by_role("radio", name="4–0")).to_be_checked()
    other.tens("1-3", 5)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Round 2")
    expect(table.bar.locator("input:checked")).to_have_count(0)


def test_the_stepper_of_six_survives_a_reload(phone: Page) -> None:
    table = lay(phone, "dehla_pakad", seats=6)
    table.bar.get_by_role("button", name="One ten more").tap()
    table.bar.get_by_role("button", name="One ten more").tap()
    phone.reload()
    expect(table.bar.get_by_label("Tens", exact=True)).to_have_value("7-5")


def test_a_refused_bid_keeps_its_half_over_a_reload(phone: Page) -> None:
    table = lay(phone, "tervi").choose("clubs")
    table.button("9").tap()
    expect(table.bar.get_by_role("alert").filter(visible=True)).to_be_visible()
    phone.reload()
    expect(table.bar.get_by_role("radio", name="clubs")).to_be_checked()


def test_a_half_filled_new_match_survives_a_reload(phone: Page) -> None:
    phone.goto("/new/dehla_pakad")
    phone.locator("#name-1").fill("Bilal")
    phone.get_by_role("radio", name="deals first").nth(2).tap()
    phone.get_by_text("House rules").tap()
    phone.locator("#target").fill("5")
    phone.locator("#mode").select_option("points")
    phone.reload()
    expect(phone.locator("#name-1")).to_have_value("Bilal")
    expect(phone.get_by_role("radio", name="deals first").nth(2)).to_be_checked()
    expect(phone.locator("#target")).to_have_value("5")
    expect(phone.locator("#mode")).to_have_value("points")
    phone.get_by_role("button", name="Start").tap()
    phone.wait_for_url("**/m/*")
    match = Table(phone).answer["match"]
    assert (match["seats"][1], match["first_dealer"], match["options"]["target"]) == ("Bilal", 2, 5)
    phone.goto("/new/dehla_pakad")
    expect(phone.locator("input:checked")).to_have_count(0)
    expect(phone.locator("#target")).to_have_value("7")


def test_last_tables_names_are_in_their_seats(phone: Page) -> None:
    lay(phone, "tervi")
    phone.goto("/new/court_piece")
    assert [phone.locator(f"#name-{seat}").input_value() for seat in range(4)] == ["Asha", "Bilal", "Chitra", "Deepak"]
    phone.get_by_role("radio", name="deals first").nth(1).tap()
    phone.get_by_role("button", name="Start").tap()
    phone.wait_for_url("**/m/*")
    assert Table(phone).answer["match"]["seats"] == ["Asha", "Bilal", "Chitra", "Deepak"]
