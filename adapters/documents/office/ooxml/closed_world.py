"""Office files written from a closed world: what the vocabulary does not hold is renamed, rounded or dropped.

The writer keeps elements, attributes and values that `ooxml_vocabulary` knows. Ids, bookmarks and names
that link places are renamed alike everywhere; measures lose digits that nobody sees; fonts, styles and
objects of names of one's own get neutral ones; texts stay, for the policy to decide about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import count, product
from typing import Any, NamedTuple

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
_OBJECTS = frozenset({"docPr", "cNvPr"})
_THEMES = frozenset({"theme", "clrScheme", "fontScheme", "fmtScheme", "custClr"})
_ART = re.compile(r"(urn:microsoft\.com/office/officeart/)\d+/\d+/(layout|quickstyle|colors)/.*")
_ART_NAMES = {"layout": "default", "quickstyle": "simple1", "colors": "accent1_2"}
# Attributes without which a workbook cannot be read: what stands where theirs says nothing known.
_REQUIRED = {
    **dict.fromkeys(("numFmtId", "xfId", "fontId", "fillId", "borderId"), "0"),
    "rgb": "FF000000",
}
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
    above = local(parent.tag) if parent is not None else ""
    element.tail = None
    if parent is not None and (_leaves(name) or (name == "extLst" and above != "dataModel")):
        parent.remove(element)
        return
    if element.text is not None:
        element.text = _closed_text(element, name, above, names)
    if element.attrib:
        _close_attributes(element, name, above, names)


def _closed_text(element: etree._Element, name: str, above: str, names: Names) -> str | None:
    """The character data of an element as it leaves, to be searched where somebody reads it."""
    text = element.text or ""
    if name == "tableStyleId":
        return names.link(text.strip())
    if name not in TEXT_ELEMENTS or (name == "name" and above != "trendline"):
        return _measure(name, text) if is_measured(name) else None
    return drawn_number(text) if (above, name) == ("pt", "v") and _is_drawn(element.getparent()) else text


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
    naming = _naming(element, attribute, above)
    return is_value(element, attribute, value) and not (naming and naming.is_own(value))


class _Naming(NamedTuple):
    """What stands in place of a value, and of which also if it looks neutral: two must never become one."""

    neutral: Callable[[Names, str], str | None] | str | None
    is_own: Callable[[str], bool] = lambda _: False


def _always(_: str) -> bool:
    return True


def _is_id(value: str) -> bool:
    return value.startswith("{") or (len(value) > 4 and _NUMERIC.fullmatch(value) is not None)


def _link_from(mark: str) -> Callable[[Names, str], str | None]:
    """Links begin with a mark; nothing stands for other values."""
    return lambda names, value: names.link(value) if value.startswith(mark) else None


# By attribute and element; "" stands for any other element, and "a/b" for an element b in an a.
_NAMINGS: Mapping[tuple[str, str], _Naming] = {
    ("name", ""): _Naming(None),
    ("name", "bookmarkStart"): _Naming(Names.bookmark, _always),
    **dict.fromkeys(product(["name"], _OBJECTS), _Naming(lambda names, _: names.object(), _always)),
    **dict.fromkeys(product(["name"], _NAMING), _Naming(Names.name, _always)),
    ("name", "cellStyle"): _Naming(Names.style),
    **dict.fromkeys(product(["name"], _THEMES), _Naming("Office")),
    **dict.fromkeys(product(_FONTED, [""]), _Naming(None)),
    ("typeface", ""): _Naming(_NEUTRAL_FONT),
    ("val", "name"): _Naming(None),
    ("val", "ffData/name"): _Naming(Names.bookmark),
    ("val", "style/name"): _Naming(Names.style),
    **dict.fromkeys(product(["val"], ["font/name", "rPr/name", "rFont", "mathFont"]), _Naming(_NEUTRAL_FONT)),
    **dict.fromkeys(product(_LINKS, [""]), _Naming(Names.link, _is_id)),
    **dict.fromkeys(product(["val"], _LINKING_VALUES), _Naming(Names.link, _is_id)),
    ("type", ""): _Naming(_link_from("#"), _is_id),
    **dict.fromkeys(product(["id"], MASTERS), _Naming(Names.master, _always)),
    **dict.fromkeys(product(_TABLE_STYLES, [""]), _Naming(_link_from("{"), lambda value: value[:1] == "{")),
    ("styleName", ""): _Naming(Names.style),
    ("char", "buChar"): _Naming(_BULLET),
    ("anchor", "hyperlink"): _Naming(Names.bookmark, _always),
    **dict.fromkeys(product(_NAMED, _NAME_REFERRING), _Naming(Names.name, _always)),
    ("style", ""): _Naming(lambda _, value: css_of_shape(value)),
    ("formatCode", ""): _Naming(lambda _, value: number_format(value)),
    ("sheetId", ""): _Naming(Names.sheet),
}


def _naming(element: str, attribute: str, above: str) -> _Naming | None:
    for place in (f"{above}/{element}", element, ""):
        if naming := _NAMINGS.get((attribute, place)):
            return naming
    return None


def _neutral(element: str, attribute: str, value: str, above: str, names: Names) -> str | None:
    """What stands in place of a value that the vocabulary does not hold; None: nothing does."""
    if naming := _naming(element, attribute, above):
        return naming.neutral(names, value) if callable(naming.neutral) else naming.neutral
    if attribute not in _REQUIRED and (found := _ART.fullmatch(value)):
        return f"{found[1]}2005/8/{found[2]}/{_ART_NAMES[found[2]]}"
    new = f"FF{value[2:]}" if attribute == "rgb" else rounded(value)
    return new if is_value(element, attribute, new) else _REQUIRED.get(attribute)


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
