"""A match as plain as can be: a list of rounds, and for Undo a list of whole copies. The app must agree with it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise

from plain_rules import Entry, Said, Score, possible, read_under, worth

from scorekeeper.games import GAMES

SAVED, ALREADY, GONE, CONFLICT, IMPOSSIBLE = 303, 200, 404, 409, 422


class Paper:
    """Everything that is on the paper. Copied whole before each change."""

    def __init__(self, house: Said, seats: int, first_dealer: int) -> None:
        self.house, self.first_dealer = house, first_dealer
        self.sitting = [f"seat-{seat}" for seat in range(seats)]
        self.lines: list[Said] = []
        self.contract: tuple[str, Said] | None = None
        self.by_hand: list[Said] = []
        self.ended: Said | None = None
        self.rules_by: str | None = None

    def standing(self) -> list[Said]:
        """Lines that were not struck."""
        return [line for line in self.lines if not line["struck"]]

    def last(self) -> str | None:
        """Id of the last line."""
        return self.standing()[-1]["id"] if self.standing() else None

    def line(self, line_id: str) -> Said | None:
        """Find a line by its id."""
        return next((line for line in self.lines if line["id"] == line_id), None)


class Model:
    """One match. `say` gives the status that the app must answer with, and writes down what was accepted."""

    def __init__(self, game: str, house: Said, names: list[str], first_dealer: int, start: Said) -> None:
        self.game, self.seats, self.start = game, len(names), start
        self.paper = Paper({**GAMES[game].options, **house}, len(names), first_dealer)
        self.names = {f"seat-{seat}": name for seat, name in enumerate(names)}
        self.said: dict[str, tuple[str, Said]] = {}
        self.before: dict[str, Paper] = {}
        self.undo: list[tuple[str, Paper]] = []
        self.redo: list[tuple[str, Paper]] = []
        self.undone: set[str] = set()
        self.deleted = self.was_over = False

    # --- what is said -----------------------------------------------------------------------------------------------

    def say(
        self, event_id: str, kind: str, body: Said, *, elsewhere: bool = False, looked_at: int | None = None
    ) -> int:
        """Say one thing. `elsewhere`: its id is known in another match.

        `looked_at`: how many events there were when its consequences were shown; they are shown again after any other.
        """
        if self.deleted:
            return GONE
        if event_id in self.said:
            return SAVED if self.said[event_id] == (kind, body) else self._same_id(event_id, kind, body)
        if elsewhere:
            return IMPOSSIBLE
        refused = self.refusal(kind, body)
        if refused:
            return refused
        if looked_at not in (None, len(self.said)):
            return CONFLICT
        self.said[event_id], self.before[event_id] = (kind, body), self.paper
        self._take(event_id, kind, body)
        self.was_over = self.was_over or self.over
        return SAVED

    def refusal(self, kind: str, body: Said) -> int | None:
        """Status of what cannot be taken now, None for what can."""
        check: Callable[[Said], int | None] = getattr(self, f"_refuse_{kind}")
        return check(body)

    def _same_id(self, event_id: str, kind: str, body: Said) -> int:
        """Status of a known id with another body: what could never be is told as such, by the paper of then."""
        if self.said[event_id][0] != kind:
            return CONFLICT
        now, self.paper = self.paper, self.before[event_id]
        refused = self.refusal(kind, body)
        self.paper = now
        return IMPOSSIBLE if refused == IMPOSSIBLE else CONFLICT

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.tally()[1].over)

    @property
    def status(self) -> str:
        """Live, finished, or reopened."""
        return "finished" if self.over else "reopened" if self.was_over else "live"

    def top(self) -> str | None:
        """What Undo takes back."""
        return self.undo[-1][0] if self.undo else None

    def _take(self, event_id: str, kind: str, body: Said) -> None:
        if kind == "rename":
            self.names[body["player"]] = body["name"]
        elif kind == "undo":
            undone, paper = self.undo.pop()
            self.redo.append((undone, self.paper))
            self.paper = paper
            self.undone.add(undone)
        elif kind == "redo":
            again, paper = self.redo.pop()
            self.undo.append((again, self.paper))
            self.paper = paper
            self.undone.discard(again)
        else:
            self.undo.append((event_id, self.paper))
            self.redo = []
            self.paper = deepcopy(self.paper)
            getattr(self, f"_take_{kind}")(event_id, body)

    # --- refused unless (LOG.md) ------------------------------------------------------------------------------------

    def _refuse_bid(self, body: Said) -> int | None:
        if not _possible_call(body["call"]):
            return IMPOSSIBLE
        stands = self.paper.contract[0] if self.paper.contract else None
        return CONFLICT if self.over or body["replaces"] != stands else None

    def _refuse_round(self, body: Said) -> int | None:
        if not self._possible(body["entry"]):
            return IMPOSSIBLE
        if body.get("before"):
            ids = [None, *(line["id"] for line in self.paper.standing())]
            return CONFLICT if self.over or (body["after"], body["before"]) not in pairwise(ids) else None
        return self._refuse_misdeal(body)

    def _refuse_misdeal(self, body: Said) -> int | None:
        if self.over or body["after"] != self.paper.last():
            return CONFLICT
        stands = self.paper.contract[0] if self.paper.contract else None
        return CONFLICT if body["contract"] and body["contract"] != stands else None

    def _refuse_correction(self, body: Said) -> int | None:
        line = self.paper.line(body["round"])
        if line is None:
            return CONFLICT
        if body["entry"] is not None and (body["entry"] == {"misdeal": True}) != (line["entry"] is None):
            return IMPOSSIBLE
        if body["entry"] not in (None, {"misdeal": True}) and not self._possible(body["entry"]):
            return IMPOSSIBLE
        return CONFLICT if body["version"] != line["version"] else None

    def _refuse_dealer(self, body: Said) -> int | None:
        if body["seat"] is None:
            return IMPOSSIBLE
        return CONFLICT if self.over or body["after"] != self.paper.last() else None

    def _refuse_rules(self, body: Said) -> int | None:
        house, game = body["options"], self.game
        opening = Score(house, self.seats, body["first_dealer"], self.start)
        opening.see_the_end()
        played = [read_under(game, house, line["entry"]) for line in self.paper.standing() if line["entry"]]
        if opening.over or any(not possible(game, house, entry) for entry in played):
            return IMPOSSIBLE
        return CONFLICT if body["seen"] != self.paper.rules_by else None

    def _refuse_substitute(self, body: Said) -> int | None:
        if not body["name"]:
            return IMPOSSIBLE
        return CONFLICT if body["player"] != self.paper.sitting[body["seat"]] else None

    def _refuse_rename(self, body: Said) -> int | None:
        return CONFLICT if body["was"] != self.names[body["player"]] else None

    def _refuse_end(self, body: Said) -> int | None:
        return CONFLICT if self.over or body["after"] != self.paper.last() else None

    def _refuse_undo(self, body: Said) -> int | None:
        if body["target"] in self.undone:
            return ALREADY
        return CONFLICT if body["target"] != self.top() else None

    def _refuse_redo(self, body: Said) -> int | None:
        if body["target"] in [event for event, _ in self.undo]:
            return ALREADY
        return CONFLICT if not self.redo or body["target"] != self.redo[-1][0] else None

    def _possible(self, entry: Entry) -> bool:
        if self.game == "tervi":
            return _possible_call(entry)
        return "impossible" not in entry and possible(self.game, self.paper.house, entry)

    # --- written down -----------------------------------------------------------------------------------------------

    def _take_bid(self, event_id: str, body: Said) -> None:
        self.paper.contract = (event_id, body["call"])

    def _take_round(self, event_id: str, body: Said) -> None:
        paper, entry = self.paper, None if body["entry"] == {"misdeal": True} else body["entry"]
        line = {"id": event_id, "version": event_id, "entry": entry, "struck": False, "players": [*paper.sitting]}
        if body.get("before"):
            at = next(place for place, other in enumerate(paper.lines) if other["id"] == body["before"])
            line["players"] = paper.lines[at]["players"]
            paper.lines.insert(at, line)
        else:
            paper.lines.append(line)
            paper.contract = None

    def _take_misdeal(self, event_id: str, body: Said) -> None:
        self._take_round(event_id, {**body, "entry": {"misdeal": True}})

    def _take_correction(self, event_id: str, body: Said) -> None:
        line = self.paper.line(body["round"])
        assert line is not None
        line["version"], line["struck"] = event_id, body["entry"] is None
        if body["entry"] is None:
            before = [other["id"] for other in self.paper.lines[: self.paper.lines.index(line)] if not other["struck"]]
            for hand in self.paper.by_hand:
                if hand["after"] == line["id"]:
                    hand["after"] = before[-1] if before else None
        elif line["entry"] is not None:
            line["entry"] = body["entry"]

    def _take_dealer(self, event_id: str, body: Said) -> None:
        self.paper.by_hand.append(dict(body))

    def _take_rules(self, event_id: str, body: Said) -> None:
        self.paper.house, self.paper.first_dealer = body["options"], body["first_dealer"]
        self.paper.rules_by = event_id

    def _take_substitute(self, event_id: str, body: Said) -> None:
        self.names[event_id] = body["name"]
        self.paper.sitting[body["seat"]] = event_id

    def _take_end(self, event_id: str, body: Said) -> None:
        self.paper.ended, self.paper.contract = body, None

    # --- the standings ----------------------------------------------------------------------------------------------

    def tally(self) -> tuple[list[Said], Score]:
        """Count everything from the first round: the rows of the match file, and the score at the end."""
        paper = self.paper
        score = Score(paper.house, self.seats, paper.first_dealer, self.start)
        rows: list[Said] = []
        self._deal_by_hand(score, None)
        for line in paper.standing():
            entry = line["entry"] and read_under(self.game, paper.house, line["entry"])
            rows.append(self._row(score, entry))
            self._deal_by_hand(score, line["id"])
        if paper.ended and not score.over:
            side = paper.ended["conceded"]
            score.finish("agreed" if side is None else "conceded", None if side is None else 1 - side)
        return rows, score

    def _deal_by_hand(self, score: Score, after: str | None) -> None:
        for hand in self.paper.by_hand:
            if hand["after"] == after and not score.over:
                score.dealer = hand["seat"]

    def _row(self, score: Score, entry: Entry | None) -> Said:
        counted, dealer = not score.over, score.dealer
        round_: Said = {"points": [0, 0], "winner": None, "kot": False, "leader": None}
        if entry and counted:
            round_ = worth(self.game, self.paper.house, entry, dealer, self.seats)
            score.play(round_)
        elif entry:
            score.rounds += 1
        row = {"no": score.rounds if entry else None, "misdeal": not entry, "dealer": dealer if counted else None}
        if entry:
            row["leader"] = round_["leader"]
        row |= {"delta": round_["points"], "winner": round_["winner"], "score": [*score.score], "gap": score.gap}
        row |= {"streak": [*score.streak], "next_dealer": None if score.over else score.dealer}
        row |= {"over": score.over, "match_winner": score.winner}
        if entry and self.game == "tervi_classic":
            row |= {"kot": round_["kot"], "kots": [*score.kots]}
        return row if counted else {**row, "uncounted": True}


def _possible_call(call: Said) -> bool:
    return call.get("bid", 7) in range(7, 14)
