"""PDF with true removal: replaced words leave the content streams, not only the eye."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

import pikepdf
import pypdf
import pypdf.filters  # with the first, or each reader of a document would load it anew
from pypdf.errors import PyPdfError

from adapters.documents.faults import malformed, unmapped, with_covered_text
from adapters.documents.layout import Layout, Run, apply_edits
from adapters.documents.pdf.cleaning.clean import cleaned
from adapters.documents.pdf.fonts import UNREADABLE, FontBook
from adapters.documents.pdf.lines import Line, drawn_otherwise, lines, reading
from adapters.documents.pdf.pdfium import PdfiumError, n_covered, seen_texts
from adapters.documents.pdf.scans import Scans, show, texts_of_scans
from adapters.documents.pdf.streams import content_streams, operators_of, write_operators
from adapters.documents.pdf.tables import regions
from adapters.documents.pdf.text import Glyph, StreamReader, StreamText
from adapters.documents.pdf.write import Stamp, give_font, helvetica, opening, stamped, without
from adapters.documents.pictures.page import Page, Place
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.raw import printable_runs
from engine.ports import OpenDocument, Replacement
from engine.text import Document, PictureFacts, RawText, SensitiveText

for _library in ("pdfminer", "pypdf", "pikepdf"):  # their warnings may quote what a document says
    logging.getLogger(_library).setLevel(logging.CRITICAL + 1)

_SCANNED_SHARE = 0.3
_READ_ERRORS = (pikepdf.PikepdfError, LookupError, ValueError, TypeError, AttributeError, RuntimeError)
_SECOND_READER_ERRORS = (
    PyPdfError,
    PdfiumError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    RecursionError,
    ArithmeticError,
    AssertionError,
    NotImplementedError,
)
_SHOWN_END = re.compile(rb"T[jJ]|['\"]|ET")
_SHOWN = re.compile(rb"\((?P<text>(?:[^()\\]|\\.)*)\)|(?P<number>-?\d+(?:\.\d+)?)")
_GAP = -180
Covered = tuple[list[int], str]
"""Numbers of the words of a scan that go, and what stands in their place."""


class Shown(NamedTuple):
    """Where a character is shown: the number of its stream, and its glyphs there."""

    stream: int
    glyphs: Sequence[Glyph]


class PdfFormat:
    """PDF documents.

    Each page is a part, as lines of text; texts of forms drawn on pages are
    parts too. The file is built anew from its pages (see `pdf_clean`); removed
    characters leave the strings of the content streams, replacements are
    painted in Helvetica where they fit, boxes where they do not. Glyphs whose
    characters the font does not tell leave the file: nobody can search them.

    Parameters
    ----------
    settings : Settings
        ``images``, ``scanned_pages`` and the limits.
    """

    name = "pdf"
    suffixes: Sequence[str] = (".pdf",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC007, DOC008, DOC017 scanned pages, DOC018 fonts without meaning."""
        clean = cleaned(document_id, content, self._settings)
        try:
            scans = Scans(document_id, content, self._settings)
            return _opened(document_id, clean.content, scans, clean.n_covered)
        except _READ_ERRORS:
            raise malformed(document_id, "PDF", "content that cannot be read") from None

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """Texts of pages by PDFium; by pypdf strings of all objects, literals of all content streams.

        DOC030: a page covers words that are still there.
        """
        try:
            texts, n_unseen = [*_texts(content), *map(RawText, _raw_texts(content))], n_covered(content)
            if self._settings.scanned_pages == "read":
                texts += texts_of_scans(content)
        except _SECOND_READER_ERRORS:
            raise malformed("", "PDF", "a file that the second parser cannot read") from None
        if n_unseen:
            raise with_covered_text("", n_unseen)
        return [SensitiveText(text) for text in texts if text.strip()]


