"""How a label is compared: case-folded, one kind of space and apostrophe, English inflection undone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_APOSTROPHES = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2018": "'"})

DETACHMENT_RULES = {
    "n": (
        *(("s", ""), ("ces", "x"), ("ses", "s"), ("ves", "f"), ("ives", "ife"), ("xes", "x"), ("xes", "xis")),
        *(("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    ),
    "v": (
        *(("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e")),
        ("ing", ""),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
}
"""Morphy's rules by part of speech, as `wn.morphy` has them; importing that takes a tenth of a second."""

_RULES: dict[str, list[tuple[str, str, str]]] = {}  # by last letter: (suffix, replacement, part of speech)
for _pos in "nva":
    for _suffix, _replacement in DETACHMENT_RULES[_pos]:
        _RULES.setdefault(_suffix[-1], []).append((_suffix, _replacement, _pos))


def fold_label(label: str) -> str:
    """`label` as look-ups compare it.

    Returns
    -------
    str
        Case-folded, in Unicode form C, runs of any white space as one space,
        typographic apostrophes as ``'``.
    """
    folded = " ".join(label.casefold().split())
    if folded.isascii():
        return folded
    return unicodedata.normalize("NFC", folded.translate(_APOSTROPHES))


def base_forms(folded: str) -> Iterator[tuple[str, str]]:
    """Forms that English `folded` may inflect, by the detachment rules of WordNet's morphy.

    Yields
    ------
    (form, part of speech)
        Nouns first, then verbs and adjectives. Most forms are no words: look them
        up, and take only the senses of that part of speech.
    """
    for suffix, replacement, pos in _RULES.get(folded[-1:], ()):
        if folded.endswith(suffix) and len(folded) > len(suffix):
            yield folded[: -len(suffix)] + replacement, pos


def plural_forms(folded: str) -> Iterator[str]:
    """Regular English plurals of `folded`: thesauri name many concepts in the plural only."""
    yield folded + "s"
    if folded.endswith("y"):
        yield folded[:-1] + "ies"
    elif folded.endswith(("s", "x", "z", "ch", "sh")):
        yield folded + "es"
