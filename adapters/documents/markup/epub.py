"""Electronic books (EPUB): pages by the rules of HTML, what is said of the book; all else made anew."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree

from adapters.documents.containers.archive import read_archive, write_archive
from adapters.documents.containers.composite import Composite, one_line, open_lines
from adapters.documents.faults import encrypted, malformed
from adapters.documents.markup.html import Html
from adapters.documents.office.xml_slots import local, parse_xml, xml_text
from adapters.documents.pictures.embedded import clean_image
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.encoding import decode
from engine.ports import OpenDocument, Replacement
from engine.text import Document, SensitiveText

_MIMETYPE = b"application/epub+zip"
_CONTAINER = "META-INF/container.xml"
_NEW_CONTAINER = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" '
    b'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="package.opf" '
    b'media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_SAID = (
    "title", "creator", "contributor", "subject", "description", "publisher", "date", "source", "coverage",
    "rights",
)  # fmt: skip
"""What the package says of the book and people read."""
_PICTURES = frozenset({"image/png", "image/jpeg", "image/gif"})
_LINK = re.compile(
    r"(?P<name>\b(?:src|href|poster|data))\s*=\s*(?P<mark>[\"'])(?P<to>[^\"'<>]*)(?P=mark)", re.I
)
_OUTSIDE = re.compile(r"(?:[a-z][a-z0-9+.-]*:|#|$)", re.I)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Z]{2})?")
_OWN = re.compile(r"mimetype|META-INF/container\.xml|package\.opf|nav\.xhtml|page-\d+\.xhtml|image-\d+\.png")
_STRINGS = re.compile(rb"[\x20-\x7e]{6,}")


class _Book(NamedTuple):
    """A book: its pages in reading order, its pictures under new names, what is said of it."""

    pages: Mapping[str, str]
    pictures: Mapping[str, bytes]
    said: Sequence[tuple[str, str]]
    language: str


class Epub:
    """Electronic books of any edition; what is written is EPUB 3.

    Each page is opened as HTML, and each line that the package says of the book is a part. Names of files,
    style sheets, fonts, scripts, tables of contents and other metadata leave.

    Parameters
    ----------
    settings : Settings
        ``scripts``, ``images`` and the limits.
    """

    name = "epub"
    suffixes: Sequence[str] = (".epub",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a book; DOC003, DOC007, DOC008, DOC012, and what its pages' format says."""
        files = read_archive(document_id, content, self._settings)
        if "META-INF/encryption.xml" in files:
            raise encrypted(document_id)
        book = _read(document_id, files, self._settings)
        said = open_lines(document_id, "property", book.said)
        pages = [Html(self._settings).open(document_id, page.encode()) for page in book.pages.values()]
        return EpubDocument(document_id, book, [said, *pages])

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """Names of files, what the package says, the pages as HTML, strings of pictures."""
        return [SensitiveText(text) for text in self._texts(content) if text.strip()]

    def _texts(self, content: bytes) -> Iterator[str]:
        files = read_archive("", content, self._settings)
        pages = [name for name in files if name.startswith("page-")]
        for name, data in files.items():
            if not _OWN.fullmatch(name):
                yield name
            if name == "nav.xhtml" and data == _contents(pages).encode():
                continue  # it says nothing but the numbers of the pages
            if name.endswith(".xhtml"):
                yield from (text.reveal() for text in Html(self._settings).read_back(data))
            elif name == "package.opf":
                yield from _said(parse_xml("", data), _SAID)
            elif name not in ("mimetype", _CONTAINER):
                yield from (found.decode("ascii") for found in _STRINGS.findall(data))


def _read(document_id: str, files: Mapping[str, bytes], settings: Settings) -> _Book:
    """The book in the files of a package; DOC007 for one that is none."""
    folder, package = _package(document_id, files)
    listed = list(_listed(files, folder, package))
    pages = [path for path, kind in listed if kind == "application/xhtml+xml"]
    shown = [path for path, kind in listed if kind in _PICTURES]
    if not pages:
        raise malformed(document_id, "EPUB", "a book without a page")
    names = {path: f"page-{n}.xhtml" for n, path in enumerate(pages, 1)}
    names |= {path: f"image-{n}.png" for n, path in enumerate(shown, 1)}
    return _Book(
        {names[path]: _page(document_id, files, path, names, settings) for path in pages},
        {names[path]: clean_image(files[path], settings) for path in shown},
        [(name, text) for name in _SAID for text in _said(package, (name,))],
        next((text for text in _said(package, ("language",)) if _LANGUAGE.fullmatch(text)), "und"),
    )


