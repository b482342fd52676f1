"""Words beside names: titles, institutions, particles, and what stands between dates."""

from __future__ import annotations

from collections.abc import Mapping

from engine.catalog.lexicon import words


def _by_language(kind: str) -> Mapping[str, frozenset[str]]:
    return {language: frozenset(words(kind, language)) for language in ("de", "es", "fr")}


TITLES = _by_language("names/before-names")
"""What stands before the name of a person, without its stop."""

SHORT = _by_language("names/short")
"""Abbreviations, departments and drugs that ordinary lists lack: no names, unless a model is sure."""

INSTITUTIONS = _by_language("names/institutions")
"""First words of the names of institutions, mostly in small letters."""

PARTICLES = _by_language("names/particles")
"""What joins other words."""

_BETWEEN = "bis vom ab seit raus um uhr turno tarde mañana noche desde hasta au depuis jusqu nuit matin soir"
BETWEEN_DATES = frozenset(_BETWEEN.split())
"""What stands before, between or after dates."""
