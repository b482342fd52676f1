"""The second look: what a released text still holds, found by a path of its own.

Nothing here uses the scan, the folding, the patterns or the validators that
decided what to remove: Python's ``re`` and plain string search, own check
digits, own normalisation. A fault in the first path does not hide itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_DASH = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63]")
_SEPARATORS = dict.fromkeys(map(ord, " \t\n\r-./()#:"))
_SHORTEST_VALUE = 5
_DIGITS_OF_A_VALUE = 3
_DIGITS_OF_A_DATE = 5
_AS_WRITTEN = frozenset({"date", "birth-date", "url", "email", "coordinates"})
_CODES = frozenset(
    {"ssn", "taxpayer-id", "phone", "fax", "mrn", "health-plan", "account", "credit-card", "iban", "license"}
    | {"vehicle", "plate", "device", "zip", "street-address", "national-id", "passport", "unique-code", "ip"}
)


@dataclass(frozen=True, slots=True)
class ResidualIdentifier:
    """Something a released text should not hold.

    Parameters
    ----------
    category : str
        Category of the removed value, or of the identifier found.
    reason : str
        ``"removed-value"``: a value that was removed is there; ``"identifier"``: something is there
        that has the form, and passes the check, of an identifier of the category.
    start, end : int
        Offsets into the text after normalisation (NFKC, invisible characters left out).
    """

    category: str
    reason: Literal["removed-value", "identifier"]
    start: int
    end: int


def residual_identifiers(
    text: str,
    categories: Iterable[str],
    removed_values: Iterable[tuple[str, str]],
    *,
    minimum_scores: Mapping[str, float] | None = None,
    allow: Mapping[str, Sequence[str]] | None = None,
) -> list[ResidualIdentifier]:
    """What is left of removed values, and of identifiers of the policy's categories.

    Parameters
    ----------
    text : str
        A released text, as read back.
    categories : iterable of str
        Categories that the policy removes.
    removed_values : iterable of (category, value)
        What was removed from this document, as it stood there.
    minimum_scores : mapping, optional
        Least score by category, as the recogniser had it; checks below it are left out.
    allow : mapping, optional
        Allowed terms by category, as the recogniser had them.

    Returns
    -------
    list of ResidualIdentifier
        Sorted by start; empty when the text may be released.

    Notes
    -----
    Numbers and codes are compared without case, spaces, dashes, dots, slashes,
    colons and parentheses, full-width digits as digits, and only as wholes: ``5551234`` in
    ``15551234`` is another number. Dates, web and mail addresses are compared
    as written but for case. Values of fewer than five letters and digits, codes of fewer than three
    digits and ages say nothing out of their context and are left to the
    recogniser.
    """
    plain = _normalized(text)
    wanted = frozenset(categories)
    found = [*_values_left(plain, removed_values), *_identifiers_left(plain, wanted, minimum_scores or {})]
    allowed = {
        (category, _normalized(term).casefold())
        for category, terms in (allow or {}).items()
        for term in terms
    }
    kept = (r for r in found if (r.category, plain[r.start : r.end].casefold()) not in allowed)
    return sorted(kept, key=lambda r: (r.start, r.end, r.category))


def _normalized(text: str) -> str:
    return _DASH.sub("-", _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)))


def _values_left(plain: str, removed: Iterable[tuple[str, str]]) -> Iterator[ResidualIdentifier]:
    squeezed, lower = plain.casefold().translate(_SEPARATORS), plain.lower()
    for category, raw in sorted(set(removed)):
        value = _normalized(raw).strip()
        if category in _CODES and _is_code(value):
            needle = value.casefold().translate(_SEPARATORS)
            if needle in squeezed:
                yield from _placed_code(plain, needle, category)
        elif _is_telling(category, value):
            kept = category in _AS_WRITTEN
            yield from _whole(lower if kept else plain, value.lower() if kept else value, category)


def _is_code(value: str) -> bool:
    return (
        sum(c.isalnum() for c in value) >= _SHORTEST_VALUE
        and sum(c.isdigit() for c in value) >= _DIGITS_OF_A_VALUE
    )


def _is_telling(category: str, value: str) -> bool:
    if category == "age-over-89" or category in _CODES:
        return False
    if category in ("date", "birth-date"):
        return sum(c.isdigit() for c in value) >= _DIGITS_OF_A_DATE
    return len(value) >= _SHORTEST_VALUE


def _placed_code(plain: str, needle: str, category: str) -> Iterator[ResidualIdentifier]:
    """Occurrences of `needle` in `plain`, separators between its characters allowed, as a whole."""
    pattern = r"[ \t\n\r\-./()#:]{0,40}".join(map(re.escape, needle))
    for match in re.finditer(pattern, plain, re.IGNORECASE):
        if _stands_alone(plain, match.start(), match.end()):
            yield ResidualIdentifier(category, "removed-value", match.start(), match.end())


def _whole(plain: str, value: str, category: str) -> Iterator[ResidualIdentifier]:
    start = plain.find(value) if value else -1
    while start >= 0:
        end = start + len(value)
        if _stands_alone(plain, start, end):
            yield ResidualIdentifier(category, "removed-value", start, end)
        start = plain.find(value, end)


def _stands_alone(plain: str, start: int, end: int) -> bool:
    before, after = plain[max(0, start - 1) : start], plain[end : end + 1]
    joined = plain[start].isalnum() and before.isalnum() and before.isascii()
    return not joined and not (plain[end - 1].isalnum() and after.isalnum() and after.isascii())


def _doubled(digit: int) -> int:
    return digit * 2 - 9 if digit > 4 else digit * 2


def _luhn_holds(text: str) -> bool:
    digits = [int(c) for c in reversed(re.sub(r"\D", "", text))]
    total = sum(digits[::2]) + sum(map(_doubled, digits[1::2]))
    return (
        13 <= len(digits) <= 19 and total % 10 == 0 and len(set(digits)) > 1 and digits[-1] in (2, 3, 4, 5, 6)
    )


def _mod_97_holds(text: str) -> bool:
    value = re.sub(r"[\s-]", "", text).upper()
    return 15 <= len(value) <= 34 and int("".join(str(int(c, 36)) for c in value[4:] + value[:4])) % 97 == 1


def _ssn_issued(text: str) -> bool:
    area, group, serial = re.sub(r"\D", "", text)[:3], text[-7:-5], text[-4:]
    return area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"


def _vin_holds(text: str) -> bool:
    values = dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", "012345678912345678123457923456789", strict=True))
    weights = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
    total = sum(int(values[c]) * w for c, w in zip(text.upper(), weights, strict=True)) % 11
    return "0123456789X"[total] == text[8].upper() and not text.isdigit()


def _octets_hold(text: str) -> bool:
    return all(int(octet) < 256 and (octet == "0" or octet[0] != "0") for octet in text.split("."))


def _true(_text: str) -> bool:
    return True


_EN_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December|"
    "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
)
_ALONE, _NO_MORE = r"(?<![\d.,/-])", r"(?![\d]|[-.,/]\d)"
_YEAR, _DAY = r"(?:19|20)\d\d", r"(?:[1-9]|[12]\d|3[01])"
_MAIL_DOMAIN = r"[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){0,5}\.[A-Za-z]{2,24}"
_HOST_WORD = r"(?:[Ff]rom|IP|ip|address|host|server)"
_IBAN = r"[A-Z]{2}\d\d(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)"
_NINO = r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] \d\d \d\d \d\d [A-D]"
_LARGE_STATE = r"(?:AZ|CA|CO|FL|IL|MA|MI|NJ|NY|OH|PA|TX|WA)"


@dataclass(frozen=True, slots=True)
class _Check:
    """A form that hardly anything else has; `score` as the recogniser's pattern of that form.

    `needs` is a string without which no text holds the form: most texts have no ``@``, and the
    search for one is hundreds of times faster than the form.
    """

    category: str
    score: float
    form: re.Pattern[str]
    holds: Callable[[str], bool]
    group: int
    needs: str


def _check(
    category: str,
    score: float,
    regex: str,
    holds: Callable[[str], bool] = _true,
    group: int = 0,
    needs: str = "",
) -> _Check:
    return _Check(category, score, re.compile(regex), holds, group, needs)


_CHECKS = (
    _check("ssn", 1.0, rf"{_ALONE}\d{{3}}-\d\d-\d{{4}}{_NO_MORE}", _ssn_issued),
    _check("email", 0.95, rf"[A-Za-z0-9][\w.+-]{{0,63}}@{_MAIL_DOMAIN}", needs="@"),
    _check("url", 0.95, r"\bhttps?://[^\s<>\"\[\]]+\w", needs="://"),
    _check(
        "ip", 0.7, rf"\b{_HOST_WORD}[ :]{{1,2}}((?:\d{{1,3}}\.){{3}}\d{{1,3}}){_NO_MORE}", _octets_hold, 1
    ),
    _check("phone", 0.75, rf"(?<![\w.,/-])\([2-9]\d\d\) ?[2-9]\d\d-\d{{4}}{_NO_MORE}", needs="("),
    _check("credit-card", 1.0, rf"{_ALONE}\d{{4}}([ -]?)\d{{4}}\1\d{{4}}\1\d{{4}}{_NO_MORE}", _luhn_holds),
    _check("credit-card", 1.0, rf"{_ALONE}3[47]\d{{13}}{_NO_MORE}", _luhn_holds),
    _check("iban", 1.0, rf"\b{_IBAN}\b", _mod_97_holds),
    _check("vehicle", 1.0, r"\b[A-HJ-NPR-Z0-9]{13}\d{4}\b", _vin_holds),
    _check("device", 0.85, r"(?<![\w:-])(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}(?![\w:-])"),
    _check("mrn", 0.9, r"\bMRN(?: no\.?)?[ :#]{1,3}(\d{5,12})\b", group=1, needs="MRN"),
    _check("date", 0.95, rf"{_ALONE}{_YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]){_NO_MORE}"),
    _check("date", 0.85, rf"\b(?:{_EN_MONTHS})\.? {_DAY},? {_YEAR}\b"),
    _check("date", 0.85, rf"\b{_DAY} (?:{_EN_MONTHS})\.? {_YEAR}\b"),
    _check("age-over-89", 0.95, r"\b(?:9\d|1[01]\d)[ -]years?[ -]old\b", needs="old"),
    _check("zip", 0.85, rf"\b{_LARGE_STATE} (\d{{5}}(?:-\d{{4}})?)\b", group=1),
    _check("national-id", 0.85, rf"\b{_NINO}\b"),
)


def _identifiers_left(
    plain: str, wanted: frozenset[str], minimum_scores: Mapping[str, float]
) -> Iterator[ResidualIdentifier]:
    for check in _CHECKS:
        if check.category not in wanted or check.score < minimum_scores.get(check.category, 0.0):
            continue
        if check.needs not in plain:
            continue
        for match in check.form.finditer(plain):
            if check.holds(match.group(check.group)):
                yield ResidualIdentifier(check.category, "identifier", *match.span(check.group))
