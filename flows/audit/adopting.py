"""A ledger that moves: from a file or an export into the place that this installation names now."""

from __future__ import annotations

from pathlib import Path

from adapters.keys.installation import load_keys
from adapters.ledger import Ledger, ledger_place, read_ledger
from adapters.ledger.faults import damaged
from adapters.ledger.place import checkpoint_path
from adapters.machine.locations import home
from engine.errors import RefusedError
from flows.audit.reading import AuditCheck, check_audit


def adopt_ledger(file: Path) -> AuditCheck:
    """Take over all entries and checkpoints of a ledger, as they are, where there is no entry yet.

    Parameters
    ----------
    file : Path
        A ledger's file, or an export of a ledger.

    Returns
    -------
    AuditCheck
        What was taken over.

    Raises
    ------
    RefusedError
        It is not as it was written, is another installation's, or ends before what this machine knows.
    InvalidError
        ``LED002`` no file, ``LED007`` no ledger, ``LED014`` a server that cannot be used, ``LED015`` there
        are entries already.
    """
    place, keys = ledger_place(home()), load_keys()
    ledger, known = Ledger(place, keys), checkpoint_path(place)
    with ledger.alone():
        content = read_ledger(file)
        if not content.entries:
            raise damaged(file, "an entry")
        found = check_audit(None, (), [known] if known.exists() else [], content)
        if found.faults:
            raise RefusedError(*found.faults)
        ledger.fill(content)
    return found
