"""Spellings that hide a value from patterns, written plainly, with the way back to the text.

Digits apart or between signs, letters in place of digits, digits as words, "name at host dot com",
text from right to left, letters apart. Each stretch is rewritten; whether it is an identifier is
left to the same patterns, validators and context words that judge plain text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import re2

from engine.catalog.lexicon import SPOKEN, words
from engine.language.numbers import TEENS, TENS, UNITS
from engine.methods.disguises import cued, joined, letters, transported
from engine.methods.disguises.escaped import escaped
from engine.methods.disguises.stretch import Stretch, quick

AROUND = 100
"""Characters on both sides of a stretch that are looked at with it."""
_FILLER = (
    r"(?:<!--[^>]{0,60}-->|</?[A-Za-z][^>]{0,40}>|"
    r"\n(?=[\s\-.]{0,6}\d)|[ \t\u00a0\u2007\u202f\u2009_*.·•∙‧/|,+'\"’`~^:;=\\\[\](){}"
    r"\-‐‑‒–—−\u200b-\u200f\u2060\ufeff\u00ad])"
)
_BETWEEN = rf"(?:(?!\n\n\d{{1,6}}(?:\n\n|\Z)){_FILLER}){{1,10}}"
"""A number alone between empty lines is a cell of its own."""
_LOOKALIKE = str.maketrans("OoQlIi|SsBZz", "000111155822")
_APART = re.compile(rf"(?<![\w.,$£€])[\[(\"']?\d(?:{_BETWEEN}\d){{6,23}}(?![\w])")
_GROUPS = re.compile(rf"(?<![\w.,/\-$£€])[\[(\"']?\d{{1,7}}(?:{_BETWEEN}\d{{1,7}}){{1,12}}(?![\w])")
_LETTERS_FOR_DIGITS = re.compile(
    r"(?<![\w.\-])(?=[OoQlIiSsBZz]*[0-9]|[OQlISBZ]{3}-[0-9OQlISBZ]{2}-)(?=[0-9 .\-]*[OoQlIiSsBZz])"
    r"[0-9OoQlIiSsBZz]{2,12}(?:[-. ][0-9OoQlIiSsBZz]{2,6}){0,4}(?![\w])"
)
_TENS = {word: f"{n}0" for n, word in enumerate(TENS, 2)}
_WORDS = {
    **{word: str(n) for n, word in enumerate(UNITS, 1)},
    **{word: str(n) for n, word in enumerate(TEENS, 10)},
    **_TENS,
    **dict(line.split("=") for line in words("grammar/dictated", *SPOKEN)),
}
_TIMES = {"double": 2, "triple": 3, "doppel": 2, "doble": 2}
_WORD = "|".join(sorted([*_WORDS, *_TIMES], key=len, reverse=True))
_NUMBER_WORD = re.compile(rf"(?i){_WORD}|\d")
_NUMBER_WORDS = re.compile(
    rf"(?i)(?<!\w)(?:(?:{_WORD}|\d{{1,3}}(?!\d))[\s,.\-–—/_]{{0,3}}(?:(?:and|dash|hyphen) )?){{5,30}}(?!\w)"
)
_TLD = (
    r"(?:com|org|net|edu|gov|mil|io|info|biz|co|us|uk|de|fr|es|it|nl|ca|au|ch|at|eu|me|health|care|example|"
    r"test|mx|br)"
)
_NAME = r"[A-Za-z0-9][\w+\-]{0,40}"
_OPEN, _CLOSE = r"\s{0,2}[\[({<_*]\s?", r"\s?[\])}>_*]\s{0,2}"
_AT = (
    rf"(?:{_OPEN}(?:at|arroba|@){_CLOSE}|\s(?:at|arroba|chez|bei)\s|\s{{0,2}}[@＠﹫]\s{{0,2}}|"
    r"\s?(?:\b|-)at[- ]sign\s|&#64;|&#x40;|%40|\\@)"
)
_SAID_DOT = r"(?:dot|punto|punkt|point|period)"
_DOT = rf"(?:{_OPEN}(?:{_SAID_DOT}|\.){_CLOSE}|\s{_SAID_DOT}\s|\s?[.․．。]\s?|[~_])"
_HOST = rf"{_NAME}(?:{_DOT}{_NAME}){{0,3}}{_DOT}{_TLD}"
_NAME_AT_HOST = rf"(?i)(?<![\w@])({_NAME}(?:{_DOT}{_NAME}){{0,3}}){_AT}({_HOST})(?!\w)"
_MAIL = re.compile(_NAME_AT_HOST)
_REVERSED = re.compile("\u202e([^\u202c\n]{4,160})\u202c?")
_SMALL_DIGITS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉①-⑨⓪⓵-⓽❶-❾➀-➈➊-➒⓿０-９ .\\-/]{5,24}")


def stretches(text: str) -> list[Stretch]:
    """The disguised stretches of `text`; they may overlap: one may be read in two ways.

    Examples
    --------
    >>> [stretch.plain for stretch in stretches("write to r.keller (at) example (dot) org")]
    ['r.keller@example.org']
    >>> stretches("Nothing is disguised here")
    []
    """
    found: list[Stretch] = []
    for glance, matches, plainly in _WAYS:
        if not glance.search(text):
            continue
        for match in matches(text):
            said = plainly(match)
            found += [Stretch(match.start(), match.end(), plain) for plain in said if plain != match[0]]
    for glance, way in (*letters.WAYS, *joined.WAYS, *cued.WAYS, *transported.WAYS):
        found += way(text) if glance.search(text) else ()
    return [*found, *escaped(text)]


_DIVIDED = re.compile(r"[\-‐‑‒–—−./]\s*\n|\n\s*[\-‐‑‒–—−.]")
_OWN_LINE = re.compile(r"[^\w\n]*(?:\n|\Z)")


def _goes_on(match: re.Match[str]) -> bool:
    """Whether digits that run over a line's end are laid out as one number.

    A dash stands at the end, or the number alone fills its other lines: in "Room 617", next line "555-0144
    units", two numbers only follow one another.
    """
    if _DIVIDED.search(match[0]):
        return True
    return not _are_cells(match[0]) and _OWN_LINE.match(match.string, match.end()) is not None


_AMOUNT = re.compile(r"[\d,]*(?:\.\d\d?)?")


def _are_cells(digits: str) -> bool:
    """Whether digits are cells of a table: decimals below one another, or rows of numbers."""
    lines = digits.split("\n")
    decimals = "." in digits and all(_AMOUNT.fullmatch(line.strip()) for line in lines)
    return decimals or _in_rows([groups for line in lines if (groups := line.split())])


def _in_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Whether each of three lines has as many numbers; of one digit each they are one, its digits apart."""
    n_numbers = set(map(len, rows))
    is_table = len(rows) > 2 and len(n_numbers) == 1 and n_numbers != {1}
    return is_table and any(len(number) > 1 for row in rows for number in row)


