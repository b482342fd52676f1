"""What the values of a column look like: forms, check digits, how many differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stdnum import casrn, ean, iban, imei, isbn, luhn, verhoeff
from stdnum.exceptions import ValidationError

SAMPLE = 240
"""Values whose forms are looked at, spread evenly over the column."""
NOTHING = frozenset(
    "|-|--|---|.|?|??|n/a|na|n.a.|nil|null|none|nan|unknown|unk|not available|not recorded|not known|missing|#n/a|"
    "keine|keine angabe|k.a.|unbekannt|ninguno|ninguna|desconocido|sin dato|inconnu|aucun|aucune|s/d|nd|n.d.|*".split("|")
)
"""What stands for no value."""
_WRITTEN = re.compile(r"\[[A-Z][A-Z\-]{1,40}(?: [^\]\n]{1,40})?\](?:, [A-Za-z., ]+)?|\d{4} or earlier|90[ -]or[ -]older")
_MONTHS = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|mai|okt|dez|janv|fevr|juin|juil|aout|gen|mag|giu|"
    r"lug|set|ott|mrz|fev|avr|maerz|märz|mär|août|févr|déc)[a-zé]*\.?"
)
_FORMS: dict[str, re.Pattern[str]] = {
    "email": re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+\.[A-Za-z]{2,24}"),
    "url": re.compile(r"(?i)(?:(?:https?|ftp)://|www\.)\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|io|info|example)(?:/\S*)?"),
    "ip": re.compile(r"(?:\d{1,3}\.){3}\d{1,3}|(?=(?:.*:){2})[0-9A-Fa-f:]{3,39}(?:%\w+)?"),
    "mac": re.compile(r"(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}"),
    "uuid": re.compile(r"(?i)\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}"),
    "ssn": re.compile(r"(?!000|666|9)\d{3}[- .](?!00)\d\d[- .](?!0000)\d{4}"),
    "phone": re.compile(
        r"(?:\+|00)\d[\d ().\-/]{6,18}\d(?: ?(?:x|ext)\.? ?\d{1,6})?|"
        r"(?:1[- .])?\(?[2-9]\d\d\)?[-. /]{1,2}[2-9]\d\d[-. ]\d{4}(?: ?(?:x|ext)\.? ?\d{1,6})?|"
        r"0\d{1,5}[ /\-][\d ]{4,10}\d|(?:\d\d[ .]){4}\d\d"
    ),
    "phone digits": re.compile(r"1?[2-9]\d\d[2-9]\d{6}"),
    "date": re.compile(
        r"(?i)(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.] ?\d{1,2}[-/.] ?(?:\d{4}|\d\d)|"
        rf"\d{{1,2}}(?:st|nd|rd|th|\.)?[ \-/]?(?:de )?{_MONTHS}(?: de|,)?[ \-/]?(?:\d{{4}}|\d\d)|{_MONTHS}[ \-]\d{{1,2}}(?:st|nd|rd|th)?,?[ \-]\d{{4}})"
        r"(?:[T ,]+\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|[+-]\d\d:?\d\d|[A-Z]{3,4}))?)?"
    ),
    "date digits": re.compile(
        r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?|"
        r"(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d"
    ),
    "month of year": re.compile(rf"(?i){_MONTHS}[ \-/,]{{1,2}}(?:19|20)\d\d|(?:19|20)\d\d[-/](?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[-/](?:19|20)\d\d|{_MONTHS} \d{{1,2}}"),
    "time": re.compile(r"(?i)\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?"),
    "year": re.compile(r"(?:18|19|20)\d\d"),
    "zip": re.compile(r"\d{5}(?:-\d{4})?"),
    "zip plus": re.compile(r"\d{5}-\d{4}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d"),
    "coordinates": re.compile(r"-?\d{1,3}\.\d{3,},? -?\d{1,3}\.\d{3,}"),
    "street": re.compile(
        r"(?i)\d{1,6}[a-z]?(?:[-/]\d+)? (?:[nsew]\.? |[ns][ew] )?[\w.'\- ]{2,40}\b(?:st|street|ave?|avenue|r(?:oa)?d|dr|drive|l(?:ane|n)|"
        r"blvd|boulevard|way|c(?:our)?t|pl|place|ter(?:race)?|cir(?:cle)?|pkwy|hwy|highway|square|trail|loop)\b\.?.*|"
        r"p\.? ?o\.? box \d+.*|[\w.\- äöüß]*(?:str(?:aße|asse|\.)|weg|platz|gasse|allee|straat|laan) ?\d+ ?[a-z]?\b.*|"
        r"(?:rue|avenue|bd|boulevard|impasse|chemin|place|allée|calle|c/|avda\.?|avenida|plaza|paseo|via|viale|piazza|rua|travessa)\s.*\d.*|"
        r"\d+,? (?:bis |ter )?(?:rue|avenue|av\.|bd|boulevard|impasse|chemin|place|allée|quai) .*"
    ),
    "measure": re.compile(
        r"(?i)[<>≤≥~±=]{0,2} ?[-+]?\d{1,3}(?:[,.]\d{3})*(?:[.,]\d+)?(?:e[-+]?\d+)? ?(?:%|[a-zµμ°]{1,6}(?:[/.^][a-zµμ0-9.]{1,8}){0,3}\d?)?|"
        r"[-+]?\d{1,6}(?:[.,]\d+)?|[$€£]? ?\d{1,3}(?:[,.]\d{3})*(?:[.,]\d\d)?(?: ?[$€£])?|"
        r"\d{1,3}(?:\.\d+)? ?(?:-|–|to|/) ?\d{1,3}(?:\.\d+)?(?: ?[a-z/%]{1,10})?|[-+]?\.\d+|\d+\.\d+"
    ),
    "integer": re.compile(r"[-+]?\d{1,6}"),
    "icd": re.compile(r"[A-TV-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?"),
    "loinc": re.compile(r"\d{1,5}-\d"),
    "ndc": re.compile(r"\d{4,5}-\d{3,4}-\d{1,2}"),
    "atc": re.compile(r"[A-Z]\d\d[A-Z]{2}\d\d"),
    "cpt": re.compile(r"\d{4}[0-9FTUM]|[A-V]\d{4}"),
    "cas": re.compile(r"\d{2,7}-\d\d-\d"),
    "book": re.compile(r"(?:97[89][- ]?)?\d{1,5}[- ]?\d{1,7}[- ]?\d{1,7}[- ]?[\dX]"),
    "file": re.compile(r"(?i)\S.*\.(?:png|jpe?g|gif|tiff?|bmp|heic|webp|dcm|mp4|mov|avi|wav|mp3|m4a|wsq)"),
    "login": re.compile(r"[a-z]{2,}[._\-]?[a-z]*[._\-]?\d{1,4}|[a-z]+[._][a-z]+"),
    "small first letter": re.compile(r"[^\W\d_A-Z].*"),
    "with digits": re.compile(r".*\d.*"),
    "cvx": re.compile(r"\d{2,3}"),
    "sex": re.compile(r"(?i)m|f|u|o|x|w|d|h|male|female|other|unknown|man|woman|männlich|weiblich|divers|hombre|mujer|masculino|femenino|homme|femme|masculin|féminin|maschio|femmina|nonbinary|non-binary|transgender.*"),
    "flag": re.compile(r"(?i)y|n|yes|no|true|false|t|f|0|1|x|ja|nein|oui|non|s[ií]|sim|não|positive|negative|pos|neg|present|absent|active|inactive|alive|deceased|on|off|verdadero|falso|vrai|faux|wahr|falsch"),
    "state": re.compile(
        r"A[KLRSZ]|C[AOT]|D[CE]|F[LM]|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEHINOPST]|N[CDEHJMVY]|O[HKR]|P[ARW]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]"
    ),
    "vin": re.compile(r"[A-HJ-NPR-Z0-9]{17}"),
    "plate": re.compile(r"[A-Z0-9]{1,4}[- ][A-Z0-9]{2,5}(?:[- ]\d{1,4})?"),
    "names last first": re.compile(r"[^\W\d_][\w'’.\-]+(?: [^\W\d_][\w'’.\-]+){0,2}, ?[^\W\d_][\w'’.\-]*(?: [^\W\d_][\w'’.\-]*){0,2}"),
    "names first last": re.compile(
        r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau|Sr|Sra|Mme|M)\.? )?[^\W\d_a-z][\w'’.\-]*(?: (?:[^\W\d_a-z][\w'’.\-]*|van|von|de|der|la|del|di|da)){1,3}"
        r"(?:,? (?:MD|DO|RN|NP|PA|PhD|Jr|Sr|III?|M\.D\.)\.?)*"
    ),
    "one capital word": re.compile(r"[^\W\d_a-z][^\W\d_]*(?:['’\-][^\W\d_]+)*"),
    "digits": re.compile(r"\d+"),
    "code": re.compile(r"(?=\S*\d)[A-Za-z0-9]+(?:[-/._:#][A-Za-z0-9]+)*|(?=.*\d)[A-Z0-9]{1,6}(?: [A-Z0-9]{1,6}){1,5}|#\w+"),
}  # fmt: skip
_PIECES = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a column, summed up.

    Parameters
    ----------
    n : int
        Values that say anything.
    n_distinct : int
        Different ones among them.
    shares : mapping of str to float
        For each form, the share of the sampled values that have it.
    lengths : Counter
        Lengths of the sampled values.
    mean_words : float
        Words of a value.
    largest, smallest : int or None
        Of whole numbers of up to four digits, where there are no other values.
    leading_zeros : float, in [0, 1]
        Share of the values that begin with a zero that no number has.
    round_numbers : float, in [0, 1]
        Share of whole numbers that end in 00.
    in_steps : bool
        Whole numbers, each little above the one before.
    """

    n: int
    n_distinct: int
    shares: dict[str, float]
    lengths: Counter[int]
    mean_words: float
    leading_zeros: float
    largest: int | None
    smallest: int | None
    round_numbers: float
    in_steps: bool

    @property
    def unique(self) -> float:
        """Share of different values."""
        return self.n_distinct / self.n if self.n else 0.0

    def share(self, *forms: str) -> float:
        """Largest share of the forms named."""
        return max((self.shares.get(form, 0.0) for form in forms), default=0.0)

    @property
    def short(self) -> int:
        """Length that nearly all values have at least."""
        return self._length(0.04)

    @property
    def long(self) -> int:
        """Length that nearly all values have at most."""
        return self._length(0.96)

    def _length(self, share: float) -> int:
        ordered = sorted(self.lengths.elements())
        return ordered[int(share * (len(ordered) - 1) + 0.5)] if ordered else 0

    @property
    def same_length(self) -> float:
        """Share of the most frequent length."""
        return max(self.lengths.values(), default=0) / max(sum(self.lengths.values()), 1)


