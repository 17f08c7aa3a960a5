"""The reader's zone, which a script writes into a cookie. A phone without one is shown UTC, and told so."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time
from flask import has_request_context, request
from flask_babel import get_locale
from markupsafe import escape

from .speech import plain

COOKIE = "zone"
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+-]{0,20}(/[A-Za-z0-9_+-]{1,30}){0,2}")


def zone_name() -> str:
    """Name of the reader's zone, empty where it is not known. An address may carry it for a phone without cookies."""
    asked = (request.args.get(COOKIE, ""), request.cookies.get(COOKIE, "")) if has_request_context() else ()
    return next((name for name in asked if _found(name)), "")


def zone() -> tzinfo:
    """The reader's zone, or UTC."""
    return _found(zone_name()) or UTC


def local(moment: datetime) -> datetime:
    """A moment as the reader's clock shows it."""
    return moment.astimezone(zone())


def day_of(moment: datetime) -> str:
    """The day of a moment in the reader's zone, for a file's name and for a table."""
    return local(moment).strftime("%Y-%m-%d")


def say_day(moment: datetime) -> str:
    """The day of a moment in the reader's zone; where that is not known it is UTC's, and says so."""
    return _told(format_date(local(moment), "medium", get_locale()))


def say_time(moment: datetime) -> str:
    """The hour of a moment in the reader's zone; where that is not known it is UTC's, and says so."""
    return _told(format_time(local(moment), "short", tzinfo=zone(), locale=get_locale()))


def _told(moment: str) -> str:
    return moment if zone_name() else plain("moment.utc", moment=escape(moment))


def _found(name: str) -> ZoneInfo | None:
    if not NAME.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # a folder of zones, as "America" is, gives an OSError
        return None
