"""Alembic's way in. Flask-Migrate calls it; the tables are the models'."""

from alembic import context
from flask import current_app

database = current_app.extensions["migrate"].db

if context.is_offline_mode():
    raise SystemExit("Migrations run on a database, not as text.")

with database.engine.connect() as connection:
    if connection.dialect.name == "sqlite":
        # A table that others refer to is copied and dropped, which these references would forbid. That must be said
        # before the transaction, so past SQLAlchemy; the connection is not used for anything else.
        connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=OFF")
    context.configure(
        connection=connection,
        target_metadata=database.metadata,
        render_as_batch=True,  # SQLite can hardly alter a table: it is copied
        compare_type=True,
        transactional_ddl=True,  # Alembic doubts that SQLite can; killed in the middle, nothing of it must stay
    )
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            # Two servers that are started at once: the second finds it done.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(5240)")
        context.run_migrations()
