"""User names that are made of a person's name: "jsmith1962" where "John Smith" was found."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice

from ahocorasick_rs import AhoCorasick

from engine.rules import nothing, rule
from engine.stages.repeats.plain_names import without_accents
from engine.text import Span, lowered

_PERSONS = frozenset({"person", "minor"})
_SHORTEST = 4
_SHORTEST_ALONE = 5
_LONGEST = 39
_N_INITIALS = 2
_MOST_WORDS = 16
"""Of one name: what is longer is a list, and each of its words would be kept with all others."""
_ENDINGS = frozenset("sne")
"""Letters that make a plural or a genitive of a name and not a user name."""
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[^\W_]+(?:[._-][^\W_]+)*")
_BETWEEN = re.compile(r"[^\w.-]")
_BLOCK = 1 << 16
_FORM = re.compile(r"(?:[^\W\d_]+\d*[._-])*[^\W\d_]+_?\d*")
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae"})


@dataclass(slots=True)
class _Known:
    """A word of a name: who has it, the other words of their names, and how these begin."""

    span: Span
    others: set[str] = field(default_factory=set)
    initials: set[str] = field(default_factory=set)

    def add(self, others: Iterable[str]) -> None:
        for other in others:
            self.others.add(other)
            self.initials.update((other[:1], other[:_N_INITIALS]))


@rule("user-names", without=nothing)
def made_of_names(text: str, found: Sequence[Span]) -> list[Span]:
    """User names of the persons among `found`: a word of a name with initials, digits or other names.

    For John Smith "jsmith", "jsmith1962", "smith_j", "john.smith88" and "Smith1962". Where only "Smith"
    was found, a letter before it needs two digits behind it. Words of fewer than four letters are not
    looked for.

    Parameters
    ----------
    text : str
    found : sequence of Span

    Returns
    -------
    list of Span
        Sorted and disjoint, each with the category and score of a person whose name it holds.

    Examples
    --------
    >>> text = "John Smith signs as jsmith62. A smith works."
    >>> [text[s.start : s.end] for s in made_of_names(text, [Span(0, 10, "person")])]
    ['jsmith62']
    """
    known = _known(text, found)
    if not known:
        return []
    small = lowered(text)
    made_of = _judged(_distinct(small), known)
    if not made_of:
        return []
    return [
        Span(*token.span(), one.category, one.score, {"link": "user-name"})
        for token in _TOKEN.finditer(small)
        if (one := made_of.get(token[0]))
    ]


def _distinct(small: str) -> list[str]:
    """Words of a text, each once, that are neither too short nor too long; joints may stand inside."""
    found: set[str] = set()
    at = 0
    while at < len(small):
        after = _BETWEEN.search(small, min(at + _BLOCK, len(small)))
        end = after.start() if after else len(small)
        found.update(_TOKEN.findall(small, at, end))
        at = end
    return sorted(token for token in found if _SHORTEST < len(token) <= _LONGEST)


def _judged(tokens: Sequence[str], known: Mapping[str, _Known]) -> dict[str, Span]:
    """Those of `tokens` that are user names, with a person whose name each holds."""
    made: dict[str, Span] = {}
    words, ends = list(known), list(accumulate(len(token) + 1 for token in tokens))
    found = AhoCorasick(words).find_matches_as_indexes("\n".join(tokens), overlapping=True)
    for which, first, _ in found:
        token, word = tokens[bisect_right(ends, first)], words[which]
        if token not in made and _is_user_name(token, word, known[word]):
            made[token] = known[word].span
    return made


def _known(text: str, found: Sequence[Span]) -> Mapping[str, _Known]:
    known: dict[str, _Known] = {}
    for value, span in {text[s.start : s.end]: s for s in found if s.category in _PERSONS}.items():
        distinct = dict.fromkeys(map(str.lower, _WORD.findall(value)))
        words = [_spelled(word) for word in islice(distinct, _MOST_WORDS)]
        every: set[str] = set().union(*words)
        for spellings in words:
            others = every - spellings
            for word in spellings:
                if len(word) >= _SHORTEST:
                    known.setdefault(word, _Known(span)).add(others)
    return known


def _spelled(word: str) -> set[str]:
    """A word as it stands, without accents, and as keyboards without umlauts write it."""
    return {word, without_accents(word), word.translate(_SPELLED)}


def _is_user_name(token: str, word: str, known: _Known) -> bool:
    if token == word or not _FORM.fullmatch(token):
        return False
    parts = _WORD.findall(token)
    n_digits = len(token) - len(token.rstrip("0123456789"))
    if len(parts) > 1:
        return all(_is_part(part, word, known, alone=False) for part in parts)
    if parts[0] == word:
        return n_digits > 0
    is_unknown_initial = not known.others and parts[0][1:] == word and n_digits > 1
    return is_unknown_initial or _is_part(parts[0], word, known, alone=n_digits == 0)


def _is_part(part: str, word: str, known: _Known, *, alone: bool) -> bool:
    """Whether `part` is a word of the name, initials of it, or both as one word."""
    if not alone and (part == word or part in known.others or part in known.initials):
        return True
    if alone and len(word) < _SHORTEST_ALONE:
        return False
    if part.endswith(word):
        rest = part[: -len(word)]
        return rest in known.others or rest in known.initials
    before, _, behind = part.partition(word)
    if len(word) >= _SHORTEST_ALONE and {before, behind} <= known.initials:
        return True  # "lkapuleb": initials on both sides
    rest = part[len(word) :] if part.startswith(word) else ""
    return rest in known.others or (rest in known.initials and not (alone and rest in _ENDINGS))
