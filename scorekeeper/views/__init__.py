"""The pages, one module a subject: look up, form, store, answer."""

from __future__ import annotations

from flask import Flask

from . import home, live, match, mend, new_match, phone, rules, say, table_page, trouble, trust
from .page import add_words


def register(app: Flask) -> None:
    """Put every page and every error page into the app."""
    for subject in (home, rules, new_match, match, say, table_page, mend, phone, live, trust):
        app.register_blueprint(subject.bp)
    trouble.handle(app)
    add_words(app)
    app.add_template_global(phone.kit_url)
