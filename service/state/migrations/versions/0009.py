"""Events of identity, who gave a role, resets by two people, scopes of keys."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from service.state.columns import Moment

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_COLUMNS: tuple[tuple[str, sa.Column[Any]], ...] = (
    ("people", sa.Column("barred", sa.Boolean(), nullable=False, server_default=sa.false())),
    ("people", sa.Column("failed", sa.Integer(), nullable=False, server_default="0")),
    ("memberships", sa.Column("given_by", sa.String(length=32), nullable=True)),
    ("api_keys", sa.Column("scopes", sa.String(length=200), nullable=True)),
    ("sign_ins", sa.Column("failed", sa.Integer(), nullable=False, server_default="0")),
    ("moves", sa.Column("key", sa.String(length=32), nullable=False, server_default="")),
)


def upgrade() -> None:
    """The way forward; keys that are there keep all rights of their owners."""
    for table, column in _COLUMNS:
        with op.batch_alter_table(table) as batch:
            batch.add_column(column)
    op.create_table(
        "identity_events",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("subject_id", sa.String(length=32), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=True),
        sa.Column("step", sa.String(length=20), nullable=False),
        sa.Column("group_id", sa.String(length=32), nullable=True),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["subject_id"], ["people.id"], name="fk_identity_events_subject_id"),
        sa.ForeignKeyConstraint(["by"], ["people.id"], name="fk_identity_events_by"),
        sa.PrimaryKeyConstraint("id", name="pk_identity_events"),
    )
    op.create_index("ix_identity_events_subject_id_at", "identity_events", ["subject_id", "at"])
    op.create_table(
        "resets",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("asked_by", sa.String(length=32), nullable=False),
        sa.Column("half_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_resets_person_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["asked_by"], ["people.id"], name="fk_resets_asked_by"),
        sa.PrimaryKeyConstraint("person_id", name="pk_resets"),
    )


def downgrade() -> None:
    """The way back; the ledger keeps the events."""
    op.drop_table("resets")
    op.drop_table("identity_events")
    for table, column in reversed(_COLUMNS):
        with op.batch_alter_table(table) as batch:
            batch.drop_column(column.name)
