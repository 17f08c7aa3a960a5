"""The settings of an installation, as its environment gives them. All have a default that fits a table at home."""

from __future__ import annotations

import os
from typing import Any


class OddSetting(ValueError):
    """A setting that cannot be read, in words for whoever made it."""


def from_environment() -> dict[str, Any]:
    """Read the settings for `create_app`."""
    return {
        "SECRET": os.environ.get("SCOREKEEPER_SECRET"),
        "PROXIES": proxies(os.environ.get("SCOREKEEPER_PROXIES") or "0"),
        "HOSTS": hosts(os.environ.get("SCOREKEEPER_HOSTS") or ""),
        "RATELIMIT_ENABLED": os.environ.get("SCOREKEEPER_LIMITS") != "off",
        "RATELIMIT_STORAGE_URI": os.environ.get("SCOREKEEPER_LIMITS_STORE") or "memory://",
    }


def proxies(text: str) -> int:
    """Read how many proxies stand in front. Raises OddSetting."""
    if not (text.isascii() and text.isdigit() and int(text) < 10):
        raise OddSetting(f"SCOREKEEPER_PROXIES is how many proxies stand in front, 0 to 9, not “{text}”.")
    return int(text)


def hosts(text: str) -> list[str]:
    """Read the names we answer to: parted by commas; none means any. `.cards.example` stands for all names below it."""
    return [name.strip().lower() for name in text.split(",") if name.strip()]
