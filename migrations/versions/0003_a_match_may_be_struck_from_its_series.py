"""A match may be struck from its series of rematches, and restored."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("match", sa.Column("struck", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("match", "struck")
