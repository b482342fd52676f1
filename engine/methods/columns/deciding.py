"""The kind of one column: what its header says, held against what its values look like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.methods.columns.headers import Meaning
from engine.methods.columns.kinds import CODES, HARMLESS, TEXT, UNKNOWN_CODE
from engine.methods.columns.values import Values

NAMED_FROM = 0.35
"""Share of cells that a recogniser takes for names from which a column without header is one of names."""
_MOST = 0.8
_HALF = 0.5
_LONG_TEXT = 6.0
_SURE_HEADER = 0.75


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of a column, how sure it is, and what said so.

    Parameters
    ----------
    name : str
        See `engine.methods.columns.kinds`.
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
    shown = _by_values(values) or _known(meaning, values, named)
    if meaning is None:
        return shown or _without_header(values, named)
    if meaning.score < _SURE_HEADER:
        return _with_weak_header(meaning, values, named, shown)
    if meaning.kind in HARMLESS:
        return _harmless(meaning, values, shown)
    if meaning.kind == TEXT:
        return _of_text(meaning, values, shown)
    return _identifying(meaning, values, named, shown)


def _of_text(meaning: Meaning, values: Values, shown: Kind | None) -> Kind:
    """A header that promises text, over values that may be none."""
    if shown and shown.name not in HARMLESS:
        return shown
    if values.n >= _FEW and values.share("digits", "code") >= _MOST and looks_given_out(values):
        return Kind(UNKNOWN_CODE, 0.6, "values")
    return Kind(TEXT, meaning.score, "header")


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
    ("sex", "sex"),
    ("flag", "flag"),
    ("state", "state"),
    ("finding", "flag"),
    ("country", "country"),
)
_ALL = 0.95
_KNOWN = 0.9
_FEW = 3
_SOME = 0.2


def _by_values(values: Values) -> Kind | None:
    """The kind that the values show by themselves."""
    if not values.n:
        return None
    for form in _OF_LISTS:
        if values.share(form) >= _ALL and values.n >= _FEW and values.unique <= 0.9:
            return Kind("code", values.share(form), "values", form)
    if values.share("drug maker") >= _MOST and values.n >= _FEW:
        return Kind("code", 0.9, "values", "drug maker")
    for form, kind in _BY_FORM:
        if values.share(form) >= _MOST:
            return Kind(kind, values.share(form), "values", form)
    if values.share("luhn") >= _MOST and values.n > 1 and values.short >= 13:
        return Kind("credit-card", values.share("luhn"), "values", "luhn")
    if values.share("vin") >= _MOST and values.share("digits") < _HALF:
        return Kind("vehicle", values.share("vin"), "values", "vin")
    if values.n >= _FEW and values.share("statute") >= _KNOWN and values.unique <= 0.7:
        return Kind("code", values.share("statute"), "values", "statute")
    if values.share("dotted version") >= _ALL > max(values.share("measure"), 2 * values.share("ip")):
        return Kind("version", values.share("dotted version"), "values", "dotted version")
    for form, kind in _HARMLESS_FORMS:
        if values.share(form) >= _ALL and (form != "icd" or values.unique <= 0.9 or values.n < _FEW):
            return Kind(kind, values.share(form), "values", form)
    if values.share("icd flat") >= _ALL and values.share("icd") >= _SOME and values.unique <= 0.9:
        return Kind("code", values.share("icd flat"), "values", "icd")
    return None


def _known(meaning: Meaning | None, values: Values, named: Mapping[str, float]) -> Kind | None:
    """Words that name nobody, where no header says plainly whose name or number they are."""
    plain = meaning is not None and not meaning.bare and meaning.score >= _SURE_HEADER
    if (
        plain
        or named.get("listed person", 0.0) >= _HALF
        or values.n < _FEW
        or values.share("known") < _KNOWN
        or values.share("digits", "code") >= _HALF
    ):
        return None
    return Kind("label", values.share("known"), "values", "known")


def _harmless(meaning: Meaning, values: Values, shown: Kind | None) -> Kind:
    """A header that promises nothing personal is believed unless the values say otherwise."""
    if meaning.kind == "version":
        return Kind("version", meaning.score, "header")
    if meaning.kind == "year" and values.share("integer") >= _ALL and values.long <= 3:
        return Kind("age", 0.6, "both", "integer")
    if shown and shown.name not in HARMLESS and shown.name not in ("url", "zip", "month"):
        return shown
    if meaning.kind in ("code", "label"):
        score = max(meaning.score, shown.score if shown and shown.name == "code" else 0.0)
        return Kind("code" if values.share("code") >= _HALF else "label", score, "header")
    if meaning.kind in ("measure", "flag", "sex", "year", "state") and looks_given_out(values, strict=True):
        return Kind(UNKNOWN_CODE, 0.6, "values")
    if meaning.kind == "measure" and values.share("measure") >= _ALL:
        return Kind("measure", max(meaning.score, 0.85), "both", "measure")
    return Kind(meaning.kind, meaning.score, "header")


def _identifying(meaning: Meaning, values: Values, named: Mapping[str, float], shown: Kind | None) -> Kind:
    """A header that names an identifier is believed unless the values cannot be such."""
    kind = meaning.kind
    if kind == "email" and _has_no_address(values):
        return Kind(TEXT, meaning.score, "values")
    if values.n and _is_harmless(kind, values):
        form, name = ("flag", "flag") if values.share("flag") >= _MOST else ("time", "measure")
        if values.share("known") >= _KNOWN:
            form, name = "known", "label"
        return Kind(name, meaning.score, "values", form)
    if shown and shown.name != kind and _values_decide(kind, shown.name, meaning.bare):
        return Kind(shown.name, shown.score, "both", shown.form)
    if kind == "unique-code" and values.are_mixed and values.share("code") >= _MOST:
        return Kind("code", 0.8, "both")
    ranges = values.share("measure") >= _MOST and values.share("digits") < _HALF
    if kind == "unique-code" and ranges and not looks_given_out(values):
        return Kind("measure", 0.8, "both", "measure")
    if kind in ("device", "unique-code") and is_row_number(values):
        return Kind("row number", 0.9, "both")
    if meaning.bare and kind in CODES and values.n:
        return _subject(kind, meaning, values, named)
    if kind == "name":
        return _name(meaning, values, named)
    if kind in ("person", "organisation", "location"):
        return _who_or_where(kind, meaning, values)
    if kind in ("date", "birth-date") and values.share("year") >= _MOST:
        return Kind("birth-year" if kind == "birth-date" else "year", meaning.score, "both", "year")
    return Kind(kind, meaning.score, "header")


def _is_harmless(kind: str, values: Values) -> bool:
    """Whether what a header promises cannot be in the values: "phone" over yes and no, days over a date."""
    if kind in ("age", "birth-year", "zip", "location", "month"):
        return False
    words = values.share("flag") >= _MOST and (values.share("digits") < _HALF or values.largest == 1)
    if kind in ("date", "birth-date"):
        return words or values.share("time") >= _MOST
    ways = kind in ("phone", "fax", "email") and values.share("known") >= _KNOWN
    return (words and values.n_distinct <= 4) or (ways and values.share("with digits") < 0.1)


def _has_no_address(values: Values) -> bool:
    """Whether few words without a digit recur under "mail" ("nurse", "clerk"): none is anybody's address."""
    recurs = values.n >= 8 and values.unique <= _HALF
    return recurs and not values.share("email") and values.share("with digits", "with sign at") < 0.1


