"""Office files written from a closed world: what the vocabulary does not hold is renamed, rounded or dropped.

The writer keeps elements, attributes and values that `ooxml_vocabulary` knows. Ids, bookmarks and names
that link places are renamed alike everywhere; measures lose digits that nobody sees; fonts, styles and
objects of names of one's own get neutral ones; texts stay, for the policy to decide about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import count
from typing import Any

from lxml import etree

from adapters.documents.office.ooxml.presentation_words import MASTERS
from adapters.documents.office.ooxml.slots import TEXT_ELEMENTS
from adapters.documents.office.ooxml.tags import Tag, elements_of
from adapters.documents.office.ooxml.vocabulary import (
    css_of_shape,
    is_element,
    is_measure,
    is_measured,
    is_text,
    is_value,
    number_format,
    rounded,
)
from adapters.documents.office.xml_slots import attributes_of, local, named

_REMOVED = frozenset(
    {
        "fldData", "uniqueTag", "printSettings", "shapeDefaults", "hdrShapeDefaults",
        "aliases", "tag", "placeholder", "nsid", "tmpl", "sampData", "styleData", "clrData", "entryMacro",
        "exitMacro",
        "docPartGallery", "docPartCategory", "docPartUnique", "custClrLst", "dimension", "panose1", "sig",
        "documentProtection", "writeProtection", "altName", "sheetProtection", "workbookProtection",
        "objectDefaults", "extraClrSchemeLst", "divId",
    }
)  # fmt: skip
# Ids that only link places of a file; equal ones stay equal.
_LINKS = frozenset(
    {
        "id", "spid", "shapeId", "modelId", "srcId", "destId", "parTransId", "sibTransId", "presAssocID",
        "cxnId", "abstractNumId", "numId", "type",
    }
)  # fmt: skip
_LINKING_VALUES = frozenset({"abstractNumId", "numId", "lvlPicBulletId", "axId", "crossAx"})
_NAMED = frozenset({"forName", "refForName", "presName", "ref"})
_NAMING = frozenset({"layoutNode", "forEach", "choose", "if", "else", "presOf"})
_FONTED = frozenset({"ascii", "hAnsi", "eastAsia", "cs", "typeface", "font"})
_NAME_REFERRING = frozenset({"constr", "rule", "prSet", "presOf", "forEach", "layoutNode"})
_TABLE_STYLES = frozenset({"styleId", "def"})
_NAME_VALUES = frozenset({"name", "rFont", "mathFont"})
_OBJECTS = frozenset({"docPr", "cNvPr"})
_THEMES = frozenset({"theme", "clrScheme", "fontScheme", "fmtScheme", "custClr"})
_ART = re.compile(r"(urn:microsoft\.com/office/officeart/)\d+/\d+/(layout|quickstyle|colors)/.*")
_ART_NAMES = {"layout": "default", "quickstyle": "simple1", "colors": "accent1_2"}
# Attributes without which a workbook cannot be read: what stands where theirs says nothing known.
_REQUIRED = {"numFmtId": "0", "xfId": "0", "fontId": "0", "fillId": "0", "borderId": "0"}
# Attributes without which an element says nothing and a workbook cannot be read: it goes with them.
_NEEDED = {
    **dict.fromkeys(("mergeCell", "hyperlink", "autoFilter", "ignoredError"), frozenset({"ref", "sqref"})),
    **dict.fromkeys(("dataValidation", "conditionalFormatting", "protectedRange"), frozenset({"sqref"})),
    "col": frozenset({"min", "max"}),
}
_LISTS = frozenset({"mergeCells", "hyperlinks", "dataValidations", "ignoredErrors", "cols"})
_RELATIONSHIPS = "/relationships}"
_NEUTRAL_FONT = "Arial"
SERIES = frozenset({"numCache", "numLit"})
"""Elements that hold the numbers of a chart's series."""
_DRAWN = etree.XPath("//*[@relativeHeight]")
_BULLET = "\u2022"
_NUMERIC = re.compile(r"-?\d{1,12}")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_LONG_NUMBER = 7
"""Digits from which a number may be somebody's."""


