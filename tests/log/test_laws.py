"""Laws of the fold and of the log. Each holds over every game, its house rules and seats, whatever is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import accumulate
from typing import Any, TypeVar

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from strategies import LAW, ON_THE_STACK, entries, happenings, openings, redo, say_anything, tables, undo
from table import Table

from scorekeeper.games import GAMES, Game, Impossible, Rules, Written, side_of
from scorekeeper.games.fold import DealtBy, Misdeal, Round, Row, Standing, end_of, fold, start, step
from scorekeeper.log import Already, Conflict, Opening, Reading, Said, expect, open_match, read
from scorekeeper.log.folding import fold_state
from scorekeeper.log.reading import KINDS
from scorekeeper.match_file import answer, load, score, score_match, write_match
from scorekeeper.words import say

Test = TypeVar("Test", bound=Callable[..., None])


def over_every_game(test: Test) -> Test:
    """Loop a law over every game, with random data for each."""
    law: Test = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)(LAW(given(data=st.data())(test)))
    return law


def open_some(data: st.DataObject, game: Game[Any]) -> tuple[Rules, Standing]:
    opening = data.draw(openings(game))
    return opening.rules, start(opening.rules, opening.first_dealer, opening.carried)


def said_plainly(reading: Reading) -> Reading:
    """Say again only what stands now: a log in which nothing was ever corrected, struck, inserted or taken back."""
    opening, state = reading.opening, reading.state
    assert opening.carried is not None
    plain = Reading(Opening(opening.game, state.rules, opening.names, state.first_dealer, opening.carried))

    def say_by_hand(after: str | None) -> None:
        for hand in state.by_hand:
            if hand.after == after:
                take("dealer", {"seat": hand.seat, "why": hand.why, "after": plain.state.last()})

    def take(kind: str, body: Written, name: str | None = None) -> None:
        plain.take(Said(name or f"plain-{plain.seq + 1}", plain.seq + 1, kind, body))

    say_by_hand(None)
    for line in state.standing_lines():
        after = plain.state.last()
        if line.entry is None:
            take("misdeal", {"after": after, "contract": None}, line.id)
        else:
            take("round", {"entry": reading.entry(line).written(), "after": after, "contract": None}, line.id)
        say_by_hand(line.id)
    if state.ended is not None:
        take("end", {"conceded": state.ended.conceded, "after": plain.state.last()})
    return plain


# --- the fold ---


@over_every_game
def test_the_fold_of_a_prefix_is_the_prefix_of_the_fold(game: Game[Any], data: st.DataObject) -> None:
    rules, opening = open_some(data, game)
    happened = data.draw(st.lists(happenings(game, rules), max_size=20))
    cut = data.draw(st.integers(0, len(happened)))

    rows, standing = fold(rules, opening, happened)
    first_rows, halfway = fold(rules, opening, happened[:cut])

    assert rows[: len(first_rows)] == first_rows
    rest, end = fold(rules, halfway, happened[cut:])
    assert first_rows + rest == rows
    assert end == standing


@over_every_game
def test_the_score_is_the_start_and_the_sum_of_what_each_round_was_worth(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    reading = table.reading
    carried: Any = reading.opening.carried.get("score", (0, 0))
    for side in (0, 1):
        deltas = [row.outcome.points[side] for _, row in reading.rows if row.outcome is not None]
        assert reading.standing.score[side] == sum(deltas, start=carried[side])
        assert [row.after.score[side] for _, row in reading.rows if row.outcome is not None] == list(
            accumulate(deltas, initial=carried[side])
        )[1:]


@over_every_game
def test_at_most_one_side_has_a_streak(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    for standing in [*(row.after for _, row in table.reading.rows), table.reading.standing]:
        assert 0 in standing.streak
        assert min(standing.streak) >= 0


@over_every_game
def test_a_streak_grows_with_a_win_and_stays_with_a_draw(game: Game[Any], data: st.DataObject) -> None:
    rules, before = open_some(data, game)
    for happening in data.draw(st.lists(happenings(game, rules), max_size=20)):
        after, row = step(rules, before, happening)
        winner = row.outcome.winner if row is not None and row.outcome is not None else None
        if winner is None:
            assert after.streak == before.streak
        else:
            assert after.streak[winner] == before.streak[winner] + 1
            assert after.streak[1 - winner] == 0
        before = after


@over_every_game
def test_the_loser_of_a_decided_round_deals_next(game: Game[Any], data: st.DataObject) -> None:
    rules, before = open_some(data, game)
    for happening in data.draw(st.lists(happenings(game, rules), max_size=20)):
        after, row = step(rules, before, happening)
        if row is not None and row.outcome is not None:
            assert row.dealer == before.dealer
            assert after.dealer in (before.dealer, (before.dealer + 1) % rules.seats)
            if row.outcome.winner is not None:
                assert side_of(after.dealer) == 1 - row.outcome.winner
        elif isinstance(happening, DealtBy) and not before.over:
            assert after.dealer == happening.seat
        else:
            assert after.dealer == before.dealer
        before = after


@over_every_game
def test_a_draw_asks_the_round_before_it_as_the_house_says(game: Game[Any], data: st.DataObject) -> None:
    rules, standing = open_some(data, game)
    # What came before the match is known only as far as the paper told it: whose streak it is.
    rounds: list[int | None] = []
    decided = [side for side in (0, 1) if standing.streak[side]]
    for happening in data.draw(st.lists(happenings(game, rules), max_size=20)):
        before, (standing, row) = standing, step(rules, standing, happening)
        if row is None or row.outcome is None:
            continue
        if row.outcome.winner is None:
            passes = {
                "prior": not rounds or rounds[-1] is None or rounds[-1] == side_of(before.dealer),
                "last_decisive": not decided or decided[-1] == side_of(before.dealer),
                "same": False,
                "rotate": True,
            }[rules.draw_dealer]
            assert standing.dealer == (before.dealer + passes) % rules.seats
        else:
            decided.append(row.outcome.winner)
        rounds.append(row.outcome.winner)


@over_every_game
def test_after_the_end_nothing_counts(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    rows = [row for _, row in table.reading.rows]
    over = False
    for row in rows:
        assert row.counted == (not over)
        over = over or row.after.over
    for row in rows:
        if not row.counted:
            assert row.outcome is None
            assert row.leader is None
            after, final = row.after, table.reading.standing
            assert (after.score, after.streak, after.kots) == (final.score, final.streak, final.kots)
            assert (after.winner, after.reason, after.dealer) == (final.winner, final.reason, final.dealer)


@over_every_game
def test_a_match_is_over_exactly_when_a_house_rule_a_round_or_the_table_says_so(
    game: Game[Any], data: st.DataObject
) -> None:
    rules, before = open_some(data, game)
    for happening in data.draw(st.lists(happenings(game, rules), max_size=20)):
        after, row = step(rules, before, happening)
        if isinstance(happening, Round) and not before.over:
            assert row is not None
            assert row.outcome is not None
            end = ("instant", row.outcome.winner) if row.outcome.instant else end_of(rules, after)
            assert (after.reason, after.winner) == (end or (None, None))
            assert after.over == (end is not None)
            # Nobody wins a match by losing its last round.
            assert after.winner in (None, row.outcome.winner)
        elif isinstance(happening, Misdeal | DealtBy) or before.over:
            assert (after.over, after.winner, after.reason) == (before.over, before.winner, before.reason)
        else:
            assert after.reason in ("agreed", "conceded")
        before = after


@over_every_game
def test_rounds_are_numbered_from_one_and_misdeals_are_not(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    numbers = [row.number for line, row in table.reading.rows if line.entry is not None]
    assert numbers == list(range(1, len(numbers) + 1))
    assert {row.number for line, row in table.reading.rows if line.entry is None} <= {None}


@over_every_game
def test_nothing_that_is_admitted_breaks_the_fold(game: Game[Any], data: st.DataObject) -> None:
    rules, standing = open_some(data, game)
    table = game.table(rules)
    for raw in data.draw(st.lists(entries(game, rules), max_size=12)):
        entry = game.check(raw, rules)
        assert game.check(entry.written(), rules) == entry
        assert table[game.name(entry)] == game.worth(entry, rules)
        standing, row = step(rules, standing, Round(game.worth(entry, rules), game.bidder(entry)))
        assert isinstance(row, Row)


# --- the log ---


@over_every_game
def test_reading_on_is_the_same_as_reading_all(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    cut = data.draw(st.integers(0, len(table.reading.said)))

    again = read(table.reading.opening, table.reading.said[:cut])
    for said in table.reading.said[cut:]:
        again.take(said)

    assert again.state == table.reading.state
    assert again.folded == table.reading.folded
    assert again.names == table.reading.names
    assert again.undone_by == table.reading.undone_by


@over_every_game
def test_what_is_stored_survives_json(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    stored = [
        Said(said.id, said.seq, said.kind, json.loads(json.dumps(said.body)), said.by) for said in table.reading.said
    ]
    again = read(table.reading.opening, stored)
    assert again.state == table.reading.state
    assert again.folded == table.reading.folded


@over_every_game
def test_correcting_equals_replaying_the_corrected_log(game: Game[Any], data: st.DataObject) -> None:
    opening = data.draw(openings(game))
    told = data.draw(st.lists(entries(game, opening.rules), min_size=1, max_size=10))
    at = data.draw(st.integers(0, len(told) - 1))
    corrected = data.draw(st.none() | entries(game, opening.rules))
    table = Table.of(opening)
    lines = [table.play_from_memory(**entry) for entry in told if table.over is None]
    at = min(at, len(lines) - 1)

    if corrected is None:
        table.strike(lines[at])
    else:
        table.correct(lines[at], **corrected)

    replayed = [*told[:at], *([] if corrected is None else [corrected]), *told[at + 1 : len(lines)]]
    assert table.reading.folded == fold_entries(opening, replayed)


@over_every_game
def test_a_forgotten_round_equals_a_log_in_which_it_was_not_forgotten(game: Game[Any], data: st.DataObject) -> None:
    opening = data.draw(openings(game))
    told = data.draw(st.lists(entries(game, opening.rules), min_size=1, max_size=10))
    forgotten = data.draw(entries(game, opening.rules))
    table = Table.of(opening)
    lines = [table.play_from_memory(**entry) for entry in told if table.over is None]
    if table.over is not None:
        table.undo()
        lines.pop()
    if not lines:
        return
    at = data.draw(st.integers(0, len(lines) - 1))

    table.insert(lines[at - 1] if at else None, lines[at], **forgotten)

    assert table.reading.folded == fold_entries(opening, [*told[:at], forgotten, *told[at : len(lines)]])


def fold_entries(opening: Opening, told: list[Written]) -> tuple[list[Row], Standing]:
    """Fold entries as they are, without a log."""
    game, rules = opening.game, opening.rules
    checked = [game.check(entry, rules) for entry in told]
    rounds = [Round(game.worth(entry, rules), game.bidder(entry)) for entry in checked]
    return fold(rules, start(rules, opening.first_dealer, opening.carried), rounds)


@over_every_game
def test_whatever_was_said_reads_as_if_only_what_stands_had_been_said(game: Game[Any], data: st.DataObject) -> None:
    reading = data.draw(tables(game)).reading
    plain = said_plainly(reading)
    assert plain.folded == reading.folded
    assert [line.id for line, _ in plain.rows] == [line.id for line, _ in reading.rows]


@over_every_game
def test_undo_then_redo_is_nothing(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    reading = table.reading
    state, folded, names, top = reading.state, reading.folded, dict(reading.names), reading.top
    if top is None:
        return
    times = data.draw(st.integers(1, len(reading.stack)))

    for _ in range(times):
        table.undo()
    for _ in range(times):
        table.redo()

    assert (reading.state, reading.folded, reading.names, reading.top) == (state, folded, names, top)


@over_every_game
def test_saying_anything_then_undo_is_nothing(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    state, folded, top = table.reading.state, table.reading.folded, table.reading.top
    move = data.draw(st.sampled_from(ON_THE_STACK))
    note(move.__name__)

    if not say_anything(data.draw, table, move):
        return
    assert table.reading.taken_back == []
    table.undo()

    assert (table.reading.state, table.reading.folded, table.reading.top) == (state, folded, top)


@over_every_game
def test_any_undo_and_redo_moves_along_one_stack(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    while table.reading.stack:
        table.undo()
    # From the bottom of the stack up: what each redo reaches is what each undo must come back to.
    states, reached = [table.reading.state], 0
    while table.reading.taken_back:
        table.redo()
        states.append(table.reading.state)
        reached += 1

    for back in data.draw(st.lists(st.booleans(), max_size=20)):
        taken = say_anything(data.draw, table, undo if back else redo)
        assert taken == (reached > 0 if back else reached < len(states) - 1)
        reached += (-1 if back else 1) if taken else 0
        assert table.reading.state == states[reached]
        assert table.reading.folded == fold_state(table.reading.opening, states[reached])


@over_every_game
def test_what_another_phone_took_back_is_never_taken_back_twice(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    if table.reading.top is None:
        return
    phone = table.look()
    undo_said = table.undo()
    state = table.reading.state

    with pytest.raises(Already) as told:
        phone.undo()

    assert told.value.by is not None
    assert told.value.by.id == undo_said
    assert table.reading.state == state


@over_every_game
def test_a_refusal_changes_nothing(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    phone = table.look()
    say_anything(data.draw, table, data.draw(st.sampled_from(ON_THE_STACK)))
    state, said = table.reading.state, list(table.reading.said)
    move = data.draw(st.sampled_from((*ON_THE_STACK, undo, redo)))

    if not say_anything(data.draw, phone, move):
        assert table.reading.state == state
        assert table.reading.said == said


@over_every_game
def test_a_name_never_changes_a_figure(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    folded = table.reading.folded
    table.rename("seat-0", "Nobody")
    table.substitute(0, "Somebody")
    assert table.reading.folded == folded


# --- the match file ---


@over_every_game
def test_a_log_written_as_a_match_file_scores_the_same(game: Game[Any], data: st.DataObject) -> None:
    reading = data.draw(tables(game)).reading

    written = load(json.dumps(write_match(reading)).encode())

    assert score_match(written) == answer(reading.opening, [row for _, row in reading.rows], reading.standing)
    assert written == write_match(reading)


# --- whatever comes in from outside ---

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 15)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["seat-0", "e1", "agreed", "hearts", "none", "tricks", "points", *GAMES])
)
KEYS = [
    *("bidder", "bid", "forced", "tricks", "made", "suit", "tens", "which", "misdeal", "uncounted", "dealer", "why"),
    *("substitute", "seat", "ended", "conceded", "score", "streak", "kots", "call", "replaces", "entry", "after"),
    *("before", "contract", "round", "version", "options", "first_dealer", "seen", "name", "player", "was", "target"),
    *("format", "game", "seats", "rounds", "start", "gap_limit", "mode", "instant_win", "two_two"),
]


def objects_of(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), values, max_size=5)


JUNK = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | objects_of(inner), max_leaves=12)
OBJECTS = objects_of(JUNK)


def spoil(data: st.DataObject, whole: Written) -> Written:
    """Put junk into one part of something that was right, leave a part out, or add one."""
    spoilt = dict(whole)
    part = data.draw(st.sampled_from([*sorted(whole), *KEYS]))
    if part in spoilt and data.draw(st.booleans()):
        spoilt.pop(part)
    else:
        inner = spoilt.get(part)
        deeper = isinstance(inner, dict) and inner and data.draw(st.booleans())
        spoilt[part] = spoil(data, inner) if deeper and isinstance(inner, dict) else data.draw(JUNK)
    return spoilt


def only_refuses(action: Callable[[], object]) -> None:
    """Run something on junk: it may be taken, or refused in a way that can be said in words; nothing else."""
    words = None
    try:
        action()
    except (Conflict, Already):
        pass
    except Impossible as refused:
        words = say(refused.key, refused.figures)
    assert words != ""


@over_every_game
def test_junk_for_a_round_is_only_ever_refused(game: Game[Any], data: st.DataObject) -> None:
    rules, _ = open_some(data, game)
    right = data.draw(entries(game, rules))
    for raw in (data.draw(OBJECTS), spoil(data, right), {**right, **data.draw(OBJECTS)}):
        only_refuses(lambda raw=raw: game.check(raw, rules))  # type: ignore[misc]
        only_refuses(lambda raw=raw: game.check_call(raw, rules))  # type: ignore[misc]


@over_every_game
def test_junk_for_an_opening_is_only_ever_refused(game: Game[Any], data: st.DataObject) -> None:
    right: Written = {"names": ["Asha", "", "", ""], "first_dealer": 0, "carried": None, "options": {}}
    spoilt = {**right, **{name: data.draw(JUNK) for name in data.draw(st.sets(st.sampled_from(sorted(right))))}}
    options = spoilt["options"] if isinstance(spoilt["options"], dict) else data.draw(OBJECTS)
    key = data.draw(st.just(game.key) | JUNK)
    only_refuses(lambda: open_match(key, options, spoilt["names"], spoilt["first_dealer"], spoilt["carried"]))


@over_every_game
def test_junk_for_an_event_is_only_ever_refused_and_what_is_taken_can_be_read(
    game: Game[Any], data: st.DataObject
) -> None:
    table = data.draw(tables(game, longest=8))
    told = {said.kind: dict(said.body) for said in table.reading.said}
    for _ in range(4):
        kind = data.draw(st.sampled_from(KINDS) | st.text(max_size=5))
        body = spoil(data, told[kind]) if kind in told and data.draw(st.booleans()) else data.draw(OBJECTS)

        only_refuses(lambda body=body, kind=kind: table.say(kind, body))  # type: ignore[misc]

        assert len(table.reading.folded[0]) == len(table.lines)


@over_every_game
def test_junk_for_a_match_file_is_answered_with_an_error(game: Game[Any], data: st.DataObject) -> None:
    right = write_match(data.draw(tables(game, longest=6)).reading)
    rounds = right["rounds"]
    assert isinstance(rounds, list)
    spoilt = spoil(data, right)
    with_junk = {**right, "rounds": [*rounds, data.draw(JUNK)]}
    for file in (spoilt, with_junk, data.draw(JUNK), [right, data.draw(OBJECTS)]):
        given_back, all_could_be = score(file)
        answers: list[Any] = given_back if isinstance(given_back, list) else [given_back]
        assert all_could_be == all("error" not in one for one in answers)
        json.dumps(given_back)


@over_every_game
def test_an_event_is_stored_as_it_is_read_not_as_it_was_typed(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    for said in table.reading.said:
        before = read(table.reading.opening, table.reading.said[: said.seq - 1])
        assert expect(before, said.kind, said.body) == said.body
