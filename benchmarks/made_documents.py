"""Documents of several kinds, made of the texts of a JSONL file for the benchmarks."""

from __future__ import annotations

import csv
import io
import json
import lzma
import textwrap
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import docx
import pikepdf

NOTE_CHARACTERS = 1200
LETTER_CHARACTERS = 6000
_PAGE_LINES = 50
_LINE_CHARACTERS = 90


def texts(source: Path, n_characters: int) -> Iterator[str]:
    """Articles of a JSONL file (``title``, ``text``), up to so many characters together."""
    left = n_characters
    with lzma.open(source, "rt", encoding="utf-8") as lines:
        for line in lines:
            text = json.loads(line)["text"][:left]
            yield text
            left -= len(text)
            if left <= 0:
                return


def pieces(whole: Iterator[str], n_characters: int) -> Iterator[str]:
    """Texts cut between words into pieces of about so many characters."""
    for text in whole:
        start = 0
        while start < len(text):
            end = text.find(" ", start + n_characters)
            end = len(text) if end < 0 else end
            yield text[start:end]
            start = end


def letter(text: str) -> bytes:
    """A Word file, one paragraph a line."""
    made = docx.Document()
    for line in text.splitlines():
        made.add_paragraph(line)
    return _saved(made)


def printed(text: str) -> bytes:
    """A PDF file of simple pages in Helvetica; characters that Latin-1 lacks become question marks."""
    made = pikepdf.new()
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type1,
        BaseFont=pikepdf.Name.Helvetica,
        Encoding=pikepdf.Name.WinAnsiEncoding,
    )
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, _LINE_CHARACTERS) or [""]]
    for first in range(0, len(lines), _PAGE_LINES):
        made.add_blank_page()
        page = made.pages[-1]
        page.Contents = made.make_stream(_page(lines[first : first + _PAGE_LINES]))
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    return _saved(made)


def _page(lines: list[str]) -> bytes:
    escaped = (line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") for line in lines)
    shown = "".join(f"({line}) Tj T*\n" for line in escaped)
    return f"BT /F1 9 Tf 12 TL 40 760 Td\n{shown}ET".encode("latin-1", "replace")


def mail(text: str) -> bytes:
    """A message in plain text."""
    made = EmailMessage()
    made["Subject"] = text[:60].replace("\n", " ").strip()
    made["From"] = "Jane Roe <jane.roe@example.org>"
    made["To"] = "John Doe <john.doe@example.com>"
    made.set_content(text)
    return bytes(made)


def table(text: str) -> bytes:
    """A CSV file with a number, a date, a sum and a sentence in each row."""
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(["number", "visit date", "amount", "remark"])
    for number, sentence in enumerate(text.replace("\n", " ").split(". ")):
        rows.writerow([number, f"2024-{number % 12 + 1:02}-{number % 28 + 1:02}", number * 7 % 997, sentence])
    return written.getvalue().encode()


def plain(text: str) -> bytes:
    """The text itself."""
    return text.encode()


def _saved(document: object) -> bytes:
    written = io.BytesIO()
    document.save(written)  # type: ignore[attr-defined]
    return written.getvalue()


def decisions(source: Path, n_characters: int) -> Iterator[str]:
    """Court decisions, from the corpus that lies beside that of the articles, up to so many characters."""
    left = n_characters
    for decision in json.loads((source.parent.parent / "tab" / "tab_dev.json").read_text()):
        if left > 0:
            yield decision["text"][:left]
            left -= len(decision["text"])


KINDS: dict[str, tuple[str, int | None, Callable[[str], bytes]]] = {
    "articles": ("txt", None, plain),
    "decisions": ("txt", None, plain),
    "notes": ("txt", NOTE_CHARACTERS, plain),
    "mail": ("eml", LETTER_CHARACTERS, mail),
    "docx": ("docx", LETTER_CHARACTERS, letter),
    "pdf": ("pdf", LETTER_CHARACTERS, printed),
    "csv": ("csv", LETTER_CHARACTERS, table),
}
"""By kind: suffix, characters of each document (None: whole articles), and how a file is made of its text."""


def write_kind(kind: str, source: Path, folder: Path, n_characters: int) -> list[str]:
    """Write documents of a kind; returns the text that each was made of."""
    suffix, length, made_of = KINDS[kind]
    whole = (decisions if kind == "decisions" else texts)(source, n_characters)
    written = list(whole if length is None else pieces(whole, length))
    folder.mkdir()
    for number, text in enumerate(written):
        (folder / f"{number:06d}.{suffix}").write_bytes(made_of(text))
    return written
