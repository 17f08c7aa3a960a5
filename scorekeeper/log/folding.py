"""From what a state says happened to its standings, folding on from a checkpoint where there is one."""

from __future__ import annotations

from dataclasses import dataclass

from ..games import Rules
from ..games.fold import DealtBy, Happening, Misdeal, Round, Row, Standing, start, step
from .opening import Opening
from .state import ByHand, Line, State

Hands = dict[str | None, tuple[ByHand, ...]]


@dataclass(frozen=True, slots=True)
class Folded:
    """What a fold gave, kept so that the next one need not begin at the first round."""

    state: State
    lines: list[Line]
    rows: list[Row]
    befores: list[Standing]
    """The standing that each line was dealt from; one more than lines, the last before the table's own end."""
    standing: Standing


def fold_state(opening: Opening, state: State) -> tuple[list[Row], Standing]:
    """Fold what a state says happened, from its first deal."""
    folded = refold(opening, state, None)
    return folded.rows, folded.standing


def refold(opening: Opening, state: State, known: Folded | None) -> Folded:
    """Fold a state on from the last line that another fold had in the same place: the checkpoint.

    A test proves this equal to folding from the first deal.
    """
    lines, hands = state.standing_lines(), _by_anchor(state)
    kept = _unchanged(state, lines, hands, known)
    if known is None or not kept:
        standing = start(state.rules, state.first_dealer, opening.carried)
        befores = [_dealt(state.rules, standing, hands.get(None, ()))]
        rows: list[Row] = []
    else:
        rows, befores = known.rows[:kept], known.befores[: kept + 1]
    for line in lines[kept:]:
        standing, row = step(state.rules, befores[-1], _happening(opening, state, line))
        assert row is not None
        rows.append(row)
        befores.append(_dealt(state.rules, standing, hands.get(line.id, ())))
    standing = befores[-1] if state.ended is None else step(state.rules, befores[-1], state.ended)[0]
    return Folded(state, lines, rows, befores, standing)


def _unchanged(state: State, lines: list[Line], hands: Hands, known: Folded | None) -> int:
    """Count the lines that the known fold had in the same place, with the same word about the dealer after each."""
    if known is None or (state.rules, state.first_dealer) != (known.state.rules, known.state.first_dealer):
        return 0
    theirs = _by_anchor(known.state)
    if hands.get(None) != theirs.get(None):
        return 0
    kept = 0
    for mine, other in zip(lines, known.lines, strict=False):
        if mine is not other or hands.get(mine.id) != theirs.get(mine.id):
            break
        kept += 1
    return kept


def _happening(opening: Opening, state: State, line: Line) -> Happening:
    if line.entry is None:
        return Misdeal()
    game, entry = opening.game, opening.game.under(line.entry, state.rules)
    return Round(game.worth(entry, state.rules), game.bidder(entry))


def _by_anchor(state: State) -> Hands:
    """Dealers set by hand, by the line each was said after; None: the start."""
    hands: Hands = {}
    for hand in state.by_hand:
        hands[hand.after] = (*hands.get(hand.after, ()), hand)
    return hands


def _dealt(rules: Rules, standing: Standing, hands: tuple[ByHand, ...]) -> Standing:
    for hand in hands:
        standing, _ = step(rules, standing, DealtBy(hand.seat, hand.why))
    return standing
