"""Structured identifiers: patterns as data, one linear-time scan, validators, context, a second look."""

from __future__ import annotations

from engine.catalog.measured import Measured
from engine.methods.identifiers.categories import CATEGORIES, CategoryInfo
from engine.methods.identifiers.pattern import Pattern
from engine.methods.identifiers.patterns import PATTERNS, TRAPS
from engine.methods.identifiers.recognizer import MINIMUM_SCORE, IdentifierRecognizer

__all__ = [
    "CATEGORIES",
    "MINIMUM_SCORE",
    "PATTERNS",
    "TRAPS",
    "CategoryInfo",
    "IdentifierRecognizer",
    "Measured",
    "Pattern",
]
