"""Where the shipped recognisers of names lie, one for each language."""

from __future__ import annotations

from pathlib import Path

_MODELS = Path(__file__).parent / "models"

SHIPPED_MODEL = _MODELS / "en-default.model"
MORE_MODELS = {
    f"{language}-default": _MODELS / f"{language}-default.model" for language in ("de", "es", "fr")
}
"""Recognisers of other languages than English, by name."""

SHIPPED_ENCODER = _MODELS / "en-careful.model"
"""The encoder of the careful reader (English)."""
