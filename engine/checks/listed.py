"""Terms of a policy's own lists that a released text still holds, by plain search."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

_RUN = re.compile(r"[^\W_]+")


class ListCheck:
    """Looks for listed terms as whole words, in any case; blanks of any kind and number are one.

    Parameters
    ----------
    terms : iterable of (category, term)
        What may not be left.
    """

    def __init__(self, terms: Iterable[tuple[str, str]]) -> None:
        self._terms = [(category, term, _longest_run(term)) for category, term in _plain_terms(terms)]

    def residual(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Category, start and end of every occurrence, in the text with its blanks made one.

        Notes
        -----
        A term is searched for when its longest run of letters and digits is one of the text.
        """
        if not self._terms:
            return
        plain = plain_spelling(text)
        runs = set(_RUN.findall(plain))
        for category, term, run in self._terms:
            if run and run not in runs:
                continue
            start = plain.find(term)
            while start >= 0:
                end = start + len(term)
                if _stands_alone(plain, start, end):
                    yield category, start, end
                start = plain.find(term, start + 1)


def plain_spelling(text: str) -> str:
    """`text` in lower case, without signs that do not print, one blank between words."""
    printed = "".join(c for c in text if c.isascii() or c.isspace() or unicodedata.category(c) != "Cf")
    return " ".join(printed.lower().split())


def _plain_terms(terms: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    return ((category, plain_spelling(term)) for category, term in terms)


def _longest_run(term: str) -> str:
    return max(_RUN.findall(term), key=len, default="")


def _stands_alone(plain: str, start: int, end: int) -> bool:
    before, behind = plain[max(0, start - 1) : start], plain[end : end + 1]
    cut = (plain[start].isalnum() and before.isalnum()) or (plain[end - 1].isalnum() and behind.isalnum())
    return not cut
