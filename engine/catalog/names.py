"""What exists, by name: passed to the policy check so that an unknown name is an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal

from engine.catalog.laws import LAWS, Law
from engine.catalog.words import meant

_NUMBERS = frozenset(
    {"ssn", "taxpayer-id", "phone", "fax", "mrn", "health-plan", "account", "credit-card", "iban"}
    | {"license", "vehicle", "plate", "device", "national-id", "passport", "unique-code", "own-code"}
)

OperatorName = Literal[
    "placeholder",
    "pseudonym",
    "last-4",
    "year",
    "zip3",
    "age-band",
    "initials",
    "city-state",
    "state",
    "city-state-zip",
    "postal-area",
    "exemption",
    "redact",
]
"""What `replace_with` may name."""

OPERATORS: Mapping[str, frozenset[str] | None] = {
    "placeholder": None,
    "pseudonym": None,
    "redact": None,
    "exemption": None,
    "last-4": _NUMBERS,
    "year": frozenset({"date", "birth-date"}),
    "zip3": frozenset({"zip"}),
    "age-band": frozenset({"age-over-89"}),
    "initials": frozenset({"person", "minor"}),
    "city-state": frozenset({"street-address"}),
    "state": frozenset({"location", "street-address", "coordinates"}),
    "city-state-zip": frozenset({"street-address"}),
    "postal-area": frozenset({"zip"}),
}
"""The categories each operator can replace; None means all."""

TO_COME: Mapping[str, str] = {}
"""Categories of the language that this version cannot find yet, and why."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """Names that a policy may use.

    Parameters
    ----------
    categories : sequence of str
        Categories that some recogniser finds, e.g. ``("ssn", "phone")``.
    knowledge, corpora : sequence of str
        Names of the knowledge bases and corpora on this machine.
    recognizers : sequence of str
        Learned recognisers that are shipped; a policy may name files beside it too.
    formats : sequence of str
        Document formats that can be released.
    countries : sequence of str
        Countries whose own numbers a clause may ask for.
    censuses : sequence of int
        Years of the census tables there are for the ZIP3 rule.
    time_zones : sequence of str
        IANA names; empty leaves the check to the scheduler.
    laws : mapping
        Known provisions by citation.
    operators : mapping
        Categories each operator can replace; None means all.
    to_come : mapping
        Category to reason, for those that no recogniser finds yet.
    """

    categories: Sequence[str]
    knowledge: Sequence[str] = ()
    corpora: Sequence[str] = ()
    recognizers: Sequence[str] = ()
    formats: Sequence[str] = ()
    countries: Sequence[str] = ()
    censuses: Sequence[int] = ()
    time_zones: Sequence[str] = ()
    laws: Mapping[str, Law] = field(default_factory=lambda: LAWS)
    operators: Mapping[str, frozenset[str] | None] = field(default_factory=lambda: OPERATORS)
    to_come: Mapping[str, str] = field(default_factory=lambda: TO_COME)


CATEGORIES = (
    *("ssn", "taxpayer-id", "phone", "fax", "email", "url", "ip", "mrn", "health-plan", "account"),
    *("credit-card", "iban", "license", "vehicle", "plate", "device", "date", "birth-date"),
    *(
        "age-over-89",
        "zip",
        "street-address",
        "national-id",
        "passport",
        "unique-code",
        "coordinates",
        "quantity",
    ),
    *("own-code", "listed-term"),
)
"""Categories that patterns find, and the terms of a clause's own list (`listed-term`)."""

LEARNED = ("person", "organisation", "location")
"""Categories that the learned recogniser finds."""

FACTS = ("minor",)
"""Categories that are found by the facts of a matter alone: who is a child, no text tells for sure."""

BROADER: Mapping[str, str] = {"minor": "person", "birth-date": "date", "fax": "phone"}
"""Categories whose every member is one of another category too."""

_SUBDIVISION = r"\((?:[0-9A-Za-z]|[ivx]{2,4})\)"
EXEMPTION = rf"(?:(?:s|Art)\. [0-9]{{1,3}}(?:{_SUBDIVISION}){{0,4}}|(?:{_SUBDIVISION}){{1,4}})"
"""A code that `exemption` may write: no text of a document can hide in a token that is taken for our own."""

# fmt: off
COUNTRIES = (
    "ad", "al", "at", "au", "az", "be", "bg", "br", "by", "ca", "ch", "cl", "cn", "co", "cr", "cu",
    "cz", "de", "dk", "do", "dz", "ec", "ee", "eg", "es", "fi", "fo", "fr", "gb", "gh", "gn", "gr",
    "gt", "hr", "hu", "id", "ie", "il", "in", "is", "it", "jp", "ke", "kr", "li", "lt", "lv", "ma",
    "md", "me", "mk", "mt", "mx", "my", "mz", "nl", "no", "nz", "pe", "pk", "pl", "pt", "py", "ro",
    "rs", "ru", "se", "sg", "si", "sm", "sn", "sv", "th", "tn", "tr", "tw", "ua", "uy", "ve",
    "vn", "za",
)
# fmt: on
"""Countries whose own numbers a clause may ask for (ISO 3166-1 alpha-2, small letters)."""

LEARNABLE = ("person", "organisation", "location", "date", "age", "code", "demographic", "quantity", "other")
"""Categories that a trained model can tell apart: a clause with `learn` may look for them."""

SHIPPED = Catalog(
    categories=(*CATEGORIES, *LEARNED, *FACTS),
    knowledge=("snomed", "mesh", "disease-ontology", "unesco", "odp", "places", "wiktionary", "wordnet"),
    corpora=("wikipedia",),
    recognizers=("en-default",),
    formats=(
        *("txt", "md", "html", "csv", "jsonl", "json"),
        *("docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf"),
        *("xml", "yaml", "ini", "log", "fodt", "fods", "fodp", "epub", "msg", "doc", "xls", "ppt"),
        *("pdf", "eml", "mbox", "zip", "tar", "gz", "7z", "hl7", "dicom", "srt", "vtt", "ics", "vcf"),
        *("png", "jpeg", "tiff", "bmp", "gif", "webp"),
    ),
    countries=COUNTRIES,
    censuses=(2000, 2020),
)
"""What comes with saferelease, before a user adds knowledge and corpora."""


def did_you_mean(name: str, known: Sequence[str], shown: int = 12) -> str:
    """Advice for an unknown name: what people mean by it, the nearest known one, else what there is.

    Parameters
    ----------
    name : str
        The unknown name.
    known : sequence of str
        Names there are.
    shown : int
        How many of them to list when none is near; 0 gives no advice then.

    Examples
    --------
    >>> did_you_mean("taxpayer", ["ssn", "taxpayer-id", "zip"])
    'Did you mean taxpayer-id?'
    """
    if said := meant(name, known):
        return f"Did you mean {said}?"
    folded = {candidate.casefold(): candidate for candidate in known}
    near = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    if near:
        return f"Did you mean {folded[near[0]]}?"
    if not shown:
        return ""
    if not known:
        return "None is installed on this machine."
    more = ", ..." if len(known) > shown else ""
    return f"There is: {', '.join(list(known)[:shown])}{more}."
