"""All that a released Open Document file says, read by another parser than the one that wrote it."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from urllib.parse import unquote

from adapters.documents.containers.archive import read_archive
from adapters.documents.office.expat_reading import read_by_expat
from adapters.documents.office.open_document.vocabulary import (
    ELEMENTS,
    NEUTRAL_NAME,
    PREFIXES,
    STYLE_NAMES,
    is_plain,
)
from adapters.documents.settings import Settings

_OWN = re.compile(r"mimetype|content\.xml|styles\.xml|META-INF/manifest\.xml|Pictures/\d+\.png")
_STRINGS = re.compile(rb"[\x20-\x7e]{6,}")
_BLOCKS = frozenset(
    {"text:p", "text:h", "svg:title", "svg:desc", "text:note", "draw:frame", "office:binary-data"}
)
_FLAT_TYPE = re.compile(r"application/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)")
_FLAT = frozenset({"office:document", "office:binary-data"})
_WHITE = {"text:tab": "\t", "text:line-break": "\n", "text:s": " "}


def odf_texts(document_id: str, content: bytes, settings: Settings) -> Iterator[str]:
    """Paragraphs, values of attributes that are no layout, unknown names, and strings of other files."""
    for name, data in read_archive(document_id, content, settings).items():
        if not _OWN.fullmatch(name):
            yield name
        if name in ("content.xml", "styles.xml"):
            yield from _xml_texts(document_id, data)
        elif name != "META-INF/manifest.xml":
            texts = (found.decode("ascii") for found in _STRINGS.findall(data))
            yield from (text for text in texts if not text.startswith("application/vnd.oasis.opendocument."))


def flat_texts(content: bytes) -> Iterator[str]:
    """The same of a flat file, of its pictures the strings in them."""
    for text in _xml_texts("", content, _FLAT):
        packed = re.fullmatch(r"[A-Za-z0-9+/]{40,}={0,2}", text)
        yield from (f.decode("ascii") for f in _STRINGS.findall(b64decode(text))) if packed else [text]


def _xml_texts(document_id: str, data: bytes, more: frozenset[str] = frozenset()) -> list[str]:
    texts: list[str] = []
    open_texts: list[list[str]] = [[]]

    def start(tag: str, attributes: dict[str, str]) -> None:
        name = _name(tag)
        if name not in ELEMENTS and name not in more:
            texts.append(tag)
        if name in _BLOCKS:
            open_texts.append([])
        open_texts[-1].append(_WHITE.get(name, ""))
        texts.extend(_told(attributes))

    def end(tag: str) -> None:
        if _name(tag) in _BLOCKS:
            texts.append("".join(open_texts.pop()))

    read_by_expat(
        document_id,
        data,
        start=start,
        end=end,
        characters=lambda text: open_texts[-1].append(text),
        apart=texts.append,
        separator=" ",
    )
    return [text for text in [*texts, "".join(open_texts[0])] if text.strip()]


def _name(tag: str) -> str:
    uri, _, local = tag.rpartition(" ")
    return f"{PREFIXES.get(uri, '')}:{local}"


def _told(attributes: dict[str, str]) -> Iterator[str]:
    """Values of attributes that say something, as they stand and without percent-encoding."""
    for key, value in attributes.items():
        is_own = NEUTRAL_NAME.fullmatch(value) or value in STYLE_NAMES or _OWN.fullmatch(value)
        if _name(key) == "office:mimetype" and _FLAT_TYPE.fullmatch(value):
            continue
        if not is_own and not is_plain(_name(key).partition(":")[2], value):
            yield from {value, unquote(value)}
