"""The tables of outcomes, in full: every entry a game admits, what it is worth, and what a phone has to fetch."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import product
from typing import Any

import pytest

from scorekeeper.games import GAMES, Danger, Game, Impossible, Outcome, Pair, Raw, Rules, Written
from scorekeeper.games.fold import Round, Standing, step
from scorekeeper.games.house import OPTIONS, check_rules

MADE = {7: 7, 8: 8, 9: 9, 10: 10, 11: 11, 12: 12, 13: 13}
FAILED = {7: -7, 8: -16, 9: -18, 10: -20, 11: -22, 12: -24, 13: -26}
SIDE_OF_SEAT = {0: 0, 1: 1, 2: 0, 3: 1}

BEARING_ON_A_ROUND = ("instant_win", "instant_rule", "two_two", "defender_kot")
"""The house rules that change what one round is worth; all others belong to the fold."""

HOUSES = [
    (game, check_rules(game, dict(zip(names, values, strict=True)), seats))
    for game in GAMES.values()
    for names in [[name for name in BEARING_ON_A_ROUND if name in game.options]]
    for values in product(*(OPTIONS[name].choices or (True, False) for name in names))
    for seats in game.seats
]
"""Every game with every house rule that bears on a round, for every number of players."""


def name_house(part: object) -> str:
    if isinstance(part, Game):
        return str(part.key)
    return "-".join(str(getattr(part, name)) for name in ("seats", *BEARING_ON_A_ROUND))


def every_pair(total: int) -> Iterator[list[int]]:
    """Every way to share, and one too many for each side."""
    return ([mine, total - mine] for mine in range(-1, total + 2))


def everything_typed(game: Game[Any], rules: Rules) -> Iterator[Raw]:
    """Everything that could be typed for one round of a game, possible or not, up to the suit."""
    tens, tricks = (4, 13) if rules.seats == 4 else (12, 26)
    if game.key == "tervi":
        results: list[Raw] = [{"made": True}, {"made": False}, *({"tricks": taken} for taken in range(-1, 15))]
        for result in results:
            yield {"forced": True, **result}
            yield from ({"bidder": seat, "bid": bid, **result} for seat in range(-1, 5) for bid in range(5, 15))
    elif game.key == "tervi_classic":
        yield from ({"tricks": [mine, other]} for mine in range(-1, 9) for other in range(-1, 9))
    elif game.key == "court_piece":
        yield from ({"tricks": pair} for pair in every_pair(tricks))
    else:
        for caught in every_pair(tens):
            yield {"tens": caught}
            yield from ({"tens": caught, "tricks": taken} for taken in every_pair(tricks))


def everything_admitted(game: Game[Any], rules: Rules) -> Iterator[Any]:
    for raw in everything_typed(game, rules):
        try:
            entry = game.check(raw, rules)
        except Impossible:
            continue
        yield entry


def play(game: Game[Any], rules: Rules, before: Standing, raw: Raw) -> Standing:
    entry = game.check(raw, rules)
    return step(rules, before, Round(game.worth(entry, rules), game.bidder(entry)))[0]


@pytest.mark.parametrize(("game", "rules"), HOUSES, ids=name_house)
def test_every_entry_that_is_admitted_has_its_row_and_the_rows_worth(game: Game[Any], rules: Rules) -> None:
    table = game.table(rules)

    admitted = list(everything_admitted(game, rules))

    assert {game.name(entry) for entry in admitted} == set(table)
    for entry in admitted:
        assert game.worth(entry, rules) == table[game.name(entry)]


@pytest.mark.parametrize(("game", "rules"), HOUSES, ids=name_house)
def test_every_row_has_an_entry_of_its_own_that_is_admitted(game: Game[Any], rules: Rules) -> None:
    listed = list(game.possible(rules))

    assert [game.check(entry.written(), rules) for entry in listed] == listed
    assert len({game.name(entry) for entry in listed}) == len(listed)


@pytest.mark.parametrize(("game", "rules"), HOUSES, ids=name_house)
def test_an_entry_that_is_written_down_reads_the_same(game: Game[Any], rules: Rules) -> None:
    for entry in everything_admitted(game, rules):
        for suit in ("spades", "none"):
            trumped = game.check({**entry.written(), "suit": suit}, rules)
            assert game.check(trumped.written(), rules) == trumped
            assert json.loads(json.dumps(trumped.written())) == trumped.written()
        assert game.check(entry.written(), rules) == entry


@pytest.mark.parametrize(("game", "rules"), HOUSES, ids=name_house)
def test_a_table_takes_less_than_four_kilobytes(game: Game[Any], rules: Rules) -> None:
    table = {name: [asdict(outcome) for outcome in worth] for name, worth in game.table(rules).items()}

    assert len(gzip.compress(json.dumps(table).encode())) < 4096


@pytest.mark.parametrize(("game", "rules"), HOUSES, ids=name_house)
def test_an_outcome_never_favours_both_sides(game: Game[Any], rules: Rules) -> None:
    for worth in game.table(rules).values():
        for outcome in worth:
            assert 0 in outcome.points
            assert outcome.winner is not None or outcome == Outcome((0, 0), None)


@pytest.mark.parametrize(("game", "rules"), HOUSES, ids=name_house)
def test_the_house_rules_of_the_fold_change_no_row(game: Game[Any], rules: Rules) -> None:
    other = {
        "mode": "points",
        "target": 3,
        "gap_limit": 26,
        "draw_dealer": "rotate",
        "target_rounds": 2,
        "target_kots": 1,
    }
    other |= {"direction": "clockwise", "trump_mode": "closed"}
    chosen: dict[str, Any] = {name: value for name, value in other.items() if name in game.options}

    assert game.table(replace(rules, **chosen)) == game.table(rules)


@pytest.mark.parametrize(
    ("key", "seats", "options", "size"),
    [
        ("tervi", 4, {}, 2 * 7 * (14 + 2) + 16),
        ("tervi_classic", 4, {}, 14),
        ("tervi_classic", 4, {"defender_kot": "any"}, 14),
        ("dehla_pakad", 4, {}, 5),
        ("dehla_pakad", 6, {}, 13),
        # Level tens: each side holds some, so each has a trick; 12 ways to share 13 tricks, 25 to share 26.
        ("dehla_pakad", 4, {"two_two": "tricks"}, 4 + 12),
        ("dehla_pakad", 6, {"two_two": "tricks"}, 12 + 25),
        ("double_sar", 4, {}, 62),
        ("double_sar", 4, {"instant_rule": "sweep"}, 62),
        ("court_piece", 4, {}, 14),
    ],
)
def test_a_table_has_as_many_rows_as_a_round_has_ways_to_go(key: str, seats: int, options: Written, size: int) -> None:
    game = GAMES[key]
    assert len(game.table(check_rules(game, options, seats))) == size


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("bidder", [0, 1, 2, 3, None])
def test_tervi_scores_every_bid_and_every_trick_as_the_table_of_the_rules(bidder: int | None, first: int) -> None:
    tervi = GAMES["tervi"]
    rules = check_rules(tervi, {}, 4)
    side = first if bidder is None else SIDE_OF_SEAT[bidder]
    for bid in MADE if bidder is not None else (7,):
        call = {"forced": True} if bidder is None else {"bidder": bidder, "bid": bid}
        results = [({"tricks": tricks}, tricks >= bid) for tricks in range(14)]
        results += [({"made": True}, True), ({"made": False}, False)]
        for result, made in results:
            outcome = tervi.outcome(tervi.check({**call, **result}, rules), rules, first)
            assert outcome.points[side] == (MADE[bid] if made else FAILED[bid])
            assert outcome.points[1 - side] == 0
            assert outcome.winner == (side if made else 1 - side)
            assert not outcome.kot
            assert not outcome.instant


@pytest.mark.parametrize("defender_kot", ["no", "any", "seven_love"])
def test_classic_counts_a_kot_as_the_house_says(defender_kot: str) -> None:
    classic = GAMES["tervi_classic"]
    rules = check_rules(classic, {"defender_kot": defender_kot}, 4)
    for winner, caller, other in product((0, 1), (0, 1), range(7)):
        tricks = [7, other] if winner == 0 else [other, 7]
        outcome = classic.outcome(classic.check({"tricks": tricks}, rules), rules, caller)
        whitewash = other == 0
        counts = {"no": False, "any": True, "seven_love": whitewash}[defender_kot]
        kot = whitewash if winner == caller else counts
        assert outcome == Outcome((1, 0) if winner == 0 else (0, 1), winner, kot=kot)


@pytest.mark.parametrize(
    ("seats", "to_win", "every_ten"),
    [(4, 3, 4), (6, 7, 12)],
)
def test_dehla_pakad_is_won_by_more_than_half_of_the_tens(seats: int, to_win: int, every_ten: int) -> None:
    dehla = GAMES["dehla_pakad"]
    rules = check_rules(dehla, {}, seats)
    for caught in range(every_ten + 1):
        other = every_ten - caught
        outcome = dehla.outcome(dehla.check({"tens": [caught, other]}, rules), rules, 0)
        assert outcome.winner == (0 if caught >= to_win else 1 if other >= to_win else None)
        assert outcome.instant == (caught in (0, every_ten))


@pytest.mark.parametrize(("seats", "tens", "all_tricks"), [(4, [2, 2], 13), (6, [6, 6], 26)])
def test_level_tens_go_to_the_side_with_more_than_half_of_the_tricks(
    seats: int, tens: list[int], all_tricks: int
) -> None:
    dehla = GAMES["dehla_pakad"]
    rules = check_rules(dehla, {"two_two": "tricks"}, seats)
    to_win = {13: 7, 26: 14}[all_tricks]
    for tricks in range(1, all_tricks):
        raw = {"tens": tens, "tricks": [tricks, all_tricks - tricks]}
        outcome = dehla.outcome(dehla.check(raw, rules), rules, 1)
        assert outcome.winner == (0 if tricks >= to_win else 1 if all_tricks - tricks >= to_win else None)
        assert not outcome.instant


def sar_points(tens: Pair, tricks: Pair) -> Pair:
    """Count card by card: each of a trick's four cards is one point, and a ten is two."""
    return (4 * tricks[0] - tens[0]) + 2 * tens[0], (4 * tricks[1] - tens[1]) + 2 * tens[1]


