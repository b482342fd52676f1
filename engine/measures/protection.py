"""How well masked spans protect what people marked: entity recall and token precision as TAB defines them."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.measures.annotated import AnnotatedDocument, Annotation

# fmt: off
_IGNORED_WORDS = (
    "mr", "mrs", "ms", "and", "or", "from", "until", "to", "about", "after", "as", "at", "before", "between",
    "by", "during", "for", "in", "into", "of", "on", "over", "since", "with", "the", "a", "an", "no", "nr",
    "’s", "'s",
)
# fmt: on
_IGNORED = re.compile(
    "|".join(
        [rf"\b{re.escape(w)}\b" for w in _IGNORED_WORDS] + [re.escape(c) for c in ",.-;:/&()[]–'\" ’“”"]
    ),
    re.IGNORECASE,
)
"""What need not be covered for a mention to count as masked."""

_SPACE = re.compile(r"\s+")
"""Nor a line break inside a mention (an address of several lines), which TAB's own mentions never have."""

_WORD = re.compile(r"\w+")

Mask = npt.NDArray[np.bool_]
Spans = Iterable[tuple[int, int]]


@dataclass
class Protection:
    """Counts of what was protected and what it took; sums over documents with `add`.

    Parameters
    ----------
    protected, entities : Counter
        Entities with all their mentions masked, and all that must be, by ``("direct",)``, ``("quasi",)``
        and by (role, category).
    masked_tokens, needed_tokens : int
        Words masked, and those of them inside annotations that must be masked.
    """

    protected: Counter[tuple[str, ...]] = field(default_factory=Counter)
    entities: Counter[tuple[str, ...]] = field(default_factory=Counter)
    masked_tokens: int = 0
    needed_tokens: int = 0

    def add(self, other: Protection) -> None:
        """Add the counts of another document."""
        self.protected.update(other.protected)
        self.entities.update(other.entities)
        self.masked_tokens += other.masked_tokens
        self.needed_tokens += other.needed_tokens

    def recall(self, *key: str) -> float:
        """Share of entities protected; 1.0 when there are none."""
        return self.protected[key] / self.entities[key] if self.entities[key] else 1.0

    @property
    def precision(self) -> float:
        """Share of the masked words that needed it; 1.0 when nothing is masked."""
        return self.needed_tokens / self.masked_tokens if self.masked_tokens else 1.0


def protection(annotated: AnnotatedDocument, masked: Spans) -> Protection:
    """Compare masked spans of a document with its annotations.

    Parameters
    ----------
    annotated : AnnotatedDocument
    masked : iterable of (start, end)
        Offsets in code points.

    Returns
    -------
    Protection

    Notes
    -----
    An entity is protected when every mention of it that must be masked is
    covered wholly, apart from punctuation, titles and function words.
    Precision counts words (runs of word characters) inside masked spans.

    References
    ----------
    Pilán et al., The Text Anonymization Benchmark, Computational Linguistics 48(4), 2022, section 5.
    """
    text = annotated.document.text.reveal()
    spans = list(masked)
    covered = _mask(len(text), spans)
    must = [a for a in annotated.annotations if a.role != "public"]
    needed = _mask(len(text), ((a.start, a.end) for a in must))
    result = Protection()
    for mentions in _by_entity(must):
        role = mentions[0].role
        safe = all(_is_masked(text, covered, m) for m in mentions)
        for key in ((role,), (role, mentions[0].category)):
            result.entities[key] += 1
            result.protected[key] += safe
    for start, end in spans:
        for word in _WORD.finditer(text, start, end):
            result.masked_tokens += 1
            result.needed_tokens += bool(needed[word.start() : word.end()].all())
    return result


def _by_entity(annotations: Sequence[Annotation]) -> Iterable[list[Annotation]]:
    """Mentions grouped by entity; without entity ids each mention stands alone."""
    grouped: dict[str, list[Annotation]] = defaultdict(list)
    for i, annotation in enumerate(annotations):
        grouped[annotation.entity or f"mention {i}"].append(annotation)
    return grouped.values()


def _mask(n: int, spans: Spans) -> Mask:
    mask = np.zeros(n, bool)
    for start, end in spans:
        mask[start:end] = True
    return mask


def _is_masked(text: str, covered: Mask, mention: Annotation) -> bool:
    here = covered[mention.start : mention.end]
    if here.all():
        return True
    left = here.copy()
    words = text[mention.start : mention.end]
    for idle in itertools.chain(_IGNORED.finditer(words), _SPACE.finditer(words)):
        left[idle.start() : idle.end()] = True
    return bool(left.all())


@dataclass
class TokenCounts:
    """Words found and words marked, by category: ``hits`` in both, ``found``, ``marked``."""

    hits: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    marked: Counter[str] = field(default_factory=Counter)

    def add(self, other: TokenCounts) -> None:
        """Add the counts of another document."""
        for mine, theirs in ((self.hits, other.hits), (self.found, other.found), (self.marked, other.marked)):
            mine.update(theirs)

    def scores(self, category: str, beta: float = 1.0) -> dict[str, float]:
        """Precision, recall and F of a category (``""``: any category against none)."""
        hits, found, marked = self.hits[category], self.found[category], self.marked[category]
        precision = hits / found if found else 1.0
        recall = hits / marked if marked else 1.0
        weight = beta * beta
        total = weight * precision + recall
        return {
            "precision": precision,
            "recall": recall,
            f"f{beta:g}": (1 + weight) * precision * recall / total if total else 0.0,
            "words": float(marked),
        }


def count_tokens(annotated: AnnotatedDocument, found: Iterable[tuple[int, int, str]]) -> TokenCounts:
    """Words found against words marked.

    Parameters
    ----------
    annotated : AnnotatedDocument
    found : iterable of (start, end, category)

    Returns
    -------
    TokenCounts
        Under each category and, under ``""``, for any category at all.
    """
    text = annotated.document.text.reveal()
    truth = _labels(text, ((a.start, a.end, a.category) for a in annotated.annotations))
    guess = _labels(text, ((s, e, c) for s, e, c in found if c in annotated.annotated))
    counts = TokenCounts()
    for word in _WORD.finditer(text):
        marked, guessed = truth.get(word.start()), guess.get(word.start())
        if marked:
            counts.marked.update(("", marked))
        if guessed:
            counts.found.update(("", guessed))
        if marked and guessed:
            counts.hits.update(("", marked) if marked == guessed else ("",))
    return counts


def _labels(text: str, spans: Iterable[tuple[int, int, str]]) -> dict[int, str]:
    """Category of every word that lies in a span, by the word's start."""
    return {word.start(): c for s, e, c in spans for word in _WORD.finditer(text, s, e)}
