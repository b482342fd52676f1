"""Readers of annotated corpora with offsets: brat, JSON, and TAB's schema; and the reader of any format."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adapters.recognizers.training.corpus_files import annotated, malformed, read_json, read_text
from adapters.recognizers.training.labels import ALIASES, NAMES, ROLES, category
from adapters.recognizers.training.token_corpora import (
    read_conll,
    read_coreference,
    read_germeval,
    read_wikiann,
)
from engine.errors import InvalidError, fault
from engine.measures.annotated import CATEGORIES, AnnotatedDocument, Annotation

_AGE = re.compile(r"\b(?:age|aged|years? old|year-old)\b", re.IGNORECASE)


def read_tab(path: Path, all_annotators: bool = False) -> list[AnnotatedDocument]:
    """Documents of the Text Anonymization Benchmark.

    Parameters
    ----------
    path : Path
        A JSON file in TAB's schema.
    all_annotators : bool
        Give a document once for each annotator (for evaluation), not only for the first.

    Returns
    -------
    list of AnnotatedDocument

    References
    ----------
    Pilán et al., The Text Anonymization Benchmark, Computational Linguistics 48(4), 2022.
    """
    documents = []
    for record in read_json(path):
        try:
            text = str(record["text"])
            everyone = list(record["annotations"].values())
            marked = [
                [_tab_mention(m, text) for m in one["entity_mentions"]]
                for one in (everyone if all_annotators else everyone[:1])
            ]
            document_id = str(record["doc_id"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise malformed(path, "records with text, doc_id and annotations") from None
        documents += [annotated(document_id, text, m, frozenset(CATEGORIES), "tab") for m in marked]
    return documents


def _tab_mention(mention: Mapping[str, Any], text: str) -> Annotation:
    start, end = int(mention["start_offset"]), int(mention["end_offset"])
    kind = ALIASES[mention["entity_type"].lower()]
    if kind in ("demographic", "date") and _AGE.search(text[start:end]):
        kind = "age"
    return Annotation(start, end, kind, ROLES[mention["identifier_type"]], str(mention["entity_id"]))


def read_jsonl(path: Path, corpus: str = "jsonl") -> list[AnnotatedDocument]:
    """Documents with offsets: one JSON object per line, ``{"text", "spans": [{"start", "end", "label"}]}``.

    An optional ``"id"`` names the document, an optional ``"annotated"`` lists the
    categories that were looked for; without it, all those that occur in the file.
    """
    records = []
    for line in read_text(path).split("\n"):
        if line.strip():
            try:
                records.append(json.loads(line))
            except json.JSONDecodeError:
                raise malformed(path, "one JSON object per line") from None
    return _offset_documents(path, corpus, records, ("text", "start", "end", "label"))


def read_presidio(path: Path, corpus: str = "pii-synthetic") -> list[AnnotatedDocument]:
    """Documents of Presidio's data generator: a JSON list of ``{"full_text", "spans", "template_id"}``."""
    names = ("full_text", "start_position", "end_position", "entity_type")
    return _offset_documents(path, corpus, read_json(path), names)


def read_meddocan(path: Path, corpus: str = "meddocan") -> list[AnnotatedDocument]:
    """Spanish clinical cases with offsets: JSON lines with ``text`` and ``spans`` (start, end, type)."""
    records = [json.loads(line) for line in read_text(path).splitlines() if line.strip()]
    return _offset_documents(path, corpus, records, ("text", "start", "end", "type"))


def _offset_documents(
    path: Path, corpus: str, records: Sequence[Mapping[str, Any]], names: tuple[str, str, str, str]
) -> list[AnnotatedDocument]:
    """Documents from records with spans by offset; `names` are the fields text, start, end, label."""
    text_name, start_name, end_name, label_name = names
    try:
        rows = [
            (
                str(record.get("id", f"{corpus}-{i}")),
                str(record[text_name]),
                [
                    Annotation(int(s[start_name]), int(s[end_name]), kind)
                    for s in record["spans"]
                    if (kind := category(str(s[label_name])))
                ],
                str(record.get("template_id", i)),
            )
            for i, record in enumerate(records)
        ]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise malformed(path, f"records with {text_name} and spans ({', '.join(names[1:])})") from None
    named = {c for r in records for c in r.get("annotated", ())}
    looked_for = frozenset(named or {a.category for row in rows for a in row[2]})
    return [annotated(i, text, spans, looked_for, corpus, group) for i, text, spans, group in rows]


