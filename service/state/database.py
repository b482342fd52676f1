"""The database of the service: SQLite beside the keys by default, PostgreSQL by address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from adapters.machine.extras import missing_extra
from engine.errors import InvalidError, fault

_MIGRATIONS = Path(__file__).parent / "migrations"
_BUSY_MILLISECONDS = 30_000


def default_address(home: Path) -> str:
    """The database that needs no set-up."""
    return f"sqlite:///{home / 'service.sqlite'}"


class Database:
    """The state, opened.

    Parameters
    ----------
    address : str
        ``sqlite:///FILE`` or ``postgresql+psycopg://USER@HOST/NAME``.

    Notes
    -----
    Writers of SQLite take the lock when they begin (``BEGIN IMMEDIATE``): two processes that read, then
    write, wait for each other instead of failing.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.engine = _engine(address)

    @contextmanager
    def begin(self) -> Iterator[Session]:
        """A transaction that is kept when the block ends well, and undone when it does not."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def look(self) -> Iterator[Session]:
        """A session for reading; whatever it changes is undone."""
        with Session(self.engine.execution_options(read_only=True), expire_on_commit=False) as session:
            yield session

    def upgrade(self, to: str = "head") -> None:
        """Bring the tables to the newest form, or to revision `to`."""
        self._migrate(command.upgrade, to)

    def downgrade(self, to: str) -> None:
        """Bring the tables back to revision `to`; ``base`` removes them."""
        self._migrate(command.downgrade, to)

    def migrate(self, to: str) -> None:
        """Bring the tables to revision `to`, forward or back.

        Raises
        ------
        InvalidError
            ``SVC012`` when there is no such revision.
        """
        known = [one.revision for one in ScriptDirectory(str(_MIGRATIONS)).walk_revisions()]
        if to not in ("head", *known):
            advice = "The newest is head."
            raise InvalidError(fault("SVC012", "--to", f"must be head or of {', '.join(known)}", to, advice))
        here = self.revision()
        back = to != "head" and here in known and known.index(to) > known.index(here)
        self._migrate(command.downgrade if back else command.upgrade, to)

    def revision(self) -> str:
        """The revision of the tables; empty when there are none."""
        with self.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision() or ""

    def is_current(self) -> bool:
        """Whether the tables are of the form that this version wants."""
        return self.revision() == ScriptDirectory(str(_MIGRATIONS)).get_current_head()

    def _migrate(self, how: Any, to: str) -> None:
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS))
        try:
            with self.engine.connect() as connection, _without_cascades(connection), connection.begin():
                config.attributes["connection"] = connection
                how(config, to)
        except SQLAlchemyError as error:
            raise _unusable(self.address, error) from None


def open_database(address: str) -> Database:
    """Open the state at `address`, its tables brought to the newest form.

    Raises
    ------
    InvalidError
        ``SVC010`` when the database cannot be used, ``EXT001`` when its driver is not installed.
    """
    try:
        database = Database(address)
        database.upgrade()
    except ModuleNotFoundError as error:
        absent = missing_extra(error)
        raise (InvalidError(absent) if absent else _unusable(address, error)) from None
    except (ArgumentError, OperationalError) as error:
        raise _unusable(address, error) from None
    return database


@contextmanager
def passing_database(address: str) -> Iterator[Database]:
    """The state for one command: as it is, and closed afterwards."""
    database = Database(address)
    try:
        yield database
    finally:
        database.engine.dispose()


def _engine(address: str) -> Engine:
    url = make_url(address)
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=20, hide_parameters=True)
    if url.database:
        path = Path(url.database)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": _BUSY_MILLISECONDS / 1000})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins, not the driver
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute(f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}")


@contextmanager
def _without_cascades(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by making it anew; dropping the old one would delete what refers to it."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.dbapi_connection
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def _begin_sqlite(connection: Any) -> None:
    reads = connection.get_execution_options().get("read_only")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _unusable(address: str, error: Exception) -> InvalidError:
    try:
        shown = make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        shown = "an address that is none"
    advice = "Check the address and that the database runs; nothing was changed."
    return InvalidError(
        fault("SVC010", shown, "must be a database that the service can use", type(error).__name__, advice)
    )
