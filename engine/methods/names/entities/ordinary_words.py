"""Ordinary words taken, unsurely, for names: a large corpus knows how they are written."""

from __future__ import annotations

import numpy as np

from engine.catalog.rules import never, rule
from engine.methods.names.entities.decoding import Entity
from engine.methods.names.tagger.features import Lexicon, Tokens

_NAMES = frozenset({"person", "organisation", "location"})
_SMALL_NAMES = frozenset({"person", "location"})
"""An organisation in small letters may be one ("the company"), where a place or person hardly ever is."""
_NAME_LISTS = frozenset({"first", "last", "rarelast", "city", "country", "region", "people"})
_SMALL, _AT_START = 4, 2
"""Highest steps of ``cap`` of an ordinary word: in small letters, and where a sentence begins.

On WNUT-17 dev, entity recall and precision are .856, .540; with 3 in small letters .857, .540. With 1 where a
sentence begins they are .859, .539, with 3 .851, .541 (`benchmarks/name_constants.py`).
"""
_SURE = 0.5
"""Even odds. Without the rule, WNUT-17 dev gives .865, .534: it costs .009 of recall for .006 of precision.

On TAB dev it changes .001 of precision and no recall. From 0.5 on nothing changes: the model is hardly ever
surer of an ordinary word.
"""


@rule("reads-ordinary", without=never)
def reads_ordinary(entity: Entity, probability: float, tokens: Tokens, lexicon: Lexicon) -> bool:
    """Whether what a model takes, unsurely, for a name is one ordinary word at all its mentions.

    Parameters
    ----------
    entity : Entity
    probability : float, in [0, 1]
        That it must be masked; from 0.5 on the model is believed.
    tokens : Tokens
        Of its document.
    lexicon : Lexicon
        Says how often a word is capitalised; without classes of words nothing reads ordinary.

    Notes
    -----
    A word in small letters is ordinary when less than nine in ten of its occurrences within sentences are
    capitalised and it is no first name ("river"); for an organisation only beside a number ("3 times").
    One that begins a sentence is, when less than one in three are and it is in no list of names. One with
    a capital elsewhere never is, nor one that the corpus lacks. Numbers, signs and single letters beside
    the word do not count. Cross-validated it freed ten entities for each that it lost.
    """
    if probability >= _SURE or entity.category not in _NAMES:
        return False
    small = entity.category in _SMALL_NAMES
    return all(_is_ordinary(m.first, m.end, tokens, lexicon, small) for m in entity.mentions)


def _is_ordinary(first: int, end: int, tokens: Tokens, lexicon: Lexicon, small: bool) -> bool:
    words = [i for i in range(first, end) if tokens.words[i].isalpha() and len(tokens.words[i]) > 1]
    if len(words) != 1:
        return False
    word = tokens.words[words[0]]
    step = lexicon.classes.class_of(word, "cap")
    if step is None:
        return False
    lists = lexicon.names_of(word.lower())
    if word.islower():
        return (small or len(words) < end - first) and step <= _SMALL and "first" not in lists
    unlisted = word.istitle() and _NAME_LISTS.isdisjoint(lists)
    return unlisted and step <= _AT_START and _begins_sentence(words[0], tokens)


def _begins_sentence(token: int, tokens: Tokens) -> bool:
    at = int(np.searchsorted(tokens.sequence_starts, token))
    return at < len(tokens.sequence_starts) and int(tokens.sequence_starts[at]) == token
