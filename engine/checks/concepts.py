"""Check Definition 6 on released text: every word and phrase looked up in the raw counts.

Shares nothing with the method but the counts of the corpus: own words (`engine.checks.reading`), own
list of small words, verdicts by the plain equations. Nothing that compiling for the method made is used.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Literal

import numpy as np

from engine.checks.people import people_in
from engine.checks.reading import BREAK, base_forms, words_in
from engine.checks.small_words import is_small
from engine.counts.disclosure import DisclosureTable
from engine.counts.groups import ConceptContexts
from engine.policy.clauses.concepts import ConceptRule
from engine.text import PLACEHOLDER

Verdict = Literal["names", "discloses", "unproven", "unseen", "safe"]

LONGEST_PHRASE = 3
"""Words of the longest phrase that is judged by its counts; names of a concept may be longer."""

_MAX_CACHED = 400_000
_ROUNDING = 1e-9
"""Far above what an order of operations changes; a bound so near the limit is computed by itself."""
_PARAGRAPH_END = re.compile(r"\n\s*\n")
_PIECE = re.compile(r"\S+")
_QUOTES = "([\"'“‘"
_WRITTEN_LINE_END = re.compile(r"\\[nrt](?=\d)")
"""A line end written as an escape before a number, as inside strings: it is no letter of a word."""


@dataclass(frozen=True, eq=False)
class ProtectedConcept:
    """What a policy says of a protected concept, and what was counted: nothing derived.

    Parameters
    ----------
    rule : ConceptRule
        As the policy writes it.
    table : DisclosureTable
        Counts of all terms, n(t) and n(c, t), with n(c) and N; the names it was counted under.
    contexts : ConceptContexts or None
        Contexts of the concept and of terms, where the clause judges groups of them.
    """

    rule: ConceptRule
    table: DisclosureTable = field(repr=False)
    contexts: ConceptContexts | None = field(default=None, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The concept and its other names, as the policy writes them."""
        return self.rule.protect, *self.rule.also


@dataclass(frozen=True, slots=True)
class Residual:
    """A term left in a text that must not be there: where it is and by what it discloses, never the term.

    Parameters
    ----------
    start, end : int
        Offsets into the text, in code points, end exclusive, of the pieces between blanks that hold it.
    clause : str
        Id of the clause whose concept it discloses.
    verdict : str
        ``"names"``, ``"discloses"``, ``"unproven"`` or ``"unseen"``.
    pmi_bits : float or None
        PMI(c; t), None where the corpus saw too little to tell.
    threshold_bits : float
        From where on a term must go.
    """

    start: int
    end: int
    clause: str
    verdict: str
    pmi_bits: float | None
    threshold_bits: float


def wilson(share: float, n: int, z: float) -> float:
    """Wilson's bound of a proportion: the lower one for z < 0, the upper one for z > 0.

    References
    ----------
    Wilson (1927).

    Examples
    --------
    >>> round(wilson(0.5, 100, -1.64), 3), round(wilson(0.5, 100, 1.64), 3)
    (0.419, 0.581)
    """
    root = math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (share + z * z / (2 * n) + z * root) / (1 + z * z / n)


class WordKeys:
    """Which of its base forms a word was counted under."""

    def __init__(self, tables: Sequence[DisclosureTable]) -> None:
        self._tables = tables
        self._vocabularies = list({id(table.vocabulary): table.vocabulary for table in tables}.values())
        names = chain.from_iterable(table.lexicalizations for table in tables)
        self._of_names = frozenset(word for name in names for word in name.split(" "))

    def key(self, word: str) -> str:
        """The word itself where it was counted, else its base form that most contexts mention, if any."""
        if not word or self._seen(word):
            return word
        if word.endswith("'s"):
            return self.key(word[:-2])
        return max(base_forms(word), key=self._seen)

    def _seen(self, form: str) -> int:
        """Contexts that mention a form; a word of a counted name is seen, however rare."""
        for vocabulary in self._vocabularies:
            if n_term := vocabulary.count(form):
                return n_term
        for table in self._tables:
            if table.row(form) is not None:
                return table.counts(form)[0]
        return int(form in self._of_names)

    def n_contexts(self, key: str) -> int:
        """Contexts that mention a word, in the vocabulary of every table."""
        return min((vocabulary.count(key) for vocabulary in self._vocabularies), default=0)

    def key_of(self, term: str) -> str:
        """The key of a term of one or more words."""
        return " ".join(self.key(word) for piece in term.split() for word in words_in(piece) if word)


