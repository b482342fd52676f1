"""Dates more precise than a year: 45 CFR 164.514(b)(2)(i)(C)."""

from __future__ import annotations

from engine.catalog.lexicon import LANGUAGES, either, words
from engine.methods.identifiers.pattern import YEAR, Pattern

_WORDS_TOO = frozenset(("march", "mar", "may"))
_ONLY_MONTHS = tuple(one for one in words("month") + words("month-short") if one not in _WORDS_TOO)
_MONTH = (
    rf"(?:(?i:{either(_ONLY_MONTHS)})\b\.?|"
    r"(?:March|MARCH|Mar|MAR|May|MAY)\b\.?)"
)
_MONTH_ELSEWHERE = rf"(?i:{either(words('month', *LANGUAGES[1:]), plain=True)})\b\.?"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_ORDINAL = r"(?:st|nd|rd|th|ST|ND|RD|TH)?"
_WEEKDAY_NAME = either(words("weekday") + words("weekday-short"))
_WEEKDAY = rf"(?:\b(?i:{_WEEKDAY_NAME})\b\.?,? (?:the )?)?"
_AM_PM = r"(?: ?[AaPp]\.?[Mm]\b\.?)"
_CLOCK = rf"(?:[01]?\d|2[0-3])(?:[:.h][0-5]\d(?::[0-5]\d(?:[.,]\d{{1,6}})?)?{_AM_PM}?|{_AM_PM})"
_ZONE = r"(?: ?(?:Z|UTC|GMT|[ECMP][SD]T|[+-]\d\d:?\d\d)\b)?"
_TIME = rf"(?:(?:,? (?:at |@ ?|um )?|:){_CLOCK}{_ZONE})?"
_A_DAY = rf"{_DAY}{_ORDINAL}"
_DAYS = rf"{_A_DAY}(?:(?:, ?{_A_DAY})*,? ?(?:[-&/]|and|to|or|through|until) ?(?:the )?{_A_DAY})?"
_OF_YEAR = rf"(?:,? {{0,2}}(?:of )?{YEAR}\b|,? '\d\d\b)"

_MONTH_SHORT = either((*words("month-short"), "may"))

_SIGN = "[0-9OolI]"
_READ = rf"(?:[0-3OolI]?{_SIGN})"
_MISREAD = rf"(?:[OolI]{_SIGN}?|[0-3][OolI])"
_READ_YEAR = rf"[12lI][09Oo]{_SIGN}{{2}}"
_MISREAD_YEAR = rf"(?:[lI][09Oo]{_SIGN}{{2}}|[12][Oo]{_SIGN}{{2}}|[12][09](?:[OolI]{_SIGN}|[0-9][OolI]))"

