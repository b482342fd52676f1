"""Forms that whole values have: data, each form a regular expression by name."""

from __future__ import annotations

import re
from functools import cache

from engine.catalog.lexicon import LANGUAGES, SPOKEN, either, words

_NOTHING = """
    - -- --- . ? ?? n/a na n.a. nil null none nan unknown unk missing #n/a keine k.a. unbekannt ninguno
    ninguna desconocido inconnu aucun aucune s/d nd n.d. *
"""
NOTHING = frozenset(_NOTHING.split()) | {
    "not available",
    "not recorded",
    "not known",
    "keine angabe",
    "sin dato",
    "sin datos",
}
"""What stands for no value."""
WRITTEN = re.compile(
    r"\[[A-Z][A-Z\-]{1,40}(?: [^\]\n]{1,40})?\](?:, [A-Za-z., ]+)?|\d{4} or earlier|90[ -]or[ -]older"
)
"""What a release writes in place of a value."""

_MONTHS = rf"{either(words('month', *LANGUAGES[:5]) + words('month-short', *LANGUAGES[:5]))}[a-zé]*\.?"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?"
_WORD_MONTH_DATE = (
    rf"\d{{1,2}}(?:st|nd|rd|th|\.)?[ \-/]?(?:de )?{_MONTHS}(?: de|,)?[ \-/]?(?:\d{{4}}|\d\d)|"
    rf"{_MONTHS}[ \-]\d{{1,2}}(?:st|nd|rd|th)?,?[ \-]\d{{4}}"
)
_DAY, _MONTH = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
_DAY_AND_MONTH = rf"(?:{_DAY}[-/.] ?{_MONTH}|{_MONTH}[-/.] ?{_DAY})"
_STREET_TYPE = (
    r"(?:st|street|ave?|avenue|r(?:oa)?d|dr|drive|l(?:ane|n)|blvd|boulevard|way|c(?:our)?t|pl|place|"
    r"ter(?:race)?|cir(?:cle)?|pkwy|hwy|highway|square|trail|loop)"
)
_TITLE = rf"(?:{either(words('title', 'en', 'de', 'es', 'fr'), capital=True)}\.? )?"
_DEGREE = r"(?:,? (?:MD|DO|RN|NP|PA|PhD|Jr|Sr|III?|M\.D\.)\.?)*"
_PARTICLE = r"van|von|de|der|la|del|di|da"
_ANGLE = r"\d{1,3}[.° ][\d.°'′\"″ ]{1,16}"
_UNIT = r"(?:%|[a-zµμ°]{1,6}(?:[/.^][a-zµμ0-9.]{1,8}){0,3}\d?)"

