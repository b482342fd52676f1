"""A FHIR resource taken through its definitions: what it will be when written, and the parts in it."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from adapters.documents.containers.composite import open_nested
from adapters.documents.faults import too_deep, with_attachments
from adapters.documents.health.fhir_definitions import (
    DROPPED,
    REFERENCES,
    UNIT,
    Definitions,
    NotDefinedError,
    Reference,
    all_resources,
    column_of,
    is_known_code,
)
from adapters.documents.health.fhir_ids import Ids, is_of_hl7, public_path, tables_in
from adapters.documents.health.fhir_values import (
    DATES,
    MASKED,
    REASON_ADDRESS,
    TIME,
    ElementSlot,
    Number,
    Written,
    as_age,
    as_code,
    as_date,
    as_number,
    as_same,
    as_text,
)
from adapters.documents.layout import Layout, Run
from adapters.documents.mail.parts import suffix_of
from adapters.documents.markup.html import Html
from adapters.documents.settings import Settings
from engine.catalog.public_codes import is_public
from engine.errors import UnreadableError
from engine.ports import OpenDocument
from engine.text import CellPlace, Term

NUMBERS = frozenset({"decimal", "integer", "positiveInt", "unsignedInt"})
"""Types of numbers."""
_ADDRESSES = frozenset({"uri", "url", "canonical", "oid", "uuid"})
_DIGITS_OF_A_CODE = 6
_FILES = frozenset({"Attachment.data", "Binary.data", "Binary.content"})
_NO_BYTES = "UkVNT1ZFRA=="
"""The word REMOVED."""
NESTED = "\x00{}"
"""Stands for a file inside a resource, by its number, until that is written: no text has such a letter."""
NO_PAGE = '<div xmlns="http://www.w3.org/1999/xhtml"></div>'


class Element(NamedTuple):
    """An element that stands somewhere: its type, that of its parent, its name, the parent and its name."""

    kind: str
    parent: str
    name: str
    beside: Mapping[str, Any]
    above: str

    @property
    def path(self) -> str:
        """Parent's type and own name."""
        return f"{self.parent}.{self.name}"

    @property
    def is_primitive(self) -> bool:
        """Whether it holds one value; names of such types begin in lower case."""
        return self.kind[0].islower()


def term_of(element: Element, item: str) -> Term:
    """Whether a text stands for a concept, and whether a coding shows it for a code of a public list."""
    codings = {"Coding.display": [element.beside], "CodeableConcept.text": element.beside.get("coding")}
    if element.path not in codings:
        return ""
    found = codings[element.path]
    is_public_one = isinstance(found, list) and any(
        isinstance(one, Mapping)
        and one.get("display") == item
        and is_public(one.get("system"), str(one.get("code")))
        for one in found
    )
    return "public" if is_public_one else "free"


def _fits(element: Element, item: str) -> bool | None:
    """Whether a time, a unit or a code is on its list; None for what may be text."""
    if element.kind == "time":
        return TIME.fullmatch(item) is not None
    if element.kind == "code" and (closed := is_known_code(element.path, item)) is not None:
        return closed
    is_unit = element.name == "unit" and UNIT.fullmatch(item) is not None
    is_coded = element.path == "Coding.code" and is_public(element.beside.get("system"), item)
    return True if is_unit or is_coded else None


