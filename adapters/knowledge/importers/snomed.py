"""SNOMED CT: a licensed snapshot in Release Format 2 that the user has.

References
----------
SNOMED International, SNOMED CT Release File Specification, chapters 4 (component
files) and 5 (reference sets).
"""

from __future__ import annotations

import hashlib
import re
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from engine.errors import Fault, InvalidError, fault

_COMMON = ("id", "effectiveTime", "active", "moduleId")
_IS_A = "116680003"
_STATED = "900000000000010007"
_FSN = "900000000000003001"
_SYNONYM = "900000000000013009"
_PREFERRED = "900000000000548007"
_SEMANTIC_TAG = re.compile(r"\s*\([^()]+\)$")


@dataclass(frozen=True)
class _Table:
    """A kind of release file: how it is named and what its columns are."""

    stem: str
    columns: tuple[str, ...]
    required: bool = True

    def pattern(self, release_type: str) -> re.Pattern[str]:
        return re.compile(rf"x?{self.stem}{release_type}(-[a-zA-Z-]+)?_\w+_\d{{8}}\.txt")


CONCEPT = _Table("sct2_Concept_", (*_COMMON, "definitionStatusId"))
DESCRIPTION = _Table(
    "sct2_Description_",
    (*_COMMON, "conceptId", "languageCode", "typeId", "term", "caseSignificanceId"),
)
RELATIONSHIP = _Table(
    "sct2_Relationship_",
    (
        *_COMMON,
        "sourceId",
        "destinationId",
        "relationshipGroup",
        "typeId",
        "characteristicTypeId",
        "modifierId",
    ),
)
LANGUAGE = _Table(
    "der2_cRefset_Language", (*_COMMON, "refsetId", "referencedComponentId", "acceptabilityId"), False
)
TABLES = (CONCEPT, DESCRIPTION, RELATIONSHIP, LANGUAGE)

Row = Sequence[str]
Files = Mapping[_Table, Sequence[Path]]


@contextmanager
def release(path: Path) -> Iterator[Files]:
    """The snapshot files of a release, by kind of table.

    Parameters
    ----------
    path : Path
        Folder of the release (files are found by name, at any depth) or its zip file.

    Raises
    ------
    InvalidError
        KNO010 when files are missing, KNO011 for Full or Delta files only.
    """
    if path.is_dir():
        yield _find(path)
    elif zipfile.is_zipfile(path):
        with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(path) as packed:
            for member in packed.namelist():
                if any(table.pattern(r"\w+").fullmatch(Path(member).name) for table in TABLES):
                    packed.extract(member, scratch)
            yield _find(Path(scratch))
    else:
        raise InvalidError(_missing("no folder and no zip file"))


def draft_of(files: Files) -> TaxonomyDraft:
    """Active concepts, descriptions and is-a links of a snapshot.

    Parameters
    ----------
    files : mapping
        As found by `release`.

    Raises
    ------
    InvalidError
        KNO012 for a wrong header, KNO013 for a damaged row.

    Notes
    -----
    Is-a links are the inferred ones (type 116680003). Labels: synonyms that a
    language reference set marks as preferred, then other synonyms, then the
    fully specified name without its semantic tag. Components found in several
    modules count with their latest effectiveTime.
    """
    draft = TaxonomyDraft("snomed", f"snomed:{_edition(files[CONCEPT])}", _LICENCE, "rf2")
    _fill(draft, {table: _latest(table, files[table]) for table in TABLES})
    return draft


