"""A release that a program asks for twice is made once."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The way forward."""
    with op.batch_alter_table("releases", schema=None) as batch_op:
        batch_op.add_column(sa.Column("ticket", sa.String(length=64), nullable=True))
        batch_op.create_unique_constraint("uq_releases_ticket", ["ticket"])


def downgrade() -> None:
    """The way back."""
    with op.batch_alter_table("releases", schema=None) as batch_op:
        batch_op.drop_constraint("uq_releases_ticket", type_="unique")
        batch_op.drop_column("ticket")
