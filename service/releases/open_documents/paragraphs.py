"""The paragraphs of an open document as a file that formats read, and where a finding stands in them."""

from __future__ import annotations

import io
import re
import zipfile
from bisect import bisect_right
from collections.abc import Sequence
from html import escape

from service.refusals import Refusal

NAME = "open-document.docx"
_NOT_XML = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Target="word/document.xml" Type='
    '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>'
)
_BODY = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{}</w:body></w:document>'
_PARAGRAPH = '<w:p><w:r><w:t xml:space="preserve">{}</w:t></w:r></w:p>'


def cleaned(paragraph: str) -> str:
    """A paragraph of equal length; what a file cannot hold (tabs, line breaks, fields) becomes a blank."""
    return _NOT_XML.sub(" ", paragraph)


def as_document(paragraphs: Sequence[str]) -> bytes:
    """Cleaned paragraphs as a Word file: read in the same way as the file that is released later."""
    made = io.BytesIO()
    body = _BODY.format("".join(_PARAGRAPH.format(escape(one, quote=False)) for one in paragraphs))
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("_rels/.rels", _RELATIONS)
        archive.writestr("word/document.xml", body)
    return made.getvalue()


class Places:
    """Where the paragraphs stand in the text that was read from their file.

    Parameters
    ----------
    paragraphs : sequence of str
        As they were written.
    text : str
        As it was read.

    Raises
    ------
    Refusal
        ``WPR001`` when a paragraph does not stand there letter by letter: no finding could be placed.
    """

    def __init__(self, paragraphs: Sequence[str], text: str) -> None:
        self._starts: list[int] = []
        self._numbers: list[int] = []
        at = 0
        for number, paragraph in enumerate(paragraphs):
            if paragraph.strip():
                start = text.find(paragraph, at)
                if start < 0:
                    raise _changed(number)
                self._starts.append(start)
                self._numbers.append(number)
                at = start + len(paragraph)

    def of(self, start: int, end: int) -> tuple[int, int, int]:
        """Number of the paragraph, and the offsets in it, of a span that lies in one paragraph."""
        found = bisect_right(self._starts, start) - 1
        begin = self._starts[found]
        return self._numbers[found], start - begin, end - begin


def _changed(number: int) -> Refusal:
    must, advice = "must be read as it is written", "Send the file to review instead."
    return Refusal(422, "WPR001", f"paragraph {number + 1}", must, "", advice)
