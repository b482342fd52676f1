"""Ages over 89, and years of birth that show one: 45 CFR 164.514(b)(2)(i)(C)."""

from __future__ import annotations

from engine.catalog.lexicon import either, words
from engine.methods.identifiers.pattern import YEAR, Pattern

BEYOND_89 = r"(?:9\d|1[0-2]\d)"
NINETIES = (
    r"(?:ninety(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|"
    r"(?:one|a) hundred(?:(?: and|-and-)?[ -](?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|thirteen|fourteen|fifteen))?)"
)
_NINETIETH = (
    r"(?:ninetieth|ninety[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|(?:one )"
    r"?hundredth|"
    r"(?:one )?hundred(?: and)?[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth))"
)
_SEX = r"(?:[MF]|male|female|man|woman|gentleman|lady)"
_YEARS = r"(?:years?|yrs?|y)"
_WHEN = r"(?:today|tomorrow|soon|(?:in|on|this|next|come) [a-z]{2,12})"
_BORN = either(words("attributes/born", "en", "de", "fr", "es", "it", "nl"), plain=True)

_RELATIVE = either(words("relative"), plain=True)

AGES = (
    Pattern(
        "age-labelled",
        "age-over-89",
        rf"(?i)\b(?:aged?(?: ?/ ?(?:sex|gender))?|ages|at age|(?:the )?age of|age (?:is|was)|"
        rf"age at \w{{2,12}})(?: |: ?| is | = ?|=|\)?: ?){{1,2}}"
        rf"({BEYOND_89}(?: ?{_YEARS}(?: ?\d{{1,2}} ?mo?)?)?|{NINETIES})\b",
        0.85,
        examples=("aged 92", "Age: 101", "Age/Sex 97 F", "at age 94", "aged ninety-two", "age 93y6m"),
    ),
    Pattern(
        "age-years-old",
        "age-over-89",
        rf"(?i)\b(?:{BEYOND_89}|{NINETIES})(?: ?\({BEYOND_89}\))?[ -]?"
        r"(?:years?|yrs?|yr\.?|y)(?: and \d{1,2} months?)?[ -]?(?:olds?|of[ -]age|young)\b",
        0.95,
        examples=(
            "a 92-year-old man",
            "T: 97 y old",
            "ninety-three years old",
            "ninety-three (93) years of age",
            "95 years of age",
            "101 yr old",
        ),
    ),
    Pattern(
        "age-behind-name",
        "age-over-89",
        rf"\b[A-Z][a-z\x80]+(?:['\-][A-Z]?[a-z\x80]+)*, ({BEYOND_89}), ",
        0.5,
        examples=("His wife Eulalie, 91, sleeps badly",),
    ),
    Pattern(
        "age-years-behind-name",
        "age-over-89",
        rf"\b[A-Z][a-z\x80]+(?:['\-][A-Z]?[a-z\x80]+)*,? \(?({BEYOND_89} ?yrs?)\b",
        0.55,
        examples=("her grandmother, Tutu Malia, 93 yrs Employer: none",),
    ),
    Pattern(
        "age-years",
        "age-over-89",
        rf"(?i)\b({BEYOND_89} ?{_YEARS})(?: {{0,3}}[.,;)|/\]]|$|\n| ?{_SEX}\b)",
        0.55,
        examples=("Patient, 91 yrs, lives alone", "Re: Brancusi | M | 91 y", "a 92 yr F with cough"),
    ),
    Pattern(
        "age-behind-sex",
        "age-over-89",
        rf"\b(?:[MF]|[Mm]ale|[Ff]emale) ?[/,(] ?({BEYOND_89})(?:[.,;:)|]|$|\n| [|/]|/[A-Za-z])",
        0.55,
        standalone=True,
        examples=("Seen in clinic (F, 94).", "M/95"),
    ),
    Pattern(
        "age-in-bars",
        "age-over-89",
        rf"\b(?:[MF]|[Mm]ale|[Ff]emale) {{0,3}}\| {{0,3}}({BEYOND_89} ?{_YEARS})\b",
        0.8,
        examples=("Client: Jo Pinto | F | 99 years | Retired",),
    ),
    Pattern(
        "age-before-sex",
        "age-over-89",
        rf"\b({BEYOND_89}) ?[/,] ?(?:[MF]|[Mm]ale|[Ff]emale)\b",
        0.55,
        standalone=True,
        examples=("Age/Sex: 91/M", "95 / F / Caucasian"),
    ),
    Pattern(
        "age-exclaimed",
        "age-over-89",
        r"(?:^|[.!?] |\n)(9\d|10[1-9]|11\d)!",
        0.5,
        citation="a number that is a sentence, said with surprise",
        examples=("97!! and still driving.",),
    ),
    Pattern(
        "age-answered",
        "age-over-89",
        rf"(?i)\b(?:how old\b[^\n]{{0,40}}|age ?\?)(?:\n{{1,2}}[a-z][a-z .]{{0,20}}[:.]| A\.) ?"
        r"(?:[a-z' ]{0,14} )?"
        rf"({BEYOND_89}|{NINETIES})\b",
        0.7,
        prefilter=r"(?i)\b(?:how old\b|age ?\?)",
        citation="A question for an age, and the turn that answers it",
        examples=("how old is she now\ntash: 91 bless her", "Q. And your age? A. 92."),
    ),
    Pattern(
        "age-yo",
        "age-over-89",
        rf"(?i)\b{BEYOND_89} ?-?(?:y\.? ?[/\-]? ?o\b\.?|yo[mf]?\b|y\.o\.)",
        0.95,
        examples=("92 y/o", "92yo female", "94 y.o. man", "Isidore, 98-y-o"),
    ),
    Pattern(
        "age-sex",
        "age-over-89",
        rf"\b({BEYOND_89}) ?(?:[MF]|male|female|man|woman|gentleman|lady)\b",
        0.4,
        context=r"patient|pt|admitted|presents?|presented|history|hx|year|caucasian|with|male|female|man|woman|gentleman|lady",
        context_required=True,
        examples=("pt is a 92F with cough",),
    ),
    Pattern(
        "age-sex-opening",
        "age-over-89",
        rf"\b({BEYOND_89}) ?[MF] (?:found|fell|who|with|w/|c/o|s/p|h/o|hx|presents?|presented|from|"
        r"presenting|seen|admitted|transferred|brought|BIBA|complain\w{1,5}|status|lives|residing|here|has|had)(?:\s|$)",
        0.7,
        examples=("94F found on the bathroom floor", "Narrative: 97F s/p fall"),
    ),
    Pattern(
        "age-birthday",
        "age-over-89",
        rf"(?i)\b({BEYOND_89}(?:st|nd|rd|th)|{_NINETIETH})[ -](?:birthday|birthdate|year of (?:his|her|"
        rf"their|life)|b-?day)",
        0.95,
        examples=("her 95th birthday", "ninety-fifth birthday"),
    ),
    Pattern(
        "age-turning",
        "age-over-89",
        rf"(?i)\b(?:turn(?:s|ed|ing)?|reach(?:ed|ing)? (?:the )?age(?: of)?|lived to(?: be)?|died (?:at|"
        rf"aged)|is now|celebrat(?:ed|ing)) "
        rf"({BEYOND_89}|{NINETIES})\b",
        0.75,
        examples=("she turned 92 in May", "lived to be 101", "died at 97"),
    ),
    Pattern(
        "age-of-person",
        "age-over-89",
        rf"(?i)\b(?:s?he|who|patient|pt|{_RELATIVE}|roommate|resident|decedent|(?:mrs?|ms|miss|sr|fr)\.? "
        r"[\w'\x80\-]+(?: [\w'\x80\-]+)?)(?:,|'s| is| was| d\.| died|, who is| is now){1,2} "
        rf"(?:now |currently |already |only |also |still )?({BEYOND_89}|{NINETIES})"
        rf"(?:[,.;!)]|$|\n| (?:and|but|now|yet|so|{_WHEN})\b)",
        0.75,
        examples=(
            "Mrs. Prosser is 92 and her son has the power of attorney.",
            "Grandfather, now 99, lives alone.",
            "She is 94.",
            "her mother is ninety-one and lives alone",
            "Her twin, also 96, is in room 6.",
            "old Mr. Hezekiah Thistlewood, is ninety-four and still splits his own wood",
        ),
    ),
    Pattern(
        "age-will-be",
        "age-over-89",
        rf"(?i)\b(?:(?:s?he|who|{_RELATIVE}|patient|pt)"
        rf"(?:\s{{1,2}}(?:> ?)?will|'ll) (?:soon )?be|i'm|i am) ({BEYOND_89}|{NINETIES})"
        rf"(?:[,.;!)]|$|\n| (?:and|but|now|not|years?|yrs?|{_WHEN})\b)",
        0.7,
        examples=("she will be 93 in the spring", "I'm 92, not dead"),
    ),
    Pattern(
        "age-decade",
        "age-over-89",
        r"(?i)\b(?:in|into) (?:his|her|their|my|your) ((?:(?:early|mid|late)[ -])?(?:90'?s|nineties|"
        r"100'?s|hundreds))\b",
        0.9,
        examples=("in her mid-nineties", "in his 90s"),
    ),
    Pattern(
        "age-word",
        "age-over-89",
        r"(?i)\b(?:nonagenarian|(?:super)?centenarian)s?\b",
        0.9,
        examples=("the nonagenarian said", "a centenarian"),
    ),
    Pattern(
        "age-elsewhere",
        "age-over-89",
        rf"(?i)\b({BEYOND_89})(?:[ -]jahrige[nrs]?\b| jahre alt\b| ans\b| anos\b| anni\b| jaar oud\b|"
        rf" ar gammal\b)",
        0.8,
        examples=("92 Jahre alt", "âgée de 92 ans", "92 años"),
    ),
    Pattern(
        "birth-year",
        "age-over-89",
        rf"(?i)(?:\b(?:{_BORN}\.?|b\.)[: ]{{1,3}}"
        r"(?:(?:in|on|around|about|circa|c\.|ca\.?|the|year|early|late|im|jahre?|um|el|ano) ?){0,3}"
        rf"(?:\w{{3,9}} (?:\d{{1,2}},? )?)?)({YEAR})\b",
        0.85,
        validator="birth-year-over-89",
        citation="a year of birth shows the age when the reference year is known",
        examples=(
            "she was born in 1931",
            "(b. 1929)",
            "year of birth: 1930",
            "geboren im Jahr 1930",
            "Geburtsjahr: 1930",
            "nació en 1930",
        ),
    ),
    Pattern(
        "birth-year-before",
        "age-over-89",
        rf"(?i)\b({YEAR}) (?:in \w{{2,20}} )?(?:geboren|zur welt)\b",
        0.85,
        validator="birth-year-over-89",
        examples=("sie ist 1930 in Köln geboren", "kam 1928 zur Welt"),
    ),
    Pattern(
        "life-span",
        "age-over-89",
        rf"\(((?:b\. ?)?{YEAR} ?- ?{YEAR})\)",
        0.6,
        validator="life-span-over-89",
        examples=("Ann Example (1921-2015)",),
    ),
)
