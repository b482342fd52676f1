"""Codes of fields in Word documents: those of a known kind stay, all others become their last result.

A kept code holds its keyword, switches of the vocabulary and neutral names of bookmarks; what else it
says (an address, a tooltip) stands apart, as text for the policy to decide about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from adapters.documents.office.ooxml.closed_world import Names
from adapters.documents.office.xml_slots import local, named, unwrap

_TOKEN = re.compile(r'"[^"]*"?|\\.|[^\s"\\]+')
_PLAIN = frozenset(
    {"PAGE", "NUMPAGES", "SECTIONPAGES", "SECTION", "TOC", "FORMTEXT", "FORMCHECKBOX", "FORMDROPDOWN"}
)
_TO_BOOKMARKS = frozenset({"REF", "PAGEREF", "NOTEREF"})
_SPOKEN = frozenset({"EQ", "SYMBOL", "QUOTE"})
_LEVELS = re.compile(r'"?\d-\d"?')
_FORMATS = frozenset({"mergeformat", "charformat", "arabic", "roman", "alphabetic", "ordinal", "cardtext"})
_SWITCHES = re.compile(r"\\[hzunpfr*@#ol]")


@dataclass(slots=True)
class _Field:
    marks: list[etree._Element] = field(default_factory=list)
    codes: list[etree._Element] = field(default_factory=list)


def name_bookmarks(root: etree._Element, names: Names) -> None:
    """Give every bookmark of a part its neutral name, before fields refer to it."""
    for element in named(root, ("bookmarkStart",)):
        for key, value in element.attrib.items():
            if local(key) == "name":
                names.bookmark(str(value))


def settle_fields(root: etree._Element, names: Names) -> None:
    """Bring the codes of a part's fields into the vocabulary, in place.

    Parameters
    ----------
    root : Element
        The root of a part of a Word document.
    names : Names
        What its bookmarks are called.
    """
    for found in _fields(root):
        _settle(found, names)
    for element in list(named(root, ("fldSimple",))):
        key = next((k for k in element.attrib if local(k) == "instr"), None)
        pieces = neutral_code(str(element.get(key, "")) if key else "", names)
        if key is None or pieces is None or any(spoken for _, spoken in pieces):
            unwrap(element)
        else:
            element.set(key, "".join(text for text, _ in pieces))


def _fields(root: etree._Element) -> Iterator[_Field]:
    """Fields of marks and codes; a code outside any field is one by itself."""
    open_fields: list[_Field] = []
    for element in list(named(root, ("fldChar", "instrText"))):
        if local(element.tag) == "fldChar":
            kind = next((str(v) for k, v in element.attrib.items() if local(k) == "fldCharType"), "")
            if kind == "begin":
                open_fields.append(_Field())
            if open_fields:
                open_fields[-1].marks.append(element)
            if kind == "end" and open_fields:
                yield open_fields.pop()
        elif not open_fields:
            yield _Field([], [element])
        else:
            open_fields[-1].codes.append(element)
    yield from open_fields


def _settle(found: _Field, names: Names) -> None:
    pieces = neutral_code("".join(code.text or "" for code in found.codes), names)
    if pieces is None or not found.marks or not found.codes:
        for element in (*found.marks, *found.codes):
            _remove(element)
        return
    first = found.codes[0]
    for code in found.codes[1:]:
        _remove(code)
    run = first.getparent()
    if run is None:
        return
    at = run.index(first)
    for number, (text, _) in enumerate(pieces):
        code = first if number == 0 else etree.Element(first.tag)
        code.text = text
        code.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        if number:
            run.insert(at + number, code)


def neutral_code(code: str, names: Names) -> list[tuple[str, bool]] | None:
    """The pieces of a field's code, each with whether it is text; None for a field that does not stay."""
    tokens = _TOKEN.findall(code)
    keyword = tokens[0].upper() if tokens else ""
    if keyword in _SPOKEN:
        return [(code, True)]
    if keyword in _TO_BOOKMARKS:
        known = names.bookmark_of(tokens[1].strip('"')) if len(tokens) > 1 else None
        return [(f" {keyword} {known} {_kept(tokens[2:])}", False)] if known else None
    if keyword == "HYPERLINK":
        return _link(tokens[1:], names)
    return [(f" {keyword} {_kept(tokens[1:])}", False)] if keyword in _PLAIN else None


def _kept(tokens: list[str]) -> str:
    """Switches, formats and levels of the vocabulary."""
    kept = (t for t in tokens if _SWITCHES.fullmatch(t) or t.lower() in _FORMATS or _LEVELS.fullmatch(t))
    return " ".join((*kept, ""))


def _link(tokens: list[str], names: Names) -> list[tuple[str, bool]] | None:
    pieces: list[tuple[str, bool]] = [(" HYPERLINK ", False)]
    before = ""
    for token in tokens:
        if token.startswith("\\"):
            before = token
            continue
        value = token.strip('"')
        if before == "\\l":
            known = names.bookmark_of(value)
            pieces += [(f' \\l "{known}" ', False)] if known else []
        elif before in ("", "\\o"):
            pieces += [(f'{before} "', False), (value, True), ('" ', False)]
        before = ""
    return pieces if len(pieces) > 1 else None


def _remove(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
