"""Alembic's way in. Flask-Migrate calls it; the tables are the models'."""

from alembic import context
from flask import current_app

database = current_app.extensions["migrate"].db

if context.is_offline_mode():
    raise SystemExit("Migrations run on a database, not as text.")

with database.engine.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=database.metadata,
        render_as_batch=True,  # SQLite can hardly alter a table: it is copied
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()
