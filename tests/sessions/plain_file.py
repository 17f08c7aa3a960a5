"""The match file as the model would write it: all that `/m/<id>.json` says, to the last field."""

from __future__ import annotations

from model import Model
from plain_rules import Said, read_under


def file_of(model: Model) -> Said:
    """Write the match and its standings."""
    rows, score = model.tally()
    final = {
        "over": score.over,
        "match_winner": score.winner,
        "reason": score.reason,
        "score": score.score,
        "gap": score.gap,
        "streak": score.streak,
        "next_dealer": None if score.over else score.dealer,
        "rematch_dealer": score.dealer if score.over else None,
    }
    return {"match": _match(model, score.reason), "rounds": rows, "final": final}


def _match(model: Model, reason: str | None) -> Said:
    paper = model.paper
    match = {
        "format": 1,
        "game": model.game,
        "options": paper.house,
        "seats": [model.names[f"seat-{seat}"] for seat in range(model.seats)],
        "first_dealer": paper.first_dealer,
        "rounds": _rounds(model),
    }
    if paper.ended and reason in ("agreed", "conceded"):
        side = paper.ended["conceded"]
        match["rounds"].append({"ended": "agreed"} if side is None else {"conceded": side})
    return {**match, "start": model.start} if model.start else match


def _rounds(model: Model) -> list[Said]:
    paper, rows = model.paper, model.tally()[0]
    sitting = [f"seat-{seat}" for seat in range(model.seats)]
    told = _by_hand(model, None)
    for line, row in zip(paper.standing(), rows, strict=True):
        told += _seated(model, sitting, line["players"])
        sitting = line["players"]
        entry = {"misdeal": True} if line["entry"] is None else read_under(model.game, paper.house, line["entry"])
        told.append({**entry, "uncounted": True} if row.get("uncounted") else entry)
        told += _by_hand(model, line["id"])
    return told + _seated(model, sitting, paper.sitting)


def _by_hand(model: Model, after: str | None) -> list[Said]:
    return [{"dealer": hand["seat"], "why": hand["why"]} for hand in model.paper.by_hand if hand["after"] == after]


def _seated(model: Model, before: list[str], now: list[str]) -> list[Said]:
    changed = [(seat, player) for seat, player in enumerate(now) if player != before[seat]]
    return [{"substitute": model.names[player], "seat": seat} for seat, player in changed]
