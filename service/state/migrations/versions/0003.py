"""Cases of policies."""

import sqlalchemy as sa
from alembic import op

from service.state.columns import Moment

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The way forward."""
    op.create_table(
        "policy_cases",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("policy_id", sa.String(length=32), nullable=False),
        sa.Column("clause", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("content_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["people.id"], name=op.f("fk_policy_cases_by")),
        sa.ForeignKeyConstraint(
            ["policy_id"], ["policies.id"], name=op.f("fk_policy_cases_policy_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_policy_cases")),
    )
    with op.batch_alter_table("policy_cases", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_policy_cases_policy_id"), ["policy_id"], unique=False)


def downgrade() -> None:
    """The way back."""
    op.drop_table("policy_cases")
