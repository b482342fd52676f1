"""The kind of a column that its values show by themselves, whatever its header says."""

from __future__ import annotations

from collections.abc import Mapping

from engine.methods.columns.given_out import is_row_number, looks_given_out
from engine.methods.columns.headers import Meaning
from engine.methods.columns.kinds import TEXT, UNKNOWN_CODE, Kind
from engine.methods.columns.values import ALL, FEW, HALF, KNOWN, MOST, Values

NAMED_FROM = 0.35
"""Share of cells that a recogniser takes for names from which a column without header is one of names."""
_SOME = 0.2
_LONG_TEXT = 6.0
SURE_HEADER = 0.75
"""Score from which a header says plainly what its column holds."""
_BY_FORM = (
    ("email", "email"), ("iban", "iban"), ("mac", "device"), ("uuid", "unique-code"), ("ssn", "ssn"),
    ("imei", "device"), ("ip", "ip"), ("file", "unique-code"), ("url", "url"), ("date", "date"),
    ("month of year", "date"), ("coordinates", "coordinates"), ("street", "street-address"),
    ("zip plus", "zip"), ("phone", "phone"), ("docket", "unique-code"),
    ("blob", "unique-code"), ("handle", "unique-code"),
)  # fmt: skip
"""Forms that hardly anything else has, and the kind that they show."""
_OF_LISTS = ("loinc check", "cas check", "product check", "snomed", "atc", "ndc")
"""Codes of public lists: their check digits hold, or hardly anything else has their form."""
_HARMLESS_FORMS = (
    ("icd", "code"),
    ("time", "measure"),
    ("interval", "measure"),
    ("sex", "sex"),
    ("flag", "flag"),
    ("state", "state"),
    ("finding", "flag"),
    ("country", "country"),
)


def shown_by_values(values: Values) -> Kind | None:
    """The kind that the values show by themselves."""
    for form in _OF_LISTS:
        if values.share(form) >= ALL and values.n >= FEW and values.unique <= 0.9:
            return Kind("code", values.share(form), "values", form)
    if values.share("drug maker") >= MOST and values.n >= FEW:
        return Kind("code", 0.9, "values", "drug maker")
    for form, kind in _BY_FORM:
        if values.share(form) >= MOST:
            return Kind(kind, values.share(form), "values", form)
    if values.share("luhn") >= MOST and values.n > 1:
        return Kind("credit-card", values.share("luhn"), "values", "luhn")
    if values.share("vin") >= MOST and values.share("digits") < HALF:
        return Kind("vehicle", values.share("vin"), "values", "vin")
    if values.n >= FEW and values.share("statute") >= KNOWN and values.unique <= 0.7:
        return Kind("code", values.share("statute"), "values", "statute")
    if values.share("dotted version") >= ALL > max(values.share("measure"), 2 * values.share("ip")):
        return Kind("version", values.share("dotted version"), "values", "dotted version")
    for form, kind in _HARMLESS_FORMS:
        if values.share(form) >= ALL and (form != "icd" or values.unique <= 0.9 or values.n < FEW):
            return Kind(kind, values.share(form), "values", form)
    if values.share("icd flat") >= ALL and values.share("icd") >= _SOME and values.unique <= 0.9:
        return Kind("code", values.share("icd flat"), "values", "icd")
    return None


def known_words(meaning: Meaning | None, values: Values, named: Mapping[str, float]) -> Kind | None:
    """Words that name nobody, where no header says plainly whose name or number they are."""
    plain = meaning is not None and not meaning.bare and meaning.score >= SURE_HEADER
    if (
        plain
        or named.get("listed person", 0.0) >= HALF
        or values.n < FEW
        or values.share("known") < KNOWN
        or values.share("digits", "code") >= HALF
    ):
        return None
    return Kind("label", values.share("known"), "values", "known")


