"""Words of a document as features: one feature for every inflection of a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

from engine.language.stems import stem_of
from engine.language.terms import Token, tokenize
from engine.language.word_lists.verbs import BASE_FORMS

_MAX_CACHED = 1_000_000


@lru_cache(maxsize=_MAX_CACHED)
def feature_of(key: str) -> str:
    """The feature of a word's key: the stem of its base form; empty for a stop word.

    Notes
    -----
    "redact", "redacts", "redacted" and "redacting" are one feature, and so are "sell" and "sold":
    suppressing the feature takes every inflection with it.
    """
    base = BASE_FORMS.get(key, key)
    if not ENGLISH_STOP_WORDS.isdisjoint((key, base)) or len(base) < 2:
        return ""
    return stem_of(key)


def mentions(text: str) -> list[tuple[Token, str]]:
    """Every word of `text` that is a feature, with its feature."""
    return [(token, feature) for token in tokenize(text) if (feature := feature_of(token.key))]


def features(text: str) -> set[str]:
    """The distinct features of `text`.

    Examples
    --------
    >>> sorted(features("Supermarkets and the hypermarket"))
    ['hypermarket', 'supermarket']
    """
    return {feature for token in tokenize(text) if (feature := feature_of(token.key))}


@cache
def stop_spellings() -> Mapping[str, Sequence[str]]:
    """Stem -> all words of it that are no features ("interest"; "interesting" is one)."""
    inflected = {key for key, base in BASE_FORMS.items() if base in ENGLISH_STOP_WORDS}
    found: dict[str, list[str]] = {}
    for key in sorted(ENGLISH_STOP_WORDS | inflected):
        found.setdefault(stem_of(key), []).append(key)
    return found


def name_features(name: str) -> set[str]:
    """The words of a class's name as features."""
    return {feature for _, feature in mentions(name)}
