"""United Kingdom: registers of professions, sort codes, numbers of the police and of drivers."""

from __future__ import annotations

from engine.methods.identifiers.pattern import CODE, Pattern, labelled

_REGISTERS = r"gmc|nmc|hcpc|gphc|gdc|goc|social work england|swe"
_BY = r"(?: (?:registration|registered|reg|licen[cs]e|member(?:ship)?|pin|certificate))?\.?"

BRITAIN = (
    Pattern(
        "gb-register-labelled",
        "license",
        labelled(rf"(?:{_REGISTERS}){_BY}", CODE),
        0.9,
        validator="code",
        examples=(
            "Dr Evans, GMC 6134290",
            "GMC registration 6134290",
            "NMC PIN: 12A3456E",
            "GMC No: 6134290",
        ),
    ),
    Pattern(
        "gb-sort-code",
        "account",
        labelled(r"sort ?code", r"\d\d[ \-]?\d\d[ \-]?\d\d"),
        0.9,
        examples=(
            "into sort code 20-45-77",
            "sort code: 20-45-77",
        ),
    ),
    Pattern(
        "gb-police",
        "unique-code",
        r"(?i)\b(?:pnc|cro|crime ref(?:erence)?)(?: ?(?:id|no|number))?[ :#.]{1,3}"
        r"((?-i:\d{2,6}(?:/\d{2,7})?[A-Z]{0,3}\d{0,8}))\b",
        0.85,
        validator="long-code",
        examples=("PNC ID 12/334521K", "CRO 221904/08X"),
    ),
    Pattern(
        "gb-welsh-street",
        "street-address",
        r"\b\d{1,4}[A-Z]? (?:Heol|Ffordd|Stryd|Lon|Maes|Clos|Cwrt|Rhodfa|Rhes) "
        r"(?:[A-Za-z']+ ){0,2}[A-Z][A-Za-z']+\b",
        0.85,
        citation="Welsh words for streets",
        examples=("8 Heol y Felin", "14 Ffordd Pen y Bryn"),
    ),
    Pattern(
        "gb-driver",
        "license",
        r"\b[A-Z9]{5}\d{6}[A-Z9]{2}[A-Z0-9]{3}\b",
        0.9,
        citation="DVLA driver number, 16 characters",
        examples=("MORGA657054SM9IJ",),
    ),
)