@pytest.mark.parametrize("options", [{}, {"instant_win": False}, {"instant_rule": "sweep"}], ids=str)
def test_double_sar_is_won_by_29_of_56_card_points(options: Written) -> None:
    sar = GAMES["double_sar"]
    rules = check_rules(sar, options, 4)
    for entry in sar.possible(rules):
        points = sar_points(entry.tens, entry.tricks)
        assert sum(points) == 56
        outcome = sar.outcome(entry, rules, 0)
        if rules.instant_win and rules.instant_rule == "tens" and 4 in entry.tens:
            assert outcome.instant
            assert outcome.winner == entry.tens.index(4)
        else:
            assert outcome.instant == (rules.instant_win and 13 in entry.tricks)
            assert outcome.winner == (0 if points[0] >= 29 else 1 if points[1] >= 29 else None)


def test_double_sar_is_level_in_exactly_one_way_for_each_side() -> None:
    sar = GAMES["double_sar"]
    rules = check_rules(sar, {"instant_win": False}, 4)

    level = [(entry.tens, entry.tricks) for entry in sar.possible(rules) if sar.outcome(entry, rules, 0).winner is None]

    assert sorted(level) == [((0, 4), (7, 6)), ((4, 0), (6, 7))]


def test_court_piece_is_won_by_seven_tricks_and_never_drawn() -> None:
    court = GAMES["court_piece"]
    rules = check_rules(court, {}, 4)
    for tricks in range(14):
        outcome = court.outcome(court.check({"tricks": [tricks, 13 - tricks]}, rules), rules, 0)
        assert outcome.winner == (0 if tricks >= 7 else 1)
        assert outcome.instant == (tricks in (0, 13))