def kind_without_header(values: Values, named: Mapping[str, float]) -> Kind:
    """The kind of a column whose header says nothing, or that has none."""
    if not values.n:
        return Kind(TEXT, 1.0, "values")
    if is_row_number(values):
        return Kind("row number", 0.9, "values")
    if values.share("year") >= 0.95:
        return Kind("year", 0.8, "values", "year")
    if values.share("date digits") >= 0.95 and values.n > 1:
        return Kind("date", 0.8, "values", "date digits")
    if values.share("phone digits") >= MOST and values.n > 1:
        return Kind("phone", 0.7, "values", "phone digits")
    if values.n >= 5 and values.share("three digits") >= ALL and values.zeros_in_front:
        return Kind("zip", 0.6, "values", "three digits")
    logins = values.share("login") >= MOST and values.n >= 5 and values.unique >= 0.7
    if logins or looks_given_out(values) or _are_plates(values):
        return Kind(UNKNOWN_CODE, 0.6, "values")
    if values.are_mixed and values.n >= 8 and (values.share("code") >= MOST or _are_grades(values)):
        return Kind("code", 0.8, "values", "code")
    if values.share("measure", "integer", "time") >= MOST:
        return Kind("measure", values.share("measure", "integer"), "values", "measure")
    form = UNLISTED if are_unlisted(values, named) else ""
    return kind_of_names(values, named) or Kind(TEXT, 0.5, "values", form)


UNLISTED = "unlisted words"
"""Form of a column of words that may be names: among columns about people it is of unknown kind."""


def are_unlisted(values: Values, named: Mapping[str, float]) -> bool:
    """Whether each value is one capitalised word, all differ, and hardly one is known to name nobody."""
    words = (
        values.share("one capital word") >= ALL and values.unique >= _DIFFER and values.n >= _UNLISTED_FROM
    )
    return (
        words and values.long > _SIGN and max(values.share("known"), named.get("listed thing", 0.0)) < _SOME
    )


_UNLISTED_FROM, _SIGN, _DIFFER = 5, 3, 0.75


def kind_of_names(values: Values, named: Mapping[str, float]) -> Kind | None:
    """A column of names: by what a recogniser says of its cells, or by their form."""
    if values.mean_words > _LONG_TEXT:
        return None
    best = max(
        (c for c in named if not c.startswith("listed")), key=lambda category: named[category], default=""
    )
    differ = values.unique >= HALF or values.n < 8
    if values.shares_distinct.get("company", 0.0) >= 0.2 and _most_named(named) > 0.2:
        return Kind("organisation", 0.7, "values", "company")
    if best and named[best] >= NAMED_FROM and differ and (values.n > 2 or named[best] >= MOST):
        return Kind(best, named[best], "values", "recognised")
    anybody = sum(named.get(category, 0.0) for category in ("person", "organisation", "location"))
    if best and anybody >= 0.7 and values.n >= FEW and values.mean_words >= 2:
        return Kind(best, min(1.0, anybody), "values", "recognised")
    named_form = values.share("one capital word", "names first last", "names last first") >= MOST
    if named.get("listed person", 0.0) >= 0.6 and named_form and values.n >= 3 and values.unique >= 0.3:
        return Kind("person", named["listed person"], "values", "listed")
    if named.get("listed place", 0.0) >= MOST and named_form and values.n >= 3:
        return Kind("location", named["listed place"], "values", "listed")
    if values.n >= 8 and values.share("initials") >= ALL and values.unique >= 0.6:
        return Kind("person", 0.6, "values", "initials")
    if values.share("names last first") >= MOST and values.unique >= HALF:
        return Kind("person", values.share("names last first"), "values", "names last first")
    if (
        values.share("names first last") >= 0.9
        and values.unique >= HALF
        and values.n >= 5
        and _most_named(named)
    ):
        return Kind("person", 0.6, "values", "names first last")
    return None


def _most_named(named: Mapping[str, float]) -> float:
    return max((share for category, share in named.items() if category != "listed thing"), default=0.0)


def _are_plates(values: Values) -> bool:
    """Whether nearly all values differ and are written as plates of cars are ("MS-LD 174")."""
    others = values.share("measure", "date", "phone", "time", "icd flat")
    plates = min(values.share("plate"), values.share("with digits"), values.unique) >= MOST
    return plates and values.n >= FEW and others < HALF


def _are_grades(values: Values) -> bool:
    """Short signs that recur, letters and digits mixed: grades of pay, modifiers of bills."""
    signs = values.share("with digits") >= MOST or 0.1 <= values.share("digits") < 0.9
    return signs and values.long <= 8 and values.n_distinct <= 12
