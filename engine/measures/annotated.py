"""Documents with the spans that people marked in them: what learners learn from and are measured on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.catalog.names import CATEGORIES as _FOUND_BY_PATTERNS
from engine.text import Document

Role = Literal["direct", "quasi", "public"]
"""What an annotator decided: identifies directly, in combination, or need not be masked."""

CATEGORIES = (
    "person",
    "organisation",
    "location",
    "date",
    "age",
    "code",
    "demographic",
    "quantity",
    "other",
)
"""What the learned recogniser tells apart; ``quantity`` and ``other`` are identifying in combination only."""

_PATTERN_AS = {
    "birth-date": "date",
    "age-over-89": "age",
    "minor": "person",
    "zip": "location",
    "street-address": "location",
    "coordinates": "location",
    "listed-term": "other",
}


def annotated_as(category: str) -> str:
    """The annotators' category of what a policy's category removes; numbers, codes and addresses are codes.

    Examples
    --------
    >>> annotated_as("person"), annotated_as("birth-date"), annotated_as("ssn"), annotated_as("HIV")
    ('person', 'date', 'code', 'other')
    """
    if category in CATEGORIES:
        return category
    return _PATTERN_AS.get(category, "code" if category in _FOUND_BY_PATTERNS else "other")


@dataclass(frozen=True, slots=True, order=True)
class Annotation:
    """A mention that an annotator marked.

    Parameters
    ----------
    start, end : int
        Offsets into the document's text in code points, end exclusive.
    category : str
        One of `CATEGORIES`.
    role : {"direct", "quasi", "public"}
        Whether it must be masked; corpora that do not say have ``"quasi"`` throughout.
    entity : str
        Mentions with the same id name the same thing; empty when the corpus does not say.
    """

    start: int
    end: int
    category: str
    role: Role = "quasi"
    entity: str = ""


@dataclass(frozen=True, slots=True)
class AnnotatedDocument:
    """A document with its annotations.

    Parameters
    ----------
    document : Document
    annotations : sequence of Annotation
        Sorted by start.
    annotated : frozenset of str
        Categories that the annotators looked for; the absence of others says nothing.
    corpus : str
        Name of the corpus, for figures by corpus.
    group : str
        Documents that share a template or a thread share a group; a split never divides one.
    """

    document: Document
    annotations: Sequence[Annotation]
    annotated: frozenset[str]
    corpus: str = ""
    group: str = ""
