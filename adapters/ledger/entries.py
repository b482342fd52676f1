"""What the ledger is made of: entries that hold the hash of the one before, and signed checkpoints."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from adapters.ledger.signed import Hex64, Row, SignedRow, canonical

Event = Literal[
    "begun",
    "started",
    "resumed",
    "document",
    "finished",
    "failed",
    "approved",
    "reveal",
    "revealed",
    "verified",
    "opened",
    "handed-over",
    "moved",
    "viewed",
    "override",
    "destroyed",
    "rotated",
    "training",
    "compared",
    "de-identified",
    "identity",
]
NOTHING = "0" * 64
"""The hash before the first entry."""
_ENTRY_LABEL = b"saferelease ledger entry 1\n"
_TOKEN = re.compile(r"[A-Za-z0-9._:+,\[\]-]*")
_WHO = re.compile(r"[^\x00-\x1f\x7f]{1,128}")


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be written down.

    Parameters
    ----------
    event : str
        What happened.
    run, release : str
        Of which run of which release; empty where there is none.
    body : mapping
        Numbers, ids, codes and hashes; a text is refused, so that no document's can get in.
    """

    event: Event
    run: str = ""
    release: str = ""
    body: Mapping[str, Any] | None = None


class Entry(Row):
    """One entry of the ledger.

    Parameters
    ----------
    seq : int
        1, 2, 3...
    at : str
        When, by this machine's clock (ISO 8601, UTC).
    event, run, release, body
        See `Draft`.
    who : str
        The operating system's name of the user.
    tool : str
        Name and version of the program.
    previous, hash : str
        SHA-256 of the entry before, and of this one with that hash in it.
    """

    seq: Annotated[int, Field(ge=1)]
    at: str
    event: Event
    who: str
    tool: str
    run: str
    release: str
    body: dict[str, JsonValue]
    previous: Hex64
    hash: Hex64 = NOTHING

    def digest(self) -> str:
        """SHA-256 over everything but the hash itself."""
        content = {name: getattr(self, name) for name in _HASHED}
        return hashlib.sha256(_ENTRY_LABEL + canonical(content)).hexdigest()


_HASHED = ("seq", "at", "event", "who", "tool", "run", "release", "body", "previous")


class Checkpoint(SignedRow):
    """A signed statement of how long the ledger was and which hash it ended with.

    Parameters
    ----------
    ledger : str
        Hash of the ledger's first entry: its name.
    seq, hash : int, str
        Of the last entry.
    """

    label = b"saferelease ledger checkpoint 1\n"

    ledger: Hex64
    seq: Annotated[int, Field(ge=1)]
    hash: Hex64


@dataclass(frozen=True, slots=True)
class LedgerContent:
    """A ledger as read, from its database or from an export.

    Parameters
    ----------
    entries : sequence of Entry
        In the order of the file.
    checkpoints : sequence of Checkpoint
        Those kept inside the ledger.
    head : Checkpoint or None
        The one kept beside it.
    """

    entries: Sequence[Entry]
    checkpoints: Sequence[Checkpoint]
    head: Checkpoint | None = None

    def of(self, event: Event, release: str = "", run: str = "") -> Iterator[Entry]:
        """Entries of an event, of one release or run if named, oldest first."""
        for entry in self.entries:
            if entry.event == event and release in ("", entry.release) and run in ("", entry.run):
                yield entry


def require_wordless(draft: Draft, who: str) -> None:
    """Refuse a draft that holds anything but numbers, ids and hashes.

    Raises
    ------
    ValueError
        Names the field, never its value.
    """
    if not _WHO.fullmatch(who):
        raise ValueError("who must be a user's name")
    for name, value in _strings(dict(draft.body or {}), "body"):
        if not _TOKEN.fullmatch(value):
            raise ValueError(f"{name} must be a number, an id or a hash")


def _strings(value: object, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _strings(key, f"{name} key")
            yield from _strings(inner, f"{name}.{key}")
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner, name)
    elif not isinstance(value, int | float | type(None)):
        raise ValueError(f"{name} must be a number, an id or a hash")
