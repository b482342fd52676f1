"""Values that identify a person directly: removed from one document, they are looked for in all of a release.

The rule: numbers and codes of at least `LEAST_CHARACTERS` letters and digits, two of them digits, e-mail
addresses (with an @ or three words), and names of persons of at least two words. Dates, places,
organisations, single surnames and shorter numbers may stand in another document: they are common, or
mean something else there. So may what was only guessed to be a code and is written as codes of persons
are not (a decimal, a range, the number of a book or of a medical term, a section of a law), and a text
that was taken for a name and is not written as one ("Repeat in 3 months") or names a State or a country.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stdnum import casrn, isbn, luhn, verhoeff

from engine.catalog.regions import COUNTRIES, STATES
from engine.record.fingerprints import FORMS, SHORTEST, Form, Lines, SearchText, Value, value_of

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
_KEYED = SHORTEST
"""First characters of a value that its key is made of: no value is shorter."""
_BITS = 20
"""Of a key: most windows of a text are told from all values by them, in a table of a megabyte."""
_MIXED = np.uint64(0x9E3779B97F4A7C15)
_AT_ONCE = 1 << 16
_DIGEST_BYTES = 16
_ROW = np.dtype([("key", np.uint64), ("length", np.uint16), ("digest", f"S{_DIGEST_BYTES + 1}")])
Rows = NDArray[Any]
"""Of the type `_ROW`, sorted by keys."""
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
    values : iterable of Value
        As `value_of` gives them; looked through once.

    Notes
    -----
    A long release removes more values than memory holds. Of each only a row is kept: a key of its first
    characters, its length, and a digest (BLAKE2b, RFC 7693), by which windows of a text are compared. Two
    values share a digest by chance once in 2**128.
    """

    def __init__(self, values: Iterable[Value]) -> None:
        left = iter(values)
        rows = [np.empty(0, _ROW)]
        while some := list(islice(left, _AT_ONCE)):
            rows.append(_distinct(_rows(some)))
        self._rows = _distinct(np.concatenate(rows))
        self._keys = self._rows["key"].copy()
        self._begins = np.zeros(1 << _BITS, np.bool_)
        self._begins[self._keys >> np.uint64(64 - _BITS)] = True

    def __repr__(self) -> str:
        return f"Everywhere({len(self)} values)"

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, Value):
            return False
        row = _rows([value])
        return bool(np.any(self._with_key(row["key"][0]) == row))

    def standing(self, texts: Iterable[str]) -> set[Value]:
        """Values that stand in the texts of one document as wholes."""
        if not len(self):
            return set()
        text = SearchText("\n\n".join(texts))
        return {value for form in FORMS for value in self._standing(form, text.form(form))}

    def _standing(self, form: Form, lines: Lines) -> Iterator[Value]:
        codes = np.frombuffer(lines.text.encode("utf-32-le", "surrogatepass"), np.uint32)
        firsts = np.flatnonzero(lines.first[: max(len(codes) - _KEYED + 1, 0)])
        for i in range(0, len(firsts), _AT_ONCE):
            at = firsts[i : i + _AT_ONCE]
            keys = _keys(form, codes[at[:, None] + np.arange(_KEYED)])
            likely = self._begins[keys >> np.uint64(64 - _BITS)]
            for start, key in zip(at[likely].tolist(), keys[likely], strict=True):
                yield from self._at(start, key, form, lines)

    def _at(self, start: int, key: np.uint64, form: Form, lines: Lines) -> Iterator[Value]:
        """Values that begin at a place of a text."""
        rows = self._with_key(key)
        for length in set(rows["length"].tolist()):
            end = start + length
            if end <= len(lines.text) and lines.last[end - 1]:
                value = Value(form, lines.text[start:end])
                if np.any(rows["digest"] == _digest(value)):
                    yield value

    def _with_key(self, key: np.uint64) -> Rows:
        first, past = self._keys.searchsorted(key), self._keys.searchsorted(key, "right")
        return self._rows[first:past]


def _rows(values: Sequence[Value]) -> Rows:
    rows = np.empty(len(values), _ROW)
    rows["length"] = [len(value.text) for value in values]
    rows["digest"] = [_digest(value) for value in values]
    for form in FORMS:
        of_form = [i for i, value in enumerate(values) if value.form == form]
        begins = "".join(values[i].text[:_KEYED] for i in of_form)
        codes = np.frombuffer(begins.encode("utf-32-le", "surrogatepass"), np.uint32)
        rows["key"][of_form] = _keys(form, codes.reshape(-1, _KEYED))
    return rows


def _digest(value: Value) -> bytes:
    """Without a zero byte at its end, which numpy would take for the end of a shorter one."""
    content = f"{value.form}\n{value.text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=_DIGEST_BYTES).digest() + b"."


def _keys(form: Form, codes: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """A number for each row of `codes`, the first characters of a value or of a window."""
    keys = np.full(len(codes), FORMS.index(form), np.uint64)
    for column in codes.T:
        keys = (keys + column) * _MIXED
    return keys


def _distinct(rows: Rows) -> Rows:
    rows = rows[np.lexsort((rows["digest"], rows["key"]))]
    other = np.ones(len(rows), np.bool_)
    other[1:] = rows[1:] != rows[:-1]
    return rows[other]
