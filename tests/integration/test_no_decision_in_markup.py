"""Over real documents: nothing that a policy changes stands in markup, styles, fonts or bookmarks."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from lxml import etree

from adapters.documents.opening.sources import Source
from engine.errors import InvalidError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

_READ = frozenset({"t", "instrText", "v", "delText"})
_SHOWN = frozenset({"descr", "title", "tooltip", "Target", "displayText"})


@pytest.mark.data
def test_no_decision_stands_in_markup(data: Path) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"test" * 8, 2026)
    n_documents = n_decisions = 0
    for path in sorted((data / "documents").glob("*/*")):
        if path.suffix not in (".docx", ".html"):
            continue
        content = path.read_bytes()
        try:
            document = pipeline.open(Source("1", path.name, path.name), content).document
        except InvalidError:
            continue
        n_documents += 1
        text = document.text.reveal()
        texts = " ".join(shown_in(path.suffix, content))
        shown = words_of(f"{texts} {unquote(texts)}")
        for decision in pipeline.decide(document):
            n_decisions += 1
            assert words_of(text[decision.start : decision.end]) in shown, (path.name, decision.category)
    assert n_documents > 35 and n_decisions > 300


def words_of(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def shown_in(suffix: str, content: bytes) -> Iterator[str]:
    """What the source shows a reader, by parsers that the format does not use."""
    if suffix == ".html":
        root = etree.HTML(content)
        for element in root.iter(etree.Element):
            if element.tag not in ("script", "style"):
                yield from (element.text or "", element.tail or "")
            names = (
                "title",
                "alt",
                "href",
                "src",
                "content",
                "value",
                "placeholder",
                "aria-label",
                "label",
                "action",
            )
            yield from (str(element.get(name, "")) for name in names)
            yield element.tail or "" if element.tag in ("script", "style") else ""
        return
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            if name.endswith((".xml", ".rels")):
                for element in etree.fromstring(archive.read(name)).iter(etree.Element):
                    yield element.text or "" if etree.QName(element).localname in _READ else ""
                    yield from (
                        str(v) for k, v in element.attrib.items() if etree.QName(k).localname in _SHOWN
                    )
