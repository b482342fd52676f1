"""Alembic's way in: the connection comes from `service.state.database`."""

from alembic import context

from service.state.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
