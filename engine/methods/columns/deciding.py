"""The kind of one column: what its header says, held against what its values look like."""

from __future__ import annotations

from collections.abc import Mapping

from engine.methods.columns.evidence import (
    FEATURES,
    NOT_SAID,
    SURE,
    UNSURE,
    Evidence,
    Row,
    Rows,
    decided,
    of_header,
)
from engine.methods.columns.headers import PATIENTS, Meaning
from engine.methods.columns.kinds import CATEGORY_OF, CODES, TEXT, UNKNOWN_CODE, Kind
from engine.methods.columns.shown_kinds import NAMES, SHOWN, UNSAID
from engine.methods.columns.two_meanings import OTHER_MEANING
from engine.methods.columns.values import FEW, HALF, KNOWN, MOST, Values

_DATES = frozenset({"date", "birth-date"})
_SHORTEST = {"plate": 4, "iban": 6}
"""Signs that numbers of cars, and of accounts at a bank, have at least."""
_OF_DIGITS = CODES | _DATES | {"zip", "phone", "fax", "email"}
"""Kinds of which hardly a value is without a digit."""
_FRACTIONS = frozenset({"age", "birth-year", "coordinates", "location"})
"""Kinds that identify, and of which a value may be a fraction."""
_OVERRULED = frozenset(
    {"coordinates", "date", "email", "url", "ip", "ssn", "phone", "iban", "street-address"}
)
_ONE_THING = ({"phone", "fax"}, _DATES)
"""Kinds whose values look alike: the header says which they are."""


def kind_of(meaning: Meaning | None, values: Values, named: Mapping[str, float]) -> Kind:
    """The kind of a column.

    Parameters
    ----------
    meaning : Meaning or None
        What the header says.
    values : Values
        The values summed up.
    named : mapping of str to float
        For persons, organisations and places, the share of the values that a recogniser takes for one.
    """
    seen = Evidence(meaning or NOT_SAID, values, named)
    seen = Evidence(seen.meaning, values, named, decided(SHOWN, seen))
    return decided(COLUMN, seen) or Kind(TEXT, UNSURE, "values")


def _shown_overrules(seen: Evidence) -> bool:
    """Whether plain values overrule a header that names an identifier."""
    if seen.shown is None or seen.shown.name == seen.meaning.kind:
        return False
    shown, both = seen.shown.name, {seen.meaning.kind, seen.shown.name}
    if any(both <= kinds for kinds in _ONE_THING) or (both <= CODES and not seen.meaning.bare):
        return False
    return (
        shown in _OVERRULED
        or (seen.meaning.bare and shown not in ("code", "version"))
        or seen.holds("under location or street-address, shows state or country")
    )


def _are_counts(seen: Evidence) -> bool:
    """Whether small whole numbers are counts: of somebody's, or under a word that no vocabulary has."""
    values = seen.values
    if not seen.holds("mostly integer"):
        others = seen.holds("half digits") or (values.unique > HALF and seen.holds("half code"))
        return seen.holds("mostly measure") and not others
    return values.long <= 3 and (not seen.meaning.bare or values.long <= 1 or _are_small_counts(seen))


def _are_small_counts(seen: Evidence) -> bool:
    values = seen.values
    if values.falls and values.unique < 1.0 and PATIENTS.isdisjoint(seen.meaning.words):
        return True
    recurs = values.unique <= KNOWN and not values.zeros_in_front
    return seen.holds("small numbers, not whole") and (recurs or values.n < FEW)


