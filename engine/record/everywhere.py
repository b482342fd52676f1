"""Values that identify a person directly: removed from one document, they are looked for in all of a release.

The rule: numbers and codes of at least `LEAST_CHARACTERS` letters and digits, two of them digits, e-mail
addresses (with an @ or three words), and names of persons of at least two words. Dates, places,
organisations, single surnames and shorter numbers may stand in another document: they are common, or
mean something else there. So may what was only guessed to be a code and is written as codes of persons
are not (a decimal, a range, the number of a book or of a medical term, a section of a law), and a text
that was taken for a name and is not written as one ("Repeat in 3 months") or names a State or a country.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from stdnum import casrn, isbn, luhn, verhoeff

from engine.catalog.regions import COUNTRIES, STATES
from engine.record.fingerprints import SearchText, Value, ValueSearch, value_of

LEAST_CHARACTERS = 6
LEAST_DIGITS = 2
EMAIL = "email"
_PARTS_OF_ADDRESS = 3
"""Words of the shortest e-mail address: name, host, and what follows the dot."""
DIRECT = frozenset(
    {"ssn", "taxpayer-id", "phone", "fax", "email", "mrn", "health-plan", "account", "credit-card", "iban"}
    | {"license", "vehicle", "plate", "device", "national-id", "passport", "unique-code", "code", "own-code"}
)
PERSON = "person"
GUESSED = frozenset({"code", "unique-code"})
"""Categories without a form of their own: a model or a column of unknown numbers told of them."""
_MOST_WORDS = 5
_REGIONS = frozenset(name.lower() for name in (*COUNTRIES, *STATES.values()))
_RANGE = re.compile(r"\d{1,3} ?[-–] ?\d{1,3}")
_YEAR_IN_A_SENTENCE = re.compile(r"(?i)(?:in|on|of|at|by|to|the|and|from|since)[ \n](?:18|19|20)?\d\d")
_MEASURED = re.compile(
    r"[<>≤≥~±=$€£+-]* ?(?:\d{1,4}|\d{1,3}(?:[.,]\d{3})+)[.,]\d{1,2}(?: ?[%$€£a-zµ/]{1,8})?|"
    r"\d{1,3}(?:[.,]\d{1,2})? ?(?:-|–|to|/) ?\d{1,3}(?:[.,]\d{1,2})?(?: ?[%a-zµ/]{1,8})?"
)
_SECTION = re.compile(
    r"(?i)\d{1,3} (?:u\. ?s\. ?c|c\. ?f\. ?r|usc|cfr)\b\.?.*|.*§.*|[a-z.]{2,10} \d{1,4}\.\d{1,4}"
)


def direct_value(category: str, text: str) -> Value | None:
    """The value to look for everywhere when `text` was removed; None when it may stand elsewhere.

    Examples
    --------
    >>> direct_value("mrn", "MRN 00884410") is not None
    True
    >>> direct_value("person", "Smith") is None
    True
    >>> direct_value("date", "3 May 1999") is None
    True
    """
    if category == PERSON:
        return value_of(category, text) if _is_full_name(text) and not _is_region(text) else None
    has_digits = (
        sum(map(str.isdigit, text)) >= LEAST_DIGITS and sum(map(str.isalnum, text)) >= LEAST_CHARACTERS
    )
    is_code = category in DIRECT and (_is_address(text) if category == EMAIL else has_digits)
    public = (
        _is_public(category, text.strip()) or _YEAR_IN_A_SENTENCE.fullmatch(text) or _RANGE.fullmatch(text)
    )
    return value_of(category, text) if is_code and not public else None


def _is_region(text: str) -> bool:
    """Whether a text that was taken for a person names a State, a country or a larger region."""
    return " ".join(text.lower().removeprefix("the ").split()) in _REGIONS


def _is_address(text: str) -> bool:
    """Whether what was removed as e-mail can be an address: a column of them may hold other words."""
    return "@" in text or len(re.findall(r"[^\W_]+", text)) >= _PARTS_OF_ADDRESS


def _is_full_name(text: str) -> bool:
    """Whether a text is written as a name is: few words, two of them with a capital, or none and no marks."""
    words = [word for word in re.findall(r"[\w'’.\-]+", text) if sum(map(str.isalpha, word)) > 1]
    capitals = sum(word[0] != word[0].lower() or word[0] == word[0].upper() for word in words)
    written = capitals > 1 or (not capitals and not re.search(r"[,;:]", text))
    return 1 < len(words) <= _MOST_WORDS and written and not re.search(r"[\d;]", text)


def _is_public(category: str, text: str) -> bool:
    """Whether what was only guessed to be a code is written as no code of a person is."""
    if category not in GUESSED:
        return False
    digits = re.sub(r"[ -]", "", text)
    is_book = len(digits) == 13 and digits[:3] in ("978", "979") and isbn.is_valid(digits)
    is_term = digits.isdecimal() and 6 <= len(digits) <= 18 and digits[-3:-1] in ("00", "01", "02")
    return (
        is_book
        or _is_of_list(text)
        or (is_term and verhoeff.is_valid(digits))
        or bool(_MEASURED.fullmatch(text) or _SECTION.fullmatch(text))
    )


def _is_of_list(text: str) -> bool:
    """Whether a text is a number of LOINC or of a substance (CAS): their check digits hold."""
    if re.fullmatch(r"\d{1,5}-\d", text):
        return bool(luhn.is_valid(text.replace("-", "")))
    return re.fullmatch(r"\d{2,7}-\d\d-\d", text) is not None and bool(casrn.is_valid(text))


class Everywhere:
    """Searches texts for values that were removed from other documents.

    Parameters
    ----------
    values : collection of Value
    """

    def __init__(self, values: Collection[Value]) -> None:
        self.values = frozenset(values)
        self._search = ValueSearch(self.values)

    def __repr__(self) -> str:
        return f"Everywhere({len(self.values)} values)"

    def standing(self, texts: Iterable[str]) -> set[Value]:
        """Values that stand in the texts of one document as wholes."""
        return self._search.standing(SearchText("\n\n".join(texts)))
