"""Rare connecting words and phrases, and the plain one that says the same."""

from __future__ import annotations

from engine.catalog.lexicon import words
from engine.methods.style.tables.pairs import pairs

PLAIN = pairs(words("style/plain")) | {"e.g.": "for example", "i.e.": "that is", "viz.": "namely"}
"""The same wherever they stand."""
PLAIN_AT_BEGINNING = pairs(words("style/plain-at-beginning"))
"""The same at the beginning of a sentence, before a comma."""