def _who_or_where(kind: str, meaning: Meaning, values: Values) -> Kind:
    """A person, an organisation or a place, or a number for one, or only a way ("contact: by mail")."""
    if values.share("code", "digits") >= _MOST:
        if not meaning.bare and values.long <= 3 and values.share("integer") >= _MOST:
            return Kind("measure", meaning.score, "both", "integer")
        return Kind("mrn" if kind == "person" else "unique-code", meaning.score, "both")
    few = values.n >= _FEW and values.unique <= _HALF
    if meaning.bare and few and values.share("small first letter") >= _MOST:
        return Kind("label", meaning.score, "both")
    return Kind(kind, meaning.score, "header")


_STATES = ("state", "country")
_PLACES = ("location", "street-address")
_OVERRULED = frozenset(
    {"coordinates", "date", "email", "url", "ip", "ssn", "phone", "iban", "street-address"}
)


def _values_decide(kind: str, shown: str, bare: bool) -> bool:
    """Whether plain values overrule the header."""
    if {kind, shown} <= {"phone", "fax"} or {kind, shown} <= {"date", "birth-date"}:
        return False
    if {kind, shown} <= CODES and not bare:
        return False
    if shown in ("state", "flag", "sex", "code", "country", "version"):
        return (bare and shown not in ("code", "version")) or (kind in _PLACES and shown in _STATES)
    return shown in _OVERRULED or bare


