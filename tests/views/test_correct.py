"""A round corrected: what it changes is said first, exactly, and nothing is saved by looking."""

from __future__ import annotations

import pytest
from flask import Flask
from mending import answer_of, changes, correct, history, look, open_round
from phones import ROUNDS, Letter, Phone, Typed, log_of, unwritten

from scorekeeper.games import GAMES

BIDS = [(0, 8, 1), (1, 10, 1), (1, 9, 0), (3, 8, 1), (2, 7, 1), (1, 13, 1), (0, 8, 1), (3, 7, 0), (2, 7, 0)]
"""Nine rounds of Tervi: who bid, how many, made or failed. With round 3 made, B would have won at round 6."""

OTHERWISE: dict[str, Typed] = {
    "tervi": {"bidder": "2", "bid": "9", "made": "true"},
    "dehla_pakad": {"tens": "1-3"},
    "tervi_classic": {"winner": "B", "tricks": "4-7"},
    "court_piece": {"tricks": "2-11"},
    "double_sar": {"tens": "1-3", "tricks": "4-9"},
}
"""A round of each game that the other side won, as its page of correction asks for it."""


def play_bids(phone: Phone, bids: list[tuple[int, int, int]]) -> None:
    for bidder, bid, made in bids:
        phone.play({"bidder": str(bidder), "bid": str(bid)}, {"made": "true" if made else "false"})


def start_nine_rounds(phone: Phone) -> str:
    match_id = phone.start("tervi", gap_limit="25").match_id
    play_bids(phone, BIDS)
    return match_id


def test_the_look_ahead_says_exactly_what_will_happen(app: Flask, asha: Phone) -> None:
    match_id = start_nine_rounds(asha)
    open_round(asha, match_id, 3)
    with unwritten(app):
        said = look(asha, {"made": "true"})
    assert said == [
        "Round 3: Bilal 9 failed (−18) → Bilal 9 made (+9)",
        "Score: Asha + Chitra lead by 10 → Bilal + Deepak lead by 25",
        "The match would have ended at round 6: Bilal + Deepak win. 25 behind: Asha + Chitra lose.",
        "Rounds 7 to 9 stay in the history, not counted.",
        "By the rules somebody else dealt then: round 4, 5, 6",
    ]
    assert "Not saved yet" in asha.page.words


def test_saving_gives_what_was_said_and_undo_takes_it_back(asha: Phone) -> None:
    match_id = start_nine_rounds(asha)
    before = answer_of(asha, match_id)
    correct(asha, match_id, 3, {"made": "true"})
    after = answer_of(asha, match_id)
    final = after["final"]
    assert (final["over"], final["match_winner"], final["reason"], final["gap"]) == (True, 1, "gap", -25)
    assert [row["no"] for row in after["rounds"] if row.get("uncounted")] == [7, 8, 9]
    assert "Undo the correction" in asha.open(f"/m/{match_id}").words
    asha.say("undo", {"target": ...})
    assert answer_of(asha, match_id) == before


def test_leaving_changes_nothing(app: Flask, asha: Phone) -> None:
    match_id = start_nine_rounds(asha)
    with unwritten(app):
        open_round(asha, match_id, 3)
        look(asha, {"made": "true"})
        assert f"/m/{match_id}/history" in asha.page.links()
        asha.open(f"/m/{match_id}/history")
        asha.open(f"/m/{match_id}")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_filled_with_what_is_stored(asha: Phone, game: str) -> None:
    match_id = asha.start(game).match_id
    for _ in range(5):
        asha.play(*ROUNDS[game])
    page = open_round(asha, match_id, 4)
    form = page.forms("look")[0]
    pressed = [(each.get("name"), each.get("value")) for each in form.buttons if each.get("aria-pressed") == "true"]
    shown = {**dict(form.untouched()), **dict(pressed)}
    typed = {name: value for part in ROUNDS[game] for name, value in part.items()}
    assert {name: shown.get(name) for name in typed} == typed
    assert page.words.startswith("‹ Round 4 now at round 6")


@pytest.mark.parametrize("game", GAMES)
def test_the_same_entry_again_changes_no_figure(app: Flask, asha: Phone, game: str) -> None:
    match_id = asha.start(game).match_id
    asha.play(*ROUNDS[game])
    open_round(asha, match_id, 1)
    with unwritten(app):
        assert look(asha, {name: value for part in ROUNDS[game] for name, value in part.items()}) == [
            "No figure changes."
        ]


