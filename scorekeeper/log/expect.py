"""What an event may expect: the check every event passes before it is appended, whoever sends it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from ..games import Game, Impossible, Raw, Rules, Written
from ..games.base import only, whole
from ..games.fold import start
from ..games.house import check_rules, written_rules
from .opening import check_name, check_word
from .reading import KINDS, Reading, Said
from .state import Line


class Conflict(Exception):
    """What the event expected no longer holds. `line` is what stands there now, if a line of the paper is meant."""

    def __init__(self, key: str, line: Line | None = None) -> None:
        """Name the sentence by `key`."""
        super().__init__(key)
        self.key = key
        self.line = line


class Already(Exception):
    """Another phone did just this before: nothing is appended, and nothing is wrong."""

    def __init__(self, key: str, by: Said | None = None) -> None:
        """Name the sentence by `key`, and the event that did it."""
        super().__init__(key)
        self.key = key
        self.by = by


def expect(reading: Reading, kind: str, body: Raw) -> Written:
    """Check one event against the log as it is now and give the body to store.

    Raise Impossible for what can never be, Conflict for what no longer holds, Already for what is done.
    """
    if kind not in KINDS:
        raise Impossible("unknown_kind")
    return _EXPECT[kind](reading, body)


def _live(reading: Reading) -> None:
    if reading.standing.over:
        lines = reading.state.standing_lines()
        raise Conflict("over", lines[-1] if lines else None)


def _still_last(reading: Reading, body: Raw, key: str) -> str | None:
    after, standing = _known_id(body.get("after")), reading.state.standing_lines()
    if after == reading.state.last():
        return after
    following = dict(zip([None, *(line.id for line in standing)], standing, strict=False))
    if after not in following:  # it was taken back, so no line stands in this one's place
        raise Conflict("moved_on")
    raise Conflict(key, following[after])


def _contract_seen(reading: Reading, body: Raw) -> str | None:
    seen = _known_id(body.get("contract"))
    stands = reading.state.contract
    if seen is not None and (stands is None or stands.id != seen):
        raise Conflict("contract_gone")
    return seen


def _bid(reading: Reading, body: Raw) -> Written:
    only(body, "call", "replaces")
    call = reading.opening.game.check_call(_mapping(body.get("call")), reading.state.rules)
    replaces, stands = _known_id(body.get("replaces")), reading.state.contract
    _live(reading)
    if replaces != (stands.id if stands else None):
        raise Conflict("contract_stands" if stands else "contract_gone")
    return {"call": call, "replaces": replaces}


def _round(reading: Reading, body: Raw) -> Written:
    only(body, "entry", "after", "before", "contract")
    entry = reading.opening.game.check(_mapping(body.get("entry")), reading.state.rules).written()
    if body.get("before") is not None:
        return _in_a_gap(reading, body, entry)
    after = _still_last(reading, body, "round_taken")
    _live(reading)
    contract = _contract_seen(reading, body)
    stands = reading.state.contract
    if contract is not None and stands is not None:
        _answers(entry, stands.call)
    return {"entry": entry, "after": after, "contract": contract}


def _in_a_gap(reading: Reading, body: Raw, entry: Written) -> Written:
    _live(reading)
    if body.get("contract") is not None:
        raise Impossible("gap_has_no_contract", "contract")
    after, before = _known_id(body.get("after")), _known_id(body.get("before"))
    ids: list[str | None] = [None, *(line.id for line in reading.state.standing_lines())]
    if (after, before) not in pairwise(ids):
        raise Conflict("gap_moved")
    return {"entry": entry, "after": after, "before": before}


def _answers(entry: Written, call: Written) -> None:
    """A result must answer the bid it names; the trump may be told later than the bid."""
    for part in ("bidder", "bid"):
        if entry.get(part) != call.get(part):
            raise Impossible("other_contract", part)


def _misdeal(reading: Reading, body: Raw) -> Written:
    only(body, "after", "contract")
    after = _still_last(reading, body, "round_taken")
    _live(reading)
    return {"after": after, "contract": _contract_seen(reading, body)}


def _correction(reading: Reading, body: Raw) -> Written:
    only(body, "round", "version", "entry")
    line = next((line for line in reading.state.lines if line.id == body.get("round")), None)
    if line is None:
        raise Conflict("round_gone")
    entry = _corrected(reading, line, body.get("entry"))
    if body.get("version") != line.version:
        raise Conflict("version_moved", line)
    return {"round": line.id, "version": line.version, "entry": entry}


def _corrected(reading: Reading, line: Line, raw: object) -> Written | None:
    """The new entry, or None where the line never happened. A misdeal can only be struck and brought back."""
    if raw is None:
        return None
    if line.entry is None:
        if raw != {"misdeal": True}:
            raise Impossible("misdeal_has_no_entry", "entry")
        return {"misdeal": True}
    entry: Written = reading.opening.game.check(_mapping(raw), reading.state.rules).written()
    return entry


def _dealer(reading: Reading, body: Raw) -> Written:
    only(body, "seat", "why", "after")
    seat = whole(body.get("seat"), 0, reading.seats - 1, "seat_range", "seat")
    why = check_word(body.get("why", ""), "why")
    after = _still_last(reading, body, "moved_on")
    _live(reading)
    return {"seat": seat, "why": why, "after": after}


def _rules(reading: Reading, body: Raw) -> Written:
    only(body, "options", "first_dealer", "seen")
    game, state = reading.opening.game, reading.state
    rules = check_rules(game, _mapping(body.get("options")), state.rules.seats)
    first = start(rules, body.get("first_dealer"), reading.opening.carried)  # type: ignore[arg-type]  # start() checks it
    for line, row in reading.rows:
        if line.entry is not None:
            _still_possible(game, line, rules, row.number)
    if body.get("seen") != state.rules_by:
        raise Conflict("rules_moved")
    return {"options": written_rules(game, rules), "first_dealer": first.dealer, "seen": state.rules_by}


def _still_possible(game: Game[Any], line: Line, rules: Rules, number: int | None) -> None:
    try:
        game.check(game.under(line.entry, rules).written(), rules)
    except Impossible as problem:
        raise Impossible("other_rules", "options", number=number) from problem


def _substitute(reading: Reading, body: Raw) -> Written:
    only(body, "seat", "name", "player")
    seat = whole(body.get("seat"), 0, reading.seats - 1, "seat_range", "seat")
    name = _told(check_name(body.get("name"), "name"))
    if body.get("player") != reading.state.sitting[seat]:
        raise Conflict("player_moved")
    return {"seat": seat, "name": name, "player": reading.state.sitting[seat]}


def _rename(reading: Reading, body: Raw) -> Written:
    only(body, "player", "name", "was")
    player = _known_id(body.get("player"))
    if player is None or player not in reading.names:
        raise Impossible("unknown_player", "name")
    name = check_name(body.get("name"), "name")
    if body.get("was") != reading.names[player]:
        raise Conflict("name_moved")
    return {"player": player, "name": name, "was": reading.names[player]}


def _end(reading: Reading, body: Raw) -> Written:
    only(body, "conceded", "after")
    conceded = body.get("conceded")
    side = None if conceded is None else whole(conceded, 0, 1, "side_range", "conceded")
    after = _still_last(reading, body, "moved_on")
    _live(reading)
    return {"conceded": side, "after": after}


def _undo(reading: Reading, body: Raw) -> Written:
    only(body, "target")
    target = _known_id(body.get("target"))
    if target is not None and target in reading.undone_by:
        raise Already("already_undone", reading.undone_by[target])
    if reading.top is None or target != reading.top.id:
        raise Conflict("top_moved")
    return {"target": target}


def _redo(reading: Reading, body: Raw) -> Written:
    only(body, "target")
    target = _known_id(body.get("target"))
    if any(said.id == target for said, _ in reading.stack):
        again = [said for said in reading.said if said.kind == "redo" and said.body["target"] == target]
        raise Already("already_redone", again[-1] if again else None)
    if not reading.taken_back or target != reading.taken_back[-1].id:
        raise Conflict("nothing_to_redo")
    return {"target": target}


def _known_id(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise Impossible("not_text")
    return value


def _mapping(value: object) -> Raw:
    if not isinstance(value, dict):
        raise Impossible("round_shape", "entry")
    return value


def _told(name: str) -> str:
    if not name:
        raise Impossible("name_missing", "name")
    return name


_EXPECT: dict[str, Callable[[Reading, Raw], Written]] = {
    "bid": _bid,
    "round": _round,
    "misdeal": _misdeal,
    "correction": _correction,
    "dealer": _dealer,
    "rules": _rules,
    "substitute": _substitute,
    "rename": _rename,
    "end": _end,
    "undo": _undo,
    "redo": _redo,
}
