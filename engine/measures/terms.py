"""How well a method finds what an expert would remove: precision, recall, F (eqs. 4-6), utility (eq. 8).

References
----------
[CS] Sanchez & Batet, C-sanitized: a privacy model for document redaction and
sanitization (2016), section on evaluation criteria.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from engine.language.terms import Token, term_key, tokenize
from engine.language.word_lists.function_words import is_content_word

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F-measure of a detection, each in [0, 1] (eqs. 4-6)."""

    precision: float
    recall: float
    f_measure: float

    @classmethod
    def of(cls, detected: AbstractSet[object], expected: AbstractSet[object]) -> Score:
        """Score of a detected set S against an expert's set H.

        Notes
        -----
        ``precision = |S & H| / |S|``, ``recall = |S & H| / |H|``, F their harmonic
        mean; a quotient by nothing is 0.
        """
        both = len(detected & expected)
        precision = both / len(detected) if detected else 0.0
        recall = both / len(expected) if expected else 0.0
        total = precision + recall
        return cls(precision, recall, 2 * precision * recall / total if total else 0.0)

    @classmethod
    def mean(cls, scores: Sequence[Score]) -> Score:
        """Mean of each figure over several annotators or documents."""
        n = len(scores)
        return cls(
            sum(score.precision for score in scores) / n,
            sum(score.recall for score in scores) / n,
            sum(score.f_measure for score in scores) / n,
        )


class MarkedText:
    """A text whose words can be looked up by spans and by terms.

    Parameters
    ----------
    text : str
        The document's text.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._folded = _one_blank(text).casefold()
        self.tokens: Sequence[Token] = tokenize(text)

    def places(self, spans: Iterable[Span]) -> set[int]:
        """Numbers of the content words that lie in any of `spans`."""
        wanted = sorted(spans)
        return {
            number
            for number, token in enumerate(self.tokens)
            if is_content_word(self.text[token.start : token.end])
            and any(start <= token.start and token.end <= end for start, end in wanted)
        }

    def spans_of(self, terms: Iterable[str]) -> list[Span]:
        """All occurrences of `terms`, whatever their case, whole words only."""
        return [span for term in terms for span in self._occurrences(_one_blank(term).casefold())]

    def words(self, places: Iterable[int]) -> set[str]:
        """Distinct words, inflections folded, at `places`."""
        return {self.tokens[place].key for place in places}

    def terms(self, spans: Iterable[Span]) -> set[str]:
        """Distinct terms, inflections folded, that `spans` cover."""
        return {key for key in (term_key(self.text[start:end]) for start, end in spans) if key}

    def _occurrences(self, term: str) -> Iterator[Span]:
        if len(self._folded) != len(self.text):  # a letter whose folded form is longer
            return
        for found in re.finditer(rf"(?<!\w){re.escape(term)}(?!\w)", self._folded):
            yield found.span()


def truly_gone(marked: MarkedText, changes: Iterable[tuple[int, int, str]]) -> set[int]:
    """Numbers of the content words in changed spans that do not stand in what replaces the span.

    Parameters
    ----------
    marked : MarkedText
        The document.
    changes : iterable of (int, int, str)
        Start and end of each changed span, and what replaces it.

    Notes
    -----
    A change may keep words: "late latent syphilis" becomes "a late disease". By spans "late" was found, by
    words truly gone it was not.
    """
    return {
        place
        for start, end, replacement in changes
        for kept in ({token.key for token in tokenize(replacement)},)
        for place in marked.places([(start, end)])
        if marked.tokens[place].key not in kept
    }


def _one_blank(text: str) -> str:
    return re.sub(r"[^\S\n]", " ", text)


def covered_terms(marked: MarkedText, terms: Iterable[str], places: AbstractSet[int]) -> dict[str, bool]:
    """Whether every occurrence of each term has all its content words at `places`.

    Parameters
    ----------
    marked : MarkedText
        The document.
    terms : iterable of str
        An expert's terms.
    places : set of int
        Content words that a method removed, `MarkedText.places`.

    Returns
    -------
    dict
        By term; terms that do not occur, or hold no content word, are left out.
    """
    found = {}
    for term in terms:
        wanted = [marked.places([span]) for span in marked.spans_of([term])]
        if any(wanted):
            found[term] = all(places >= word_places for word_places in wanted)
    return found


def term_score(
    marked: MarkedText, expected: Sequence[str], spans: Sequence[Span], places: AbstractSet[int]
) -> Score:
    """Precision and recall counted in terms.

    Parameters
    ----------
    marked : MarkedText
        The document.
    expected : sequence of str
        The expert's terms.
    spans : sequence of (int, int)
        The method's terms, as spans.
    places : set of int
        Content words that the method removed.

    Notes
    -----
    The borders of terms are a matter of taste ("syphilis", "late latent syphilis"), so
    an expert's term counts as found when all its content words were removed, and a
    detected term as right when all its content words are in expert's terms.
    """
    found = covered_terms(marked, expected, places)
    right = marked.places(marked.spans_of(expected))
    detected = {term: marked.places([span]) for term, span in _first_spans(marked, spans).items()}
    n_right = sum(1 for words in detected.values() if words and words <= right)
    n_detected = sum(1 for words in detected.values() if words)
    precision = n_right / n_detected if n_detected else 0.0
    recall = sum(found.values()) / len(found) if found else 0.0
    total = precision + recall
    return Score(precision, recall, 2 * precision * recall / total if total else 0.0)


def _first_spans(marked: MarkedText, spans: Sequence[Span]) -> dict[str, Span]:
    first: dict[str, Span] = {}
    for start, end in spans:
        first.setdefault(term_key(marked.text[start:end]), (start, end))
    return first


def utility_preserved(before_bits: float, after_bits: float) -> float:
    """Share of a document's utility that is left (eq. 8), 1 for a document without any.

    Examples
    --------
    >>> utility_preserved(before_bits=200.0, after_bits=150.0)
    0.75
    """
    return after_bits / before_bits if before_bits else 1.0
