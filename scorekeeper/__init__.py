"""Scorekeeper: keeps score at the card table. `create_app` wires everything; `scorekeeper` is also the command."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from flask import Flask
from flask_babel import Babel
from flask_migrate import Migrate
from htmx_flask import Htmx
from sqlalchemy import make_url

from . import database, languages, limits, numerals, security, speech, static_files, views
from .database_server import engine_options
from .live import Aside
from .models import db
from .settings import from_environment
from .views.page import compress

HERE = Path(__file__).resolve().parent
ROOT = HERE if (HERE / "templates").is_dir() else HERE.parent
"""Templates, static files and migrations stand beside the package in a checkout, and travel inside it in a wheel."""

COMPRESSED = (
    "text/html",
    "text/css",
    "text/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
)


def create_app(database_url: str | None = None, **config: Any) -> Flask:
    """Make the app on a database: a URL, or a file's path; `config` adds Flask settings."""
    url = _url(database_url or os.environ.get("DATABASE_URL") or "instance/scorekeeper.db")
    app = Flask(__name__, static_folder=None, template_folder=str(ROOT / "templates"))
    app.static_folder = str(ROOT / "static")
    app.config.update(
        SQLALCHEMY_DATABASE_URI=url,
        SQLALCHEMY_ENGINE_OPTIONS=engine_options(make_url(url)),
        MAX_CONTENT_LENGTH=64 * 1024,
        COMPRESS_MIMETYPES=list(COMPRESSED),
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_MIN_SIZE=400,
        BABEL_TRANSLATION_DIRECTORIES=str(ROOT / "translations"),
        TEMPLATES_AUTO_RELOAD=False,
        LIVE_HEARTBEAT=float(os.environ.get("SCOREKEEPER_HEARTBEAT", "20")),  # seconds
        LIVE_MOST=8000,  # open boards of one process
        SERVICE_WORKER=os.environ.get("SCOREKEEPER_SERVICE_WORKER", "on") != "off",
        **from_environment(),
    )
    app.config.update(config)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # rows read in the order of the match file
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    db.init_app(app)
    Migrate(app, db, directory=str(ROOT / "migrations"))
    Babel(app, locale_selector=languages.locale)
    languages.speak(app)
    app.jinja_env.install_gettext_callables(speech.gettext, speech.ngettext, newstyle=True)  # type: ignore[attr-defined]
    Htmx(app)
    compress.init_app(app)
    app.after_request(numerals.write_numbers)  # what is put in later runs earlier
    security.guard(app)
    limits.hold(app)
    static_files.serve_static(app)
    views.register(app)
    app.wsgi_app = Aside(app.wsgi_app)  # type: ignore[method-assign]
    with app.app_context():
        database.prepare(db.engine)
    return app


def _url(database_url: str) -> str:
    return database_url if "://" in database_url else f"sqlite:///{Path(database_url).expanduser().absolute()}"
