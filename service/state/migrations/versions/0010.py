"""What reviewers were shown of documents, and browsers from which people signed in before."""

import sqlalchemy as sa
from alembic import op

from service.state.columns import Moment

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The way forward."""
    op.create_table(
        "viewings",
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.String(length=32), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("n_pages", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        _foreign("viewings", "document_id", "documents", "CASCADE"),
        _foreign("viewings", "person_id", "people", "CASCADE"),
        sa.PrimaryKeyConstraint("document_id", "person_id", "version", "page", name="pk_viewings"),
    )
    op.create_table(
        "devices",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("seen", Moment(), nullable=False),
        _foreign("devices", "person_id", "people", "CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", "person_id", name="pk_devices"),
    )


def _foreign(table: str, column: str, of: str, gone: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{of}.id"], name=f"fk_{table}_{column}", ondelete=gone)


def downgrade() -> None:
    """The way back; the ledger keeps what was seen."""
    op.drop_table("devices")
    op.drop_table("viewings")