@pytest.mark.parametrize(
    ("game", "typed", "message"),
    [
        ("double_sar", {"tens": "4-0", "tricks": "0-13"}, "No tricks, no tens"),
        ("dehla_pakad", {"tens": "2-2"}, "How many tricks? Tap a number."),
        ("dehla_pakad", {"tens": "3-2"}, "The tens of both sides add up to 4"),
        ("tervi", {"bidder": "", "made": "true"}, "Who bid? Tap a player."),
        ("tervi_classic", {"tricks": "6-6"}, "One side has 7 tricks"),
        ("court_piece", {"tricks": "7-7"}, "The tricks of both sides add up to 13"),
    ],
)
def test_a_correction_obeys_the_checks_of_a_new_round(
    app: Flask, asha: Phone, game: str, typed: dict[str, str], message: str
) -> None:
    match_id = asha.start(game, **({"two_two": "tricks"} if game == "dehla_pakad" else {})).match_id
    asha.play(*ROUNDS[game])
    open_round(asha, match_id, 1)
    form = asha.page.forms("look")[0]
    with unwritten(app):
        page = asha.post(Letter(form.action, form.untouched()).but(suit="spades", **typed))
    assert page.status == 422
    assert message in page.alerts
    suits = [field for field in page.all("input", name="suit", value="spades") if field.get("checked") is not None]
    assert len(suits) == (1 if page.all("input", name="suit") else 0)


@pytest.mark.parametrize("game", GAMES)
def test_correcting_equals_playing_the_corrected_match(asha: Phone, game: str) -> None:
    mended = asha.start(game).match_id
    for _ in range(4):
        asha.play(*ROUNDS[game])
    correct(asha, mended, 2, OTHERWISE[game])
    right = asha.start(game).match_id
    told = OTHERWISE[game]
    step_by_step = [{"bidder": "2", "bid": "9", "suit": "hearts"}, {"made": "true"}] if game == "tervi" else [told]
    for typed in (ROUNDS[game], step_by_step, ROUNDS[game], ROUNDS[game]):
        asha.play(*typed)
    rounds = answer_of(asha, mended)["rounds"]
    assert answer_of(asha, mended) == answer_of(asha, right)
    assert rounds[1]["winner"] != rounds[0]["winner"]


def test_who_won_flipped_replays_scores_dealer_streak_and_end(asha: Phone) -> None:
    match_id = asha.start(target="3").match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"}, {"tens": "3-1"}, {"tens": "3-1"})
    assert [row["streak"] for row in answer_of(asha, match_id)["rounds"]] == [[1, 0], [0, 1], [1, 0], [2, 0]]
    said = correct(asha, match_id, 2, {"tens": "3-1"})
    assert said == [
        "Round 2: Tens 1–3 → Tens 3–1",
        "Score: Asha + Chitra 2 in a row → Asha + Chitra 3 in a row",
        "The match would have ended at round 3: Asha + Chitra win. Kot! 3 rounds running.",
        "Round 4 stays in the history, not counted.",
        "By the rules somebody else dealt then: round 3",
    ]
    rounds = answer_of(asha, match_id)["rounds"]
    assert [row["streak"] for row in rounds] == [[1, 0], [2, 0], [3, 0], [3, 0]]
    assert [row["dealer"] for row in rounds] == [0, 1, 1, None]


