"""Tables of evidence: what values show by themselves, columns of names, and columns without a header."""

from __future__ import annotations

from engine.methods.columns.evidence import FEATURES, HARDLY, SOME, UNSURE, Evidence, Row, Rows
from engine.methods.columns.kinds import KINDS, TEXT, UNKNOWN_CODE
from engine.methods.columns.values import KNOWN

_LONGEST_GRADE, _GRADES = 8, 12


def _are_grades(seen: Evidence) -> bool:
    """Short signs that recur, letters and digits mixed: grades of pay, modifiers of bills."""
    signs = seen.holds("mostly with digits") or HARDLY <= seen.values.share("digits") < KNOWN
    return signs and seen.values.long <= _LONGEST_GRADE and seen.values.n_distinct <= _GRADES


FEATURES |= {
    "whose open": lambda seen: seen.holds("bare") or not seen.holds("plain"),
    "grades": _are_grades,
    "some of a list": lambda seen: max(seen.share("known"), seen.share("listed thing")) >= SOME,
}
_PUBLIC = "every loinc check or cas check or product check or snomed or atc or ndc"
SHOWN: Rows = (
    Row(
        "public list", f"{_PUBLIC}, enough, not all new", "code",
        why="Their check digits hold, or hardly anything else has their form; people's numbers do not recur.",
    ),
    Row("makers of drugs", "mostly drug maker, enough", "code"),
    *(Row(form, f"mostly {form}", kind.name) for kind in KINDS for form in kind.forms),
    Row("card numbers", "mostly luhn, two", "credit-card"),
    Row("chassis numbers", "mostly vin, not half digits", "vehicle"),
    Row(
        "statutes", "nearly statute, enough, not differ", "code",
        why="Two capitals and a number with a dot are a statute where they recur, a case where they differ.",
    ),
    Row("versions", "every dotted version, not every measure, not half ip", "version"),
    Row("diagnoses", "every icd, not all new", "code"),
    Row("times", "every time or interval", "measure"),
    Row("sex", "every sex", "sex"),
    Row("yes and no", "every flag", "flag"),
    Row("states", "every state", "state"),
    Row("findings", "every finding", "flag"),
    Row("countries", "every country", "country"),
    Row("diagnoses without dots", "every icd flat, some icd, not all new", "code"),
    Row(
        "everyday words", "nearly known, enough, whose open, not half listed person, not half digits or code",
        "label", why="A plain header says whose names they are: people are called White and Walker.",
    ),
)  # fmt: skip
"""What values show by themselves, whatever the header says."""

_NAMES: Rows = (
    Row("companies", "companies", "organisation"),
    Row("recognised", "mostly recognised, names differ", lambda seen: seen.recognised),
    Row("recognised by half", "half recognised, enough, names differ", lambda seen: seen.recognised),
    Row("recognised among many", "third recognised, many, half differ", lambda seen: seen.recognised),
    Row(
        "recognised and listed", "third recognised, enough, names differ, lists agree",
        lambda seen: seen.recognised, why="Of a few values a third may be two slips of a recogniser.",
    ),
    Row(
        "names of all kinds", "recognised together, enough, words in each", lambda seen: seen.recognised
    ),
    Row("people of lists", "mainly listed person, capitalised, enough", "person"),
    Row("places of lists", "mostly listed place, capitalised, enough", "location"),
    Row("initials", "every initials, many, half differ", "person"),
    Row("last names first", "mostly names last first, half differ", "person"),
    Row(
        "form of names", "nearly names first last, half differ, several, named", "person",
        why="Titles of books have the form too: of some a recogniser must think that they are names.",
    ),
)  # fmt: skip
NAMES: Rows = (Row("names", "not long text", _NAMES),)
"""Columns of names: by what recognisers and lists say of the cells, or by their form."""

_WORDS = "every one capital word, differ, several, not up to three signs, not some of a list"
UNLISTED = Row("unlisted words", _WORDS, TEXT, score=UNSURE)
"""Words that may be names: among columns about people they are of unknown kind."""

_PLATES = "mostly plate, mostly with digits, differ, enough"
UNSAID: Rows = (
    Row("no values", "not any", TEXT),
    Row("row numbers", "row numbers", "row number"),
    Row("years", "every year", "year"),
    Row("dates without marks", "every date digits, two", "date"),
    Row("phone numbers without marks", "mostly phone digits, two", "phone"),
    Row("areas of ZIP codes", "every three digits, several, zeros in front", "zip"),
    Row("logins", "mostly login, several, differ", UNKNOWN_CODE),
    Row("given out", "given out", UNKNOWN_CODE),
    Row("plates", f"{_PLATES}, not half measure or date or phone or time or icd flat", UNKNOWN_CODE),
    Row("codes of many makers", "mixed, many, mostly code", "code"),
    Row("grades", "mixed, many, grades", "code"),
    Row("measures", "mostly measure or integer or time", "measure"),
    *NAMES,
    UNLISTED,
    Row("nothing tells", "", TEXT, score=UNSURE),
)
"""Columns whose header says nothing, or that have none."""
