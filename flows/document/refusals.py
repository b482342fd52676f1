"""Documents that a policy does not take: more text than has room, columns of an unknown kind."""

from __future__ import annotations

from adapters.documents.faults import too_long
from adapters.documents.settings import MEBIBYTE
from engine.errors import RefusedError, fault
from engine.methods.columns.kinds import UNKNOWN_CODE
from engine.methods.columns.typing import TypedTables
from engine.text import Document

BYTES_EACH = 80
"""Memory that deciding, writing and checking takes for each character: as measured, and a fifth more."""
BYTES_EACH_OF_PATTERNS = 20
"""The same where no learned recogniser reads the text: measured, and half as much again."""
BYTES_BESIDES = 96 * MEBIBYTE
"""What it takes whatever the text, measured alike."""


def require_room(document: Document, memory_bytes: int, learned: bool) -> None:
    """``DOC029`` for a text that would run out of the memory which the policy allows, minutes later."""
    each = BYTES_EACH if learned else BYTES_EACH_OF_PATTERNS
    needed = BYTES_BESIDES + each * len(document.text)
    if needed > memory_bytes:
        raise too_long(document.id, -(-needed // MEBIBYTE), memory_bytes // MEBIBYTE)


def refuse_unknown(document_id: str, tables: TypedTables) -> None:
    """``COL001`` for a document with columns of codes of an unknown kind, where the policy says so."""
    unknown = [typed for typed in tables.columns if typed.kind.name == UNKNOWN_CODE]
    if unknown:
        raise RefusedError(
            *(
                fault(
                    "COL001",
                    f"document {document_id} table {typed.column.table + 1} column {typed.column.index + 1}",
                    "must be of a known kind",
                    f"{typed.values.n_distinct} different numbers or codes",
                    "Name the column under documents.columns, or set documents.unknown_columns: remove.",
                )
                for typed in unknown
            )
        )
