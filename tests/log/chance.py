"""Whole logs by chance, from a seed: any game, any house, anything that may be said, in an order that could be."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from dice import choices
from table import PEOPLE, Table

from scorekeeper.games import GAMES, Game, Impossible, Written
from scorekeeper.games.base import SUITS, TRUMPS
from scorekeeper.log import Already, Conflict, Opening, open_match

NAMES = ("Asha", "बिलाल", "", "چترا", "O'Hara <b>", "Эля", "D & D", "x" * 30)
MOVES = (
    *("play",) * 10,
    *("bid", "undo") * 3,
    *("redo", "correct", "deal") * 2,
    *("insert", "strike", "misdeal", "change", "substitute", "rename", "end"),
)
AFTERTHOUGHTS = ("undo", "undo", "correct", "correct", "strike", "change", "redo", "rename")


class Chance(Random):
    """One match by chance; `seen` counts what it covered."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seen: Counter[str] = Counter()

    def table(self) -> Table:
        """A match somewhere in its course."""
        table = Table.of(self.opening())
        game, rules = table.reading.opening.game, table.reading.opening.rules
        self.seen[f"game {game.key}, {rules.seats} seats"] += 1
        for name in game.options:
            self.seen[f"{game.key}: {name} = {getattr(rules, name)}"] += 1
        for _ in range(self.randrange(36)):
            self.say(table, self.choice(AFTERTHOUGHTS if table.reading.standing.over else MOVES))
        return table

    def opening(self) -> Opening:
        """A house, its people, and in one of four matches what the paper said."""
        game = GAMES[self.choice(list(GAMES))]
        seats = self.choice(game.seats)
        options = {name: self.choice(values) for name, values in choices(game.key).items()}
        names = self.choice((PEOPLE[:seats], [""] * seats, self.sample(NAMES, seats)))
        try:
            carried = self.dice_paper(game) if self.random() < 0.25 else None
            return open_match(game.key, options, names, self.randrange(seats), carried)
        except Impossible:
            return open_match(game.key, options, names, self.randrange(seats))

    def dice_paper(self, game: Game[Any]) -> Written:
        """What the paper said."""
        run = self.randrange(3)
        paper: Written = {
            "score": [self.randrange(12), self.randrange(12)],
            "streak": self.choice(([run, 0], [0, run])),
        }
        return paper | ({"kots": [self.randrange(2), 1]} if "target_kots" in game.options else {})

    def say(self, table: Table, move: str) -> None:
        """Say one thing, if it may be said."""
        try:
            getattr(self, f"_{move}")(table)
        except (Impossible, Conflict, Already):
            return
        said = table.reading.said[-1]
        self.seen[f"event {said.kind}"] += 1
        self._cover(table, said.kind)

    def _cover(self, table: Table, kind: str) -> None:
        state = table.seen
        if kind == "correction" and state.by_hand:
            corrected = table.reading.said[-1].body["round"]
            ids = [line.id for line in state.lines]
            places = {ids.index(hand.after) if hand.after else -1 for hand in state.by_hand}
            at = ids.index(str(corrected))
            self.seen["correction before a dealer by hand"] += any(at < place for place in places)
            self.seen["correction after a dealer by hand"] += any(at > place for place in places)
        rows = table.reading.rows
        if rows and rows[-1][1].outcome and rows[-1][1].outcome.winner is None:
            self.seen["draw"] += 1
        standing = table.reading.standing
        if standing.over:
            self.seen[f"ended by {standing.reason}"] += 1
        self.seen["uncounted rounds"] += any(not row.counted for _, row in rows)

    def _entry(self, table: Table) -> Written:
        game, rules = table.reading.opening.game, table.seen.rules
        raw: Written = self.choice(list(game.possible(rules))).written()
        if "bidder" in raw:
            raw["bidder"] = self.choice([seat for seat in range(rules.seats) if seat % 2 == raw["bidder"]])
        if self.random() < 0.4:
            raw["suit"] = self.choice(TRUMPS)
        if game.key == "dehla_pakad" and rules.seats == 4 and self.random() < 0.3:
            raw["which"] = self.sample(SUITS, raw["tens"][0])  # type: ignore[index]
        return raw

    def _seat(self, table: Table) -> int:
        return self.randrange(table.reading.seats)

    def _line(self, table: Table) -> str:
        if not table.seen.lines:
            raise Conflict("round_gone")
        return self.choice(table.seen.lines).id

    def _bid(self, table: Table) -> None:
        if not table.reading.opening.game.called:
            self._play(table)
        elif self.random() < 0.25:
            table.all_pass()
        else:
            table.bid(self._seat(table), self.randrange(7, 14), self.choice((None, *TRUMPS)))

    def _play(self, table: Table) -> None:
        contract = table.seen.contract
        if contract is None or self.random() < 0.2:
            table.play_from_memory(**self._entry(table))
        else:
            how = {"made": self.random() < 0.5} if self.random() < 0.5 else {"tricks": self.randrange(14)}
            table.play(**contract.call, **how)

    def _insert(self, table: Table) -> None:
        ids = [None, *table.lines]
        if len(ids) < 2:
            self._play(table)
        else:
            at = self.randrange(len(ids) - 1)
            table.insert(ids[at], str(ids[at + 1]), **self._entry(table))

    def _correct(self, table: Table) -> None:
        table.correct(self._line(table), **self._entry(table))

    def _strike(self, table: Table) -> None:
        table.strike(self._line(table))

    def _misdeal(self, table: Table) -> None:
        table.misdeal()

    def _deal(self, table: Table) -> None:
        table.deal(self._seat(table), self.choice(("", "cut again", "پھر سے")))

    def _change(self, table: Table) -> None:
        game = table.reading.opening.game
        table.change(self._seat(table), **{name: self.choice(values) for name, values in choices(game.key).items()})

    def _substitute(self, table: Table) -> None:
        table.substitute(self._seat(table), self.choice([name for name in NAMES if name]))

    def _rename(self, table: Table) -> None:
        table.rename(self.choice(sorted(table.reading.names)), self.choice(NAMES))

    def _end(self, table: Table) -> None:
        side = self.choice((None, 0, 1))
        if side is None:
            table.agree()
        else:
            table.concede(side)

    def _undo(self, table: Table) -> None:
        table.undo()

    def _redo(self, table: Table) -> None:
        table.redo()
