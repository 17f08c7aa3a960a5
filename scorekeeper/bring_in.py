"""Match files brought in: each match is laid down again as a log of its own, all of it checked before any is kept."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from .games import Impossible, Raw
from .games.house import MOST, written_rules
from .log import Conflict, Opening, Reading, Said, expect
from .match_file import NotAFile, load, open_file, score_match, started_of, write_match
from .speech import plain

LONGEST = 1000
"""Rounds of one match: nobody plays so many, and reading more of them would keep the others waiting."""
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
    """A match of a file, ready to be kept. `paper` is all that the file told: who keeps the same has it already."""

    id: str
    paper: str
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
        time.sleep(0)  # lets the table's taps go first
        trouble = score_match(file).get("error")
        try:
            one = None if trouble else lay_down(file, device)
        except Impossible as impossible:
            trouble, one = plain(impossible.key, **impossible.figures), None
        if one is None:
            problems.append(plain("bring.match", number=number, problem=trouble))
        else:
            brought[one.id] = one
    return list(brought.values()), problems


def lay_down(file: Any, device: str) -> Brought:
    """Make the log of one match, the same each time for the same file and device. Raise Impossible."""
    opening, rounds = open_file(file)
    if len(rounds) > LONGEST:
        raise Impossible("bring.long", count=LONGEST)
    started = started_of(file)
    scored = json.dumps([device, file], sort_keys=True).encode()
    log = _Log(hashlib.blake2b(scored, digest_size=16).hexdigest(), device, started or datetime.now(UTC), opening)
    try:
        _replay(log, rounds)
    except Conflict:  # the match ends before its last round: a correction made it so
        log = _Log(log.match_id, device, log.moment, _endless(opening))
        _replay(log, rounds)
        rules = written_rules(opening.game, opening.rules)
        log.add("rules", {"options": rules, "first_dealer": opening.first_dealer, "seen": None})
    if score_match(write_match(log.reading)) != score_match(file):
        raise Impossible("bring.other")
    return Brought(log.match_id, paper_of(log.reading, started), log.moment, log.reading)


def paper_of(reading: Reading, started: datetime | None) -> str:
    """All that a file tells about a match, in one spelling."""
    return json.dumps(write_match(reading, started), sort_keys=True)


class _Log:
    """A log that is being written, in memory."""

    def __init__(self, match_id: str, device: str, moment: datetime, opening: Opening) -> None:
        self.match_id, self.device, self.moment = match_id, device, moment
        self.reading = Reading(opening)

    def add(self, kind: str, body: Raw) -> None:
        """Append what the table would have said; raise Impossible or Conflict as it would have been."""
        reading, seq = self.reading, self.reading.seq + 1
        said_id = hashlib.blake2b(f"{self.match_id}/{seq}".encode(), digest_size=16).hexdigest()
        reading.take(Said(said_id, seq, kind, expect(reading, kind, body), self.device, self.moment))


def _replay(log: _Log, rounds: Iterable[dict[str, Any]]) -> None:
    for raw in rounds:
        state = log.reading.state
        if "dealer" in raw:
            log.add("dealer", {"seat": raw["dealer"], "why": raw.get("why", ""), "after": state.last()})
        elif "substitute" in raw:
            seat = raw["seat"]
            log.add("substitute", {"seat": seat, "name": raw["substitute"], "player": state.sitting[seat]})
        elif "ended" in raw or "conceded" in raw:
            log.add("end", {"conceded": raw.get("conceded"), "after": state.last()})
        elif "misdeal" in raw:
            log.add("misdeal", {"after": state.last(), "contract": None})
        else:
            entry = {key: value for key, value in raw.items() if key != "uncounted"}
            log.add("round", {"entry": entry, "after": state.last(), "contract": None})


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
