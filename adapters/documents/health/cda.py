"""Clinical documents (HL7 CDA R2): values by the schema's definitions, narratives by paragraphs and cells."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from lxml import etree

from adapters.documents.containers.composite import open_nested
from adapters.documents.containers.text_documents import Nested
from adapters.documents.faults import with_attachments
from adapters.documents.health.cda_definitions import (
    TYPES,
    date_column,
    id_column,
    is_closed,
    is_date,
    is_version,
    telecom_column,
    text_column,
)
from adapters.documents.health.fhir_definitions import UNIT
from adapters.documents.layout import Run
from adapters.documents.mail.parts import suffix_of
from adapters.documents.markup.xml.names import XSI
from adapters.documents.markup.xml.tree import Tree, is_mixed
from adapters.documents.office.xml_slots import AttributeSlot, Slot, TextSlot, Undo, attributes_of, local
from adapters.documents.settings import Settings
from engine.catalog.public_codes import is_list, is_public
from engine.text import CellPlace, Term

CDA = "urn:hl7-org:v3"
_TYPE = f"{{{XSI}}}type"
_STAMP = re.compile(r"(?:18|19|20)\d\d(?:(?:\d\d)?|(?:\d\d){2,5}(?:(?<=\d{14})\.\d{1,4})?(?:[+-]\d{4})?)")
"""A zone stands behind a day, a fraction behind a second: a year would stay, and either with it."""
_PUBLIC_ROOT = re.compile(
    r"2\.16\.840\.1\.113883\.(?:1\.\d{1,2}|[3-6](?:\.\d{1,4}){1,2}|1[0-3](?:\.\d{1,4}){1,6})|1\.3\.6\.1\.4\.1\.19376(?:\.\d{1,3}){1,8}"
)
"""Lists and templates of HL7 and IHE; the branches of hospitals are not among them."""
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,6})?")
_BLOCKS = frozenset({"paragraph", "item", "caption", "td", "th", "footnote"})
_MASKED = "MSK"
"""The null flavour that says: there is a value, and it is not told."""

_Block = tuple[etree._Element, CellPlace | None]
"""An element that is one text, and the cell that it is."""


def is_clinical(root: etree._Element) -> bool:
    """Whether a tree of XML is a clinical document."""
    return root.tag == f"{{{CDA}}}ClinicalDocument"


@dataclass(frozen=True, slots=True)
class _DateSlot:
    """A point in time; what is none becomes the null flavour."""

    element: etree._Element
    name: str

    def write(self, text: str) -> Undo:
        """Put a date there, or that it is masked."""
        plain = text.replace("-", "") if re.fullmatch(r"\d{4}(?:-\d\d){0,2}", text) else text
        if _STAMP.fullmatch(plain):
            return AttributeSlot(self.element, self.name).write(plain)
        element, old = self.element, attributes_of(self.element)
        del element.attrib[self.name]
        element.set("nullFlavor", _MASKED)

        def undo() -> None:
            element.attrib.clear()
            for name, value in old.items():
                element.set(name, value)

        return undo


class ClinicalTree(Tree):
    """The parts of a clinical document.

    Names, addresses, numbers, dates and what can be called or written to are columns of that name. Codes
    of public lists, units and words of the schema stay. Roots that are no public list, and ids of
    elements, get numbers.

    Parameters
    ----------
    document_id : str
    settings : Settings
    """

    def __init__(self, document_id: str, settings: Settings) -> None:
        super().__init__(document_id, settings)
        self._roots: dict[str, str] = {}
        self._tables = count(1)

    def read(self, element: etree._Element, above: tuple[str, ...] = ()) -> None:
        """Add the parts of an element and of all in it."""
        name = local(element.tag)
        if name == "text" and above[-1:] == ("section",):
            self._narrative(element, (*above, name))
        elif _is_packed(element):
            self._attributes(element, (*above, name))
            self._file(element)
            for child in element.iterchildren(etree.Element):
                child.tail = None
                self.read(child, (*above, name))
        else:
            super().read(element, above)

    def _across(self, element: etree._Element) -> Iterator[Run[Slot]]:
        if _is_packed(element):
            self._file(element)
        yield from super()._across(element)

    def _text(self, element: etree._Element, path: tuple[str, ...]) -> None:
        column = text_column(path, _class_around(element))
        if column:
            self._add(element.text or "", TextSlot(element), column)
        else:
            super()._text(element, path)

    def _mixed(self, element: etree._Element, path: tuple[str, ...]) -> None:
        column = text_column(path, _class_around(element))
        if column:
            self.layout.add("value", list(self._across(element)), column, self._columns.next(column))
        else:
            super()._mixed(element, path)

    def _attribute(self, element: etree._Element, name: str, value: str, path: tuple[str, ...]) -> None:
        """Each attribute by what the schema says of it; others as in any XML."""
        if not self._defined(element, name, value, path):
            super()._attribute(element, name, value, path)

    def _add(self, text: str, slot: Slot, column: str, term: Term = "") -> None:
        place = self._columns.next(column)._replace(term=term)
        self.layout.add("value", [Run(text, slot)], column, place)

    def _defined(self, element: etree._Element, name: str, value: str, path: tuple[str, ...]) -> bool:
        """Treat an attribute of the schema; False for any other."""
        is_fit = value in TYPES if name == _TYPE else is_version(path[-1], name, value)
        if is_fit is None:
            is_fit = is_closed(name, value)
        if is_fit is not None:
            if not is_fit:
                del element.attrib[name]
        elif (new := self._renamed(name, value, path)) is not None:
            element.set(name, new)
        elif name == "value" and (is_date(path) or element.get(_TYPE) == "TS"):
            self._date(element, value, path)
        elif name == "value" and path[-1] == "telecom":
            self._telecom(element, value)
        elif not self._is_plain(element, name, value):
            column = self._column(element, name, path)
            if not column:
                return False
            self._add(value, AttributeSlot(element, name), column, _term(element, name))
        return True

    def _renamed(self, name: str, value: str, path: tuple[str, ...]) -> str | None:
        """A neutral name for a root or what links elements; None for others."""
        if name in ("root", "codeSystem", "valueSet"):
            return self._root(value)
        is_link = name in ("ID", "IDREF", "referencedObject") or (path[-1], name) == ("reference", "value")
        return self._reference(value) if is_link else None

    def _is_plain(self, element: etree._Element, name: str, value: str) -> bool:
        """A code of a public list, a unit, a short number."""
        if name == "extension":  # short record numbers are numbers of persons too
            return False
        if name == "code":
            if is_public_one := _is_public(element):
                self.layout.public_codes.add(value.strip())
            return is_public_one
        return UNIT.fullmatch(value) is not None if name == "unit" else _NUMBER.fullmatch(value) is not None

    def _column(self, element: etree._Element, name: str, path: tuple[str, ...]) -> str:
        if name == "extension":
            return id_column(element.get("root", ""), path)
        return {
            "assigningAuthorityName": "organization name", "code": "type", "displayName": "diagnosis",
            "codeSystemName": "type", "codeSystemVersion": "type", "unit": "type",
        }.get(name, "")  # fmt: skip

    def _root(self, value: str) -> str:
        """A public root as it is; a number of the document for any other."""
        if _PUBLIC_ROOT.fullmatch(value) or is_list(f"urn:oid:{value}"):
            return value
        return self._roots.setdefault(value, f"2.999.{len(self._roots) + 1}")

    def _reference(self, value: str) -> str:
        """The number of an element; what points to it has the same."""
        bare = value.removeprefix("#")
        mark = "#" if value.startswith("#") else ""
        return mark + self._roots.setdefault(f"#{bare}", f"e{len(self._roots) + 1}")

    def _date(self, element: etree._Element, value: str, path: tuple[str, ...]) -> None:
        if _STAMP.fullmatch(value):
            self._add(_read_as(value), _DateSlot(element, "value"), date_column(path))
        else:
            _DateSlot(element, "value").write("")

    def _telecom(self, element: etree._Element, value: str) -> None:
        """The scheme stays before whatever takes the place of the number."""
        scheme, mark, number = value.rpartition(":")
        column = telecom_column(scheme.lower() if mark else "")
        slot = AttributeSlot(element, "value", lambda text: f"{scheme}{mark}{text}")
        self._add(number, slot, column)

    def _file(self, element: etree._Element) -> None:
        """A file in the document, opened by its format; what cannot be opened leaves."""
        text, element.text = element.text or "", None
        if self._settings.attachments == "refuse":
            raise with_attachments(self._id)
        try:
            content = base64.b64decode("".join(text.split()), validate=True)
        except (binascii.Error, ValueError):
            return
        if self._settings.attachments == "remove":
            return
        opened = open_nested(self._id, suffix_of(element.get("mediaType", ""), ""), content, self._settings)
        if opened is not None:
            self.nested.append(Nested(TextSlot(element), opened, is_packed=True))

    def _narrative(self, text: etree._Element, path: tuple[str, ...]) -> None:
        """Paragraphs, items and cells of tables, each across the elements in its lines."""
        for element in text.iter(etree.Element):
            self._attributes(element, (*path, local(element.tag)))
        blocks = list(self._blocks(text))
        if _letters(*(element for element, _ in blocks)) != _letters(text):
            blocks = [(text, None)]  # text stands where the schema has none
        for element, cell in blocks:
            self.layout.add("body" if cell is None else "cell", list(self._across(element)), "", cell)

    def _blocks(self, element: etree._Element) -> Iterator[_Block]:
        if local(element.tag) == "table":
            yield from self._cells(element)
        elif local(element.tag) in _BLOCKS or is_mixed(element) or not len(element):
            yield element, None
        else:
            for child in element.iterchildren(etree.Element):
                yield from self._blocks(child)

    def _cells(self, table: etree._Element) -> Iterator[_Block]:
        number = next(self._tables)
        yield from ((caption, None) for caption in table.iterchildren(f"{{{CDA}}}caption"))
        for row, line in enumerate(table.iter(f"{{{CDA}}}tr")):
            if next(line.iterancestors(table.tag)) is table:
                cells = (one for one in line.iterchildren(etree.Element) if local(one.tag) in ("td", "th"))
                for column, one in enumerate(cells):
                    yield one, CellPlace(number, row, column, of_text=True)


def _class_around(element: etree._Element) -> str | None:
    """The class of the element that an element stands in."""
    parent = element.getparent()
    return None if parent is None else parent.get("classCode")


def _read_as(stamp: str) -> str:
    """A point in time without its zone, a month with its hyphen: "199803" alone might be any number."""
    stamp = re.split("[.+-]", stamp, maxsplit=1)[0]
    return f"{stamp[:4]}-{stamp[4:]}" if len(stamp) == len("YYYYMM") else stamp


def _is_public(element: etree._Element) -> bool:
    return is_public(f"urn:oid:{element.get('codeSystem')}", element.get("code", "").strip())


def _term(element: etree._Element, name: str) -> Term:
    """Whether an attribute stands for a concept, and whether a public list shows it for its code."""
    if name != "displayName":
        return ""
    return "public" if _is_public(element) else "free"


def _is_packed(element: etree._Element) -> bool:
    return element.get("representation") == "B64"


def _letters(*elements: etree._Element) -> str:
    """What elements say, without blanks."""
    return "".join("".join(str(text).split()) for element in elements for text in element.itertext())
