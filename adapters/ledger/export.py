"""The ledger as JSON lines: entries, then checkpoints; for backups, and for auditors without the database."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from adapters.ledger.entries import Checkpoint, Entry, LedgerContent
from adapters.ledger.faults import damaged
from adapters.ledger.signed import canonical
from adapters.machine.files import write_atomically


def write_export(content: LedgerContent, path: Path) -> None:
    """Write a ledger as JSON lines, whole or not at all."""
    lines = [canonical({"entry": entry.model_dump()}) for entry in content.entries]
    lines += [canonical({"checkpoint": checkpoint.model_dump()}) for checkpoint in content.checkpoints]
    if content.head:
        lines.append(canonical({"head": content.head.model_dump()}))
    write_atomically(path, b"".join(line + b"\n" for line in lines))


def read_export(path: Path) -> LedgerContent:
    """Inverse of `write_export`.

    Raises
    ------
    InvalidError
        ``LED007`` when the file is no export.
    """
    entries, checkpoints, head = [], [], None
    try:
        for line in path.read_bytes().splitlines():
            [(kind, row)] = json.loads(line).items()
            if kind == "entry":
                entries.append(Entry.model_validate(row))
            elif kind == "checkpoint":
                checkpoints.append(Checkpoint.model_validate(row))
            elif kind == "head":
                head = Checkpoint.model_validate(row)
            else:
                raise ValueError(kind)
    except (OSError, ValueError, AttributeError, ValidationError):
        raise damaged(path, f"line {len(entries) + len(checkpoints) + 1}") from None
    return LedgerContent(entries, checkpoints, head)
