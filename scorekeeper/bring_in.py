"""Match files brought in: each match is laid down again as a log of its own, all of it checked before any is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from .games import Impossible, Raw
from .games.house import MOST, written_rules
from .log import Conflict, Opening, Reading, Said, expect
from .match_file import NotAFile, about, load, open_file, score_match, write_match
from .speech import plain, problem

NO_END: dict[str, int | bool | None] = {
    "gap_limit": MOST,
    "target": MOST,
    "instant_win": False,
    "target_rounds": None,
    "target_kots": None,
}
"""House rules under which no match ends: so that rounds after an end that a correction made can be laid down."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A match of a file, ready to be kept: its new id, its id where it was played, when it was started, its log."""

    id: str
    known_as: str
    started: datetime
    reading: Reading


def bring(text: bytes, device: str) -> tuple[list[Brought], list[str]]:
    """Read match files for a device: the matches, and in words all that is wrong. Nothing is kept."""
    try:
        files = _matches(load(text))
    except NotAFile:
        return [], [plain("bring.not_json")]
    brought: dict[str, Brought] = {}
    problems = [] if files else [plain("bring.empty")]
    for number, file in enumerate(files, 1):
        trouble = score_match(file).get("error")
        try:
            one = None if trouble else lay_down(file, device)
        except Impossible as impossible:
            trouble, one = problem(impossible), None
        if one is None:
            problems.append(plain("bring.match", number=number, problem=trouble))
        else:
            brought[one.id] = one
    return list(brought.values()), problems


def lay_down(file: Any, device: str) -> Brought:
    """Make the log of one match, the same each time for the same file and device. Raise Impossible."""
    opening, rounds = open_file(file)
    known_as, started = about(file)
    said = json.dumps([device, file], sort_keys=True).encode()
    match_id = hashlib.blake2b(said, digest_size=16).hexdigest()
    moment = started or datetime.now(UTC)
    try:
        reading = _replay(_Log(match_id, device, moment, opening), rounds)
    except Conflict:
        log = _Log(match_id, device, moment, _endless(opening))
        reading = _replay(log, rounds)
        rules = written_rules(opening.game, opening.rules)
        log.say("rules", {"options": rules, "first_dealer": opening.first_dealer, "seen": None})
    if score_match(write_match(reading)) != score_match(file):
        raise Impossible("bring.other")
    return Brought(match_id, known_as, moment, reading)


class _Log:
    """A log that is being written, in memory."""

    def __init__(self, match_id: str, device: str, moment: datetime, opening: Opening) -> None:
        self.match_id, self.device, self.moment = match_id, device, moment
        self.reading = Reading(opening)

    def say(self, kind: str, body: Raw) -> None:
        """Append what the table would have said; raise Impossible or Conflict as it would have been."""
        reading, seq = self.reading, self.reading.seq + 1
        said_id = hashlib.blake2b(f"{self.match_id}/{seq}".encode(), digest_size=16).hexdigest()
        reading.take(Said(said_id, seq, kind, expect(reading, kind, body), self.device, self.moment))


def _replay(log: _Log, rounds: Iterable[dict[str, Any]]) -> Reading:
    for raw in rounds:
        state = log.reading.state
        if "dealer" in raw:
            log.say("dealer", {"seat": raw["dealer"], "why": raw.get("why", ""), "after": state.last()})
        elif "substitute" in raw:
            seat = raw["seat"]
            log.say("substitute", {"seat": seat, "name": raw["substitute"], "player": state.sitting[seat]})
        elif "ended" in raw or "conceded" in raw:
            log.say("end", {"conceded": raw.get("conceded"), "after": state.last()})
        elif "misdeal" in raw:
            log.say("misdeal", {"after": state.last(), "contract": None})
        else:
            entry = {key: value for key, value in raw.items() if key != "uncounted"}
            log.say("round", {"entry": entry, "after": state.last(), "contract": None})
    return log.reading


def _endless(opening: Opening) -> Opening:
    offered = {name: value for name, value in NO_END.items() if name in opening.game.options}
    return replace(opening, rules=replace(opening.rules, **offered))  # type: ignore[arg-type]  # names of house rules


def _matches(file: object) -> list[object]:
    """The matches of a file: one, a list, or either as the app answers them."""
    if isinstance(file, list):
        return [match for part in file for match in _matches(part)]
    if isinstance(file, dict) and "matches" in file:
        return _matches(file["matches"])
    if isinstance(file, dict) and "match" in file:
        return [file["match"]]
    return [file]
