"""Check Definition 6 on released text by a path of its own: every n-gram looked up directly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.language.function_words import is_content_word
from engine.language.terms import token_columns
from engine.methods.c_sanitized.rule import PLACEHOLDER, CompiledConcept

Columns = tuple[list[int], list[int], list[str]]
"""Starts, ends and keys of the words of a text, see `engine.language.terms.token_columns`."""

_JOINED = re.compile(r"(?:[^\S\n]*\n?[^\S\n]*|[-‐‑])\Z")


@dataclass(frozen=True, slots=True)
class Residual:
    """A term left in a text that must not be there: where it is and by what it discloses, never the term.

    Parameters
    ----------
    start, end : int
        Offsets into the text, in code points, end exclusive.
    clause : str
        Id of the clause whose concept it discloses.
    verdict : str
        ``"names"``, ``"discloses"``, ``"unproven"`` or ``"unseen"``, see `CompiledConcept.judge`.
    pmi_bits : float or None
        PMI(c; t), None where the corpus saw too little to tell.
    threshold_bits : float
        From where on a term must go.
    """

    start: int
    end: int
    clause: str
    verdict: str
    pmi_bits: float | None
    threshold_bits: float


def residual_terms(text: str, concepts: Sequence[CompiledConcept]) -> Sequence[Residual]:
    """Terms of `text` that disclose a concept at or above its threshold.

    Parameters
    ----------
    text : str
        A released text; placeholders separate, no term is looked for in them.
    concepts : sequence of CompiledConcept
        The protected concepts.

    Returns
    -------
    sequence of Residual
        Sorted by place; empty when the text satisfies Definition 6 for single terms.

    Notes
    -----
    Shares no code with the scanner: the text is cut into words again, and every
    sequence of neighbouring words, up to the longest known term, is looked up by itself.
    An unproven or unseen word is left when it is a content word, no number, and its clause does
    not keep unseen terms. Doubtful words go only in the company of what tells of a concept, and
    a text that passes this check holds none.

    References
    ----------
    [CS] Definition 6.
    """
    blanked = text.replace(PLACEHOLDER, "\0" * len(PLACEHOLDER))
    words = token_columns(blanked)
    found = [left for concept in concepts for left in _left(blanked, words, concept)]
    return sorted(found, key=lambda left: (left.start, left.end))


def _left(text: str, words: Columns, concept: CompiledConcept) -> Iterator[Residual]:
    starts, ends, keys = words
    verdicts = concept.judged
    bad = {key for key in set(keys) if verdicts[key] not in ("safe", "doubtful")}
    for place in [number for number, key in enumerate(keys) if key in bad]:
        start, end, verdict = starts[place], ends[place], verdicts[keys[place]]
        if verdict in ("names", "discloses") or _must_be_seen(text[start:end], concept):
            yield _residual(start, end, keys[place], verdict, concept)
    begins = concept.phrase_beginnings
    for first in [number for number, key in enumerate(keys) if key in begins]:
        yield from _phrases_left(text, words, first, concept)


def _phrases_left(text: str, words: Columns, first: int, concept: CompiledConcept) -> Iterator[Residual]:
    """Phrases that begin at the word `first`, the shortest first."""
    starts, ends, keys = words
    phrase = keys[first]
    for last in range(first + 1, min(first + concept.max_words, len(keys))):
        if not _JOINED.match(text[ends[last - 1] : starts[last]]):
            return
        phrase += " " + keys[last]
        if phrase in concept.known_phrases:
            yield _residual(starts[first], ends[last], phrase, concept.judge(phrase), concept)


def _must_be_seen(surface: str, concept: CompiledConcept) -> bool:
    return concept.rule.unseen != "keep" and not surface[0].isdigit() and is_content_word(surface)


def _residual(start: int, end: int, key: str, verdict: str, concept: CompiledConcept) -> Residual:
    bits = None
    if verdict == "names":
        bits = concept.information_content_bits
    elif (counted := concept.counts(key)) is not None and counted.n_joint:
        bits = counted.pmi_bits
    return Residual(start, end, concept.rule.clause, verdict, bits, concept.threshold_bits)
