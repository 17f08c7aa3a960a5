"""How much one phone, and one address, may do in a while: room for a whole family, none for a machine that tries codes.

Each is a setting, SCOREKEEPER_LIMIT_NEW and so on. Every process counts for itself, unless SCOREKEEPER_LIMITS_STORE
names a place that all share.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address, ip_address

from flask import Flask, current_app, request
from flask_limiter import ApplicationLimit, Limiter
from limits import parse_many

from .security import SAFE, device
from .settings import OddSetting

NEW = ("new_match.start", "new_match.rematch")
JOIN = ("join.enter", "join.join", "join.recover")
LIMITS = {
    "LIMIT_NEW": "60 per hour",
    "LIMIT_JOIN": "20 per 10 minutes",
    "LIMIT_JOIN_PHONE": "10 per 10 minutes",
    "LIMIT_WRITE": "120 per minute",
    "LIMIT_WRITE_ADDRESS": "1200 per minute",
}


def hold(app: Flask) -> None:
    """Put the limits on whatever writes; looking is free."""
    for name, limit in LIMITS.items():
        app.config.setdefault(name, os.environ.get(f"SCOREKEEPER_{name}") or limit)
        try:
            parse_many(app.config[name])
        except ValueError:
            raise OddSetting(f"SCOREKEEPER_{name} is a limit like “{limit}”, not “{app.config[name]}”.") from None
    if not app.config["RATELIMIT_ENABLED"]:
        return
    limiter = Limiter(
        address,
        application_limits=[
            _limit("LIMIT_NEW", address, NEW),
            _limit("LIMIT_JOIN", address, JOIN),
            _limit("LIMIT_JOIN_PHONE", phone, JOIN),
            _limit("LIMIT_WRITE", phone),
            _limit("LIMIT_WRITE_ADDRESS", address),
        ],
    )
    limiter.request_filter(lambda: request.method in SAFE)
    limiter.init_app(app)
    app.extensions["limits"] = limiter


def address() -> str:
    """Who asks, by address. A home has a whole net of version 6, so its first half counts."""
    text = (request.remote_addr or "").partition("%")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return "unknown"
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or found.exploded[:19])
    return text


def phone() -> str:
    """Who asks, by phone; one that never wrote is known by its address."""
    return device() or address()


def seconds_to_wait() -> int:
    """How long until there is room again."""
    limiter: Limiter = current_app.extensions["limits"]
    held = limiter.current_limit
    return max(1, int(held.reset_at - time.time())) if held else 60


def _limit(name: str, by: Callable[[], str], endpoints: Sequence[str] = ()) -> ApplicationLimit:
    """One limit by its setting, for some endpoints or for all."""
    return ApplicationLimit(
        lambda: str(current_app.config[name]),
        by,
        scope=name,
        exempt_when=(lambda: request.endpoint not in endpoints) if endpoints else None,
    )
