"""Ports: what the engine asks of the outside world, as small protocols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.text import Document, SensitiveText, Span


@dataclass(frozen=True, slots=True)
class Label:
    """A name of a concept, with where it comes from (provenance, e.g. ``"oewn:2024 oewn-05831939-n"``)."""

    text: str
    language: str
    source: str


@runtime_checkable
class KnowledgeBase(Protocol):
    """A taxonomy: concepts with labels, broader concepts and narrower concepts.

    Concept ids are opaque strings. `ancestors` gives the hypernym closure,
    most specific first, each once, without the concept itself and without
    cycles; `descendants` the hyponym closure in any order, likewise.
    """

    name: str
    fingerprint: str

    def concepts(self, label: str) -> Sequence[str]:
        """Concepts that `label` names (case-folded), most frequent sense first."""
        ...

    def labels(self, concept: str, language: str = "en") -> Sequence[Label]:
        """Labels of `concept`, the preferred one first."""
        ...

    def ancestors(self, concept: str) -> Sequence[str]:
        """Generalizations of `concept`, most specific first."""
        ...

    def descendants(self, concept: str) -> Sequence[str]:
        """Specializations of `concept`."""
        ...

    def vocabulary(self) -> Iterable[str]:
        """All labels, case-folded (for phrase tables and term recognition)."""
        ...


@runtime_checkable
class Counts(Protocol):
    """How many contexts of a reference corpus mention a term, alone and with a concept."""

    name: str
    fingerprint: str

    def n_contexts(self) -> int:
        """Number of contexts counted."""
        ...

    def count(self, terms: Sequence[str]) -> int:
        """Contexts that mention ANY of `terms` (a union: synonyms, specializations)."""
        ...

    def count_joint(self, concept: Sequence[str], terms: Sequence[str]) -> int:
        """Contexts that mention any of `concept` and any of `terms`."""
        ...


class Recognizer(Protocol):
    """Finds spans of one or more categories in a document."""

    name: str
    categories: Sequence[str]

    def find(self, document: Document) -> Sequence[Span]:
        """Spans found, sorted by start; overlaps allowed."""
        ...


@runtime_checkable
class KnowsNames(Protocol):
    """A recogniser with lists of names, for words that stand alone."""

    def lists_of(self, word: str) -> Sequence[str]:
        """Names of the lists that hold `word` (in small letters): ``"first"``, ``"last"``, ``"city"``..."""
        ...


@dataclass(frozen=True, slots=True)
class Replacement:
    """Characters [start, end) of the document's text become `text`."""

    start: int
    end: int
    text: str


class OpenDocument(Protocol):
    """A document opened by its format: its text by parts, and a way to write it back changed."""

    @property
    def document(self) -> Document:
        """Text and parts; offsets of spans and replacements refer to it."""
        ...

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The file with `replacements` (sorted, disjoint) applied in place, all else as it was.

        With no replacements the text of every part is unchanged. What must go
        whatever the policy says (hidden metadata) is removed here too.
        """
        ...


class DocumentFormat(Protocol):
    """A file format: opens bytes, and reads back what was written by a parser that did not write it."""

    name: str
    suffixes: Sequence[str]

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open `content`. Raises `engine.errors.UnreadableError`, without text."""
        ...

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All text of all parts, hidden ones too, by an independent path."""
        ...
