"""Running text: names, ages, dates, codes."""

from __future__ import annotations

from binascii import b2a_uu

from tests.integration.field_cases import FieldCase

_LETTER = f"{'She came late and was seen. ' * 2}Henrietta Lindqvist has SSN 219-09-1072.".encode()
_HIDDEN = "Henrietta Lindqvist SSN 219-09-1072 MRN 55213478"


def _hidden(encoded: str) -> str:
    return f"The block for this visit follows.\n\n{encoded}\n\nIt rained."


def _encoded(name: str, encoded: str) -> FieldCase:
    return FieldCase(
        f"a text hidden {name}", _hidden(encoded), gone=(encoded[:24], encoded[-24:]), stays=("It rained.",)
    )


CASES = (
    FieldCase(
        "a labelled name that repeats often",
        "Patient: Wolfram Agassi-Tollemache. SSN: 219-09-1071. Mail aw77@example.org. Slept well.\n" * 200,
        gone=("Wolfram", "Agassi", "Tollemache", "219-09-1071", "aw77"),
        stays=("Patient:", "Slept well."),
    ),
    FieldCase(
        "an age over 89 beside bars, a sex or a unit",
        "Re: Lucinda Farquhar  |  F  |  93 y\nReason: swelling.\nSex/Age: M/95\nSeen (F, 91).\n"
        "Female/96/Other. "
        "Jo | F | 99 years | Retired. He'll be 94 in March.",
        gone=("93", "95", "91", "96", "99", "94"),
        stays=("Reason: swelling.",),
    ),
    FieldCase(
        "an age over 89 that is a sentence",
        "98!! and she still plays bridge.",
        gone=("98",),
        stays=("bridge",),
    ),
    FieldCase(
        "the last digits of a number",
        "Her social ends in 5531. SSN on file ends 6121; card ending 0094.\nAgent: Last four?\nTom: 0922\n",
        gone=("5531", "6121", "0094", "0922"),
    ),
    FieldCase(
        "numbers of officers",
        "Officer: Dep. J. Marchetti #418\nSTATEMENT OF PC 3392 ODETTE LAWAL\nConstable 5522 came with Det. "
        "Rosa Quintanar (badge 2281).\nCharged under section 459.",
        gone=("418", "3392", "5522", "2281"),
        stays=("section 459",),
    ),
    FieldCase(
        "a range of days without a year",
        "Closed 04/06-04/08. Leave 02/11-02/15; antibiotics 01/27-02/03.",
        gone=("04/06", "2004", "2002", "02/15"),
        stays=("Closed [DATE].",),
    ),
    FieldCase(
        "fractions, doses and settings",
        "Born at 33 5/7 weeks, now 37 2/7. Suboxone 12/3 daily, Hyzaar 50/12.5. Vent: AC 18/450/40, PEEP 8.",
        stays=("33 5/7 weeks, now 37 2/7.", "12/3 daily", "50/12.5", "AC 18/450/40, PEEP 8"),
    ),
    FieldCase(
        "letters misread as digits",
        "The pat1ent came w1th RUQ pain and went home w1th her husband.",
        stays=("The pat1ent came w1th RUQ pain and went home w1th her husband.",),
    ),
    FieldCase(
        "an amount and the hour of the next line",
        "You paid $319.42\n[08:27 agent] Thank you.\nRefund of $412.88\n[09:19",
        stays=("$319.42\n[08:27 agent]", "$412.88\n[09:19"),
    ),
    FieldCase(
        "two numbers that follow one another over a line's end",
        "Bed 518\n555-0119 masks left\nKits 4012\n8888 8888 1881 swabs",
        stays=("Bed 518\n", "Kits 4012\n"),
    ),
    FieldCase(
        "a number that a line's end divides",
        "Tel. 617-\n555-0182 is hers. Mine:\n(617)\n555-0127\n",
        gone=("555-0182", "555-0127"),
    ),
    FieldCase(
        "days of a year, and days without one",
        "Relapse on day 88 of 2023, scan on the 211th day of 2022, seen in week 14 of 2023. BDAY:--07-29.",
        gone=("88", "211", "week 14", "07-29"),
        stays=("2023", "2022"),
    ),
    FieldCase(
        "codes of public lists",
        "CPT 99213, HCPCS J3490 and RxNorm 197361; NDC 0071-0155-23, SNOMED CT 73211009.",
        stays=("CPT 99213, HCPCS J3490 and RxNorm 197361; NDC 0071-0155-23, SNOMED CT 73211009.",),
    ),
    _encoded(
        "in two lines of a cut letter",
        "".join(f"{b2a_uu(_LETTER[at : at + 45]).decode()}" for at in range(0, 90, 45)).rstrip(),
    ),
    _encoded("in Unicode tag characters", "".join(chr(0xE0000 + ord(c)) for c in _HIDDEN)),
    _encoded("by variation selectors", "".join(f"{c}\ufe0f" for c in _HIDDEN)),
    _encoded("under marks on every letter", "".join(f"{c}\u0301\u0323" for c in _HIDDEN[:19])),
    _encoded("in decimal code points", " ".join(str(ord(c)) for c in _HIDDEN)),
    _encoded("in octal code points", " ".join(f"{ord(c):03o}" for c in _HIDDEN)),
    _encoded("in named code points", " ".join(f"U+{ord(c):04X}" for c in _HIDDEN)),
    _encoded("between commas", ",".join(_HIDDEN[:19])),
    _encoded("in a list of letters", ", ".join(f'"{c}"' for c in _HIDDEN[:19])),
    FieldCase(
        "readings and lists that spell nothing",
        "Heart rates: 72 88 91 76 80 85 102 110 98. Options a, b, c, d, e and f. Grades: A, B, B, C, A, A. "
        "I/O; W/D; S/P; A/P. Values 101, 102, 103, 104, 105, 106, 107, 108, 109.",
        gone=("[ENCODED]",),
        stays=("a, b, c, d, e and f", "A, B, B, C, A, A", "W/D; S/P", "108, 109"),
    ),
)
