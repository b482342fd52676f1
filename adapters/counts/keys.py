"""Keys of what a user asks to count."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language.terms import term_key


def unique_keys(terms: Sequence[str]) -> list[str]:
    """Keys of `terms`, sorted, each once; terms without any word are left out.

    Raises
    ------
    TypeError
        For one string, whose letters would be taken for terms.
    """
    if isinstance(terms, str):
        raise TypeError("terms must be a sequence of terms, not one string")
    return sorted({key for term in terms if (key := term_key(term))})
