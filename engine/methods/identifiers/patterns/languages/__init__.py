"""Patterns of German, Spanish and French, for policies that name these languages "
"(`documents.more_languages`)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.methods.identifiers.pattern import Pattern
from engine.methods.identifiers.patterns.languages.french import FRENCH
from engine.methods.identifiers.patterns.languages.german import GERMAN
from engine.methods.identifiers.patterns.languages.spanish import SPANISH

PATTERNS_BY_LANGUAGE: Mapping[str, tuple[Pattern, ...]] = {"de": GERMAN, "es": SPANISH, "fr": FRENCH}
"""Rows besides ``PATTERNS``, by language (ISO 639-1)."""

__all__ = ["PATTERNS_BY_LANGUAGE"]
