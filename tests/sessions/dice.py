"""What chance brings to the table: houses, starts from paper, rounds. The same seed brings the same."""

from __future__ import annotations

from random import Random

from plain_rules import Entry, Said

from scorekeeper.games import GAMES
from scorekeeper.games.base import SUITS, TRUMPS
from scorekeeper.games.house import OPTIONS

NUMBERS: dict[str, tuple[int | None, ...]] = {
    "gap_limit": (13, 26, 52),
    "target": (1, 2, 3, 7),
    "target_rounds": (None, 2, 4),
    "target_kots": (None, 1, 2),
}
"""Numbers that let a short session reach its end now and then. `target` 1 ends with the first round won."""


def choices(game: str) -> dict[str, tuple[object, ...]]:
    """Every value of every house rule of a game that is tried."""
    found: dict[str, tuple[object, ...]] = {}
    for name in GAMES[game].options:
        option = OPTIONS[name]
        found[name] = (True, False) if option.kind == "yes_no" else option.choices or NUMBERS[name]
    return found


class Dice(Random):
    """Chance, with a seed."""

    def id(self) -> str:
        """Make an id as a phone makes one."""
        return f"{self.getrandbits(128):032x}"

    def paper(self, game: str) -> tuple[Said, Said]:
        """Start from paper or not: what is typed, and what it means."""
        if self.random() < 0.5:
            return {}, {}
        side = self.randrange(2)
        ahead = {"ahead": "ab"[side]}
        if game == "tervi":
            gap = self.randrange(1, 30)
            return {"gap": gap, **ahead}, {"score": _for(side, gap)}
        score = [self.randrange(1, 3), self.randrange(3)]
        typed: Said = {"score_a": score[0], "score_b": score[1]}
        if game == "tervi_classic":
            kots = [self.randrange(2), 1]
            return {**typed, "kots_a": kots[0], "kots_b": kots[1]}, {"score": score, "kots": kots}
        run = self.randrange(1, 4)
        return {**typed, "streak": run, **ahead}, {"score": score, "streak": _for(side, run)}

    def call(self, seats: int) -> Said:
        """Bid, or pass all round."""
        call: Said = {"forced": True} if self.random() < 0.2 else {"bidder": self.randrange(seats), "bid": self.bid()}
        return {**call, **self.suit()}

    def bid(self) -> int:
        """A number of tricks; 1 time in 20 one that cannot be."""
        return self.choice((6, 14)) if self.random() < 0.05 else self.randrange(7, 14)

    def result(self) -> Said:
        """How a contract went."""
        return {"made": self.random() < 0.5} if self.random() < 0.7 else {"tricks": self.randrange(14)}

    def suit(self) -> Said:
        """The trump, if told."""
        return {"suit": self.choice(TRUMPS)} if self.random() < 0.3 else {}

    def entry(self, game: str, house: Said, seats: int) -> Entry:
        """A whole round; 1 time in 20 one that cannot be, which the model knows by its mark."""
        if game == "tervi":
            return {**self.call(seats), **self.result()}
        entry: Entry = getattr(self, f"_{game}")(house, seats)
        if self.random() < 0.05:
            entry |= {"impossible": True, "tricks": [14, 14]}
        return {**entry, **self.suit()}

    def _tervi_classic(self, house: Said, seats: int) -> Entry:
        return {"tricks": self.sample([7, self.choice((0, 0, *range(1, 7)))], 2)}

    def _court_piece(self, house: Said, seats: int) -> Entry:
        a = self.choice((0, 13, *range(2, 12), *range(4, 10)))
        return {"tricks": [a, 13 - a]}

    def _double_sar(self, house: Said, seats: int) -> Entry:
        tens = self.choice((4, 0, 3, 3, 2, 2, 1, 1))
        tricks = self.randrange(1, 13) if tens not in (0, 4) else self.choice((13, 6, 9) if tens else (0, 7, 4))
        tricks = 6 if tens == 4 and self.random() < 0.4 else tricks  # 28–28, which draws a round
        return {"tens": [tens, 4 - tens], "tricks": [tricks, 13 - tricks]}

    def _dehla_pakad(self, house: Said, seats: int) -> Entry:
        tens_in_play, tricks_in_play = (4, 13) if seats == 4 else (12, 26)
        half = tens_in_play // 2
        a = self.choice((half, half, half + 1, half + 1, half - 1, half - 1, 0, tens_in_play))
        entry: Entry = {"tens": [a, tens_in_play - a]}
        # Level tens with tricks the house does not want, or without those it wants, are an entry that cannot be.
        if a == half and (house["two_two"] == "tricks") != (self.random() < 0.05):
            tricks = tricks_in_play // 2 + self.choice((0, 0, 1, -3, 4))
            entry["tricks"] = [tricks, tricks_in_play - tricks]
        if seats == 4 and a and self.random() < 0.2:
            which = self.sample(SUITS, a)
            entry["which"] = [suit for suit in SUITS if suit in which]
        return entry


def fields_of(told: Said) -> Said:
    """Write an entry, a call or house rules as the fields of a form."""
    return {name: _field(value) for name, value in told.items() if name != "impossible"}


def _field(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list) and value and isinstance(value[0], int):
        return "-".join(map(str, value))
    return "" if value is None else value


def _for(side: int, figure: int) -> list[int]:
    return [figure, 0] if side == 0 else [0, figure]
