"""`kill -9` at any moment: what was answered "saved" is there, and the rest is there once when the phone asks again."""

from __future__ import annotations

import os
import signal
import time

import pytest
from hardship import (
    NO_ANSWER,
    FarPhone,
    PatientPhone,
    Scribe,
    Served,
    is_whole,
    rounds_of,
    times_saved,
    wait_until,
    writing,
)

PLACES = ("before_insert", "after_insert", "after_commit")


@pytest.mark.parametrize("how", ["worker", "everything"])
@pytest.mark.parametrize("place", PLACES)
def test_a_round_that_was_being_saved_is_there_once_after_it_is_sent_again(
    served: Served, far: FarPhone, place: str, how: str
) -> None:
    letter = far.fill("round", {"tens": "1-3"})
    match_id = far.page.match_id
    served.fail(place, how)
    with pytest.raises(NO_ANSWER):
        far.post(letter)
    assert not served.fault.exists(), "it was not killed there"
    if how == "everything":
        served.restart()
    phone = PatientPhone(served, far.cookies)
    assert phone.open(f"/m/{match_id}").status == 200
    assert times_saved(served.path, letter.of("id")) == (1 if place == "after_commit" else 0)
    assert len(rounds_of(phone, match_id)) == (2 if place == "after_commit" else 1)

    assert phone.post(letter).status == 303
    assert phone.post(letter).status == 303
    assert times_saved(served.path, letter.of("id")) == 1
    assert len(rounds_of(phone, match_id)) == 2
    assert is_whole(served.path)


def test_kills_at_any_moment_lose_no_round_that_was_answered_saved(served: Served) -> None:
    scribes = [Scribe(served) for _ in range(4)]
    with writing(scribes):
        for kills in range(1, 9):
            wait_until(lambda kills=kills: sum(len(scribe.saved) for scribe in scribes) >= 5 * kills)
            time.sleep(kills * 0.007)  # somewhere else in a round each time
            for pid in served.workers():
                os.kill(pid, signal.SIGKILL)
    saved = [event_id for scribe in scribes for event_id in scribe.saved]
    assert len(saved) >= 40
    assert [scribe.refused for scribe in scribes] == [[]] * 4
    assert [times_saved(served.path, event_id) for event_id in saved] == [1] * len(saved)
    assert sum(scribe.asked_again for scribe in scribes) > 0, "no kill met a request"
    assert is_whole(served.path)
