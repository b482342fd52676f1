"""Values of FHIR elements: how a changed text is written so that the resource stays valid."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from adapters.documents.office.xml_slots import Undo
from adapters.documents.text.controls import NOT_IN_LINES


class Number(str):
    """A number as the file writes it: no digit is lost."""


class Masked:
    """Stands for a value that was removed and that no text can replace."""


MASKED = Masked()
REASON_ADDRESS = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
_REASON = {"url": REASON_ADDRESS, "valueCode": "masked"}
_DATE = r"(?:18|19|20)\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]){})?)?"
_TIME = r"(?:T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))"
DATES: Mapping[str, re.Pattern[str]] = {
    "date": re.compile(_DATE.format("")),
    "dateTime": re.compile(_DATE.format(f"{_TIME}?")),
    "instant": re.compile(_DATE.format(_TIME).replace(")?)?", "))")),
}
"""Forms of dates by type: two of them may end at the year or month."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?")
_CODE = re.compile(r"\S+(?: \S+)*")
_FULL_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")
TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?")

Written = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class ElementSlot:
    """A place in a resource: the element `at` of an object or a list, and how text is written there."""

    holder: Any
    at: str | int
    written: Written

    def write(self, text: str) -> Undo:
        """Put `text` there; the function returned takes it back."""
        old = self.holder[self.at]
        self.holder[self.at] = self.written(text)

        def undo() -> None:
            self.holder[self.at] = old

        return undo


def as_text(text: str) -> object:
    """Text without control characters; nothing is left of blanks alone."""
    plain = NOT_IN_LINES.sub("", text)
    return plain if plain.strip() else MASKED


def as_code(text: str) -> object:
    """A code has no blanks at its ends, and one at most between words."""
    plain = " ".join(NOT_IN_LINES.sub("", text).split())
    return plain if _CODE.fullmatch(plain) else MASKED


def as_number(text: str) -> object:
    """A number, if it is one."""
    return Number(text) if _NUMBER.fullmatch(text) else MASKED


def as_same(item: str) -> Written:
    """The number that it was, or none: another one would be a false result."""
    return lambda text: Number(item) if text == item else MASKED


def as_age(text: str) -> object:
    """The number in an age or in a band of ages."""
    found = re.search(r"\d{1,3}", text)
    return as_number(text) if _NUMBER.fullmatch(text) else Number(found[0]) if found else MASKED


def as_date(kind: str) -> Written:
    """A date of the type `kind`, of less precision where it may have that."""

    def write(text: str) -> object:
        if DATES[kind].fullmatch(text):
            return text
        found = _FULL_DATE.fullmatch(text)
        if found is None or not DATES["date"].fullmatch(text) or kind != "instant":
            return MASKED
        return f"{found[1]}-{found[2] or '01'}-{found[3] or '01'}T00:00:00Z"

    return write


def plain_tree(value: Any) -> Any:
    """A copy in which the extension that says "masked" stands for each value that was removed."""
    if isinstance(value, list):
        return [plain_tree(item) for item in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, Any] = {}
    reasons: dict[str, Any] = {}
    for key, item in value.items():
        if item is MASKED and "url" in value and key.startswith("value"):
            reasons["extension"] = [_REASON]
        elif item is MASKED:
            reasons[f"_{key}"] = {"extension": [_REASON]}
        elif isinstance(item, list) and MASKED in item:
            made[key] = [None if one is MASKED else plain_tree(one) for one in item]
            reasons[f"_{key}"] = [{"extension": [_REASON]} if one is MASKED else None for one in item]
        else:
            made[key] = plain_tree(item)
    return {**made, **reasons}


def written_json(value: Any, indent: str, before: str = "\n") -> str:
    """JSON with numbers as they were; one line where `indent` is empty."""
    if isinstance(value, Number):
        return str(value)
    if not isinstance(value, (dict, list)) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = before + indent
    if isinstance(value, list):
        return _in_brackets("[]", (written_json(one, indent, inner) for one in value), indent, before)
    space = ": " if indent else ":"
    items = (f"{json.dumps(key)}{space}{written_json(one, indent, inner)}" for key, one in value.items())
    return _in_brackets("{}", items, indent, before)


def _in_brackets(brackets: str, items: Iterable[str], indent: str, before: str) -> str:
    if not indent:
        return brackets[0] + ",".join(items) + brackets[1]
    inner = before + indent
    return brackets[0] + inner + f",{inner}".join(items) + before + brackets[1]
