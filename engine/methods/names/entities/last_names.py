"""Last names that no corpus knows, beside a first name that was found."""

from __future__ import annotations

from engine.methods.names.tagger.features import Lexicon, Tokens

_ALWAYS_CAPITALISED = 6
"""Step of ``cap`` of a word that is always written with a capital."""
_SHORTEST = 4


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
    gap = int(tokens.starts[end] - tokens.ends[first])
    in_line = gap == 1 and tokens.passages[first] == tokens.passages[end]
    if not (in_line and word.isalpha() and word.istitle() and len(word) >= _SHORTEST):
        return end
    return end + 1 if _is_unseen(word, lexicon) and _can_be_first(given, lexicon) else end


def _is_unseen(word: str, lexicon: Lexicon) -> bool:
    return lexicon.classes.class_of(word, "cap") is None


def _can_be_first(word: str, lexicon: Lexicon) -> bool:
    lists = lexicon.names_of(word.lower())
    rare = lexicon.classes.class_of(word, "cap") in (None, _ALWAYS_CAPITALISED)
    return "first" in lists or (not lists and rare and word.istitle())
