"""Document-wide consistency: the parts of a person's name are found everywhere.

Learners miss a mention whose surroundings say nothing ("Kroll disagreed.").
The document itself knows better: it said "Mr Anton Kroll" before. The whole name
is found again by `engine.stages.repeats.in_document`, as the values of all kinds are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Literal

import numpy as np

from engine.catalog.lexicon import unaccented
from engine.catalog.rules import nothing, rule
from engine.methods.names.entities.decoding import FUNCTION_WORDS
from engine.methods.names.tagger.features import TITLES, Tokens

Link = Literal["found", "known", "pattern", "same", "part"]
"""How a mention was reached: by the learner, as a known subject, by its form, or from another mention."""

_SHORTEST_PART = 2
"""Letters: one alone is an initial. From 1 to 4, no figure changes on TAB dev or WNUT-17 dev."""
_LONGEST_SUBJECT = 8
"""Words of a known name that are looked for: of the 331 names of persons in TAB, the longest has five."""


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
    tokens: Tokens, names: Sequence[tuple[Sequence[str], str]], ordinary: frozenset[str] = frozenset()
) -> list[tuple[int, int]]:
    """Mentions that follow from the parts of persons' names found elsewhere in the document.

    Parameters
    ----------
    tokens : Tokens
    names : sequence of (words, category)
        Names that must go, with their words as they stand in the text; the surest first.
    ordinary : frozenset of str
        Ordinary words, never a name on their own.

    Returns
    -------
    list of (token, name)
        Places of telling words, also in capitals throughout, and the numbers of their names. What several
        names reach by one word, the first of them reaches: so a text of one name alone, again and again,
        costs its length. A word that also stands in small letters is none.
    """
    number = dict(zip(tokens.types, count()))
    in_order = np.argsort(tokens.ids, kind="stable")
    ends = [0, *np.cumsum(np.bincount(tokens.ids, minlength=len(number))).tolist()]
    first: dict[str, int] = {}
    for name, (words, category) in enumerate(names):
        for part in telling_parts(words) if category == "person" else ():
            if part.lower() not in ordinary and part.lower() not in number:
                first.setdefault(part, name)
    return [
        (int(token), name)
        for part, name in first.items()
        for form in {part, part.upper(), part.title()} & number.keys()
        for token in in_order[ends[number[form]] : ends[number[form] + 1]]
    ]


def folded(word: str) -> str:
    """A word without case and accents, so that "Müller" and "MULLER" are one."""
    return unaccented(word.casefold())


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