def digest(files: Files) -> str:
    """sha256 over the names and contents of `files`."""
    total = hashlib.sha256()
    for path in sorted((path for paths in files.values() for path in paths), key=lambda path: path.name):
        with path.open("rb") as file:
            total.update(f"{path.name}\0{hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode())
    return total.hexdigest()


_LICENCE = "SNOMED CT Affiliate License; imported from the user's own copy"


def _find(folder: Path) -> Files:
    paths = sorted(path for path in folder.rglob("*.txt") if path.is_file())
    found = {table: _of_kind(paths, table, "Snapshot") for table in TABLES}
    lacking = [table for table in TABLES if table.required and not found[table]]
    if not lacking:
        return found
    other = [kind for kind in ("Full", "Delta") if _of_kind(paths, CONCEPT, kind)]
    if not other:
        raise InvalidError(*(_missing(f"no {table.stem}Snapshot... file") for table in lacking))
    must = "must be a Snapshot"
    advice = "Give the folder named Snapshot of the same release, or the entire zip file."
    raise InvalidError(
        fault("KNO011", "the SNOMED CT release", must, f"only {' and '.join(other)} files", advice)
    )


def _of_kind(paths: Sequence[Path], table: _Table, release_type: str) -> list[Path]:
    return [path for path in paths if table.pattern(release_type).fullmatch(path.name)]


def _missing(got: str) -> Fault:
    must = "must hold the Concept, Description and Relationship files of a snapshot in Release Format 2"
    advice = "Give the folder or zip file of the release as you received it."
    return fault("KNO010", "the SNOMED CT release", must, got, advice)


def _latest(table: _Table, files: Sequence[Path]) -> list[Row]:
    """Active rows of `files`; of several versions of a component, the latest counts."""
    latest: dict[str, Row] = {}
    for path in files:
        for row in _rows(table, path):
            known = latest.get(row[0])
            if known is None or known[1] <= row[1]:
                latest[row[0]] = row
    return [row for row in latest.values() if row[2] == "1"]


def _rows(table: _Table, path: Path) -> Iterator[Row]:
    header: tuple[str, ...] | None = None
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, line in enumerate(file, 1):
                text = line.rstrip("\r\n")
                if not text or text.startswith("#"):  # excerpts made for tests are commented
                    continue
                row = tuple(text.split("\t"))
                if header is None:
                    header = _check_header(table, path, row)
                elif len(row) != len(table.columns) or row[2] not in ("0", "1"):
                    raise _bad_row(table, path, number, f"{len(row)} fields")
                else:
                    yield row
    except (OSError, UnicodeDecodeError) as error:
        raise _bad_row(table, path, 0, "a file that is not UTF-8 text") from error
    if header is None:
        _check_header(table, path, ())


def _check_header(table: _Table, path: Path, row: tuple[str, ...]) -> tuple[str, ...]:
    if row == table.columns:
        return row
    must, got = f"must have the columns {', '.join(table.columns)}", ", ".join(row)[:200] or "an empty file"
    advice = "Give the release as you received it; spreadsheet programs change such files."
    raise InvalidError(fault("KNO012", f"{path.name}:1", must, got, advice))


def _bad_row(table: _Table, path: Path, number: int, got: str) -> InvalidError:
    must = f"must hold {len(table.columns)} fields between tabs, the third 0 or 1, in UTF-8"
    advice = "The file is damaged: unpack the release again."
    return InvalidError(fault("KNO013", f"{path.name}:{number}", must, got, advice))


def _fill(draft: TaxonomyDraft, tables: Mapping[_Table, list[Row]]) -> None:
    draft.concepts = {row[0] for row in tables[CONCEPT]}
    draft.broader = [
        (row[4], row[5]) for row in tables[RELATIONSHIP] if row[7] == _IS_A and row[8] != _STATED
    ]
    preferred = {row[5] for row in tables[LANGUAGE] if row[6] == _PREFERRED}
    by_concept: dict[str, list[Row]] = defaultdict(list)
    for row in tables[DESCRIPTION]:
        if row[4] in draft.concepts and row[6] in (_FSN, _SYNONYM):
            by_concept[row[4]].append(row)
    for concept, rows in by_concept.items():
        _add_labels(
            draft, concept, sorted(rows, key=lambda row: (_rank(row, preferred), int(row[0]))), preferred
        )


def _rank(row: Row, preferred: set[str]) -> int:
    if row[6] == _FSN:
        return 2
    return 0 if row[0] in preferred else 1


def _add_labels(draft: TaxonomyDraft, concept: str, rows: Sequence[Row], preferred: set[str]) -> None:
    named: set[tuple[str, str]] = set()
    for row in rows:
        rank, term = _rank(row, preferred), row[7]
        kind = f"{('preferred', 'synonym', 'FSN')[rank]} {row[0]}"
        text = _SEMANTIC_TAG.sub("", term) if rank == 2 else term
        if (text, row[5]) not in named:
            draft.labels.append(DraftLabel(concept, text, row[5], kind, (rank,)))
            named.add((text, row[5]))
        if text != term:
            draft.keys.append(DraftLabel(concept, term, row[5], kind, (3,)))


def _edition(concept_files: Sequence[Path]) -> str:
    """``INT_20260101`` of ``sct2_Concept_Snapshot_INT_20260101.txt``, for each module."""
    return "+".join(sorted(path.stem.partition("Snapshot_")[2] for path in concept_files))
