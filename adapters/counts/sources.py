"""Sources of a corpus: folders of text, JSON Lines, MediaWiki dumps; plain or compressed."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import json
import lzma
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import defusedxml.ElementTree
import mwparserfromhell
from defusedxml.common import DefusedXmlException

from adapters.counts.faults import unreadable

_COMPRESSION: dict[str, Callable[..., Any]] = {".xz": lzma.open, ".gz": gzip.open, ".bz2": bz2.open}
_NOT_PROSE = frozenset(
    ("ref", "references", "table", "gallery", "math", "chem", "score", "timeline", "syntaxhighlight")
)
_NOT_LINKED = ("File:", "Image:", "Category:", "file:", "image:", "category:")
_TEXT = (".txt", ".md", ".text")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of a corpus.

    Parameters
    ----------
    path : Path
        The file.
    name : str
        Its path relative to the source given by the user.
    """

    path: Path
    name: str

    @property
    def kind(self) -> str:
        """Its suffix without that of a compression, lower case: ``".jsonl"``."""
        suffixes = [suffix.lower() for suffix in self.path.suffixes]
        while suffixes and suffixes[-1] in _COMPRESSION:
            suffixes.pop()
        return suffixes[-1] if suffixes else ""

    def sha256(self) -> str:
        """Digest of the bytes as they lie on the disk."""
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


def find_files(sources: Sequence[Path]) -> list[SourceFile]:
    """Files of the corpus, in a fixed order: as given, and by relative path inside a folder.

    Parameters
    ----------
    sources : sequence of Path
        Files or folders. In folders, files of a known kind are taken
        (``.txt .md .jsonl .xml``, also with ``.gz .bz2 .xz``), the others left.

    Raises
    ------
    InvalidError
        ``CNT020`` for a source that does not exist, is of an unknown kind, or
        a folder without any file to read.
    """
    found: list[SourceFile] = []
    for source in map(Path, sources):
        if source.is_dir():
            found += _files_of_folder(source)
        elif not source.is_file():
            raise unreadable(source, "must be a file or a folder", "nothing there")
        elif (file := SourceFile(source, source.name)).kind not in _READERS:
            raise unreadable(source, "must be .txt, .md, .jsonl or .xml, or one of these as .gz, .bz2, .xz")
        else:
            found.append(file)
    if not found:
        raise unreadable("sources", "must hold at least one file")
    return found


def _files_of_folder(folder: Path) -> list[SourceFile]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    files = [SourceFile(path, path.relative_to(folder).as_posix()) for path in paths]
    files = [file for file in files if file.kind in _READERS]
    if not files:
        raise unreadable(folder, "must hold at least one .txt, .md, .jsonl or .xml file")
    return files


Wanted = Callable[[int], bool]
"""Whether the document of this number, from 0, is to be read."""


def read_documents(file: SourceFile, read: Callable[[int], None] = lambda n: None) -> Iterator[str]:
    """Texts of all documents in `file`, as `numbered_documents` reads them."""
    return (text for _, text in numbered_documents(file, read))


def numbered_documents(
    file: SourceFile, read: Callable[[int], None] = lambda n: None, wanted: Wanted = lambda number: True
) -> Iterator[tuple[int, str]]:
    """Numbers and texts of the documents in `file`, one by one, never the whole file at once.

    Parameters
    ----------
    file : SourceFile
        The file.
    read : callable
        Told from time to time how many bytes of the file have been read.
    wanted : callable
        Which documents are read; others cost no more than to find where they end.

    Raises
    ------
    InvalidError
        ``CNT020`` where the file is not what its name says; the message holds
        the line, never the text.
    """
    with file.path.open("rb") as raw:
        decompress = _COMPRESSION.get(file.path.suffix.lower())
        opened = decompress(raw) if decompress else raw
        try:
            for number, text in _READERS[file.kind](opened, file.name, wanted):
                yield number, text
                read(raw.tell())
        except (lzma.LZMAError, OSError, EOFError) as error:
            raise unreadable(file.name, "must be a whole compressed file", type(error).__name__) from None
        except UnicodeDecodeError as error:
            raise unreadable(file.name, "must be UTF-8", f"another byte at {error.start}") from None


def _read_text(opened: IO[bytes], name: str, wanted: Wanted) -> Iterator[tuple[int, str]]:
    if wanted(0):
        yield 0, opened.read().decode("utf-8-sig")


def _read_json_lines(opened: IO[bytes], name: str, wanted: Wanted) -> Iterator[tuple[int, str]]:
    place = -1
    for number, line in enumerate(opened, 1):
        if not line.strip():
            continue
        place += 1
        if not wanted(place):
            continue
        try:
            text = json.loads(line)["text"]
        except (ValueError, KeyError, TypeError):
            text = None
        if not isinstance(text, str):
            raise unreadable(f"{name}:{number}", 'must be a JSON object with a string "text"')
        yield place, text


def _read_mediawiki(opened: IO[bytes], name: str, wanted: Wanted) -> Iterator[tuple[int, str]]:
    """Articles of a dump (namespace 0, no redirects), markup stripped."""
    place = -1
    try:
        for page in _pages(opened):
            source = page.findtext("{*}revision/{*}text") or ""
            if page.findtext("{*}ns") in (None, "0") and page.find("{*}redirect") is None:
                place += 1
                if wanted(place):
                    yield place, plain_text(source)
    except DefusedXmlException:
        raise unreadable(name, "must hold no document type and no entities") from None
    except ElementTree.ParseError as error:
        raise unreadable(f"{name}:{error.position[0]}", "must be well-formed XML") from None


def _pages(opened: IO[bytes]) -> Iterator[ElementTree.Element]:
    root: ElementTree.Element | None = None
    events = ("start", "end")
    for event, element in defusedxml.ElementTree.iterparse(opened, events, forbid_dtd=True):
        if root is None:
            root = element
        if event == "end" and element.tag.rpartition("}")[2] == "page":
            yield element
            root.clear()  # or the whole dump stays in memory


def plain_text(wikitext: str) -> str:
    """The prose of wikitext: no templates, tables, notes, formulas, files, categories, link targets."""
    code = mwparserfromhell.parse(wikitext)
    outermost = code.RECURSE_OTHERS
    for tag in code.filter_tags(outermost, matches=lambda tag: str(tag.tag).lower() in _NOT_PROSE):
        code.remove(tag)
    for link in code.filter_wikilinks(outermost):
        if str(link.title).startswith(_NOT_LINKED):
            code.remove(link)
    return str(code.strip_code(normalize=True, collapse=True))


_READERS: dict[str, Callable[[IO[bytes], str, Wanted], Iterator[tuple[int, str]]]] = {
    **dict.fromkeys(_TEXT, _read_text),
    ".jsonl": _read_json_lines,
    ".ndjson": _read_json_lines,
    ".xml": _read_mediawiki,
}
