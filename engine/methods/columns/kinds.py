"""Kinds of columns, a line for each: what removes it, what heads it, and which values show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple


class _Line(NamedTuple):
    """A kind.

    Its categories are those of a policy that remove it, the closest first; a kind without any harms nobody.
    Its words are tags of the vocabulary that name it by themselves, `whose` is the tag of whose number it is.
    Forms show it whatever the header says: hardly anything else has them.
    """

    name: str
    categories: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    whose: str = ""
    is_code: bool = False


KINDS = (
    _Line("email", ("email",), ("email",), ("email",)),
    _Line("iban", ("iban", "account"), ("iban",), ("iban",), is_code=True),
    _Line("license", ("license",), whose="licence", is_code=True),
    _Line("health-plan", ("health-plan",), whose="plan", is_code=True),
    _Line("account", ("account",), whose="account", is_code=True),
    _Line("device", ("device",), ("mac",), ("mac", "imei"), "device", is_code=True),
    _Line("vehicle", ("vehicle",), whose="vehicle", is_code=True),
    _Line(
        "unique-code",
        ("unique-code",),
        ("username", "photo"),
        ("uuid", "file", "docket", "blob", "handle"),
        "case_code",
        is_code=True,
    ),
    _Line("mrn", ("mrn",), whose="record", is_code=True),
    _Line("ssn", ("ssn", "national-id"), ("ssn",), ("ssn",), is_code=True),
    _Line("national-id", ("national-id", "ssn"), ("national",), is_code=True),
    _Line("taxpayer-id", ("taxpayer-id", "ssn"), ("tax",), is_code=True),
    _Line("passport", ("passport", "national-id"), ("passport",), is_code=True),
    _Line("credit-card", ("credit-card", "account"), ("card",), is_code=True),
    _Line("plate", ("plate", "vehicle"), ("plate",), is_code=True),
    _Line("ip", ("ip",), ("ip",), ("ip",)),
    _Line("url", ("url",), ("url",), ("url",)),
    _Line("birth-date", ("birth-date", "date"), ("birth",)),
    _Line("date", ("date",), ("date", "month"), ("date", "month of year")),
    _Line("birth-year", ("birth-date", "age-over-89"), ("birth_year",)),
    _Line("age", ("age-over-89",), ("age",)),
    _Line("coordinates", ("coordinates",), ("coordinates",), ("coordinates",)),
    _Line("street-address", ("street-address",), ("address",), ("street",)),
    _Line("zip", ("zip",), ("zip",), ("zip plus",)),
    _Line("phone", ("phone", "fax"), ("phone",), ("phone",)),
    _Line("fax", ("fax", "phone"), ("fax",)),
    _Line("person", ("person",)),
    _Line("organisation", ("organisation",)),
    _Line("location", ("location",), ("place",)),
    _Line("year", (), ("year",)),
    _Line("state", (), ("state",)),
    _Line("country", (), ("country",)),
    _Line("sex", (), ("sex",)),
    *map(_Line, ("label", "code", "measure", "flag", "version", "row number")),
)
"""All kinds; a new one is a line here. Of two whose forms a value has, the earlier counts."""

CATEGORY_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {kind.name: kind.categories for kind in KINDS if kind.categories}
)
"""Kinds that identify, each with the categories of a policy that remove it, the closest first."""
HARMLESS = frozenset(kind.name for kind in KINDS if not kind.categories)
"""Kinds that say nothing by themselves about who somebody is."""
CODES = frozenset(kind.name for kind in KINDS if kind.is_code)
"""Kinds whose values are numbers and codes."""
KIND_OF_WORD: Mapping[str, str] = MappingProxyType({word: kind.name for kind in KINDS for word in kind.words})
"""Tags of the vocabulary that name a kind, and the kind."""
KIND_OF_NUMBER: Mapping[str, str] = MappingProxyType({kind.whose: kind.name for kind in KINDS if kind.whose})
"""Tags of the vocabulary of whose number it is, and the kind of the number."""

UNKNOWN_CODE = "unknown code"
"""Values like identifiers, and nothing says of what."""
TEXT = "text"
"""Anything else: searched as text is."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of a column, how sure it is, and what said so.

    Parameters
    ----------
    name : str
        A name of `KINDS`, `UNKNOWN_CODE` or `TEXT`.
    score : float, in [0, 1]
    by : str
        ``"header"``, ``"values"``, ``"both"`` or ``"neighbours"``.
    row : str
        Name of the row of evidence that decided.
    """

    name: str
    score: float
    by: str
    row: str = ""
