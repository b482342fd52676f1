"""The index of a release's redactions: which document lost how much under which provision, no text."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from engine.catalog.names import EXEMPTION
from engine.errors import InvalidError, fault
from flows.audit.reading import write_new
from flows.release.records.private_record import Change, open_private_record
from flows.release.state import ReleaseFolders

_EXEMPTION = re.compile(rf"\[({EXEMPTION}): [0-9]+ words?\]")


@dataclass(frozen=True, slots=True)
class IndexLine:
    """What one document lost under one clause.

    Parameters
    ----------
    document : str
        Its number in the release.
    exemption : str
        The code that stands in its text; empty where the clause writes none.
    clause, law, what : str
        The clause of the policy, its citation and its title.
    redactions, words : int
        How many places, and how many words stood there.
    """

    document: str
    exemption: str
    clause: str
    law: str
    what: str
    redactions: int
    words: int


def redaction_index(bundle: Path) -> list[IndexLine]:
    """The lines of the index, by document.

    Raises
    ------
    InvalidError
        ``REV004`` without keys or private record, ``KEY004`` when the release's key was destroyed.
    """
    changes = open_private_record(bundle).all()
    return list(_lines(changes, _clauses(ReleaseFolders(bundle.resolve()).private / "report.json")))


def write_index(lines: Sequence[IndexLine], to: Path) -> None:
    """Write the index as CSV; a file that is there is never overwritten (``LED010``)."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow([each.name for each in fields(IndexLine)])
    table.writerows(astuple(line) for line in lines)
    write_new(to, written.getvalue().encode())


def _lines(changes: Iterator[Change], clauses: Mapping[str, tuple[str, str]]) -> Iterator[IndexLine]:
    places: Counter[tuple[str, str, str]] = Counter()
    words: Counter[tuple[str, str, str]] = Counter()
    for change in changes:
        found = _EXEMPTION.fullmatch(change.replacement)
        key = change.document, found[1] if found else "", change.clause
        places[key] += 1
        words[key] += max(1, len(change.original.split()))
    for key in sorted(places):
        document, exemption, clause = key
        law, what = clauses.get(clause, ("", ""))
        yield IndexLine(document, exemption, clause, law, what, places[key], words[key])


def _clauses(report: Path) -> dict[str, tuple[str, str]]:
    """Citation and title of each clause, as the report beside the record has them."""
    try:
        clauses = json.loads(report.read_bytes())["plan"]["clauses"]
        return {one["id"]: (one["law"], one["title"]) for one in clauses}
    except (OSError, ValueError, KeyError, TypeError):
        advice = "It lies in the private folder of the release; restore it from a backup."
        raise InvalidError(
            fault("REV004", report.name, "must hold the report of the release", "none", advice)
        ) from None
