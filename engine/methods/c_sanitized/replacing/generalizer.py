"""The safe generalizations of terms: by sense, at a level that people use, else by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import log2
from typing import NamedTuple

from engine.language.terms import term_key, term_keys
from engine.language.word_lists.function_words import is_content_word
from engine.language.wording import is_plural
from engine.methods.c_sanitized.company import LEAST_SIGNS, LEAST_STEM
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.replacing.kinds import RELATIONAL, UNNATURAL, aptly, kinds_above
from engine.methods.c_sanitized.replacing.taxonomy import Generalization, Sense, Taxonomy
from engine.methods.c_sanitized.scanner import Scanner

BY_KIND = "neutral phrase"
"""Source of a replacement that only says of what kind a term is."""

Present = Callable[[], AbstractSet[str]]
"""Keys of the words of a document, read when they are asked for."""

_SENSE_BITS = 6.0
"""Evidence, in bits, that a sense must have over the most frequent one to be preferred to it."""

_STRANGE_BITS = 2.0
"""Evidence that a sense needs where nothing shows a document to be about a protected concept."""

_SUPPORT_BITS = 1.0
"""Evidence, in bits, without which no sense of an ambiguous term is taken."""

_RELATED_BITS = (2.0, 6.0)
"""What a sense shares with a protected concept speaks for it from the first many bits on, at most so many."""

NATURAL_BITS = (11.5, 10.0)
"""A word that people use carries at most so many bits (one context in 2,900), in a phrase at most so many."""

_MOST_STRANGE = 1
"""Senses that share nothing with a protected concept: with more, a term needs such signs."""

_MOST_WORDS = 3
_NAMED_KINDS = frozenset(("location", "region", "place", "organization", "institution", "country", "city"))


class Choice(NamedTuple):
    """One sense of a term, ready to be chosen.

    Parameters
    ----------
    best : Generalization or None
        The most specific natural generalization in this sense that is safe for all concepts.
    kind : Generalization or None
        The neutral phrase for its kind.
    sense : Sense
    evidence : mapping
        Bits by which a word of the document speaks for the sense.
    prior_bits : float
        Bits from words that go with a protected concept, and from what the sense shares with it. They count
        in a document that other words show to be about one.
    """

    best: Generalization | None
    kind: Generalization | None
    sense: Sense
    evidence: Mapping[str, float]
    prior_bits: float


class Generalizer:
    """The safe generalizations of terms, each looked up once for all documents.

    Parameters
    ----------
    concepts : sequence of CompiledConcept
        A generalization must be safe for all of them (Algorithm 1, line 16).
    scanner : Scanner
        Judges the visible words of a generalization as it judges the text.
    taxonomy : Taxonomy
        Knowledge bases in priority order.

    Notes
    -----
    A sense is chosen by the words of the document that its labels and those of its
    nearest generalizations hold; in a document about a protected concept also by words among them that go
    with it, and by how specific a class it shares with it. The sense with the most is taken, one that is not
    the most frequent only with 6 bits more than that. Only the chosen sense of each knowledge base is
    followed, for a generalization of another one ("virus", "malevolent program") would be a wrong release.

    A generalization is natural when it is short, its words are common in the corpus, and
    people understand it first in this sense (`Generalization.names`): the basic level of
    Rosch et al. (1976), by frequency. Under "drug addiction" heroin is a drug, though "hard drug" and
    "controlled substance" are natural and stay below the threshold: they say more of what is protected.

    References
    ----------
    [CS] Algorithm 1, lines 13-18. Lesk (1986) for the overlap with the context, Resnik (1995)
    for the information of the most specific shared class.
    """

    def __init__(self, concepts: Sequence[CompiledConcept], scanner: Scanner, taxonomy: Taxonomy) -> None:
        self._disclosing = [concept.disclosing for concept in concepts]
        self._names = frozenset[str]().union(*(concept.names for concept in concepts))
        self._signs = lru_cache(maxsize=16)(self._names.union(*self._disclosing).intersection)
        self._scanner = scanner
        self._taxonomy = taxonomy
        self._anchors = _anchors(concepts, taxonomy)
        self._protected = frozenset(key for one in concepts for key in term_keys(one.rule.protect))
        self._choices = lru_cache(maxsize=50_000)(self._read_choices)
        self.readings = taxonomy.readings

    def generalize(self, label: str, present: Present) -> Generalization | None:
        """The most specific natural and safe generalization of `label`.

        Parameters
        ----------
        label : str
            A term as the document spells it.
        present : callable
            Keys of the words of the document.
        """
        for choices in self._choices(label, False):
            best = self._chosen(label, choices, present).best
            if best is not None and term_key(best.label) != term_key(label):
                return best
        return None

    def kind(self, label: str, present: Present) -> Generalization | None:
        """The neutral phrase for the kind of `label`, when a knowledge base knows it and it is safe."""
        kinds = (self._chosen(label, choices, present).kind for choices in self._choices(label, False))
        return next((kind for kind in kinds if kind is not None), None)

    def levels(self, label: str, present: Present) -> tuple[str, ...]:
        """All natural and safe generalizations of `label`, from the most specific to the kind.

        Words in front of a term that a knowledge base knows are left out: "late latent syphilis" has the
        levels of "syphilis".
        """
        return tuple(self._levels(label, present, as_name=False))

    def ladder(self, label: str, present: Present) -> tuple[str, ...]:
        """The same with all labels of the chosen sense, also those that are not safe or not natural.

        For people who choose: a level that discloses too much is shown to them as one.
        """
        rungs = (self._rungs(*each) for each in self._readings(label, present, as_name=False))
        return next(filter(None, rungs), ())

    def _rungs(self, choices: Sequence[Choice], chosen: Choice) -> tuple[str, ...]:
        if not any(chosen is one for one in choices):
            return tuple(self._levels_of(choices, chosen))
        labels = [(self._natural(g) or g).label for g in chosen.sense.generalizations]
        kind = [chosen.kind.label] if chosen.kind else []
        return tuple(dict.fromkeys((*labels, *kind)))

    def candidates(self, label: str, present: Present, as_name: bool = False) -> tuple[Generalization, ...]:
        """Among which a replacement of `label` may be drawn: its levels that say no more than `generalize`'s.

        Of a name only what is spelt like it, capitals too, is looked up, and one word alone only as a place
        or an organization.

        None of them is the term itself, and where a word of a protected concept is among them, none is more
        specific than that.
        """
        found = [each for each in self._levels(label, present, as_name).values() if not _says(each, label)]
        named = [place for place, each in enumerate(found) if self._names_protected(each)]
        return tuple(found[named[0] if named else 0 :])

    def _levels(self, label: str, present: Present, as_name: bool) -> dict[str, Generalization]:
        """Generalizations by their label, in the first knowledge base that knows the end of a term."""
        levels = (self._levels_of(*each) for each in self._readings(label, present, as_name))
        return next(filter(None, levels), {})

    def _readings(
        self, label: str, present: Present, as_name: bool
    ) -> Iterator[tuple[tuple[Choice, ...], Choice]]:
        """Senses of a term and of its ends, with the one that the document speaks for."""
        words = [label] if as_name else label.split()
        for first in range(len(words)):
            end = " ".join(words[first:])
            for choices in self._choices(end, as_name):
                yield choices, self._chosen(end, choices, present)

    def _levels_of(self, choices: Sequence[Choice], chosen: Choice) -> dict[str, Generalization]:
        is_sure = any(chosen is one for one in choices)
        natural = [self._natural(g) for g in chosen.sense.generalizations] if is_sure else [chosen.best]
        levels: dict[str, Generalization] = {}
        for found in filter(None, (*natural, chosen.kind)):
            levels.setdefault(found.label, found)
        return levels

    def phrase(self, words: str | None) -> Generalization | None:
        """A neutral phrase as a replacement, when it is safe."""
        return Generalization(words, BY_KIND) if words and self.is_safe(words) else None

    def is_body_part(self, word: str) -> bool:
        """Whether a word means a part of the body first."""
        senses = self._taxonomy.senses(word)
        return bool(senses) and "body part" in senses[0][0].above

    def is_person(self, word: str) -> bool:
        """Whether a word means a person first."""
        senses = self._taxonomy.senses(word)
        return bool(senses) and "person" in senses[0][0].above

    def is_kind_of(self, label: str, head: str) -> bool:
        """Whether `label` means a kind of what `head` names, as far as is known (folic acid is a vitamin)."""
        senses = [sense for each in self._taxonomy.senses(label) for sense in each]
        return not senses or any(term_key(head) in sense.above for sense in senses)

    def is_safe(self, label: str) -> bool:
        """Whether nothing of `label` would have to go."""
        return self._scanner.is_safe(label)

    def keys(self, text: str) -> frozenset[str]:
        """Keys of the words of a text."""
        return self._scanner.keys(text)

    def _chosen(self, label: str, choices: Sequence[Choice], present: Present) -> Choice:
        """The sense that the document speaks for; without one, only what holds in all senses may be said."""
        if len(choices) == 1 or len(set(map(_outcome, choices))) == 1:
            return choices[0]
        in_company = _is_plain(choices) or self._in_company(label, present())
        bits = [_bits(choice, present, in_company) for choice in choices]
        likeliest = choices[bits.index(max(bits))]
        ahead = 0.0 if _outcome(likeliest) == _outcome(choices[0]) else _SENSE_BITS
        needed = max(bits[0] + ahead, _SUPPORT_BITS if in_company else _STRANGE_BITS)
        return likeliest if max(bits) >= needed else _shared(choices)

    def _in_company(self, label: str, present: AbstractSet[str]) -> bool:
        """Whether words beside `label` show what a document is about: "depression" alone may be a hollow."""
        own = tuple(key[:LEAST_STEM] for key in term_keys(label))
        signs = {sign for sign in self._signs(present) if not sign.startswith(own)}
        return len(signs) >= LEAST_SIGNS or any(map(self._names_plainly, signs & self._names))

    def _names_plainly(self, name: str) -> bool:
        """Whether a name of a concept means something like it, and hardly anything else."""
        choices = [choice for each in self._choices(name, False) for choice in each]
        return _is_plain(choices) and any(self._related_bits(choice.sense) for choice in choices)

    def _read_choices(self, label: str, as_name: bool) -> tuple[tuple[Choice, ...], ...]:
        senses = self._taxonomy.senses(label)
        if as_name:
            senses = [[sense for sense in each if _is_named(sense, label)] for each in senses]
        return tuple(tuple(map(self._choice, each)) for each in senses if each)

    def _choice(self, sense: Sense) -> Choice:
        said = frozenset(aptly(sense.above))
        above = [found for found in sense.generalizations if found.key in said]
        natural = map(self._natural, self._least_telling_first(above))
        kinds = map(self.phrase, kinds_above(sense.above))
        bits = {key: self._scanner.specific_bits(key) for key in sense.signature}
        evidence = {key: value for key, value in bits.items() if value}
        goes_along = (key for key in evidence if any(key in terms for terms in self._disclosing))
        return Choice(
            next((g for g in natural if g is not None), None),
            next((g for g in kinds if g is not None), None),
            sense,
            evidence,
            sum(evidence[key] for key in goes_along) + self._related_bits(sense),
        )

    def _least_telling_first(self, found: Sequence[Generalization]) -> Iterator[Generalization]:
        """A word of a protected concept first: all below it says more ("hard drug", "drug addiction")."""
        yield from filter(self._names_protected, found)
        yield from found

    def _names_protected(self, found: Generalization) -> bool:
        return any(term_key(name) in self._protected for name in found.names)

    def _natural(self, found: Generalization) -> Generalization | None:
        """Its most common natural and safe label, one in the singular first."""
        by_bits = sorted((is_plural(name), self._bits(name), name) for name in found.names)
        for _, bits, name in by_bits:
            if bits <= NATURAL_BITS[" " in name] and self.is_safe(name):
                return Generalization(name, found.source, found.names)
        return None

    def _bits(self, label: str) -> float:
        """Information content of the rarest word of a label; infinite for one that is too long."""
        keys = term_keys(label)
        is_plain = 0 < len(keys) <= _MOST_WORDS and label.replace(" ", "").isalpha() and label.islower()
        if (
            not is_plain
            or " ".join(keys) in UNNATURAL
            or keys[-1] in RELATIONAL
            or not is_content_word(keys[-1])
        ):
            return float("inf")
        return max(map(self._scanner.information_bits, keys))

    def _related_bits(self, sense: Sense) -> float:
        least, most = _RELATED_BITS
        bits = max((self._anchors.get(concept, 0.0) for concept, _ in sense.shared), default=0.0)
        return min(most, max(0.0, bits - least))


def _anchors(concepts: Sequence[CompiledConcept], taxonomy: Taxonomy) -> dict[str, float]:
    """Everything more general than a protected concept, with its information by the taxonomy, in bits."""
    bits: dict[str, float] = {}
    for concept in concepts:
        for senses in taxonomy.senses(concept.rule.protect):
            shared = senses[0].shared
            most = max((below for _, below in shared), default=0)
            bits.update({each: log2((most + 1) / (below + 1)) for each, below in shared})
    return bits


def _says(found: Generalization, label: str) -> bool:
    return term_key(found.label) == term_key(label)


def _is_named(sense: Sense, label: str) -> bool:
    """Whether a sense is what a name means: spelt like it, and for one word alone a place or organization."""
    if label not in sense.spelt or not label[:1].isupper():
        return False
    return " " in label or not _NAMED_KINDS.isdisjoint(sense.above)


def _outcome(choice: Choice) -> tuple[Generalization | None, Generalization | None]:
    return choice.best, choice.kind


def _is_plain(choices: Sequence[Choice]) -> bool:
    """Whether a term hardly means anything that has nothing to do with a protected concept."""
    return sum(not choice.prior_bits for choice in choices) <= _MOST_STRANGE


def _shared(choices: Sequence[Choice]) -> Choice:
    """The first sense, with its generalization and kind only where all senses have the same."""
    first = choices[0]
    best = first.best if len({choice.best for choice in choices}) == 1 else None
    kind = first.kind if len({choice.kind for choice in choices}) == 1 else None
    return first._replace(best=best, kind=kind)


def _bits(choice: Choice, present: Present, in_company: bool) -> float:
    prior = choice.prior_bits if in_company else 0.0
    return prior + sum(bits for key, bits in choice.evidence.items() if key in present())
