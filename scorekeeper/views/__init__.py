"""The pages, one module a subject: look up, form, store, answer."""

from __future__ import annotations

from flask import Flask

from . import (
    evening,
    files,
    home,
    join,
    language,
    live,
    match,
    mend,
    new_match,
    phone,
    phones,
    rules,
    say,
    share,
    stand,
    table_page,
    trouble,
    trust,
)
from .page import add_words


def register(app: Flask) -> None:
    """Put every page and every error page into the app."""
    for subject in (home, rules, new_match, match, say, table_page, mend, phones, join, phone, live, trust, language):
        app.register_blueprint(subject.bp)
    for subject in (share, evening, files, stand):
        app.register_blueprint(subject.bp)
    trouble.handle(app)
    add_words(app)
    share.add_previews(app)
    app.add_template_global(phone.kit_url)
