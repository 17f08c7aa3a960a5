"""Random sessions over HTTP against a plain model of the log: after every step both have the same match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from dice import Dice
from flask import Flask
from moves import (
    SAYS,
    delete,
    id_of_another_match,
    read_along,
    rematch,
    reorder,
    reorder_unsent,
    repeat,
    repeat_otherwise,
    say,
    seat,
    send_what_was_kept,
)
from pages import Phone
from sitting import Sitting, start
from tally import Tally

from scorekeeper.games import GAMES

STEPS = 30
MOST = 60
"""Matches that may be played until enough was tried; it takes about a third of that."""
OTHERS: dict[str, Callable[[Sitting], None]] = {
    "a request repeated": repeat,
    "an id with another body": repeat_otherwise,
    "two requests reordered": reorder,
    "two unsent rounds reordered": reorder_unsent,
    "delete": delete,
    "rematch": rematch,
}


@pytest.mark.parametrize("game", GAMES)
def test_the_app_and_a_plain_model_of_the_log_agree_after_every_step(
    app: Flask, game: str, record_property: Callable[[str, object], None]
) -> None:
    tally = Tally(game)
    play(app, Dice(20), tally)
    record_property("covered", tally.counts())
    assert tally.missing() == []


def play(app: Flask, dice: Dice, tally: Tally) -> None:
    """Play match after match until enough was tried."""
    phones, stranger, elsewhere = [Phone(app), Phone(app)], Phone(app), ""
    for phone in (*phones, stranger):
        phone.get("/new/tervi")  # names the device
    while tally.missing() and tally.matches < MOST:
        seats = 6 if tally.game == "dehla_pakad" and tally.matches % 4 == 3 else 4
        at = start(app, phones, dice, tally, seats)
        if at is None:
            continue
        seat(app, phones[1], at.id)
        for _ in range(STEPS):
            step(at, stranger, elsewhere)
            tally.steps += 1
        elsewhere = next(iter(at.model.said), elsewhere)


def step(at: Sitting, stranger: Phone, elsewhere: str) -> None:
    """Do one thing: now and then by chance, mostly what was done least so far."""
    chance, over = at.dice.random(), at.model.over
    if chance < 0.08:
        send_what_was_kept(at)
    elif chance < 0.2 and not over:
        say(at, at.dice.choice(["round", "round", "round, from memory"]))
    elif chance < 0.5 and over and at.tally.steps_in("reopened") < at.tally.steps_in("finished"):
        say(at, "undo")
    else:
        wanted = rarest(at, [*SAYS, *OTHERS, "sent without a seat", "an id of another match"])
        if wanted == "sent without a seat":
            read_along(at, stranger)
        elif wanted == "an id of another match":
            id_of_another_match(at, elsewhere)
        elif wanted in OTHERS:
            OTHERS[wanted](at)
        else:
            say(at, wanted)


def rarest(at: Sitting, kinds: list[str]) -> str:
    """Choose, of a few things by chance, the one that was tried least in a match as this one is now."""
    can = [kind for kind in kinds if kind != "bid" or at.model.game == "tervi"]
    return min(at.dice.sample(can, 8), key=lambda kind: at.tally.tried(kind, at.model.status))
