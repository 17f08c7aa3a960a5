"""What this process keeps at hand because making it again takes long; it may be thrown away at any time."""

from __future__ import annotations

from typing import TypeVar

KEPT = 400
"""A reading of 30 rounds takes about 60 KB, a page 10."""

K = TypeVar("K")
V = TypeVar("V")


class Shelf(dict[K, V]):
    """The things last put here; the one that was put first makes room."""

    def put(self, key: K, value: V) -> V:
        """Keep a value as the latest."""
        self.pop(key, None)
        self[key] = value
        while len(self) > KEPT:
            self.pop(next(iter(self)), None)
        return value
