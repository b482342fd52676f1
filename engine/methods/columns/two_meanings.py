"""Headers that mean two things: "PLT" is platelets or a number plate, and all values together say which."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.methods.columns.given_out import looks_given_out
from engine.methods.columns.headers import Meaning
from engine.methods.columns.kinds import TEXT, UNKNOWN_CODE, Kind
from engine.methods.columns.shown_kinds import are_unlisted, kind_of_names
from engine.methods.columns.values import FEW, HALF, KNOWN, MOST, Values

_SHORT = 4
"""Letters up to which the word for a measurement may abbreviate something else ("HR", "EF", "LOS")."""
_LONG_CODE = 8
"""Characters from which a code is none of a diagnosis or of a procedure."""
_NUMBER = frozenset({"no", "number", "num", "nr"})
_CODED_AS: Mapping[str, str] = MappingProxyType(
    {"plt": "plate", "icd": "device", "index": UNKNOWN_CODE, "rank": UNKNOWN_CODE}
)
"""Harmless words of headers that also name a number or code: platelets, diagnoses, positions."""
_MEASURED = frozenset(
    [
        *(
            "ph",
            "pt",
            "cc",
            "ss",
            "sn",
            "mac",
            "mi",
            "mr",
            "ac",
            "po",
            "pin",
            "pan",
            "sin",
            "tin",
            "bic",
            "ins",
        ),
        *("pol", "cap", "cp", "cep", "cpr", "nip", "nie", "dl", "ln", "fn", "rn", "rx", "ref", "lot", "dev"),
        *("bar", "acc", "adm", "case", "hic", "ein", "pid", "fin", "spec", "grp", "sub"),
    ]
)
"""Words that name an identifier, and a measurement: acidity, prothrombin time, bicarbonate, insulin."""
_DESCRIBED = frozenset({"cc"})
"""Words that name a number and what somebody says: the chief complaint."""
_WAYS = frozenset({"via"})
"""Words that name a street and the way in which a medicine is given."""


def other_meaning(meaning: Meaning, values: Values, named: Mapping[str, float]) -> Kind | None:
    """The kind of a column whose header, one word of two meanings, is not meant as the vocabulary has it.

    Parameters
    ----------
    meaning : Meaning
        What the header says.
    values : Values
        The values summed up, none of a form that tells by itself.
    named : mapping of str to float
        For persons, organisations and places, the share of the values that a recogniser takes for one.
    """
    words = [word for word in meaning.words if word not in _NUMBER]
    if len(words) != 1 or not values.n:
        return None
    word = words[0]
    if word in _CODED_AS or (meaning.kind == "measure" and len(word) <= _SHORT):
        kind = _CODED_AS.get(word, UNKNOWN_CODE)
        if _are_words(values):
            return _of_words(meaning, values, named)
        return Kind(kind, meaning.score, "both") if _are_codes(kind, values) else None
    recurs = values.n >= FEW and values.unique <= HALF
    if word in _WAYS and _are_words(values) and (recurs or values.share("small first letter") >= HALF):
        return Kind("label", meaning.score, "both")
    if word in _MEASURED and _are_measured(values):
        return Kind("measure", meaning.score, "both", "decimal")
    if word in _DESCRIBED and values.share("with digits") < HALF and values.share("code", "digits") < 0.1:
        return kind_of_names(values, named) or Kind(TEXT, meaning.score, "both")
    return None


def _are_words(values: Values) -> bool:
    """Whether the values are words without a digit: none is measured or given out."""
    return values.share("with digits") < 0.1 and values.share("measure") < 0.1


def _of_words(meaning: Meaning, values: Values, named: Mapping[str, float]) -> Kind | None:
    """Names, or words that no list has, under a word for a measurement; findings stay ("normal", "high")."""
    if names := kind_of_names(values, named):
        return names
    return Kind(UNKNOWN_CODE, meaning.score, "values") if are_unlisted(values, named) else None


def _are_codes(kind: str, values: Values) -> bool:
    if kind == "plate" and values.share("digits") >= MOST:
        return values.n >= FEW and looks_given_out(values)
    if values.share("measure") >= HALF:
        return False
    if kind == "device" and values.short < _LONG_CODE:
        return False
    if kind == "plate" and values.share("plate") >= HALF:
        return True
    return values.share("capital code") >= MOST


def _are_measured(values: Values) -> bool:
    """Whether the values are numbers with one or two decimals, which nobody is given as an identifier."""
    return values.share("measure") >= KNOWN and values.share("decimal") >= HALF
