"""Matches, their events, and who may write."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("carried", sa.JSON(), nullable=False),
        sa.Column("follows", sa.String(32), sa.ForeignKey("match.id"), nullable=True, unique=True),
        sa.Column("started_by", sa.String(64), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted", sa.DateTime(timezone=True), nullable=True),
    )
    op.create_table(
        "event",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("said", sa.DateTime(timezone=True), nullable=True),
        sa.Column("received", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "scorer",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_scorer_device", "scorer", ["device"])


def downgrade() -> None:
    op.drop_table("scorer")
    op.drop_table("event")
    op.drop_table("match")
