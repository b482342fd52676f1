"""All that a released Office file says, read by another parser than the one that wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote

from adapters.documents.containers.archive import read_archive
from adapters.documents.office.expat_reading import read_by_expat
from adapters.documents.office.ooxml.value_forms import FIELD_WORDS
from adapters.documents.office.ooxml.vocabulary import (
    is_element,
    is_layout,
    is_measure,
    is_measured,
    is_part_name,
)
from adapters.documents.office.page_headers import without_codes
from adapters.documents.settings import Settings

_STRINGS = re.compile(rb"[\x20-\x7e]{6,}|(?:[\x20-\x7e]\x00){6,}")
_HEADERS = frozenset(
    {f"{which}{what}" for which in ("odd", "even", "first") for what in ("Header", "Footer")}
)
_BOUNDARIES = _HEADERS | frozenset({"p", "si", "c", "row", "tr", "br", "tab", "cr", "v", "f", "instrText"})


def package_texts(document_id: str, content: bytes, settings: Settings) -> Iterator[str]:
    """All text of all files of a package by expat, which did not write it.

    Character data joined by paragraph, every attribute value that is not a
    plain measure, comments, processing instructions, names of files, and
    printable strings of everything that is not XML.
    """
    for name, data in read_archive(document_id, content, settings).items():
        if not is_part_name(name):
            yield name
        if name.lower().endswith((".xml", ".rels")):
            yield from _xml_texts(document_id, data)
        else:
            yield from (found.replace(b"\0", b"").decode("ascii") for found in _STRINGS.findall(data))


def _xml_texts(document_id: str, data: bytes) -> list[str]:
    texts: list[str] = []
    gathered: list[str] = []

    def flush() -> None:
        texts.append("".join(gathered))
        gathered.clear()

    def start(tag: str, attributes: dict[str, str]) -> None:
        name, ends, is_known = _kind(tag)
        if ends:
            flush()
        if name == "noBreakHyphen":
            gathered.append("-")
        if not is_known:
            texts.append(tag)
        if attributes and not _all_say_nothing(name, tuple(attributes.items())):
            spoken = (value for key, value in attributes.items() if not _says_nothing(name, key, value))
            texts.extend(text for value in spoken for text in {value, unquote(value)})

    def end(tag: str) -> None:
        name, ends, _ = _kind(tag)
        if not ends:
            return
        if is_measured(name) and is_measure(name, "".join(gathered)):
            gathered.clear()
        if name in _HEADERS:
            texts.append(without_codes("".join(gathered)))
        if name == "instrText" and FIELD_WORDS.fullmatch("".join(gathered)):
            gathered.clear()
        if name in _BOUNDARIES:
            flush()

    read_by_expat(
        document_id,
        data,
        start=start,
        end=end,
        characters=gathered.append,
        apart=texts.append,
    )
    flush()
    return [text for text in texts if text.strip()]


@lru_cache(4096)
def _kind(tag: str) -> tuple[str, bool, bool]:
    """Name of an element, whether a text ends where it begins, whether a released file may have it."""
    name = tag.rpartition(":")[2]
    return name, name in _BOUNDARIES or is_measured(name), is_element(name)


@lru_cache(16384)  # a styles part has thousands of elements, and some hundred different ones
def _all_say_nothing(element: str, attributes: tuple[tuple[str, str], ...]) -> bool:
    return all(_says_nothing(element, key, value) for key, value in attributes)


@lru_cache(65536)
def _says_nothing(element: str, key: str, value: str) -> bool:
    """Whether an attribute only lays out, or declares a namespace."""
    return key.startswith("xmlns") or is_layout(element, key.rpartition(":")[2], value)
