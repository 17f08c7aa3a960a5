"""Worked matches from the case tables: their figures come from there, never from the app that is tested."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "games"))

from case_tables import Scored, scored

CASES = {case.name: case for case in scored()}


def worked(name: str) -> Scored:
    """Find a worked match by its name in the case tables."""
    return CASES[name]