FEATURES |= {
    "under an identifier": lambda seen: seen.meaning.kind in CATEGORY_OF,
    "under digits": lambda seen: seen.meaning.kind in _OF_DIGITS,
    "under a fraction": lambda seen: seen.meaning.kind in _FRACTIONS,
    "under identifier alone": lambda seen: seen.meaning.words == ("identifier",),
    "under a record": lambda seen: seen.meaning.words[-1:] == ("mrn",),
    "shown overrules": _shown_overrules,
    "counts": _are_counts,
    "shorter than a plate": lambda seen: max(seen.values.lengths, default=0) < _SHORTEST["plate"],
    "too short": lambda seen: max(seen.values.lengths, default=0) < _SHORTEST.get(seen.meaning.kind, 0),
    "few digits alone": lambda seen: seen.values.share("few digits") >= 1.0,
    "numbered": lambda seen: (  # words only describe
        (seen.holds("mostly with digits") and seen.values.mean_words <= 5)
        or seen.holds("half code or digits or plate or vin")
    ),
    "some again": lambda seen: seen.values.unique < MOST,
}

_SUBJECT: Rows = (
    Row("few of a subject", "numbered, small numbers, not under a record", "measure", "both"),
    Row("numbers of a subject", "numbered", of_header, "both"),
    *NAMES,
    Row(
        "words for a subject", "under health-plan or account or license or device or vehicle, few words",
        "label", "header",
    ),
    Row("text about a subject", "", TEXT, "header"),
)  # fmt: skip
"""Headers such as "chart" or "insurance": codes identify, words describe."""

_NAME: Rows = (
    Row("names that recur", "many, recur, few persons, not half names last first", TEXT, "both"),
    Row("measures under a name", "mostly measure, not given out", "measure", "both"),
    Row("codes under a name", "mostly code or measure", "unique-code", "both"),
    Row("name", "", "person", "header"),
)
"""The header "name": of persons, unless its few different values are taken for none."""

_SOMEBODY: Rows = (
    Row("counts", "counts", "measure", "both"),
    Row(
        "sides", "not under person, many, few different, every listed thing, not half listed place", "label",
    ),
    Row("numbers of people", "under person, mostly code or digits", "mrn", "both"),
    Row("numbers of places", "mostly code or digits", "unique-code", "both"),
    Row(
        "ways", "bare, recur, mostly small first letter", "label", "both",
        why="A contact by mail is nobody.",
    ),
    Row(
        "groups of blood", "bare, not whole, up to three signs", TEXT, "both",
        why="PT and a word that no vocabulary has may head anything.",
    ),
    Row("no names", "bare, not whole, not half capitalised", TEXT, "both"),
    Row("somebody", "", of_header, "header"),
)  # fmt: skip
"""A person, an organisation or a place, or a number for one, or only a way."""

_SIGNS = "under phone or fax or ssn or national-id or taxpayer-id or passport or credit-card"
_IDENTIFYING: Rows = (
    Row(
        "codes too short for it", "enough, under plate or iban, too short, every code, shorter than a plate",
        "code", why="A laboratory has plates and cells; one value that could be one is enough to believe it.",
    ),
    Row("too short for it", "enough, under plate or iban, too short", UNSAID),
    Row("signs for it", f"enough, {_SIGNS}, few digits alone, every code, shorter than a plate", "code"),
    Row("too few digits for it", f"enough, {_SIGNS}, few digits alone", UNSAID),
    Row(
        "yes and no", "flags, not under age or birth-year or zip or location or month", "flag",
        why="A column called phone may ask whether there is one.",
    ),
    Row("times", "under date or birth-date, mostly time", "measure"),
    Row("ways", "under phone or fax or email, nearly known, hardly with digits", "label"),
    Row("values overrule", "shown overrules", SHOWN),
    Row(
        "codes of many makers", "under unique-code, not under identifier alone, mixed, mostly code", "code",
        "both", SURE, why="Values called identifier identify, whatever their shapes.",
    ),
    Row(
        "ranges", "under unique-code, mostly measure, not half digits, not given out",
        "measure", "both", SURE,
    ),
    Row("row numbers", "under device or unique-code, row numbers", "row number", "both", SURE),
    Row("subject", "bare, under a code, any", _SUBJECT),
    Row("name", "under name", _NAME),
    Row("somebody", "under person or organisation or location", _SOMEBODY),
    Row("days counted", "under date, small numbers, not whole", "measure", "both"),
    Row("years of birth", "under birth-date, mostly year", "birth-year", "both"),
    Row("years", "under date, mostly year", "year", "both"),
    Row("identifier", "", of_header, "header"),
)  # fmt: skip
"""A header that names an identifier is believed unless the values cannot be such."""

