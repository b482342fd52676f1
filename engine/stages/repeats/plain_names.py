"""Names that stand elsewhere without their accents: "Jumoke" where "Jùmọ̀kẹ́" was found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from engine.rules import nothing, rule
from engine.text import Span

_PERSONS = frozenset({"person", "minor"})
_SHORTEST = 4
_WORD = re.compile(r"[^\W\d_]+")
_WHOLE_WORD = re.compile(r"(?<![\w'’\-.\u0300-\u036f])[^\W\d_]+(?![\w\u0300-\u036f])")


@rule("plain-names", without=nothing)
def plain_names(text: str, found: Sequence[Span]) -> list[Span]:
    """Words of the names of persons among `found`, with a capital and without their accents.

    Parameters
    ----------
    text : str
    found : sequence of Span

    Returns
    -------
    list of Span
        In the order of the text, each with the category and score of a person whose name it is.

    Examples
    --------
    >>> text = "Renée Roe. The note says Renee."
    >>> [text[s.start : s.end] for s in plain_names(text, [Span(0, 9, "person")])]
    ['Renee']
    """
    plain = {
        word: span
        for value, span in {text[s.start : s.end]: s for s in found if s.category in _PERSONS}.items()
        if not value.isascii()
        for word in set(_WORD.findall(without_accents(value))) - set(_WORD.findall(value))
        if len(word) >= _SHORTEST and word[0].isupper()
    }
    return [
        Span(*word.span(), one.category, one.score, {"link": "plain-name"})
        for word in _WHOLE_WORD.finditer(text if plain else "")
        if (one := plain.get(word[0]))
    ]


def without_accents(word: str) -> str:
    """`word` without its combining marks."""
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
