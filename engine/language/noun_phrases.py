"""Noun phrases: the words of a clause with their parts of speech, and where a phrase and its head lie.

A small tagger of rules. The possible parts of speech of a word come from a knowledge base, the most
frequent first; its place among its neighbours decides between them. Only the few words around a term
are ever read, so a learned tagger would cost more than all the rest of sanitizing.

References
----------
Quirk et al. (1985), A Comprehensive Grammar of the English Language, chapters 5 and 17: the order of
determiner, modifiers and head. Brill (1992), A simple rule-based part of speech tagger.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from engine.language.word_lists.function_words import is_content_word
from engine.language.wording import is_plural

Tag = Literal["n", "a", "v", "r", "d", "t", "f"]
"""Noun, adjective, verb, adverb, number, determiner, other function word."""

Readings = Callable[[str], str]
"""Possible parts of speech of a word as letters of ``n a v r``, the most frequent first; empty: unknown."""

_DETERMINERS_WORDS = """
a an the this that these those my your his her its our their whose some any no each every either
neither another both all such what which one two three four five six seven eight nine ten eleven
twelve several many few more most much less least first second third last next other same own
"""
DETERMINERS = frozenset(_DETERMINERS_WORDS.split())
_BE_WORDS = """
is are was were be been being am isn't wasn't aren't weren't feels felt feel seems seemed becomes
became become remains remained looks looked stays stayed gets got
"""
BE = frozenset(_BE_WORDS.split())
_BEFORE_VERBS = frozenset(
    (
        *("to", "i", "you", "he", "she", "it", "we", "they", "who", "which", "that", "and", "or", "but"),
        *("will", "would", "shall", "should", "can", "could", "may", "might", "must", "has", "have", "had"),
        *("not", "do", "does", "did", "don't", "doesn't", "didn't"),
    )
)
_ADJECTIVE_ENDINGS = (
    *("ous", "al", "ic", "ive", "able", "ible", "ary", "ful", "less", "ish", "oid"),
    *("ed", "genic", "form", "lytic", "positive", "negative", "free", "related", "based"),
)
_VERB_ENDINGS = ("ize", "ise", "ized", "ised", "izing", "ising", "ify", "ified")


def part_of_speech(word: str, readings: str, before: str = "", tag_before: Tag = "f") -> Tag:
    """Part of speech of a word in its place.

    Parameters
    ----------
    word : str
        As the text spells it.
    readings : str
        Its possible parts of speech, the most frequent first.
    before : str
        The word before it, in small letters; empty at the beginning of a clause.
    tag_before : Tag
        Part of speech of the word before it.

    Examples
    --------
    >>> part_of_speech("test", "vn", "the", "t"), part_of_speech("test", "vn", "to")
    ('n', 'v')
    """
    lower = word.casefold()
    if lower in DETERMINERS:
        return "t"
    if lower[:1].isdigit():
        return "d"
    options = readings or _guessed(lower)
    if not is_content_word(word) and (not readings or options[0] not in "na"):
        return "v" if options[0] == "v" else "f"
    if len(set(options)) == 1:
        return options[0]  # type: ignore[return-value]  # a letter of the readings
    return _by_place(lower, options, before, tag_before)


def _guessed(lower: str) -> str:
    if lower.endswith(_VERB_ENDINGS):
        return "v"
    if lower.endswith("ly"):
        return "r"
    return "a" if lower.endswith(_ADJECTIVE_ENDINGS) else "n"


def _by_place(lower: str, options: str, before: str, tag_before: Tag) -> Tag:
    if before in _BEFORE_VERBS and "v" in options and tag_before != "t":
        likely = options.replace("n", "") if before in ("to", "will", "would", "can", "could") else options
        return likely[0]  # type: ignore[return-value]
    if before in BE and "a" in options:
        return "a"
    if tag_before in ("t", "a", "d"):
        return _nominal(lower, options)
    if tag_before == "n" and "n" in options:
        is_base = not is_plural(lower) and not lower.endswith("ed")
        return "n" if is_base and not is_plural(before) else options[0]  # type: ignore[return-value]
    return options[0]  # type: ignore[return-value]


def _nominal(lower: str, options: str) -> Tag:
    """What a word is inside a noun phrase: no verb; its participles are adjectives."""
    if lower.endswith("ed") and "v" in options:
        return "a"
    left = [option for option in options if option in "na"]
    return left[0] if left else "n"  # type: ignore[return-value]


def spans_of_phrases(tags: Sequence[Tag]) -> list[tuple[int, int]]:
    """First word and the one behind the last of every noun phrase: adjectives, nouns, a noun at its end.

    A word that is in no phrase stands by itself. A number before a noun belongs to its phrase.

    Examples
    --------
    >>> spans_of_phrases(["a", "n", "n", "d", "n", "v"])
    [(0, 3), (3, 5), (5, 6)]
    """
    spans: list[tuple[int, int]] = []
    start = 0
    while start < len(tags):
        end = start
        while end < len(tags) and tags[end] in ("a", "d", "t"):
            end += 1
        nouns = end
        while nouns < len(tags) and tags[nouns] == "n":
            nouns += 1
        spans.append((start, max(nouns, end, start + 1)))
        start = spans[-1][1]
    return spans
