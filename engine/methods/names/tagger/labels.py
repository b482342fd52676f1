"""Labels of the tagger: what they say, without the tagger."""

from __future__ import annotations

PUBLIC = "~"
"""Ends the label of a mention that annotators found but need not be masked: a court, a government."""


def category_of(label: str) -> str:
    """Category of a label, empty for ``"O"``; the mark of a public mention is not part of it."""
    return label[2:].removesuffix(PUBLIC)
