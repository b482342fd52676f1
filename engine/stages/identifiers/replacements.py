"""What stands where an identifier stood: the operators of a policy's ``replace_with``.

No operator re-emits what a law removes, and no replacement is an identifier
to the recogniser that asked for it: sanitizing a released text again changes
nothing. Tokens hold no digits; what does hold some (a year, three ZIP digits,
the last four) is written in a form that no pattern takes for a finding.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.catalog.lexicon import LANGUAGES, SPOKEN, either, words
from engine.catalog.zip3_2020 import zip3_table
from engine.errors import InvalidError, fault
from engine.methods.identifiers.folding import fold
from engine.methods.identifiers.pattern import US_STATE
from engine.text import Span

AGE_LIMIT = 90
"""Ages from here on are one group, 164.514(b)(2)(i)(C)."""
LAST_DIGITS = 4
"""What FRCP 5.2(a) lets stand, and what must at least stay hidden beside it."""
REDACTED = "[REDACTED]"
_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
_CODE_GROUPS, _GROUP_LENGTH = 3, 5
"""15 of 20 consonants are 64.8 binary digits: two of 200,000 values share a code once in 10**9 releases."""
_KEY_BYTES = 16
_SAME_CODES = {"mrn": "unique-code", "own-code": "unique-code"}
"""Numbers that a house gives out: which of them one is, the word beside it says, and that varies by place."""
_YEAR = re.compile(r"(?i)(?<!\d)(?<!\bat )(?:1[5-9]|20)\d\d(?!\d| ?h(?:ou)?rs?\b| ?h\b)")
_COMPACT_YEAR = re.compile(r"(?:19|20)\d\d(?=\d{4}(?:\D|\d{4,6}Z?$|$))")
_MONTH = either(words("month", *LANGUAGES) + words("month-short", *SPOKEN), plain=True)
_SHORT_YEAR = re.compile(
    r"(?i)(?<![\d/.\-])(?:\d{1,2}(?P<by>[/.\-]) ?\d{1,2}(?P=by) ?|'|"
    rf"\d{{1,2}}(?:st|nd|rd|th)?[ \-/.]*{_MONTH}\.?[ \-/,]*'?|{_MONTH}\.?-\d{{1,2}}-)"
    rf"(?P<year>\d\d)(?![\d:]|[/.\-]\d|(?:st|nd|rd|th)\b|\.? ?(?:of )?{_MONTH}\b)"
)
"""A year of two digits: behind a month, or the third number of a day that one sign divides."""
_MONTH_BEFORE = re.compile(rf"(?i){_MONTH}\.? \Z")
"""The number that follows is a day: "January 1-January 12"."""
_US_ZIP = re.compile(r"(?:\D{0,3}\b)?(\d{3})\d{2}(?:-\d{4})?")
_ZIP3 = re.compile(r"[0-9]{3}")
_POSTAL_AREA = re.compile(
    r"([ABCEGHJ-NPRSTVXY]\d[A-Z])[ \-]?\d[A-Z]\d|([A-Z]{1,2}\d[A-Z\d]?) {0,2}\d[ABD-HJLNP-UW-Z]{2}"
)
_CITY_STATE = re.compile(
    rf"(?:^|, ?\n? ?|\n)([A-Z][A-Za-z.'\- ]*,? {US_STATE})(?:,? ?\n? ?\d{{5}}(?:-\d{{4}})?)?"
    r"(?:,? ?\n? ?(?:USA|U\.S\.A?\.?|United States))?$"
)

_OF_DAYS = re.compile(r"(?:\A|[\s(])(on|between)\s\Z", re.IGNORECASE)
"""Prepositions that a day follows, and a year does not."""

_UNIT = re.compile(
    r"(?i)^(?:apt|apartment|suite|ste|unit|floor|fl|room|rm|bldg|building|flat|lot)\.? \w{1,6} "
)
_STREET_WORD = re.compile(
    r" (?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Lane|Ln|Boulevard|Blvd|Way|Court|Ct|Place|Suite|Apt|Unit)\b"
)


@dataclass(frozen=True, slots=True)
class ReplacementContext:
    """What a release knows that a single finding does not.

    Parameters
    ----------
    release_key : bytes
        Random bytes of this release alone (at least 16), for pseudonyms; hidden when printed.
    reference_year : int or None
        The year in which ages are judged.
    code_of : callable or None
        Gives the code of (category, normalised value) instead of the keyed one: a register of random codes.

    Notes
    -----
    Without `code_of` a pseudonym is HMAC-SHA256(release_key, category and
    value), so parallel workers agree without a shared register, the same value
    has the same token within a release, and tokens of two releases cannot be
    linked. A code has 64.8 binary digits, so different values have different codes: among n values two
    agree with a probability below n**2 / 2**65.8. Once the key is destroyed
    the codes are random to everyone. While the key exists its holder can
    test a guess; 45 CFR 164.514(c)(1) asks for codes *not derived from*
    the individual's data, so a policy that rests on it uses ``placeholder``,
    or gives `code_of` a register of random codes.
    """

    release_key: bytes = field(default=b"", repr=False)
    reference_year: int | None = None
    code_of: Callable[[str, str], str] | None = field(default=None, repr=False)


def replacement_for(
    operator: str,
    span: Span,
    matched_text: str,
    context: ReplacementContext,
    *,
    census: int | None = None,
    code: str = "",
) -> str:
    """What stands in place of a finding.

    Parameters
    ----------
    operator : str
        One of the policy language's operators.
    span : Span
        The finding; its category names the token.
    matched_text : str
        The text it covers.
    context : ReplacementContext
        Key and reference year of the release.
    census : int or None
        Census year, for ``zip3`` only (there required).
    code : str
        What ``exemption`` writes beside the amount.

    Returns
    -------
    str
        Never empty. An operator that cannot keep its part safely (no year in a date, fewer than
        four digits hidden, an area of 20,000 people or fewer) falls back to less, at last to the
        placeholder.

    Raises
    ------
    InvalidError
        RPL001 release key too short, RPL002 unknown operator, RPL003 census missing, ZIP001 unknown census.

    Examples
    --------
    >>> span = Span(0, 10, "birth-date")
    >>> replacement_for("year", span, "02/14/1961", ReplacementContext(reference_year=2024))
    '1961'
    """
    if operator == "zip3":
        return _zip3(span, matched_text, census)
    if operator == "exemption":
        return _exemption(matched_text, code)
    if operator not in _OPERATORS:
        known = ", ".join([*_OPERATORS, "zip3", "exemption"])
        raise InvalidError(
            fault("RPL002", "replace_with", f"must be one of {known}", operator, "Check the policy.")
        )
    return _OPERATORS[operator](span, matched_text, context)


def placeholder(category: str) -> str:
    """The token of a category: ``[SSN]``.

    Examples
    --------
    >>> placeholder("street-address")
    '[STREET-ADDRESS]'
    """
    return f"[{_token_name(category)}]"


def normalized(text: str) -> str:
    """`text` without case, accents and separators: two spellings of a value are the same value."""
    folded = fold(text)
    if folded.data.isascii():
        return re.sub(r"[\W_]", "", folded.data.decode("latin-1")).lower()
    return re.sub(r"[\W_]", "", text).casefold()


def _token_name(category: str) -> str:
    """The category in capitals, without the digits that a pattern could take for a finding."""
    return re.sub(r"[^A-Z]+", "-", category.upper()).strip("-")


def _placeholder(span: Span, _text: str, _context: ReplacementContext) -> str:
    return placeholder(span.category)


def _redact(_span: Span, _text: str, _context: ReplacementContext) -> str:
    return REDACTED


def _pseudonym(span: Span, text: str, context: ReplacementContext) -> str:
    kind, value = _SAME_CODES.get(span.category, span.category), normalized(text)
    code = context.code_of(kind, value) if context.code_of else _keyed_code(kind, value, context.release_key)
    return f"[{_token_name(span.category)}-{code}]"


def _keyed_code(kind: str, value: str, key: bytes) -> str:
    """Three groups of five consonants: no digits to be found, no words to be read into."""
    if len(key) < _KEY_BYTES:
        raise InvalidError(
            fault(
                "RPL001",
                "release_key",
                f"must have at least {_KEY_BYTES} bytes",
                len(key),
                "Draw a random key.",
            )
        )
    digest = hmac.digest(key, f"{kind}\0{value}".encode("utf-8", "surrogatepass"), hashlib.sha256)
    number = int.from_bytes(digest[:16], "big")
    letters = [_ALPHABET[number // 20**i % 20] for i in range(_CODE_GROUPS * _GROUP_LENGTH)]
    return "-".join("".join(letters[i::_CODE_GROUPS]) for i in range(_CODE_GROUPS))


def _last_4(span: Span, text: str, _context: ReplacementContext) -> str:
    """``[SSN XXX-XX-6789]``: the last four where at least as many digits stay hidden."""
    value = fold(text).data.decode("latin-1").upper()
    kept = [i for i, c in enumerate(value) if c.isascii() and c.isalnum()][-LAST_DIGITS:]
    last = "".join(value[i] for i in kept)
    if len(last) < LAST_DIGITS or not last.isdigit():
        return placeholder(span.category)
    before = value[: kept[0]]
    masked, digits = sum(map(before.count, "X*#")), sum(map(before.count, string.digits))
    if masked >= LAST_DIGITS and not digits:
        return text  # the last four are all that ever stood there
    if masked + digits < LAST_DIGITS:
        return placeholder(span.category)
    hidden = "".join("X" if c not in "-./ " else c for c in before if c.isalnum() or c in "*#-./ ")
    return f"[{_token_name(span.category)} {hidden}{last}]"


def _year(span: Span, text: str, context: ReplacementContext) -> str:
    years = _years_of(fold(text).data.decode("latin-1"), context.reference_year)
    unjudged = span.category == "birth-date" and context.reference_year is None
    if len(years) != 1 or unjudged:
        return placeholder(span.category)
    return _shown_year(years.pop(), context.reference_year)


def year_in_sentence(before: str, year: str) -> str:
    """A year in the place of a date, so that its preposition fits.

    Parameters
    ----------
    before : str
        What stands before the date, at least its last ten characters.
    year : str
        What the date became.

    Examples
    --------
    >>> year_in_sentence("seen on ", "2024"), year_in_sentence("since ", "2024")
    ('a day in 2024', '2024')
    """
    preposition = _OF_DAYS.search(before)
    if preposition is None or not year.isdecimal():
        return year
    return f"{'a day' if preposition[1].casefold() == 'on' else 'days'} in {year}"


def _years_of(text: str, reference_year: int | None) -> set[int]:
    years = {int(year) for year in _YEAR.findall(text)} or {int(y) for y in _COMPACT_YEAR.findall(text)[:1]}
    if years or reference_year is None:
        return years
    century = reference_year - reference_year % 100
    short = {
        century + int(found["year"])
        for found in _SHORT_YEAR.finditer(text)
        if not _MONTH_BEFORE.search(text[: found.start()])
    }
    return {year if year <= reference_year else year - 100 for year in short}


def _shown_year(year: int, reference_year: int | None) -> str:
    """`year`, or the group of those that show an age over 89."""
    if reference_year is not None and year <= reference_year - AGE_LIMIT:
        return f"{reference_year - AGE_LIMIT} or earlier"
    return str(year)


def _zip3(span: Span, text: str, census: int | None) -> str:
    if census is None:
        raise InvalidError(
            fault("RPL003", "replace_with", "must name the census for zip3", "", "E.g. census: 2020.")
        )
    table = zip3_table(census)
    if _ZIP3.fullmatch(text):  # a column of them: those of few people go too
        return table.generalized(text)
    match = _US_ZIP.fullmatch(fold(text).data.decode("latin-1"))
    return table.generalized(match.group(1)) if match else placeholder(span.category)


def _exemption(text: str, code: str) -> str:
    """``[(b)(6): 2 words]``: the exemption and the amount, at the place."""
    words = max(1, len(text.split()))
    return f"[{code}: {words} word{'s' if words > 1 else ''}]"


def _postal_area(span: Span, text: str, _context: ReplacementContext) -> str:
    """``M5G``, ``SW1A``: what names more than a street of a Canadian or British code."""
    match = _POSTAL_AREA.fullmatch(fold(text).data.decode("latin-1").upper())
    return match[1] or match[2] if match else placeholder(span.category)


def _age_band(span: Span, text: str, context: ReplacementContext) -> str:
    value = fold(text).data.decode("latin-1").lower()
    if re.fullmatch(r"\d{4}", value):
        year = context.reference_year
        return placeholder(span.category) if year is None else f"{year - AGE_LIMIT} or earlier"
    if re.search(r"\d(?:st|nd|rd|th)\b|(?:eth|first|second|third|[tfxhv]th|ninth)\b", value):
        return "90th or later"
    if re.search(r"(?:\d'?|tie|hundred)s$", value):
        return "90s or later"
    if value.endswith(("narian", "narians")):
        return "person aged 90 or older" if value.endswith("n") else "people aged 90 or older"
    return "90-or-older" if re.match(r"[\w ]+-(?:year|yr)", value) else "90 or older"


def _initials(span: Span, text: str, _context: ReplacementContext) -> str:
    letters = [word[0].upper() for word in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text)]
    return (
        " ".join(f"{letter}." for letter in letters) if 0 < len(letters) <= 6 else placeholder(span.category)
    )


def _city_state(span: Span, text: str, _context: ReplacementContext) -> str:
    match = _CITY_STATE.search(text)
    if match is None:
        return placeholder(span.category)
    place = _UNIT.sub("", re.sub(r"\s+", " ", match.group(1)))
    if _STREET_WORD.search(place):
        return placeholder(span.category)
    return place if match.start() == 0 else f"{placeholder(span.category)}, {place}"


def _city_state_zip(span: Span, text: str, context: ReplacementContext) -> str:
    place = _city_state(span, text, context)
    code = re.search(r"\b\d{5}(?:-\d{4})?(?=\D*$)", text)
    return f"{place} {code[0]}" if code and place != placeholder(span.category) else place


_OPERATORS: Mapping[str, Callable[[Span, str, ReplacementContext], str]] = {
    "placeholder": _placeholder,
    "pseudonym": _pseudonym,
    "last-4": _last_4,
    "year": _year,
    "age-band": _age_band,
    "initials": _initials,
    "city-state": _city_state,
    "state": _placeholder,
    "city-state-zip": _city_state_zip,
    "postal-area": _postal_area,
    "redact": _redact,
}
