"""Approvals of policies are encrypted: they hold what the approver said."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The way forward. Approvals of before go: a policy that must be approved is approved again."""
    with op.batch_alter_table("policy_versions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("approval_sealed", sa.LargeBinary(), nullable=True))
        batch_op.drop_column("approval")


def downgrade() -> None:
    """The way back."""
    with op.batch_alter_table("policy_versions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("approval", sa.Text(), nullable=True))
        batch_op.drop_column("approval_sealed")
