"""Random houses, tables, rounds and whole logs, for laws that hold over every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from table import PEOPLE, Table

from scorekeeper.games import Game, Impossible, Rules, Written
from scorekeeper.games.base import SUITS, TRUMPS
from scorekeeper.games.fold import DealtBy, Ended, Happening, Misdeal, Round
from scorekeeper.games.house import OPTIONS
from scorekeeper.log import Already, Conflict, Opening, open_match
from scorekeeper.log.state import Line

Draw = Callable[[st.SearchStrategy[Any]], Any]

LAW = settings(max_examples=40, deadline=None, derandomize=True, database=None)
"""How long a law is tried. The same examples every time: a red run is a change, never bad luck."""

NUMBERS = {"gap_limit": (13, 26, 40, 52, 104), "target": (1, 2, 3, 5, 7)}
"""Numbers for house rules that let a short log reach its end now and then."""


@cache
def houses(game: Game[Any]) -> st.SearchStrategy[Written]:
    """House rules of a game: any of them chosen, the others left at their default."""
    return st.fixed_dictionaries({}, optional={name: _values(name) for name in game.options})


@cache
def _values(name: str) -> st.SearchStrategy[Any]:
    option = OPTIONS[name]
    if option.kind == "yes_no":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    numbers = st.sampled_from(NUMBERS.get(name, (1, 2, 3, 5)))
    return st.none() | numbers if option.may_be_open else numbers


@cache
@st.composite
def openings(draw: Draw, game: Game[Any]) -> Opening:
    """A match about to begin, one in four carried over from paper."""
    seats = draw(st.sampled_from(game.seats))
    options, dealer = draw(houses(game)), draw(st.integers(0, seats - 1))
    if draw(st.integers(0, 3)) == 0:
        try:
            return open_match(game.key, options, PEOPLE[:seats], dealer, draw(_papers(game)))
        except Impossible as over_already:
            assert over_already.key == "start_is_over"  # noqa: PT017  # the start is thrown away, not tested
    return open_match(game.key, options, PEOPLE[:seats], dealer)


@cache
def _papers(game: Game[Any]) -> st.SearchStrategy[Written]:
    lowest = -30 if "gap_limit" in game.options else 0
    parts = {"score": st.tuples(st.integers(lowest, 30), st.integers(lowest, 30)), "streak": _one_streak()}
    if "target_kots" in game.options:
        parts["kots"] = st.tuples(st.integers(0, 3), st.integers(0, 3))
    return st.fixed_dictionaries({}, optional=parts)


def _one_streak() -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, 3), st.booleans()).map(lambda run: (run[0], 0) if run[1] else (0, run[0]))


@cache
def _possible(game: Game[Any], rules: Rules) -> list[Any]:
    return list(game.possible(rules))


@cache
@st.composite
def entries(draw: Draw, game: Game[Any], rules: Rules) -> Written:
    """What may be typed for one round: any row of the game's table, any seat, with or without the trump."""
    raw: Written = draw(st.sampled_from(_possible(game, rules))).written()
    if "bidder" in raw:
        raw["bidder"] = draw(st.sampled_from([seat for seat in range(rules.seats) if seat % 2 == raw["bidder"]]))
    if draw(st.booleans()):
        raw["suit"] = draw(st.sampled_from(TRUMPS))
    if game.key == "dehla_pakad" and rules.seats == 4 and draw(st.booleans()):
        tens = raw["tens"]
        assert isinstance(tens, list)
        raw["which"] = draw(st.permutations(SUITS))[: tens[0]]
    return raw


@cache
@st.composite
def happenings(draw: Draw, game: Game[Any], rules: Rules) -> Happening:
    """One thing that happens at the table: mostly a round."""
    kind = draw(st.sampled_from(("round",) * 8 + ("misdeal", "dealer", "dealer", "ended")))
    if kind == "misdeal":
        return Misdeal()
    if kind == "dealer":
        return DealtBy(draw(st.integers(0, rules.seats - 1)), "by hand")
    if kind == "ended":
        return Ended(draw(st.none() | st.integers(0, 1)))
    entry = game.check(draw(entries(game, rules)), rules)
    return Round(game.worth(entry, rules), game.bidder(entry))


