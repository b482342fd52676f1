"""Dates without a year, as people say and write them: "the 12th", "05JUN", "Date: [ 2-14 ]"."""

from __future__ import annotations

from engine.catalog.lexicon import either, words
from engine.language.numbers import TEENS, TENS, UNITS
from engine.methods.identifiers.pattern import YEAR, Pattern

_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_TWO_DIGITS = r"(?:0[1-9]|[12]\d|3[01])"
_NTH = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
_UNIT, _TEEN, _TEN = either(UNITS), either(TEENS), either(TENS)
_UNIT_TH = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)"
_TEEN_TH = (
    r"(?:tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|"
    rf"twentieth|twenty[ -]{_UNIT_TH}|thirtieth|thirty[ -]first)"
)
_DAY_WORD = rf"(?:{_TEEN_TH}|{_UNIT_TH}|{_TEEN}|twenty[ -]{_UNIT}|twenty|thirty[ -]one|thirty|{_UNIT})"
_MONTH_NAME = either(words("month"))
_SHORT_BUT_MARCH = tuple(month for month in words("month-short") if month != "mar")
_TENS = rf"(?:{_TEN}(?:[ -]{_UNIT})?|{_TEEN}|oh[ -]{_UNIT})"
YEAR_IN_WORDS = (
    rf"(?:nineteen[ -](?:hundred|{_TENS})|twenty[ -]{_TENS}|two thousand(?:(?: and)? (?"
    rf":{_TEEN}|{_UNIT}|{_TENS}))?)"
)
_ROMAN = r"(?:i{1,3}|iv|vi{0,3}|ix|xi{0,2})"
_SPOKEN = (
    r"(?:(?:tomorrow|yesterday|today|tonight|noon|midnight|due|on|by|since|until|till|"
    r"birthday(?: is|'s)),? (?:on )?(?:the )?|"
    r"(?:night|evening|morning|afternoon|week|deadline|hearing|filled|seen|paid|sent|from|before|after|t"
    r"hrough|thru|"
    r"around|about|to|for|of|as of|or|and) (?:on |of )?the |\b(?:hearing|letter|yours|order|mail|note|ca"
    r"ll|invo"
    r"ice) of )"
)
_ENDS = (
    r"(?:[.,;:?!)]|$|\n\n|\n[a-z][a-z .]{0,16}:|(?i: at| for| with| because| when| if| i| he| she| they|"
    r" we| you| it| pt|"
    r" patient| the| my| his| her| your| our| but| was| is| has| had| until| through| please| unless| ar"
    r"ound| between|"
    r" from| so| then| he'?d| that| who| which| she'?s| lol| haha| ok| ta| x| of (?:this|last|"
    r"next|the) month)\b)"
)
_LABEL = (
    r"(?:date|dates|today|dos|dob|doi|dol|doa|dod|effective|eff|dated|hired?|signed|received|rec'?d|rcvd"
    r"|collected|"
    r"reported|admitted|admit|discharged?|d/c'?d?|onset|start(?:ed)?|stop(?:ped)?|begin|end|from|thru|th"
    r"rough|"
    r"until|since|expires?|exp|issued|due|filed|served|printed|rtw|seen|visit|appt|appointment|recheck)"
)

_OF_365 = r"(?:36[0-6]|3[0-5]\d|[12]\d\d|0?[1-9]\d|0{0,2}[1-9])"

