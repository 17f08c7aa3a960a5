"""`scorekeeper doctor`: look a deployment over and say in plain words what to mend."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError, NoSuchModuleError
from werkzeug.sansio.utils import host_is_trusted

from . import create_app
from .database import check_release, newest_release, read_only
from .database_file import Unusable, is_there, path_of
from .models import db
from .secret import SHORTEST, path_of_secret
from .settings import OddSetting, from_environment
from .visit import FINE, MEND, NOTE, Finding, near_home, visit
from .which_database import add_database_option, find_database

ROOM = 200 * 1024 * 1024
"""Bytes that should be free: a few thousand evenings, and a copy of them."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `doctor`."""
    parser.add_argument("url", nargs="?", help="address of the running app, to be looked at from outside")
    add_database_option(parser)
    parser.add_argument("--proxy", type=int, metavar="N", help="as given to `serve` (else $SCOREKEEPER_PROXIES)")


def run(options: argparse.Namespace) -> int:
    """Look everything over and print what was found; 1 where something must be mended."""
    found = list(look_over(options))
    for kind, line in found:
        print(f"{kind}  {line}")
    ill = sum(kind == MEND for kind, _ in found)
    print(f"\n{ill} to mend." if ill else "\nAll is well.")
    return 1 if ill else 0


def look_over(options: argparse.Namespace) -> Iterator[Finding]:
    """Look over the settings, the database and its files, and what the app answers at its address."""
    try:
        settings = from_environment()
        database = find_database(options.database)
        app = create_app(database.render_as_string(hide_password=False), RATELIMIT_ENABLED=False)
    except (OddSetting, Unusable) as reason:
        yield MEND, str(reason)
        return
    except (ImportError, NoSuchModuleError) as error:
        yield MEND, f"the database cannot be reached: {error}."
        return
    proxies = settings["PROXIES"] if options.proxy is None else options.proxy
    yield from _database(app, database)
    yield from _secret(app)
    yield from _settings(proxies, settings["HOSTS"], options.url)
    if options.url:
        yield from visit(options.url)


# --- the database ----------------------------------------------------------------------------------------------------


def _database(app: Flask, database: URL) -> Iterator[Finding]:
    path = path_of(database)
    if path is None:
        yield from _server(app)
        return
    if not is_there(path):
        yield MEND, f"{path} is not there: `scorekeeper serve` makes it, or name another with --database."
        return
    yield from _release(app, lambda: check_release(app, path))
    trouble = read_only(app)
    yield (MEND, str(trouble)) if trouble else (FINE, f"{path} can be written.")
    free = shutil.disk_usage(path.parent).free
    if free < ROOM:
        yield MEND, f"only {free // 1024**2} MB are free beside {path}: make room before the disk is full."
    else:
        yield FINE, f"{free // 1024**2:,} MB are free beside it."
    for end in ("", "-wal", "-shm"):
        yield from _rights(Path(f"{path}{end}"))


def _server(app: Flask) -> Iterator[Finding]:
    with app.app_context():
        name = db.engine.url.render_as_string()
        try:
            with db.engine.connect() as connection:
                found = connection.scalar(text("SELECT version_num FROM alembic_version"))
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
                connection.rollback()
        except DBAPIError as error:
            reason = str(error.orig).splitlines()[0]
            yield (
                MEND,
                f"{name} cannot be used ({reason}): is it running, and `flask --app scorekeeper db upgrade` done?",
            )
            return
    yield FINE, f"{name} can be written."
    yield from _release(app, lambda: str(found))


def _release(app: Flask, find: Callable[[], str | None]) -> Iterator[Finding]:
    newest = newest_release(app)
    try:
        found = find()
    except Unusable as trouble:
        yield MEND, str(trouble)
        return
    if found == newest:
        yield FINE, f"the database is of this release ({newest})."
    else:
        cure = "`scorekeeper serve` brings an embedded one up to date, `flask --app scorekeeper db upgrade` any other"
        yield MEND, f"the database is of an older release ({found}, this one has {newest}): {cure}."


# --- files -----------------------------------------------------------------------------------------------------------


def _rights(path: Path) -> Iterator[Finding]:
    if not is_there(path):
        return
    mode = path.stat().st_mode & 0o777
    if mode & 0o007:
        what = "changed" if mode & 0o002 else "read"
        yield MEND, f"{path} can be {what} by every user of this computer: `chmod o= {path}`."
    else:
        yield FINE, f"{path} is closed to others."


def _secret(app: Flask) -> Iterator[Finding]:
    given, path = app.config["SECRET"], path_of_secret(app)
    if given:
        if len(given) < SHORTEST:
            yield MEND, f"SCOREKEEPER_SECRET has {len(given)} letters: give it {SHORTEST} or more, by chance."
        else:
            yield FINE, "the secret is a setting."
    elif path is None or not is_there(path):
        yield MEND, f"there is no secret in {path}: `scorekeeper serve` makes it where it may write."
    elif path.stat().st_mode & 0o077:
        yield MEND, f"{path} can be read by others: `chmod 600 {path}`."
    elif not os.access(path, os.R_OK):
        yield MEND, f"{path} cannot be read: it must belong to the user who serves."
    else:
        yield from _what_it_holds(path)


def _what_it_holds(path: Path) -> Iterator[Finding]:
    try:
        held = len(bytes.fromhex(path.read_text().strip()))
    except ValueError:
        held = 0
    if held < SHORTEST:
        yield MEND, f"{path} holds no secret: delete it, and `scorekeeper serve` makes another."
    else:
        yield FINE, f"the secret is in {path}, for its owner alone."


# --- what stands in front --------------------------------------------------------------------------------------------


def _settings(proxies: int, hosts: list[str], url: str | None) -> Iterator[Finding]:
    if proxies and not hosts:
        yield MEND, "a proxy stands in front and any name is taken: set SCOREKEEPER_HOSTS to the names people type."
    if not url:
        yield NOTE, "give the app's address too, and it is looked at from outside."
        return
    parts = urlsplit(url)
    name = parts.hostname or ""
    if hosts and not host_is_trusted(name, hosts):
        yield MEND, f"{name} is none of SCOREKEEPER_HOSTS ({', '.join(hosts)}): add it."
    if parts.scheme == "https" and not proxies:
        yield MEND, "https ends at a proxy in front: say so with --proxy 1 or SCOREKEEPER_PROXIES=1."
    elif proxies and parts.scheme == "http" and near_home(name):
        yield NOTE, "a proxy is expected and this address may go past it: look at the address that people type."