_HARMLESS: Rows = (
    Row("version", "under version", "version", "header"),
    Row("years of age", "under year, every integer, up to three signs", "age", "both"),
    Row("identifiers", "shown personal, not shows url or zip", SHOWN),
    Row("codes of a list", "under code or label, shows code", "code", "both", SURE),
    Row("codes of a thing", "under code or label, half code", "code", "header"),
    Row("names of a thing", "under code or label", "label", "header"),
    Row(
        "given out", "under measure or flag or sex or year or state, surely given out", UNKNOWN_CODE,
    ),
    Row("measures", "under measure, every measure", "measure", "both", SURE),
    Row("harmless", "", of_header, "header"),
)  # fmt: skip
"""A header that promises nothing personal is believed unless the values say otherwise."""

_TEXT: Rows = (
    Row("identifiers", "shown personal", SHOWN),
    Row("given out", "enough, given out", UNKNOWN_CODE),
    Row("text", "", TEXT, "header"),
)
"""A header that promises text, over values that may be none."""

_WEAK: Rows = (
    Row("values", "shown", SHOWN),
    Row("row numbers", "row numbers", "row number"),
    Row("harmless", "under harmless", _HARMLESS),
    Row("no codes", "under a code, not half code or digits, not mostly with digits", UNSAID),
    Row("counts", "under a code, many, small numbers, some again", "measure", "both", SURE),
    Row("codes that recur often", "under a code, recur often, not given out", "code", "both", SURE),
    Row("codes that recur", "under a code, many, recur, not given out", "code", "both", UNSURE),
    Row("numbers", "under a code", of_header, "both"),
    *NAMES,
    Row("weak header", "", of_header, "header"),
)
"""A header such as "no." or "code": the values decide, and what looks given out is removed."""

_CONTRADICTED = "under an identifier, enough"
COLUMN: Rows = (
    Row("no header", "not header", (*SHOWN, *UNSAID)),
    Row(
        "words that recur",
        f"{_CONTRADICTED}, under digits, many, recur, hardly with digits or with sign at or calendar",
        (*SHOWN, *UNSAID),
        why="Nobody's mail is nurse or clerk, no Admit a date that says rejected twelve times.",
    ),
    Row(
        "fractions", f"{_CONTRADICTED}, not under a fraction, half fraction, every measure", (*SHOWN, *UNSAID)
    ),
    Row(
        "amounts in thousands",
        f"{_CONTRADICTED}, under digits, some thousands and cents, some small amount, hardly four digits",
        (*SHOWN, *UNSAID),
        why="977,174.45 is nobody's number. 1,728 may be: spreadsheets write numbers of records so.",
    ),
    Row(
        "counts in thousands",
        "enough, under health-plan or account, promises no number, some in thousands, some small amount,"
        " hardly four digits",
        (*SHOWN, *UNSAID),
        why="Bills of members are counted (1,728 and 48), where the header promises no number.",
    ),
    Row(
        "words of a program",
        f"{_CONTRADICTED}, of records, every words of a program, not third listed person, not third person",
        (*SHOWN, *UNSAID),
        why="The id of a message is msg_no_record_found. Users and patients may be called aqz_kko_ward.",
    ),
    *OTHER_MEANING,
    Row("weak header", "not plain", _WEAK),
    Row("header of something harmless", "under harmless", _HARMLESS),
    Row("header of text", "under text", _TEXT),
    Row("header of an identifier", "", _IDENTIFYING),
)
"""All of it, from the first row on; a row that names a table goes on there."""
