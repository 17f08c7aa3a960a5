"""Error pages: each is a page of this app, says what happened to what was typed, and has a way on."""

from __future__ import annotations

from flask import Flask, current_app, render_template, request
from flask_babel import gettext
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException

from ..database import Busy


def handle(app: Flask) -> None:
    """Answer every error with a page."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Busy, busy)
    app.register_error_handler(DBAPIError, no_database)
    app.register_error_handler(Exception, crash)


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
    return render_template("error.html", code=code, title=title, text=text, back=_back()), code, headers


def busy(problem: Busy) -> tuple[str, int]:
    """Somebody else holds the database: send it again."""
    return _not_saved(gettext("Too many are writing at once. Go back and tap again."))


def no_database(problem: DBAPIError) -> tuple[str, int]:
    """The database does not answer, is full, or may only be read."""
    current_app.logger.error("while answering %s %s", request.method, request.path, exc_info=problem)
    return _not_saved(gettext("The place where matches are kept does not answer. Go back and try again."))


def crash(problem: Exception) -> tuple[str, int]:
    """Something is wrong with the app itself."""
    current_app.logger.error("while answering %s %s", request.method, request.path, exc_info=problem)
    title, text = gettext("Something broke."), gettext("What was saved is safe. Go back and try again.")
    return render_template("error.html", code=500, title=title, text=text, back=_back()), 500


def _not_saved(text: str) -> tuple[str, int]:
    title = gettext("Not saved") if request.method == "POST" else gettext("Not now")
    return render_template("error.html", code=503, title=title, text=text, back=_back()), 503


def _back() -> str:
    """The match that an address belongs to, or Home."""
    parts = request.path.split("/")
    return f"/m/{parts[2]}" if len(parts) > 3 and parts[1] == "m" else "/"
