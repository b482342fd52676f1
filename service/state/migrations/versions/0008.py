"""Values that are shown again when a second person agrees."""

import sqlalchemy as sa
from alembic import op

from service.state.columns import Moment

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The way forward."""
    op.create_table(
        "reveals",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("release_id", sa.String(length=32), nullable=False),
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("reason_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("comment_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("asked_by", sa.String(length=32), nullable=False),
        sa.Column("asked", Moment(), nullable=False),
        sa.Column("decided_by", sa.String(length=32), nullable=True),
        sa.Column("decided", Moment(), nullable=True),
        sa.Column("until", Moment(), nullable=False),
        sa.Column("shown", Moment(), nullable=True),
        _foreign("release_id", "releases", "CASCADE"),
        _foreign("document_id", "documents", "CASCADE"),
        _foreign("asked_by", "people"),
        _foreign("decided_by", "people"),
        sa.PrimaryKeyConstraint("id", name="pk_reveals"),
    )
    op.create_index("ix_reveals_release_id", "reveals", ["release_id"], unique=False)
    op.create_index("ix_reveals_state", "reveals", ["state"], unique=False)


def _foreign(column: str, of: str, gone: str | None = None) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{of}.id"], name=f"fk_reveals_{column}", ondelete=gone)


def downgrade() -> None:
    """The way back; the ledger keeps what was asked and shown."""
    op.drop_table("reveals")