def _subject(kind: str, meaning: Meaning, values: Values, named: Mapping[str, float]) -> Kind:
    """A column called "chart" or "insurance": codes identify, words describe."""
    numbered = values.share("with digits") >= _MOST and values.mean_words <= 5
    if numbered or values.share("code", "digits") >= _HALF or values.share("plate", "vin") >= _HALF:
        if values.share("integer") >= _MOST and values.long <= 2 and meaning.words[-1:] != ("mrn",):
            return Kind("measure", meaning.score, "both", "integer")
        return Kind(kind, meaning.score, "both")
    person = _named(values, named)
    described = kind in ("health-plan", "account", "license", "device", "vehicle") and values.mean_words <= 4
    return person or Kind("label" if described else TEXT, meaning.score, "header")


def _name(meaning: Meaning, values: Values, named: Mapping[str, float]) -> Kind:
    """A column called "name" alone: of persons, unless its few different values are taken for none."""
    few = values.n >= 8 and values.unique < 0.4
    if few and named.get("person", 0.0) < NAMED_FROM and not values.share("names last first") >= _HALF:
        return Kind(TEXT, meaning.score, "both")
    if values.share("code", "measure") >= _MOST:
        counts = values.share("measure") >= _MOST and not looks_given_out(values)
        return Kind("measure" if counts else "unique-code", meaning.score, "both")
    return Kind("person", meaning.score, "header")


def _with_weak_header(
    meaning: Meaning, values: Values, named: Mapping[str, float], shown: Kind | None
) -> Kind:
    """A header such as "no." or "code": the values decide, and what looks given out is removed."""
    if shown:
        return shown
    if is_row_number(values):
        return Kind("row number", 0.9, "values")
    if meaning.kind in HARMLESS:
        return _harmless(meaning, values, shown)
    if meaning.kind in CODES:
        if values.share("code", "digits") < _HALF and values.share("with digits") < _MOST:
            return _without_header(values, named)
        if values.n >= 8 and values.long <= 2 and values.unique < _MOST and values.share("integer") >= _MOST:
            return Kind("measure", 0.8, "both", "integer")
        if values.n >= 8 and values.unique <= 0.5 and not looks_given_out(values):
            return Kind("code", 0.8 if values.unique <= 0.25 else 0.6, "both")
        return Kind(meaning.kind, meaning.score, "both")
    return _named(values, named) or Kind(meaning.kind, meaning.score, "header")


def is_row_number(values: Values) -> bool:
    """Whether the values count the rows: whole numbers from a small one on, each one more."""
    return values.in_steps and values.long <= 5 and values.short == 1


def _without_header(values: Values, named: Mapping[str, float]) -> Kind:
    if not values.n:
        return Kind(TEXT, 1.0, "values")
    if is_row_number(values):
        return Kind("row number", 0.9, "values")
    if values.share("year") >= 0.95:
        return Kind("year", 0.8, "values", "year")
    if values.share("date digits") >= 0.95 and values.n > 1:
        return Kind("date", 0.8, "values", "date digits")
    if values.share("phone digits") >= _MOST and values.n > 1:
        return Kind("phone", 0.7, "values", "phone digits")
    if values.n >= 5 and values.share("three digits") >= _ALL and values.zeros_in_front:
        return Kind("zip", 0.6, "values", "three digits")
    logins = values.share("login") >= _MOST and values.n >= 5 and values.unique >= 0.7
    if logins or looks_given_out(values) or _are_plates(values):
        return Kind(UNKNOWN_CODE, 0.6, "values")
    if values.are_mixed and values.n >= 8 and (values.share("code") >= _MOST or _are_grades(values)):
        return Kind("code", 0.8, "values", "code")
    if values.share("measure", "integer", "time") >= _MOST:
        return Kind("measure", values.share("measure", "integer"), "values", "measure")
    return _named(values, named) or Kind(TEXT, 0.5, "values")


