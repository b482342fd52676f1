"""The phrase around a finding: words that tell as much as it does go with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.counts.disclosure import Vocabulary
from engine.language.noun_phrases import Readings, Tag
from engine.language.terms import term_keys
from engine.language.word_lists.stop_words import STOP_WORDS
from engine.methods.attributes.cues import Token
from engine.methods.attributes.findings import Finding
from engine.methods.attributes.tags import tags_of

_COMMON = 0.005
"""A word of more than one context in two hundred tells little by itself."""
_BEFORE: frozenset[Tag] = frozenset({"n", "a", "d"})
_JOINS = (" ", "-", "\n")


class _Place(NamedTuple):
    """The words of a text with what each is, and whether few texts have it."""

    token: Token
    tag: Tag
    tells: bool
    is_only_noun: bool


class Phrases:
    """Widens findings by the rare words of their noun phrases.

    Parameters
    ----------
    vocabulary : Vocabulary
        Counts of a corpus: says which words are rare.
    readings : callable
        Possible parts of speech of a word.
    """

    def __init__(self, vocabulary: Vocabulary, readings: Readings) -> None:
        self._vocabulary = vocabulary
        self._readings = readings

    def widen(self, text: str, tokens: Sequence[Token], findings: Sequence[Finding]) -> list[Finding]:
        """Disjoint findings in order, each with the rare words right beside it in its noun phrase.

        A word before it goes if it is a noun, an adjective or a number; one behind it if it
        can be nothing but a noun.
        ``of`` joins two nouns ("forty boxes of discovery").
        """
        places = self._places(tokens)
        at = {place.token.start: number for number, place in enumerate(places)}
        bounds = [0, *(finding.end for finding in findings)]
        starts = [*(finding.start for finding in findings[1:]), len(text)]
        return [
            _widened(text, places, at, finding, before, behind)
            for finding, before, behind in zip(findings, bounds, starts, strict=False)
        ]

    def _places(self, tokens: Sequence[Token]) -> list[_Place]:
        words = [token.word.lower() for token in tokens]
        nouns = [self._readings(word) == "n" for word in words]
        tags = tags_of(tokens, self._readings)
        return [_Place(*place) for place in zip(tokens, tags, map(self._tells, words), nouns, strict=True)]

    def _tells(self, word: str) -> bool:
        keys = [key for key in term_keys(word) if key not in STOP_WORDS]
        return bool(keys) and min(map(self._vocabulary.count, keys)) < _COMMON * self._vocabulary.n_contexts


def _widened(
    text: str, places: Sequence[_Place], at: dict[int, int], finding: Finding, least: int, most: int
) -> Finding:
    first = at.get(finding.start)
    if first is None or finding.form == "plain":
        return finding
    last = first
    while last + 1 < len(places) and places[last + 1].token.start < finding.end:
        last += 1
    start, end = finding.start, finding.end
    for place in _beside(text, places[: first + 1][::-1], _BEFORE):
        if place.token.start < least:
            break
        start = place.token.start
    for place in _beside(text, places[last:], frozenset({"n"})):
        if place.token.end > most or not place.is_only_noun:
            break
        end = place.token.end
    return finding._replace(start=start, end=end)


def _beside(text: str, places: Sequence[_Place], tags: frozenset[Tag]) -> Iterator[_Place]:
    """Telling words of a phrase, from its inside outwards; the first of `places` is inside."""
    inner, of = places[0], False
    for place in places[1:]:
        left, right = sorted((inner.token, place.token))
        if text[left.start + len(left.whole) : right.start] not in _JOINS:
            return
        inner = place
        if place.token.word == "of" and not of:
            of = True
            continue
        if place.tag not in (("n",) if of else tags) or not place.tells:
            return
        of = False
        yield place