class Names:
    """Neutral names for the ids, bookmarks and styles of one package, the same wherever they stand."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._free = {
            kind: count(1)
            for kind in ("id", "guid", "bookmark", "name", "style", "object", "sheet", "master")
        }

    def bookmark(self, name: str) -> str:
        """The neutral name of a bookmark; Word compares them without regard to case."""
        if name in ("_GoBack", "GoBack"):
            return name
        return self._once("bookmark", name.lower(), lambda n: f"bookmark{n}")

    def bookmark_of(self, name: str) -> str | None:
        """The neutral name of a bookmark that the package has."""
        return self._given.get(("bookmark", name.lower()))

    def name(self, name: str) -> str:
        """The neutral name of a node of a diagram's layout."""
        return self._once("name", name, lambda n: f"name{n}")

    def style(self, name: str) -> str:
        """The neutral name of a style."""
        return self._once("style", name, lambda n: f"Style {n}")

    def link(self, value: str) -> str:
        """A neutral id of the same form."""
        if value.startswith("#"):
            return "#" + self.link(value[1:])
        if _NUMERIC.fullmatch(value):
            return self._once("id", value, lambda n: str(50000 + n))
        if value.startswith("{"):
            return self._once("guid", value.upper(), lambda n: f"{{00000000-0000-0000-0000-{n:012d}}}")
        return self._once("id", value, lambda n: f"id{n}")

    def sheet(self, value: str) -> str:
        """A number for a sheet."""
        return self._once("sheet", value, lambda n: str(5000 + n))

    def master(self, value: str) -> str:
        """A number for a master or layout of slides, above 2,147,483,647 as PowerPoint wants it."""
        return self._once("master", value, lambda n: str(2_147_483_000 + 1000 * n))

    def object(self) -> str:
        """A name for a drawn object: each its own."""
        return f"Object {next(self._free['object'])}"

    def _once(self, kind: str, value: str, form: Callable[[int], str]) -> str:
        key = (kind, value)
        if key not in self._given:
            self._given[key] = form(next(self._free[kind]))
        return self._given[key]


def close(roots: Iterable[etree._Element], names: Names) -> None:
    """Bring the parts of a package into the closed vocabulary, in place.

    Parameters
    ----------
    roots : iterable of Element
        All parts of one package.
    names : Names
        What links them is renamed by; equal names stay equal.
    """
    for root in roots:
        _order(root)
        for element in list(elements_of(root, _may_change)):
            _close_element(element, names)
        _close_geometry(root)


def _may_change(tag: Tag) -> bool:
    """Whether elements of a tag are not left as they are, wherever they stand."""
    name = tag.name
    if _leaves(name) or name in ("extLst", "tableStyleId"):
        return True
    return not all(_stays(name, attribute, value, "") for attribute, value in tag.attributes)


def _close_element(element: etree._Element, names: Names) -> None:
    name = local(element.tag)
    parent = element.getparent()
    element.tail = None
    if parent is not None and _leaves(name):
        parent.remove(element)
        return
    above = local(parent.tag) if parent is not None else ""
    is_read = name in TEXT_ELEMENTS and (name != "name" or above == "trendline")
    if element.text is not None and name == "tableStyleId":
        element.text = names.link(element.text.strip())
    elif element.text is not None and not is_read:
        element.text = _measure(name, element.text) if is_measured(name) else None
    if above == "pt" and name == "v" and element.text is not None and _is_drawn(parent):
        element.text = drawn_number(element.text)
    if element.attrib:
        _close_attributes(element, name, above, names)
    if name == "extLst" and parent is not None and above != "dataModel":
        parent.remove(element)


@lru_cache(4096)
def _leaves(name: str) -> bool:
    """Whether elements of a name never stay."""
    return name in _REMOVED or not is_element(name)


def _is_drawn(point: etree._Element | None) -> bool:
    """Whether a point is a number of a chart, not a text."""
    cache = point.getparent() if point is not None else None
    return cache is not None and local(cache.tag) in SERIES


def drawn_number(text: str) -> str:
    """A number as a chart needs it: from seven digits on, four say where the point is drawn.

    Examples
    --------
    >>> [drawn_number(text) for text in ("412", "36924730", "-0.333333333", "1.5E+07", "n/a")]
    ['412', '36920000', '-0.3333', '1.5E+07', '0']
    """
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        return "0"
    if len(re.sub(r"[eE].*|[-+.]|^-?0\.?0*", "", text)) < _LONG_NUMBER:
        return text
    short = float(f"{float(text):.4g}")
    return str(int(short)) if short.is_integer() and abs(short) < 1e15 else repr(short)


def _measure(name: str, text: str) -> str:
    text = text.strip()
    if name == "f":
        return text if is_measure(name, text) else "Sheet1!$A$1"
    if name == "formatCode":
        return number_format(text)
    value = rounded(text)
    return value if is_measure(name, value) else "0"


def _close_attributes(element: etree._Element, name: str, above: str, names: Names) -> None:
    for key, value in attributes_of(element).items():
        if _stays(name, key, value, above):
            continue
        attribute = local(key)
        new = _neutral(name, attribute, value, above, names)
        parent = element.getparent()
        needed = attribute == "val" or attribute in _NEEDED.get(name, ())
        if new is None and needed and parent is not None:
            _drop(element, parent)  # it says nothing without it
            return
        if new is None:
            del element.attrib[key]
        else:
            element.set(key, new)


def _drop(element: etree._Element, parent: etree._Element) -> None:
    """Remove an element, and the list that held nothing else."""
    parent.remove(element)
    above = parent.getparent()
    if above is not None and len(parent) == 0 and local(parent.tag) in _LISTS:
        above.remove(parent)