def _are_plates(values: Values) -> bool:
    """Whether nearly all values differ and are written as plates of cars are ("MS-LD 174")."""
    others = values.share("measure", "date", "phone", "time", "icd flat")
    plates = min(values.share("plate"), values.share("with digits"), values.unique) >= _MOST
    return plates and values.n >= _FEW and others < _HALF


def _are_grades(values: Values) -> bool:
    """Short signs that recur, letters and digits mixed: grades of pay, modifiers of bills."""
    signs = values.share("with digits") >= _MOST or 0.1 <= values.share("digits") < 0.9
    return signs and values.long <= 8 and values.n_distinct <= 12


def _named(values: Values, named: Mapping[str, float]) -> Kind | None:
    """A column of names: by what a recogniser says of its cells, or by their form."""
    if values.mean_words > _LONG_TEXT:
        return None
    best = max(
        (c for c in named if not c.startswith("listed")), key=lambda category: named[category], default=""
    )
    differ = values.unique >= _HALF or values.n < 8
    if values.shares_distinct.get("company", 0.0) >= 0.2 and max(named.values(), default=0.0) > 0.2:
        return Kind("organisation", 0.7, "values", "company")
    if best and named[best] >= NAMED_FROM and differ and (values.n > 2 or named[best] >= _MOST):
        return Kind(best, named[best], "values", "recognised")
    named_form = values.share("one capital word", "names first last", "names last first") >= _MOST
    if named.get("listed person", 0.0) >= 0.6 and named_form and values.n >= 3 and values.unique >= 0.3:
        return Kind("person", named["listed person"], "values", "listed")
    if named.get("listed place", 0.0) >= _MOST and named_form and values.n >= 3:
        return Kind("location", named["listed place"], "values", "listed")
    if values.n >= 8 and values.share("initials") >= _ALL and values.unique >= 0.6:
        return Kind("person", 0.6, "values", "initials")
    if values.share("names last first") >= _MOST and values.unique >= _HALF:
        return Kind("person", values.share("names last first"), "values", "names last first")
    if (
        values.share("names first last") >= 0.9
        and values.unique >= _HALF
        and values.n >= 5
        and any(named.values())
    ):
        return Kind("person", 0.6, "values", "names first last")
    return None


def looks_given_out(values: Values, strict: bool = False) -> bool:
    """Whether the values look like numbers or codes that somebody gave out, one to each.

    Parameters
    ----------
    values : Values
    strict : bool
        Under a header that promises something else: only what no measure looks like.

    Notes
    -----
    Whole numbers of five digits and more of one length, or with zeros in front, or rising by small
    steps; codes of letters and digits; nearly all different.
    """
    if not values.n or values.share("snomed") >= 0.95:
        return False
    if values.unique < 0.9 and values.n > 2:
        return not strict and values.n_distinct >= 3 and not values.are_mixed and _is_series(values)
    if values.share("digits") >= _MOST:
        return _digits_given_out(values, strict)
    coded = values.share("code") >= _MOST and values.share("measure", "date", "time") < _HALF
    return coded and not strict and values.short >= 4 and values.long >= (5 if values.n > 2 else 6)


def _is_series(values: Values) -> bool:
    """Whether values that come more than once can still only be given out: long, of one length."""
    if values.share("digits") >= _MOST:
        return (values.leading_zeros > 0.0 and values.short >= 5) or values.short >= 7
    coded = (
        values.share("code") >= _MOST
        and values.share("measure", "date", "time", "icd", "loinc", "atc") < _HALF
    )
    return (
        coded
        and values.short >= 6
        and (values.same_length >= _HALF or values.share("login") >= _HALF or values.n_distinct >= 8)
    )


def _digits_given_out(values: Values, strict: bool) -> bool:
    longest, shortest = values.long, values.short
    if values.leading_zeros > (0.3 if strict else 0.0) and longest >= 4:
        return True
    if strict:
        return shortest >= 8 and values.round_numbers < 0.2 and values.n >= 1
    if values.round_numbers > 0.3 and values.n > 2:
        return False
    if values.n <= 2:
        return longest >= 6
    return (
        longest >= 7
        or (longest >= 5 and values.same_length >= 0.9)
        or (longest == 4 and values.same_length >= 0.9 and values.in_steps and values.n >= 5)
    )