@pytest.mark.parametrize("limit", [*range(1, 31), 51, 52, 53, 104])
def test_tervi_warns_of_exactly_the_bids_that_would_end_the_match(limit: int) -> None:
    tervi = GAMES["tervi"]
    rules = check_rules(tervi, {"gap_limit": limit}, 4)
    for gap in range(1 - limit, limit):
        before = Standing(score=(max(gap, 0), max(-gap, 0)))

        assert set(tervi.danger(rules, before.score)) == set(smallest_ends(tervi, rules, before))


def smallest_ends(tervi: Game[Any], rules: Rules, before: Standing) -> Iterator[Danger]:
    """Play every bid: made by the side ahead, failed by a side that is not, and keep the smallest that ends it."""
    for side, made in product((0, 1), (True, False)):
        lead = before.gap if side == 0 else -before.gap
        if made != (lead > 0):
            continue
        for bid in range(7, 14):
            after = play(tervi, rules, before, {"bidder": side, "bid": bid, "made": made})
            if after.over:
                assert after.winner == (side if made else 1 - side)
                yield Danger(side, bid, made)
                break


@pytest.mark.parametrize("key", [key for key in GAMES if key != "tervi"])
def test_where_nobody_bids_there_is_no_danger_and_no_call(key: str) -> None:
    game = GAMES[key]
    rules = check_rules(game, {}, 4)

    assert game.danger(rules, (50, 0)) == ()
    assert game.called == ()
    with pytest.raises(Impossible) as refused:
        game.check_call({"bidder": 1, "bid": 8}, rules)
    assert refused.value.key == "no_bidding"


def test_a_call_is_checked_as_the_contract_of_a_round_is() -> None:
    tervi = GAMES["tervi"]
    rules = check_rules(tervi, {}, 4)

    assert tervi.check_call({"bidder": 2, "bid": 8, "suit": "hearts"}, rules) == {
        "bidder": 2,
        "bid": 8,
        "suit": "hearts",
    }
    assert tervi.check_call({"forced": True}, rules) == {"forced": True}
    for call in ({}, {"bidder": 2}, {"bid": 8}, {"bidder": 4, "bid": 8}, {"bidder": 2, "bid": 6}, {"forced": 1}):
        with pytest.raises(Impossible):
            tervi.check_call(call, rules)
    with pytest.raises(Impossible):
        tervi.check_call({"bidder": 2, "bid": 8, "tricks": 8}, rules)
