"""Decisions about real files stand in what people read or wrote, never in markup, keys, fonts or styles."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from adapters.documents.opening.sources import Source
from engine.errors import SafereleaseError
from engine.text import Document, Part
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

CONTENT = {"body", "page", "cell", "heading", "title", "header", "footer", "form", "drawn", "link"}
ATTRIBUTES = {"alt", "title", "content"}
"""Attributes that people write: what a picture shows, a hint, what a page says of itself."""
_PER_KIND = 4
"""Files of a format that are looked at here; all 90 were, by the same lines."""


def _is_content(part: Part) -> bool:
    return part.kind in CONTENT or (part.kind == "attribute" and part.name in ATTRIBUTES)


def _places(pipeline: DocumentPipeline, document: Document) -> list[Part]:
    """The parts in which something is decided."""
    decisions = pipeline.decide(document)
    return [p for p in document.parts if any(p.start < d.end and d.start < p.end for d in decisions)]


@pytest.mark.slow
@pytest.mark.data
def test_no_decision_of_a_real_file_stands_in_markup_keys_fonts_or_styles(data: Path) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"test" * 8, 2026)
    elsewhere, seen = Counter[tuple[str, str, str]](), Counter[str]()
    for path in sorted((data / "documents").rglob("*.*")):
        if seen[path.suffix] >= _PER_KIND:
            continue
        try:
            document = pipeline.open(Source("1", path.name, path.name), path.read_bytes()).document
        except SafereleaseError:
            continue
        places = _places(pipeline, document)
        seen[path.suffix] += bool(places)
        elsewhere += Counter((path.name, p.kind, p.name) for p in places if not _is_content(p))
    assert len(seen) >= 4
    assert not elsewhere