class Tree:
    """Resources of one file, element by element.

    Parameters
    ----------
    version : Definitions
        Of the version of FHIR that they are read as.
    document_id : str
    settings : Settings
        Depth, and what happens to attached files.
    targets : mapping of str to str
        Types of the file's resources by their ids.
    """

    def __init__(
        self, version: Definitions, document_id: str, settings: Settings, targets: Mapping[str, str]
    ) -> None:
        self.version = version
        self.layout: Layout[ElementSlot] = Layout()
        self.nested: list[OpenDocument] = []
        self.is_page: list[bool] = []
        self._id, self._settings, self._targets = document_id, settings.counted(), targets
        self._ids = Ids(document_id)
        self._rows: Counter[str] = Counter()
        self._columns: dict[str, int] = {}

    def resource(self, value: Any, depth: int = 0) -> dict[str, Any]:
        """A resource, if the version defines its type and all of its elements.

        Raises
        ------
        NotDefinedError
            It is something else: of another version, or no resource.
        """
        kind = str(value.get("resourceType")) if isinstance(value, Mapping) else ""
        if kind not in self.version.resources:
            raise NotDefinedError(kind)
        return self._elements((kind, ""), value, {"resourceType": kind}, depth)

    def _elements(
        self, named: tuple[str, str], value: Mapping[str, Any], made: dict[str, Any], depth: int
    ) -> dict[str, Any]:
        """The elements of a type whose parent calls it by a name."""
        if depth > self._settings.max_depth:
            raise too_deep(self._id, self._settings.max_depth)
        type_name, above = named
        for key, item in value.items():
            name = key.removeprefix("_")
            kind = self.version.types[type_name].get(name)
            if kind is None and key != "resourceType":
                raise NotDefinedError(type_name, name)
            if kind is None or name in DROPPED or f"{type_name}.{name}" in DROPPED:
                continue
            if key.startswith("_"):
                kind = "Element"
            element = Element(kind, type_name, key, value, above)
            if isinstance(item, list):
                self._many(element, item, made, depth)
            else:
                self._one(element, item, made, depth)
        return made

    def _one(self, element: Element, item: Any, made: dict[str, Any], depth: int) -> None:
        self._put(element, item, made, element.name, depth)
        if made.get(element.name) in (None, {}):
            made.pop(element.name, None)

    def _many(self, element: Element, items: list[Any], made: dict[str, Any], depth: int) -> None:
        """A list; lists of values keep their length, as a list of extensions beside them counts along."""
        holder: list[Any] = [None] * len(items)
        for at, item in enumerate(items):
            self._put(element, item, holder, at, depth)
        if not element.is_primitive:
            holder = [one or None for one in holder if one or element.name.startswith("_")]
        if any(one is not None for one in holder):
            made[element.name] = holder

    def _put(self, element: Element, item: Any, holder: Any, at: str | int, depth: int) -> None:
        if element.is_primitive:
            holder[at] = None
            self._primitive(element, item, holder, at)
        elif item is not None and not isinstance(item, dict):
            raise NotDefinedError(element.parent, element.name.removeprefix("_"))
        elif item is not None:
            is_resource = element.kind == "Resource"
            holder[at] = (
                self.resource(item, depth + 1)
                if is_resource
                else self._elements((element.kind, element.name), item, {}, depth + 1)
            )

    def _primitive(self, element: Element, item: Any, holder: Any, at: str | int) -> None:
        """Put one value: as it is, neutral, or as a part."""
        kind, is_number = element.kind, isinstance(item, Number)
        if kind == "boolean":
            holder[at] = item if isinstance(item, bool) else MASKED
        elif item is None or (element.name == "id" and kind == "string"):
            return
        elif not isinstance(item, str) or is_number != (kind in NUMBERS):
            holder[at] = MASKED
        elif kind in NUMBERS:
            self._number(element, item, holder, at)
        elif kind in DATES:
            self._date(element, item, holder, at)
        elif kind in ("base64Binary", "xhtml"):
            holder[at] = self._page(item) if kind == "xhtml" else self._file(element, item)
        else:
            self._word(element, item, holder, at)

    def _word(self, element: Element, item: str, holder: Any, at: str | int) -> None:
        kind = element.kind
        if element.path in REFERENCES:
            holder[at] = self._ids.reference(item) or MASKED
        elif kind == "id":
            holder[at] = self._ids.new(item)
        elif kind in _ADDRESSES or (kind == "code" and "/" in item and public_path(item)):
            self._address(element, item, holder, at)
        elif (is_fit := self._may_stay(element, item)) is not None:
            holder[at] = item if is_fit else MASKED
        else:
            written = as_code if kind == "code" else as_text
            holder[at] = written(item)
            self._part(element, holder, at, written, self._column(element), term_of(element, item))

    def _may_stay(self, element: Element, item: str) -> bool | None:
        """As `_fits`; the document knows its codes of public lists, which its narratives repeat."""
        is_fit = _fits(element, item)
        if is_fit and element.path == "Coding.code":
            self.layout.public_codes.add(item)
        return is_fit

    def _number(self, element: Element, item: str, holder: Any, at: str | int) -> None:
        """A number is a part where its element may identify somebody, or where it is as long as a code."""
        holder[at] = as_number(item)
        column = self._column(element)
        if column or len(re.sub(r"\D", "", item.partition(".")[0])) >= _DIGITS_OF_A_CODE:
            written = as_age if element.path == "Age.value" else as_same(item)
            self._part(element, holder, at, written, column or "value")

    def _date(self, element: Element, item: str, holder: Any, at: str | int) -> None:
        holder[at] = item if DATES[element.kind].fullmatch(item) else MASKED
        column = self._column(element) or "date"
        self._part(element, holder, at, as_date(element.kind), column)

    def _address(self, element: Element, item: str, holder: Any, at: str | int) -> None:
        """A public address is known by its owner, and what follows is a part; others get numbers."""
        parted = public_path(item)
        if item == REASON_ADDRESS or item in all_resources():
            holder[at] = item
        elif parted is None:
            holder[at] = self._ids.address(item)
        else:
            holder[at] = item
            neutral = self._ids.address
            slot = ElementSlot(holder, at, lambda _: neutral(item))
            term: Term = "public" if is_of_hl7(parted[0]) else ""
            self.layout.public_codes |= tables_in(*parted)
            self._add("value", parted[1], slot, element.name, "type", term)

    def _column(self, element: Element) -> str:
        target = re.split("[/:]", str(element.beside.get("reference")))[-1]
        reference = Reference(element.above, self._targets.get(target, ""))
        return column_of(element.parent, element.name, element.beside, reference)

    def _part(
        self,
        element: Element,
        holder: Any,
        at: str | int,
        written: Written,
        column: str,
        term: Term = "",
    ) -> None:
        text = holder[at]
        if text is not MASKED:
            kind = "number" if element.kind in NUMBERS else "value"
            self._add(kind, str(text), ElementSlot(holder, at, written), element.name, column, term)

    def _add(self, kind: str, text: str, slot: ElementSlot, name: str, column: str, term: Term = "") -> None:
        place = None
        if column:
            number = self._columns.setdefault(column, len(self._columns))
            place = CellPlace(0, self._rows[column], number, by_path=True, term=term)
            self._rows[column] += 1
        self.layout.add(kind, [Run(text, slot)], column or name, place)

    def _page(self, item: str) -> str:
        """The number of a narrative opened as HTML; an empty one where it is broken."""
        try:
            opened = Html(self._settings).open(self._id, item.encode())
        except (UnreadableError, UnicodeError):
            return NO_PAGE
        return self._kept(opened, is_page=True)

    def _file(self, element: Element, item: str) -> str | None:
        """The number of an attached file opened by its format; None where it leaves.

        Other bytes leave too. A choice of values must have one, so other bytes stand there.
        """
        if element.path not in _FILES:
            return _NO_BYTES if element.name.startswith("value") else None
        if self._settings.attachments == "remove":
            return None
        if self._settings.attachments == "refuse":
            raise with_attachments(self._id)
        try:
            content = base64.b64decode("".join(item.split()), validate=True)
        except (binascii.Error, ValueError):
            return None
        suffix = suffix_of(str(element.beside.get("contentType")).partition(";")[0], "")
        opened = open_nested(self._id, suffix, content, self._settings)
        return None if opened is None else self._kept(opened, is_page=False)

    def _kept(self, opened: OpenDocument, is_page: bool) -> str:
        self.nested.append(opened)
        self.is_page.append(is_page)
        return NESTED.format(len(self.nested) - 1)
