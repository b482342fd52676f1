"""The ledger's errors."""

from __future__ import annotations

import sqlite3

from adapters.ledger.place import Place, Tables
from engine.errors import Fault, InvalidError, RefusedError, fault

_RESTORE = "Restore the ledger and its checkpoint from your backup, both of the same time."


def unwritable(place: Place, error: sqlite3.Error | OSError) -> InvalidError:
    """The ledger cannot be written: what wanted to be written down must not happen."""
    got = getattr(error, "sqlite_errorname", "") or getattr(error, "strerror", "") or type(error).__name__
    advice = "Without an entry in the ledger nothing is released or revealed. Check owner and disk."
    return InvalidError(fault("LED001", str(place), "must be a ledger that can be written", got, advice))


def gone(place: Place) -> InvalidError:
    """The ledger is not there."""
    return InvalidError(fault("LED002", str(place), "must be there", "no ledger", _RESTORE))


def changed(seq: int) -> Fault:
    """An entry is not what its hash says."""
    return fault(
        "LED003",
        f"entry {seq}",
        "must be as it was written",
        "a changed entry",
        "Compare with your backup and with exports.",
    )


def out_of_order(seq: int, got: object) -> Fault:
    """An entry does not follow the one before it."""
    advice = "Entries were deleted, moved or put in."
    return fault("LED004", f"entry {seq}", "must follow the entry before it", got, advice)


def too_short(seq: int, n_entries: int, which: str) -> Fault:
    """A checkpoint was signed over entries that are not there."""
    got = f"{n_entries} entries"
    return fault(
        "LED005", which, f"must find entry {seq} as it was signed", got, "The ledger's end was cut off."
    )


def cut_tail(place: Place) -> RefusedError:
    """The end of the ledger is not as signed: nothing is written behind it."""
    must = "must end as its signed checkpoint says"
    return RefusedError(fault("LED005", str(place), must, "another end", _RESTORE))


def badly_signed(which: str, got: str) -> Fault:
    """A checkpoint that nobody whom we know signed."""
    advice = "It was changed, or made by another installation."
    return fault("LED006", which, "must be signed with the ledger's key", got, advice)


def damaged(place: Place, what: str) -> InvalidError:
    """A file that is no ledger, export or checkpoint."""
    return InvalidError(
        fault(
            "LED007",
            str(place),
            "must be a ledger, an export or a checkpoint of one",
            f"{what} cannot be read",
            _RESTORE,
        )
    )


def unreachable(place: str, got: str) -> InvalidError:
    """A place outside does not take the ledger's head: what it should witness must not happen."""
    advice = "Without its witness nothing is revealed or released. Fix the place, or name another."
    return InvalidError(fault("LED012", place, "must take the ledger's head", got, advice))


def another_history(which: str, size: int) -> Fault:
    """The ledger is not the one that a head or a receipt was signed over."""
    must = f"must find the first {size} entries as they were signed"
    advice = "The ledger was set back, or goes on in another way. Compare with your backup and exports."
    return fault("LED011", which, must, "another history", advice)


def exchanged(place: Place) -> InvalidError:
    """A program that began before the signing key was exchanged goes on with the old one."""
    must, advice = "must be signed with the present key", "Give the command again."
    return InvalidError(fault("KEY008", str(place), must, "the key of before", advice))


def foreign(place: Place) -> RefusedError:
    """A server's ledger that another installation signed: nothing is written into it."""
    must = "must be signed with this installation's key"
    advice = "Give each installation a database of its own. If it is yours, restore it from your backup."
    return RefusedError(fault("LED006", str(place), must, "another key", advice))


def unusable_server(place: Tables, got: str) -> InvalidError:
    """The database of the ledger does not answer, or cannot hold one."""
    must = "must be a PostgreSQL database that the ledger can use"
    advice = "Without it nothing is released or revealed. Check the server, and SAFERELEASE_LEDGER."
    return InvalidError(fault("LED014", str(place), must, got, advice))


def filled(place: Place) -> InvalidError:
    """A ledger is to take over another one, and has entries of its own."""
    advice = "Name another database in SAFERELEASE_LEDGER."
    return InvalidError(fault("LED015", str(place), "must hold no entry yet", "entries", advice))
