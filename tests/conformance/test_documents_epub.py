"""Electronic books against the conformance suite, and what a released one may still hold."""

# ruff: noqa: E501 (markup reads best in long lines)

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from lxml import etree

from adapters.documents.containers.archive import write_archive
from adapters.documents.markup.epub import Epub
from adapters.documents.opening.sources import Source
from adapters.documents.registry import format_for
from adapters.documents.settings import Settings
from engine.errors import RefusedError, UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.documents_suite import (
    CANARY,
    DocumentFormatSuite,
    mutated_archive,
    replacements_of,
)

MARKER = r"(?i)Zyxn\d+x"


def book(mark: Callable[[], str], **more: bytes) -> bytes:
    """A book with a marker wherever text can hide."""
    page, split = mark(), mark()
    half = len(split) // 2
    package = f"""<?xml version="1.0"?><!-- {mark()} --><package xmlns="http://www.idpf.org/2007/opf" version="2.0"
unique-identifier="{mark()}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:title id="{mark()}">About {mark()}</dc:title><dc:creator opf:file-as="{mark()}">{mark()}</dc:creator><dc:language>{mark()}</dc:language>
<dc:identifier>{mark()}</dc:identifier><dc:description>Of {mark()}</dc:description><meta name="{mark()}" content="{mark()}"/>
<meta property="{mark()}">{mark()}</meta></metadata><manifest>
<item id="{mark()}" href="style.css" media-type="text/css"/><item id="p1" href="text/{page}.xhtml" media-type="application/xhtml+xml"/>
<item id="p2" href="text/second%20page.xhtml" media-type="application/xhtml+xml"/><item id="i" href="{page}.png" media-type="image/png"/>
<item id="x" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="x"><itemref idref="p2"/><itemref idref="p1"/>
</spine><guide><reference title="{mark()}" href="text/{page}.xhtml"/></guide></package>"""
    first = f"""<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>{mark()}</title>
<link href="../style.css" rel="stylesheet"/></head><body class="{mark()}"><!-- {mark()} --><p>Dear {split[:half]}<b>{split[half:]}</b></p>
<img src="../{page}.png" alt="{mark()}"/><a href="second%20page.xhtml#{mark()}">{mark()}</a><a href="{page}.html">x</a></body></html>"""
    second = f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p id="a">{mark()}</p></body></html>'
    return write_archive(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": b'<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
            b'<rootfiles><rootfile full-path="OEBPS/package.opf"/></rootfiles></container>',
            "OEBPS/package.opf": package.encode(),
            f"OEBPS/text/{page}.xhtml": first.encode(),
            "OEBPS/text/second page.xhtml": second.encode(),
            f"OEBPS/{page}.png": mark().encode(),
            "OEBPS/style.css": f"/* {mark()} */".encode(),
            "OEBPS/toc.ncx": f"<ncx><text>{mark()}</text></ncx>".encode(),
            f"{mark()}.txt": mark().encode(),
            **more,
        }
    )


class TestEpub(DocumentFormatSuite):
    fmt = Epub()
    byte_exact = False
    n_canaries = 8
    n_mutations = 250
    sample = book(lambda: CANARY)
    malformed = (
        b"PK\x03\x04" + CANARY.encode(),
        write_archive({"mimetype": b"application/epub+zip", "a.xml": CANARY.encode()}),
        book(lambda: CANARY, **{"OEBPS/package.opf": f"<package>{CANARY}".encode()}),
        book(lambda: CANARY, **{"OEBPS/package.opf": b"<package/>"}),
        book(lambda: CANARY, **{"META-INF/encryption.xml": b"<x/>"}),
        book(
            lambda: CANARY, **{"OEBPS/package.opf": b"<!DOCTYPE x [<!ENTITY e 'x'>]><package>&e;</package>"}
        ),
    )

    def mutate(self, rng: random.Random) -> bytes:
        return mutated_archive(self.sample, rng)


def test_no_marker_stays_anywhere() -> None:
    numbers = count(1)
    content = book(lambda: f"Zyxn{next(numbers)}x")
    opened = format_for(".epub", content).open("d", content)
    out = opened.rewrite(replacements_of(opened, MARKER, "X"))
    with zipfile.ZipFile(io.BytesIO(out)) as package:
        files = {info.filename: package.read(info) for info in package.infolist()}
        assert package.infolist()[0].compress_type == zipfile.ZIP_STORED
    assert not re.findall(MARKER.encode(), b" ".join([*files.values(), *(name.encode() for name in files)]))
    assert not [text for text in Epub().read_back(out) if re.search(MARKER, text.reveal())]
    for name in ("package.opf", "META-INF/container.xml", "nav.xhtml", "page-1.xhtml", "page-2.xhtml"):
        etree.fromstring(files[name])


def test_links_within_the_book_follow_the_new_names() -> None:
    out = Epub().open("d", book(lambda: CANARY)).rewrite([])
    with zipfile.ZipFile(io.BytesIO(out)) as package:
        page = package.read("page-2.xhtml").decode()  # the package's order is the reading order
        listed = package.read("package.opf").decode()
    assert 'src="image-1.png"' in page and f'href="page-1.xhtml#{CANARY}"' in page
    assert '<itemref idref="page-1.xhtml"/><itemref idref="page-2.xhtml"/>' in listed


def test_size_has_limits() -> None:
    with pytest.raises(UnreadableError, match="DOC003"):
        Epub(Settings(max_expanded_bytes=500)).open("d", book(lambda: CANARY))


@pytest.mark.data
def test_real_books_are_released_or_have_a_reason(data: Path) -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    path = data / "documents-2" / "epub" / "unstructured-eng_spa_mult.epub"
    with pytest.raises(RefusedError, match="LNG001"):
        pipeline.release(Source("000001", "", "a.epub"), path.read_bytes())