def _digits_of(match: re.Match[str]) -> Iterator[str]:
    if "\n" in match[0] and not _goes_on(match):
        return
    digits = [c for c in re.sub(r"<!--.*?-->|</?[A-Za-z][^>]*>", "", match[0]) if c.isdecimal()]
    steps = {int(b) - int(a) for a, b in pairwise(digits)}
    if len(steps) > 1:
        yield from _as_written("".join(str(int(c)) for c in digits))


_NUMBERS_IN_PROSE = re.compile(
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+[.,:/]\d+|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|"
    r"\d+(?:[ ,;]+\d+)*\s*|(?:\d+\.)+\d+|\d+[-–]\d+"
)
"""Ways of writing numbers that hide nothing."""
_ODD = re.compile(
    r"<|[_*|·•∙‧`~^+\"'’=\\\[\]{}\u00ad\u200b-\u200f\u2060\ufeff"
    r"\u2007\u2009\u202f‐‑‒—−]|\d[-. ]?\n[ \t]*[-.]?\d"
)
"""What divides no number that is written to be read."""


def _groups_of(match: re.Match[str]) -> Iterator[str]:
    """Groups of digits that signs divide which no way of writing numbers has."""
    if "\n" in match[0] and not _goes_on(match):
        return
    pairs = re.fullmatch(r"\d{1,2}(?: \d\d){3,8}", match[0])
    if not pairs and (not _ODD.search(match[0]) or _NUMBERS_IN_PROSE.fullmatch(match[0])):
        return
    digits = "".join(c for c in re.sub(r"<!--.*?-->|</?[A-Za-z][^>]*>", "", match[0]) if c.isdecimal())
    if 7 <= len(digits) <= 19:
        yield from _as_written("".join(str(int(c)) for c in digits))


