"""Words that people use to say what something is: class nouns, and adjectives that go with any of them.

A class noun is one that English puts into the frames "Gs such as X", "X and other Gs", "X is a G that",
"a kind of G" (Hearst 1992). Those below were counted at least 10 times in these frames in 74 million words of
English Wikipedia. Those of them that say little ("thing", "result") or that name a thing by its part
in something ("partner", "symbol") are left out by hand. The adjectives stand before at least 8 of 60 class
nouns there. `benchmarks/count_class_nouns.py` counts both again.

References
----------
Hearst (1992), Automatic acquisition of hyponyms from large text corpora.
"""

from __future__ import annotations

from engine.catalog.lexicon import words
from engine.language.terms import term_key

CLASS_NOUNS = frozenset(map(term_key, words("grammar/class-nouns")))
"""Keys of class nouns; a phrase is one by its last word ("political party")."""

GENERAL_ADJECTIVES = frozenset(words("grammar/general-adjectives"))
"""Adjectives that stand before many class nouns: one of them may stay when its noun is generalized."""
