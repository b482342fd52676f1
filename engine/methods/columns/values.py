"""What the values of a column look like: forms, check digits, how many differ."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from stdnum import casrn, ean, iban, imei, isbn, luhn, verhoeff
from stdnum.exceptions import ValidationError

from engine.methods.columns.forms import NOTHING, OF_BOTH, OF_DIGITS, OF_WORDS, WRITTEN, form_named
from engine.methods.columns.headers import meaning_of, plain_letters
from engine.methods.columns.kinds import CODES
from engine.methods.columns.known_values import COUNTRIES, DRUG_LABELERS, KNOWN_WORDS
from engine.methods.columns.vocabulary import STATES

SAMPLE = 240
"""Values whose forms are looked at, spread evenly over the column."""
HALF, MOST, KNOWN, ALL = 0.5, 0.8, 0.9, 0.95
"""Shares of a column's values: where a form counts, prevails, is known, has no exception but slips."""
FEW = 3
"""Values from which a share says something."""
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
    falls : bool
        Whole numbers, of which one is below the one before.
    n_stems : int
        Different values that were sampled, without their digits.
    n_shapes : int
        Different orders of letters, digits and marks among the different values that were sampled.
    shares_distinct : mapping of str to float
        As `shares`, each different value counted once.
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
    falls: bool
    n_stems: int
    n_shapes: int
    shares_distinct: dict[str, float]

    @property
    def unique(self) -> float:
        """Share of different values."""
        return self.n_distinct / self.n if self.n else 0.0

    def share(self, *forms: str) -> float:
        """Largest share of the forms named."""
        return max((self.shares.get(form, 0.0) for form in forms), default=0.0)

    @property
    def zeros_in_front(self) -> bool:
        """Whether some whole numbers of one length begin with a zero: they are written, not counted."""
        return self.smallest is not None and self.short > 1 and self.smallest < 10 ** (self.short - 1)

    @property
    def are_mixed(self) -> bool:
        """Whether values that recur have as many shapes as codes of many makers, not those of one series."""
        least = 2 if self.long <= 2 else 3
        return self.n_distinct <= 0.6 * self.n and self.n_shapes >= max(least, 0.4 * self.n_distinct)

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
    return value.lower() in NOTHING or WRITTEN.fullmatch(value) is not None


def is_unfilled(value: str, kind: str) -> bool:
    """Whether a form has a label, or the expression of a template, where a value of a kind would stand.

    Only what no value of the kind looks like counts: a day or a number has a digit, a month or a name.
    Capital letters may be a code, and Price below a day of birth somebody whose row has moved.

    Examples
    --------
    >>> is_unfilled("Attention:", "date"), is_unfilled("May:", "date"), is_unfilled("Institution", "date")
    (True, False, True)
    >>> is_unfilled("<case.party and case.party.name or ''>", "person"), is_unfilled("<Kim Lee>", "person")
    (True, False)
    """
    if _is_template(value):
        return True
    if kind not in _OF_DIGITS or any(map(str.isdecimal, value)) or form_named("calendar").fullmatch(value):
        return False
    if value.endswith(":"):
        return not (kind in CODES and value.isupper())
    told = meaning_of(value) if kind == "date" else None
    return told is not None and told.is_whole and told.kind not in _DAYS


_DAYS = frozenset({"date", "birth-date"})
_OF_DIGITS = (CODES - {"unique-code"}) | _DAYS | {"zip", "phone", "fax"}
"""Kinds of which no value is without a digit; names of users are unique codes."""
_PLACEHOLDER = re.compile(r"<([^<>]{3,200})>|\{\{([^{}]{3,200})\}\}")


def _is_template(value: str) -> bool:
    """Whether a value is made of expressions in the marks of templates, and of nothing else."""
    inside = [found[1] or found[2] for found in _PLACEHOLDER.finditer(value)]
    return (
        bool(inside) and not _PIECES.search(_PLACEHOLDER.sub("", value)) and all(map(_is_expression, inside))
    )