def _as_written(digits: str) -> Iterator[str]:
    """Digits as identifiers of that length are written."""
    if len(digits) == 9:
        yield f"{digits[:3]}-{digits[3:5]}-{digits[5:]}"
    elif len(digits) == 10:
        yield f"{digits[:3]}-{digits[3:6]}-{digits[6:]}"
    elif len(digits) == 8 and (digits[:2] <= "12" or digits[:2] in ("19", "20")):
        yield f"{digits[:2]}/{digits[2:4]}/{digits[4:]}" if digits[4:6] in ("19", "20") else digits
    if len(digits) != 9:
        yield digits


def _lookalikes(match: re.Match[str]) -> Iterator[str]:
    groups = re.split(r"[-. ]", match[0])
    as_ssn = [len(group) for group in groups] == [3, 2, 4]
    if not as_ssn and not all(any(c.isdecimal() for c in group) for group in groups):
        return
    said = match[0].translate(_LOOKALIKE)
    n_digits = sum(c.isdecimal() for c in match[0])
    mostly = n_digits >= 3 and (as_ssn or 2 * n_digits >= sum(c.isalnum() for c in match[0]))
    if mostly and sum(c.isdecimal() for c in said) >= 7:
        yield said


def _spoken(match: re.Match[str]) -> Iterator[str]:
    said = _NUMBER_WORD.findall(match[0].lower())
    if "," in match[0] and any(len(_WORDS.get(word, "")) > 1 for word in said):
        return  # "twenty one, twenty two": numbers one by one
    digits = _dictated(said)
    if len(digits) >= 6 and sum(not word.isdecimal() for word in said) >= 3:
        yield from _as_written(digits)
        if len(digits) == 9:
            yield digits


def _dictated(said: Iterable[str]) -> str:
    """The digits of numbers that are read out: "double five", "one twenty-three"."""
    digits, times, before = "", 1, ""
    for word in said:
        if word in _TIMES:
            times = _TIMES[word]
            continue
        if before in _TENS and word in UNITS:
            digits = digits[:-1]
        digits += _WORDS.get(word, word) * times
        times, before = 1, word
    return digits


def _mail(match: re.Match[str]) -> Iterator[str]:
    name, host = (re.sub(_DOT, ".", match[group], flags=re.IGNORECASE) for group in (1, 2))
    spelt_out = re.search(
        r"(?i)[\[({<_*]|\b(?:dot|punto|punkt|point|period|arroba)\b|at.sign|@|＠|﹫|&#|%40", match[0]
    )
    if spelt_out:
        yield re.sub(r"\s", "", f"{name}@{host}")


def _turned(match: re.Match[str]) -> Iterator[str]:
    yield match[1][::-1]


def _small(match: re.Match[str]) -> Iterator[str]:
    plain = "".join(
        str(unicodedata.digit(c)) if unicodedata.digit(c, None) is not None else c for c in match[0]
    )
    odd = sum(
        unicodedata.decimal(c, None) is None and unicodedata.digit(c, None) is not None for c in match[0]
    )
    if odd >= 5:
        yield plain
        yield from _as_written(re.sub(r"\D", "", plain))


