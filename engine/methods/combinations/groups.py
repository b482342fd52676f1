"""Groups of terms that disclose a concept by their joint counts: found exactly, broken at the least loss."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.counts.disclosure import DisclosureTable
from engine.counts.groups import ConceptContexts
from engine.counts.information import information_content, lower_bound
from engine.language.terms import token_columns
from engine.language.word_lists.function_words import is_content_word
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.combinations.choice import least_hitting_set
from engine.methods.combinations.deciding import GROUP_RULE, Reword, with_words_gone
from engine.text import PLACEHOLDER, Decision, carried_out

_LONGEST_PHRASE = 3
_MAX_CACHED = 128
"""Terms whose contexts are held as bits: of a corpus of a million contexts 17 megabytes for a concept."""
_ROUNDING = 1e-12
_PARAGRAPH_END = re.compile(r"\n\s*\n")

Bits = npt.NDArray[np.uint64]
Span = tuple[int, int]


class Group(NamedTuple):
    """Terms that disclose a concept where all of them stand: their keys, n(T) and n(c, T)."""

    terms: tuple[str, ...]
    n_terms: int
    n_joint: int


@dataclass(frozen=True, slots=True)
class _Row:
    """A term with its contexts as bits: those of the concept (`joint`), and all of them."""

    key: str
    joint: Bits
    all: Bits


class GroupFinder:
    """Finds every group of terms of a unit that discloses a concept, for one concept.

    Parameters
    ----------
    concept : CompiledConcept
        Its rule says of how many terms a group is at most (`groups`).
    contexts : ConceptContexts
    table : DisclosureTable
        Which words and phrases are terms: those that were seen with the concept.

    Notes
    -----
    A group T discloses c where ``PMI(c; T) >= IC(c)/alpha``, its joint count n(c, T) being evidence as of a
    single term: at least `min_joint`, and the lower bound of n(c, T)/n(T) reaches the allowed probability, or
    T never stands without c.

    Branch and bound over the terms in ascending order of n(c, t). A larger group has no larger n(c, T), so
    that a branch ends where n(c, T) < `min_joint`. p(c | T) has no such bound: it may rise and fall with
    every further term, up to 1. A group that discloses is not extended, for who breaks it breaks
    every group that holds it.

    References
    ----------
    [CS] eq. 3, Definition 6.
    """

    def __init__(self, concept: CompiledConcept, contexts: ConceptContexts, table: DisclosureTable) -> None:
        self.concept, self._contexts, self._table = concept, contexts, table
        self._evidence = concept.rule.evidence
        self._row = lru_cache(_MAX_CACHED)(self._read)
        self._most = lru_cache(None)(self._most_contexts)

    def find(self, keys: Sequence[str]) -> list[Group]:
        """Smallest disclosing groups among the terms of a unit, whose words have these keys."""
        rows = [row for key in self._terms(keys) if _size((row := self._row(key)).joint) >= self._least]
        rows.sort(key=lambda row: (_size(row.joint), row.key))
        return [group for at, row in enumerate(rows) for group in self._beyond((row,), row, rows[at + 1 :])]

    @property
    def _least(self) -> int:
        return self._evidence.min_joint

    def _terms(self, keys: Sequence[str]) -> list[str]:
        """Words and phrases that were seen with the concept, each once; small words begin and end none."""
        is_content = list(map(is_content_word, keys))
        found = {key for key, content in zip(keys, is_content, strict=True) if content}
        for size in range(2, _LONGEST_PHRASE + 1):
            for first in range(len(keys) - size + 1):
                if is_content[first] and is_content[first + size - 1]:
                    found.add(" ".join(keys[first : first + size]))
        return [key for key in found if self._table.row(key) is not None]

    def _beyond(self, members: tuple[_Row, ...], shared: _Row, others: Sequence[_Row]) -> Iterator[Group]:
        """Groups that hold `members`, whose common contexts are `shared`, and some of `others`."""
        open_branches: list[tuple[_Row, _Row]] = []
        for other in others:
            joint = shared.joint & other.joint
            if (n_joint := _size(joint)) < self._least:
                continue
            everywhere = shared.all & other.all
            if (n_terms := _size(everywhere)) <= self._most(n_joint):
                yield Group((*(row.key for row in members), other.key), n_terms, n_joint)
            else:
                open_branches.append((other, _Row("", joint, everywhere)))
        if len(members) + 1 < (self.concept.rule.groups or 1):
            for at, (other, both) in enumerate(open_branches):
                further = [each for each, _ in open_branches[at + 1 :]]
                yield from self._beyond((*members, other), both, further)

    def _most_contexts(self, n_joint: int) -> int:
        """Most contexts in which a group may stand and disclose, n(c, T) of them with the concept.

        The lower bound falls as n(T) grows, so that bisection finds it.
        """
        allowed = self.concept.allowed_probability * (1 - _ROUNDING)
        low, high = n_joint, self._contexts.n_contexts + 1
        while high - low > 1:
            middle = (low + high) // 2
            reaches = lower_bound(n_joint, middle, self._evidence.z) >= allowed
            low, high = (middle, high) if reaches else (low, middle)
        return low

    def _read(self, key: str) -> _Row:
        found, concept = self._contexts.of_term(key), self._contexts.concept
        places = np.searchsorted(concept, found)
        places = places[concept[np.minimum(places, len(concept) - 1)] == found]
        return _Row(
            key, _bits(places, len(concept)), _bits(found.astype(np.int64), self._contexts.n_contexts)
        )


class GroupBreaker:
    """Breaks the groups of terms that disclose concepts, so that no unit of a text holds one whole.

    Parameters
    ----------
    finders : sequence of GroupFinder
        One for each concept whose clause judges groups.

    Notes
    -----
    A group is broken when one of its words goes, everywhere in the document. Of all sets of words that break
    all groups of a concept, one that carries the least information goes (an integer program, solved by
    HiGHS). The text is then read anew, since a generalization may make another group; what was generalized
    and still discloses is removed.
    """

    def __init__(self, finders: Sequence[GroupFinder]) -> None:
        self._finders = tuple(finders)

    @classmethod
    def of(
        cls,
        concepts: Sequence[CompiledConcept],
        tables: Mapping[str, DisclosureTable],
        contexts: Mapping[str, ConceptContexts],
    ) -> GroupBreaker | None:
        """For the concepts whose clause judges groups, None when none does; both mappings by clause."""
        finders = [
            GroupFinder(concept, contexts[concept.rule.clause], tables[concept.rule.clause])
            for concept in concepts
            if concept.rule.groups is not None
        ]
        return cls(finders) if finders else None

    def extend(self, text: str, decisions: Sequence[Decision], reword: Reword | None) -> list[Decision]:
        """The decisions, and others for words of groups that disclose, as the text reads now."""
        made = list(decisions)
        for finder in self._finders:
            made = _broken(text, made, finder, reword)
        return made


def _broken(text: str, made: list[Decision], finder: GroupFinder, reword: Reword | None) -> list[Decision]:
    words = _Words(carried_out(text, made))
    groups = [group for keys in words.units(finder.concept.rule.unit) for group in finder.find(keys)]
    if not groups:
        return made
    needed = {frozenset(filter(is_content_word, " ".join(group.terms).split(" "))) for group in groups}
    costs = {key: words.bits(key, finder.concept) for key in sorted(set().union(*needed))}
    chosen, at_least = least_hitting_set(costs, needed)
    told = _decision(
        finder.concept,
        groups,
        group_round=1 + _rounds(made, finder.concept),
        groups=len(groups),
        group_bits=round(sum(costs[key] for key in chosen), 3),
        group_bits_at_least=round(at_least, 3),
    )
    return with_words_gone(text, made, words.spans(chosen), told, reword)


class _Words:
    """The words of a text."""

    def __init__(self, text: str) -> None:
        self._text = text.replace(PLACEHOLDER, "\0" * len(PLACEHOLDER))
        self._starts, self._ends, self._keys = token_columns(self._text)
        self._n = Counter(self._keys)

    def units(self, unit: str) -> Iterator[list[str]]:
        """Keys of the words of each paragraph, or of the whole text where counts are not by paragraphs.

        A sentence is judged with its paragraph, and a window with its document: each holds it.
        """
        if unit in ("document", "window"):
            yield self._keys
            return
        ends = [found.start() for found in _PARAGRAPH_END.finditer(self._text)]
        edges = [0, *np.searchsorted(self._starts, ends).tolist(), len(self._keys)]
        for first, behind in pairwise(edges):
            yield self._keys[first:behind]

    def bits(self, key: str, concept: CompiledConcept) -> float:
        """Information that goes with all occurrences of a word (eq. 7)."""
        n_contexts, vocabulary = concept.vocabulary.n_contexts, concept.vocabulary
        return self._n[key] * information_content(max(1, vocabulary.count(key)), n_contexts)

    def spans(self, keys: Collection[str]) -> list[Span]:
        """Where words of these keys stand, in order."""
        columns = zip(self._starts, self._ends, self._keys, strict=True)
        return [(start, end) for start, end, key in columns if key in keys]


def _rounds(made: Sequence[Decision], concept: CompiledConcept) -> int:
    """Times that groups of a concept were broken already."""
    ours = (one.why for one in made if one.clause == concept.rule.clause)
    return len({why["group_round"] for why in ours if why.get("rule") == GROUP_RULE})


def _decision(concept: CompiledConcept, found: Sequence[Group], **counts: float) -> Decision:
    """What a decision about a word is like, but for its place and its replacement."""
    strongest = max(found, key=lambda group: (group.n_joint / group.n_terms, group.n_joint))
    why: dict[str, object] = {
        "rule": GROUP_RULE,
        "probability": None,
        "group_probability": round(strongest.n_joint / strongest.n_terms, 6),
        "allowed_probability": round(concept.allowed_probability, 6),
        "threshold_bits": round(concept.threshold_bits, 2),
        **counts,
        "unseen": False,
        "source": "",
    }
    rule = concept.rule
    return Decision(0, 0, "concepts", rule.protect, "redact", PLACEHOLDER, rule.clause, why)


def _bits(places: npt.NDArray[np.int64], n: int) -> Bits:
    """The numbers of `places`, all below n, as bits."""
    marked = np.zeros(-(-n // 64) * 64, np.bool_)
    marked[places] = True
    return np.packbits(marked).view(np.uint64)


def _size(bits: Bits) -> int:
    return int(np.bitwise_count(bits).sum(dtype=np.int64))
