"""Where a ledger stands: a file of its own, or tables on a server with what belongs beside them here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

ADDRESS = "SAFERELEASE_LEDGER"
"""Names the database of the ledger; without it the ledger is a file in the installation's home."""


@dataclass(frozen=True, slots=True)
class Tables:
    """A ledger in a database.

    Parameters
    ----------
    address : str
        ``postgresql+psycopg://USER@HOST/NAME``; its password, if any, is never shown.
    beside : Path
        The checkpoint, the edge and the lock of this machine have its name, with suffixes of their own.
    """

    address: str
    beside: Path

    def __str__(self) -> str:
        from sqlalchemy import make_url  # it imports much, and most installations need no server
        from sqlalchemy.exc import ArgumentError

        try:
            return make_url(self.address).set(query={}).render_as_string(hide_password=True)
        except ArgumentError:
            return "an address that is none"

    def __repr__(self) -> str:
        return f"Tables({self})"


Place: TypeAlias = Path | Tables


def ledger_path(home: Path) -> Path:
    """The file of an installation's ledger, where it has one."""
    return home / "ledger.sqlite"


def ledger_place(home: Path) -> Place:
    """The ledger of an installation: the database that ``SAFERELEASE_LEDGER`` names, else its file."""
    address = os.environ.get(ADDRESS, "").strip()
    return Tables(address, ledger_path(home)) if address else ledger_path(home)


def beside(place: Place) -> Path:
    """The path that files beside a ledger are named after."""
    return place.beside if isinstance(place, Tables) else place


def checkpoint_path(place: Place) -> Path:
    """The newest checkpoint of a ledger that this machine knows, beside it."""
    return beside(place).with_suffix(".checkpoint")
