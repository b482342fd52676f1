"""Looking without writing: what a policy would change in documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from adapters.documents.opening.sources import Source
from adapters.keys.installation import load_keys
from engine.errors import InvalidError, RefusedError, SafereleaseError
from flows.compiling.compilation import compile_policy
from flows.compiling.matters import documents_of, under_matter
from flows.document.document import DocumentPipeline
from flows.document.results import Inspected, Refusing
from flows.release.preview.together import Look, looked_at, together
from flows.release.records.decided import decision_facts
from flows.release.workers.worker import unread


def inspect_sources(
    policy: str, roots: tuple[Path, ...], matter: Path | None = None
) -> Iterator[dict[str, object]]:
    """Decisions for each document below `roots`, one mapping per document, nothing written.

    Parameters
    ----------
    policy : str
        File of a policy, or name of a shipped one.
    roots : tuple of Path
        Files and folders.
    matter : Path or None
        File with the facts of the matter.

    Yields
    ------
    dict
        ``{"document", "decisions": [{"start", "end", "stage", "category", "action",
        "replacement", "clause", "why"}], "offsets"}`` with offsets in code points: of the file as it
        stands where ``"offsets"`` is ``"file"`` (formats of text; a byte order mark is one), else of the
        document's ``"text"``; ``{"document", "table"}`` for a table that a clause releases as a whole,
        with what is kept and dropped; ``"refused"``, ``"left"`` and ``"reasons"`` besides, for one that the
        checks of a release would refuse: the faults, the words, and of each its code, kind, clause, place
        where the document's text holds it, and the document that lost it (``"lost_by"``); or
        ``{"document", "error"}`` for one that
        cannot be read.

    Notes
    -----
    Pseudonyms are made with a key of this look alone: a release has others. The documents are looked at
    as one release: all are read before the first is yielded.
    """
    sources = documents_of(roots, matter)
    compiled = compile_policy(policy)
    compiled = under_matter(compiled, matter, load_keys())
    pipeline = DocumentPipeline(compiled, b"inspection" * 4, datetime.now(UTC).year)
    looks = [_look(pipeline, source) for source in sources]
    found = iter(together(pipeline, compiled.plan, [look for look in looks if isinstance(look, Look)]))
    for look in looks:
        yield _told(look.source, next(found)) if isinstance(look, Look) else look


def _look(pipeline: DocumentPipeline, source: Source) -> Look | dict[str, object]:
    """A document that can be looked at; or what is said of a table, or of one that cannot be read."""
    try:
        step = pipeline.tables.step_for(source.relative)
        if step is None:
            return looked_at(pipeline, source, source.read)
        table = pipeline.tables.preview(source, step)
        return {"document": source.relative, "table": table, "decisions": []}
    except (InvalidError, RefusedError) as error:
        return {"document": source.relative, "error": _faults(error), "decisions": []}
    except OSError as error:
        return {"document": source.relative, "error": unread(source, error).reason, "decisions": []}


def _told(source: Source, found: Inspected) -> dict[str, object]:
    decisions = found.decisions
    if found.places is not None:
        pairs = zip(decisions, found.places, strict=True)
        decisions = [replace(one, start=start, end=end) for one, (start, end) in pairs]
    told: dict[str, object] = {
        "document": source.relative,
        "offsets": "text" if found.places is None else "file",
        "decisions": [decision_facts(decision) for decision in decisions],
    }
    if found.columns:
        told["columns"] = list(found.columns)
    if found.other_languages:
        told["other_languages"] = dict(found.other_languages)
    if found.faults:
        told["refused"] = "; ".join(map(str, found.faults))
        told["left"] = [one.words.reveal() for one in found.left]
        told["reasons"] = [_reason(one, found.text.reveal()) for one in found.left]
    return told


def _reason(one: Refusing, text: str) -> dict[str, object]:
    """What refuses a document: the words, their kind and clause, and where the document's text holds them."""
    words = one.words.reveal()
    told: dict[str, object] = {"code": one.code, "words": words, "kind": one.kind, "clause": one.clause}
    if one.lost_by:
        told["lost_by"] = one.lost_by
    start = text.find(words)
    if start >= 0:
        told |= {"start": start, "line": text.count("\n", 0, start) + 1}
        told["around"] = text[max(0, start - _AROUND) : start + len(words) + _AROUND]
    return told


_AROUND = 40
"""Characters on both sides by which a reader finds the place."""


def _faults(error: SafereleaseError) -> str:
    return "; ".join(map(str, error.faults))
