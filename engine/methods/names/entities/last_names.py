"""What belongs to a person's name that was found in part: last names, a second half, initials."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.methods.names.tagger.features import Lexicon, Tokens
from engine.rules import nothing, rule

_ALWAYS_CAPITALISED = 6
"""Step of ``cap`` of a word that is always written with a capital."""
_SHORTEST = 4
_HYPHENS = frozenset("-‐‑")
_OPENING = frozenset("\"“‘'(")
_CLOSING = frozenset("\"”’')")


def end_of_name(tokens: Tokens, first: int, end: int, lexicon: Lexicon) -> int:
    """Where a person's name ends, of which [first, end) was found: an unknown word may belong to it.

    Parameters
    ----------
    tokens : Tokens
        Of its document.
    first, end : int
        Tokens found.
    lexicon : Lexicon
        Lists of names, and how often a word is capitalised; without such words nothing is added.

    Returns
    -------
    int
        `end`, or the token after it: when one word was found that is a first name or can be one, and a
        capitalised word follows on the same line that the large corpus never saw.
    """
    if end - first != 1 or end >= len(tokens.words) or not lexicon.classes:
        return end
    given, word = tokens.words[first], tokens.words[end]
    if not (word.isalpha() and word.istitle() and len(word) >= _SHORTEST):
        return end
    gap = int(tokens.starts[end] - tokens.ends[first])
    if gap != 1 or tokens.passages[first] != tokens.passages[end]:
        return end
    return end + 1 if _is_unseen(word, lexicon) and _can_be_first(given, lexicon) else end


def _is_unseen(word: str, lexicon: Lexicon) -> bool:
    return lexicon.classes.class_of(word, "cap") is None


def _can_be_first(word: str, lexicon: Lexicon) -> bool:
    lists = lexicon.names_of(word.lower())
    rare = lexicon.classes.class_of(word, "cap") in (None, _ALWAYS_CAPITALISED)
    return "first" in lists or (not lists and rare and word.istitle())


@rule("rare-words", without=nothing)
def rare_words(name: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Words of a name of several that the large corpus never saw: each tells the whole by itself.

    Parameters
    ----------
    name : sequence of str
    lexicon : Lexicon
        How often a word is capitalised; without such words none is rare.
    """
    if len(name) < 2 or not lexicon.classes:
        return []
    long = [word for word in name if len(word) >= _SHORTEST and word.isalpha() and word.istitle()]
    return [word for word in long if _is_unseen(word, lexicon) and not lexicon.names_of(word.lower())]


@rule("whole-name", without=lambda tokens, first, end, lexicon: (first, end))
def whole_name(tokens: Tokens, first: int, end: int, lexicon: Lexicon) -> tuple[int, int]:
    """Tokens [first, end) of a person's mention with what belongs to it: last names, initials before it.

    Parameters
    ----------
    tokens : Tokens
    first, end : int
    lexicon : Lexicon

    Returns
    -------
    tuple of int
    """
    end = end_of_name(tokens, first, end, lexicon)
    end = _with_last_name(tokens, first, end)
    return _with_initials(tokens, first), _with_second_half(tokens, end)


def _with_second_half(tokens: Tokens, end: int) -> int:
    """A name with what a hyphen joins to its end: ``VASQUEZ-ORTIZ``."""
    if end + 1 >= len(tokens.words) or tokens.words[end] not in _HYPHENS:
        return end
    glued = tokens.ends[end - 1] == tokens.starts[end] and tokens.ends[end] == tokens.starts[end + 1]
    word = tokens.words[end + 1]
    is_name = len(word) > 1 and word[0].isupper() and tokens.words[end - 1][:1].isupper()
    return end + 2 if glued and is_name else end


def _with_last_name(tokens: Tokens, first: int, end: int) -> int:
    """A name that a nickname divides: Oluwaseun "Shawn" Bakare, whether or not the nickname was found."""
    words, known = tokens.words, end
    if end + 3 < len(words) and words[end] in _OPENING and words[end + 1][0].isupper():
        end += 2
    if end + 1 >= len(words) or words[end] not in _CLOSING or not words[end + 1][0].isupper():
        return known
    if _OPENING.isdisjoint(words[first:end]):
        return known
    in_line = tokens.passages[first] == tokens.passages[end + 1]
    return end + 2 if in_line else known


def _with_initials(tokens: Tokens, first: int) -> int:
    """Where a person's mention begins with the initials before it: ``S. J. Wright``, ``S Wright``."""
    words = tokens.words
    if not first or not (words[first - 1] == "." or _is_initial(words[first - 1])):
        return first
    passage = max(int(np.searchsorted(tokens.passages, tokens.passages[first])), first - _INITIALS_TOKENS)
    while first >= passage + 2 and words[first - 1] == "." and _is_initial(words[first - 2]):
        first -= 2
    if first > passage and _is_initial(words[first - 1]) and words[first - 1] not in ("A", "I"):
        first -= 1
    return first


_INITIALS_TOKENS = 25
"""How far initials with their stops may reach before a name."""


def _is_initial(word: str) -> bool:
    return len(word) == 1 and word.isupper()