def is_nothing(value: str) -> bool:
    """Whether a value stands for none, or was written in place of one."""
    return value.lower() in NOTHING or _WRITTEN.fullmatch(value) is not None


def summed_up(values: Sequence[str]) -> Values:
    """Sum up the values of a column, given without surrounding blanks."""
    telling = [value for value in values if value and not is_nothing(value)]
    step = max(1, len(telling) // SAMPLE)
    sample = telling[::step][: SAMPLE + 1]
    counted = Counter(form for value in sample for form in forms_of(value[:200]))
    n = len(sample)
    digits = [value for value in sample if value.isdecimal()]
    small = [int(value) for value in digits if len(value) <= 4] if len(digits) == n else []
    return Values(
        n=len(telling),
        n_distinct=len(set(telling)),
        shares={form: count / n for form, count in counted.items()} if n else {},
        lengths=Counter(map(len, sample)),
        mean_words=sum(len(_PIECES.findall(value)) for value in sample) / n if n else 0.0,
        leading_zeros=sum(len(v) > 3 and v[0] == "0" for v in digits) / n if n else 0.0,
        largest=max(small, default=None) if len(small) == n else None,
        smallest=min(small, default=None) if len(small) == n else None,
        round_numbers=sum(v.endswith("00") for v in digits) / len(digits) if digits else 0.0,
        in_steps=_in_steps(digits) if len(digits) == n else False,
    )


def _in_steps(digits: Sequence[str]) -> bool:
    numbers = [int(value) for value in digits if len(value) < 19]
    steps = [b - a for a, b in zip(numbers, numbers[1:], strict=False)]
    return len(steps) >= 2 and all(0 < step <= 3 * SAMPLE for step in steps) and max(steps) <= 20 * min(steps)


def forms_of(value: str) -> tuple[str, ...]:
    """The forms that a value has."""
    found = [form for form in _candidates(value) if _FORMS[form].fullmatch(value)]
    return (*found, *_checks(value, found))


_BY_LETTERS: dict[str, tuple[str, ...]] = {
    "digits": ("phone digits", "date digits", "year", "zip", "measure", "integer", "cpt", "cvx", "flag", "digits", "code", "with digits"),
    "words": (
        "sex", "flag", "state", "names last first", "names first last", "one capital word", "measure", "date", "month of year",
        "url", "ip", "file", "login", "small first letter", "street",
    ),
    "mixed": tuple(form for form in _FORMS if form not in ("digits", "integer", "phone digits", "date digits", "year")),
}  # fmt: skip


def _candidates(value: str) -> tuple[str, ...]:
    if value.isdecimal():
        return _BY_LETTERS["digits"]
    has_digit = any(c.isdecimal() for c in value)
    return _BY_LETTERS["mixed" if has_digit or "@" in value or ":" in value else "words"]


def _checks(value: str, forms: Sequence[str]) -> list[str]:
    """Check digits that hold."""
    plain = value.replace(" ", "").replace("-", "")
    found: list[str] = []
    if plain.isdecimal() and plain.isascii():
        found += _digit_checks(plain)
    elif 15 <= len(plain) <= 34 and plain[:2].isalpha() and _holds(iban.validate, plain):
        found.append("iban")
    if "loinc" in forms and luhn.is_valid(plain):
        found.append("loinc check")
    if "cas" in forms and _holds(casrn.validate, value):
        found.append("cas check")
    if ("book" in forms or plain.isdecimal()) and (_holds(isbn.validate, plain) or _holds(ean.validate, plain)):
        found.append("product check")
    return found


def _digit_checks(digits: str) -> list[str]:
    n = len(digits)
    found: list[str] = []
    if 13 <= n <= 19 and luhn.is_valid(digits):
        found.append("luhn")
    if n == 15 and _holds(imei.validate, digits):
        found.append("imei")
    if n == 10 and digits[0] in "12" and luhn.is_valid("80840" + digits):
        found.append("npi")
    if 6 <= n <= 18 and digits[-3:-1] in ("00", "01", "02", "10", "11", "12") and verhoeff.is_valid(digits):
        found.append("snomed")
    return found


def _holds(check: Callable[[str], str], value: str) -> bool:
    try:
        check(value)
    except ValidationError:
        return False
    return True