_HAS_WORDS = quick(rf"(?i)\b(?:{_WORD})[\s,.\-/_]{{0,3}}(?:{_WORD}|[0-9])[\s,.\-/_]{{0,3}}(?:{_WORD}|[0-9])")
_HAS_AT = quick(
    r"(?i)[\[({<_*]\s?(?:at|arroba|@)\s?[\])}>_*]|\s(?:dot|punto|punkt|point|period)\s|"
    r"at[- ]sign|%40|&#64;|&#x40;|\\@|[＠﹫]|\s@|@\s|@[a-z0-9\-]{2,40}[~_][a-z]{2}"
)
_HAS_GROUPS = quick(
    r"[0-9][^\pL0-9]{0,8}[_*|·•∙‧`~^+\"'’=\\\[\]{}<>\x{ad}\x{200b}-\x{200f}\x{2060}\x{feff}\x{2007}\x{2009}\x{202f}‐‑‒—−\n]"
    r""
    r"[^0-9]{0,60}[0-9]|[0-9]{2} [0-9]{2} [0-9]{2} [0-9]{2}"
)
_HAS_APART = quick(r"[0-9\x{80}-\x{10ffff}](?:(?:<[^>]*>|[^A-Za-z0-9<])+[0-9\x{80}-\x{10ffff}]){3}")
"""Four of the seven digits and more of `_APART`; those of other scripts are among all that is not ASCII."""
_HAS_LOOKALIKES = quick(r"[0-9][-. ]?[OoQlIiSsBZz][0-9OoQlIiSsBZz.\- ]|\b[OoQlIiSsBZz]{1,3}[-. ]?[0-9]{2}")
_LIKE_DIGITS = quick(r"(?:[0-9OoQlIiSsBZz][-. ]?){6}[0-9OoQlIiSsBZz]")
"""Seven digits, or letters in their place, side by side or in groups: `_lookalikes` reads no fewer."""
_BLANK = (
    r"[\s\x{b}\x{1c}-\x{1f}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]"
)
"""What `re` takes for white space: RE2's own class is of ASCII alone."""
_AT_HOST = quick(
    rf"(?i)(?:(?:[\[({{<_*]|{_BLANK}){_BLANK}?(?:at|arroba|chez|be[iİı])(?:{_BLANK}?[\])}}>_*]|{_BLANK})|"
    rf"[@＠﹫](?:{_BLANK}?[\])}}>_*])?|at[- ]s[iİı]gn|&#64;|&#x40;|%40){_BLANK}{{0,2}}"
    rf"[\pL\pN][\pL\pN\pM_+\-]*"
    rf"(?:{_BLANK}{{0,2}}[\[({{<_*]|{_BLANK}?[.․．。~_]|{_BLANK}(?:dot|punto|punkt|po[iİı]nt|per[iİı]od))"
)
"""The middle of every address of `_MAIL`, and of other things."""
_FAR = 600
"""More characters than an address of `_MAIL` and what `_AT_HOST` finds take together."""


def _mails(text: str) -> Iterator[re.Match[str]]:
    """What `_MAIL` finds in all of `text`, looked for only around the middles of addresses."""
    for first, last in _around(_AT_HOST.finditer(text)):
        yield from _MAIL.finditer(text, first, last)


def _letters_for_digits(text: str) -> Iterator[re.Match[str]]:
    """What `_LETTERS_FOR_DIGITS` finds in lines with enough for `_lookalikes`; it goes over no line end."""
    end = -1
    for place in _LIKE_DIGITS.finditer(text):
        if place.start() > end:
            first, last = text.rfind("\n", 0, place.start()) + 1, text.find("\n", place.end())
            end = last if last >= 0 else len(text)
            yield from _LETTERS_FOR_DIGITS.finditer(text, first, end)


def _around(places: Iterable[re.Match[str]]) -> list[tuple[int, int]]:
    """Stretches of a text that reach far around some places; none touches the next."""
    found: list[tuple[int, int]] = []
    for place in places:
        first, last = max(0, place.start() - _FAR), place.end() + _FAR
        if found and first <= found[-1][1]:
            first = found.pop()[0]
        found.append((first, last))
    return found


_WAYS: Sequence[
    tuple[
        re2._Regexp | re.Pattern[str],
        Callable[[str], Iterator[re.Match[str]]],
        Callable[[re.Match[str]], Iterator[str]],
    ]
] = (
    (_HAS_APART, _APART.finditer, _digits_of),
    (_HAS_GROUPS, _GROUPS.finditer, _groups_of),
    (_HAS_LOOKALIKES, _letters_for_digits, _lookalikes),
    (_HAS_WORDS, _NUMBER_WORDS.finditer, _spoken),
    (_HAS_AT, _mails, _mail),
    (_REVERSED, _REVERSED.finditer, _turned),
    (re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉①-⑨⓪⓵-⓽❶-❾➀-➈➊-➒⓿]"), _SMALL_DIGITS.finditer, _small),
)
"""A quick look that most texts do not pass, the search itself, and what is read in a match."""
