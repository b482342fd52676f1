"""What a policy says about passages in another language than the one that its methods read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from adapters.recognizers.languages import Languages
from engine.errors import Fault, fault
from engine.language.language_names import LANGUAGE_NAMES
from engine.language.passages import UNTOLD, other_passages
from engine.policy.clauses.documents import LANGUAGES
from engine.text import Document

_LABELS = frozenset({"cell", "value", "number", "boolean", "header", "key", "sheet"})
"""Kinds of parts that hold labels and values as a rule. Only long ones are running text."""
_LONG = 60
"""Characters from which a cell is running text."""


def other_languages(document: Document, known: Sequence[str] = ()) -> dict[str, int]:
    """Letters of a document in passages that are not in English, by language, the most first.

    Labels and short values of tables are left out: their columns have types, whatever their language.
    """
    letters = Counter[str]()
    for passage in other_passages(_running_text(document), Languages(), known):
        letters[passage.language] += passage.letters
    return dict(letters.most_common())


def _running_text(document: Document) -> str:
    text, pieces, end = document.text.reveal(), list[str](), 0
    for part in document.parts:
        if part.kind in _LABELS and part.end - part.start < _LONG:
            pieces.append(text[end : part.start])
            end = part.end
    return "".join((*pieces, text[end:]))


def language_faults(document_id: str, found: Mapping[str, int], allowed: Sequence[str] = ()) -> list[Fault]:
    """Why a document with such passages is refused: ``LNG001``; none if all are in `allowed` languages."""
    others = {language: letters for language, letters in found.items() if language not in allowed}
    if not others:
        return []
    read = " or ".join(LANGUAGES[language] for language in ("en", *allowed))
    must = f"must be in {read}, since names in other languages are missed"
    advice = (
        "Name its language under documents.more_languages (de, es, fr), let a person prepare these passages, "
        "or set documents.other_languages: warn."
    )
    if set(others) == {UNTOLD}:
        advice = (
            "If it is filler, as of a blank letter, put English in its place. Else let a person prepare "
            "these passages, or set documents.other_languages: warn."
        )
    return [fault("LNG001", f"document {document_id}", must, languages_said(others), advice)]


def languages_said(found: Mapping[str, int]) -> str:
    """In words: "900 letters in Spanish (es)"."""
    return ", ".join(f"{letters:,} letters in {named(language)}" for language, letters in found.items())


def named(language: str) -> str:
    """The English name of a language, with its code."""
    if language == UNTOLD:
        return "a language that cannot be told"
    names = LANGUAGE_NAMES | LANGUAGES
    return f"{names[language]} ({language})" if language in names else f"language {language}"
