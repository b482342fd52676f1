"""The audit ledger: who did what, in a chain of hashes with signed checkpoints."""

from __future__ import annotations

from adapters.ledger.chain import check_ledger
from adapters.ledger.entries import Checkpoint, Draft, Entry, Event, LedgerContent
from adapters.ledger.export import read_export, write_export
from adapters.ledger.place import Place, ledger_path, ledger_place
from adapters.ledger.store import Ledger, read_ledger

__all__ = [
    "Checkpoint",
    "Draft",
    "Entry",
    "Event",
    "Ledger",
    "LedgerContent",
    "Place",
    "check_ledger",
    "ledger_path",
    "ledger_place",
    "read_export",
    "read_ledger",
    "write_export",
]
