"""The pages beside a match's own: its history, its table, its mending, the rules, and Home when it is full."""

from __future__ import annotations

from typing import Any

from lay import lay
from playwright.sync_api import Page, expect
from states import LONG, STATES, state

__all__ = ["STATES"]


@state
def a_phone_that_reads(page: Page) -> None:
    table = lay(page, "dehla_pakad", {"tens": "3-1"})
    page.context.clear_cookies()
    table.open(table.id)


@state
def history(page: Page) -> None:
    rounds = [{"bidder": str(seat), "bid": "8", "made": made} for seat in range(4) for made in ("true", "false")]
    table = lay(page, "tervi", *rounds, {"misdeal": "1"}, names=LONG)
    page.goto(f"/m/{table.id}/history")


@state
def empty_history(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'court_piece').id}/history")


@state
def more_about_the_table(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'tervi', names=LONG).id}/table")


@state
def more_about_the_table_with_a_fault(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'dehla_pakad', seats=6).id}/table")
    page.get_by_role("button", name="Delete the match").tap()
    expect(page.get_by_role("alert").first).to_be_visible()


@state
def more_about_a_match_that_is_over(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'dehla_pakad', {'tens': '4-0'}).id}/table")


@state
def phones_of_a_table(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'dehla_pakad', seats=6, names=LONG).id}/phones")


@state
def phones_of_a_table_with_an_invitation_and_a_code(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'tervi', names=LONG).id}/phones")
    page.get_by_role("button", name="Invite a phone").tap()
    page.get_by_role("button", name="Make a code to keep").tap()
    expect(page.get_by_text("It is shown only now.")).to_be_visible()
    page.locator("summary").first.tap()
    page.get_by_role("button", name="Stop keeping score here").tap()
    expect(page.get_by_role("alert")).to_be_visible()


@state
def phones_seen_by_one_that_reads(page: Page) -> None:
    table = lay(page, "dehla_pakad")
    page.context.clear_cookies()
    page.goto(f"/m/{table.id}/phones")


@state
def an_invitation_that_was_opened(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'tervi', names=LONG).id}/phones")
    page.get_by_role("button", name="Invite a phone").tap()
    expect(page.locator(".aloud")).to_be_visible()
    link = page.get_by_label("Link").first.input_value()
    page.context.clear_cookies()
    page.goto(link)


@state
def a_code_that_is_none(page: Page) -> None:
    page.goto("/join")
    page.get_by_label("Code from another phone").fill("ABC DEF")
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_role("alert")).to_be_visible()


@state
def a_lost_phone(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'tervi').id}/phones")
    page.get_by_role("button", name="Make a code to keep").tap()
    code = page.locator(".aloud").inner_text()
    page.context.clear_cookies()
    page.goto("/join")
    page.get_by_label("Code from another phone").fill(code)
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_role("button", name="Take the seat")).to_be_visible()


def correct(page: Page, game: str, *rounds: dict[str, str], **more: Any) -> None:
    """Open the page that corrects the first of some rounds."""
    table = lay(page, game, *rounds, **more)
    page.goto(f"/m/{table.id}/history")
    page.get_by_role("link", name="Correct").last.tap()
    expect(page.get_by_role("heading", name="What was it really?")).to_be_visible()


@state
def a_correction_of_tervi(page: Page) -> None:
    correct(page, "tervi", {"bidder": "0", "bid": "8", "made": "true"}, names=LONG)


@state
def a_correction_of_double_sar(page: Page) -> None:
    correct(page, "double_sar", {"tens": "3-1", "tricks": "8-5"}, names=LONG)


@state
def a_correction_of_tervi_classic(page: Page) -> None:
    correct(page, "tervi_classic", {"tricks": "7-1"})


@state
def a_correction_for_six(page: Page) -> None:
    correct(page, "dehla_pakad", {"tens": "7-5"}, seats=6)


@state
def what_a_correction_changes(page: Page) -> None:
    correct(page, "dehla_pakad", {"tens": "1-3"}, {"tens": "3-1"}, {"tens": "3-1"}, names=LONG)
    page.get_by_role("button", name="4–0").tap()
    expect(page.get_by_role("heading", name="What was it really?")).to_have_count(0)


