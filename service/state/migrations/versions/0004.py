"""Schedules have a title, may be watched folders, and are ended, not deleted; runs say what they took."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from service.state.columns import Moment

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def _columns() -> dict[str, list[sa.Column[Any]]]:
    return {
        "schedules": [
            sa.Column("title_sealed", sa.LargeBinary(), nullable=False),
            sa.Column("ended", Moment(), nullable=True),
            sa.Column("busy_until", Moment(), nullable=True),
        ],
        "scheduled_runs": [
            sa.Column("taken", sa.JSON(), nullable=True),
            sa.Column("n_documents", sa.Integer(), nullable=False),
            sa.Column("n_left_out", sa.Integer(), nullable=False),
            sa.Column("n_unsettled", sa.Integer(), nullable=False),
            sa.Column("retries", sa.String(length=32), nullable=True),
        ],
    }


def upgrade() -> None:
    """The way forward. No version before this one wrote into these tables."""
    for table, columns in _columns().items():
        with op.batch_alter_table(table, schema=None) as batch_op:
            for column in columns:
                batch_op.add_column(column)


def downgrade() -> None:
    """The way back."""
    for table, columns in _columns().items():
        with op.batch_alter_table(table, schema=None) as batch_op:
            for column in columns:
                batch_op.drop_column(column.name)
