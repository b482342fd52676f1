"""The second look: what a released text still holds, found by a path of its own.

Nothing here uses the scan, the folding, the patterns or the validators that
decided what to remove: Python's ``re`` and plain string search, own check
digits, own normalisation. A fault in the first path does not hide itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import phonenumbers

from engine.catalog.disease_names import diseases_in
from engine.checks.many_values import ANYWHERE, EXACTLY, SQUEEZED, beginnings, places_of, squeezed

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_DASH = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63]")
_WITHIN_A_PART = r"(?:(?!\n\n)[ \t\n\r\-./()#:]){0,40}"
_ACROSS_PARTS = 7
"""Signs of the shortest code that is looked for over cells and paragraphs: the numbers of two neighbouring
cells (837 and 38.5) make a shorter one by chance, a ZIP code most often."""
_FEW_VALUES = 100
"""So many searches of a text cost less than one look at each of its places."""
_SHORTEST_VALUE = 5
_LOGIN = re.compile(r"[^\W\d_]{3,}[\w.]*[\d_.][\w.]*")
"""A code that is mostly letters, with a sign that no word has: "drpatel88", "deb.marchetti"."""
_DIGITS_OF_A_VALUE = 3
_DIGITS_OF_A_DATE = 5
_AS_WRITTEN = frozenset({"date", "birth-date", "url", "email", "coordinates"})
_NAMES = frozenset({"person", "location", "organisation"})
_CODES = frozenset(
    {"ssn", "taxpayer-id", "phone", "fax", "mrn", "health-plan", "account", "credit-card", "iban", "license"}
    | {"vehicle", "plate", "device", "zip", "street-address", "national-id", "passport", "unique-code", "ip"}
    | {"own-code"}
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
    allowed: Collection[tuple[str, str]] = (),
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
    allowed : collection of (category, term)
        What `allowed_terms` makes of the terms that the recogniser was allowed to leave.

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
    recogniser. A removed name may stand inside the name of a disease (`engine.catalog.disease_names`).
    """
    plain = normalized(text)
    wanted = frozenset(categories)
    found = [*_values_left(plain, removed_values), *_identifiers_left(plain, wanted, minimum_scores or {})]
    kept = (r for r in found if (r.category, plain[r.start : r.end].casefold()) not in allowed)
    return sorted(kept, key=lambda r: (r.start, r.end, r.category))


def allowed_terms(allow: Mapping[str, Sequence[str]]) -> frozenset[tuple[str, str]]:
    """Allowed terms by category as `residual_identifiers` compares them; made once for all documents."""
    return frozenset(
        (category, normalized(term).casefold()) for category, terms in allow.items() for term in terms
    )


def normalized(text: str) -> str:
    """`text` as offsets of `residual_identifiers` count it: NFKC, invisible characters left out.

    Examples
    --------
    >>> normalized("２１９ \u2013 09\u00a01234") == normalized("219 - 09 1234")
    True
    """
    if text.isascii():
        return text
    return _DASH.sub("-", _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)))


def _values_left(plain: str, removed: Iterable[tuple[str, str]]) -> Iterator[ResidualIdentifier]:
    codes: dict[str, list[str]] = {}
    written: dict[str, list[str]] = {}
    in_any_case: dict[str, list[str]] = {}
    for category, value in sorted({(category, normalized(raw).strip()) for category, raw in removed}):
        if category in _CODES and _is_code(value):
            codes.setdefault(squeezed(value), []).append(category)
        elif _is_telling(category, value) and category in _AS_WRITTEN:
            in_any_case.setdefault(_small(value), []).append(category)
        elif _is_telling(category, value):
            written.setdefault(value, []).append(category)
    yield from _codes_left(plain, codes)
    left = [*_whole_left(plain, written), *_whole_left(_small(plain) if in_any_case else "", in_any_case)]
    yield from _outside_diseases(plain, left)