def _listed(
    files: Collection[str], folder: PurePosixPath, package: etree._Element
) -> Iterator[tuple[str, str]]:
    """Path and type of the files that a package lists, in the order of reading; not its table of contents."""
    items = {item.get("id", ""): item for item in package.iter("{*}item")}
    order = [ref.get("idref", "") for ref in package.iter("{*}itemref")]
    for key in dict.fromkeys([*order, *items]):
        item = items.get(key, etree.Element("item"))
        path = _path(folder, item.get("href", ""))
        if path in files and "nav" not in item.get("properties", "").split():
            yield path, item.get("media-type", "")


def _package(document_id: str, files: Mapping[str, bytes]) -> tuple[PurePosixPath, etree._Element]:
    """The document that lists the files, and the folder it stands in."""
    if _CONTAINER not in files:
        raise malformed(document_id, "EPUB", "a package without a container")
    root = parse_xml(document_id, files[_CONTAINER])
    path = next((one.get("full-path", "") for one in root.iter("{*}rootfile")), "")
    if path not in files:
        raise malformed(document_id, "EPUB", "a container without a package")
    return PurePosixPath(path).parent, parse_xml(document_id, files[path])


def _said(package: etree._Element, names: Sequence[str]) -> list[str]:
    """Texts of elements of metadata, each on one line."""
    found = (e for e in package.iter(etree.Element) if local(e.tag) in names and e.text)
    return [one_line(str(element.text)) for element in found]


def _path(folder: PurePosixPath, address: str) -> str:
    """The path in the package that an address means."""
    pieces: list[str] = []
    for piece in (*folder.parts, *unquote(address.partition("#")[0]).split("/")):
        if piece == ".." and pieces:
            pieces.pop()
        elif piece not in ("", ".", ".."):
            pieces.append(piece)
    return "/".join(pieces)


def _page(
    document_id: str, files: Mapping[str, bytes], path: str, names: Mapping[str, str], settings: Settings
) -> str:
    """A page whose links within the book have the new names; those to other files of it are empty."""
    folder = PurePosixPath(path).parent

    def linked(found: re.Match[str]) -> str:
        if _OUTSIDE.match(found["to"]):
            return found[0]
        _, mark, place = found["to"].partition("#")
        name = names.get(_path(folder, found["to"]), "")
        return f'{found["name"]}="{name}{mark if name else ""}{place if name else ""}"'

    return _LINK.sub(linked, decode(document_id, files[path], settings).text)


class EpubDocument:
    """An open book: what is said of it, and its pages."""

    def __init__(self, document_id: str, book: _Book, children: Sequence[OpenDocument]) -> None:
        self._id, self._book = document_id, book
        self._composite = Composite(document_id, children)

    @property
    def document(self) -> Document:
        """What the package says, then the pages."""
        return self._composite.document

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The book written anew with `replacements` applied."""
        said, *pages = self._composite.rewritten(replacements)
        texts = said.decode().split("\n") if self._book.said else []
        lines = [(name, text) for (name, _), text in zip(self._book.said, texts, strict=True)]
        return write_archive(
            {
                "mimetype": _MIMETYPE,
                _CONTAINER: _NEW_CONTAINER,
                "package.opf": self._listed(lines).encode(),
                "nav.xhtml": _contents(self._book.pages).encode(),
                **dict(zip(self._book.pages, pages, strict=True)),
                **self._book.pictures,
            }
        )

    def _listed(self, lines: Sequence[tuple[str, str]]) -> str:
        """The package's list of files, with what is said of the book."""
        said = "".join(f"<dc:{name}>{escape(xml_text(text))}</dc:{name}>" for name, text in lines)
        said += "" if any(name == "title" for name, _ in lines) else "<dc:title>-</dc:title>"
        pages = "".join(
            f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>'
            for name in self._book.pages
        )
        pictures = "".join(
            f'<item id="{name}" href="{name}" media-type="image/png"/>' for name in self._book.pictures
        )
        order = "".join(f'<itemref idref="{name}"/>' for name in self._book.pages)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" '
            'version="3.0" unique-identifier="number"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
            f'<dc:identifier id="number">document-{escape(self._id)}</dc:identifier><dc:language>'
            f'{self._book.language}</dc:language><meta property="dcterms:modified">2000-01-01T00:00:00Z'
            f"</meta>{said}</metadata><manifest>"
            '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
            f"{pages}{pictures}</manifest><spine>{order}</spine></package>\n"
        )


def _contents(pages: Iterable[str]) -> str:
    """A table of contents: the pages by their numbers."""
    lines = "".join(f'<li><a href="{name}">Part {n}</a></li>' for n, name in enumerate(pages, 1))
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>'
        f'Contents</title></head><body><nav epub:type="toc"><ol>{lines}</ol></nav></body></html>\n'
    )
