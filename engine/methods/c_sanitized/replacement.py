"""What stands in the place of a run of risky words: the most specific generalization that is safe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from engine.language.terms import term_key
from engine.language.wording import in_form_of
from engine.methods.c_sanitized.concept import CompiledConcept
from engine.methods.c_sanitized.scanner import Run, Scanner, Word
from engine.methods.c_sanitized.taxonomy import Generalization, Sense, Taxonomy
from engine.text import PLACEHOLDER

_SENSE_BITS = 4.0
"""Evidence, in bits, that a sense must have over a more frequent one to be preferred to it."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """The new text of a run.

    Parameters
    ----------
    text : str
        What stands there afterwards.
    generalized : bool
        Whether anything but the placeholder and what was there already is in it.
    source : str
        Provenance of the generalization; ``"head of the phrase"`` when its own head word is enough.
    """

    text: str
    generalized: bool
    source: str = ""


class Choice(NamedTuple):
    """One sense of a term, ready to be chosen.

    Parameters
    ----------
    best : Generalization or None
        The most specific generalization in this sense that is safe for all concepts.
    evidence : mapping
        Bits by which a word of the document speaks for the sense.
    prior_bits : float
        Bits from words that go with a protected concept, as the risky term does.
    """

    best: Generalization | None
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
    nearest generalizations hold, and by words among them that go with a protected
    concept. The most frequent sense is taken unless another has 4 bits more; only the
    chosen sense of each knowledge base is followed, for a generalization of another one
    ("virus", "malevolent program") would be a wrong release.

    References
    ----------
    [CS] Algorithm 1, lines 13-18. Lesk (1986) for the overlap with the context.
    """

    def __init__(self, concepts: Sequence[CompiledConcept], scanner: Scanner, taxonomy: Taxonomy) -> None:
        self._disclosing = [concept.disclosing for concept in concepts]
        self._scanner = scanner
        self._taxonomy = taxonomy
        self._choices = lru_cache(maxsize=50_000)(self._read_choices)

    def generalize(self, label: str, present: AbstractSet[str]) -> Generalization | None:
        """The most specific safe generalization of `label` in a document that holds the words `present`."""
        for choices in self._choices(label):
            best = _best(choices, present)
            if best is not None:
                return best
        return None

    def is_safe(self, label: str) -> bool:
        """Whether nothing of `label` would have to go."""
        return self._scanner.is_safe(label)

    def keys(self, text: str) -> frozenset[str]:
        """Keys of the words of a text."""
        return self._scanner.keys(text)

    def _read_choices(self, label: str) -> tuple[tuple[Choice, ...], ...]:
        return tuple(tuple(map(self._choice, senses)) for senses in self._taxonomy.senses(label))

    def _choice(self, sense: Sense) -> Choice:
        best = next((g for g in sense.generalizations if self._scanner.is_safe(g.label)), None)
        bits = {key: self._scanner.specific_bits(key) for key in sense.signature}
        evidence = {key: value for key, value in bits.items() if value}
        goes_along = (key for key in evidence if any(key in terms for terms in self._disclosing))
        return Choice(best, evidence, sum(evidence[key] for key in goes_along))


def _best(choices: Sequence[Choice], present: AbstractSet[str]) -> Generalization | None:
    if len({choice.best for choice in choices}) == 1:
        return choices[0].best
    best, best_bits = choices[0], _bits(choices[0], present)
    for choice in choices[1:]:
        bits = _bits(choice, present)
        if bits >= best_bits + _SENSE_BITS:
            best, best_bits = choice, bits
    return best.best


def _bits(choice: Choice, present: AbstractSet[str]) -> float:
    return choice.prior_bits + sum(bits for key, bits in choice.evidence.items() if key in present)


def _without_echo(label: str, following: Sequence[Sequence[Word]]) -> str:
    """`label`, without its last word where the text goes on with it ("viral infection", "infection")."""
    before, _, last = label.rpartition(" ")
    return before if before and following and term_key(last) == following[0][0].key else label


class Replacer:
    """Chooses replacements in one document.

    Parameters
    ----------
    text : str
        The document's text.
    concepts : sequence of CompiledConcept
        The protected concepts: whether they want generalization at all.
    generalizer : Generalizer
        Safe generalizations.
    """

    def __init__(self, text: str, concepts: Sequence[CompiledConcept], generalizer: Generalizer) -> None:
        self._text = text
        self._generalizer = generalizer
        self._present = generalizer.keys(text)
        self._only_redact = any(concept.rule.replace_with == "redact" for concept in concepts)
        self._redact_unproven = any(concept.rule.unseen == "redact" for concept in concepts)
        self._chosen: dict[tuple[str, ...], Generalization | None] = {}
        self._replaced: dict[tuple[str, str], Replaced] = {}

    def replace(self, run: Run) -> Replaced:
        """New text of a run: its risky words generalized or removed, its safe modifiers kept."""
        if self._only_redact:
            return Replaced(PLACEHOLDER, generalized=False)
        spelt = (self._text[run[0].start : run[-1].end], "".join([word.code for word in run]))
        if spelt not in self._replaced:
            self._replaced[spelt] = self._compose(run)
        return self._replaced[spelt]

    def _compose(self, run: Run) -> Replaced:
        groups = [list(words) for _, words in groupby(run, key=lambda word: word.code == "x")]
        text, end, sources = "", run[0].start, list[str]()
        for number, words in enumerate(groups, start=1):
            text += self._text[end : words[0].start]
            end = words[-1].end
            if words[0].code == "x":
                text += self._text[words[0].start : end]
            elif (found := self._generalize(words)) is not None:
                text += _without_echo(in_form_of(found.label, self._surface(words[-1])), groups[number:])
                sources.append(found.source)
            else:
                text += PLACEHOLDER
        if len(groups) == 1 and not sources:
            return Replaced(PLACEHOLDER, generalized=False)
        return Replaced(text, generalized=True, source="; ".join(dict.fromkeys(sources)))

    def _generalize(self, words: Sequence[Word]) -> Generalization | None:
        if self._redact_unproven and any(word.code in "uq" for word in words):
            return None
        keys = tuple(word.key for word in words)
        if keys not in self._chosen:
            self._chosen[keys] = self._most_specific(words)
        return self._chosen[keys]

    def _most_specific(self, words: Sequence[Word]) -> Generalization | None:
        """Algorithm 1, lines 13-18, on the longest part of the run that ends it and has a generalization.

        The head of an English noun phrase stands last, and is itself its first generalization.
        """
        for part in self._parts(words):
            if len(part) == 1 < len(words) and part[0].code == "p" and self._generalizer.is_safe(part[0].key):
                return Generalization(part[0].key, "head of the phrase")
            label = self._text[part[0].start : part[-1].end]
            found = self._generalizer.generalize(label, self._present)
            if found is not None:
                return found
        return None

    def _parts(self, words: Sequence[Word]) -> Iterator[Sequence[Word]]:
        """Ends of the run, the longest first; of "Treponema pallidum" the whole and the genus."""
        latin = len(words) == 2 and self._surface(words[0])[0].isupper()
        if latin and self._surface(words[1])[0].islower() and words[1].code == "u":
            yield from (words, words[:1])
            return
        for first in range(len(words)):
            yield words[first:]

    def _surface(self, word: Word) -> str:
        return self._text[word.start : word.end]
