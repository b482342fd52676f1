"""Files of annotated corpora: read whole, also compressed, or named in a fault."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.errors import InvalidError, fault
from engine.measures.annotated import AnnotatedDocument, Annotation
from engine.text import Document, SensitiveText


def annotated(
    name: str,
    text: str,
    spans: Iterable[Annotation],
    looked_for: frozenset[str],
    corpus: str,
    group: str = "",
) -> AnnotatedDocument:
    document = Document(name, SensitiveText(text))
    return AnnotatedDocument(document, sorted(spans), looked_for, corpus, group or name)


def read_text(path: Path) -> str:
    try:
        content = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
        return content.decode("utf-8-sig")
    except lzma.LZMAError:
        raise malformed(path, "a whole .xz file") from None
    except OSError as error:
        raise malformed(path, f"a readable file ({error.strerror})") from None
    except UnicodeDecodeError:
        raise malformed(path, "UTF-8 text") from None


def read_json(path: Path) -> list[Any]:
    try:
        records = json.loads(read_text(path))
    except json.JSONDecodeError:
        records = None
    if not isinstance(records, list):
        raise malformed(path, "a JSON list of documents")
    return records


def malformed(path: Path, must: str) -> InvalidError:
    return InvalidError(
        fault("TRN002", str(path), f"must hold {must}", "", "Check the file against its format.")
    )
