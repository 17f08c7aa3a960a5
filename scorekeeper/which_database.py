"""The database that whoever typed a command means."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from .database_file import Unusable


def add_database_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names it."""
    parser.add_argument(
        "--database",
        help="SQLite file or database URL (else $SCOREKEEPER_DATABASE or $DATABASE_URL, else instance/scorekeeper.db)",
    )


def find_database(given: str | None) -> URL:
    """Turn a path or URL into a URL."""
    text = given or os.environ.get("SCOREKEEPER_DATABASE") or os.environ.get("DATABASE_URL")
    if not text or "://" not in text:
        path = Path(text or "instance/scorekeeper.db").expanduser().absolute()
        return URL.create("sqlite", database=str(path))
    try:
        return make_url(text)
    except ArgumentError:
        raise Unusable("", "that is no URL of a database that we know; postgresql+psycopg://… is one.") from None