class PdfDocument:
    """An open PDF: the cleaned file and where each character is shown."""

    def __init__(
        self,
        document: Document,
        clean: bytes,
        layout: Layout[Shown | Place],
        unreadable: Sequence[Sequence[Glyph]],
        scans: Mapping[int, Page | None],
    ) -> None:
        self.document = document
        self._clean = clean
        self._layout = layout
        self._unreadable = unreadable
        self._scans = scans

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The file with `replacements` applied; unreadable glyphs are gone in any case."""
        self._layout.require_valid(replacements)
        try:
            return self._written(*self._stamps(replacements))
        except _READ_ERRORS:
            raise malformed(self.document.id, "PDF", "content that cannot be written") from None

    def _written(
        self, stamps: Mapping[int, Sequence[Stamp]], fields: Mapping[int, Sequence[Covered]]
    ) -> bytes:
        with pikepdf.Pdf.open(io.BytesIO(self._clean)) as pdf:
            for number, (owner, resources) in enumerate(list(content_streams(pdf))):
                scan = self._scans.get(number)
                if scan is not None:
                    show(pdf, owner, scan.covered(fields.get(number, ())))
                elif number in self._scans:
                    owner["/Contents"] = pdf.make_stream(b"")
                elif stamps.get(number) or self._unreadable[number]:
                    self._write(pdf, (owner, resources), stamps.get(number, []), self._unreadable[number])
            written = io.BytesIO()
            pdf.remove_unreferenced_resources()
            pdf.save(written, deterministic_id=True)
        return written.getvalue()

    def _stamps(
        self, replacements: Sequence[Replacement]
    ) -> tuple[dict[int, list[Stamp]], dict[int, list[Covered]]]:
        """Replacements by stream: the glyphs or words each takes out, the text that stands there instead."""
        by_stream: dict[int, list[Stamp]] = {}
        by_scan: dict[int, list[Covered]] = {}
        for item in replacements:
            glyphs: list[Glyph] = []
            words: list[int] = []
            text, stream = "", 0
            for run, edits in self._layout.edits([item]):
                if isinstance(run.place, Place):
                    stream = run.place.page
                    words.append(run.place.word)
                elif run.place is not None:
                    stream = run.place.stream
                    glyphs += run.place.glyphs
                text += apply_edits(run.text, edits) if run.place is not None else ""
            if glyphs:
                by_stream.setdefault(stream, []).append(Stamp(text, glyphs))
            if words:
                by_scan.setdefault(stream, []).append((words, text))
        return by_stream, by_scan

    def _write(
        self, pdf: Any, drawn: tuple[Any, Any], stamps: Sequence[Stamp], unreadable: Sequence[Glyph]
    ) -> None:
        owner, resources = drawn
        instructions = operators_of(owner)
        removed = [*unreadable, *(glyph for stamp in stamps for glyph in stamp.glyphs)]
        kept = without(instructions, removed)
        depth = _open_states(instructions)
        write_operators(pdf, owner, [opening(), *kept, *stamped(stamps, depth)])
        give_font(owner, resources, helvetica(pdf))


def _open_states(instructions: Sequence[Any]) -> int:
    depth = 0
    for instruction in instructions:
        operator = str(instruction.operator)
        depth += (operator == "q") - (operator == "Q" and depth > 0)
    return depth


def _opened(document_id: str, clean: bytes, scans: Scans, n_gone: int) -> PdfDocument:
    layout: Layout[Shown | Place] = Layout()
    unreadable: list[list[Glyph]] = []
    scanned_pages: dict[int, Page | None] = {}
    n_glyphs = n_page = 0
    fonts = FontBook(clean)
    tables = count()
    with pikepdf.Pdf.open(io.BytesIO(clean)) as pdf:
        for number, (owner, resources) in enumerate(content_streams(pdf)):
            text = StreamReader(fonts, resources).read(operators_of(owner))
            is_page = not isinstance(owner, pikepdf.Stream)
            n_page += is_page
            unreadable.append([g for g in text.glyphs if g.text == UNREADABLE])
            n_glyphs += len(text.glyphs)
            if not is_page or not _is_scanned(owner, text):
                _lay_out(layout, number, lines(text.glyphs), "page" if is_page else "form", tables)
                continue
            page = scanned_pages[number] = scans.read(n_page)
            if page is not None:
                page.lay_out(layout, number, tables)
    n_unreadable = sum(map(len, unreadable))
    if n_unreadable > max(20, n_glyphs // 2):
        raise unmapped(document_id, n_unreadable)
    facts = scans.facts.plus(PictureFacts(covered_letters=n_gone))
    return PdfDocument(layout.document(document_id, facts), clean, layout, unreadable, scanned_pages)


def _lay_out(
    layout: Layout[Shown | Place], stream: int, found: Sequence[Line], kind: str, tables: count[int]
) -> None:
    for region in regions(found, tables):
        runs = [_run(stream, text, glyphs) for text, glyphs in reading(region.lines)]
        layout.add("cell" if region.cell else kind, runs, cell=region.cell)
    for drawn in drawn_otherwise(found):
        layout.add("drawn", [_run(stream, glyph.text, [glyph]) for glyph in drawn])


def _run(stream: int, text: str, glyphs: Sequence[Glyph] | None) -> Run[Shown | Place]:
    """A run of a character; made without a call of Python each, for a page has thousands."""
    place = tuple.__new__(Shown, (stream, glyphs)) if glyphs else None
    return tuple.__new__(Run, (text, place))


def _is_scanned(page: Any, text: StreamText) -> bool:
    """A page that shows no text, and pictures over a large part of it."""
    box = [float(value) for value in page.get("/MediaBox", [0, 0, 612, 792])]
    area = abs((box[2] - box[0]) * (box[3] - box[1]))
    shows = any(glyph.visible and glyph.text.strip() for glyph in text.glyphs)
    return not shows and text.image_area > _SCANNED_SHARE * area


def _texts(content: bytes) -> Iterator[str]:
    yield from seen_texts(content)
    reader = pypdf.PdfReader(io.BytesIO(content))
    for number in range(1, int(str(reader.trailer["/Size"]))):
        item = reader.get_object(number)
        yield from _object_texts(item)
    yield from _object_texts(reader.trailer.get("/Info"))


def _raw_texts(content: bytes) -> Iterator[str]:
    """What stands in the bytes of all streams and in all names, in UTF-8 and in UTF-16."""
    reader = pypdf.PdfReader(io.BytesIO(content))
    for number in range(1, int(str(reader.trailer["/Size"]))):
        item = reader.get_object(number)
        yield " ".join(_names(item))
        if isinstance(item, pypdf.generic.StreamObject) and item.get("/Subtype") != "/Image":
            yield from printable_runs(item.get_data())


def _names(item: Any) -> Iterator[str]:
    waiting = [item]
    while waiting:
        found = waiting.pop()
        if isinstance(found, dict):
            waiting += [*map(str, found), *found.values()]
        elif isinstance(found, list):
            waiting += found
        elif isinstance(found, str):
            yield found.lstrip("/")


def _object_texts(item: Any) -> Iterator[str]:
    """Strings of an object, and of a content stream its literals as they are read without its fonts."""
    waiting = [item]
    while waiting:
        found = waiting.pop()
        if isinstance(found, pypdf.generic.StreamObject):
            subtype = found.get("/Subtype")
            if subtype in (None, "/Form", "/XML") and "/Length1" not in found and "/N" not in found:
                yield _literals(found.get_data())
        if isinstance(found, dict):  # the collection of a font's characters is a word of the format
            waiting += [value for key, value in found.items() if key not in ("/Registry", "/Ordering")]
        elif isinstance(found, list):
            waiting += found
        elif isinstance(found, pypdf.generic.TextStringObject):
            yield str(found)
        elif isinstance(found, pypdf.generic.ByteStringObject):
            yield bytes(found).decode("latin-1")


def _literals(operators: bytes) -> str:
    """The strings of a content stream as they stand, one line per operator that shows them."""
    lines = []
    for shown in _SHOWN_END.split(operators):
        pieces = []
        for found in _SHOWN.finditer(shown):
            if found["text"] is not None:
                pieces.append(found["text"].decode("latin-1"))
            elif pieces and float(found["number"]) < _GAP:
                pieces.append(" ")
        lines.append("".join(pieces))
    return "\n".join(line for line in lines if line.strip())
