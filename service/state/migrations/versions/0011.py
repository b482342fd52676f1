"""Which documents are assigned to whom, groups that share theirs, and originals that are asked for."""

import sqlalchemy as sa
from alembic import op

from service.state.columns import Moment

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The way forward."""
    op.create_table(
        "assignments",
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        _foreign("document_id", "documents"),
        _foreign("person_id", "people"),
        sa.PrimaryKeyConstraint("document_id", "person_id", name="pk_assignments"),
    )
    with op.batch_alter_table("groups") as table:
        table.add_column(sa.Column("shared", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("reveals") as table:
        table.add_column(sa.Column("what", sa.String(length=20), nullable=False, server_default="values"))


def _foreign(column: str, of: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{of}.id"], name=f"fk_assignments_{column}", ondelete="CASCADE"
    )


def downgrade() -> None:
    """The way back: there every reviewer sees all documents, so requests for originals end."""
    op.execute("DELETE FROM reveals WHERE what <> 'values'")
    with op.batch_alter_table("reveals") as table:
        table.drop_column("what")
    with op.batch_alter_table("groups") as table:
        table.drop_column("shared")
    op.drop_table("assignments")