@state
def changed_house_rules(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'dehla_pakad', {'tens': '3-1'}).id}/rules")


@state
def a_page_that_is_not_there(page: Page) -> None:
    page.goto("/m/nowhere")


# --- rules, and finding a match -------------------------------------------------------------------------------------


@state
def list_of_rules(page: Page) -> None:
    page.goto("/rules")


@state
def rules_of_tervi(page: Page) -> None:
    page.goto("/rules/tervi")


@state
def rules_of_tervi_classic(page: Page) -> None:
    page.goto("/rules/tervi_classic")


@state
def rules_of_court_piece(page: Page) -> None:
    page.goto("/rules/court_piece")


@state
def rules_of_double_sar(page: Page) -> None:
    page.goto("/rules/double_sar")


@state
def rules_of_a_table_for_six(page: Page) -> None:
    match = lay(page, "dehla_pakad", seats=6, direction="clockwise", two_two="tricks", target=5)
    page.goto(f"/rules/dehla_pakad?match={match.id}")


@state
def home_with_many_matches(page: Page) -> None:
    for _ in range(9):
        lay(page, "court_piece", {"tricks": "8-5"}, names=LONG)
    page.goto("/")
    page.get_by_text("Find a match").tap()


@state
def matches_that_were_found(page: Page) -> None:
    for _ in range(22):
        lay(page, "court_piece", names=LONG)
    page.goto("/?game=court_piece&page=2")


@state
def no_match_that_fits(page: Page) -> None:
    lay(page, "court_piece", names=LONG)
    page.goto(f"/?player={LONG[0]}&state=over")


def add_up(page: Page, path: str) -> None:
    """Open a page about a match of nine rounds that was played again."""
    rounds = [{"bidder": str(seat), "bid": "8", "made": made} for seat in range(4) for made in ("true", "false")]
    table = lay(page, "tervi", *rounds, {"misdeal": "1"}, names=LONG)
    page.goto(f"/m/{table.id}/{path}")


@state
def summary_of_a_match(page: Page) -> None:
    add_up(page, "summary")
    page.get_by_text("To copy by hand").tap()


@state
def summary_of_a_match_of_six(page: Page) -> None:
    page.goto(f"/m/{lay(page, 'dehla_pakad', {'tens': '7-5'}, {'tens': '12-0'}, seats=6).id}/summary")


@state
def an_evening_of_two_matches(page: Page) -> None:
    table = lay(page, "dehla_pakad", {"tens": "4-0"}, names=LONG).rematch()
    page.goto(f"/m/{table.id}/evening")


@state
def code_to_read_along(page: Page) -> None:
    add_up(page, "qr")


@state
def files_to_take_along_and_bring_in(page: Page) -> None:
    page.goto("/import")


@state
def a_file_with_a_fault(page: Page) -> None:
    page.goto("/import")
    page.get_by_label("Or its text").fill('[{"game": "tervi"}, {"game": "bridge"}]')
    page.get_by_role("button", name="Look what is in it").tap()
    expect(page.get_by_role("alert")).to_be_visible()


@state
def a_file_that_was_looked_at(page: Page) -> None:
    lay(page, "court_piece", {"tricks": "8-5"}, names=LONG)
    text = page.request.get("/export.json").text()
    page.goto("/import")
    page.get_by_label("Or its text").fill(text)
    page.get_by_role("button", name="Look what is in it").tap()
    expect(page.get_by_role("button", name="Bring them in")).to_be_visible()


@state
def table_mode(page: Page) -> None:
    lay(page, "dehla_pakad", {"tens": "3-1"})
    page.goto(page.url + "/stand")
    page.keyboard.press("Shift")


@state
def table_mode_with_a_contract(page: Page) -> None:
    lay(page, "tervi", {"bidder": "1", "bid": "12", "made": "true"}).bid("Bilal", 9, "hearts")
    page.goto(page.url + "/stand")
