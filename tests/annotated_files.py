"""Annotated documents written to files, as a user has them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from engine.measures.annotated import AnnotatedDocument


def write_jsonl(documents: Sequence[AnnotatedDocument], path: Path) -> Path:
    """Write documents with offsets, one a line."""
    records = (
        {
            "id": d.document.id,
            "text": d.document.text.reveal(),
            "spans": [{"start": a.start, "end": a.end, "label": a.category} for a in d.annotations],
        }
        for d in documents
    )
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def write_brat(documents: Sequence[AnnotatedDocument], folder: Path) -> Path:
    """Write documents as a brat folder."""
    folder.mkdir()
    for d in documents:
        text = d.document.text.reveal()
        (folder / f"{d.document.id}.txt").write_text(text, encoding="utf-8")
        lines = (
            f"T{i}\t{a.category} {a.start} {a.end}\t{text[a.start : a.end]}\n"
            for i, a in enumerate(d.annotations)
        )
        (folder / f"{d.document.id}.ann").write_text("".join(lines), encoding="utf-8")
    return folder


def write_conll(documents: Sequence[AnnotatedDocument], path: Path) -> Path:
    """Write a token and a label a line, a blank line after each document."""
    names = {"person": "PER", "location": "LOC"}
    pieces = []
    for d in documents:
        text, at = d.document.text.reveal(), 0
        for word in text.split():
            start = text.index(word, at)
            at = start + len(word)
            inside = [a for a in d.annotations if a.start <= start < a.end]
            label = "O"
            if inside:
                label = f"{'B' if inside[0].start == start else 'I'}-{names[inside[0].category]}"
            pieces.append(f"{word}\t{label}\n")
        pieces.append("\n")
    path.write_text("".join(pieces), encoding="utf-8")
    return path
