"""Where text stands in an XML file: values of attributes, texts of elements, and what these texts hold."""

# ruff: noqa: SIM905 (long lists of words read best as text)

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from lxml import etree

from adapters.documents.containers.text_documents import Nested, opened_text
from adapters.documents.faults import too_deep
from adapters.documents.layout import Layout, Run
from adapters.documents.markup.xml.names import XML, XSI
from adapters.documents.office.xml_slots import (
    AttributeSlot,
    Slot,
    TailSlot,
    TextSlot,
    Undo,
    attributes_of,
    local,
)
from adapters.documents.settings import Settings
from adapters.documents.text.paths import PathColumns, shown_key

_DROPPED = frozenset({f"{{{XSI}}}schemaLocation", f"{{{XSI}}}noNamespaceSchemaLocation"})
_CLOSED = {
    f"{{{XML}}}lang": re.compile(r"[a-z]{2,3}(?:-[A-Z]{2})?"),
    f"{{{XML}}}space": re.compile("preserve|default"),
}
"""Attributes that readers act on, with the values that they may have."""
_INLINE = frozenset(
    "a abbr acronym b big bdo bold c cite code content del dfn em emph emphasis font hi i ins italic kbd "
    "link linkHtml mark q quote r ref s samp small span strike strong sub sup term tt u underline var "
    "xref".split()
)
"""Elements inside a line, by the names that schemas give them."""
_QUOTED = re.compile(r"[^\s%]*(?:%[0-9A-Fa-f]{2}[^\s%]*)+")


class Tree:
    """The parts of one file.

    A value or text is a part named by its path. An element with text of its own beside elements is one
    part across them. Text that is itself XML, HTML or a record of JSON is opened as that.

    Parameters
    ----------
    document_id : str
    settings : Settings
        Depth, and the columns that the policy names.
    """

    def __init__(self, document_id: str, settings: Settings) -> None:
        self.layout: Layout[Slot] = Layout()
        self.nested: list[Nested] = []
        self._id, self._settings = document_id, settings
        self._columns = PathColumns()

    def read(self, element: etree._Element, above: tuple[str, ...] = ()) -> None:
        """Add the parts of an element and of all in it; DOC006 nested too deep."""
        if len(above) > self._settings.max_depth:
            raise too_deep(self._id, self._settings.max_depth)
        path = (*above, local(element.tag))
        self._attributes(element, path)
        if is_mixed(element):
            for child in element.iterdescendants(etree.Element):
                self._attributes(child, (*path, local(child.tag)))
            self._mixed(element, path)
            return
        if element.text and element.text.strip():
            self._text(element, path)
        for child in element.iterchildren(etree.Element):
            self.read(child, path)

    def _attributes(self, element: etree._Element, path: tuple[str, ...]) -> None:
        for name, value in attributes_of(element).items():
            self._attribute(element, name, value, path)

    def _attribute(self, element: etree._Element, name: str, value: str, path: tuple[str, ...]) -> None:
        form = _CLOSED.get(name)
        if name in _DROPPED or (form and not form.fullmatch(value)):
            del element.attrib[name]
        elif form is None and value.strip():
            self._value(value, AttributeSlot(element, name), (*path, local(name)))

    def _mixed(self, element: etree._Element, path: tuple[str, ...]) -> None:
        """Text across the elements in it."""
        self.layout.add("body", list(self._across(element)), self._shown(path))

    def _across(self, element: etree._Element) -> Iterator[Run[Slot]]:
        """The text of an element across those in it; a line end between two that nothing else parts."""
        if element.text:
            yield self._run(element.text, TextSlot(element))
        touches = True
        for child in element.iterchildren(etree.Element):
            is_inline = local(child.tag) in _INLINE
            if not (is_inline or touches):
                yield Run("\n", None)
            yield from self._across(child)
            touches = bool(child.tail) or is_inline
            if child.tail:
                yield self._run(child.tail, TailSlot(child))

    def _run(self, text: str, slot: Slot) -> Run[Slot]:
        """A piece of text; a line end where it is a document of its own."""
        opened = opened_text(self._id, text, self._settings)
        if opened is None:
            return Run(text, slot)
        self.nested.append(Nested(slot, opened))
        return Run("\n", None)

    def _text(self, element: etree._Element, path: tuple[str, ...]) -> None:
        """Text; what has attributes beside it is called their value."""
        named = (*path, "value") if element.attrib else path
        self._value(element.text or "", TextSlot(element), named)

    def _value(self, text: str, slot: Slot, path: tuple[str, ...]) -> None:
        opened = opened_text(self._id, text, self._settings)
        if opened is not None:
            self.nested.append(Nested(slot, opened))
        else:
            run = _resolved(text, slot)
            self.layout.add("value", [run], self._shown(path), self._columns.next(".".join(path)))

    def _shown(self, path: tuple[str, ...]) -> str:
        return ".".join(shown_key(key, self._settings.columns) for key in path)


@dataclass(frozen=True, slots=True)
class _QuotedSlot:
    """A place whose text is written in percent-encoding."""

    slot: Slot

    def write(self, text: str) -> Undo:
        """Put `text` there."""
        return self.slot.write(quote(text, safe="@:/?#[]!$&'()*+,;=~"))


def _resolved(text: str, slot: Slot) -> Run[Slot]:
    """A value; an address with its percent-encoding resolved."""
    if _QUOTED.fullmatch(text):
        return Run(unquote(text, errors="replace"), _QuotedSlot(slot))
    return Run(text, slot)


def is_mixed(element: etree._Element) -> bool:
    """Whether an element has text of its own beside elements."""
    own = [element.text, *(child.tail for child in element.iterchildren(etree.Element))]
    return len(own) > 1 and any(text and text.strip() for text in own)
