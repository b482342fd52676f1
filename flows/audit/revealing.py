"""Revealing what stood in the place of a replacement: with the key, for a reason, on the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from adapters.bundle.checking import read_manifest
from engine.errors import InvalidError, RefusedError, fault
from engine.record.fingerprints import readable
from engine.record.trees.openings import OpenedSpan, Opening, OpeningTree, Removed
from engine.stages.identifiers.replacements import normalized
from engine.text import unseen_in
from flows.release.records.private_record import Change, PrivateRecord, another_record, open_private_record
from flows.release.records.proofs import ProofKeys
from flows.release.records.recording import record, require_reason, seal_words

MOST_OF_NAME = 200


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
    opening : Opening or None
        Of all these places, for the reader who was named.
    """

    change: Change
    places: int
    entry: int
    opening: Opening | None = None


def reveal(bundle: Path, wanted: Wanted, reason: str, reader: str = "") -> Revealed:
    """Restore one value, after writing into the ledger that it is restored, and why.

    Parameters
    ----------
    bundle : Path
        The bundle, with its private folder beside it.
    wanted : Wanted
    reason : str
        Why; the ledger keeps it, encrypted.
    reader : str
        For whom an opening is made; the ledger keeps it, encrypted. Empty for no opening.

    Raises
    ------
    InvalidError
        ``REV001`` no reason, ``REV004`` no private record, ``REV005`` neither a value nor a place,
        ``LED001`` the ledger cannot be written: then nothing is revealed.
    RefusedError
        ``REV002`` nothing of the kind is there, ``REV003`` several values are meant; as of `opening_for`.
    """
    reason = require_reason(reason, "reveal")
    _require_place(wanted)
    opened = open_private_record(bundle)
    found = chosen(list(opened.all(wanted.document)), wanted)
    values = {normalized(change.original) or readable(change.original) for change in found}
    opening = opening_for(reader, bundle, opened, found) if reader and len(values) == 1 else None
    body = _told(len(values), found, wanted) | {"reason": seal_words(opened.keys, "revealed", reason)}
    if reader:
        body["reader"] = seal_words(opened.keys, "revealed", reader)
    entry = record("revealed", opened.release_id, body, opened.keys)
    if len(values) != 1:
        raise _not_one(len(values), found)
    return Revealed(found[0], len(found), entry.seq, opening)


def _told(n_values: int, found: Sequence[Change], wanted: Wanted) -> dict[str, object]:
    """What came of the search, for the ledger."""
    return {
        "outcome": "revealed" if n_values == 1 else "several" if n_values else "none",
        "document": found[0].document if n_values == 1 else wanted.document[:20],
        "change": found[0].index if n_values == 1 else -1,
        "places": len(found),
    }


def _require_place(wanted: Wanted) -> None:
    named = wanted.document.isascii() and wanted.document.isdigit()
    if (wanted.document and not named) or not (wanted.replacement or (named and wanted.span)):
        must = "must name a replacement, or a document and a span in it"
        advice = (
            "E.g. reveal BUNDLE '[SSN-BCDFG-HJKLM-NPQRS]', or reveal BUNDLE --document 000001 --span 120-131."
        )
        raise InvalidError(fault("REV005", "reveal", must, "", advice))


def chosen(changes: Sequence[Change], wanted: Wanted) -> list[Change]:
    """Those of `changes` that are wanted."""
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


def require_reader(name: str) -> str:
    """The reader's name, as the file and the ledger hold it.

    Raises
    ------
    InvalidError
        ``REV009`` when there is none, a very long one, or one with characters that nobody sees.
    """
    if not 0 < len(reader := name.strip()) <= MOST_OF_NAME or unseen_in(reader):
        must = f"must be 1 to {MOST_OF_NAME} characters that can be seen"
        raise InvalidError(fault("REV009", "--reader", must, "", "E.g. --reader 'Dr. Ruiz, expert'."))
    return reader


def opening_for(reader: str, bundle: Path, opened: PrivateRecord, changes: Sequence[Change]) -> Opening:
    """The opening of some changes. Nothing is shown yet: who calls writes it into the ledger first.

    Raises
    ------
    RefusedError
        ``REV008`` when the manifest names no root for a document, ``BND011`` when it names another.
    """
    _, manifest = read_manifest(bundle.resolve())
    roots = manifest.opening_roots()
    secret = ProofKeys.of(opened.secrets).openings
    spans: list[OpenedSpan] = []
    for document, wanted in groupby(changes, lambda change: change.document):
        if not (named := roots.get(document)):
            must = "must have a root in the signed manifest"
            advice = "Tables released as a whole have none, nor have bundles of before there were openings."
            raise RefusedError(fault("REV008", f"document {document}", must, "", advice))
        tree = OpeningTree(secret, document, [*map(_removed, opened.of(document))])
        if tree.root != named:
            raise another_record()
        spans += (tree.span(change.index) for change in wanted)
    return Opening(release_id=opened.release_id, reader=reader, spans=tuple(spans))


def _removed(change: Change) -> Removed:
    end = change.released + len(change.replacement)
    return Removed(change.released, end, change.replacement, change.category, change.original)
