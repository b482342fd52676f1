"""Entries and checkpoints: nothing in them is changed or deleted, not even by their owner's slip."""

import sqlalchemy as sa
from alembic import op

from adapters.ledger.databases.rows import CHECKPOINT_COLUMNS, ENTRY_COLUMNS, POSTGRESQL, SHOWN

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_TABLES = {"entries": ENTRY_COLUMNS, "checkpoints": CHECKPOINT_COLUMNS}


def upgrade() -> None:
    """The way forward."""
    op.execute(
        "CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'append-only'; END $$"
    )
    for table, columns in _TABLES.items():
        op.create_table(table, *map(_column, columns), sa.PrimaryKeyConstraint("seq"))
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
        )
    op.create_index("entries_release", "entries", ["release"])
    for name, of in POSTGRESQL.indexes().items():
        op.execute(f"CREATE INDEX {name} ON entries ({of}) WHERE {SHOWN}")


def downgrade() -> None:
    """There is no way back from a ledger."""
    raise NotImplementedError


def _column(name: str) -> sa.Column[str] | sa.Column[int]:
    if name == "seq":
        return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)
    return sa.Column(name, sa.Text(collation="C"), nullable=False)
