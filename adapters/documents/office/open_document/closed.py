"""Open Document trees closed: what is unknown leaves, names become numbers, values are what shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from lxml import etree

from adapters.documents.faults import embedded, with_comments, with_revisions, with_scripts
from adapters.documents.office.open_document.vocabulary import (
    ELEMENTS,
    FIELDS,
    NAMESPACES,
    PREFIXES,
    STYLE_NAMES,
    is_name,
    is_plain,
)
from adapters.documents.office.xml_slots import attributes_of
from adapters.documents.settings import Settings

TEXT, TABLE, DRAW, OFFICE = (f"{{{NAMESPACES[prefix]}}}" for prefix in ("text", "table", "draw", "office"))
HREF = f"{{{NAMESPACES['xlink']}}}href"
PARAGRAPHS = frozenset({f"{TEXT}p", f"{TEXT}h"})
INLINE = frozenset({f"{TEXT}span", f"{TEXT}a", f"{TEXT}page-number", f"{TEXT}page-count"})
DESCRIBED = frozenset({f"{{{NAMESPACES['svg']}}}title", f"{{{NAMESPACES['svg']}}}desc"})
_SHORT_TEXTS = frozenset({f"{TEXT}note-citation", f"{{{NAMESPACES['number']}}}text"})
_SHORT = re.compile(r"\W{0,3}|\d{1,3}|[A-Za-z]|[^\w]{0,2}[A-Z]{3}[^\w]{0,2}")
_COMMENTS = frozenset({f"{OFFICE}annotation", f"{OFFICE}annotation-end"})
_CHANGES = frozenset({f"{TEXT}tracked-changes", f"{TABLE}tracked-changes"})
_OBJECTS = frozenset(
    {f"{DRAW}{name}" for name in ("object", "object-ole", "plugin", "applet", "floating-frame")}
)
_SCRIPTS = frozenset({f"{OFFICE}scripts", f"{OFFICE}event-listeners"})
_VALUES = tuple(
    f"{OFFICE}{name}" for name in ("value", "date-value", "time-value", "boolean-value", "currency")
)
_CELLS = frozenset({f"{TABLE}table-cell", f"{TABLE}covered-table-cell"})
VALUE_TYPE = f"{OFFICE}value-type"
_SIGNIFICANT = 6


def name_of(tag: object) -> str:
    """Prefix and name of an element or attribute as the vocabulary writes them; empty for foreign ones."""
    if not isinstance(tag, str) or not tag.startswith("{"):
        return ""
    uri, _, local = tag[1:].partition("}")
    return f"{PREFIXES[uri]}:{local}" if uri in PREFIXES else ""


@dataclass
class Closing:
    """Closes the trees of one file; names are the same in all of them.

    Parameters
    ----------
    document_id : str
    settings : Settings
        What becomes of comments, tracked changes, objects and scripts.
    picture : callable
        The new path of a picture of the file; empty where it has none.
    """

    document_id: str
    settings: Settings
    picture: Callable[[str], str]
    _names: dict[str, str] = field(default_factory=dict)

    def close(self, root: etree._Element) -> None:
        """Close a tree; DOC013, DOC014, DOC019, DOC020 what the settings refuse."""
        self._refuse(root)
        for element in list(root.iter(etree.Element)):
            if element is not root and element.getroottree().getroot() is root:
                self._element(element)
        for element in root.iter(etree.Element):
            self._attributes(element)
            _texts(element)
            if element.tag in _CELLS:
                _match_value(element)
        etree.cleanup_namespaces(root, top_nsmap=dict(NAMESPACES))

    def _refuse(self, root: etree._Element) -> None:
        found = {element.tag for element in root.iter(etree.Element)}
        if self.settings.comments == "refuse" and found & _COMMENTS:
            raise with_comments(self.document_id)
        if self.settings.revisions != "accept" and found & _CHANGES:
            raise with_revisions(self.document_id)
        if self.settings.embedded == "refuse" and found & _OBJECTS:
            raise embedded(self.document_id, "an embedded object")
        if self.settings.scripts == "refuse" and found & _SCRIPTS:
            raise with_scripts(self.document_id)

    def _element(self, element: etree._Element) -> None:
        """An element of the vocabulary stays, a field becomes text, any other leaves with what is in it."""
        name = name_of(element.tag)
        if name.startswith("text:") and name[5:] in FIELDS:
            element.tag = f"{TEXT}span"
            element.attrib.clear()
        elif name not in ELEMENTS:
            _remove(element)
        elif element.tag == f"{TEXT}a" and (element.get(HREF) or "#").startswith("#"):
            element.tag = f"{TEXT}span"

    def _attributes(self, element: etree._Element) -> None:
        for key, value in attributes_of(element).items():
            name = name_of(key)
            local = name.partition(":")[2]
            if key == HREF and element.tag == f"{TEXT}a":
                continue
            if key == HREF and element.tag == f"{DRAW}image" and self.picture(value):
                element.set(key, self.picture(value))
            elif name and is_name(local) and key != HREF:
                element.set(key, self._named(value))
            elif key in _VALUES and element.tag in _CELLS:
                continue
            elif not (name and local != "display-name" and is_plain(local, value)):
                del element.attrib[key]

    def _named(self, name: str) -> str:
        if name in STYLE_NAMES:
            return name
        return self._names.setdefault(name, f"n{len(self._names) + 1}")


def _remove(element: etree._Element) -> None:
    """Take an element out; text behind it stays."""
    parent = element.getparent()
    if parent is None:
        return
    before = element.getprevious()
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def _texts(element: etree._Element) -> None:
    """White space as readers see it; text that stands where none may leaves."""
    if element.tag in _SHORT_TEXTS:
        element.text = element.text if _SHORT.fullmatch(element.text or "") else None
    elif _holds_text(element) or element.tag in DESCRIBED:
        element.text = _collapsed(element.text)
    else:
        element.text = None
    parent = element.getparent()
    element.tail = _collapsed(element.tail) if parent is not None and _holds_text(parent) else None


def _holds_text(element: etree._Element) -> bool:
    """Whether it is a paragraph, or a span of one."""
    while element.tag in INLINE:
        parent = element.getparent()
        if parent is None:
            return False
        element = parent
    return element.tag in PARAGRAPHS


def _collapsed(text: str | None) -> str | None:
    return re.sub("[ \t\r\n]+", " ", text) if text else None


def _match_value(cell: etree._Element) -> None:
    """A number or date behind a cell stays where the cell shows it, or where it is short."""
    shown = " ".join("".join(map(str, p.itertext())) for p in cell.iter(*PARAGRAPHS))
    for name in ("value", "date-value", "time-value"):
        value = cell.get(f"{OFFICE}{name}")
        if value is not None and not _is_shown(name, value, shown):
            as_text(cell)
    currency, flag = cell.get(f"{OFFICE}currency"), cell.get(f"{OFFICE}boolean-value")
    if (currency and not re.fullmatch("[A-Z]{3}", currency)) or flag not in (None, "true", "false"):
        as_text(cell)


def _is_shown(name: str, value: str, shown: str) -> bool:
    if name == "value":
        digits = re.sub(r"\D", "", value).strip("0")
        is_number = re.fullmatch(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", value) is not None
        return is_number and (len(digits) <= _SIGNIFICANT or digits in re.sub(r"\D", "", shown))
    if not re.fullmatch(r"\d{4}-\d\d-\d\d(?:T[\d:.]{5,18})?|PT?[\dHMS.,]{2,20}", value):
        return False
    numbers = {int(found) for found in re.findall(r"\d+", shown)}
    year, *others = (int(found) for found in re.findall(r"\d+", value)[:3])
    return {year, year % 100} & numbers != set() and numbers.issuperset(others)


def as_text(cell: etree._Element) -> None:
    """Make a cell one of text: what it shows is all that it holds."""
    for name in _VALUES:
        if name in cell.attrib:
            del cell.attrib[name]
    if cell.get(VALUE_TYPE):
        cell.set(VALUE_TYPE, "string")
