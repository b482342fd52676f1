"""Headers that mean two things: "PLT" is platelets or a number plate, and all values together say which."""

from __future__ import annotations

from dataclasses import replace

from engine.methods.columns.evidence import FEATURES, Row, Rows
from engine.methods.columns.kinds import TEXT, UNKNOWN_CODE
from engine.methods.columns.shown_kinds import NAMES, UNLISTED

_SHORT = 4
"""Letters up to which the word for a measurement may abbreviate something else ("HR", "EF", "LOS")."""
_LONG_CODE = 8
"""Characters from which a code is none of a diagnosis or of a procedure."""
_CODED = frozenset({"plt", "icd", "index", "rank"})
"""Harmless words of headers that also name a number or code: platelets, diagnoses, positions."""
_MEASURED_WORDS = """
    ph pt cc ss sn mac mi mr ac po pin pan sin tin bic ins pol cap cp cep cpr nip nie dl ln fn rn rx ref
    lot dev bar acc adm case hic ein pid fin spec grp sub
"""
_MEASURED = frozenset(_MEASURED_WORDS.split())
"""Words that name an identifier, and a measurement: acidity, prothrombin time, bicarbonate, insulin."""

FEATURES |= {
    "one word": lambda seen: bool(seen.word),
    "called a code": lambda seen: (
        seen.word in _CODED or (seen.meaning.kind == "measure" and 0 < len(seen.word) <= _SHORT)
    ),
    "called a measurement": lambda seen: seen.word in _MEASURED,
    "long": lambda seen: seen.values.short >= _LONG_CODE,
}
_CODES = "mostly capital code, not half measure"
_WORDS = "hardly with digits or measure"
_OF_ONE_WORD: Rows = (
    Row(
        "names under a measurement", f"called a code, {_WORDS}",
        (*NAMES, replace(UNLISTED, says=UNKNOWN_CODE)),
        why="Findings stay: normal, high.",
    ),
    Row("numbers of plates", "called plt, mostly digits, enough, given out", "plate", "both"),
    Row("plates", "called plt, not mostly digits, half plate, not half measure", "plate", "both"),
    Row("codes of plates", f"called plt, not mostly digits, {_CODES}", "plate", "both"),
    Row("serial numbers under diagnoses", f"called icd, long, {_CODES}", "device", "both"),
    Row("codes under a measurement", f"called a code, not called plt or icd, {_CODES}", UNKNOWN_CODE, "both"),
    Row(
        "ways of giving", f"called via, {_WORDS}, recur", "label", "both",
        why="The Italian for a street is the way in which a medicine is given, too.",
    ),
    Row("ways of giving", f"called via, {_WORDS}, half small first letter", "label", "both"),
    Row(
        "measured", "called a measurement, nearly measure, half decimal", "measure", "both",
        why="Nobody is given a number with one or two decimals.",
    ),
    Row(
        "chief complaints", "called cc, not half with digits, hardly code or digits",
        (*NAMES, Row("chief complaints", "", TEXT, "both")),
    ),
)  # fmt: skip
OTHER_MEANING: Rows = (Row("one word", "one word, not shown", _OF_ONE_WORD),)
"""A header of one word that is not meant as the vocabulary has it."""
