"""Each game played by taps to its end, and its match file compared with a worked match, to the last field."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from touch import PEOPLE, Table
from worked import worked

A, B = "Asha + Chitra", "Bilal + Deepak"

TO_THE_END = [
    ("tervi: a gap of exactly 52 ends the match", A, f"52 behind: {B} lose"),
    ("tervi: a gap of 51 plays on, twice, and the overshoot is shown as it is", A, f"58 behind: {B} lose"),
    ("tervi: 37 behind and a failed 8 is -53: the match is lost", B, f"53 behind: {A} lose"),
    ("tervi: a short match ends at 26", A, f"26 behind: {B} lose"),
    ("tervi: a side that concedes loses, though it is ahead", B, f"{A} conceded"),
    ("tervi_classic: the first side to three rounds wins the match", A, "First to 3 rounds"),
    ("tervi_classic: the first side to two kots wins the match", A, "First to 2 kots"),
    ("dehla_pakad: seven rounds running win the match", B, "Kot! 7 rounds running"),
    ("dehla_pakad: draws between the wins keep the streak", B, "Kot! 3 rounds running"),
    ("dehla_pakad: in a match for points a draw adds nothing", A, "First to 3 points"),
    ("dehla_pakad: level tens won by tricks count for the streak", A, "Kot! 2 rounds running"),
    ("dehla_pakad: all four tens in the first round win the match", A, "All four tens in one round"),
    (
        "dehla_pakad: six players: seven of twelve tens win, six draw, all twelve end the match",
        "Asha + Chitra + Esha",
        "All twelve tens in one round",
    ),
    ("double_sar: 28 to 28, and all four tens win at once", B, "All four tens in one round"),
    (
        "double_sar: where only a sweep ends the match, 28 to 28 is a draw and 56 to nothing the end",
        A,
        "All thirteen tricks in one round",
    ),
    (
        "double_sar: with the instant win off, a draw keeps the streak and the dealer who lost",
        A,
        "Kot! 2 rounds running",
    ),
    ("court_piece: a target of three, with a break", A, "Kot! 3 rounds running"),
    ("court_piece: all thirteen tricks win the match for the other side too", B, "All thirteen tricks in one round"),
]

NOT_TO_THE_END = [
    "tervi: when all pass, the player after the dealer must take 7",
    "tervi: made and failed score the same when nobody counted the tricks",
    "tervi: a misdeal changes nothing and the same dealer deals again",
    "dehla_pakad: a misdeal between two draws leaves them running",
    "tervi_classic: a misdeal is no round and no kot",
]


def play_case(page: Page, name: str) -> Table:
    """Play a worked match by taps, and compare the file with its figures."""
    case = worked(name)
    match = case.match
    more = {**match["options"], **({"start": match["start"]} if "start" in match else {})}
    table = Table(page).start(match["game"], seats=len(match["seats"]), dealer=match["first_dealer"], **more)
    for said in match["rounds"]:
        table.play(said)
    answer = table.answer
    assert answer["rounds"] == case.answer["rounds"]
    assert answer["final"] == case.answer["final"]
    return table


@pytest.mark.parametrize(("name", "winner", "ending"), TO_THE_END, ids=[name for name, *_ in TO_THE_END])
def test_a_match_played_by_touch_scores_as_worked_and_says_who_won(
    phone: Page, name: str, winner: str, ending: str
) -> None:
    table = play_case(phone, name)
    verdict = table.bar.locator(".won")
    expect(verdict.get_by_text(f"{winner} win", exact=True)).to_be_visible()
    expect(verdict.get_by_text(ending, exact=True)).to_be_visible()
    expect(table.board.get_by_text(f"{winner} win", exact=True)).to_be_visible()
    dealer = PEOPLE[worked(name).answer["final"]["rematch_dealer"]]
    expect(table.button("Rematch")).to_contain_text(f"same seats, {dealer} deals")


@pytest.mark.parametrize("name", NOT_TO_THE_END)
def test_an_evening_that_was_cut_short_scores_as_worked(phone: Page, name: str) -> None:
    table = play_case(phone, name)
    final = worked(name).answer["final"]
    expect(table.why).to_contain_text(PEOPLE[final["next_dealer"]])
    expect(table.board.get_by_role("listitem").nth(final["next_dealer"]).get_by_label("dealer")).to_be_visible()
