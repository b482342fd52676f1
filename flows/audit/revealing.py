"""Revealing what stood in the place of a replacement: with the key, for a reason, on the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import InvalidError, RefusedError, fault
from engine.record.fingerprints import readable
from engine.stages.identifiers.replacements import normalized
from flows.release.records.private_record import Change, open_private_record
from flows.release.records.recording import record, require_reason, seal_words


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be revealed.

    Parameters
    ----------
    replacement : str
        As it stands in the released document, e.g. ``[PERSON-BCDFG-HJKLM-NPQRS]``; empty for any.
    document : str
        Number of the document; empty for all.
    nth : int
        Which of several, from 1; 0 for the only one.
    span : tuple of int or None
        Code points [start, end) of the released text that the replacement overlaps.
    """

    replacement: str = ""
    document: str = ""
    nth: int = 0
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Revealed:
    """One value, restored; hidden when printed.

    Parameters
    ----------
    change : Change
        The first change where it stood.
    places : int
        How many changes hold it.
    entry : int
        The ledger's entry of this disclosure.
    """

    change: Change
    places: int
    entry: int


def reveal(bundle: Path, wanted: Wanted, reason: str) -> Revealed:
    """Restore one value, after writing into the ledger that it is restored, and why.

    Parameters
    ----------
    bundle : Path
        The bundle, with its private folder beside it.
    wanted : Wanted
    reason : str
        Why; the ledger keeps it, encrypted.

    Raises
    ------
    InvalidError
        ``REV001`` no reason, ``REV004`` no private record, ``REV005`` neither a value nor a place,
        ``LED001`` the ledger cannot be written: then nothing is revealed.
    RefusedError
        ``REV002`` nothing of the kind is there, ``REV003`` several values are meant.
    """
    reason = require_reason(reason, "reveal")
    _require_place(wanted)
    opened = open_private_record(bundle)
    found = _chosen(list(opened.all(wanted.document)), wanted)
    values = {normalized(change.original) or readable(change.original) for change in found}
    outcome = "revealed" if len(values) == 1 else "several" if values else "none"
    body = {
        "outcome": outcome,
        "document": found[0].document if len(values) == 1 else wanted.document[:20],
        "change": found[0].index if len(values) == 1 else -1,
        "places": len(found),
        "reason": seal_words(opened.keys, "revealed", reason),
    }
    entry = record("revealed", opened.release_id, body, opened.keys)
    if len(values) != 1:
        raise _not_one(len(values), found)
    return Revealed(found[0], len(found), entry.seq)


def _require_place(wanted: Wanted) -> None:
    named = wanted.document.isascii() and wanted.document.isdigit()
    if (wanted.document and not named) or not (wanted.replacement or (named and wanted.span)):
        must = "must name a replacement, or a document and a span in it"
        advice = (
            "E.g. reveal BUNDLE '[SSN-BCDFG-HJKLM-NPQRS]', or reveal BUNDLE --document 000001 --span 120-131."
        )
        raise InvalidError(fault("REV005", "reveal", must, "", advice))


def _chosen(changes: Sequence[Change], wanted: Wanted) -> list[Change]:
    found = [c for c in changes if wanted.replacement in ("", c.replacement)]
    if wanted.span:
        start, end = wanted.span
        found = [c for c in found if c.released < end and c.released + len(c.replacement) > start]
    return found[wanted.nth - 1 : wanted.nth] if wanted.nth else found


def _not_one(n_values: int, found: Sequence[Change]) -> RefusedError:
    if not n_values:
        advice = "Copy it from the released document, brackets included; check the document's number."
        return RefusedError(
            fault("REV002", "reveal", "must find the replacement in the private record", "none", advice)
        )
    documents = sorted({change.document for change in found})
    got = f"{n_values} values in {len(found)} places of {len(documents)} documents"
    advice = f"Say which: --document {documents[0]} with --nth 1, or with --span START-END."
    return RefusedError(fault("REV003", "reveal", "must mean one value", got, advice))
