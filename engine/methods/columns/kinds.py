"""Kinds of columns: the category that each is removed as, or that it harms nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

CATEGORY_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "person": ("person",),
        "organisation": ("organisation",),
        "location": ("location",),
        "street-address": ("street-address",),
        "zip": ("zip",),
        "coordinates": ("coordinates",),
        "date": ("date",),
        "birth-date": ("birth-date", "date"),
        "birth-year": ("birth-date", "age-over-89"),
        "age": ("age-over-89",),
        "phone": ("phone", "fax"),
        "fax": ("fax", "phone"),
        "email": ("email",),
        "url": ("url",),
        "ip": ("ip",),
        "ssn": ("ssn", "national-id"),
        "national-id": ("national-id", "ssn"),
        "taxpayer-id": ("taxpayer-id", "ssn"),
        "passport": ("passport", "national-id"),
        "mrn": ("mrn",),
        "health-plan": ("health-plan",),
        "account": ("account",),
        "credit-card": ("credit-card", "account"),
        "iban": ("iban", "account"),
        "license": ("license",),
        "vehicle": ("vehicle",),
        "plate": ("plate", "vehicle"),
        "device": ("device",),
        "unique-code": ("unique-code",),
    }
)
"""Kinds that identify, each with the categories of a policy that remove it, the closest first."""

HARMLESS = frozenset(
    {"label", "code", "measure", "flag", "sex", "state", "country", "year", "version", "row number"}
)
"""Kinds that say nothing by themselves about who somebody is."""

CODES = frozenset(
    {
        "ssn", "national-id", "taxpayer-id", "passport", "mrn", "health-plan", "account", "credit-card",
        "iban",
        "license", "vehicle", "plate", "device", "unique-code",
    }
)  # fmt: skip
"""Kinds whose values are numbers and codes."""

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
        A key of `CATEGORY_OF`, one of `HARMLESS`, `UNKNOWN_CODE` or `TEXT`.
    score : float, in [0, 1]
    by : str
        ``"header"``, ``"values"``, ``"both"`` or ``"neighbours"``.
    form : str
        Name of the form of its values that told, or ``""``.
    """

    name: str
    score: float
    by: str
    form: str = ""
