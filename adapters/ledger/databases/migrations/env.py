"""Alembic's way in: the connection comes from `adapters.ledger.databases.server`, with its transaction."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table="version",
    version_table_schema="saferelease_ledger",
)
with context.begin_transaction():
    context.run_migrations()