class _Counted:
    """A protected concept as the equations see it."""

    def __init__(self, concept: ProtectedConcept, words: WordKeys) -> None:
        rule, table = concept.rule, concept.table
        self.rule, self._table = rule, table
        p_concept = table.n_concept / table.n_contexts
        self.information_bits = -math.log2(p_concept)
        alpha = rule.alpha
        if alpha is None:
            n_at_most, _ = table.counts(words.key_of(rule.disclose_at_most or ""))
            alpha = self.information_bits / math.log2(table.n_contexts / n_at_most)
        self.threshold_bits = self.information_bits / alpha
        self._allowed = p_concept ** (1 - 1 / alpha)  # PMI >= IC(c)/alpha, said of p(c | t)
        self.names = frozenset(filter(None, map(words.key_of, (*concept.names, *table.lexicalizations))))
        known = (word for term in rule.known for word in words.key_of(term).split(" "))
        self._known = frozenset(form for word in known for form in base_forms(word))
        self._clearly_safe = self._safe_rows()

    def discloses(self, n_term: int, n_joint: int) -> bool:
        """Whether p(c | t) is shown to reach what the policy allows."""
        if n_joint < self.rule.evidence.min_joint:
            return False
        return n_joint == n_term or self._bound(n_term, n_joint, -self.rule.evidence.z) >= self._allowed

    def _bound(self, n_term: int, n_joint: int, z: float) -> float:
        return wilson(n_joint / n_term, n_term, z)

    def may_tell(self, key: str) -> bool:
        """Whether a word names the concept, or was counted with it and is not clearly safe."""
        row = self._table.row(key)
        return key in self.names or (row is not None and not self._clearly_safe[row])

    def _safe_rows(self) -> bytes:
        """Of each row of the table, whether its upper bound stays below what is allowed, rounding aside.

        The lower bound is below the upper one. Only a word that is always beside the concept discloses it
        whatever the bounds are, and then the upper bound is 1.
        """
        _, n_term, n_joint = self._table.rows()
        n, share, z = n_term.astype(float), n_joint / n_term, self.rule.evidence.z
        upper = share + z * z / (2 * n) + z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return bytes(upper / (1 + z * z / n) < self._allowed * (1 - _ROUNDING))

    def judge(self, key: str) -> Verdict:
        """Verdict on a word, by its counts alone."""
        n_term, n_joint = self._table.counts(key)
        if key in self.names:
            return "names"
        if n_joint and self.discloses(n_term, n_joint):
            return "discloses"
        may = not n_term or self._bound(n_term, n_joint, self.rule.evidence.z) >= self._allowed
        if key in self._known or not may:
            return "safe"
        if n_joint:
            return "unproven"
        return "unseen" if n_term < self.rule.evidence.min_joint else "safe"

    @cached_property
    def phrases(self) -> frozenset[str]:
        """Keys of the phrases that name or disclose the concept."""
        keys, n_term, n_joint = self._table.rows()
        rows = zip(keys, n_term.tolist(), n_joint.tolist(), strict=True)
        told = (key for key, n_t, n_ct in rows if " " in key and self.discloses(n_t, n_ct) and _is_term(key))
        return frozenset(chain(told, (name for name in self.names if " " in name)))

    def residual(self, start: int, end: int, key: str, verdict: Verdict) -> Residual:
        """The fault of a term."""
        n_term, n_joint = self._table.counts(key)
        bits = None
        if verdict == "names":
            bits = self.information_bits
        elif n_joint:
            ratio = n_joint * self._table.n_contexts / (n_term * self._table.n_concept)
            bits = math.log2(ratio)
        return Residual(start, end, self.rule.clause, verdict, bits, self.threshold_bits)


def _is_term(key: str) -> bool:
    """Whether a counted phrase may be a term: no small word begins or ends it."""
    words = key.split(" ")
    return len(words) <= LONGEST_PHRASE and not is_small(words[0]) and not is_small(words[-1])


_Wrong = tuple[tuple[str, _Counted, Verdict], ...]
"""What is wrong with a word or piece: keys, the concepts that they tell of, verdicts."""


