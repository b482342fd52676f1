"""Ledgers for tests, on both databases: a file, and tables of a real PostgreSQL server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from adapters.ledger.databases.server import SCHEMA
from adapters.ledger.place import Place, Tables, ledger_path

KINDS = ("file", "server")


def execute(address: str, *statements: str) -> None:
    """Say something to the server, as its owner."""
    with create_engine(address, poolclass=NullPool).begin() as connection:
        for statement in statements:
            connection.execute(text(statement))


def place_for(request: pytest.FixtureRequest, home: Path, kind: str) -> Iterator[Place]:
    """Where an empty ledger may be made, and what is left of it taken away."""
    if kind == "file":
        yield ledger_path(home)
        return
    address = request.getfixturevalue("postgres")
    execute(address, f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
    yield Tables(address, ledger_path(home))
    execute(address, f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")


def tamper(place: Place, *statements: str) -> None:
    """Change the database as somebody would who has it: triggers are no obstacle."""
    if isinstance(place, Tables):
        off = [f"ALTER TABLE {table} DISABLE TRIGGER ALL" for table in ("entries", "checkpoints")]
        execute(place.address, f"SET search_path TO {SCHEMA}", *off, *statements)
        return
    connection = sqlite3.connect(place)
    with connection:
        for table in ("entries", "checkpoints"):
            for what in ("UPDATE", "DELETE"):
                connection.execute(f"DROP TRIGGER IF EXISTS {table}_no_{what}")
        for statement in statements:
            connection.execute(statement)
    connection.close()