def _whole_left(text: str, values: Mapping[str, Sequence[str]]) -> Iterator[ResidualIdentifier]:
    """Where values, each with its categories, stand alone in a text."""
    for value, places in _places(text, list(values)).items():
        whole = [place for place in places if _stands_alone(text, *place)]
        yield from (ResidualIdentifier(c, "removed-value", a, b) for c in values[value] for a, b in whole)


def _small(text: str) -> str:
    """`text` in small letters, sign for sign: offsets stay."""
    return text.replace("\u0130", "i").lower()


def _outside_diseases(text: str, found: Sequence[ResidualIdentifier]) -> list[ResidualIdentifier]:
    """`found` without names that stand inside the name of a disease ("Parkinson's disease")."""
    if not any(one.category in _NAMES for one in found):
        return list(found)
    is_inside = diseases_in(text)
    return [one for one in found if one.category not in _NAMES or not is_inside(one.start, one.end)]


def _codes_left(plain: str, codes: Mapping[str, Sequence[str]]) -> Iterator[ResidualIdentifier]:
    """Codes that stand in a text as wholes, whatever separates their signs."""
    if len(codes) <= _FEW_VALUES:
        plain_codes = squeezed(plain) if codes else ""
        codes = {needle: categories for needle, categories in codes.items() if needle in plain_codes}
    for needle, starts in beginnings(plain, list(codes), SQUEEZED).items():
        for category in codes[needle]:
            yield from _placed_code(plain, needle, category, starts)


