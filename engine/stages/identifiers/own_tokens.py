"""Tokens that a release wrote: no name is looked for inside them, so a second release changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.catalog.names import EXEMPTION, LEARNED
from engine.catalog.rules import rule, second
from engine.methods.identifiers import CATEGORIES
from engine.text import Span

_CODE = r"[BCDFGHJKLMNPQRSTVWXZ]{5}"
_WORDS = re.compile(r"[^\W_](?:.*[^\W_])?", re.DOTALL)
_OTHERS = ("redacted", "encoded", "minor", "other")


class OwnTokens:
    """Finds what replacements write: ``[PERSON]``, ``[MRN-BCDFG-HJKLM-NPQRS]``, ``[SSN XXX-XX-1234]``,
    ``[(b)(6): 2 words]``.

    Parameters
    ----------
    categories : iterable of str
        Categories of the policy, in addition to all that are known.
    """

    def __init__(self, categories: Iterable[str] = ()) -> None:
        known = {c.upper() for c in (*CATEGORIES, *LEARNED, *_OTHERS, *categories)}
        names = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        self._form = re.compile(
            rf"\[(?:{names})(?:(?:-{_CODE}){{3}}| [X\-./ ]{{4,40}}\d{{4}})?\]|"
            rf"\[{EXEMPTION}: \d+ words?\]"
        )

    @rule("own-tokens", without=second)
    def outside(self, spans: Sequence[Span], text: str) -> list[Span]:
        """`spans` without what lies in tokens; one that covers a token is divided by it.

        Examples
        --------
        >>> text = "Chile [PHONE]-Office"
        >>> cut = OwnTokens().outside([Span(0, 20, "organisation", 0.5), Span(7, 12, "person", 0.9)], text)
        >>> [text[span.start : span.end] for span in cut]
        ['Chile', 'Office']
        """
        places = [token.span() for token in self._form.finditer(text)] if "[" in text else []
        if not places:
            return list(spans)
        return [piece for span in spans for piece in _pieces(span, places, text)]


def _pieces(span: Span, places: Sequence[tuple[int, int]], text: str) -> Iterator[Span]:
    at = span.start
    touched = [place for place in places if place[0] < span.end and span.start < place[1]]
    if not touched:
        yield span
        return
    for start, end in [*touched, (span.end, span.end)]:
        piece = text[at : max(at, start)]
        words = _WORDS.search(piece)
        if words and sum(character.isalpha() for character in piece) > 1:
            yield replace(span, start=at + words.start(), end=at + words.end())
        at = max(at, end)