@lru_cache(65536)  # one look-up for an attribute that the file has a thousand times
def _stays(element: str, key: str, value: str, above: str) -> bool:
    """Whether an attribute stays as it is: a relationship, a text, or a value of the vocabulary."""
    attribute = local(key)
    if _RELATIONSHIPS in key or is_text(element, attribute, above):
        return True
    return not _is_named_anew(element, attribute, value) and is_value(element, attribute, value)


def _is_named_anew(element: str, attribute: str, value: str) -> bool:
    """Whether a value gets a neutral name though it may look like one: two must never become one."""
    if attribute == "name":
        return element in _OBJECTS or element in _NAMING or element in ("bookmarkStart", "sheet")
    if attribute in _NAMED:
        return not value.isupper() and not any(c.isdigit() for c in value[:1])
    if attribute == "anchor":
        return element == "hyperlink"
    if attribute in _TABLE_STYLES:
        return value.startswith("{")
    if attribute == "id" and element in MASTERS:
        return True
    if attribute in _LINKS or (attribute == "val" and element in _LINKING_VALUES):
        return value.startswith("{") or (len(value) > 4 and _NUMERIC.fullmatch(value) is not None)
    return attribute == "val" and element == "name" and value.startswith(("Style ", "bookmark"))


def _neutral(element: str, attribute: str, value: str, above: str, names: Names) -> str | None:
    """What stands in place of a value that the vocabulary does not hold; None: nothing does."""
    if attribute == "name":
        return _neutral_name(element, value, names)
    if attribute in _FONTED:
        return _NEUTRAL_FONT if attribute == "typeface" else None
    if attribute == "val" and element in _NAME_VALUES:
        return _neutral_value(element, value, above, names)
    if attribute == "id" and element in MASTERS:
        return names.master(value)
    if attribute in _TABLE_STYLES and value.startswith("{"):
        return names.link(value)
    if attribute == "styleName":
        return names.style(value)
    if attribute == "char" and element == "buChar":
        return _BULLET
    if attribute in _LINKS or (attribute == "val" and element in _LINKING_VALUES):
        return names.link(value) if _is_link(attribute, value) else None
    if attribute == "anchor" and element == "hyperlink":
        return names.bookmark(value)
    if attribute in _NAMED and element in _NAME_REFERRING:
        return names.name(value)
    if attribute == "style":
        return css_of_shape(value)
    if attribute == "formatCode":
        return number_format(value)
    if attribute in _REQUIRED:
        new = rounded(value)
        return new if is_value(element, attribute, new) else _REQUIRED[attribute]
    if attribute == "sheetId":
        return names.sheet(value)
    if attribute == "rgb":
        value = "FF" + value[2:]
        return value if is_value(element, attribute, value) else "FF000000"
    if (found := _ART.fullmatch(value)) is not None:
        return f"{found[1]}2005/8/{found[2]}/{_ART_NAMES[found[2]]}"
    new = rounded(value)
    return new if is_value(element, attribute, new) else None


def _is_link(attribute: str, value: str) -> bool:
    return attribute != "type" or value.startswith("#")


def _neutral_name(element: str, value: str, names: Names) -> str | None:
    if element == "bookmarkStart":
        return names.bookmark(value)
    if element in _OBJECTS:
        return names.object()
    if element in _NAMING:
        return names.name(value)
    if element == "cellStyle":
        return names.style(value)
    return "Office" if element in _THEMES else None


def _neutral_value(element: str, value: str, above: str, names: Names) -> str | None:
    if element == "name" and above == "ffData":
        return names.bookmark(value)
    if element == "name" and above == "style":
        return names.style(value)
    return _NEUTRAL_FONT if element != "name" or above in ("font", "rPr") else None


def _close_geometry(root: etree._Element) -> None:
    """A drawn shape of guides with names of their own becomes a rectangle."""
    for shape in list(named(root, ("custGeom",))):
        guides = [g for g in shape.iter(etree.Element) if local(g.tag) == "gd"]
        if any(g.get("name") is None or g.get("fmla") is None for g in guides):
            for child in list(shape):
                shape.remove(child)
            shape.tag = shape.tag[: -len("custGeom")] + "prstGeom"
            shape.set("prst", "rect")


def _order(root: etree._Element) -> None:
    """Which of two drawings lies above the other, told by small numbers."""
    drawn: Any = _DRAWN(root)
    heights = sorted({int(h) for e in drawn if (h := e.get("relativeHeight", "")).isdecimal()})
    rank = {height: str(place) for place, height in enumerate(heights, 1)}
    for element in drawn:
        value = element.get("relativeHeight", "")
        element.set("relativeHeight", rank[int(value)] if value.isdecimal() else "0")
