"""Days that a weekday, a holiday or what follows them shows: "Thu 7", "Labor Day", "on the sixth"."""

from __future__ import annotations

from engine.catalog.lexicon import either, words
from engine.methods.identifiers.pattern import Pattern

_WEEKDAY = rf"{either(words('weekday') + words('weekday-short'))}\b\.?"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_NTH = rf"{_DAY}(?:st|nd|rd|th)"
_UNIT = r"(?:one|two|three|four|five|six|seven|eight|nine)"
_NTH_WORD = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|"
    r"fourteenth|"
    r"fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|thirty[ -]first|"
    r"twenty[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))"
)
_LATER_WORD = _NTH_WORD.replace("first|second|third|fourth|fifth|", "", 1)
"""Without those that count occasions and sides oftener than days."""
_TEEN = r"(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
_MONTH_NAME = either(words("month"))
_MONTH_SHORT = rf"{either(words('month') + words('month-short'))}\.?"
_GOES_ON = (
    r"(?:[.,;:?!)/]|$|\n| >| (?i:and|or|to|through|until|till|in|under|at|by|after|before|from|with|"
    r"without|because|when|if|"
    r"as|i|he|she|they|we|you|it|who|which|that|there|was|were|is|had|has|will|would|showed|shows|came|"
    r"went|got|"
    r"[a-z]{3,12}ed|please|this|last|next)\b)"
)
_DAYS_NAMED = (
    r"(?:labou?r|memorial|independence|boxing|veterans'?|valentine'?s|(?:st\.?|saint) patrick'?s|"
    r"mother'?s|father'?s|"
    r"columbus|presidents'?|new year'?s|christmas|armistice|anzac|canada|australia|groundhog|mlk|"
    r"martin luther king(?: jr\.?)?|"
    r"all saints'?) (?:day|eve)(?: weekend| night| morning)?"
)
_HOLIDAYS = (
    r"(?:ash wednesday|palm sunday|easter (?:sunday|monday)|good friday|maundy thursday|whit (?:sunday|"
    r"monday)|"
    r"twelfth night|juneteenth|fourth of july)"
)

