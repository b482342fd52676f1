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
from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from hashlib import blake2b
from itertools import compress, islice

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
_LENGTH = np.uint64(255)
"""Last bits of a shape, a value's length: none is longer than `MAX_CHARACTERS`."""
_BITS, _TO_BITS = 20, np.uint64(64 - 20)
"""First bits of a key tell most windows of a text from all values, in a table of a megabyte."""
_MIXED = np.uint64(0x9E3779B97F4A7C15)
_AT_ONCE = 1 << 16
_DIGEST = "S17"
Keys = NDArray[np.uint64]
Piece = tuple[NDArray[np.bytes_], Keys]
"""Digests and shapes of some values; sorted, each once."""
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
    A long release removes more values than memory should hold as texts. Of each a digest is kept (BLAKE2b,
    RFC 7693): two values share one by chance once in 2**128. A window of a text is compared by its digest
    where its first characters and its length are those of a value.
    """

    def __init__(self, values: Iterable[Value]) -> None:
        left = iter(values)
        pieces: list[Piece] = [(np.empty(0, _DIGEST), np.empty(0, np.uint64))]
        while some := list(islice(left, _AT_ONCE)):
            piece = _united((_digests(some), _shapes(some)), pieces[0])  # with nothing: each once, sorted
            while len(pieces) > 1 and len(pieces[-1][0]) <= len(piece[0]):
                piece = _united(pieces.pop(), piece)
            pieces.append(piece)
        self._digests, self._shapes = reduce(_united, pieces)
        self._begins = np.zeros(1 << _BITS, np.bool_)
        self._begins[self._shapes >> _TO_BITS] = True

    def __repr__(self) -> str:
        return f"Everywhere({len(self)} values)"

    def __len__(self) -> int:
        return len(self._digests)

    def among(self, values: Collection[Value]) -> set[Value]:
        """Those of `values` that are looked for."""
        if not len(self) or not values:
            return set()
        asked = list(values)
        wanted = _digests(asked)
        at = np.minimum(self._digests.searchsorted(wanted), len(self) - 1)
        return set(compress(asked, (self._digests[at] == wanted).tolist()))

    def standing(self, texts: Iterable[str]) -> set[Value]:
        """Values that stand in the texts of one document as wholes."""
        if not len(self):
            return set()
        text = SearchText("\n\n".join(texts))
        return set().union(*(self._standing(form, text.form(form)) for form in FORMS))

    def _standing(self, form: Form, lines: Lines) -> set[Value]:
        found: set[Value] = set()
        codes = np.frombuffer(lines.text.encode("utf-32-le", "surrogatepass"), np.uint32)
        firsts = np.flatnonzero(lines.first[: max(len(codes) - _KEYED + 1, 0)])
        for i in range(0, len(firsts), _AT_ONCE):
            starts = firsts[i : i + _AT_ONCE]
            keys = _keys(form, codes[starts[:, None] + np.arange(_KEYED)])
            likely = self._begins[keys >> _TO_BITS]
            windows = self._windows(starts[likely], keys[likely], lines)
            found |= self.among({Value(form, lines.text[start:end]) for start, end in windows})
        return found

    def _windows(self, starts: NDArray[np.intp], keys: Keys, lines: Lines) -> list[tuple[int, int]]:
        """Start and end of windows with the first characters and the length of a value."""
        first = self._shapes.searchsorted(keys)
        n_lengths = self._shapes.searchsorted(keys | _LENGTH, "right") - first
        starts = np.repeat(starts, n_lengths)
        nth = np.arange(len(starts)) - np.repeat(np.cumsum(n_lengths) - n_lengths, n_lengths)
        lengths = self._shapes[np.repeat(first, n_lengths) + nth] & _LENGTH
        ends = starts + lengths.astype(np.intp)
        is_whole = lines.last[np.minimum(ends, len(lines.last)) - 1] & (ends <= len(lines.last))
        return list(zip(starts[is_whole].tolist(), ends[is_whole].tolist(), strict=True))


def _united(one: Piece, other: Piece) -> Piece:
    return np.union1d(one[0], other[0]), np.union1d(one[1], other[1])


def _digests(values: Iterable[Value]) -> NDArray[np.bytes_]:
    """With a mark behind each: numpy takes zeros at an end for nothing."""
    written = (f"{value.form}\n{value.text}".encode("utf-8", "surrogatepass") for value in values)
    return np.array([blake2b(one, digest_size=16).digest() + b"." for one in written], _DIGEST)


def _shapes(values: Sequence[Value]) -> Keys:
    """Key and length of each value in one number."""
    shapes = np.array([len(value.text) for value in values], np.uint64)
    for form in FORMS:
        of_form = [i for i, value in enumerate(values) if value.form == form]
        begins = "".join(values[i].text[:_KEYED] for i in of_form)
        codes = np.frombuffer(begins.encode("utf-32-le", "surrogatepass"), np.uint32)
        shapes[of_form] |= _keys(form, codes.reshape(-1, _KEYED))
    return shapes


def _keys(form: Form, codes: NDArray[np.uint32]) -> Keys:
    """A number for each row of `codes`, first characters of a value or a window; its last bits are zero."""
    keys = np.full(len(codes), FORMS.index(form), np.uint64)
    for column in codes.T:
        keys = (keys + column) * _MIXED
    return keys & ~_LENGTH
