"""Parts of speech of the words of a text, as far as finders of attributes need them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.language.noun_phrases import Readings, Tag, part_of_speech
from engine.language.word_lists.verbs import BASE_FORMS
from engine.methods.attributes.cues import Token

_BEFORE_VERBS = frozenset(
    ["i", "he", "she", "we", "they", "you", "it", "to", "not", "will", "would", "can", "could", "who"]
)
"""After these a word is a verb, whatever else it may be: "he mails me", "they drove"."""
_SUBJECTS = frozenset(["i", "he", "she", "we", "they", "you", "it", "who"])
"""After these a word is no adjective if it can be a verb: "I tried valerian tea"."""


def tags_of(tokens: Sequence[Token], readings: Readings) -> Iterator[Tag]:
    """The part of speech of each word; an inflected irregular verb is one everywhere."""
    before: str = ""
    tag: Tag = "f"
    for token in tokens:
        word = token.word.lower()
        found = readings(word)
        tag = part_of_speech(token.word, found, before, tag)
        if tag == "a" and before in _SUBJECTS and "v" in found:
            tag = "v"
        if tag == "n" and (BASE_FORMS.get(word, word) != word or (before in _BEFORE_VERBS and "v" in found)):
            tag = "v"
        before = word
        yield tag
