"""Every page in every state it can be in: each function brings a phone there. What holds for one must hold for all."""

from __future__ import annotations

from collections.abc import Callable

from lay import lay, say_elsewhere, send
from playwright.sync_api import Page, expect

STATES: dict[str, Callable[[Page], None]] = {}

LONG = ("Maximiliana-Theodora Wickramas", "Bartholomew Featherstonehaugh", "چوہدری محمد افضل خان", "दीपक कुमार श्रीवास्तव")


def state(bring: Callable[[Page], None]) -> Callable[[Page], None]:
    """Put a state into the list under its name."""
    STATES[bring.__name__] = bring
    return bring


# --- home and a new match -------------------------------------------------------------------------------------------


@state
def home_of_a_new_phone(page: Page) -> None:
    page.goto("/")


@state
def home_with_matches(page: Page) -> None:
    lay(page, "dehla_pakad", {"tens": "4-0"})
    send(page, f"/m/{lay(page, 'court_piece').id}/delete", {"sure": 1})
    lay(page, "tervi", {"bidder": "0", "bid": "8", "made": "true"})
    lay(page, "tervi_classic", {"tricks": "7-3"}, names=LONG)
    lay(page, "dehla_pakad", seats=6)
    page.goto("/")
    for fold in page.locator("summary").all():
        fold.tap()


def ask_new(page: Page, address: str) -> None:
    """Open the page of a new match with everything unfolded."""
    page.goto(address)
    for fold in page.locator("summary").all():
        fold.tap()


@state
def new_tervi(page: Page) -> None:
    ask_new(page, "/new/tervi")


@state
def new_tervi_classic(page: Page) -> None:
    ask_new(page, "/new/tervi_classic")


@state
def new_dehla_pakad(page: Page) -> None:
    ask_new(page, "/new/dehla_pakad")


@state
def new_match_for_six(page: Page) -> None:
    ask_new(page, "/new/dehla_pakad?seats=6")


@state
def new_double_sar(page: Page) -> None:
    ask_new(page, "/new/double_sar")


@state
def new_court_piece(page: Page) -> None:
    ask_new(page, "/new/court_piece")


@state
def new_match_with_faults(page: Page) -> None:
    ask_new(page, "/new/tervi")
    page.locator("#gap").fill("many")
    page.locator("#gap_limit").fill("0")
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("alert").first).to_be_visible()


# --- a match --------------------------------------------------------------------------------------------------------


@state
def tervi_before_the_first_bid(page: Page) -> None:
    lay(page, "tervi")


@state
def tervi_in_danger(page: Page) -> None:
    table = lay(
        page, "tervi", {"bidder": "1", "bid": "7", "made": "false"}, gap=46, ahead="a", names=LONG, gap_limit=60
    )
    table.choose(LONG[1])


@state
def tervi_with_a_contract(page: Page) -> None:
    lay(page, "tervi", {"bidder": "0", "bid": "8", "made": "true"}).bid("Chitra", 12, "hearts")
    page.get_by_text("Count the tricks").tap()


@state
def tervi_forced(page: Page) -> None:
    lay(page, "tervi", names=LONG).all_pass()


@state
def tervi_without_a_bidder(page: Page) -> None:
    table = lay(page, "tervi")
    table.button("8").tap()
    expect(page.get_by_role("alert").filter(visible=True)).to_be_visible()


@state
def tervi_over(page: Page) -> None:
    lay(page, "tervi", {"bidder": "0", "bid": "13", "made": "false"}, gap_limit=26)


@state
def tervi_classic_with_a_side(page: Page) -> None:
    lay(page, "tervi_classic", {"tricks": "7-0"}, {"tricks": "7-2"}, {"tricks": "4-7"}).choose("Asha + Chitra")


@state
def tervi_classic_with_long_names(page: Page) -> None:
    lay(page, "tervi_classic", {"tricks": "7-0"}, names=LONG, target_rounds=5, target_kots=3)


@state
def dehla_pakad_unfolded(page: Page) -> None:
    lay(page, "dehla_pakad", {"tens": "3-1"}, {"tens": "2-2"}, {"misdeal": "1"})
    page.get_by_text("Which tens, trump").tap()


@state
def dehla_pakad_by_tricks(page: Page) -> None:
    lay(page, "dehla_pakad", {"tens": "1-3"}, two_two="tricks", names=LONG).choose("2–2")


@state
def dehla_pakad_for_points(page: Page) -> None:
    lay(page, "dehla_pakad", {"tens": "1-3"}, {"tens": "3-1"}, mode="points", direction="clockwise")


@state
def dehla_pakad_over(page: Page) -> None:
    lay(page, "dehla_pakad", {"tens": "0-4"})


@state
def dehla_pakad_for_six(page: Page) -> None:
    lay(page, "dehla_pakad", {"tens": "7-5"}, seats=6, two_two="tricks", names=(*LONG, "Esha", "Farid"))


@state
def double_sar_with_tens(page: Page) -> None:
    lay(page, "double_sar", {"tens": "3-1", "tricks": "8-5"}).choose("4–0")


@state
def court_piece(page: Page) -> None:
    lay(page, "court_piece", {"tricks": "8-5"}, names=LONG)


@state
def an_undone_round(page: Page) -> None:
    lay(page, "dehla_pakad", {"tens": "3-1"}, {"tens": "1-3"}, names=LONG).undo()


@state
def two_phones_at_odds(page: Page) -> None:
    page.route("**/live?*", lambda route: route.abort())  # this phone does not hear what the other one says
    table = lay(page, "tervi", {"bidder": "0", "bid": "8", "made": "true"}, names=LONG).bid(LONG[0], 9)
    say_elsewhere(table, "round", made="false")
    table.button("Made").tap()
    expect(page.locator(".clash")).to_be_visible()


@state
def a_round_that_was_not_saved(page: Page) -> None:
    table = lay(page, "dehla_pakad")
    page.route("**/round", lambda route: route.abort())
    table.button("3–1").tap()
    expect(table.bar.locator(".waiting")).to_be_visible()
