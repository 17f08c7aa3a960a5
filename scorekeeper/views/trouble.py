"""Error pages: each is a page of this app, says what happened to what was typed, and has a way on."""

from __future__ import annotations

import time

from flask import Flask, abort, current_app, render_template, request
from flask_babel import gettext
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from werkzeug.exceptions import Forbidden, HTTPException, TooManyRequests

from ..database import Busy, explain
from ..database_file import Unusable
from ..limits import seconds_to_wait
from ..security import SAFE, path_to_log
from ..store import Refused

SILENCE = 10.0
"""Seconds before the log says the same again."""


def handle(app: Flask) -> None:
    """Answer every error with a page."""
    app.before_request(no_such_address)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(TooManyRequests, too_many)
    app.register_error_handler(Refused, no_seat)
    app.register_error_handler(Unusable, no_database)
    app.register_error_handler(DBAPIError, database_error)
    app.register_error_handler(NoConnection, no_connection)
    app.register_error_handler(Exception, crash)


def no_such_address() -> None:
    """An address that no database can look up: PostgreSQL takes no text with a NUL in it."""
    if "\0" in request.path:
        abort(404)


def http_error(problem: HTTPException) -> tuple[str, int, dict[str, str]]:
    """A page that is not there, or may not be used so."""
    code = problem.code or 500
    words = {
        403: (
            gettext("This phone reads along."),
            gettext("Only a phone that keeps score here may write."),
        ),
        404: (
            gettext("This page is not on the table."),
            gettext("The address may be old or a letter is missing."),
        ),
        405: (gettext("This address is for a button."), gettext("Nothing was changed.")),
        413: (gettext("That is too much."), gettext("It is larger than any round can be. Nothing was changed.")),
    }
    title, text = words.get(code, (gettext("That did not work."), gettext("Nothing was changed.")))
    methods = getattr(problem, "valid_methods", None)
    headers = {"Allow": ", ".join(sorted(methods))} if methods else {}
    back = "/" if code == 404 else _back()  # a match that is not there has no page to go back to
    return render_template("error.html", code=code, title=title, text=text, back=back), code, headers


def no_seat(_: Refused) -> tuple[str, int, dict[str, str]]:
    """This phone reads along: what it asked for, only a phone that keeps score may do."""
    return http_error(Forbidden())


def too_many(_: TooManyRequests) -> tuple[str, int, dict[str, str]]:
    """This phone, or everybody at its address, has done too much in a while. What was typed stays on the page."""
    seconds = seconds_to_wait()
    minutes = round(seconds / 60)
    text = gettext("That was very often. There is room again in a minute.")
    if minutes > 1:
        text = gettext("That was very often. There is room again in %(minutes)s minutes.", minutes=minutes)
    typed = list(request.form.items(multi=True))
    page = render_template("unsaved.html", code=429, text=text, typed=typed, action=request.path, back=_back())
    return page, 429, {"Retry-After": str(seconds)}


def no_database(problem: Unusable) -> tuple[str, int]:
    """The database is locked, full, gone, or may only be read. What was typed stays on the page, to be sent again."""
    _tell_keeper(str(problem))
    words = {
        "busy": gettext("Too many are writing at once."),
        "full": gettext("There is no room left where the matches are kept. Whoever runs this must make some."),
        "readonly": gettext("Matches can only be looked at for now. Whoever runs this must allow writing again."),
    }
    text = words.get(
        problem.kind, gettext("The place where the matches are kept cannot be used. Whoever runs this must mend it.")
    )
    if request.method in SAFE:
        again = {"again": True, "back": request.full_path.removesuffix("?")}
        return render_template("error.html", code=503, title=gettext("Not now"), text=text, **again), 503
    typed = list(request.form.items(multi=True))
    return render_template("unsaved.html", text=text, typed=typed, action=request.path, back=_back()), 503


def database_error(problem: DBAPIError) -> tuple[str, int]:
    """The database says no. What it means is said in one line where that is known."""
    trouble = explain(problem)
    if not trouble.kind:
        current_app.logger.error("while answering %s %s", request.method, path_to_log(), exc_info=problem)
    return no_database(trouble)


def no_connection(_problem: NoConnection) -> tuple[str, int]:
    """Every connection to a database server is in use."""
    return no_database(Busy("busy", "every connection to the database server is in use."))


def crash(problem: Exception) -> tuple[str, int]:
    """Something is wrong with the app itself."""
    current_app.logger.error("while answering %s %s", request.method, path_to_log(), exc_info=problem)
    title, text = gettext("Something broke."), gettext("What was saved is safe. Go back and try again.")
    return render_template("error.html", code=500, title=title, text=text, back=_back()), 500


def _tell_keeper(line: str) -> None:
    """Write a line into the log, once in ten seconds: with a line for each waiting phone it would fill the disk."""
    told: dict[str, float] = current_app.extensions.setdefault("troubles", {})
    if time.monotonic() - told.get(line, -SILENCE) >= SILENCE:
        told[line] = time.monotonic()
        current_app.logger.error(line)


def _back() -> str:
    """The match that an address belongs to, or Home."""
    parts = request.path.split("/")
    return f"/m/{parts[2]}" if len(parts) > 3 and parts[1] == "m" else "/"
