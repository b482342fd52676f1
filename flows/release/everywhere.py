"""Direct identifiers that one document lost, looked for in all released documents before they are sealed.

The workers know single documents. When all are done, this process opens their encrypted decisions and
reads every released file once. Documents that hold a value of another one are done again, with those
values among what must go; what stands even then refuses its document.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from adapters.documents.registry import format_for
from adapters.documents.sandbox import run_limited
from adapters.documents.settings import Settings
from adapters.keys import decrypt
from engine.errors import Fault, fault
from engine.plan.plan import Plan
from engine.record.everywhere import Everywhere, direct_value
from engine.record.fingerprints import Value
from engine.record.report import DocumentRecord
from flows.compiling.document_rules import limits_of, settings_of
from flows.release.decided import decisions_label
from flows.release.elsewhere import Elsewhere, write_elsewhere
from flows.release.worker import (
    PLAIN_TEXT,
    SMALL_BYTES,
    WorkerSettings,
)

_BY_COLUMN = frozenset({"csv", "xlsx", "json", "jsonl", "docx", "html"})
"""Formats whose columns a policy may keep; values in kept columns are not looked for."""


@dataclass(frozen=True)
class Standing:
    """Values of other documents that stand in released ones.

    Parameters
    ----------
    removed : dict of Value to (str, str)
        Every direct identifier that was removed, with its category and one spelling.
    lost_by : dict of str to set of Value
        By document that lost them.
    found : dict of str to set of Value
        Those that stand in each document.
    """

    removed: dict[Value, tuple[str, str]]
    lost_by: dict[str, set[Value]]
    found: dict[str, set[Value]]

    def __repr__(self) -> str:
        return f"Standing({len(self.removed)} values, {len(self.documents)} documents)"

    @property
    def documents(self) -> dict[str, set[Value]]:
        """By document, values that stand there and that others lost; documents without any are left out."""
        others = {document: found - self._lost(document) for document, found in self.found.items()}
        return {document: values for document, values in others.items() if values}

    @property
    def own(self) -> set[Value]:
        """Values that stand in the very document that lost them, where the policy lets them."""
        return set().union(*(found & self._lost(document) for document, found in self.found.items()))

    def _lost(self, document: str) -> set[Value]:
        return self.lost_by.get(document, set())

    def without(self, documents: Collection[str]) -> Standing:
        """What stands once `documents` do not leave: what they alone lost is looked for no more."""
        lost_by = {one: values for one, values in self.lost_by.items() if one not in documents}
        lost = set().union(*lost_by.values())
        removed = {value: spelling for value, spelling in self.removed.items() if value in lost}
        found = {one: values & lost for one, values in self.found.items() if one not in documents}
        return Standing(removed, lost_by, found)


def look_everywhere(settings: WorkerSettings, records: Sequence[DocumentRecord]) -> Standing:
    """Read every released document and search it for what the others lost."""
    plan = settings.compiled.plan
    removed, lost_by = _removed(settings, {r.id for r in records if r.outcome == "released"})
    everywhere = Everywhere({value: category for value, (category, _) in removed.items()})
    found = {
        record.id: everywhere.standing(released_texts(settings.files.read(record), record, plan))
        for record in (records if removed else ())
        if record.outcome == "released" and not record.table and is_searched(plan, record.format)
    }
    return Standing(removed, lost_by, found)


def _removed(
    settings: WorkerSettings, released: Collection[str]
) -> tuple[dict[Value, tuple[str, str]], dict[str, set[Value]]]:
    """Direct identifiers that the released documents lost, and which document lost which."""
    removed: dict[Value, tuple[str, str]] = {}
    lost_by: dict[str, set[Value]] = {}
    for document, category, text in _decisions(settings):
        value = direct_value(category, text) if document in released else None
        if value is not None:
            removed.setdefault(value, (category, text))
            lost_by.setdefault(document, set()).add(value)
    return removed, lost_by


def _decisions(settings: WorkerSettings) -> Iterator[tuple[str, str, str]]:
    """Document, category and original of each identifier that was removed."""
    for path in sorted((settings.private / "decisions").glob("*.enc")):
        content = decrypt(
            settings.private_key, path.read_bytes(), decisions_label(settings.release_id, path.stem)
        )
        for line in content.splitlines():
            entry = json.loads(line)
            for one in entry["decisions"]:
                if one["stage"] == "identifiers":
                    yield entry["document"], one["category"], one["original"]


def is_searched(plan: Plan, format_name: str) -> bool:
    """Whether values of other documents are looked for in files of a format: not where columns are kept."""
    keeps_columns = any(rule.then == "keep" for rule in plan.documents.columns)
    return not (keeps_columns and format_name in _BY_COLUMN)


def released_texts(content: bytes, record: DocumentRecord, plan: Plan) -> list[str]:
    """The texts of a released file and its name, as the independent reader reads them."""
    settings, name = settings_of(plan), PurePosixPath(record.output)
    if name.suffix in PLAIN_TEXT and len(content) <= SMALL_BYTES:
        return _texts(content, name, settings)
    return run_limited(record.id, _texts, content, name, settings, limits=limits_of(plan))


def _texts(content: bytes, name: PurePosixPath, settings: Settings) -> list[str]:
    parts = format_for(name.suffix, content, settings).read_back(content)
    return [*(part.reveal() for part in parts), name.name]


def hand_to_workers(settings: WorkerSettings, standing: Standing) -> None:
    """Leave the values that stand where they must not for the workers, encrypted."""
    documents = standing.documents
    values = frozenset(standing.removed[value] for found in documents.values() for value in found)
    handed = Elsewhere(frozenset(documents), values)
    write_elsewhere(settings.private, settings.private_key, settings.release_id, handed)


def refuse_standing(settings: WorkerSettings, record: DocumentRecord) -> DocumentRecord:
    """The record of a document that still holds a value of another; its file is taken away."""
    must = "must hold no direct identifier that another document lost"
    return withdrawn(settings, record, fault("VER004", record.id, must))


def withdrawn(settings: WorkerSettings, record: DocumentRecord, found: Fault) -> DocumentRecord:
    """The record of a document that is refused after all; its files are taken away."""
    settings.files.remove(record)
    reason = f"[{found.code}] {found.must}" + (f"; got {found.got}" if found.got else "")
    return DocumentRecord(id=record.id, input_hash=record.input_hash, outcome="refused", reason=reason)


def release_wide(standing: Standing) -> set[Value]:
    """Values that stand nowhere in the release: what `verify` looks for in every document."""
    return set(standing.removed) - standing.own - set().union(*standing.documents.values())
