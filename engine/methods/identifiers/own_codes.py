"""Patterns of the numbers that a policy's author taught by examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.methods.identifiers.pattern import Pattern, labelled
from engine.policy.shapes import is_plain

CATEGORY = "own-code"
_LABELLED, _BARE = 0.9, 0.7


def own_patterns(clause: str, shapes: Sequence[str], near: Sequence[str]) -> Iterator[Pattern]:
    """Patterns of one clause: each shape after a label, and by itself unless it is plain.

    Parameters
    ----------
    clause : str
        Its id, the reason of a finding.
    shapes : sequence of str
        Of `engine.policy.shapes.shapes_of`.
    near : sequence of str
        Words that stand before such a number.
    """
    words = "|".join(re.escape(word).replace(r"\ ", r"[ \-]") for word in near)
    for number, shape in enumerate(shapes, 1):
        ident = f"{clause}:{number}"
        is_word = shape[0] != "\\" or shape[1] == "d"
        if words and is_word:
            yield Pattern(f"{ident}:labelled", CATEGORY, labelled(words, shape), _LABELLED)
        if not is_plain(shape):
            edge = r"\b" if is_word else r"\B"
            yield Pattern(ident, CATEGORY, rf"{edge}({shape})\b", _BARE, context=words, standalone=True)
