"""What may be said next: every kind of event, when it is taken and when it is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from table import Table, already, conflict, names_of_games

from scorekeeper.games import Impossible
from scorekeeper.log import expect, open_match, read
from scorekeeper.log.state import Contract

# --- a bid ---


def test_a_bid_stands_until_its_hand_is_played() -> None:
    table = Table("tervi")
    bid = table.bid(1, 8, "hearts")
    assert table.seen.contract == Contract(bid, {"bidder": 1, "bid": 8, "suit": "hearts"})

    table.play(bidder=1, bid=8, tricks=8)

    assert table.contract is None
    assert table.score == (0, 8)


def test_a_second_bid_is_refused_while_a_contract_stands() -> None:
    table = Table("tervi")
    phone = table.look()
    table.bid(1, 8)
    with conflict("contract_stands"):
        phone.bid(2, 9)


def test_a_bid_replaces_the_contract_it_names() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    second = table.bid(2, 9)
    assert table.contract == second


def test_a_bid_that_would_replace_an_earlier_one_is_refused() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    phone = table.look()
    table.bid(2, 9)
    with conflict("contract_stands"):
        phone.bid(3, 10)


def test_a_bid_that_would_replace_a_contract_that_is_gone_is_refused() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    phone = table.look()
    table.play(bidder=1, bid=8, tricks=7)
    with conflict("contract_gone"):
        phone.bid(2, 9)


def test_all_passed_is_a_contract_whose_bidder_depends_on_the_dealer() -> None:
    table = Table("tervi", first_dealer=0)
    table.all_pass()
    table.deal(1, "Asha stood up")

    table.play(forced=True, tricks=7)

    assert table.score == (7, 0)
    assert table.reading.rows[0][1].leader == 2


def test_a_late_bid_after_the_match_is_over_is_refused_and_shows_the_round_that_ended_it() -> None:
    table = Table("tervi", gap_limit=26)
    phone = table.look()
    last = table.play(bidder=1, bid=13, tricks=12)
    with conflict("over", line=last):
        phone.bid(2, 9)


def test_a_bid_that_cannot_be_is_refused_before_anything_else() -> None:
    table = Table("tervi", gap_limit=26)
    table.play(bidder=1, bid=13, tricks=12)
    with pytest.raises(Impossible, match="bid_range"):
        table.bid(1, 14)


@pytest.mark.parametrize("game", [name for name in names_of_games() if name != "tervi"])
def test_nobody_bids_in_the_other_games(game: str) -> None:
    with pytest.raises(Impossible, match="no_bidding"):
        Table(game).bid(1, 8)


# --- a round ---


def test_a_round_comes_after_the_last_one() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    second = table.play(tens=[1, 3])
    assert table.lines == [first, second]
    assert table.score == (1, 1)


def test_a_round_that_another_phone_has_taken_is_refused_and_shows_what_stands_there() -> None:
    table = Table()
    table.play(tens=[3, 1])
    phone = table.look()
    taken = table.play(tens=[3, 1])
    table.play(tens=[2, 2])
    with conflict("round_taken", line=taken):
        phone.play(tens=[1, 3])


def test_the_first_round_taken_by_another_phone_shows_that_round() -> None:
    table = Table()
    phone = table.look()
    taken = table.play(tens=[3, 1])
    with conflict("round_taken", line=taken):
        phone.play(tens=[3, 1])


def test_a_round_taken_by_a_misdeal_shows_the_misdeal() -> None:
    table = Table()
    phone = table.look()
    taken = table.misdeal()
    with conflict("round_taken", line=taken):
        phone.play(tens=[3, 1])


def test_a_round_that_ended_the_match_is_shown_to_the_phone_that_came_late() -> None:
    table = Table()
    phone = table.look()
    taken = table.play(tens=[4, 0])
    with conflict("round_taken", line=taken):
        phone.play(tens=[3, 1])


def test_a_round_after_one_that_was_undone_is_refused() -> None:
    table = Table()
    table.play(tens=[3, 1])
    table.play(tens=[3, 1])
    phone = table.look()
    table.undo()
    with conflict("moved_on"):
        phone.play(tens=[1, 3])


def test_a_round_after_one_that_was_struck_is_refused() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    phone = table.look()
    table.strike(first)
    with conflict("moved_on"):
        phone.play(tens=[1, 3])


def test_after_a_struck_round_the_next_one_comes_after_the_round_before_it() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    second = table.play(tens=[3, 1])
    table.strike(second)
    third = table.play(tens=[1, 3])
    assert table.lines == [first, third]


def test_a_round_is_refused_when_the_match_is_over() -> None:
    table = Table()
    last = table.play(tens=[4, 0])
    with conflict("over", line=last):
        table.play(tens=[3, 1])


def test_a_round_from_memory_needs_no_bid_and_ends_the_contract_that_stands() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    table.play_from_memory(bidder=2, bid=9, tricks=9)
    assert table.contract is None
    assert table.score == (9, 0)


def test_a_result_for_a_contract_that_was_undone_is_refused() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    phone = table.look()
    table.undo()
    with conflict("contract_gone"):
        phone.play(bidder=1, bid=8, tricks=8)


def test_a_result_for_a_contract_that_was_replaced_is_refused() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    phone = table.look()
    table.bid(3, 10)
    with conflict("contract_gone"):
        phone.play(bidder=1, bid=8, tricks=8)


@pytest.mark.parametrize(
    "entry",
    [
        {"bidder": 1, "bid": 9, "tricks": 9},
        {"bidder": 3, "bid": 8, "tricks": 8},
        {"forced": True, "tricks": 8},
    ],
    ids=["another number", "another bidder", "all passed"],
)
def test_a_result_that_names_a_bid_must_answer_it(entry: dict[str, object]) -> None:
    table = Table("tervi")
    table.bid(1, 8)
    with pytest.raises(Impossible, match="other_contract"):
        table.play(**entry)


def test_a_bid_does_not_answer_a_forced_seven() -> None:
    table = Table("tervi")
    table.all_pass()
    with pytest.raises(Impossible, match="other_contract"):
        table.play(bidder=1, bid=7, tricks=7)


def test_the_trump_may_be_told_with_the_result_only() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    table.play(bidder=1, bid=8, made=True, suit="clubs")
    assert table.played == [{"bidder": 1, "bid": 8, "made": True, "suit": "clubs"}]


def test_a_round_that_cannot_be_is_refused() -> None:
    with pytest.raises(Impossible, match="tens_sum"):
        Table().play(tens=[3, 2])


# --- a forgotten round ---


def test_a_forgotten_round_goes_into_its_gap_and_the_numbers_move() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    third = table.play(tens=[3, 1])
    second = table.insert(first, third, tens=[1, 3])
    assert table.lines == [first, second, third]
    assert [row.number for _, row in table.reading.rows] == [1, 2, 3]
    assert table.reading.standing.streak == (1, 0)


def test_a_forgotten_round_may_come_before_the_first() -> None:
    table = Table()
    second = table.play(tens=[3, 1])
    first = table.insert(None, second, tens=[1, 3])
    assert table.lines == [first, second]


def test_a_forgotten_round_is_refused_when_the_gap_was_filled() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    third = table.play(tens=[3, 1])
    phone = table.look()
    table.insert(first, third, tens=[1, 3])
    with conflict("gap_moved"):
        phone.insert(first, third, tens=[1, 3])


def test_a_forgotten_round_is_refused_when_a_neighbour_was_struck() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    third = table.play(tens=[3, 1])
    table.strike(first)
    with conflict("gap_moved"):
        table.insert(first, third, tens=[1, 3])
    assert table.lines[0] == third


def test_a_forgotten_round_closes_over_a_struck_one() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    struck = table.play(tens=[1, 3])
    third = table.play(tens=[3, 1])
    table.strike(struck)
    second = table.insert(first, third, tens=[2, 2])
    assert table.lines == [first, second, third]


def test_a_forgotten_round_leaves_the_contract_standing() -> None:
    table = Table("tervi")
    first = table.play(bidder=1, bid=7, tricks=7)
    second = table.play(bidder=1, bid=7, tricks=7)
    bid = table.bid(2, 9)
    table.insert(first, second, bidder=0, bid=8, tricks=8)
    assert table.contract == bid


def test_a_forgotten_round_was_played_by_those_who_sat_there_then() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    second = table.play(tens=[3, 1])
    table.substitute(1, "Esha")
    table.insert(first, second, tens=[1, 3])
    table.play(tens=[1, 3])
    players = [table.reading.sitting_names(line.players)[1] for line, _ in table.reading.rows]
    assert players == ["Bilal", "Bilal", "Bilal", "Esha"]


def test_a_forgotten_round_is_refused_when_the_match_is_over() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    last = table.play(tens=[4, 0])
    with conflict("over", line=last):
        table.insert(first, last, tens=[1, 3])


# --- a misdeal ---


def test_a_misdeal_keeps_the_dealer_and_takes_no_number() -> None:
    table = Table(first_dealer=2)
    table.misdeal()
    assert table.dealer == 2
    assert table.because == ("misdeal", "")
    assert [row.number for _, row in table.reading.rows] == [None]


def test_a_misdeal_ends_the_contract_that_stands() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    table.misdeal()
    assert table.contract is None


def test_a_misdeal_is_refused_when_the_round_was_taken() -> None:
    table = Table()
    phone = table.look()
    taken = table.play(tens=[3, 1])
    with conflict("round_taken", line=taken):
        phone.misdeal()


def test_a_misdeal_is_refused_when_its_contract_is_gone() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    phone = table.look()
    table.bid(2, 9)
    with conflict("contract_gone"):
        phone.misdeal()


def test_a_misdeal_is_refused_when_the_match_is_over() -> None:
    table = Table()
    last = table.play(tens=[4, 0])
    with conflict("over", line=last):
        table.misdeal()


# --- a correction ---


def test_a_correction_replaces_the_whole_entry_and_keeps_the_rounds_after_it() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.play(tens=[3, 1])
    table.correct(first, tens=[1, 3])
    assert table.played == [{"tens": [1, 3]}, {"tens": [3, 1]}]
    assert table.score == (1, 1)
    assert table.reading.standing.streak == (1, 0)


def test_a_correction_of_a_version_that_was_corrected_before_is_refused_and_shows_it() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    phone = table.look()
    table.correct(first, tens=[1, 3])
    with conflict("version_moved", line=first):
        phone.correct(first, tens=[2, 2])


def test_a_correction_is_checked_as_a_new_round_is() -> None:
    table = Table("tervi")
    first = table.play(bidder=1, bid=8, tricks=8)
    with pytest.raises(Impossible, match="bid_range"):
        table.correct(first, bidder=1, bid=14, tricks=8)


def test_a_correction_of_a_round_that_was_undone_is_refused() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    phone = table.look()
    table.undo()
    with conflict("round_gone"):
        phone.correct(first, tens=[1, 3])


def test_a_struck_round_never_happened() -> None:
    table = Table()
    first = table.play(tens=[1, 3])
    second = table.play(tens=[3, 1])
    table.strike(first)
    assert table.lines == [second]
    assert [row.number for _, row in table.reading.rows] == [1]
    assert table.score == (1, 0)


def test_a_struck_round_comes_back_in_its_place_by_a_correction() -> None:
    table = Table()
    first = table.play(tens=[1, 3])
    second = table.play(tens=[3, 1])
    table.strike(first)
    table.correct(first, tens=[2, 2])
    assert table.lines == [first, second]
    assert table.played == [{"tens": [2, 2]}, {"tens": [3, 1]}]


def test_an_earlier_version_comes_back_by_a_correction() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.correct(first, tens=[1, 3])
    table.correct(first, tens=[3, 1])
    assert table.score == (1, 0)


def test_a_misdeal_can_be_struck_but_has_no_result() -> None:
    table = Table()
    misdeal = table.misdeal()
    with pytest.raises(Impossible, match="misdeal_has_no_entry"):
        table.correct(misdeal, tens=[3, 1])
    table.strike(misdeal)
    assert table.lines == []


def test_a_correction_may_end_the_match_earlier_and_the_rounds_beyond_stay_uncounted() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.play(tens=[1, 3])
    table.misdeal()
    table.play(tens=[1, 3])
    table.correct(first, tens=[4, 0])
    assert table.over == "instant"
    assert table.counted == [True, False, False, False]
    assert table.score == (1, 0)


def test_a_correction_may_reopen_a_finished_match_and_its_rounds_count_again() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.play(tens=[1, 3])
    table.correct(first, tens=[4, 0])
    table.correct(first, tens=[2, 2])
    assert table.over is None
    assert table.counted == [True, True]
    table.play(tens=[1, 3])
    assert table.score == (0, 2)


def test_a_round_beyond_the_end_can_be_corrected_too() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    second = table.play(tens=[1, 3])
    table.correct(first, tens=[4, 0])
    table.correct(second, tens=[0, 4])
    assert table.played == [{"tens": [4, 0]}, {"tens": [0, 4]}]
    assert table.score == (1, 0)


# --- a dealer by hand ---


def test_a_dealer_set_by_hand_deals_next_and_the_reason_is_theirs() -> None:
    table = Table()
    table.play(tens=[3, 1])
    table.deal(3, "Bilal went home")
    assert table.dealer == 3
    assert table.because == ("by_hand", "Bilal went home")


def test_a_dealer_may_be_set_by_hand_before_the_first_round() -> None:
    table = Table(first_dealer=0)
    table.deal(2)
    assert table.dealer == 2
    assert table.seen.first_dealer == 0


def test_the_later_of_two_dealers_set_by_hand_deals() -> None:
    table = Table()
    table.deal(2)
    table.deal(3)
    assert table.dealer == 3


def test_a_dealer_by_hand_is_refused_when_a_round_was_played_since() -> None:
    table = Table()
    phone = table.look()
    taken = table.play(tens=[3, 1])
    with conflict("moved_on", line=taken):
        phone.deal(3)


def test_a_dealer_by_hand_stays_when_a_round_before_it_is_corrected() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.deal(3)
    table.correct(first, tens=[1, 3])
    assert table.dealer == 3


def test_a_dealer_by_hand_moves_to_the_round_before_when_its_round_is_struck() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    second = table.play(tens=[3, 1])
    table.deal(3, "cut again")
    table.strike(second)
    assert [hand.after for hand in table.seen.by_hand] == [first]
    assert table.dealer == 3
    assert table.because == ("by_hand", "cut again")


def test_a_dealer_by_hand_moves_to_the_start_when_no_round_is_left_before_it() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    second = table.play(tens=[3, 1])
    table.deal(3)
    table.strike(first)
    table.strike(second)
    assert [hand.after for hand in table.seen.by_hand] == [None]
    assert table.dealer == 3


def test_a_dealer_by_hand_moves_past_a_round_that_was_struck_before() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    second = table.play(tens=[3, 1])
    third = table.play(tens=[3, 1])
    table.deal(2)
    table.strike(second)
    table.strike(third)
    assert [hand.after for hand in table.seen.by_hand] == [first]


def test_a_fifth_seat_never_deals() -> None:
    with pytest.raises(Impossible, match="seat_range"):
        Table().deal(4)


def test_a_dealer_by_hand_is_refused_when_the_match_is_over() -> None:
    table = Table()
    last = table.play(tens=[4, 0])
    with conflict("over", line=last):
        table.deal(3)


# --- the house rules ---


def test_changed_house_rules_count_from_the_first_round() -> None:
    table = Table()
    table.play(tens=[3, 1])
    table.play(tens=[3, 1])
    table.change(target=2)
    assert table.over == "streak"
    table.undo()
    assert table.over is None


def test_a_changed_first_dealer_moves_every_deal_after_it() -> None:
    table = Table(first_dealer=0)
    table.play(tens=[3, 1])
    table.change(first_dealer=1)
    assert table.seen.first_dealer == 1
    assert [row.dealer for _, row in table.reading.rows] == [1]
    assert table.dealer == 1


def test_house_rules_are_refused_when_they_were_changed_since() -> None:
    table = Table()
    phone = table.look()
    table.change(target=5)
    with conflict("rules_moved"):
        phone.change(target=3)


def test_house_rules_that_were_changed_can_be_changed_again() -> None:
    table = Table()
    table.change(target=5)
    table.change(target=3)
    assert table.seen.rules.target == 3


def test_a_match_keeps_its_own_whole_copy_of_the_house_rules() -> None:
    table = Table()
    table.change(target=3)
    assert table.reading.said[0].body["options"] == {
        "mode": "streak",
        "target": 3,
        "instant_win": True,
        "two_two": "draw",
        "draw_dealer": "prior",
        "direction": "anti-clockwise",
        "trump_mode": "first_void",
    }


def test_house_rules_that_a_played_round_cannot_answer_are_refused() -> None:
    table = Table()
    table.play(tens=[2, 2])
    with pytest.raises(Impossible, match="other_rules"):
        table.change(two_two="tricks")


def test_a_struck_round_does_not_stand_in_the_way_of_other_house_rules() -> None:
    table = Table()
    first = table.play(tens=[2, 2])
    table.strike(first)
    table.change(two_two="tricks")
    assert table.seen.rules.two_two == "tricks"


def test_house_rules_under_which_the_start_is_over_are_refused() -> None:
    table = Table("tervi", start={"score": [30, 0]})
    with pytest.raises(Impossible, match="start_is_over"):
        table.change(gap_limit=26)


def test_house_rules_can_be_changed_after_the_end_and_may_reopen_the_match() -> None:
    table = Table()
    table.play(tens=[4, 0])
    table.change(instant_win=False)
    assert table.over is None


# --- a substitute ---


def test_a_substitute_sits_from_the_next_round_on_and_history_keeps_both_names() -> None:
    table = Table()
    table.play(tens=[3, 1])
    table.substitute(1, "Esha")
    table.play(tens=[1, 3])
    names = [table.reading.sitting_names(line.players) for line, _ in table.reading.rows]
    assert names == [("Asha", "Bilal", "Chitra", "Deepak"), ("Asha", "Esha", "Chitra", "Deepak")]
    assert table.reading.sitting_names() == ("Asha", "Esha", "Chitra", "Deepak")


def test_a_substitute_changes_no_score_and_no_deal() -> None:
    table = Table()
    table.play(tens=[3, 1])
    before = table.reading.standing
    table.substitute(1, "Esha")
    assert table.reading.standing == before


def test_a_substitute_is_refused_when_somebody_else_sits_there_now() -> None:
    table = Table()
    phone = table.look()
    table.substitute(1, "Esha")
    with conflict("player_moved"):
        phone.substitute(1, "Farid")
    phone.substitute(2, "Farid")
    assert table.reading.sitting_names() == ("Asha", "Esha", "Farid", "Deepak")


def test_a_substitute_needs_a_name() -> None:
    with pytest.raises(Impossible, match="name_missing"):
        Table().substitute(1, "  ")


# --- a name ---


def test_a_spelling_is_mended_everywhere() -> None:
    table = Table()
    table.play(tens=[3, 1])
    table.rename("seat-1", "Bilaal")
    assert table.reading.sitting_names(table.seen.lines[0].players)[1] == "Bilaal"
    assert table.reading.sitting_names()[1] == "Bilaal"


def test_only_the_player_whose_name_is_mended_gets_it() -> None:
    table = Table()
    esha = table.substitute(1, "Eesha")
    table.rename(esha, "Esha")
    assert table.reading.names["seat-1"] == "Bilal"
    assert table.reading.sitting_names()[1] == "Esha"


def test_a_name_that_was_mended_before_is_refused() -> None:
    table = Table()
    phone = table.look()
    table.rename("seat-1", "Bilaal")
    with conflict("name_moved"):
        phone.rename("seat-1", "Billal")


def test_a_name_stands_outside_of_undo_and_redo() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.rename("seat-1", "Bilaal")
    table.undo()
    table.rename("seat-2", "Chitraa")
    assert table.lines == []
    assert table.reading.sitting_names() == ("Asha", "Bilaal", "Chitraa", "Deepak")

    table.redo()

    assert table.lines == [first]


def test_a_mended_name_survives_undo_and_redo_of_the_substitute_who_bears_it() -> None:
    table = Table()
    esha = table.substitute(1, "Eesha")
    table.rename(esha, "Esha")
    table.undo()
    table.redo()
    assert table.reading.sitting_names()[1] == "Esha"


def test_nobody_knows_a_player_who_never_sat_there() -> None:
    with pytest.raises(Impossible, match="unknown_player"):
        Table().rename("seat-4", "Esha", was="")


# --- the end ---


def test_the_table_agrees_to_end_and_nobody_wins() -> None:
    table = Table()
    table.play(tens=[3, 1])
    table.agree()
    assert table.over == "agreed"
    assert table.reading.standing.winner is None


def test_a_side_concedes_and_the_other_wins() -> None:
    table = Table()
    table.concede(0)
    assert table.over == "conceded"
    assert table.reading.standing.winner == 1


def test_the_end_takes_the_contract_with_it() -> None:
    table = Table("tervi")
    bid = table.bid(1, 8)
    table.agree()
    assert table.contract is None
    table.undo()
    assert table.contract == bid


def test_an_end_is_refused_when_a_round_was_played_since() -> None:
    table = Table()
    phone = table.look()
    taken = table.play(tens=[3, 1])
    with conflict("moved_on", line=taken):
        phone.agree()


def test_a_match_ends_only_once() -> None:
    table = Table()
    table.agree()
    with conflict("over"):
        table.concede(1)


def test_a_third_side_concedes_nothing() -> None:
    with pytest.raises(Impossible, match="side_range"):
        Table().concede(2)


def test_nothing_is_played_after_the_table_agreed_to_end() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.agree()
    with conflict("over", line=first):
        table.play(tens=[3, 1])


# --- undo and redo ---


def test_undo_takes_back_what_was_said_last() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.play(tens=[1, 3])
    table.undo()
    assert table.lines == [first]
    assert table.score == (1, 0)


def test_undo_of_a_tervi_result_leaves_the_contract_standing_and_a_second_undo_takes_the_bid() -> None:
    table = Table("tervi")
    bid = table.bid(1, 8)
    table.play(bidder=1, bid=8, tricks=8)
    table.undo()
    assert table.contract == bid
    assert table.lines == []
    table.undo()
    assert table.contract is None


def test_undo_of_a_bid_that_replaced_another_brings_the_other_again() -> None:
    table = Table("tervi")
    first = table.bid(1, 8)
    table.bid(2, 9)
    table.undo()
    assert table.contract == first


def test_undo_of_a_misdeal_brings_the_contract_again() -> None:
    table = Table("tervi")
    bid = table.bid(1, 8)
    table.misdeal()
    table.undo()
    assert table.contract == bid


def test_undo_goes_across_the_end_of_the_match() -> None:
    table = Table()
    table.play(tens=[1, 3])
    table.play(tens=[0, 4])
    ended = table.over
    table.undo()
    assert (ended, table.over) == ("instant", None)
    assert table.score == (0, 1)
    assert table.dealer == 0
    table.play(tens=[3, 1])
    assert table.score == (1, 1)


def test_redo_goes_across_the_end_of_the_match_too() -> None:
    table = Table()
    table.play(tens=[0, 4])
    over = table.reading.standing
    table.undo()
    table.redo()
    assert table.reading.standing == over


def test_undo_of_a_correction_brings_the_version_before() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.correct(first, tens=[1, 3])
    table.undo()
    assert table.played == [{"tens": [3, 1]}]
    table.correct(first, tens=[2, 2])
    assert table.played == [{"tens": [2, 2]}]


@pytest.mark.parametrize("what", ["strike", "deal", "change", "substitute", "agree", "insert"])
def test_undo_takes_back_whatever_else_was_said(what: str) -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    second = table.play(tens=[1, 3])
    before, rows = table.seen, table.reading.folded
    say: dict[str, Callable[[], str]] = {
        "strike": lambda: table.strike(first),
        "deal": lambda: table.deal(3),
        "change": lambda: table.change(target=3),
        "substitute": lambda: table.substitute(1, "Esha"),
        "agree": table.agree,
        "insert": lambda: table.insert(first, second, tens=[2, 2]),
    }
    say[what]()
    assert table.seen != before
    table.undo()
    assert table.seen == before
    assert table.reading.folded == rows


def test_the_second_of_two_phones_that_undo_the_same_is_told_who_did_it() -> None:
    table = Table()
    table.play(tens=[3, 1])
    table.play(tens=[3, 1])
    phone = table.look()
    undo = table.undo()
    with already("already_undone", by=undo):
        phone.undo()
    assert table.score == (1, 0)


def test_an_undo_whose_button_names_something_older_is_refused() -> None:
    table = Table()
    table.play(tens=[3, 1])
    phone = table.look()
    table.play(tens=[1, 3])
    with conflict("top_moved"):
        phone.undo()


def test_an_undo_with_nothing_to_take_back_is_refused() -> None:
    with conflict("top_moved"):
        Table().undo()


def test_redo_brings_again_what_was_taken_back_in_its_order() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    second = table.play(tens=[1, 3])
    table.undo()
    table.undo()
    with conflict("nothing_to_redo"):
        table.redo(second)
    table.redo(first)
    table.redo(second)
    assert table.lines == [first, second]


def test_a_new_event_empties_redo() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.undo()
    table.play(tens=[1, 3])
    with conflict("nothing_to_redo"):
        table.redo(first)


def test_a_redo_with_nothing_to_bring_again_is_refused() -> None:
    with conflict("nothing_to_redo"):
        Table().redo()


def test_the_second_of_two_phones_that_redo_the_same_is_told_who_did_it() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.undo()
    redo = table.redo(first)
    with already("already_redone", by=redo):
        table.redo(first)


def test_what_was_brought_again_can_be_taken_back_again() -> None:
    table = Table()
    first = table.play(tens=[3, 1])
    table.undo(first)
    table.redo(first)
    table.undo(first)
    assert table.lines == []
    table.redo(first)
    assert table.lines == [first]


# --- anything ---


def test_a_kind_that_nobody_knows_is_refused() -> None:
    table = Table()
    with pytest.raises(Impossible, match="unknown_kind"):
        table.say("delete", {})


@pytest.mark.parametrize(
    "kind",
    ["bid", "round", "misdeal", "correction", "dealer", "rules", "substitute", "rename", "end", "undo", "redo"],
)
def test_a_part_that_nobody_would_read_is_refused(kind: str) -> None:
    table = Table()
    with pytest.raises(Impossible, match="unknown_key"):
        expect(table.reading, kind, {"wish": "to win"})


def test_what_was_taken_reads_the_same_from_the_log_as_it_was_played() -> None:
    table = Table("tervi")
    table.bid(1, 8)
    first = table.play(bidder=1, bid=8, tricks=7)
    table.deal(2, "Asha is late")
    table.substitute(3, "Esha")
    table.bid(0, 9)
    table.misdeal()
    table.correct(first, bidder=1, bid=8, tricks=9)
    table.undo()
    table.redo()
    again = read(table.reading.opening, table.reading.said)
    assert again.state == table.seen
    assert again.folded == table.reading.folded
    assert again.names == table.reading.names


def test_a_match_may_open_without_names() -> None:
    assert open_match("tervi", {}, ["", "", "", ""], 0).names == ("", "", "", "")


def test_a_name_is_tidied() -> None:
    assert open_match("tervi", {}, ["  Asha \n Devi ", "", "", ""], 0).names[0] == "Asha Devi"