def test_the_next_dealer_is_said_when_it_becomes_another(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    assert correct(asha, match_id, 1, {"tens": "1-3"}) == [
        "Round 1: Tens 3–1 → Tens 1–3",
        "Score: Asha + Chitra 1 in a row → Bilal + Deepak 1 in a row",
        "Next dealer: Bilal → Asha",
    ]
    assert "Same dealer: Asha (dealer’s team lost)" in asha.page.words


def test_a_correction_reopens_a_finished_match(asha: Phone) -> None:
    match_id = asha.start(target="2").match_id
    asha.play({"tens": "3-1"}, {"tens": "3-1"})
    assert "Match over" in asha.page.words
    said = correct(asha, match_id, 2, {"tens": "2-2"})
    assert "The match is not over any more: play goes on." in said
    assert "Round 3" in asha.open(f"/m/{match_id}").words
    asha.play({"tens": "1-3"})
    assert answer_of(asha, match_id)["final"]["streak"] == [0, 1]


def test_rounds_left_uncounted_are_listed_and_count_again_when_the_end_moves(asha: Phone) -> None:
    match_id = asha.start(target="3").match_id
    asha.play({"tens": "3-1"}, {"tens": "1-3"}, {"tens": "3-1"}, {"tens": "3-1"}, {"tens": "1-3"})
    correct(asha, match_id, 2, {"tens": "3-1"})
    lines = history(asha, match_id)
    assert [line[0] for line in lines] == ["5", "4", "3", "2", "1"]
    assert ["not counted" in line for line in lines] == [True, True, False, False, False]
    said = correct(asha, match_id, 1, {"tens": "1-3"})
    assert "Round 4 counts again." in said or "Rounds 4 to 5 count again." in said
    assert "not counted" not in " ".join(history(asha, match_id)[1:])


def test_a_correction_sent_twice_is_one(app: Flask, asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    open_round(asha, match_id, 1)
    look(asha, {"tens": "1-3"})
    letter = asha.fill("correct")
    assert [asha.post(letter).status for _ in range(3)] == [303, 303, 303]
    assert [kind for kind, _ in log_of(app, match_id)] == ["round", "correction"]


def test_a_dealer_set_by_hand_after_the_round_stays(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    asha.open(f"/m/{match_id}/table")
    asha.say("dealer", {"seat": "3", "why": "cut again"})
    correct(asha, match_id, 1, {"tens": "1-3"})
    assert "Deepak deals (set by hand: cut again)" in asha.page.words


def test_the_contract_that_stands_is_not_touched(asha: Phone) -> None:
    match_id = asha.start("tervi").match_id
    asha.play(*ROUNDS["tervi"], {"bidder": "0", "bid": "9"})
    correct(asha, match_id, 1, {"made": "false"})
    assert "Asha called 9" in asha.page.words


def test_a_phone_that_reads_along_corrects_nothing(app: Flask, asha: Phone, bilal: Phone, stranger: Phone) -> None:
    match_id = asha.start().match_id
    asha.play({"tens": "3-1"})
    address = next(link for link in asha.open(f"/m/{match_id}/history").links() if "/round/" in link)
    open_round(asha, match_id, 1)
    looked = asha.page.forms("look")[0].fill({"tens": "1-3"})
    changes(asha.post(looked))
    saved = asha.fill("correct")
    for phone in (bilal, stranger):
        assert not [link for link in phone.open(f"/m/{match_id}/history").links() if "/round/" in link]
        with unwritten(app):
            answers = [phone.open(address), phone.post(looked), phone.post(saved)]
            answers += [phone.open(f"/m/{match_id}/rules"), phone.open(address.replace("/round/", "/before/"))]
        assert [page.status for page in answers] == [403] * 5


def test_a_round_that_nobody_knows_is_a_page_of_the_app(asha: Phone) -> None:
    match_id = asha.start().match_id
    for line in ("x", "0" * 32, "%00"):
        for part in ("round", "before"):
            page = asha.open(f"/m/{match_id}/{part}/{line}")
            assert page.status == 404
            assert "This page is not on the table." in page.words


@pytest.mark.parametrize("tens", ["4-0", "3-1", "1-3", "0-4"])
def test_level_tens_with_tricks_can_become_any_other(asha: Phone, tens: str) -> None:
    match_id = asha.start(two_two="tricks", instant_win="false").match_id
    asha.play({"tens-else": "2-2", "tricks": "7-6"})
    said = correct(asha, match_id, 1, {"tens": tens})
    assert said[0] == f"Round 1: Tens 2–2, tricks 7–6 → Tens {tens.replace('-', '–')}"
    assert correct(asha, match_id, 1, {"tens-else": "2-2", "tricks": "6-7"})[0].endswith(" → Tens 2–2, tricks 6–7")


def test_a_misdeal_has_no_entry_to_correct(asha: Phone) -> None:
    match_id = asha.start().match_id
    asha.say("misdeal")
    page = open_round(asha, match_id, "–")
    assert "Misdeal now at round 1" in page.words
    assert "What was it really?" not in page.words
    assert "It never happened" in page.words