SAID_DATES = (
    Pattern(
        "date-nth-goes-on",
        "date",
        rf"(?i)\b(?:on|by|since|until|till|from|before|after|and on|and from|back on|think|believe|"
        rf"starts?|ends?|began|"
        rf"between|moved to|as of) (?:on )?the ({_NTH}|{_LATER_WORD}){_GOES_ON}",
        0.55,
        prefilter=r"(?i) the (?:[0-3]?\d(?:st|nd|rd|th)|[a-z]{3,8}(?:th|st|nd|rd)|twenty|thirty)\b",
        citation="as date-nth-said, before what goes on with the sentence; floors and centuries are traps",
        examples=("The scan on the sixth showed", "two nights from the 3rd and two", "I think the 16th."),
    ),
    Pattern(
        "date-nth-of-each",
        "date",
        rf"(?i)\bthe ((?:{_NTH}|{_NTH_WORD}) of (?:each|every|this|last|next|that|the same|"
        rf"the following) month)\b",
        0.6,
        examples=("paid on the 28th of each month",),
    ),
    Pattern(
        "date-weekday-day",
        "date",
        rf"\b((?i:{_WEEKDAY}),? {_DAY})(?:$|[,;)\n]|\.(?:$|[ \n])| (?:in|at|and|or|between|for|until|"
        rf"with|he|she|we|i|"
        rf"they|is|was)\b|(?:,? ?(?:-|to|and|until|through) ?(?i:{_WEEKDAY}),? {_DAY}(?:st|nd|rd|th)?\b))",
        0.6,
        citation="A day of the week and of the month",
        examples=("back Thu 7 in the evening", "see you Wed 12.", "from Monday 6 to Friday 10 June"),
    ),
    Pattern(
        "date-named-day",
        "date",
        rf"(?i)\b((?:{_DAYS_NAMED}|{_HOLIDAYS}(?: (?:day|eve|weekend|night|morning))?|"
        rf"day after thanksgiving))"
        r"(?:$|[.,;:?!)\n]| (?:at|he|she|they|we|i|because|with|when|until|through|to|lol|weekend|this|"
        r"last|next|"
        r"in the|was)\b)",
        0.5,
        prefilter=r"(?i)(?:day|eve|wednesday|sunday|monday|friday|thursday|night|juneteenth|july|thanksgiving)\b",
        citation="as date-month: a holiday is a day of the year",
        examples=("Between August 19 and Labor Day, how", "B: st patrick's day lol"),
    ),
    Pattern(
        "date-dashed-said",
        "date",
        rf"(?i)\b(?:on|seen|drawn|done|due|repeat(?:ed)?(?: [a-z]{{2,8}})?|since|until|by|labs|cultures?|"
        rf"echo|f/u|recheck) "
        rf"({_DAY}-{_DAY})(?:[,;)\n]|$|\.(?:$|[ \n]))",
        0.55,
        prefilter=r" \d{1,2}-\d{1,2}(?:[.,;)\n]|$)",
        validator="day-month",
        citation="as date-labelled-dashed, where the sentence or field ends",
        examples=("Repeat BMP 1-18. Dictated",),
    ),
    Pattern(
        "date-dashed-padded",
        "date",
        r"(?i)\b(?:on|by|until|til|till|since|before|after|from|of) ((?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|"
        r"3[01]))"
        r"(?:[^\d/%\w\-]|$)",
        0.55,
        prefilter=r" [01]\d-[0-3]\d(?:\W|$)",
        citation="as date-labelled-dashed: a day and a month of two digits each",
        examples=("endoscopy on 06-18 by Dr. Lo",),
    ),
    Pattern(
        "date-month-dot-year",
        "date",
        r"(?i)\b(?:since|from|until|to|in|seit|ab|bis|stand|desde|hasta|depuis)[: ]{1,3}"
        r"((?:0[1-9]|1[0-2])\.(?:19|20)\d\d)\b(?:[^.\d]|$|\.$|\.\s)",
        0.6,
        prefilter=r"[01]\d\.(?:19|20)\d\d",
        citation="as date-month",
        examples=("Lived there since: 03.2019",),
    ),
    Pattern(
        "date-nth-short-year",
        "date",
        rf"(?i)\b({_MONTH_NAME} (?:the )?{_NTH_WORD},? (?:nineteen |twenty )?(?:twenty|thirty|forty|fifty|"
        rf"sixty|"
        rf"seventy|eighty|ninety)(?:[ \-]{_UNIT})?)\b",
        0.7,
        prefilter=r"(?i)(?:st|nd|rd|th),? (?:nineteen |twenty )?(?:[a-z]{4,5}ty)",
        citation="as date-spoken",
        examples=("May ninth, seventy-six.",),
    ),
    Pattern(
        "date-answered-in-words",
        "date",
        rf"(?i)\b(?:dates?|when|birthday|"
        rf"what day)\b[^\n?]{{0,60}}\?[^\n]{{0,20}}[\n ]{{1,2}}[a-z][a-z .]{{0,20}}[:.] ?(?:on |it was |"
        rf"it's )?"
        rf"((?:{_UNIT}|ten|eleven|twelve)[ /\-](?:{_UNIT}|{_TEEN}|twenty(?:[ -]{_UNIT})?|"
        rf"thirty(?:[ -]one)?|{_NTH_WORD}))\b",
        0.55,
        prefilter=r"\?",
        citation="A question for a date, and the turn that answers it",
        examples=("Q. What's the date on it?\nA. Eight-nineteen.",),
    ),
    Pattern(
        "date-month-short-year",
        "date",
        rf"(?i)\b({_MONTH_SHORT} ?'\d\d)\b",
        0.7,
        citation="as date-month-year",
        examples=("IOL implanted Nov '18,",),
    ),
    Pattern(
        "date-dotted-visit",
        "date",
        rf"(?i)\b(?:check-?in|check-?out|sat|taken|arrived?|arrival|departed?|departure|moved? (?:in|"
        rf"out)|exam) "
        rf"({_DAY}\.(?:0?[1-9]|1[0-2])\.)(?:$|[ \n,;:)])",
        0.55,
        citation="as date-dotted-partial",
        examples=("Check-in 1.10. by clerk", "Exam sat 12.06. and"),
    ),
    Pattern(
        "date-dotted-span",
        "date",
        rf"(?i)\b(?:from|to|and) ({_DAY}\.(?:0?[1-9]|1[0-2])\.)(?-i: [a-z]|[,;:)])",
        0.55,
        citation="as date-dotted-partial; at the end of a sentence it may be a decimal number",
        examples=("from 1.10. to 12.10. in the clinic",),
    ),
    Pattern(
        "date-first-last-day",
        "date",
        rf"(?i)\b(?:in the )?((?:first|last|second|third|fourth) (?:week|half|few days|weekend|"
        rf"{either(words('weekday'))}) (?:of|in) {_MONTH_NAME})\b",
        0.6,
        prefilter=r"(?i)(?:week|half|days|weekend|day) (?:of|in) [a-z]",
        citation="as date-month",
        examples=("in the first week of June",),
    ),
)
