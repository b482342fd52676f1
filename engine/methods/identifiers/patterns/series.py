"""Numbers that any label gives out, and codes whose shape says that they are one of a series."""

from __future__ import annotations

from engine.methods.identifiers.pattern import SPACED_CODE, Pattern

_GIVES_NUMBER = r"(?:numbers?|num\.?|no\.?|nr\.?|#|ids?|id no\.?|id number)"
_SPOKEN_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|dash)"

SERIES = (
    Pattern(
        "number-of-anything",
        "unique-code",
        rf"(?i)\b[a-z][a-z'.\-]{{1,20}}[ .]{{1,2}}{_GIVES_NUMBER}(?:[ :=]{{0,3}}(?:is|was|had been|were)"
        rf" |[ :.#=]{{1,4}}\(?)({SPACED_CODE})\b",
        0.5,
        prefilter=rf"(?i)[a-z.\-'][ .]{{1,2}}{_GIVES_NUMBER}(?:[ :=]{{0,3}}(?:is|was|had been|"
        rf"were) |[ :.#=]{{1,4}}\(?)[A-Z0-9]",
        validator="series-code",
        citation="Whatever gives out a number gives an identifier; what does not is a trap",
        examples=("his army number was RA 16 440 918", "officer collar number C4418"),
    ),
    Pattern(
        "number-after-comma",
        "unique-code",
        rf"(?i)[,(] ?(?:no|nr|number|#)\.? ?[:#]? ?({SPACED_CODE})\b",
        0.5,
        validator="series-code",
        citation="as number-of-anything, of who was just named",
        examples=("the officer (Ms Bright, no 50012)",),
    ),
    Pattern(
        "number-sign",
        "unique-code",
        r"(?:^|[\s(\[,])# ?((?:[A-Z]{1,4}-?)?\d[\d\-]{2,14}[A-Z0-9])\b",
        0.5,
        validator="series-code",
        examples=("see #88421 of May", "(#0447) came"),
    ),
    Pattern(
        "net-id",
        "unique-code",
        r"(?i)\bnet[ \-]?id(?: is)?[ :#=]{1,3}([a-z]{1,12}\d{1,5})\b",
        0.8,
        citation="Sign-in names of universities: letters of the name and a number",
        examples=("(netID dmbeki3)", "NetID: qz4417"),
    ),
    Pattern(
        "code-with-dash",
        "unique-code",
        r"\b(?:(?:19|20)\d\d-)?[A-Z]{1,4}-(?:\d{5,10}|0\d{3})(?:-[A-Z0-9]{1,4})?\b",
        0.5,
        validator="series-code",
        citation="as letters-and-digits",
        examples=("had been N-41882 at", "work done under WO-11820", "proposal 2019-LM-44102"),
    ),
    Pattern(
        "code-letter-digits",
        "unique-code",
        r"\b(?:[A-Z]{1,2}(?:\d{6,12}|0\d{4})|[A-Z]{1,3}\d{5,8}[A-Z]{1,2}|\d{2}[A-Z]\d{7})(?:-[A-Z0-9]{1,4})?\b",
        0.5,
        validator="series-code",
        citation="as letters-and-digits; HCPCS and ICD-10 codes are shorter",
        examples=("EMT-B E120447", "laboratory 36D0991872", "sample K448213-XC"),
    ),
    Pattern(
        "code-spoken",
        "unique-code",
        rf"(?i)\b(?:number|no\.?|id|account|code|mrn|claim|policy|badge|extension)(?: is| was|,|:)? "
        rf"((?:[a-z] ){{0,3}}(?:{_SPOKEN_DIGIT}[ ,\-]{{1,2}}){{3,20}}{_SPOKEN_DIGIT})\b",
        0.6,
        citation="Dictation: digit by digit",
        examples=("hospital number five five two eight one date",),
    ),
)
