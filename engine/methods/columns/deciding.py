"""The kind of one column: what its header says, held against what its values look like."""

from __future__ import annotations

from collections.abc import Mapping

from engine.methods.columns.given_out import is_row_number, looks_given_out
from engine.methods.columns.headers import PATIENTS as _PATIENTS
from engine.methods.columns.headers import Meaning
from engine.methods.columns.kinds import CATEGORY_OF, CODES, HARMLESS, TEXT, UNKNOWN_CODE, Kind
from engine.methods.columns.shown_kinds import (
    NAMED_FROM,
    SURE_HEADER,
    kind_of_names,
    kind_without_header,
    known_words,
    shown_by_values,
)
from engine.methods.columns.two_meanings import other_meaning
from engine.methods.columns.values import ALL, FEW, HALF, KNOWN, MOST, Values

_STATES = ("state", "country")
_PLACES = ("location", "street-address")
_IDENTIFIER = ("identifier",)
"""A header that says so plainly, and of no thing: its values identify whatever their shapes."""
_OVERRULED = frozenset(
    {"coordinates", "date", "email", "url", "ip", "ssn", "phone", "iban", "street-address"}
)


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
    shown = shown_by_values(values) or known_words(meaning, values, named)
    if meaning is None or _contradicts(values, meaning.kind):
        return shown or kind_without_header(values, named)
    if shown is None and (other := other_meaning(meaning, values, named)):
        return other
    if meaning.score < SURE_HEADER:
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
    if values.n >= FEW and looks_given_out(values):
        return Kind(UNKNOWN_CODE, 0.6, "values")
    return Kind(TEXT, meaning.score, "header")


def _harmless(meaning: Meaning, values: Values, shown: Kind | None) -> Kind:
    """A header that promises nothing personal is believed unless the values say otherwise."""
    if meaning.kind == "version":
        return Kind("version", meaning.score, "header")
    if meaning.kind == "year" and values.share("integer") >= ALL and values.long <= 3:
        return Kind("age", 0.6, "both", "integer")
    if shown and shown.name not in HARMLESS and shown.name not in ("url", "zip", "month"):
        return shown
    if meaning.kind in ("code", "label"):
        score = max(meaning.score, shown.score if shown and shown.name == "code" else 0.0)
        return Kind("code" if values.share("code") >= HALF else "label", score, "header")
    if meaning.kind in ("measure", "flag", "sex", "year", "state") and looks_given_out(values, strict=True):
        return Kind(UNKNOWN_CODE, 0.6, "values")
    if meaning.kind == "measure" and values.share("measure") >= ALL:
        return Kind("measure", max(meaning.score, 0.85), "both", "measure")
    return Kind(meaning.kind, meaning.score, "header")


def _identifying(meaning: Meaning, values: Values, named: Mapping[str, float], shown: Kind | None) -> Kind:
    """A header that names an identifier is believed unless the values cannot be such."""
    kind = meaning.kind
    if values.n >= FEW and _are_too_short(kind, values):
        is_sign = values.share("code") >= ALL and max(values.lengths) < _SHORTEST["plate"]
        return Kind("code", 0.8, "values") if is_sign else kind_without_header(values, named)
    if values.n and _is_harmless(kind, values):
        form, name = ("flag", "flag") if values.share("flag") >= MOST else ("time", "measure")
        if values.share("known") >= KNOWN:
            form, name = "known", "label"
        return Kind(name, meaning.score, "values", form)
    if shown and shown.name != kind and _values_decide(kind, shown.name, meaning.bare):
        return Kind(shown.name, shown.score, "both", shown.form)
    is_plain = meaning.words == _IDENTIFIER
    if kind == "unique-code" and not is_plain and values.are_mixed and values.share("code") >= MOST:
        return Kind("code", 0.8, "both")
    ranges = values.share("measure") >= MOST and values.share("digits") < HALF
    if kind == "unique-code" and ranges and not looks_given_out(values):
        return Kind("measure", 0.8, "both", "measure")
    if kind in ("device", "unique-code") and is_row_number(values):
        return Kind("row number", 0.9, "both")
    if meaning.bare and kind in CODES and values.n:
        return _subject(kind, meaning, values, named)
    if kind == "name":
        return _name(meaning, values, named)
    if kind in ("person", "organisation", "location"):
        return _who_or_where(kind, meaning, values, named)
    counted = values.share("integer") >= MOST and values.long <= 2
    if kind == "date" and counted and not meaning.is_whole:
        return Kind("measure", meaning.score, "both", "integer")
    if kind in ("date", "birth-date") and values.share("year") >= MOST:
        return Kind("birth-year" if kind == "birth-date" else "year", meaning.score, "both", "year")
    return Kind(kind, meaning.score, "header")


def _is_harmless(kind: str, values: Values) -> bool:
    """Whether what a header promises cannot be in the values: "phone" over yes and no, days over a date."""
    if kind in ("age", "birth-year", "zip", "location", "month"):
        return False
    words = values.share("flag") >= MOST and (values.share("digits") < HALF or values.largest == 1)
    if kind in ("date", "birth-date"):
        return words or values.share("time") >= MOST
    ways = kind in ("phone", "fax", "email") and values.share("known") >= KNOWN
    return (words and values.n_distinct <= 4) or (ways and values.share("with digits") < 0.1)


