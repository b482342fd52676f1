"""Document-wide consistency: a name found once is found everywhere, and so are its parts.

Learners miss a mention whose surroundings say nothing ("Kroll disagreed.").
The document itself knows better: it said "Mr Anton Kroll" before.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Literal

import numpy as np

from engine.catalog.rules import nothing, rule
from engine.methods.names.entities.decoding import FUNCTION_WORDS
from engine.methods.names.tagger.features import TITLES, Tokens

Link = Literal["found", "known", "pattern", "same", "part"]
"""How a mention was reached: by the learner, as a known subject, by its form, or from another mention."""

_SHORTEST_PART = 2
"""Letters: one alone is an initial. From 1 to 4, no figure changes on TAB dev or WNUT-17 dev."""
_LONGEST_SUBJECT = 8
"""Words of a known name that are looked for: of the 331 names of persons in TAB, the longest has five."""
_LONGEST_WHOLE = 40
"""Words of a name that are looked up at once; a longer one is looked up in pieces. It bounds the time alone:
of TAB's 5,186 annotations the longest has 24 words, and with 5 or 200 no figure changes."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Tokens [first, end) reached from name number `name`, and how."""

    first: int
    end: int
    name: int
    link: Link


class Occurrences:
    """Where each word of a document stands, for looking names up in it.

    Parameters
    ----------
    tokens : Tokens
    ordinary : frozenset of str
        Words in small letters that are no names even when capitalised, unless part of the whole name.
    """

    def __init__(self, tokens: Tokens, ordinary: frozenset[str] = frozenset()) -> None:
        self.words = tokens.words
        self._ordinary = ordinary
        self._number = dict(zip(tokens.types, count()))
        self._in_order = np.argsort(tokens.ids, kind="stable")
        self._ends: list[int] = np.cumsum(np.bincount(tokens.ids, minlength=len(tokens.types))).tolist()

    def _places(self, word: str) -> Sequence[int]:
        """Where a word stands; nowhere for a sign, which no name begins with."""
        number = self._number.get(word)
        if number is None or not _begins_names(word):
            return ()
        return self._standing(number)

    def _standing(self, number: int) -> list[int]:
        found: list[int] = self._in_order[
            self._ends[number - 1] if number else 0 : self._ends[number]
        ].tolist()
        return found

    def _count(self, number: int) -> int:
        return self._ends[number] - (self._ends[number - 1] if number else 0)

    @rule("link-same", without=nothing)
    def whole(self, name: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Every place where the words of `name` stand in a row, in the same case.

        Only its rarest word is looked at: thousands of names begin with "New" or "The".
        """
        words = list(name)
        numbers = [self._number.get(word, -1) for word in words]
        if -1 in numbers or not _begins_names(name[0]):
            return
        rarest = min(range(len(numbers)), key=lambda k: self._count(numbers[k]))
        for at in self._standing(numbers[rarest]):
            i, end = at - rarest, at - rarest + len(words)
            if i >= 0 and self.words[i:end] == words:
                yield i, end

    @rule("link-part", without=nothing)
    def part(self, part: str) -> Iterator[tuple[int, int]]:
        """Every place where a telling word of a name stands, also in capitals throughout."""
        if not self.is_ordinary(part):
            for form in {part, part.upper(), part.title()}:
                yield from ((i, i + 1) for i in self._places(form))

    def is_ordinary(self, word: str) -> bool:
        """Whether a word also occurs in small letters here, or is an ordinary word of the language."""
        return word.lower() in self._ordinary or word.lower() in self._number


def _begins_names(word: str) -> bool:
    return word.islower() or word[0].isalnum()


def telling_parts(name: Sequence[str]) -> list[str]:
    """Words of a person's name that point to the person by themselves: no titles, initials or small words."""
    return [
        word
        for word in name
        if len(word) >= _SHORTEST_PART
        and word[0].isupper()
        and word.lower() not in TITLES
        and word.lower() not in FUNCTION_WORDS
    ]


@rule("propagate", without=nothing)
def propagate(
    tokens: Tokens,
    names: Sequence[tuple[Sequence[str], str]],
    taken: Iterable[tuple[int, int]],
    ordinary: frozenset[str] = frozenset(),
) -> list[Reached]:
    """Mentions that follow from names found elsewhere in the document.

    Parameters
    ----------
    tokens : Tokens
    names : sequence of (words, category)
        Names that must go, with their words as they stand in the text; the surest first.
    taken : iterable of (first, end)
        Tokens that the learner judged by themselves as part of another mention; names other
        than of persons and codes are not searched inside these ("United Kingdom" inside
        the name of a public body).
    ordinary : frozenset of str
        Ordinary words, never a name on their own.

    Returns
    -------
    list of Reached
        In no particular order; they may overlap. What several names reach in one way, by one word or the
        same words, the first of them reaches: so a text of one name alone, again and again, costs its length.
    """
    places = Occurrences(tokens, ordinary)
    blocked = {i for first, end in taken for i in range(first, end)}
    told: set[tuple[object, ...]] = set()
    reached: list[Reached] = []

    def first_told(*what: object) -> bool:
        new = what not in told
        told.add(what)
        return new

    for number, (words, category) in enumerate(names):
        anywhere = category in ("person", "code")
        if anywhere or len(words) > 1 or category == "location":
            for piece in _pieces(words):
                if not first_told("same", category, *piece):
                    continue
                for a, b in places.whole(piece):
                    if anywhere or blocked.isdisjoint(range(a, b)):
                        reached.append(Reached(a, b, number, "same"))
        if category == "person":
            parts = [part for part in telling_parts(words) if first_told("part", part)]
            reached += [Reached(a, b, number, "part") for part in parts for a, b in places.part(part)]
    return reached


def _pieces(name: Sequence[str]) -> list[Sequence[str]]:
    """The words of a name; of a very long one overlapping pieces that cover it."""
    n = len(name)
    if n <= _LONGEST_WHOLE:
        return [name]
    firsts = [*range(0, n - _LONGEST_WHOLE, _LONGEST_WHOLE), n - _LONGEST_WHOLE]
    return [name[first : first + _LONGEST_WHOLE] for first in firsts]


def folded(word: str) -> str:
    """A word without case and accents, so that "Müller" and "MULLER" are one."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@dataclass(frozen=True)
class KnownSubjects:
    """Names that are known beforehand, from a client file: their mentions are never missed.

    Parameters
    ----------
    names : sequence of sequence of str
        Words of each name, as `engine.methods.names.tagger.features.tokenize` gives them.
    ordinary : frozenset of str
        Ordinary words; a part of a name that is one counts only where it is capitalised.
    """

    names: Sequence[Sequence[str]]
    ordinary: frozenset[str] = frozenset()
    _by_first: dict[str, list[list[str]]] = field(init=False, repr=False, compare=False)
    _parts: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_first: dict[str, list[list[str]]] = defaultdict(list)
        for name in self.names:
            words = [folded(w) for w in name if w[0].isalnum()][:_LONGEST_SUBJECT]
            if words:
                by_first[words[0]].append(words)
        parts = {
            folded(p) for name in self.names for p in telling_parts([w[:1].upper() + w[1:] for w in name])
        }
        object.__setattr__(self, "_by_first", dict(by_first))
        object.__setattr__(self, "_parts", frozenset(parts))

    def find(self, tokens: Tokens) -> list[tuple[int, int]]:
        """Tokens [first, end) of every mention: whole names, in any case, with any signs between, and parts.

        Parts of a name that are ordinary words ("Rose") count where they are capitalised.
        """
        words = tokens.words
        plain = {word: folded(word) for word in set(words)}
        telling = [i for i, word in enumerate(words) if word[0].isalnum()]
        found = []
        for k, i in enumerate(telling):
            word = plain[words[i]]
            for name in self._by_first.get(word, ()):
                places = telling[k : k + len(name)]
                if [plain[words[j]] for j in places] == name:
                    found.append((i, places[-1] + 1))
            if word in self._parts and (words[i][0].isupper() or word not in self.ordinary):
                found.append((i, i + 1))
        return found

    def __repr__(self) -> str:
        return f"KnownSubjects({len(self.names)} names)"


@dataclass(frozen=True)
class TermLists:
    """Terms that a policy always masks, and terms that it never masks.

    Parameters
    ----------
    deny : sequence of sequence of str
        Words of terms that always go, in any case.
    allow : sequence of sequence of str
        Words of terms that the learner may not take, in any case; a denied term wins over an allowed one.
    """

    deny: Sequence[Sequence[str]] = ()
    allow: Sequence[Sequence[str]] = ()

    def denied(self, tokens: Tokens) -> list[tuple[int, int]]:
        """Tokens [first, end) of every denied term."""
        return _places(tokens, self.deny)

    def allowed(self, tokens: Tokens) -> list[tuple[int, int]]:
        """Tokens [first, end) of every allowed term."""
        return _places(tokens, self.allow)

    def __repr__(self) -> str:
        return f"TermLists({len(self.deny)} denied, {len(self.allow)} allowed)"


def _places(tokens: Tokens, terms: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    wanted: dict[str, list[list[str]]] = defaultdict(list)
    for term in terms:
        if term:
            wanted[folded(term[0])].append([folded(w) for w in term])
    if not wanted:
        return []
    plain = {word: folded(word) for word in set(tokens.words)}
    words = [plain[word] for word in tokens.words]
    return [
        (i, i + len(term))
        for i, word in enumerate(words)
        for term in wanted.get(word, ())
        if words[i : i + len(term)] == term
    ]