PARTIAL_DATES = (
    Pattern(
        "date-day-of-year",
        "date",
        rf"(?i)\b(?:the )?(?:day (?:no\. ?|number |#)?{_OF_365}|{_OF_365}(?:st|nd|rd|th) day|"
        rf"(?:calendar )?week (?:no\. ?|number |#)?[0-5]?\d|[0-5]?\d(?:st|nd|rd|th) week) "
        rf"(?:of|in) (?:the year )?{YEAR}\b",
        0.8,
        citation="164.514(b)(2)(i)(C): a day or week of a year says more than the year",
        examples=("on day 72 of 2024", "the 203rd day of the year 2023", "in week 11 of 2024"),
    ),
    Pattern(
        "date-dashes-for-year",
        "date",
        r"(?:\A|[\s(\[\"'=>:])(--(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01]))\b",
        0.8,
        citation="XML Schema gMonthDay; RFC 6350 4.3.1: a day of a month without its year",
        examples=("seen on --05-14", "DATE:--0514"),
    ),
    Pattern(
        "date-weekday-nth",
        "date",
        rf"(?i)\b(?:mon|tues?|wed|thur?s?|fri|sat|sun)(?:day|nesday|urday|sday|rsday)?\b\.?,? (?:the )"
        rf"?{_NTH}\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,? the (?:{_TEEN_TH}|{_UNIT_TH})\b",
        0.7,
        examples=("dr appt thurs the 9th at", "plays on Wed 6th", "last Tuesday, the sixth, and"),
    ),
    Pattern(
        "date-day-month-letters",
        "date",
        rf"\b{_TWO_DIGITS}[ \-]?{either((*words('month-short'), 'may')).upper()}\b",
        0.7,
        citation="Military dates, tickets and waybills, which leave the year out",
        examples=("departs 05JUN at 1205", "on 22OCT I was"),
    ),
    Pattern(
        "date-nth-said",
        "date",
        rf"(?i)\b{_SPOKEN}({_NTH}(?:,? ?(?:and|or|to|through|-|&) ?(?:the )?{_NTH})?){_ENDS}",
        0.55,
        citation="as date-day-of-month, with what may follow a day and no floor, grade or century",
        examples=(
            "by the 21st, your appeal",
            "the evening of the 9th the police",
            "filled on the 5th or 6th.",
        ),
    ),
    Pattern(
        "date-instant",
        "date",
        rf"(?i)\b({_NTH} (?:inst|ult|prox)(?:ant|imo)?\b\.?)",
        0.8,
        citation="Letters: of this, the last, the next month",
        examples=("yours of the 17th inst.",),
    ),
    Pattern(
        "date-spoken",
        "date",
        rf"(?i)\b(?:the )?{_DAY_WORD}(?: day)? (?:of )?{_MONTH_NAME}(?:,? (?:of )?(?"
        rf":{YEAR_IN_WORDS}|{YEAR}))?\b|"
        rf"\b{_MONTH_NAME} (?:the )?{_DAY_WORD}(?:,? (?:{YEAR_IN_WORDS}|{YEAR}))?\b|"
        rf"\b{_MONTH_NAME},? (?:of )?{YEAR_IN_WORDS}\b",
        0.55,
        validator="no-may",
        citation="Dictation",
        examples=(
            "seen january the second nineteen seventy one",
            "on june four",
            "in august two thousand and four",
        ),
    ),
    Pattern(
        "date-spoken-numbers",
        "date",
        rf"(?i)\b(?:{_UNIT}|ten|eleven|twelve)[ ,/\-]{{1,2}}{_DAY_WORD}[ ,/\-]{{1,2}}(?"
        rf":{YEAR_IN_WORDS}|{_TENS})\b",
        0.3,
        context=r"birth|birthday|birthdate|born|dob|date|visit|seen|admitted|discharged",
        context_required=True,
        citation="Dictation and telephone: nine nineteen fifty-eight",
        examples=("Date of birth?\nCALLER: Nine nineteen fifty-eight.",),
    ),
    Pattern(
        "date-spoken-ordinals",
        "date",
        rf"(?i)\b((?:{_TEEN_TH}|{_UNIT_TH}) of the (?:{_UNIT_TH}|tenth|eleventh|"
        rf"twelfth)(?:,? (?:{_TENS}|{YEAR_IN_WORDS}|"
        rf"{YEAR}|\d\d))?)\b",
        0.55,
        prefilter=r"(?i)(?:st|nd|rd|th) of the [a-z]{3,8}(?:st|nd|rd|th)\b",
        citation="as date-spoken: the month by its number",
        examples=("Twenty-first of the ninth, eighty-eight.",),
    ),
    Pattern(
        "date-roman-month",
        "date",
        rf"(?i)\b(?:{_DAY}\.{_ROMAN}\.|{_DAY}/{_ROMAN}/|{_DAY}-{_ROMAN}-)(?:{YEAR}|\d\d)\b",
        0.6,
        citation="Months in Roman numbers",
        examples=("the order of 14.iii.23",),
    ),
    Pattern(
        "date-month-short",
        "date",
        r"\b(?:[Ss]ince|[Uu]ntil|[Ff]rom|[Ll]ate|[Ee]arly|[Mm]id-?|[Ll]ast|[Bb]y) "
        rf"({either(_SHORT_BUT_MARCH, capital=True)}\b\.?)",
        0.6,
        citation="as date-month",
        examples=("prednisolone 7.5 mg since Sept, was",),
    ),
    Pattern(
        "date-leading-zero",
        "date",
        r"(?:^|[^\w/.,$#%+\-])(0\d/\d\d|\d{1,2}/0\d)(?:$|[^\d/%\w.,\-]|[.,](?:$|[^\d]))",
        0.6,
        validator="day-month",
        citation="A day and a month: fractions and scores seldom have a zero before them",
        examples=("Final payment 04/15, thanks", "ECG (02/16) EF 35 %"),
    ),
    Pattern(
        "date-nth-answered",
        "date",
        rf"(?i)(?:\n[a-z][a-z .]{{0,20}}: ?|(?:^|\n)[aq]\. )(?:yes,? |on |by |it was )?(the (?"
        rf":{_NTH}|{_TEEN_TH})"
        rf"(?: (?:and|or|to) (?:the )?{_NTH})?)(?:[.,;?!]?(?:$|\n)|[.,;?!] | (?:of|i|at)\b)",
        0.5,
        prefilter=r"(?i)[:.] ?(?:yes,? |on |by |it was )?the (?:[0-3]?\d(?:st|nd|rd|th)|"
        r"[a-z]{3,8}(?:th|st|nd|rd)|twenty|thirty)\b",
        citation="A turn or a sentence that says nothing but a day",
        examples=("Agent: Date of loss?\nDale: The eleventh. Of March.", "A. The 5th or 6th."),
    ),
    Pattern(
        "date-labelled-partial",
        "date",
        rf"(?i)\b{_LABEL}(?: (?:of )?[a-z]{{2,12}})? {{0,3}}[:.=\[(\x83-][ :.=\[(\x83-]{{0,6"
        rf"0}}({_DAY}/{_DAY})"
        r"(?:$|[^\d/%\w.\-]|\.(?:$|[^\d]))",
        0.6,
        validator="day-month",
        citation="A day and a month in a field that asks for a date",
        examples=("Exam date (2/14)", "Signed ........ 5/28"),
    ),
    Pattern(
        "date-labelled-dashed",
        "date",
        rf"(?i)\b(?:dates?|today|dos|dob|doi|dol|doa|dod|dated)(?: (?:of )?[a-z]{{2,12}})? ?[:.=\[\x83]["
        rf" :.=\[\x83]{{0,60}}"
        rf"({_DAY}-{_DAY})(?:$|[^\d/%\w.\-]|\.(?:$|[^\d]))",
        0.6,
        validator="day-month",
        citation="as date-labelled-partial; a dash is a range elsewhere",
        examples=("Admission Date:  [ 2-14 ]", "Today: 9-8"),
    ),
    Pattern(
        "date-dotted-partial",
        "date",
        rf"(?i)\b(?:{_LABEL}|on|by|place|between|and)\b[ :.\[(\x83]{{1,60}}((?:{_TWO_DIGITS})\.(?:0[1-9]"
        rf"|1[0-2])\.)(?:$|[ \n,;:)\]])",
        0.6,
        citation="A day and a month with full stops, in a field or after a preposition",
        examples=("Effective ........ 01.06.", "took place on 10.07. at noon"),
    ),
)
