"""What is told after each round, to whoever hears the page, and aloud. Only the browser's own voice is replaced."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from lay import lay, say_elsewhere
from playwright.sync_api import Page, expect
from this_phone import SEEN, hold, this_phone
from touch import Table

VOICE = """languages => {
  window.spoken = [];
  const voices = languages.map((lang) => ({ lang, name: lang, localService: true }));
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => voices, speak: ({ text }) => text && spoken.push(text), cancel() {}, addEventListener() {},
  } });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}"""
# What a screen reader is told: every text that is put into the live region.
TOLD = """() => {
  window.told = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target.id === "announce" && target.textContent) told.push(target.textContent);
  }).observe(document, { childList: true, subtree: true });
}"""


@pytest.fixture
def voiced(phone: Page) -> Page:
    """A phone that has an English voice, and on which it is written down what is said and told."""
    phone.add_init_script(f"({VOICE})(['hi-IN', 'en-GB']); ({TOLD})()")
    return phone


def switch_on(page: Page) -> None:
    """Let the phone speak."""
    button = this_phone(page).get_by_role("button", name="Say each round")
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_each_round_bid_misdeal_and_undo_is_said_once(voiced: Page) -> None:
    switch_on(voiced)
    table = lay(voiced, "tervi", {"bidder": "0", "bid": "12", "made": "true"}, dealer=1)
    table.bid("Chitra", 8, "hearts").made().misdeal().undo().undo().redo().bid("Deepak", 7).failed()
    expected = [
        "Chitra called 8, hearts.",
        "Asha + Chitra made 8. Lead 20. Bilal deals again.",
        "Misdeal. Bilal deals again.",
        "Taken back: the misdeal. Asha + Chitra lead by 20. Bilal deals.",
        "Taken back: Round 2. Asha + Chitra lead by 12. Bilal deals.",
        "Brought back: Round 2. Asha + Chitra lead by 20. Bilal deals.",
        "Deepak called 7.",
        "Bilal + Deepak failed 7. Asha + Chitra lead by 27. Bilal deals again.",
    ]
    expect(voiced.locator("#announce")).to_have_text(expected[-1])
    assert voiced.evaluate("told") == expected
    assert voiced.evaluate("spoken") == expected
    voiced.reload()
    expect(table.board).to_be_visible()
    voiced.goto(f"/m/{table.id}/stand")
    expect(voiced.locator(".big")).to_have_text("27")
    assert voiced.evaluate("[told, spoken]") == [[], []]


@pytest.mark.parametrize(
    ("game", "tens", "rules", "said"),
    [
        ("dehla_pakad", ["3-1", "3-1"], {}, "Asha + Chitra won the round. Asha + Chitra: 2 in a row. Bilal deals"),
        ("dehla_pakad", ["3-1", "2-2"], {}, "Nobody won the round."),
        ("dehla_pakad", ["1-3"], {"mode": "points"}, "Bilal + Deepak won the round. 0 to 1 points. Asha deals again."),
        ("dehla_pakad", ["4-0"], {}, "Asha + Chitra won the round. Sirr! Asha + Chitra win the match."),
    ],
)
def test_what_is_told_in_other_games(
    voiced: Page, game: str, tens: list[str], rules: dict[str, str], said: str
) -> None:
    table = lay(voiced, game, **rules)
    for split in tens:
        table.tens(split)
    expect(voiced.locator("#announce")).to_contain_text(said)
    assert voiced.evaluate("told.length") == len(tens)
    assert voiced.evaluate("spoken") == []


def test_table_mode_says_what_another_window_entered_and_a_phone_out_of_sight_is_silent(voiced: Page) -> None:
    switch_on(voiced)
    table = lay(voiced, "dehla_pakad")
    lies = voiced.context.new_page()
    lies.add_init_script(f"({VOICE})(['en']); ({TOLD})()")
    lies.goto(f"/m/{table.id}/stand")
    expect(lies.locator(".face")).to_have_count(1)
    voiced.evaluate(SEEN, "hidden")
    voiced.evaluate("document.querySelector('button[value=\"3-1\"]').click()")
    said = "Asha + Chitra won the round. Asha + Chitra: 1 in a row. Bilal deals."
    expect(lies.locator("#announce")).to_have_text(said)
    expect(lies.locator(".big")).to_have_text("1")
    assert lies.evaluate("[told, spoken]") == [[said], [said]]
    assert voiced.evaluate("spoken") == []


def test_it_is_offered_only_where_there_is_a_voice_of_the_language(another_phone: Callable[..., Page]) -> None:
    for voices, there in (([], 0), (["hi-IN", "ur-PK"], 0), (["en_US"], 1)):
        page = another_phone()
        page.add_init_script(f"({VOICE})({voices})")
        match = lay(page, "tervi").id
        expect(this_phone(page).get_by_role("button", name="Say each round")).to_have_count(there)
        page.goto(f"/m/{match}/stand")
        page.keyboard.press("Shift")
        expect(page.get_by_role("button", name="Turn")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Say each"))).to_have_count(there)


def test_it_can_be_switched_on_at_the_table(voiced: Page) -> None:
    table: Table = lay(voiced, "dehla_pakad")
    voiced.goto(f"/m/{table.id}/stand")
    hold(voiced, 1200)
    voiced.get_by_role("button", name="Say each round").tap()
    assert voiced.evaluate("spoken") == ["Say each round"]
    voiced.goto(f"/m/{table.id}")
    table.tens("3-1")
    expect(voiced.locator("#announce")).to_contain_text("won the round")
    assert len(voiced.evaluate("spoken")) == 1
    say_elsewhere(table, "misdeal")
    voiced.reload()
    expect(table.board).to_be_visible()
    assert voiced.evaluate("spoken") == []