class TermCheck:
    """Looks for terms that disclose a concept; build it once per process.

    Parameters
    ----------
    concepts : sequence of ProtectedConcept
        All counted in one corpus.

    Notes
    -----
    A text is cut at its blanks into pieces, and these into words; every word, and every sequence of
    neighbouring words up to the longest known phrase, is looked up by itself. Words of several pieces are
    neighbours unless a sign or an empty line stands between them.

    A word that is unproven or unseen must go when it is no small word, begins with no digit, and its
    clause does not keep unseen terms. A word that the corpus saw, yet never with the concept and too
    rarely to exclude it, may stay, and so may a person's name that it hardly saw at all: the method removes
    those only beside what tells of a concept, and a text that passes this check holds nothing that does.

    References
    ----------
    [CS] Definition 6.
    """

    def __init__(self, concepts: Sequence[ProtectedConcept]) -> None:
        self._words = WordKeys([concept.table for concept in concepts])
        self._counted = [_Counted(concept, self._words) for concept in concepts]
        self._n_safe = max((concept.rule.evidence.min_joint for concept in concepts), default=0)
        self._phrases: dict[str, dict[str, list[_Counted]]] = {}
        for counted in self._counted:
            for phrase in counted.phrases:
                group = self._phrases.setdefault(phrase.split(" ", 1)[0], {})
                group.setdefault(phrase, []).append(counted)
        found = (phrase.count(" ") + 1 for group in self._phrases.values() for phrase in group)
        self._longest = max(found, default=1)
        # Plain tuples of strings: what is met once per distinct piece must not burden the collector.
        self._keys: dict[str, tuple[str, ...]] = {}
        self._wrong: dict[str, _Wrong] = {}
        self._word_keys: dict[str, str] = {}
        self._wrong_words: dict[str, _Wrong] = {}

    @property
    def phrases(self) -> frozenset[str]:
        """Keys of all phrases that are looked for."""
        return frozenset(chain.from_iterable(self._phrases.values()))

    def residual(self, text: str) -> Sequence[Residual]:
        """Terms of `text` that disclose a concept at or above its threshold.

        Parameters
        ----------
        text : str
            A released text; placeholders separate, no term is looked for in them.

        Returns
        -------
        sequence of Residual
            Sorted by place; empty when the text satisfies Definition 6 for single terms.
        """
        if not self._counted:
            return []
        blanked = text.replace(PLACEHOLDER, "\0" * len(PLACEHOLDER))
        blanked = _WRITTEN_LINE_END.sub("  ", blanked)
        texts = blanked.split()
        keys = list(chain.from_iterable(self._read(texts)))
        if not any(True for _ in self._phrases_in(keys)) and self._wrong.keys().isdisjoint(texts):
            return []
        found: list[Residual] = []
        people = frozenset(chain.from_iterable(map(base_forms, map(self._words.key, people_in(blanked)))))
        at = 0
        for paragraph in _PARAGRAPH_END.split(blanked):
            at = blanked.index(paragraph, at)
            found += self._left(paragraph, at, people)
            at += len(paragraph)
        return sorted(found, key=lambda left: (left.start, left.end))

    def _read(self, texts: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Keys of the words of each piece; what is wrong with a piece is remembered beside."""
        if len(self._keys) > _MAX_CACHED:
            for cache in (self._keys, self._wrong, self._word_keys, self._wrong_words):
                cache.clear()
        for text in set(texts).difference(self._keys):
            words = words_in(text)
            self._keys[text] = tuple([self._word_keys.get(word) or self._judged(word) for word in words])
            if wrong := tuple([each for word in words for each in self._wrong_words.get(word, ())]):
                self._wrong[text] = wrong
        return map(self._keys.__getitem__, texts)

    def _judged(self, word: str) -> str:
        """Key of a word met for the first time; for which concepts it must go is remembered beside."""
        if word == BREAK:
            return BREAK
        key = self._word_keys[word] = self._words.key(word)
        verdicts = [(key, counted, counted.judge(key)) for counted in self._judges(key)]
        if wrong := tuple(each for each in verdicts if each[2] != "safe" and _is_fault(word, *each[1:])):
            self._wrong_words[word] = wrong
        return key

    def _judges(self, key: str) -> Sequence[_Counted]:
        """Concepts for which a word may be at fault.

        A word that never stood beside a concept is safe for it once as many contexts hold the word as
        `min_joint` of the concept asks for. A test compares this with the verdicts of all concepts.
        """
        if self._words.n_contexts(key) < self._n_safe:
            return self._counted
        return [counted for counted in self._counted if counted.may_tell(key)]

    def _phrases_in(self, keys: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        """First word, word behind the last, and key of every phrase."""
        for first in [number for number, key in enumerate(keys) if key in self._phrases]:
            phrase, known = keys[first], self._phrases[keys[first]]
            for last in range(first + 1, min(first + self._longest, len(keys))):
                if keys[last] == BREAK:
                    break
                phrase += " " + keys[last]
                if phrase in known:
                    yield first, last + 1, phrase

    def _left(self, paragraph: str, offset: int, people: AbstractSet[str]) -> Iterator[Residual]:
        keys: list[str] = []
        spans: list[tuple[int, int]] = []
        for place in _PIECE.finditer(paragraph):
            read = self._keys[place[0]]
            start, end = offset + place.start(), offset + place.end()
            keys += read
            spans += [(start, end)] * len(read)
            for key, counted, verdict in self._wrong.get(place[0], ()):
                is_person = place[0].strip(_QUOTES)[:1].isupper() and not people.isdisjoint(base_forms(key))
                if verdict != "unseen" or not is_person:
                    yield counted.residual(start, end, key, verdict)
        for first, behind, phrase in self._phrases_in(keys):
            for counted in self._phrases[keys[first]][phrase]:
                how: Verdict = "names" if phrase in counted.names else "discloses"
                yield counted.residual(spans[first][0], spans[behind - 1][1], phrase, how)


def _is_fault(word: str, counted: _Counted, verdict: Verdict) -> bool:
    """Whether a verdict on a word is a fault: what is unknown may be a small word or a number."""
    if verdict in ("names", "discloses"):
        return True
    return counted.rule.unseen != "keep" and not word[0].isdigit() and not is_small(word)


def residual_terms(text: str, concepts: Sequence[ProtectedConcept]) -> Sequence[Residual]:
    """`TermCheck.residual` of one text."""
    return TermCheck(concepts).residual(text)
