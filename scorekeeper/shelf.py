"""What this process keeps at hand because making it again takes long; it may be thrown away at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

ROOM = 32 * 1024
"""In KB: about 700 matches of 30 rounds, or 3,000 pages."""

K = TypeVar("K")
V = TypeVar("V")


class Shelf(dict[K, V]):
    """The things last put here; those that were put first make room. `weigh` gives about how many KB a thing takes."""

    def __init__(self, weigh: Callable[[V], int]) -> None:
        super().__init__()
        self.weigh, self.weights, self.weight = weigh, dict[K, int](), 0

    def put(self, key: K, value: V) -> V:
        """Keep a value as the latest. The latest is kept whatever it weighs."""
        self._take(key)
        self[key], self.weights[key] = value, self.weigh(value)
        self.weight += self.weights[key]
        while self.weight > ROOM and len(self) > 1:
            self._take(next(iter(self)))
        return value

    def _take(self, key: K) -> None:
        self.pop(key, None)
        self.weight -= self.weights.pop(key, 0)
