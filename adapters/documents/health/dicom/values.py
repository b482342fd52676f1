"""Values of DICOM attributes: how text is written so that it fits its value representation."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from datetime import date

from pydicom import DataElement, Dataset, config
from pydicom.uid import UID

from adapters.documents.office.xml_slots import Undo

_SPACE = uuid.UUID("0a3fd1f7-6a35-5f0b-8b0e-2c6f1ad58d25")
_LINES_AND_TABS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
_LENGTHS = {"SH": 16, "LO": 64, "PN": 64, "LT": 10240, "ST": 1024}
_SEVERAL = frozenset({"SH", "LO", "PN", "UC", "CS", "DS", "IS", "DA"})
"""Representations in which a backslash parts values."""
_FORMS = {
    "CS": re.compile("[A-Z0-9_ ]{0,16}"),
    "IS": re.compile(r"[+-]?\d{1,5}"),
    "DS": re.compile(r"[+-]?(?:\d{1,5}(?:\.\d{0,12})?|\.\d{1,12})(?:[eE][+-]?\d{1,2})?"),
}
"""Codes and numbers; one with more digits before its point counts nothing in an image."""
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_DAY = re.compile(r"(\d{4})(\d\d)(\d\d)")
TEXTS = frozenset({"SH", "LO", "PN", "UC", "LT", "ST", "UT"})


def fitted(vr: str, text: str) -> str:
    """`text` as the representation allows it; empty where it is none.

    Examples
    --------
    >>> fitted("DA", "1962"), fitted("CS", "[NAME|1]"), fitted("IS", "219099999"), fitted("LO", " a\\n")
    ('19620101', '', '', 'a')
    """
    if vr == "DA":
        return _as_date(text.strip())
    if vr in _FORMS:
        values = [value.strip() for value in text.split("\\")]
        return "\\".join(values) if all(map(_FORMS[vr].fullmatch, values)) else ""
    limit = _LENGTHS.get(vr)
    if vr in _SEVERAL:
        return "\\".join(_CONTROLS.sub("", value).strip()[:limit].strip() for value in text.split("\\"))
    return _LINES_AND_TABS.sub("", text)[:limit].rstrip()


def _as_date(text: str) -> str:
    """A day as it is, a year as its first day."""
    if _YEAR.fullmatch(text):
        return f"{text}0101"
    found = _DAY.fullmatch(text)
    try:
        return date(*map(int, found.groups())).strftime("%Y%m%d") if found else ""
    except ValueError:
        return ""


def is_public(uid: str) -> bool:
    """Whether the standard registers the number; all others may tell whose object it is."""
    return UID(uid).name != uid


class Numbers:
    """New unique numbers of one document: the same for the same old one."""

    def __init__(self, document_id: str) -> None:
        self._document = document_id
        self._numbers: dict[str, int] = {}

    def new(self, old: str) -> str:
        """The number that stands for `old`; a public one stays."""
        if is_public(old):
            return old
        number = self._numbers.setdefault(old, len(self._numbers) + 1)
        return f"2.25.{uuid.uuid5(_SPACE, f'{self._document}-{number}').int}"


def element(tag: int, vr: str, value: object) -> DataElement:
    """An attribute; `fitted` has checked its value."""
    return DataElement(tag, vr, value, validation_mode=config.IGNORE)


@dataclass(frozen=True, slots=True)
class ValueSlot:
    """The value of an attribute in a dataset; without one, the attribute is written empty or not at all."""

    holder: Dataset | None
    tag: int
    vr: str

    def write(self, text: str) -> Undo:
        """Put `text` there; the function returned takes it back."""
        if self.holder is None:
            return lambda: None
        holder, old = self.holder, self.holder[self.tag]
        holder[self.tag] = element(self.tag, self.vr, fitted(self.vr, text))

        def undo() -> None:
            holder[self.tag] = old

        return undo
