"""The pages, one module a subject: look up, form, store, answer."""

from __future__ import annotations

from flask import Flask

from . import evening, files, home, match, mend, new_match, rules, say, share, table_page, trouble
from .page import add_words


def register(app: Flask) -> None:
    """Put every page and every error page into the app."""
    for subject in (home, rules, new_match, match, say, table_page, mend, share, evening, files):
        app.register_blueprint(subject.bp)
    trouble.handle(app)
    add_words(app)
    share.add_previews(app)
