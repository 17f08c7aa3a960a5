"""Sentences by key. The core speaks in keys and figures; whoever shows something says it in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def N_(text: str) -> str:  # noqa: N802  # the name that message extraction looks for
    """Mark a sentence for translation; it is translated when it is said."""
    return text


PROBLEMS = {
    # the match file
    "in_round": N_("round %(number)s: %(problem)s"),
    "match_shape": N_("a match is an object with game, seats, first_dealer and rounds"),
    "other_format": N_("this is format %(format)s; another cannot be read"),
    "key_missing": N_("“%(name)s” is missing"),
    "unknown_key": N_("“%(name)s” is not known here"),
    "options_shape": N_("options: an object of house rules is wanted"),
    "rounds_shape": N_("rounds: a list is wanted"),
    "round_shape": N_("a round is an object"),
    "not_a_round": N_("a misdeal is either true or not there"),
    "start_shape": N_("start: an object with score, streak or kots is wanted"),
    "names_list": N_("seats: a list of names is wanted"),
    "already_over": N_("the match is already over"),
    "still_counts": N_("marked as uncounted, but the match is not over"),
    "ended_how": N_("a match is ended “agreed”, or conceded by a side"),
    # the opening
    "unknown_game": N_("this game is not known; known are %(games)s"),
    "seats_for_game": N_("seats: this game is for %(seats)s players"),
    "unknown_option": N_("options: “%(name)s” is not a house rule of this game"),
    "option_choice": N_("options: %(name)s is one of %(choices)s"),
    "option_range": N_("a whole number from %(low)s to %(high)s is wanted"),
    "seat_range": N_("a seat is a number from %(low)s to %(high)s"),
    "side_range": N_("a side is 0 (A) or 1 (B)"),
    "start_range": N_("a score to start from is a whole number from %(low)s to %(high)s"),
    "one_streak": N_("only one side can have a streak"),
    "start_is_over": N_("with this start the match would already be over"),
    "kots_not_counted": N_("this game does not count kots"),
    "not_text": N_("text is wanted"),
    "odd_letters": N_("this holds letters that cannot be shown"),
    "too_long": N_("at most %(longest)s letters"),
    "name_missing": N_("a name is wanted"),
    # an entry
    "not_a_number": N_("a whole number is wanted"),
    "not_true_or_false": N_("true or false is wanted"),
    "not_a_pair": N_("two numbers are wanted, one for each side"),
    "unknown_suit": N_("a suit is spades, hearts, diamonds, clubs or none"),
    "bidder_missing": N_("Who bid? Tap a player."),
    "bid_missing": N_("How many? Tap a number."),
    "bid_range": N_("a bid is %(low)s to %(high)s"),
    "forced_or_bid": N_("when all passed nobody bid: leave out bidder and bid"),
    "no_bidding": N_("nobody bids in this game"),
    "result_missing": N_("Made or failed? Tap one."),
    "tricks_or_made": N_("give the tricks, or made or failed, not both"),
    "tricks_missing": N_("How many tricks? Tap a number."),
    "tricks_range": N_("tricks are %(low)s to %(high)s"),
    "tricks_sum": N_("the tricks of both sides add up to %(total)s"),
    "tricks_not_counted": N_("tricks are counted only when the tens are level and the house rule asks for them"),
    "classic_range": N_("play stops at %(high)s tricks: the other side has 0 to 6"),
    "one_side_has_seven": N_("one side has 7 tricks, the other 0 to 6"),
    "tens_missing": N_("Who caught the tens? Tap one."),
    "tens_range": N_("tens are %(low)s to %(high)s"),
    "tens_sum": N_("the tens of both sides add up to %(total)s"),
    "no_tricks_no_tens": N_("no tricks, no tens: a ten is taken in a trick"),
    "which_sum": N_("tick as many tens as team A caught: %(tens)s"),
    "which_needs_one_pack": N_("with three packs the tens are not told apart"),
    # an event
    "unknown_kind": N_("this cannot be said here"),
    "other_contract": N_("the result is for another bid"),
    "misdeal_has_no_entry": N_("a misdeal has no result"),
    "unknown_player": N_("this player is not known here"),
}

SENTENCES = {**PROBLEMS}


def say(key: str, figures: Mapping[str, object], translate: Callable[[str], str] = str) -> str:
    """Say a sentence with its figures, in the language of `translate`."""
    return translate(SENTENCES[key]) % figures
