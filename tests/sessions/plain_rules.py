"""The rules written down once more, straight from RULES.md: slow, plain, and without a look at the app."""

from __future__ import annotations

from typing import Any

Entry = dict[str, Any]
"""A round in the words of a match file."""

Said = dict[str, Any]

NO_END = {"gap_limit": None, "target": None, "mode": "streak", "target_rounds": None, "target_kots": None}


def worth(game: str, house: Said, entry: Entry, dealer: int, seats: int) -> Said:
    """Tell what a round is worth: points a side, who won it (None: nobody), a kot, an end at once, and who led."""
    after_dealer = (dealer + 1) % seats
    return {"leader": after_dealer, "kot": False, "instant": False, **_WORTH[game](house, entry, after_dealer)}


def possible(game: str, house: Said, entry: Entry) -> bool:
    """Tell whether these house rules can read a round: with tricks exactly where level tens ask for them."""
    if game != "dehla_pakad":
        return True
    asked = house["two_two"] == "tricks" and entry["tens"][0] == entry["tens"][1]
    return asked == ("tricks" in entry)


def read_under(game: str, house: Said, entry: Entry) -> Entry:
    """Leave out what these house rules do not ask for."""
    if game == "dehla_pakad" and house["two_two"] == "draw":
        return {part: value for part, value in entry.items() if part != "tricks"}
    return entry


def _tervi(house: Said, entry: Entry, after_dealer: int) -> Said:
    bidder, bid = (after_dealer, 7) if entry.get("forced") else (entry["bidder"], entry["bid"])
    made = entry["tricks"] >= bid if "tricks" in entry else entry["made"]
    side = bidder % 2
    points = [0, 0]
    points[side] = bid if made else (-7 if bid == 7 else -2 * bid)
    return {"points": points, "winner": side if made else 1 - side, "leader": bidder}


def _tervi_classic(house: Said, entry: Entry, after_dealer: int) -> Said:
    winner = 0 if entry["tricks"][0] == 7 else 1
    whitewash = entry["tricks"][1 - winner] == 0
    kot = whitewash
    if winner != after_dealer % 2:  # the defenders
        kot = {"no": False, "any": True, "seven_love": whitewash}[house["defender_kot"]]
    return {**_one_point(winner), "kot": kot}


def _dehla_pakad(house: Said, entry: Entry, after_dealer: int) -> Said:
    winner = _more(entry["tens"])
    if winner is None and house["two_two"] == "tricks":
        winner = _more(entry["tricks"])
    return {**_one_point(winner), "instant": house["instant_win"] and 0 in entry["tens"]}


def _double_sar(house: Said, entry: Entry, after_dealer: int) -> Said:
    cards = [4 * tricks + tens for tricks, tens in zip(entry["tricks"], entry["tens"], strict=True)]
    all_of = entry["tens"] if house["instant_rule"] == "tens" else entry["tricks"]
    if house["instant_win"] and 0 in all_of:
        return {**_one_point(_more(all_of)), "instant": True}
    return _one_point(_more(cards))


def _court_piece(house: Said, entry: Entry, after_dealer: int) -> Said:
    return {**_one_point(_more(entry["tricks"])), "instant": house["instant_win"] and 0 in entry["tricks"]}


def _more(pair: list[int]) -> int | None:
    return None if pair[0] == pair[1] else 0 if pair[0] > pair[1] else 1


def _one_point(winner: int | None) -> Said:
    return {"points": [int(winner == 0), int(winner == 1)], "winner": winner}


_WORTH = {
    "tervi": _tervi,
    "tervi_classic": _tervi_classic,
    "dehla_pakad": _dehla_pakad,
    "double_sar": _double_sar,
    "court_piece": _court_piece,
}


class Score:
    """The figures of a match as they stand, carried from round to round by hand."""

    def __init__(self, house: Said, seats: int, first_dealer: int, start: Said) -> None:
        self.house, self.seats, self.dealer = {**NO_END, **house}, seats, first_dealer
        self.score, self.streak, self.kots = ([*start.get(what, [0, 0])] for what in ("score", "streak", "kots"))
        self.rounds = 0
        self.last_winner: int | None = None
        self.last_decided = 0 if self.streak[0] else 1 if self.streak[1] else None
        self.over, self.winner, self.reason = False, None, None

    @property
    def gap(self) -> int:
        """A's score less B's."""
        return int(self.score[0] - self.score[1])

    def play(self, round_: Said) -> None:
        """Delta, scores, streak, match end, next dealer."""
        winner = round_["winner"]
        self.rounds += 1
        self.score = [self.score[side] + round_["points"][side] for side in (0, 1)]
        if winner is not None:
            self.streak[winner] += 1
            self.streak[1 - winner] = 0
            self.kots[winner] += round_["kot"]
        self._pass_the_deal(winner)
        self.last_winner = winner
        self.last_decided = self.last_decided if winner is None else winner
        if round_["instant"]:
            self.finish("instant", winner)
        else:
            self.see_the_end()

    def _pass_the_deal(self, winner: int | None) -> None:
        """The losing side deals; a draw asks an earlier round, as the house says."""
        if winner is None:
            house = self.house["draw_dealer"]
            if house in ("same", "rotate"):
                stays = house == "same"
            else:
                earlier = self.last_winner if house == "prior" else self.last_decided
                stays = earlier is not None and earlier != self.dealer % 2
        else:
            stays = winner != self.dealer % 2
        if not stays:
            self.dealer = (self.dealer + 1) % self.seats

    def see_the_end(self) -> None:
        """Ask the house rules whether this is the end."""
        house = self.house
        if house["gap_limit"] and abs(self.gap) >= house["gap_limit"]:
            self.finish("gap", 0 if self.gap > 0 else 1)
            return
        counted = self.streak if house["mode"] == "streak" else self.score
        for reason, figures, target in (
            (house["mode"], counted, house["target"]),
            ("rounds", self.score, house["target_rounds"]),
            ("kots", self.kots, house["target_kots"]),
        ):
            for side in (0, 1):
                if target and figures[side] >= target and not self.over:
                    self.finish(reason, side)

    def finish(self, reason: str, winner: int | None) -> None:
        """End the match."""
        self.over, self.reason, self.winner = True, reason, winner
