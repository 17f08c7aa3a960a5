"""Every game against its case table: matches that score to the last field, and matches that cannot be."""

from __future__ import annotations

import json

import pytest
from case_tables import PLAYED, Refused, Scored, refused, scored

from scorekeeper.games import GAMES
from scorekeeper.match_file import score, score_match

SCORED = scored()
REFUSED = refused()


def name_case(case: Scored | Refused) -> str:
    return case.name


def test_every_game_has_a_case_table() -> None:
    assert set(PLAYED) == set(GAMES)


def test_no_two_cases_have_the_same_name() -> None:
    names = [case.name for case in SCORED] + [case.name for case in REFUSED]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("case", SCORED, ids=name_case)
def test_a_match_scores_to_the_last_field(case: Scored) -> None:
    assert exactly(score_match(case.match)) == exactly(case.answer)


@pytest.mark.parametrize("case", REFUSED, ids=name_case)
def test_a_match_that_cannot_be_says_where_and_what(case: Refused) -> None:
    answer = score_match(case.match)

    assert list(answer) == ["error"]
    told = str(answer["error"]).replace("_", " ").lower()
    if case.at.startswith("round "):
        assert told.startswith(f"{case.at}: ")
    else:
        assert case.at in told
        assert "round " not in told
    for word in case.words:
        assert word.replace("_", " ").lower() in told


def test_one_match_that_cannot_be_leaves_the_others_their_answers() -> None:
    matches = [case.match for case in SCORED] + [case.match for case in REFUSED]

    answers, all_could_be = score(matches)

    assert answers == [score_match(match) for match in matches]
    assert not all_could_be


def exactly(answer: object) -> str:
    """Write an answer as JSON, where true is not 1 and 1.0 is not 1, whatever order its keys have."""
    return json.dumps(answer, sort_keys=True, indent=1)