def _is_expression(written: str) -> bool:
    """Whether a text calls or chooses what belongs to something: ``case.party and case.party.name``.

    What has a digit, or words in quotation marks, may hold the value itself: ``case.name or 'Kim Lee'``.
    """
    if any(map(str.isdecimal, written)):
        return False
    try:
        parsed = ast.parse(written.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    parts = [*ast.walk(parsed)]
    acts = isinstance(parsed.body, ast.BoolOp | ast.Call)
    return acts and any(isinstance(part, ast.Attribute) for part in parts) and not any(map(_has_words, parts))


def _has_words(part: ast.AST) -> bool:
    """Whether a part of an expression is a text of words, and not of how a day is written (``'%H:%M'``)."""
    return isinstance(part, ast.Constant) and bool(_WORDS.search(str(part.value)))


_WORDS = re.compile(r"(?<!%)[^\W\d_]")


def summed_up(values: Sequence[str]) -> Values:
    """Sum up the values of a column, given without surrounding blanks."""
    telling = _whole_numbers([value for value in values if value and not is_nothing(value)])
    sample = telling[:: max(1, len(telling) // SAMPLE)][: SAMPLE + 1]
    times = Counter(sample)
    forms = {value: forms_of(value[:200]) for value in times}
    return Values(
        n=len(telling),
        n_distinct=len(set(telling)),
        shares=_shares(forms, times),
        lengths=Counter(map(len, sample)),
        mean_words=sum(len(_PIECES.findall(value)) for value in sample) / max(1, len(sample)),
        **_numbers(sample),
        n_stems=len({_DIGITS.sub("", value) for value in times}),
        n_shapes=len({_shape(value) for value in times}),
        shares_distinct=_shares(forms, dict.fromkeys(times, 1)),
    )


def _whole_numbers(values: Sequence[str]) -> Sequence[str]:
    """The values, whole numbers without the fraction that programs for tables add to a column with gaps."""
    if all(value.endswith(_NO_FRACTION) and value.removesuffix(_NO_FRACTION).isdecimal() for value in values):
        return [value.removesuffix(_NO_FRACTION) for value in values]
    return values


_NO_FRACTION = ".0"


def _numbers(sample: Sequence[str]) -> dict[str, Any]:
    """What the values say as whole numbers."""
    digits = [value for value in sample if value.isdecimal()]
    numbers = digits if len(digits) == len(sample) else []
    small = [*map(int, numbers)] if max(map(len, numbers), default=0) <= 4 else []
    return {
        "leading_zeros": sum(len(value) > 3 and value[0] == "0" for value in digits) / max(1, len(sample)),
        "largest": max(small, default=None),
        "smallest": min(small, default=None),
        "round_numbers": sum(value.endswith("00") for value in digits) / max(1, len(digits)),
        "in_steps": _in_steps(numbers),
        "falls": any(int(b) < int(a) for a, b in pairwise(numbers)),
    }


def _shares(forms: Mapping[str, Sequence[str]], times: Mapping[str, int]) -> dict[str, float]:
    """The share of each form among values that come so many times."""
    counted: Counter[str] = Counter()
    for value, found in forms.items():
        counted.update(dict.fromkeys(found, times[value]))
    return {form: count / sum(times.values()) for form, count in counted.items()}


_DIGITS = re.compile(r"\d")
_RUNS = ((re.compile(r"[^\W\d_]+"), "a"), (re.compile(r"\d+"), "0"))


def _shape(value: str) -> str:
    for run, mark in _RUNS:
        value = run.sub(mark, value[:200])
    return value


def _in_steps(digits: Sequence[str]) -> bool:
    numbers = [int(value) for value in digits if len(value) < 19]
    steps = [b - a for a, b in pairwise(numbers)]
    return len(steps) >= 2 and all(0 < step <= 3 * SAMPLE for step in steps) and max(steps) <= 20 * min(steps)


def forms_of(value: str) -> tuple[str, ...]:
    """The forms that a value has."""
    found = [form for form in _candidates(value) if form_named(form).fullmatch(value)]
    if len(value) < 40:
        found += _listed(plain_letters(value))
    return (*found, *_checks(value, found))


_LETTERS = re.compile(r"[a-z]+")


def _listed(plain: str) -> list[str]:
    """Of a value in small letters without accents: a State, a country, words that name nobody."""
    found = [form for form, listed in (("state", STATES), ("country", COUNTRIES)) if plain in listed]
    words = _LETTERS.findall(plain)
    known = sum(word in KNOWN_WORDS for word in words)
    if known and all(word in KNOWN_WORDS or len(word) < 3 for word in words):
        found.append("known")
    return found


def _candidates(value: str) -> tuple[str, ...]:
    """The forms that a value can have by its characters."""
    if value.isdecimal():
        return (*OF_DIGITS, "flag") if len(value) == 1 else OF_DIGITS
    has_digit = any(c.isdecimal() for c in value)
    return OF_BOTH if has_digit or "@" in value or ":" in value else OF_WORDS


def _checks(value: str, forms: Sequence[str]) -> list[str]:
    """Check digits that hold."""
    plain = value.replace(" ", "").replace("-", "")
    digits = plain if plain.isdecimal() and plain.isascii() else ""
    return [name for name, holds in _CHECKS.items() if holds(plain, digits, forms)]


def _holds(check: Callable[[str], str], value: str) -> bool:
    try:
        check(value)
    except ValidationError:
        return False
    return True


def _is_product(plain: str) -> bool:
    return _holds(isbn.validate, plain) or _holds(ean.validate, plain)


_PARTS_OF_SNOMED = ("00", "01", "02", "10", "11", "12")
_CHECKS: Mapping[str, Callable[[str, str, Sequence[str]], bool]] = {
    "luhn": lambda plain, digits, forms: 13 <= len(digits) <= 19 and luhn.is_valid(digits),
    "imei": lambda plain, digits, forms: len(digits) == 15 and _holds(imei.validate, digits),
    "drug maker": lambda plain, digits, forms: len(digits) == 11 and digits[:5] in DRUG_LABELERS,
    "snomed": lambda plain, digits, forms: (
        6 <= len(digits) <= 18 and digits[-3:-1] in _PARTS_OF_SNOMED and verhoeff.is_valid(digits)
    ),
    "iban": lambda plain, digits, forms: (
        15 <= len(plain) <= 34 and plain[:2].isalpha() and _holds(iban.validate, plain)
    ),
    "loinc check": lambda plain, digits, forms: "loinc" in forms and luhn.is_valid(plain),
    "cas check": lambda plain, digits, forms: "cas" in forms and _holds(casrn.validate, plain),
    "product check": lambda plain, digits, forms: bool("book" in forms or digits) and _is_product(plain),
}
"""Checks of a value without blanks and hyphens, of its digits where it has nothing else, and of its forms."""