def read_brat(folder: Path, corpus: str = "brat") -> list[AnnotatedDocument]:
    """Documents of a brat folder: ``<name>.txt`` with ``<name>.ann`` beside it; text-bound lines are read."""
    found = []
    for path in sorted(folder.glob("*.ann")):
        text = read_text(path.with_suffix(".txt"))
        spans = []
        for line in read_text(path).splitlines():
            if line.startswith("T"):
                spans += list(_brat_spans(line, path))
        found.append((path.stem, text, spans))
    looked_for = frozenset(a.category for _, _, spans in found for a in spans)
    return [annotated(name, text, spans, looked_for, corpus) for name, text, spans in found]


def _brat_spans(line: str, path: Path) -> Iterator[Annotation]:
    """Spans of one text-bound annotation; a discontinuous one gives several."""
    try:
        identifier, body = line.split("\t")[:2]
        label, offsets = body.split(" ", 1)
        pieces = [tuple(map(int, piece.split())) for piece in offsets.split(";")]
        kind = category(label)
        if kind:
            yield from (Annotation(a, b, kind, "quasi", identifier) for a, b in pieces)
    except ValueError:
        raise malformed(path, "brat lines 'T1<TAB>LABEL start end<TAB>text'") from None


_OFFSETS: Mapping[str, Callable[[Path, str], list[AnnotatedDocument]]] = {
    "tab": lambda path, corpus: read_tab(path),
    "jsonl": read_jsonl,
    "presidio": read_presidio,
    "meddocan": read_meddocan,
    "brat": read_brat,
    "coreference": read_coreference,
}
_TOKENS: Mapping[str, Callable[..., list[AnnotatedDocument]]] = {
    "conll": read_conll,
    "germeval": read_germeval,
    "wikiann": read_wikiann,
}
FORMATS = (*_OFFSETS, *_TOKENS)


def read(
    format_name: str,
    path: Path,
    corpus: str,
    looked_for: frozenset[str] = NAMES,
    sentences_per_document: int = 1,
) -> list[AnnotatedDocument]:
    """Documents of a corpus.

    Parameters
    ----------
    format_name : str
        One of `FORMATS`.
    path : Path
        A file, or a folder whose files are read in the order of their names.
    corpus : str
        Name of the corpus.
    looked_for : frozenset of str
        Categories that a CoNLL corpus annotates.
    sentences_per_document : int, >= 1
        For CoNLL files that do not mark documents.

    Returns
    -------
    list of AnnotatedDocument

    Raises
    ------
    InvalidError
        ``TRN001`` for an unknown format, ``TRN002`` for a file that is not in it.
    """
    if format_name not in FORMATS:
        must = "must be one of " + ", ".join(FORMATS)
        raise InvalidError(fault("TRN001", "format", must, format_name, "Name the format of the corpus."))
    whole = not path.is_dir() or format_name == "brat"
    files = [path] if whole else sorted(file for file in path.iterdir() if file.is_file())
    if format_name in _OFFSETS:
        found = [document for file in files for document in _OFFSETS[format_name](file, corpus)]
    else:
        settings = (looked_for, sentences_per_document)
        found = [document for file in files for document in _TOKENS[format_name](file, corpus, *settings)]
    _check(found, path)
    return found


def _check(documents: Sequence[AnnotatedDocument], path: Path) -> None:
    """A corpus has documents, and its spans lie inside them: what is left out in silence is not learned."""
    if not documents:
        raise malformed(path, "at least one document")
    for number, document in enumerate(documents, 1):
        size = len(document.document.text)
        if any(not 0 <= span.start < span.end <= size for span in document.annotations):
            raise malformed(path, f"spans inside their texts (document {number} of {len(documents)})")