DATES = (
    Pattern(
        "date-iso",
        "date",
        rf"\b{YEAR}(?:-(?:0?[1-9]|1[0-2])-{_DAY}|/(?:0?[1-9]|1[0-2])/{_DAY}|\.(?:0[1-9]|1[0-2])\.{_DAY})"
        rf"(?:T{_CLOCK}{_ZONE}|\b{_TIME})",
        0.95,
        standalone=True,
        citation="ISO 8601; RFC 3339",
        examples=("2021-03-04", "1984-06-15 09:13:24", "2021-03-04T12:30:05.250Z", "2021/3/4"),
    ),
    Pattern(
        "date-numeric",
        "date",
        rf"\b(?:{_DAY}/{_DAY}/|{_DAY}-{_DAY}-|{_DAY}\. ?{_DAY}\. ?){YEAR}\b{_TIME}",
        0.9,
        validator="day-month",
        standalone=True,
        examples=("5/18/1956", "04.03.2021", "3-4-2021 at 14:30", "04. 03. 2021"),
    ),
    Pattern(
        "date-misread",
        "date",
        rf"\b(?:{_MISREAD}/{_READ}/{_READ_YEAR}|{_READ}/{_MISREAD}/{_READ_YEAR}|{_READ}/{_READ}/{_MISREAD_YEAR})\b",
        0.8,
        citation="Text recognition takes 0 for O and 1 for l",
        examples=("Vislt: l0/O2/2O23", "D0B: O7/l8/l955"),
    ),
    Pattern(
        "date-numeric-numbered",
        "date",
        rf"(?:\A|[\s(\[,;:])({_DAY}/{_DAY}/{YEAR})/\d{{1,3}}(?:[\s)\],;:.]|\z)",
        0.85,
        validator="day-month",
        examples=("Exhibit 14/3/2019/12", "9/22/2016/3."),
    ),
    Pattern(
        "date-numeric-short",
        "date",
        rf"\b(?:{_DAY}/{_DAY}/|{_DAY}-{_DAY}-|{_DAY}\.{_DAY}\.)\d\d\b{_TIME}",
        0.6,
        validator="day-month",
        standalone=True,
        examples=("3/4/21", "04.03.21"),
    ),
    Pattern(
        "date-compact",
        "date",
        r"\b(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[T\x83\-]?(?:[01]\d|2[0-3])"
        r"[0-5]\d(?:[0-5]\d)?Z?)?\b",
        0.5,
        standalone=True,
        citation="ISO 8601 basic format; HL7 and DICOM dates",
        examples=("20210304", "20210304T123005Z"),
    ),
    Pattern(
        "date-month-day",
        "date",
        rf"{_WEEKDAY}\b{_MONTH}[ \-]{{1,2}}(?:the )?{_DAYS}\b(?:{_OF_YEAR}|-{YEAR}\b|-\d\d\b)?{_TIME}",
        0.85,
        validator="month-day",
        examples=(
            "March 4, 2021",
            "on March 4",
            "Tuesday, Mar. 4th at 3 pm",
            "july 4-6, 2020",
            "Mar-04-2021",
        ),
    ),
    Pattern(
        "date-day-month",
        "date",
        rf"{_WEEKDAY}\b{_DAYS}(?:[ \-/]| of | day of |\. ?){_MONTH}(?:[ \-/,]{{0,2}}{YEAR}\b|,? ?'?\d\d\b|"
        rf"-'?\d\d\b)?{_TIME}",
        0.85,
        prefilter=rf"\d{_ORDINAL}(?:[ \-/]| of | day of |\. ?){_MONTH}",
        examples=(
            "4 March 2021",
            "the 4th of March",
            "04-Mar-2021",
            "4-6 June 2019",
            "the 3rd day of March, 1948",
            "04/Mar/2021:13:55:36",
        ),
    ),
    Pattern(
        "date-day-month-glued",
        "date",
        rf"\b{_DAY}(?i:{_MONTH_SHORT})(?:{YEAR}|\d\d)\b{_TIME}",
        0.8,
        citation="Military and passport dates",
        examples=("04MAR2021", "4mar21"),
    ),
    Pattern(
        "date-elsewhere",
        "date",
        rf"\b{_DAY}(?:\.|er|o|°|\xb0)? ?(?:de |di |den )?{_MONTH_ELSEWHERE}(?:,? (?:de |del |di )"
        rf"?{YEAR}\b)?{_TIME}",
        0.8,
        citation="Unicode CLDR month names: de, fr, es, it, nl, pt, pl, sv, da, fi",
        examples=("4. März 2021", "1er août 1999", "4 de marzo de 2021", "12 października 2020"),
    ),
    Pattern(
        "date-ctime",
        "date",
        rf"\b(?i:{_WEEKDAY_NAME}) {_MONTH} {{1,2}}{_DAY} \d\d:\d\d:\d\d(?: [A-Z]{{3,4}})? {YEAR}\b",
        0.95,
        examples=("Thu Mar  4 12:40:13 2021",),
    ),
    Pattern(
        "date-month-year",
        "date",
        rf"\b(?:{_MONTH} ?(?:-|/|to|and|through) ?)?(?:{_MONTH}|(?:may|march|mar)\b)(?: of|,|-)?(?: |')"
        rf"{{0,2}}{YEAR}\b",
        0.8,
        examples=("March 2021", "in may 2020", "January-March 2019", "Dec. of 1999"),
    ),
    Pattern(
        "date-month-year-elsewhere",
        "date",
        rf"\b{_MONTH_ELSEWHERE}(?: de| del)? {YEAR}\b",
        0.75,
        examples=("im März 2021", "octubre de 2019"),
    ),
    Pattern(
        "date-month-slash-year",
        "date",
        rf"\b(?:0?[1-9]|1[0-2])/{YEAR}\b",
        0.6,
        standalone=True,
        examples=("since 03/2021",),
    ),
    Pattern(
        "date-year-month",
        "date",
        r"\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])\b",
        0.35,
        standalone=True,
        context=r"dates?|month|dated|since|onset|diagnosed|admitted|discharged|visit|born|birth|dob",
        context_required=True,
        examples=("date: 2021-03",),
    ),
    Pattern(
        "date-day-month-numeric",
        "date",
        rf"(?i)\b(?:on|dates?|dated|since|until|till?|thru|hired|due|dob|"
        rf"born|admitted|discharged|seen|visit|d/c)[: ]{{1,2}}"
        rf"({_DAY}/{_DAY}(?:(?:, ?(?:and )?| ?[&\-] ?| and | or | to | through | until )"
        rf"{_DAY}/{_DAY}){{0,5}})"
        rf"(?:$|[^\d/%\w])",
        0.5,
        validator="day-month",
        examples=(
            "seen on 3/14 for cough",
            "seen on 6/14 and 6/15",
        ),
    ),
    Pattern(
        "date-day-month-range",
        "date",
        rf"\b{_DAY}/{_DAY} (?:through|thru|until|till) {_DAY}/{_DAY}\b",
        0.6,
        standalone=True,
        examples=("on leave from 4/3 through 5/19 at home",),
    ),
    Pattern(
        "date-day-month-clock",
        "date",
        rf"\b{_DAY}/{_DAY}(?:,? (?:at |@ ?)?){_CLOCK}\b",
        0.6,
        validator="day-month",
        standalone=True,
        examples=("called the desk 9/18 @ 4:40 pm",),
    ),
    Pattern(
        "date-range-numeric",
        "date",
        rf"\b{_DAY}/{_DAY}(?:/(?:{YEAR}|\d\d))? ?- ?{_DAY}/{_DAY}/(?:{YEAR}|\d\d)\b|"
        rf"\b{YEAR}-(?:0[1-9]|1[0-2])-{_DAY} ?[/\-] ?{YEAR}-(?:0[1-9]|1[0-2])-{_DAY}\b",
        0.85,
        validator="day-month-range",
        standalone=True,
        examples=("from 01/02/2023-01/09/2023", "1/2-1/9/23", "2023-01-02/2023-01-09"),
    ),
    Pattern(
        "date-weekday-numeric",
        "date",
        rf"\b(?i:{_WEEKDAY_NAME})\b\.?,? {_DAY}/{_DAY}\b{_TIME}",
        0.7,
        validator="day-month",
        standalone=True,
        examples=("Mon 4/1 09:00 follow-up", "see you Friday, 6/14"),
    ),
    Pattern(
        "date-month",
        "date",
        r"\b(?i:in|since|until|till|during|last|this|next|every|(?:early|late|mid)"
        r"(?:[ -]to[ -](?:mid|late))?)[ -]"
        rf"({either(words('month'), capital=True)}\b)",
        0.6,
        citation="164.514(b)(2)(i)(C): all elements of dates except year; a month is one",
        examples=("admitted in April", "since last October", "in mid-March"),
    ),
    Pattern(
        "date-holiday",
        "date",
        r"(?:\bon )?\b(?i:(?:christmas|x-?mas|new year'?s?|thanksgiving|easter|halloween|"
        r"good friday|pentecost)(?: (?:day|eve|sunday|monday))?|(?:labou?r|memorial|independence|boxing|"
        rf"veterans'?|valentine'?s?|mother'?s|father'?s|columbus|presidents'?) day),? (?:of )?{YEAR}\b",
        0.7,
        examples=("on Christmas Day 2019", "Easter 2020", "home since Xmas Day 1958"),
    ),
    Pattern(
        "date-holiday-day",
        "date",
        r"(?i)\b(?:on|since|until|before|after|by) ((?:christmas|x-?mas|new year'?s?|thanksgiving|easter|"
        r"halloween|good friday)(?: (?:day|eve|sunday|monday))?)\b",
        0.55,
        citation="as date-month: a holiday is a day of the year",
        examples=("admitted on Christmas Eve",),
    ),
    Pattern(
        "date-day-of-month",
        "date",
        r"(?i)\b(?:on|by|since|until|from|before|after) (the (?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th))"
        r"(?:[.,;:)]|$|\n| (?:at|for|with|he|she|they|we|pt|patient|of (?:this|last|next|the) month)\b)",
        0.55,
        citation="as date-month: the day of a month is one",
        examples=("signed the form on the 3rd.", "seen on the 21st at noon"),
    ),
    Pattern(
        "date-week",
        "date",
        r"\b(?:19|20)\d\d-?W[0-5]\d(?:-?[1-7])?\b",
        0.7,
        citation="ISO 8601 week dates",
        examples=("2021-W09-4",),
    ),
    Pattern(
        "date-weekday",
        "date",
        rf"(?i)\b{either(words('weekday'))}\b",
        0.3,
        citation="below the default limit: a weekday alone is no element of a date in the rule",
    ),
)
