"""Direct identifiers that one document lost, looked for in all released documents before they are sealed.

The workers know single documents. When all are done, this process opens their encrypted decisions and
reads every released file once. Documents that hold a value of another one are done again, with those
values among what must go; what stands even then refuses its document.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from heapq import merge
from operator import itemgetter
from pathlib import PurePosixPath
from typing import Any

from adapters.documents.opening.opened import read_file_back
from adapters.documents.opening.reader_process import read_apart
from engine.errors import Fault, fault
from engine.plan.plan import Plan
from engine.record.everywhere import Everywhere, direct_value
from engine.record.fingerprints import Value, joined, readable
from engine.record.packed import Packed
from engine.record.report import DocumentRecord
from engine.text import RawText
from flows.compiling.document_rules import limits_of, settings_of
from flows.release.other_documents.elsewhere import Elsewhere, write_elsewhere
from flows.release.records.decided import Entry, Sealed
from flows.release.records.read_back import SealedTexts
from flows.release.workers.worker import (
    WorkerSettings,
    is_read_here,
)

_BY_COLUMN = frozenset({"csv", "xlsx", "json", "jsonl", "docx", "html"})
"""Formats whose columns a policy may keep; a value that is a whole cell there is not looked for."""

_NAMED = 3
"""Documents that a refusal names at the most."""
Lost = dict[Value, tuple[str, str]]
"""Values that were removed, each with its category and one spelling."""


@dataclass(frozen=True)
class Standing:
    """Values of other documents that stand in released ones.

    Parameters
    ----------
    lost : Packed of (str, dict of Value to (str, str))
        By released document, in order, the direct identifiers that it lost, each with its category and one
        spelling; documents that lost none are left out.
    found : dict of str to set of Value
        Those of all of them that stand in a document; documents that hold none are left out.
    records : sequence of DocumentRecord
        All of the release, with the SHA-256 of each released file as it was searched.
    """

    lost: Packed[tuple[str, Lost]]
    found: dict[str, set[Value]]
    records: Sequence[DocumentRecord]

    def __repr__(self) -> str:
        return f"Standing({len(self.removed)} values, {len(self.documents)} documents)"

    @cached_property
    def removed(self) -> Everywhere:
        """Every direct identifier that was removed."""
        return Everywhere(self.values())

    def values(self) -> Iterator[Value]:
        """Every direct identifier that was removed, once for each document that lost it."""
        return (value for _, lost in self.lost for value in lost)

    def values_but(self, others: Everywhere) -> Iterator[Value]:
        """`values` without `others`."""
        return (value for _, lost in self.lost for value in lost.keys() - others.among(lost.keys()))

    def spelt(self, values: Set[Value]) -> Lost:
        """`values`, each with its category and the spelling of the first document that lost it."""
        spelt: Lost = {}
        for _, lost in self.lost if values else ():
            for value in values & lost.keys():
                spelt.setdefault(value, lost[value])
        return spelt

    @cached_property
    def documents(self) -> dict[str, set[Value]]:
        """By document, values that stand there and that others lost; documents without any are left out."""
        losers = self.losers
        others = {
            document: {value for value in found if losers[value] != {document}}
            for document, found in self.found.items()
        }
        return {document: values for document, values in others.items() if values}

    @property
    def own(self) -> set[Value]:
        """Values that stand in the one document that lost them, where the policy lets them."""
        others, found = self.documents, self.found.items()
        return {value for document, held in found for value in held - others.get(document, set())}

    @cached_property
    def losers(self) -> dict[Value, set[str]]:
        """By value that stands somewhere, the documents that lost it."""
        losers: dict[Value, set[str]] = {value: set() for found in self.found.values() for value in found}
        for document, lost in self.lost if losers else ():
            for value in losers.keys() & lost.keys():
                losers[value].add(document)
        return losers

    def without(self, documents: Collection[str]) -> Standing:
        """What stands once `documents` do not leave: what they alone lost is looked for no more."""
        if not documents:
            return self
        left = Packed((one, lost) for one, lost in self.lost if one not in documents)
        rest = Standing(left, {}, self.records)
        for one, held in self.found.items():
            if one not in documents:
                rest.found[one] = rest.removed.among(held)
        return rest


def look_everywhere(
    settings: WorkerSettings, records: Sequence[DocumentRecord], before: Standing | None = None
) -> Standing:
    """Search every released document for what the others lost.

    Parameters
    ----------
    settings : WorkerSettings
    records : sequence of DocumentRecord
    before : Standing or None
        An earlier look. Files that are as they were then are searched only for values that are new since.
    """
    before = before or Standing(Packed(), {}, ())
    released = {record.id for record in records if record.outcome == "released"}
    changed = released - _unchanged(before, records)
    as_before = ((one, lost) for one, lost in before.lost if one in released and one not in changed)
    standing = Standing(Packed(merge(as_before, _lost(settings, changed), key=itemgetter(0))), {}, records)
    every = standing.removed
    new = Everywhere(standing.values_but(before.removed)) if before.records else every
    kept = SealedTexts(settings.private, settings.private_key, settings.release_id)
    for record in records:
        if record.id in released and not record.table:
            known = set() if record.id in changed else before.found.get(record.id, set())
            found = _found(settings, record, every if record.id in changed else new, kept)
            if found := every.among(known) | found:
                standing.found[record.id] = found
    return standing


def _unchanged(before: Standing, records: Iterable[DocumentRecord]) -> set[str]:
    """Released documents that are as they were looked at, and held nothing of others then."""
    if not before.records:
        return set()
    files = {one.id: one.sha256 for one in before.records if one.outcome == "released"}
    same = {one.id for one in records if one.outcome == "released" and files.get(one.id) == one.sha256}
    return same - before.documents.keys()


def _lost(settings: WorkerSettings, documents: Iterable[str]) -> Iterator[tuple[str, Lost]]:
    """Direct identifiers that documents lost, in the order of documents."""
    sealed = Sealed(settings.private, settings.private_key, settings.release_id)
    for entry in sealed.entries(documents):
        if lost := _lost_of(entry):
            yield str(entry["document"]), lost


def _lost_of(entry: Entry) -> Lost:
    lost: Lost = {}
    made: Any = entry["decisions"]
    for one in made:
        spelt = sys.intern(one["category"]), one["original"]
        value = direct_value(*spelt) if one["stage"] == "identifiers" else None
        if value is not None:
            lost.setdefault(value, spelt)
    return lost


def _found(
    settings: WorkerSettings, record: DocumentRecord, search: Everywhere, kept: SealedTexts
) -> set[Value]:
    """Values that stand in a released file, which is read only when there are any to look for.

    It is opened only if what was read back when it was written is not kept, or not of these bytes.
    """
    if not len(search):
        return set()
    content, plan = settings.files.read(record), settings.compiled.plan
    read_back = kept.of(record.id)
    if read_back is not None and read_back.is_of(content):
        return standing_in(search, [*read_back.texts, record.output], plan, record.format)
    return standing_in(search, released_texts(content, record, plan), plan, record.format)


def standing_in(search: Everywhere, texts: Sequence[str], plan: Plan, format_name: str) -> set[Value]:
    """Values that stand in the texts of a file.

    Where the policy keeps columns, a cell that is such a value as a whole is kept on purpose; one that holds
    other words beside it is not.
    """
    found = search.standing(texts)
    if not found or is_searched(plan, format_name):
        return found
    return search.standing(text for text in texts if not is_whole(text, found))


def is_whole(text: str, values: Collection[Value]) -> bool:
    """Whether a text is one of `values` and nothing else."""
    plain = readable(text)
    return Value("written", plain) in values or Value("joined", joined(plain)) in values


def is_searched(plan: Plan, format_name: str) -> bool:
    """Whether whole cells of a format are searched for values of other documents: not where columns stay."""
    keeps_columns = any(rule.then == "keep" for rule in plan.documents.columns)
    return not (keeps_columns and format_name in _BY_COLUMN)


def released_texts(content: bytes, record: DocumentRecord, plan: Plan) -> list[str]:
    """The texts of a released file and its name with its folders, as the independent reader reads them.

    Not what no reader is shown: that was searched when the file was written (`Verifier.verify_raw`), by rules
    of its own, and no register knows its words.
    """
    suffix = PurePosixPath(record.output).suffix
    given = suffix, content, settings_of(plan)
    if is_read_here(suffix, len(content)):
        return [*_shown(read_file_back(*given)[1]), record.output]
    limits = limits_of(plan).for_file(len(content))
    texts = read_apart(record.id, suffix, read_file_back, *given, limits=limits)
    return [*_shown(texts), record.output]


def _shown(texts: Iterable[str]) -> Iterator[str]:
    return (text for text in texts if not isinstance(text, RawText))


def hand_to_workers(settings: WorkerSettings, standing: Standing) -> None:
    """Leave the values that stand where they must not for the workers, encrypted."""
    documents = standing.documents
    spelt = standing.spelt(set().union(*documents.values()))
    handed = Elsewhere({one: frozenset(spelt[value] for value in held) for one, held in documents.items()})
    write_elsewhere(settings.private, settings.private_key, settings.release_id, handed)


def refuse_standing(settings: WorkerSettings, standing: Standing, record: DocumentRecord) -> DocumentRecord:
    """The record of a document that still holds a value of another; its file is taken away."""
    held = standing.documents[record.id]
    kinds = sorted({category for category, _ in standing.spelt(held).values()})
    losers = sorted(set().union(*(standing.losers[value] for value in held)) - {record.id})
    got = f"{len(held)} of category {', '.join(kinds)}, which document {', '.join(losers[:_NAMED])} lost"
    return withdrawn(settings, record, standing_fault(record.id, got))


def standing_fault(document: str, got: str = "") -> Fault:
    """``VER004``: a document holds what another one lost."""
    must = "must hold no direct identifier that another document lost"
    advice = (
        "Inspect the documents together: saferelease inspect shows the words, who lost them and the clause. "
        "If they are nobody's, allow them in that clause."
    )
    return fault("VER004", f"document {document}", must, got, advice)


def withdrawn(settings: WorkerSettings, record: DocumentRecord, found: Fault) -> DocumentRecord:
    """The record of a document that is refused after all; its files are taken away."""
    settings.files.remove(record)
    return DocumentRecord(
        id=record.id, input_hash=record.input_hash, outcome="refused", reason=found.reason()
    )


def release_wide(standing: Standing) -> Iterator[Value]:
    """Values that stand nowhere in the release, some twice: what `verify` looks for in every document."""
    standing_somewhere = standing.own.union(*standing.documents.values())
    return (value for value in standing.values() if value not in standing_somewhere)
