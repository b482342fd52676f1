"""A document to redact, and what is read of it: mentions of features, and words of the model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from engine.language.terms import Token
from engine.methods.k_redactor.class_names import ClassName, Span
from engine.methods.k_redactor.seen import Seen, SeenWords
from engine.methods.k_redactor.words import features, mentions
from engine.text import Document, SensitiveText


@dataclass(frozen=True, slots=True)
class Request:
    """A document to redact.

    Parameters
    ----------
    document : Document
    sensitive : str
        The class to hide.
    utility : str, optional
        The class to keep recognisable.
    in_corpus : bool
        The corpus contains this document: its counts are taken back first.
    original : SensitiveText, optional
        The document as it stands in the corpus, when its text was changed since.
    fixed : collection of str
        Features that a reader sees whatever is decided: the file holds them outside the text.
    names : bool
        The words of the class's name, and its abbreviations, go whatever the model says.
    labelled : collection of str
        Features of the labelled document that this one is a version of, in place of those of `original`.
    seen : sequence of Seen
        What earlier releases of the document show.
    leaving : set of str
        Features that go by lot (`EvenWords`), but where they are fixed.
    """

    document: Document
    sensitive: str
    utility: str | None = None
    in_corpus: bool = False
    original: SensitiveText | None = None
    fixed: Collection[str] = ()
    names: bool = False
    labelled: Collection[str] = ()
    seen: Sequence[Seen] = ()
    leaving: Set[str] = frozenset()

    def known(self) -> Collection[str]:
        """Features of the document as it stands in the corpus, if it does."""
        return self.labelled or features((self.original or self.document.text).reveal())


@dataclass(frozen=True, slots=True)
class Reading:
    """A document read once: the mentions of its features, and the numbers of its known words.

    Parameters
    ----------
    request : Request
    hits : sequence of (Token, str)
        Mentions with their features, outside `spans`.
    spans : sequence of (int, int)
        Mentions of the class's name that are not words of their own; they go.
    words, fixed : sequence of int
        Vocabulary numbers of those that may be suppressed or kept, and of those that stay.
    whole : sequence of int
        Those of the document as it stands in the corpus.
    named : set of str
        Features that name the class or were drawn to leave; they go.
    seen : sequence of SeenWords
        What earlier releases show.
    """

    request: Request
    hits: Sequence[tuple[Token, str]]
    spans: Sequence[Span]
    words: Sequence[int]
    fixed: Sequence[int]
    whole: Sequence[int]
    named: Set[str]
    seen: Sequence[SeenWords] = ()


def read(request: Request, vocabulary: Mapping[str, int]) -> Reading:
    """Read a document by the words of a model (feature -> number)."""
    text = request.document.text.reveal()
    spans: Sequence[Span] = ()
    named: Set[str] = frozenset()
    if request.names:
        name = name_in(request)
        spans, named = name.spans(text), name.features_in(text)
    hits = outside(mentions(text), spans)
    found = {feature for _, feature in hits}
    fixed = set(request.fixed)
    named |= request.leaving - fixed
    return Reading(
        request,
        hits,
        spans,
        numbers(found - fixed - named, vocabulary),
        numbers(fixed, vocabulary),
        numbers(request.known(), vocabulary),
        named,
        [SeenWords(numbers(one.features, vocabulary), one.k) for one in request.seen],
    )


def name_in(request: Request) -> ClassName:
    """The name of the class, with the abbreviations that the document gives it."""
    original = request.original or request.document.text
    return ClassName(request.sensitive).with_aliases_of(original.reveal())


def outside(hits: Iterable[tuple[Token, str]], spans: Sequence[Span]) -> list[tuple[Token, str]]:
    """The mentions that touch no span."""
    return [hit for hit in hits if not any(start < hit[0].end and hit[0].start < end for start, end in spans)]


def numbers(found: Iterable[str], vocabulary: Mapping[str, int]) -> list[int]:
    """Vocabulary numbers of features, ascending; unknown ones have none."""
    return sorted({vocabulary[feature] for feature in found if feature in vocabulary})