def _places(text: str, values: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """Where each of `values` stands in `text`, from the left, overlaps too; what stands nowhere is left out.

    A few are looked for one by one, many in one pass, which tells of whole words alone.
    """
    if len(values) <= _FEW_VALUES:
        each = ((value, list(places_of(text, value))) for value in values)
        return {value: places for value, places in each if places}
    begins = beginnings(text, values, EXACTLY)
    return {value: [(start, start + len(value)) for start in starts] for value, starts in begins.items()}


def _is_code(value: str) -> bool:
    return (
        sum(c.isalnum() for c in value) >= _SHORTEST_VALUE
        and sum(c.isdigit() for c in value) >= _DIGITS_OF_A_VALUE
    )


def _is_telling(category: str, value: str) -> bool:
    if category == "age-over-89":
        return False
    if category in _CODES:
        return len(value) >= _SHORTEST_VALUE and bool(_LOGIN.fullmatch(value))
    if category in ("date", "birth-date"):
        return sum(c.isdigit() for c in value) >= _DIGITS_OF_A_DATE
    return len(value) >= _SHORTEST_VALUE


def _placed_code(
    plain: str, needle: str, category: str, starts: Sequence[int]
) -> Iterator[ResidualIdentifier]:
    """`needle` as a whole where it begins at `starts`, separators between its characters allowed."""
    between = _WITHIN_A_PART if len(needle) < _ACROSS_PARTS else ANYWHERE
    pattern = re.compile(between.join(map(re.escape, needle)), re.IGNORECASE)
    for start in starts:
        match = pattern.match(plain, start)
        if match and _stands_alone(plain, match.start(), match.end()):
            yield ResidualIdentifier(category, "removed-value", match.start(), match.end())


def _stands_alone(plain: str, start: int, end: int) -> bool:
    before, after = plain[max(0, start - 1) : start], plain[end : end + 1]
    joined = plain[start].isalnum() and before.isalnum() and before.isascii()
    return not joined and not (plain[end - 1].isalnum() and after.isalnum() and after.isascii())


def _doubled(digit: int) -> int:
    return digit * 2 - 9 if digit > 4 else digit * 2


def _luhn_holds(text: str) -> bool:
    digits = [int(c) for c in reversed(re.sub(r"\D", "", text))]
    total = sum(digits[::2]) + sum(map(_doubled, digits[1::2]))
    return total % 10 == 0 and len(set(digits)) > 1 and digits[-1] in (2, 3, 4, 5, 6)


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
    """Whether a host can have the address: none has one of 0.0.0.0/8 (RFC 6890)."""
    return not text.startswith("0.") and all(
        int(octet) < 256 and (octet == "0" or octet[0] != "0") for octet in text.split(".")
    )


def _rings(text: str, region: str | None = None) -> bool:
    """Whether a number is one that is given out, by the metadata of libphonenumber."""
    try:
        return bool(phonenumbers.is_valid_number(phonenumbers.parse(text, region)))
    except phonenumbers.NumberParseException:
        return False


def _rings_in_america(text: str) -> bool:
    return _rings(text, "US")


def _true(_text: str) -> bool:
    return True


_SHAPE = bytes.maketrans(b"123456789", b"000000000")
_MONTH = (
    r"(?:J(?<!\wJ)(?:anuary|une|uly|an|un|ul)|F(?<!\wF)(?:ebruary|eb)|M(?<!\wM)(?:arch|ar|ay)"
    r"|A(?<!\wA)(?:pril|pr|ugust|ug)|S(?<!\wS)(?:eptember|ept|ep)|O(?<!\wO)(?:ctober|ct)"
    r"|N(?<!\wN)(?:ovember|ov)|D(?<!\wD)(?:ecember|ec))"
)
_NO_MORE = r"(?![0-9]|[-.,/][0-9])"
_YEAR, _DAY = r"(?:19|20)[0-9][0-9]", r"[1-9](?<!\w.)(?:(?<=3)[01]|(?<=[12])[0-9])?"
_MAIL_DOMAIN = r"[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){0,5}\.[A-Za-z]{2,24}"
_HOST_WORD = r"(?:[Ff]rom|IP|ip|address|host|server)"
_IBAN = r"[A-Z](?<!\w.)[A-Z][0-9]{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)"
_NINO = r"[A-CEGHJ-PR-TW-Z](?<!\w.)[A-CEGHJ-NPR-TW-Z] [0-9]{2} [0-9]{2} [0-9]{2} [A-D]"
_LARGE_STATE = r"(?:AZ|CA|CO|FL|IL|MA|MI|NJ|NY|OH|PA|TX|WA)"


def _apart(first: str) -> str:
    """One character of the set `first` that continues no number; a set at the front is found fastest."""
    return rf"[{first}](?<![0-9.,/-].)"


@dataclass(frozen=True, slots=True)
class _Check:
    """A form that hardly anything else has; `score` as the recogniser's pattern of that form.

    `needs` are strings of which a text that holds the form has one, all its digits written as 0: most
    texts have no ``000-00-0000``, and the search for one is a hundred times faster than the form.
    """

    category: str
    score: float
    form: re.Pattern[str]
    holds: Callable[[str], bool]
    group: int
    needs: tuple[bytes, ...]


def _check(
    category: str,
    score: float,
    regex: str,
    holds: Callable[[str], bool] = _true,
    group: int = 0,
    needs: tuple[bytes, ...] = (b"",),
) -> _Check:
    return _Check(category, score, re.compile(regex), holds, group, needs)


_CARD = rf"{_apart('0-9')}[0-9]{{3}}([ -]?)[0-9]{{4}}\1[0-9]{{4}}\1[0-9]{{4}}{_NO_MORE}"
_CHECKS = (
    _check(
        "ssn",
        1.0,
        rf"{_apart('0-9')}[0-9]{{2}}-[0-9]{{2}}-[0-9]{{4}}{_NO_MORE}",
        _ssn_issued,
        needs=(b"000-00-0000",),
    ),
    _check("email", 0.95, rf"[A-Za-z0-9][\w.+-]{{0,63}}@{_MAIL_DOMAIN}", needs=(b"@",)),
    _check("url", 0.95, r"\bhttps?://[^\s<>\"\[\]]+\w", needs=(b"://",)),
    _check(
        "ip",
        0.7,
        rf"\b{_HOST_WORD}[ :]{{1,2}}((?:[0-9]{{1,3}}\.){{3}}[0-9]{{1,3}}){_NO_MORE}",
        _octets_hold,
        1,
        (b".0.0", b".00.0", b".000.0"),
    ),
    _check(
        "phone",
        0.75,
        rf"\((?<![\w.,/-].)[2-9][0-9]{{2}}\) ?[2-9][0-9]{{2}}-[0-9]{{4}}{_NO_MORE}",
        needs=(b"(000)",),
    ),
    _check(
        "phone",
        0.75,
        rf"{_apart('2-9')}[0-9]{{2}}([ .-])[2-9][0-9]{{2}}\1[0-9]{{4}}{_NO_MORE}",
        _rings_in_america,
        needs=(b"000-000-0000", b"000.000.0000", b"000 000 0000"),
    ),
    _check(
        "phone",
        1.0,
        rf"\+(?<![\w.,/+-]\+)[1-9](?:[ .-]?[0-9]){{6,13}}{_NO_MORE}",
        _rings,
        needs=(b"+0",),
    ),
    _check("credit-card", 1.0, _CARD, _luhn_holds, needs=(b"0000 0000 ", b"0000-0000-", b"0" * 16)),
    _check(
        "credit-card", 1.0, rf"3(?<![0-9.,/-]3)[47][0-9]{{13}}{_NO_MORE}", _luhn_holds, needs=(b"0" * 15,)
    ),
    _check("iban", 1.0, rf"{_IBAN}\b", _mod_97_holds),
    _check("vehicle", 1.0, r"[A-HJ-NPR-Z0-9](?<!\w.)[A-HJ-NPR-Z0-9]{12}[0-9]{4}\b", _vin_holds),
    _check("device", 0.85, r"[0-9A-Fa-f](?<![\w:-].)[0-9A-Fa-f](?::[0-9A-Fa-f]{2}){5}(?![\w:-])"),
    _check("mrn", 0.9, r"\bMRN(?: no\.?)?[ :#]{1,3}([0-9]{5,12})\b", group=1, needs=(b"MRN",)),
    _check(
        "date",
        0.95,
        rf"{_apart('12')}(?:(?<=1)9|(?<=2)0)[0-9]{{2}}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]){_NO_MORE}",
        needs=(b"0000-00-00",),
    ),
    _check("date", 0.85, rf"{_MONTH}\.? {_DAY},? {_YEAR}\b", needs=(b" 0000", b", 0000")),
    _check("date", 0.85, rf"{_DAY} {_MONTH}\.? {_YEAR}\b", needs=(b" 0000",)),
    _check(
        "age-over-89", 0.95, r"\b(?:9[0-9]|1[01][0-9])[ -]years?[ -]old\b", needs=(b"00 year", b"00-year")
    ),
    _check("zip", 0.85, rf"\b{_LARGE_STATE} ([0-9]{{5}}(?:-[0-9]{{4}})?)\b", group=1, needs=(b" 00000",)),
    _check("national-id", 0.85, rf"{_NINO}\b", needs=(b" 00 00 00 ",)),
)


def _with_ascii_digits(plain: str) -> str:
    for digit in sorted(c for c in set(plain) if c.isdecimal() and not c.isascii()):
        plain = plain.replace(digit, str(int(digit)))
    return plain


def _identifiers_left(
    plain: str, wanted: frozenset[str], minimum_scores: Mapping[str, float]
) -> Iterator[ResidualIdentifier]:
    plain = _with_ascii_digits(plain)
    shape = plain.encode(errors="replace").translate(_SHAPE)
    for check in _CHECKS:
        if check.category not in wanted or check.score < minimum_scores.get(check.category, 0.0):
            continue
        if not any(need in shape for need in check.needs):
            continue
        for match in check.form.finditer(plain):
            if check.holds(match.group(check.group)):
                yield ResidualIdentifier(check.category, "identifier", *match.span(check.group))
