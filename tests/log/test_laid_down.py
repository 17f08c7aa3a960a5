"""A match file laid down again gives the same file: whatever was said, corrected, taken back or ended by a rule."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from strategies import tables
from test_laws import over_every_game

from scorekeeper.bring_in import lay_down
from scorekeeper.games import Game
from scorekeeper.match_file import score_match, write_match


@over_every_game
def test_a_match_that_was_written_down_and_laid_down_again_is_the_same(game: Game[Any], data: st.DataObject) -> None:
    table = data.draw(tables(game))
    file = write_match(table.reading)
    brought = lay_down(file, "asha")
    assert write_match(brought.reading) == file
    assert score_match(write_match(brought.reading)) == score_match(file)
    assert lay_down(file, "asha").id == brought.id != lay_down(file, "bilal").id
    assert [said.id for said in lay_down(file, "asha").reading.said] == [said.id for said in brought.reading.said]
