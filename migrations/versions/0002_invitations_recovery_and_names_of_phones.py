"""Invitations to keep score, a code for a lost phone, names of phones, and the phones that keep score no longer."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # The release before this one writes scorers without a name.
    op.add_column("scorer", sa.Column("name", sa.String(30), nullable=False, server_default=""))
    op.create_table(
        "former_scorer",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(30), nullable=False),
    )
    op.create_table(
        "invitation",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id"), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("code", sa.String(64), nullable=False, unique=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_invitation_match_id", "invitation", ["match_id"])
    op.create_table(
        "recovery",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_recovery_code", "recovery", ["code"])


def downgrade() -> None:
    op.drop_table("recovery")
    op.drop_table("invitation")
    op.drop_table("former_scorer")
    op.drop_column("scorer", "name")
