"""The ledger in PostgreSQL: tables in a schema of their own, append-only by triggers, one writer at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adapters.ledger.databases.rows import POSTGRESQL
from adapters.ledger.faults import unusable_server
from adapters.ledger.place import Tables
from adapters.machine.extras import missing_extra
from engine.errors import InvalidError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

SCHEMA = "saferelease_ledger"
NEWEST = "0001"
"""The form of the tables that this version wants: the newest of the migrations."""
_MIGRATIONS = Path(__file__).parent / "migrations"
_CONNECT_SECONDS = 10
_WAIT_SECONDS = 60
_LOCK = 0x5AFE_1ED6
"""Number of the lock that every writer of the ledger takes; PostgreSQL frees it with the transaction."""


class ServerRows:
    """Rows of the tables, see `adapters.ledger.databases.rows.Rows`."""

    dialect = POSTGRESQL

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def query(self, asked: str, values: Mapping[str, object] | None = None) -> Sequence[dict[str, Any]]:
        """The rows that answer a question."""
        from sqlalchemy import text

        found = self._connection.execute(text(asked), dict(values or {}))
        return [dict(row) for row in found.mappings()]

    def insert(self, table: str, rows: Sequence[Mapping[str, object]]) -> None:
        """Add rows."""
        from sqlalchemy import text

        columns = list(rows[0])
        named = ", ".join(f":{one}" for one in columns)
        asked = text(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({named})")
        self._connection.execute(asked, [dict(row) for row in rows])


@contextmanager
def reading_server(place: Tables) -> Iterator[ServerRows | None]:
    """The rows as they are at one moment; None where no tables are.

    Raises
    ------
    InvalidError
        ``LED014`` when the database does not answer.
    """
    with _told(place), _engine(place).connect() as found:
        connection = found.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            _prepare(connection)
            yield ServerRows(connection) if _revision(connection) else None


@contextmanager
def writing_server(place: Tables) -> Iterator[ServerRows]:
    """The rows for one write: kept when the block ends well, else as before; made where there are none.

    Notes
    -----
    Writers of all machines wait for each other at one lock of the database. Whoever passes it by meets
    the primary key: an entry's number is there once.
    """
    with _told(place), _engine(place).connect() as connection, connection.begin():
        _prepare(connection)
        rows = ServerRows(connection)
        rows.query("SELECT pg_advisory_xact_lock(:lock)", {"lock": _LOCK})
        _keep_what_is_committed(rows)
        if _revision(connection) != NEWEST:
            _upgrade(connection)
        yield rows


def _keep_what_is_committed(rows: ServerRows) -> None:
    """A server that is set to answer before its disk has an entry must not, for this ledger."""
    rows.query(
        "SELECT set_config('synchronous_commit', 'on', true) "
        "WHERE current_setting('synchronous_commit') IN ('off', 'local')"
    )


def _engine(place: Tables) -> Engine:
    """No connection outlives its use: commands are short, and processes are forked."""
    from sqlalchemy import create_engine, make_url
    from sqlalchemy.pool import NullPool

    url = make_url(place.address)
    if url.get_backend_name() != "postgresql":
        raise unusable_server(place, "another kind of address")
    url = url.set(drivername="postgresql+psycopg")
    more = {} if "connect_timeout" in url.query else {"connect_timeout": _CONNECT_SECONDS}
    return create_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=more)


def _prepare(connection: Connection) -> None:
    connection.exec_driver_sql(f"SET LOCAL search_path TO {SCHEMA}")
    connection.exec_driver_sql(f"SET LOCAL lock_timeout TO '{_WAIT_SECONDS}s'")


def _revision(connection: Connection) -> str:
    """The form of the tables; empty where there are none."""
    found = connection.exec_driver_sql(f"SELECT to_regclass('{SCHEMA}.version')").scalar()
    if found is None:
        return ""
    return str(connection.exec_driver_sql("SELECT version_num FROM version").scalar() or "")


def _upgrade(connection: Connection) -> None:
    """Bring the tables to the newest form, within the transaction of the first write."""
    from alembic import command
    from alembic.config import Config

    there = "SELECT 1 FROM pg_namespace WHERE nspname = %(name)s"
    if connection.exec_driver_sql(there, {"name": SCHEMA}).scalar() is None:
        connection.exec_driver_sql(f"CREATE SCHEMA {SCHEMA}")
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, NEWEST)


@contextmanager
def _told(place: Tables) -> Iterator[None]:
    """Errors of the libraries, said without their text: it may hold an address with a password."""
    from alembic.util import CommandError
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    try:
        yield
    except ModuleNotFoundError as error:
        absent = missing_extra(error)
        raise (InvalidError(absent) if absent else unusable_server(place, type(error).__name__)) from None
    except ArgumentError:
        raise unusable_server(place, "no address") from None
    except CommandError:
        raise unusable_server(place, "tables of a newer version") from None
    except SQLAlchemyError as error:
        state = getattr(getattr(error, "orig", None), "sqlstate", None)
        raise unusable_server(place, str(state or type(error).__name__)) from None
