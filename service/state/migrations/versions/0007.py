"""Corrections as training data, bundles that go to object stores, and indexes by time for the audit."""

import sqlalchemy as sa
from alembic import op

from service.state.columns import Moment

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_BY_TIME = (
    ("moves", "at"),
    ("corrections", "at"),
    ("overrides", "asked"),
    ("overrides", "decided"),
    ("policy_versions", "decided"),
)


def upgrade() -> None:
    """The way forward."""
    for table, column in _BY_TIME:
        op.create_index(f"ix_{table}_{column}", table, [column], unique=False)
    op.create_table(
        "training_permissions",
        sa.Column("group_id", sa.String(length=32), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        _foreign("training_permissions", "group_id", "groups", "CASCADE"),
        _foreign("training_permissions", "by", "people"),
        sa.PrimaryKeyConstraint("group_id", name="pk_training_permissions"),
    )
    op.create_table(
        "training_texts",
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("release_id", sa.String(length=32), nullable=False),
        sa.Column("content_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("n_paragraphs", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        _foreign("training_texts", "document_id", "documents", "CASCADE"),
        _foreign("training_texts", "release_id", "releases", "CASCADE"),
        sa.PrimaryKeyConstraint("document_id", name="pk_training_texts"),
    )
    op.create_index("ix_training_texts_release_id", "training_texts", ["release_id"], unique=False)
    op.create_table(
        "deliveries",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("release_id", sa.String(length=32), nullable=False),
        sa.Column("address_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_at", Moment(), nullable=False),
        sa.Column("asked_by", sa.String(length=32), nullable=False),
        sa.Column("asked", Moment(), nullable=False),
        sa.Column("updated", Moment(), nullable=False),
        _foreign("deliveries", "release_id", "releases", "CASCADE"),
        _foreign("deliveries", "asked_by", "people"),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.UniqueConstraint("release_id", "mark", name="uq_deliveries_release_id_mark"),
    )
    op.create_index("ix_deliveries_state", "deliveries", ["state"], unique=False)


def _foreign(table: str, column: str, of: str, gone: str | None = None) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{of}.id"], name=f"fk_{table}_{column}", ondelete=gone)


def downgrade() -> None:
    """The way back; what was kept for training goes."""
    for table in ("deliveries", "training_texts", "training_permissions"):
        op.drop_table(table)
    for table, column in _BY_TIME:
        op.drop_index(f"ix_{table}_{column}", table_name=table)
