"""What Lighthouse thinks of access, good practice and being found. How fast it is is told by `make lighthouse`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hardship import FarPhone, Served

sys.path.append(str(Path(__file__).parents[2] / "scripts"))

from lighthouse import look, pages_of

FOUND = ("/", "/rules", "/rules/tervi")


@pytest.fixture(scope="module")
def pages(lasting: Served) -> list[str]:
    """Every kind of page."""
    return pages_of(FarPhone(lasting))


@pytest.mark.parametrize("place", [0, 4])
def test_lighthouse_finds_nothing_to_mend(lasting: Served, pages: list[str], place: int) -> None:
    path = pages[place]
    wanted = ["accessibility", "best-practices", *(["seo"] if path in FOUND else [])]
    report = look(lasting.origin + path, *wanted)
    assert {key: each["score"] for key, each in report["categories"].items()} == dict.fromkeys(wanted, 1)
