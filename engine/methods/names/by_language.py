"""Recognisers of several languages as one: each looks at the passages in its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from engine.catalog.names import LEARNED
from engine.language.passages import LanguageIdentifier, Passage, all_passages
from engine.methods.names.languages.reading import read_again
from engine.methods.names.languages.small_chats import small_names
from engine.methods.names.languages.vocabulary import Vocabulary
from engine.ports import KnowsNames, Recognizer
from engine.text import Document, SensitiveText, Span

_SHOWN = re.compile(r"[^\n]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_SURE_OF_FULL_NAMES = 0.9
_ATTRIBUTE = "demographic"
_SURE_OF_FORMS = 0.5
"""Least probability of a demographic attribute: of professions the models know forms alone."""


class ByLanguage:
    """The English recogniser, and others for passages in their languages.

    Parameters
    ----------
    english : Recognizer or None
        None where the policy does not use it.
    others : mapping of str to Recognizer
        By language (ISO 639-1).
    identifier : LanguageIdentifier
    ordinary_words : callable
        Gives the ordinary words of a language, when a text in it comes.

    Notes
    -----
    What the English recogniser finds in a passage of another language is left out: capital nouns of German
    would all be names. What it finds elsewhere is still removed wherever it stands again.
    """

    def __init__(
        self,
        english: Recognizer | None,
        others: Mapping[str, Recognizer],
        identifier: LanguageIdentifier,
        ordinary_words: Callable[[str], Collection[str]] = lambda language: frozenset(),
    ) -> None:
        everyone = [each for each in (english, *others.values()) if each is not None]
        self.name = everyone[0].name
        self.categories: Sequence[str] = tuple(dict.fromkeys(c for each in everyone for c in each.categories))
        self._english = english
        self._others = others
        self._identifier = identifier
        self._ordinary_words = ordinary_words

    def lists_of(self, word: str) -> Sequence[str]:
        """Names of the English model's lists that hold `word`, given in small letters."""
        return self._english.lists_of(word) if isinstance(self._english, KnowsNames) else ()

    def find(self, document: Document) -> Sequence[Span]:
        """Spans found, sorted by start."""
        text = document.text.reveal()
        spoken = all_passages(text, self._identifier, tuple(self._others))
        passages = [passage for passage in spoken if passage.language in self._others]
        named = self._english.find(document) if self._english else []
        found = [
            span
            for span in named
            if not (inside := [p for p in passages if p.start <= span.start < p.end])
            or self._is_full_name(span, text, inside[0].language)
        ]
        for language in dict.fromkeys(passage.language for passage in passages):
            found += self._found(_only(document, [p for p in passages if p.language == language]), language)
        return sorted(found, key=lambda span: (span.start, span.end))

    def _is_full_name(self, span: Span, text: str, language: str) -> bool:
        """Whether the English model is sure of a name, of which no word is ordinary in a language."""
        if span.category != "person" or span.score < _SURE_OF_FULL_NAMES:
            return False
        vocabulary = Vocabulary(language, self._ordinary_words(language))
        words = _WORD.findall(text[span.start : span.end])
        return len(words) > 1 and not any(
            word.islower() or vocabulary.is_ordinary(word) or vocabulary.is_compound(word) for word in words
        )

    def _found(self, own: Document, language: str) -> list[Span]:
        """Findings in a document that holds passages of one language alone."""
        text = own.text.reveal()
        vocabulary = Vocabulary(language, self._ordinary_words(language))
        names = read_again(text, _with_capitals(text, self._others[language].find(own)), vocabulary)
        names = [span for span in names if span.category != _ATTRIBUTE or span.score >= _SURE_OF_FORMS]
        small = small_names(text, vocabulary, self.lists_of)
        return [*names, *(span for span in small if span.category in self.categories)]


def _with_capitals(text: str, found: Sequence[Span]) -> list[Span]:
    """`found` without names that have neither a capital nor a digit, unless the text has no capital.

    The corpora of these languages mark phrases ("la condamne à payer") that name nobody.
    """
    if text == text.lower():
        return list(found)
    shown = ((span, text[span.start : span.end]) for span in found)
    return [s for s, words in shown if s.category not in LEARNED or any(map(_is_capital_or_digit, words))]


def _is_capital_or_digit(sign: str) -> bool:
    return sign.isupper() or sign.isdecimal()


def _only(document: Document, passages: Sequence[Passage]) -> Document:
    """The document with everything but `passages` blanked, offsets and lines kept."""
    text = document.text.reveal()
    pieces, end = [], 0
    for passage in passages:
        pieces += [_SHOWN.sub(" ", text[end : passage.start]), text[passage.start : passage.end]]
        end = passage.end
    pieces.append(_SHOWN.sub(" ", text[end:]))
    return Document(document.id, SensitiveText("".join(pieces)), document.parts)
