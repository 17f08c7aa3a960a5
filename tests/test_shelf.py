"""What is kept at hand makes room by weight, so that a few long matches take no more memory than many short ones."""

from __future__ import annotations

from scorekeeper import shelf
from scorekeeper.shelf import Shelf


def test_what_was_put_first_makes_room() -> None:
    kept: Shelf[str, int] = Shelf(lambda weight: weight)
    for name in "abcd":
        kept.put(name, shelf.ROOM // 3)
    assert list(kept) == ["b", "c", "d"]


def test_what_is_put_again_is_the_latest_and_weighs_once() -> None:
    kept: Shelf[str, int] = Shelf(lambda weight: weight)
    for name in "abcabcabc":
        kept.put(name, shelf.ROOM // 3)
    kept.put("a", 1)
    assert list(kept) == ["b", "c", "a"]
    assert kept.weight == 2 * (shelf.ROOM // 3) + 1


def test_the_latest_is_kept_however_heavy_and_leaves_with_the_next() -> None:
    kept: Shelf[str, int] = Shelf(lambda weight: weight)
    kept.put("small", 1)
    assert kept.put("huge", shelf.ROOM * 2) == shelf.ROOM * 2
    assert list(kept) == ["huge"]
    kept.put("next", 1)
    assert list(kept) == ["next"]
    assert kept.weight == 1