_OF_MANY_DIGITS = frozenset({"phone", "fax", "ssn", "national-id", "taxpayer-id", "passport", "credit-card"})
_SHORTEST = {"plate": 4, "iban": 6}
"""Signs that numbers of cars, and of accounts at a bank, have at least."""


def _are_too_short(kind: str, values: Values) -> bool:
    """Whether no value can be what its header promises: a laboratory's plates and cells, counts of swifts.

    A single value that could be is enough to believe the header.
    """
    if kind in _SHORTEST:
        return max(values.lengths) < _SHORTEST[kind]
    return kind in _OF_MANY_DIGITS and values.share("few digits") >= 1.0


_OF_DIGITS = CODES | {"date", "birth-date", "zip", "phone", "fax", "email"}
"""Kinds of which hardly a value is without a digit."""
_FRACTIONS = frozenset({"age", "birth-year", "coordinates", "location"})
"""Kinds that identify, and of which a value may be a fraction."""


def _contradicts(values: Values, kind: str) -> bool:
    """Whether all values together are none of what a header promises: fractions, or few words that recur.

    Nobody's "mail" is "nurse" or "clerk", no ``Admit`` a date that says "rejected" twelve times.
    """
    if kind not in CATEGORY_OF or values.n < FEW:
        return False
    recurs = kind in _OF_DIGITS and values.n >= 8 and values.unique <= HALF
    words = values.share("with digits", "with sign at", "calendar") < 0.1
    fractions = values.share("fraction") >= HALF and values.share("measure") >= ALL
    return (recurs and words) or (fractions and kind not in _FRACTIONS)


def _who_or_where(kind: str, meaning: Meaning, values: Values, named: Mapping[str, float]) -> Kind:
    """A person, an organisation or a place, or a number for one, or only a way ("contact: by mail")."""
    if _are_counts(meaning, values):
        return Kind("measure", meaning.score, "both", "integer")
    if kind != "person" and values.n >= 8 and values.n_distinct <= _SIDES and _are_things(named):
        return Kind("label", meaning.score, "values", "known")
    if values.share("code", "digits") >= MOST:
        return Kind("mrn" if kind == "person" else "unique-code", meaning.score, "both")
    few = values.n >= FEW and values.unique <= HALF
    if meaning.bare and few and values.share("small first letter") >= MOST:
        return Kind("label", meaning.score, "both")
    if meaning.bare and not meaning.is_whole and not _may_be_names(values):
        return Kind(TEXT, meaning.score, "both")
    return Kind(kind, meaning.score, "header")


_LONGEST_SIGN, _SIDES = 3, 4
"""Signs of the longest group of blood; different values that tell sides apart ("north", "south")."""


def _are_things(named: Mapping[str, float]) -> bool:
    return named.get("listed thing", 0.0) >= ALL and named.get("listed place", 0.0) < HALF


def _may_be_names(values: Values) -> bool:
    """Whether values under "pt" and a word that no vocabulary has may be names, not groups of blood."""
    capitals = ("one capital word", "names first last", "names last first")
    return values.long > _LONGEST_SIGN and values.share(*capitals) >= HALF


def _are_counts(meaning: Meaning, values: Values) -> bool:
    """Whether small whole numbers are counts: of somebody's, or under a word that no vocabulary has."""
    if values.share("integer") < MOST:
        others = values.share("digits") >= HALF or (values.unique > HALF and values.share("code") >= HALF)
        return values.share("measure") >= MOST and not others
    if not meaning.bare or values.long <= 1:
        return values.long <= 3
    if values.falls and values.unique < 1.0 and values.long <= 3 and _PATIENTS.isdisjoint(meaning.words):
        return True
    recurs = values.unique <= KNOWN and not values.zeros_in_front
    return not meaning.is_whole and values.long <= 2 and (recurs or values.n < FEW)


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
    numbered = values.share("with digits") >= MOST and values.mean_words <= 5
    if numbered or values.share("code", "digits") >= HALF or values.share("plate", "vin") >= HALF:
        if values.share("integer") >= MOST and values.long <= 2 and meaning.words[-1:] != ("mrn",):
            return Kind("measure", meaning.score, "both", "integer")
        return Kind(kind, meaning.score, "both")
    person = kind_of_names(values, named)
    described = kind in ("health-plan", "account", "license", "device", "vehicle") and values.mean_words <= 4
    return person or Kind("label" if described else TEXT, meaning.score, "header")


def _name(meaning: Meaning, values: Values, named: Mapping[str, float]) -> Kind:
    """A column called "name" alone: of persons, unless its few different values are taken for none."""
    few = values.n >= 8 and values.unique < 0.4
    if few and named.get("person", 0.0) < NAMED_FROM and not values.share("names last first") >= HALF:
        return Kind(TEXT, meaning.score, "both")
    if values.share("code", "measure") >= MOST:
        counts = values.share("measure") >= MOST and not looks_given_out(values)
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
        if values.share("code", "digits") < HALF and values.share("with digits") < MOST:
            return kind_without_header(values, named)
        if values.n >= 8 and values.long <= 2 and values.unique < MOST and values.share("integer") >= MOST:
            return Kind("measure", 0.8, "both", "integer")
        if values.n >= 8 and values.unique <= 0.5 and not looks_given_out(values):
            return Kind("code", 0.8 if values.unique <= 0.25 else 0.6, "both")
        return Kind(meaning.kind, meaning.score, "both")
    return kind_of_names(values, named) or Kind(meaning.kind, meaning.score, "header")
