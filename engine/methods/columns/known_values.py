"""Everyday values of records that name nobody, in small letters without accents."""

from __future__ import annotations

from engine.catalog import regions
from engine.catalog.lexicon import unaccented, words

KNOWN_WORDS = frozenset(words("columns/known"))
COUNTRIES = frozenset(unaccented(name.lower()) for name in regions.COUNTRIES) | {*words("columns/countries")}
DRUG_LABELERS = frozenset(words("columns/drug-makers"))
USUAL_PROCEDURES = frozenset(words("columns/procedures"))
"""Five digits each: a column of them is no column of ZIP codes."""
