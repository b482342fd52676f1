"""XML trees as documents: where text stands in them, and how an edit is written and taken back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from lxml import etree

from adapters.documents.faults import malformed
from adapters.documents.layout import Layout, apply_edits
from adapters.documents.text.source import Escape, literally
from engine.ports import Replacement

_PRESERVE = "{http://www.w3.org/XML/1998/namespace}space"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Undo = Callable[[], None]


def parse_xml(document_id: str, content: bytes) -> etree._Element:
    """The root of an XML file; no entities, no network, no DTD, no comments left.

    Raises
    ------
    UnreadableError
        DOC007, not well-formed, with a document type, or nested too deep.
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError):
        raise malformed(document_id, "XML", "a part that is not well-formed") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise malformed(document_id, "XML", "a document type declaration")
    return root


@lru_cache(4096)  # a styles part of python-docx holds 9,059 elements of few names
def local(name: object) -> str:
    """The name of an element or attribute without its namespace."""
    return name.rpartition("}")[2] if isinstance(name, str) else ""


def named(root: etree._Element, names: Iterable[str]) -> Iterator[etree._Element]:
    """The elements of these names, of any namespace, in their order; lxml finds them without Python."""
    return root.iter(*(f"{{*}}{name}" for name in names))


def declared_namespaces(root: etree._Element) -> set[tuple[str | None, str]]:
    """Prefix (None: of names without one) and address of all namespaces that a whole tree declares."""
    declared = etree.iterwalk(root, events=("start-ns",))
    return {(prefix or None, uri) for _, (prefix, uri) in declared}


def unwrap(element: etree._Element) -> None:
    """Put the children of an element in its place."""
    parent = element.getparent()
    if parent is None:
        return
    at = parent.index(element)
    for number, child in enumerate(list(element)):
        parent.insert(at + number, child)
    parent.remove(element)


def attributes_of(element: etree._Element) -> dict[str, str]:
    """The attributes of an element, names with their namespace."""
    attributes: Iterable[Any] = element.items()
    return dict(attributes)


def xml_text(text: str) -> str:
    """`text` without the characters that XML cannot hold."""
    return _NOT_XML.sub("", text)


class Slot(Protocol):
    """A place in an XML tree that holds text."""

    def write(self, text: str) -> Undo:
        """Put `text` there; the function returned takes it back."""
        ...


@dataclass(frozen=True, slots=True)
class TextSlot:
    """The text of an element; `escape` makes text fit where not all text is allowed."""

    element: etree._Element
    escape: Escape = literally

    def write(self, text: str) -> Undo:
        """Put `text` there, its white space preserved."""
        element, old, space = self.element, self.element.text, self.element.get(_PRESERVE)
        element.text = xml_text(self.escape(text))
        if text != text.strip() and space is None and local(element.tag) == "t":
            element.set(_PRESERVE, "preserve")

        def undo() -> None:
            element.text = old
            if space is None and _PRESERVE in element.attrib:
                del element.attrib[_PRESERVE]

        return undo


@dataclass(frozen=True, slots=True)
class TailSlot:
    """The text behind an element."""

    element: etree._Element

    def write(self, text: str) -> Undo:
        """Put `text` there."""
        element, old = self.element, self.element.tail
        element.tail = xml_text(text)

        def undo() -> None:
            element.tail = old

        return undo


@dataclass(frozen=True, slots=True)
class AttributeSlot:
    """The value of an attribute; `escape` makes text fit where not all text is allowed."""

    element: etree._Element
    name: str
    escape: Escape = literally

    def write(self, text: str) -> Undo:
        """Put `text` there."""
        element, name, old = self.element, self.name, self.element.get(self.name, "")
        element.set(name, xml_text(self.escape(text)))
        return lambda: element.set(name, old)


@dataclass(frozen=True, slots=True)
class SymbolSlot:
    """An element that stands for one character, and becomes an ordinary text element when changed."""

    element: etree._Element

    def write(self, text: str) -> Undo:
        """Put a text element with `text` in its place."""
        element, tag, attributes = self.element, self.element.tag, attributes_of(self.element)
        element.attrib.clear()
        element.tag = f"{{{etree.QName(element).namespace}}}t"
        element.text = xml_text(text)

        def undo() -> None:
            element.tag, element.text = tag, None
            for name, value in attributes.items():
                element.set(name, value)

        return undo


Written = TypeVar("Written", bound=Slot)


@contextmanager
def edited(layout: Layout[Written], replacements: Sequence[Replacement]) -> Iterator[None]:
    """Trees with `replacements` written into them, for as long as the context lasts."""
    undos: list[Undo] = []
    try:
        for run, edits in layout.edits(replacements):
            if run.place is not None:
                undos.append(run.place.write(apply_edits(run.text, edits)))
        yield
    finally:
        for undo in reversed(undos):
            undo()


def serialize(root: etree._Element) -> bytes:
    """The XML file of a tree."""
    written: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return written