@cache
@st.composite
def tables(draw: Draw, game: Game[Any], longest: int = 24) -> Table:
    """A match somewhere in its course: anything was said, in any order, that `expect` takes."""
    table = Table.of(draw(openings(game)))
    # Hypothesis likes short lists, and a short log has nothing to correct.
    shortest = draw(st.sampled_from((0, longest // 2, longest - 4)))
    for move in draw(st.lists(st.sampled_from(_MOVES), min_size=shortest, max_size=longest)):
        # Nothing is played when the match is over; the log goes on with second thoughts.
        say_anything(draw, table, draw(st.sampled_from(_SECOND_THOUGHTS)) if table.over and move is play else move)
    return table


def say_anything(draw: Draw, table: Table, move: Move) -> bool:
    """Try to say something of a kind; tell whether it was taken. Nothing but a refusal may be raised."""
    try:
        move(draw, table)
    except (Impossible, Conflict, Already):
        return False
    return True


Move = Callable[[Draw, Table], object]


def _game(table: Table) -> Game[Any]:
    return table.reading.opening.game


def _entry(draw: Draw, table: Table) -> Written:
    entry: Written = draw(entries(_game(table), table.seen.rules))
    return entry


def _seat(draw: Draw, table: Table) -> int:
    return int(draw(st.integers(0, table.reading.seats - 1)))


def _any_line(draw: Draw, table: Table) -> Line:
    if not table.seen.lines:
        raise Conflict("round_gone")
    line: Line = draw(st.sampled_from(table.seen.lines))
    return line


def bid(draw: Draw, table: Table) -> object:
    """Bid, or pass all round; where nobody bids, play."""
    if not _game(table).called:
        return play(draw, table)
    if draw(st.integers(0, 3)) == 0:
        return table.all_pass()
    return table.bid(_seat(draw, table), draw(st.integers(7, 13)), draw(st.none() | st.sampled_from(TRUMPS)))


def play(draw: Draw, table: Table) -> object:
    """Enter a round: the result of the contract that stands, or all of it from memory."""
    contract = table.seen.contract
    if contract is None or draw(st.integers(0, 3)) == 0:
        return table.play_from_memory(**_entry(draw, table))
    return table.play(**contract.call, tricks=draw(st.integers(0, 13)))


def insert(draw: Draw, table: Table) -> object:
    """Enter a forgotten round in some gap."""
    ids = [None, *table.lines]
    if len(ids) < 2:
        return play(draw, table)
    at = draw(st.integers(0, len(ids) - 2))
    before = ids[at + 1]
    assert before is not None
    return table.insert(ids[at], before, **_entry(draw, table))


def correct(draw: Draw, table: Table) -> object:
    """Correct some round, also a struck one."""
    return table.correct(_any_line(draw, table).id, **_entry(draw, table))


def strike(draw: Draw, table: Table) -> object:
    """Strike some line."""
    return table.strike(_any_line(draw, table).id)


def misdeal(draw: Draw, table: Table) -> object:
    """Void the deal."""
    return table.misdeal()


def deal(draw: Draw, table: Table) -> object:
    """Set a dealer by hand."""
    return table.deal(_seat(draw, table), draw(st.sampled_from(("", "cut again"))))


def change(draw: Draw, table: Table) -> object:
    """Change the house rules, and who dealt first."""
    return table.change(_seat(draw, table), **draw(houses(_game(table))))


def substitute(draw: Draw, table: Table) -> object:
    """Seat somebody else."""
    return table.substitute(_seat(draw, table), draw(st.sampled_from(("Gita", "Hamid", "Asha"))))


def rename(draw: Draw, table: Table) -> object:
    """Mend somebody's name."""
    return table.rename(draw(st.sampled_from(sorted(table.reading.names))), draw(st.sampled_from(("Indu", "Javed"))))


def end(draw: Draw, table: Table) -> object:
    """Agree to end, or concede."""
    side = draw(st.none() | st.integers(0, 1))
    return table.agree() if side is None else table.concede(side)


def undo(draw: Draw, table: Table) -> object:
    """Take back what was said last."""
    return table.undo()


def redo(draw: Draw, table: Table) -> object:
    """Bring again what was taken back last."""
    return table.redo()


ON_THE_STACK: tuple[Move, ...] = (bid, play, insert, correct, strike, misdeal, deal, change, substitute, end)
_MOVES: tuple[Move, ...] = (
    *(play,) * 9,
    *(bid,) * 3,
    *(undo,) * 3,
    *(redo, correct) * 2,
    *(insert, strike, misdeal, deal, change, substitute, rename, end),
)
_SECOND_THOUGHTS: tuple[Move, ...] = (undo, undo, correct, correct, strike, change, redo)
