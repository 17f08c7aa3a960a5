"""The match file: what `scorekeeper score` and an import read, what `/m/<id>.json` and an export give."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NoReturn

from .games import Impossible, Raw, Written
from .games.base import only, truth, whole
from .games.fold import DealtBy, Ended, Happening, Misdeal, Round, Row, Standing, start, step
from .games.house import OPTIONS, written_rules
from .log.opening import Opening, check_name, check_word, open_match
from .log.reading import Reading
from .log.state import State
from .words import say

FORMAT = 1
PARTS = {"score": "start, score", "streak": "start, streak", "kots": "start, kots"}
PARTS |= {f"name-{seat}": f"seats, {seat}" for seat in range(6)}
"""Where in a match file the parts stand that a form asks for one by one."""


class NotAFile(Exception):
    """The text is no match file at all: not JSON, or JSON that says a thing twice."""


def load(text: bytes) -> object:
    """Read JSON strictly: a key said twice or a number that is none is refused, not guessed. Raise NotAFile."""
    try:
        return json.loads(text.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as problem:
        raise NotAFile(str(problem) or "too deep") from problem


def score(file: object) -> tuple[object, bool]:
    """Answer a match or a list of matches; the truth value says whether all of them could be."""
    if isinstance(file, list):
        answers = [score_match(match) for match in file]
        return answers, not any("error" in answer for answer in answers)
    answer = score_match(file)
    return answer, "error" not in answer


def score_match(file: object) -> Written:
    """Answer one match: a row a round and the final standing, or an error in words."""
    try:
        opening, rounds = open_file(file)
        return _score_rounds(opening, rounds)
    except Impossible as problem:
        return {"error": _in_words(problem)}


def _in_words(problem: Impossible) -> str:
    """Say what is wrong, and in which part of the file where that is outside a round."""
    words = say(problem.key, problem.figures)
    field = problem.field or ""
    if not field:
        return words
    where = f"options, {field}" if field in OPTIONS else PARTS.get(field, field)
    return say("in_part", {"part": where, "problem": words})


def answer(opening: Opening, rows: Iterable[Row], final: Standing) -> Written:
    """Write the standings down: the answer of the command and of the page."""
    return {
        "rounds": [_row(opening, row) for row in rows],
        "final": {
            "over": final.over,
            "match_winner": final.winner,
            "reason": final.reason,
            "score": list(final.score),
            "gap": final.gap,
            "streak": list(final.streak),
            "next_dealer": None if final.over else final.dealer,
            "rematch_dealer": final.dealer if final.over else None,
        },
    }


def write_match(reading: Reading, started: datetime | None = None) -> Written:
    """Write a match as its log now reads: opening, rounds, and what the table said between them."""
    opening, state = reading.opening, reading.state
    players = [f"seat-{seat}" for seat in range(reading.seats)]
    written: Written = {
        "format": FORMAT,
        "game": opening.game.key,
        "options": written_rules(opening.game, state.rules),
        "seats": [reading.names[player] for player in players],
        "first_dealer": state.first_dealer,
    }
    if started:
        written["started"] = started.astimezone(UTC).isoformat()
    if opening.carried:
        written["start"] = opening.carried
    rounds: list[Written] = list(_set_by_hand(state, None))
    for line, row in reading.rows:
        rounds += _newly_seated(reading, players, line.players)
        players = list(line.players)
        mark: Written = {} if row.counted else {"uncounted": True}
        entry = reading.entry(line)
        rounds.append({**({"misdeal": True} if entry is None else entry.written()), **mark})
        rounds += _set_by_hand(state, line.id)
    rounds += _newly_seated(reading, players, state.sitting)
    if state.ended is not None and reading.standing.reason in ("agreed", "conceded"):
        conceded = state.ended.conceded
        rounds.append({"ended": "agreed"} if conceded is None else {"conceded": conceded})
    return {**written, "rounds": rounds}


def _set_by_hand(state: State, after: str | None) -> Iterable[Written]:
    return ({"dealer": hand.seat, "why": hand.why} for hand in state.by_hand if hand.after == after)


def _newly_seated(reading: Reading, before: list[str], now: tuple[str, ...]) -> list[Written]:
    return [
        {"substitute": reading.names[player], "seat": seat} for seat, player in enumerate(now) if player != before[seat]
    ]


def open_file(file: object) -> tuple[Opening, list[Any]]:
    """Read how a match opens, and its list as it stands in the file; raise Impossible."""
    if not isinstance(file, dict):
        raise Impossible("match_shape")
    only(file, "format", "game", "options", "seats", "first_dealer", "rounds", "start", "started")
    started_of(file)
    if type(file.get("format", FORMAT)) is not int or file.get("format", FORMAT) != FORMAT:
        raise Impossible("other_format", format=FORMAT)
    for key in ("game", "seats", "first_dealer", "rounds"):
        if key not in file:
            raise Impossible("key_missing", name=key)
    options, rounds = file.get("options", {}), file["rounds"]
    if not isinstance(options, dict):
        raise Impossible("options_shape")
    if not isinstance(rounds, list):
        raise Impossible("rounds_shape")
    return open_match(file["game"], options, file["seats"], file["first_dealer"], file.get("start")), rounds


def started_of(file: dict[str, Any]) -> datetime | None:
    """Read when the match of a file was started, where it tells; raise Impossible."""
    started = file.get("started")
    if started is None:
        return None
    try:
        moment = datetime.fromisoformat(started)
        if moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        pass
    raise Impossible("file_started", "started")


def _score_rounds(opening: Opening, rounds: list[Any]) -> Written:
    standing = start(opening.rules, opening.first_dealer, opening.carried)
    rows: list[Row] = []
    ended = False
    for raw in rounds:
        try:
            happening, uncounted = _read(opening, raw)
            _in_place(standing, happening, uncounted=uncounted, ended=ended)
        except Impossible as problem:
            _in_round(problem, standing.listed + 1)
        if happening is None:
            continue
        ended = ended or isinstance(happening, Ended)
        standing, row = step(opening.rules, standing, happening)
        if row is not None:
            rows.append(row)
    return answer(opening, rows, standing)


def _read(opening: Opening, raw: object) -> tuple[Happening | None, bool]:
    """Read one thing of the list; a substitute changes no figure and so is no happening."""
    if not isinstance(raw, dict):
        raise Impossible("round_shape")
    if "dealer" in raw or "why" in raw:
        return _dealer(opening, raw), False
    if "substitute" in raw or "seat" in raw:
        only(raw, "substitute", "seat")
        whole(raw.get("seat"), 0, opening.rules.seats - 1, "seat_range", "seat")
        check_name(raw.get("substitute"), "substitute")
        return None, False
    if "ended" in raw or "conceded" in raw:
        return _ended(raw), False
    uncounted = "uncounted" in raw and truth(raw["uncounted"], "uncounted")
    told = {key: value for key, value in raw.items() if key != "uncounted"}
    if "misdeal" in told:
        only(told, "misdeal")
        if truth(told["misdeal"], "misdeal"):
            return Misdeal(), uncounted
        raise Impossible("not_a_round")
    entry = opening.game.check(told, opening.rules)
    return Round(opening.game.worth(entry, opening.rules), opening.game.bidder(entry)), uncounted


def _dealer(opening: Opening, raw: Raw) -> DealtBy:
    only(raw, "dealer", "why")
    seat = whole(raw.get("dealer"), 0, opening.rules.seats - 1, "seat_range", "dealer")
    return DealtBy(seat, check_word(raw.get("why", ""), "why"))


def _ended(raw: Raw) -> Ended:
    only(raw, "ended", "conceded")
    if "ended" in raw:
        if raw["ended"] != "agreed" or "conceded" in raw:
            raise Impossible("ended_how")
        return Ended()
    return Ended(whole(raw["conceded"], 0, 1, "side_range", "conceded"))


def _in_place(standing: Standing, happening: Happening | None, *, uncounted: bool, ended: bool) -> None:
    """A round after the end must carry its mark, and nothing follows an end that the table said."""
    if ended or (standing.over and isinstance(happening, Ended)):
        raise Impossible("already_over")
    if isinstance(happening, Round | Misdeal) and standing.over != uncounted:
        raise Impossible("still_counts" if uncounted else "already_over")


def _in_round(problem: Impossible, number: int) -> NoReturn:
    words = say(problem.key, problem.figures)
    raise Impossible("in_round", number=number, problem=words) from problem


def _row(opening: Opening, row: Row) -> Written:
    after, outcome = row.after, row.outcome
    misdeal = row.number is None
    written: Written = {"no": row.number, "misdeal": misdeal, "dealer": row.dealer if row.counted else None}
    if not misdeal:
        written["leader"] = row.leader
    written |= {
        "delta": [0, 0] if outcome is None else list(outcome.points),
        "winner": None if outcome is None else outcome.winner,
        "score": list(after.score),
        "gap": after.gap,
        "streak": list(after.streak),
        "next_dealer": None if after.over else after.dealer,
        "over": after.over,
        "match_winner": after.winner,
    }
    if "target_kots" in opening.game.options and not misdeal:
        written |= {"kot": outcome is not None and outcome.kot, "kots": list(after.kots)}
    if not row.counted:
        written["uncounted"] = True
    return written


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    told = dict(pairs)
    if len(told) != len(pairs):
        raise ValueError("a key is said twice")
    return told


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is not a number")
