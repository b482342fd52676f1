"""Moves and scheduled runs know whether people were told of them."""

import sqlalchemy as sa
from alembic import op

from service.state.columns import Moment

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The way forward. Of what happened before, nobody is told now."""
    for table in ("moves", "scheduled_runs"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column("told", Moment(), nullable=True))
        op.execute(f"UPDATE {table} SET told = at")


def downgrade() -> None:
    """The way back."""
    for table in ("scheduled_runs", "moves"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("told")