_SOURCES = {
    "email": r"[^\s@<>,;]+@[^\s@<>,;]+\.[A-Za-z]{2,24}",
    "url": r"(?i)(?:(?:https?|ftp)://|www\.)\S+|"
    r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|io|info|example)(?:/\S*)?",
    "ip": r"(?:\d{1,3}\.){3}\d{1,3}|(?=(?:.*:){2})[0-9A-Fa-f:]{3,39}(?:%\w+)?",
    "mac": r"(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}",
    "uuid": r"(?i)\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}",
    "ssn": r"(?!000|666|9)\d{3}[- .](?!00)\d\d[- .](?!0000)\d{4}",
    "phone": r"(?:\+|00)\d[\d ().\-/]{6,18}\d(?: ?(?:x|ext)\.? ?\d{1,6})?|"
    r"(?:1[- .])?\(?[2-9]\d\d\)?[-. /]{1,2}[2-9]\d\d[-. ]\d{4}(?: ?(?:x|ext)\.? ?\d{1,6})?|"
    r"0\d{1,5}[ /\-][\d ]{4,10}\d|(?:\d\d[ .]){4}\d\d",
    "phone digits": r"1?[2-9]\d\d[2-9]\d{6}",
    "date": rf"(?i)(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|{_DAY_AND_MONTH}[-/.] ?(?:\d{{4}}|\d\d)|"
    rf"{_WORD_MONTH_DATE})(?:[T ,]+{_CLOCK}(?: ?(?:Z|[+-]\d\d:?\d\d|[A-Z]{{3,4}}))?)?",
    "date digits": r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?|"
    r"(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d|"
    r"(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d",
    "month of year": rf"(?i){_MONTHS}[ \-/,]{{1,2}}(?:19|20)\d\d|(?:19|20)\d\d[-/](?:0[1-9]|1[0-2])|"
    rf"(?:0?[1-9]|1[0-2])[-/](?:19|20)\d\d|{_MONTHS} \d{{1,2}}",
    "time": r"(?i)\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?",
    "year": r"(?:18|19|20)\d\d",
    "zip": r"\d{5}(?:-\d{4})?",
    "zip plus": r"\d{5}-\d{4}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d",
    "coordinates": rf"-?\d{{1,3}}\.\d{{3,}}(?:,? | ?[;/] ?)-?\d{{1,3}}\.\d{{3,}}|"
    rf"{_ANGLE} ?[NS] ?[,;/]? ?{_ANGLE} ?[EWO]|[NS] ?{_ANGLE} ?[,;/]? ?[EWO] ?{_ANGLE}",
    "street": rf"(?i)\d{{1,6}}[a-z]?(?:[-/]\d+)? (?:[nsew]\.? |[ns][ew] )?[\w.'\- ]{{2,40}}\b"
    rf"{_STREET_TYPE}\b\.?.*|"
    r"p\.? ?o\.? box \d+.*|"
    r"[\w.\- äöüß]*(?:str(?:aße|asse|\.)|weg|platz|gasse|allee|straat|laan) ?\d+ ?[a-z]?\b.*|"
    r"(?:rue|avenue|bd|boulevard|impasse|chemin|place|allée|calle|c/|avda\.?|avenida|plaza|paseo|via|viale|"
    r"piazza|rua|travessa)\s.*\d.*|"
    r"\d+,? (?:bis |ter )?(?:rue|avenue|av\.|bd|boulevard|impasse|chemin|place|allée|quai) .*",
    "measure": rf"(?i)[<>≤≥~±=]{{0,2}} ?[-+]?\d{{1,3}}(?:[,.]\d{{3}})*(?:[.,]\d+)?(?:e[-+]?\d+)? ?{_UNIT}?|"
    r"[-+]?\d{1,6}(?:[.,]\d+)?|[$€£]? ?\d{1,3}(?:[,.]\d{3})*(?:[.,]\d\d)?(?: ?[$€£])?|"
    r"\d{1,3}(?:\.\d+)? ?(?:-|–|to|/) ?\d{1,3}(?:\.\d+)?(?: ?[a-z/%]{1,10})?|[-+]?\.\d+|\d+\.\d+",
    "interval": r"[(\[] ?[-+]?\d{1,9}(?:\.\d{1,3})?, ?[-+]?\d{1,9}(?:\.\d{1,3})? ?[)\]]",
    "decimal": r"[<>≤≥~]? ?-?\d{1,4}[.,]\d{1,2}(?: ?[A-Za-zµμ°%]{1,6}(?:/[A-Za-z]{1,6})?)?",
    "fraction": r"[-+]?(?:\d{0,4}\.(?!0+\Z)\d{3,}|\d{3,4}\.(?!0+\Z)\d+|\d+(?:\.\d+)?e-\d+)",
    "calendar": rf"(?i)(?:.*\W)?(?:{_MONTHS}|{either(words('weekday', *SPOKEN))})(?:\W.*)?",
    "integer": r"[-+]?\d{1,6}",
    "in thousands": r".*(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,]).*",
    "thousands and cents": r".*(?<![\d,])\d{1,3}(?:,\d{3})+\.\d\d(?!\d).*",
    "small amount": r"\D*\d{1,3}\D*|.*\d\.\d\d(?!\d).*",
    "four digits": r".*\d{4}.*",
    "words of a program": r"[a-z][a-z0-9]*(?:_[a-z0-9]+){2,}",
    "icd": r"[A-TV-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?",
    "icd flat": r"[A-TV-Z]\d[0-9A-Z]\.?[0-9A-Z]{0,4}",
    "loinc": r"\d{1,5}-\d",
    "ndc": r"\d{4,5}-\d{3,4}-\d{1,2}",
    "atc": r"[A-Z]\d\d[A-Z]{2}\d\d",
    "cas": r"\d{2,7}-\d\d-\d",
    "book": r"(?:97[89][- ]?)?\d{1,5}[- ]?\d{1,7}[- ]?\d{1,7}[- ]?[\dX]",
    "file": r"(?i)\S.*\.(?:png|jpe?g|gif|tiff?|bmp|heic|webp|dcm|mp4|mov|avi|wav|mp3|m4a|wsq)",
    "login": r"[a-z]{2,}[._\-]?[a-z]*[._\-]?\d{1,4}|[a-z]+[._][a-z]+",
    "docket": r"(?:\d{1,4}|[IVX]{1,5}) [A-Z][A-Za-z]{0,3} \d{1,6}/(?:\d{4}|\d\d)",
    "blob": r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=\D*\d)[A-Za-z0-9+/_\-]{20,}={0,2}",
    "dotted version": r"(?i)v?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-+]\w{1,12})?",
    "statute": r"(?i)\d{1,3} (?:u\.? ?s\.? ?c|c\.? ?f\.? ?r)\b\.?.*|.*§.*\d.*|"
    r"[a-z.]{2,12}(?: [a-z]{2,12})? (?:code|law|stat\.?) \d[\d.:\-]*[a-z]?|[A-Z]{2,5} \d{1,4}\.\d{1,4}",
    "finding": r"(?i)hh?|ll?|n|aa?|hi|lo|[<>*]|"
    r"(?:stage )?(?:0|i{1,3}|iv)[abc]?[1-3]?|[cp]?t[0-4xis]{1,2}n[0-3x]m[01x]",
    "company": r"(?i).* & .*|"
    r".*\b(?:inc|llc|llp|ltd|gmbh|ag|kg|corp|co|plc|s\.?a|sarl|s\.?l|bv|oy|ab|company)\.?",
    "three digits": r"\d{3}",
    "handle": r"@[A-Za-z0-9_.]{2,30}",
    "small first letter": r"[^\W\d_A-Z].*",
    "with digits": r".*\d.*",
    "few digits": r"(?:\D*\d){0,2}\D*|\d{1,2}[.,]\d{1,2}(?: \d{1,2}[.,]\d{1,2}){0,3}",
    "with sign at": r"(?i).*(?:@|\bat\b|\barroba\b).*",
    "sex": r"(?i)m|f|u|o|x|w|d|h|male|female|other|unknown|man|woman|männlich|weiblich|divers|hombre|mujer|"
    r"masculino|femenino|homme|femme|masculin|féminin|maschio|femmina|nonbinary|non-binary|transgender.*",
    "flag": r"(?i)y|n|yes|no|true|false|t|f|0|1|x|ja|nein|oui|non|s[ií]|sim|não|positive|negative|pos|neg|"
    r"present|absent|active|inactive|alive|deceased|on|off|verdadero|falso|vrai|faux|wahr|falsch",
    "state": r"A[KLRSZ]|C[AOT]|D[CE]|F[LM]|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEHINOPST]|N[CDEHJMVY]|O[HKR]|P[ARW]|"
    r"RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]",
    "vin": r"[A-HJ-NPR-Z0-9]{17}",
    "plate": r"[A-ZÄÖÜ0-9]{1,4}[- ][A-Z0-9]{2,5}(?:[- ]\d{1,4})?",
    "names last first": r"[^\W\d_][\w'’.\-]+(?: [^\W\d_][\w'’.\-]+){0,2}, ?"
    r"[^\W\d_][\w'’.\-]*(?: [^\W\d_][\w'’.\-]*){0,2}",
    "names first last": rf"{_TITLE}[^\W\d_a-z][\w'’.\-]*(?: (?:[^\W\d_a-z][\w'’.\-]*|{_PARTICLE}))"
    rf"{{1,3}}{_DEGREE}",
    "initials": r"[A-Z]{2,4}|(?:[A-Z]\. ?){2,4}",
    "one capital word": r"[^\W\d_a-z][^\W\d_]*(?:['’\-][^\W\d_]+)*",
    "digits": r"\d+",
    "capital code": r"(?=.*\d{3})(?=.*[A-Z])[A-Z0-9]+(?:[-/. ][A-Z0-9]+)*",
    "code": r"(?=\S*\d)[A-Za-z0-9]+(?:[-/._:#][A-Za-z0-9]+)*|"
    r"(?=.*\d)[A-Z0-9]{1,6}(?: [A-Z0-9]{1,6}){1,5}|#\w+",
}


@cache
def form_named(name: str) -> re.Pattern[str]:
    """A form by name, compiled on first use; a value has it when it matches as a whole."""
    return re.compile(_SOURCES[name])


OF_DIGITS = (
    "phone digits",
    "date digits",
    "year",
    "zip",
    "measure",
    "integer",
    "digits",
    "code",
    "with digits",
    "few digits",
    "three digits",
    "small amount",
    "four digits",
)
"""Forms that a value of digits alone can have; "flag" besides, for one digit."""
OF_WORDS = (
    "sex", "flag", "state", "names last first", "names first last", "one capital word", "measure", "date",
    "month of year", "url", "ip", "file", "login", "small first letter", "street",
    "finding", "company", "blob", "with sign at", "initials",
    "few digits", "calendar", "words of a program",
)  # fmt: skip
"""Forms that a value without digits can have."""
OF_BOTH = tuple(
    form
    for form in _SOURCES
    if form not in ("digits", "integer", "phone digits", "date digits", "year", "three digits")
)
"""Forms that other values can have."""
