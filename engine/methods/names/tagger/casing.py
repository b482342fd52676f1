"""Texts whose writer used no capitals, or nothing else: how their words are usually written."""

from __future__ import annotations

import re

from engine.catalog.rules import never, rule
from engine.language.word_lists.stop_words import STOP_WORDS
from engine.methods.names.tagger.features import TITLES, Lexicon, Tokens

_WORD = re.compile(r"[^\W\d_]+")
_LONG_WORD = re.compile(r"[^\W\d_]{2,}")
_LEAST_WORDS = 6
"""Below so many words of two letters and more the casing of a text says nothing about its writer."""
_FEW = 0.04
"""Highest share of words with a capital in a text in small letters."""
_NEARLY_ALWAYS, _AS_A_NAME, _IN_A_NAME = 5, 3, 2
"""Steps of ``cap`` from which a word is written large: anywhere; if it is a first name; beside a name."""
_MOSTLY_SMALL = 2
"""Highest step of ``cap`` of a word that is mostly written small."""
_MOST_CAPITALS = 0.9
"""Share of words in capitals from which capitals say nothing."""
_FIRST, _NAMES = "first", frozenset({"first", "last", "rarelast", "city", "country", "region"})
_KINDS = frozenset({"organisation", "place", "last", "rarelast", "city"})
_ENDS = frozenset(".!?\n")


def usual_casing(text: str, lexicon: Lexicon) -> str:
    """`text` with capitals where they usually stand, when its writer used none; else `text`.

    Parameters
    ----------
    text : str
    lexicon : Lexicon
        Lists of names, and how often a large corpus writes a word with a capital.

    Returns
    -------
    str
        Of the same length: offsets stay.

    Notes
    -----
    A text is in small letters when at most 4 % of its words have a capital ("spoke to anna keller"). A word
    gets one when a corpus nearly always writes it so, when it is a first name that is not mostly an
    ordinary word, after a title, or after a name when it is in a list of names or in none.

    Of the persons, organisations and places in posts and mails that were set in small letters, the shipped
    model finds .63, .11, .51 (WNUT-17 dev) and .94, .84, .46 (Enron) as they stand, and .78, .28, .63 and
    .97, .84, .82 this way. Text in capitals stays as it is: there this finds fewer, not more.

    Examples
    --------
    >>> usual_casing("we saw mr keller in the ward today", Lexicon({}))
    'We saw Mr Keller in the ward today'
    """
    if not is_in_small_letters(text):
        return text
    pieces, end, before = list[str](), 0, ""
    for match in _WORD.finditer(text):
        gap, word = text[end : match.start()], match[0].lower()
        near = before if not gap.strip(" .-'’") and "\n" not in gap else ""
        starts = not end or not _ENDS.isdisjoint(gap.strip(" ") or "")
        large = _is_large(word, near, lexicon)
        shown = word.capitalize() if large or (starts and "." not in before) else word
        pieces += [gap, shown if len(shown) == len(match[0]) else match[0]]
        before = ("title" if word in TITLES else _kind(word, lexicon)) if large else ""
        end = match.end()
    return "".join([*pieces, text[end:]])


@rule("casing-of-small-letters", without=never)
def is_in_small_letters(text: str) -> bool:
    """Whether the writer of a text used no capitals, or hardly any.

    Examples
    --------
    >>> is_in_small_letters("we saw mr keller in the ward today")
    True
    """
    words = _LONG_WORD.findall(text)
    if len(words) < _LEAST_WORDS:
        return False
    return len(words) - sum(map(str.islower, words)) <= _FEW * len(words)


def in_small_letters(text: str) -> str:
    """`text` without capitals, of the same length: a sign that would become two stays.

    Examples
    --------
    >>> in_small_letters("MR KELLER, \u0130ZMIR")
    'mr keller, İzmir'
    """
    return "".join(small if len(small := sign.lower()) == 1 else sign for sign in text)


def is_in_capitals(tokens: Tokens) -> bool:
    """Whether a text is in capitals throughout, so that capitals tell no name from a word."""
    words = long_words(tokens)
    return len(words) >= _LEAST_WORDS and sum(map(str.isupper, words)) >= _MOST_CAPITALS * len(words)


def long_words(tokens: Tokens) -> list[str]:
    """The different words of three letters and more."""
    return [word for word in tokens.types if len(word) > 2 and word.isalpha()]


def is_mostly_small(word: str, lexicon: Lexicon) -> bool:
    """Whether a large corpus mostly writes a word, given in small letters, without a capital."""
    step = lexicon.classes.class_of(word, "cap")
    return step is not None and step <= _MOSTLY_SMALL


def _kind(word: str, lexicon: Lexicon) -> str:
    return "name" if _NAMES.intersection(lexicon.names_of(word)) else "large"


def _is_large(word: str, near: str, lexicon: Lexicon) -> bool:
    if word in TITLES:
        return True
    if len(word) == 1:
        return word == "i" or bool(near)
    if word in STOP_WORDS:
        return False
    lists, step = lexicon.names_of(word), lexicon.classes.class_of(word, "cap")
    if step is None:
        return bool(_NAMES.intersection(lists)) or bool(near)
    if step >= _NEARLY_ALWAYS or (step >= _AS_A_NAME and _FIRST in lists):
        return True
    return near == "title" or (near != "" and step >= _IN_A_NAME and not _KINDS.isdisjoint(lists))
