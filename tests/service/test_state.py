"""One suite for the state on both databases: tables, the way back, encryption, writers side by side."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import MetaData, func, inspect, select, text
from sqlalchemy.exc import IntegrityError

from adapters.keys.installation import load_keys
from engine.errors import InvalidError
from service.people.accounts import add_group, add_person
from service.people.limits import Limit, count
from service.refusals import Refusal
from service.state.columns import now
from service.state.database import Database, open_database
from service.state.tables import Attempt, Base, Group, Person
from service.state.vault import Vault


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """The state on each database, empty."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'state.sqlite'}"
    else:
        address = request.getfixturevalue("postgres")
        plain = Database(address)
        with plain.engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE; CREATE SCHEMA public"))
        plain.engine.dispose()
    found = open_database(address)
    yield found
    found.engine.dispose()


def test_the_migrations_make_the_tables_that_the_code_wants(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    assert database.is_current()


def test_there_is_a_way_back(database: Database) -> None:
    database.downgrade("base")
    assert set(inspect(database.engine).get_table_names()) <= {"alembic_version"}
    assert not database.is_current()
    database.upgrade()
    assert database.is_current()


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    with pytest.raises(RuntimeError), database.begin() as state:
        add_person(state, "ada", "Ada", password="four unlike words here")
        raise RuntimeError
    with database.look() as state:
        assert state.scalar(select(func.count()).select_from(Person)) == 0


def test_looking_changes_nothing(database: Database) -> None:
    with database.look() as state:
        add_group(state, "clinic", "Clinic")
    with database.look() as state:
        assert state.scalar(select(Group)) is None


def test_times_keep_their_zone(database: Database) -> None:
    before = now()
    with database.begin() as state:
        add_group(state, "clinic", "Clinic")
    with database.look() as state:
        created = state.scalars(select(Group.created)).one()
    assert created.tzinfo is not None
    assert before <= created <= now()


def test_a_login_is_there_once_whoever_is_faster(database: Database) -> None:
    with database.begin() as state:
        add_person(state, "ada", "Ada", password="four unlike words here")
    with pytest.raises(Refusal) as refused, database.begin() as state:
        add_person(state, "ADA", "Other", password="four unlike words here")
    assert refused.value.status == 409
    with pytest.raises(IntegrityError), database.begin() as state:
        state.add(Person(login="ada", display="Other"))


def test_writers_side_by_side_lose_nothing(database: Database, tmp_path: Path) -> None:
    """Eight threads count to five each in one limit of twenty: exactly twenty get through."""
    vault = Vault(load_keys(tmp_path / "keys"))
    limit, refused, lock = Limit("test", 20, now() - now().replace(year=2020)), [0], threading.Lock()

    def work() -> None:
        for _ in range(5):
            try:
                with database.begin() as state:
                    count(state, vault, limit, "one")
            except Refusal:
                with lock:
                    refused[0] += 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.look() as state:
        assert state.scalar(select(func.count()).select_from(Attempt)) == 20
    assert refused[0] == 20


def test_what_people_say_stands_in_sealed_columns_alone() -> None:
    """Every column of bytes is sealed; every free text column is one that holds no words of documents."""
    metadata: MetaData = Base.metadata
    sealed = {
        column.name for t in metadata.tables.values() for column in t.columns if str(column.type) == "BLOB"
    }
    assert all(name.endswith("_sealed") for name in sealed)
    wide = {
        f"{t.name}.{c.name}" for t in metadata.tables.values() for c in t.columns if str(c.type) == "TEXT"
    }
    assert wide == {"documents.reason"}


def test_sealed_words_open_under_their_label_and_key_alone(tmp_path: Path) -> None:
    vault, other = Vault(load_keys(tmp_path / "one")), Vault(load_keys(tmp_path / "two"))
    sealed = vault.seal("a word", "note 1")
    assert b"a word" not in sealed
    assert vault.open(sealed, "note 1") == "a word"
    for wrong, label in ((vault, "note 2"), (other, "note 1")):
        with pytest.raises(InvalidError):
            wrong.open(sealed, label)


def test_a_release_opens_with_its_own_key_alone(tmp_path: Path) -> None:
    vault = Vault(load_keys(tmp_path))
    one, two = (vault.release(name, vault.new_key(name)) for name in ("one", "two"))
    one.save(tmp_path / "file", b"text", "document 1")
    assert b"text" not in (tmp_path / "file").read_bytes()
    assert one.load(tmp_path / "file", "document 1") == b"text"
    with pytest.raises(InvalidError):
        two.load(tmp_path / "file", "document 1")
    with pytest.raises(InvalidError):
        vault.release("two", vault.new_key("one"))


def test_a_database_that_is_none_is_told_without_its_password() -> None:
    with pytest.raises(InvalidError) as told:
        open_database("postgresql+psycopg://user:secretword@127.0.0.1:1/none")
    assert "SVC010" in str(told.value)
    assert "secretword" not in str(told.value)
