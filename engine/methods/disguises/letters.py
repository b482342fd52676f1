"""Words in disguise: letters with signs or nothing visible between, digits for letters, mirrored names."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.language.unseen import UNSEEN
from engine.methods.disguises.stretch import Glanced, Stretch, quick

_SIGN = r" .\-_·•*|/\\~+^,;:\"'"
_LETTERS_APART = re.compile(rf"(?<!\w)(?:[^\W_][{_SIGN}]{{1,8}}){{4,60}}[^\W_](?!\w)")
_SAME_BETWEEN = re.compile(r"(?<![^\W_])[^\W_]([|/~_·•*+^\-.\\,;:])(?:[^\n]\1){5,160}[^\W_](?![^\W_])")
_BLANKS_BETWEEN = re.compile(r"(?<!\S)\S(?: (?:\S| (?= \S))){5,400}(?!\S)")
"""A blank after every character, so that three part two words."""
_OF_PIECE = rf"[\w{UNSEEN}'’.@\-]"
_UNSEEN_OR_WIDE = re.compile(rf"[{UNSEEN}\uff10-\uff5a]")
_PIECE = rf"{_OF_PIECE}*{_UNSEEN_OR_WIDE.pattern}{_OF_PIECE}*"
_BEFORE = re.compile(_OF_PIECE)
_UNSEEN_INSIDE = re.compile(rf"{_PIECE}(?:[ \u3000]{_PIECE}){{0,5}}")
_NOTHING = re.compile(f"[{UNSEEN}]")
_ACCENTS = r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_ALL_ACCENTED = re.compile(rf"(?:[^\s\u0300-\u036f]{_ACCENTS}{{1,12}}[ .\-@]?){{4,400}}")
_ACCENT = re.compile(_ACCENTS)
_MARK = r"(?:<!--[^>]{0,60}-->|</?[A-Za-z][^<>]{0,40}>|\*{1,3}|~~|`{1,3}|''|\"\"|\[\]|\{\}|\(\))"
_MARKED_WORD = rf"[^\W\d_][\w.\-]*(?:{_MARK}{{1,3}}[\w.@\-]+){{1,12}}"
_MARKED = re.compile(rf"(?<![^\W_]){_MARKED_WORD}(?: {_MARKED_WORD})?")
_MARKS = re.compile(_MARK)
_LEET = re.compile(
    r"(?<![\w.@\-])(?=[A-Za-z0-9]*[A-Za-z][013458]{1,3}[a-z])[A-Z][A-Za-z013458]{4,24}(?![\w@])"
)
_LEETS = str.maketrans("013458", "oleasb")
_TABLES = (_LEETS, str.maketrans("013458", "oieasb"))
_CAPITALIZED = re.compile(r"(?<![\w.@\-])[A-Z][A-Za-z0-9]{1,24}(?: [A-Z][A-Za-z0-9]{1,24}){0,3}(?![\w@])")
_MIRRORED = re.compile(r"(?<![\w.@\-])[a-z]{2,24}[A-Z](?: [a-z]{2,24}[A-Z]){1,3}(?![\w@])")
_WORD = r"[^\W\d_][\w'’\-]{1,30}"
_BRACKETED = re.compile(
    "|".join(
        rf"{before}{_WORD}{after}(?:[ .,@]{{0,2}}{before}{_WORD}{after}){{1,5}}"
        for before, after in (
            (r"\[", r"\]"),
            (r"\(", r"\)"),
            (r"\{", r"\}"),
            (r"\*", r"\*"),
            ("_", "_"),
            ("`", "`"),
        )
    )
)
_BRACKETS = re.compile(r"[\[\](){}*_`]")
_JOINED_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _titled(said: str) -> str:
    return said.title() if said.isupper() or said.islower() else said


def _apart(text: str) -> Iterator[Stretch]:
    """Single letters with a sign or blanks after each; two signs or more end a word."""
    for found in _LETTERS_APART.finditer(text):
        letters = [c for c in found[0] if c.isalnum()]
        if 2 * sum(c.isalpha() for c in letters) < len(letters):
            continue
        gaps = re.split(r"[^\W_]", found[0])[1:]
        usual = Counter(gaps[:-1]).most_common(1)[0][0]
        if _OF_LISTS.intersection(found[0]) and not _spells(letters, gaps[:-1], usual):
            continue
        said = "".join(c + _parted(gap, usual) for c, gap in zip(letters, gaps, strict=True)).strip()
        said = _JOINED_WORDS.sub(" ", said)
        yield Stretch(found.start(), found.end(), _titled(said))


_OF_LISTS = frozenset(",;:\"'")
"""Signs that also divide what is listed: "A, B, B, C", "S/P; A/P"."""
_LEAST_LISTED, _LEAST_DISTINCT = 8, 6


def _spells(letters: Sequence[str], gaps: Sequence[str], usual: str) -> bool:
    """Whether letters that signs of lists divide spell something: many, out of order, divided alike."""
    alike = all(set(gap) <= {*usual, *" -."} for gap in gaps)
    several = len(letters) >= _LEAST_LISTED and len(set(letters)) >= _LEAST_DISTINCT
    return alike and several and list(letters) != sorted(letters)


def _parted(gap: str, usual: str) -> str:
    """A blank where what stands between two letters is longer than between others, or blank alone."""
    ends = len(gap) > len(usual) or (gap.isspace() and not usual.isspace())
    return " " if ends else ""


def _between(text: str) -> Iterator[Stretch]:
    """Every character followed by the same sign, blanks and dots of what is said among them."""
    for stretch in _every_second(_SAME_BETWEEN, text):
        if any(character.isalpha() for character in stretch.plain):
            yield stretch


def _blanks_between(text: str) -> Iterator[Stretch]:
    """Every character followed by a blank: labels and what they label are read together."""
    return _every_second(_BLANKS_BETWEEN, text)


def _every_second(pattern: re.Pattern[str], text: str) -> Iterator[Stretch]:
    for found in pattern.finditer(text):
        places = range(found.start(), found.end(), 2)
        yield Stretch(found.start(), found.end(), found[0][::2], places, may_name=True)


def _unseen_inside(text: str) -> Iterator[re.Match[str]]:
    """What ``_UNSEEN_INSIDE.finditer(text)`` finds, which reads a long word once from each of its letters."""
    at = 0
    while (sign := _UNSEEN_OR_WIDE.search(text, at)) is not None:
        start = sign.start()
        while start > at and _BEFORE.match(text, start - 1):
            start -= 1
        found = _UNSEEN_INSIDE.match(text, start)
        assert found is not None  # it begins with what may stand before the sign, and holds the sign
        yield found
        at = found.end()


def _nothing_inside(text: str) -> Iterator[Stretch]:
    for found in _unseen_inside(text):
        said = unicodedata.normalize("NFKC", _NOTHING.sub("", found[0]))
        if said != found[0]:
            yield Stretch(found.start(), found.end(), said)


def _accented(text: str) -> Iterator[Stretch]:
    """Marks over or under every letter and digit, as no language writes them."""
    for found in _ALL_ACCENTED.finditer(text):
        yield _without(text, found.start(), found.end(), _ACCENT)


def _marked(text: str) -> Iterator[Stretch]:
    """Words with markup inside: ``Lund<!-- -->qvist``, ``Lund**qvist**``."""
    for found in _MARKED.finditer(text):
        yield _without(text, found.start(), found.end(), _MARKS)


def _without(text: str, start: int, end: int, left_out: re.Pattern[str]) -> Stretch:
    places: list[int] = []
    at = start
    for mark in left_out.finditer(text, start, end):
        places += range(at, mark.start())
        at = mark.end()
    places += range(at, end)
    return Stretch(start, end, "".join(text[place] for place in places), places, may_name=True)


def _digits_for_letters(text: str) -> Iterator[Stretch]:
    """Capitalised words side by side, some with digits for letters: read together, as a name is.

    Where all but one are written so, what is found of them is found of all.
    """
    for found in _CAPITALIZED.finditer(text):
        words = found[0].split(" ")
        n_plain = sum(with_letters(word) == word for word in words)
        places = range(found.start(), found.end()) if n_plain > 1 else None
        for plain in dict.fromkeys(_reading(found[0], table) for table in _TABLES):
            if plain != found[0]:
                yield Stretch(found.start(), found.end(), plain, places, may_name=True)


def _reading(words: str, table: Mapping[int, int]) -> str:
    return _LEET.sub(lambda word: _read(word[0], table), words)


def _read(word: str, table: Mapping[int, int]) -> str:
    """A word with letters for its digits; as it is if it has more digits than letters."""
    mostly_letters = 2 * sum(character.isalpha() for character in word) > len(word)
    return word.translate(table) if mostly_letters else word


def with_letters(word: str) -> str:
    """A capitalised word with letters for the digits in it; other words as they are.

    Examples
    --------
    >>> with_letters("Wa1ter"), with_letters("Ward"), with_letters("2024")
    ('Walter', 'Ward', '2024')
    """
    return _read(word, _LEETS) if _LEET.fullmatch(word) else word


def _mirrored(text: str) -> Iterator[Stretch]:
    """Words that end in a capital, read from the end: ``notrebmeP dnilasoR``."""
    for found in _MIRRORED.finditer(text):
        yield Stretch(found.start(), found.end(), found[0][::-1], may_name=True)


def _bracketed(text: str) -> Iterator[Stretch]:
    """Words each in brackets or marks of its own; placeholders are none."""
    for found in _BRACKETED.finditer(text):
        if not found[0].isupper():
            yield _without(text, found.start(), found.end(), _BRACKETS)


WAYS: Iterable[Glanced] = (
    (quick(rf"(?:[\pL\pN][{_SIGN}]{{1,8}}){{4}}"), _apart),
    (quick(r"(?:[^\s][|/~_·•*+^\-.\\,;:]){5}"), _between),
    (quick(r"(?:[^\s] {1,3}){5}"), _blanks_between),
    (
        quick("[" + "".join(f"\\x{{{ord(c):x}}}" if c != "-" else c for c in UNSEEN) + r"\x{ff10}-\x{ff5a}]"),
        _nothing_inside,
    ),
    (quick(r"(?:[^\s]\pM{1,12}[ .\-@]?){4}"), _accented),
    (quick(r"[\pL](?:<!--|</?[A-Za-z]|\*|~~|`|''|\"\"|\[\]|\{\}|\(\))[^\n]{0,60}[\pL]"), _marked),
    (quick(r"\b[A-Z][A-Za-z]*[013458]+[a-z]"), _digits_for_letters),
    (quick(r"\b[a-z]{2,24}[A-Z] [a-z]{2,24}[A-Z]\b"), _mirrored),
    (quick(r"[\[({*_`][\pL][\pL\pN'’\-]{1,30}[\])}*_`][ .,@]{0,2}[\[({*_`][\pL]"), _bracketed),
)
