"""Headers and footers of a sheet's pages: texts between codes (ECMA-376 part 1, 18.3.1.46)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from adapters.documents.layout import Run
from adapters.documents.office.ooxml.builtin_names import FONTS
from adapters.documents.office.xml_slots import Slot, TextSlot, Undo

_CODE = re.compile(
    r"&(?:(?P<section>[LCR])|(?P<field>[PN](?:[+-]\d{1,3})?|[DTZFAG])|"
    r'"(?P<font>[^"]*)"|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|\d{1,3}|[BIUSXYEOH])'
)
_STYLES = re.compile(r"(?:Regular|Bold|Italic|Bold Italic|Standard)?")


@dataclass(frozen=True, slots=True)
class HeaderSlot:
    """One text between the codes of an element; `pieces` holds all of them, codes too."""

    element: etree._Element
    pieces: list[str]
    number: int

    def write(self, text: str) -> Undo:
        """Put `text` there: a sign that begins codes is doubled, and no digit joins a size."""
        old, before = self.pieces[self.number], self.pieces[self.number - 1] if self.number else ""
        apart = " " if text[:1].isdigit() and before[-1:].isdigit() else ""
        self.pieces[self.number] = apart + text.replace("&", "&&")
        undo = TextSlot(self.element).write("".join(self.pieces))

        def take_back() -> None:
            self.pieces[self.number] = old
            undo()

        return take_back


def sections(element: etree._Element) -> Iterator[list[Run[Slot]]]:
    """The texts of each section, left, middle and right; a field is a blank, and a font of nobody's stays.

    Parameters
    ----------
    element : Element
        Of a header or footer; a font that Office does not know leaves at once.
    """
    pieces: list[str] = []
    runs: list[Run[Slot]] = []
    source, at = element.text or "", 0
    for code in [*_CODE.finditer(source.replace("&&", "\0\0")), None]:
        text = source[at : code.start() if code else len(source)]
        if text:
            runs.append(Run(text.replace("&&", "&"), HeaderSlot(element, pieces, len(pieces))))
            pieces.append(text)
        if code is None:
            break
        pieces.append(_neutral(code))
        at = code.end()
        if code["section"]:
            yield runs
            runs = []
        elif code["field"]:
            runs.append(Run(" ", None))
    element.text = "".join(pieces)
    yield runs


def without_codes(text: str) -> str:
    """What a reader sees of a header: each section on a line, fields as blanks."""
    escaped = text.replace("&&", "\0")
    shown = _CODE.sub(lambda code: "\n" if code["section"] else " " if code["field"] else "", escaped)
    return shown.replace("\0", "&")


def _neutral(code: re.Match[str]) -> str:
    if code["font"] is None:
        return code[0]
    family, _, style = code["font"].partition(",")
    is_known = (family in FONTS or family == "-") and _STYLES.fullmatch(style)
    return code[0] if is_known else '&"-,Regular"'
