"""What a policy says about passages in another language than the one that its methods read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adapters.recognizers.languages import Languages
from engine.errors import Fault, fault
from engine.language.passages import other_passages
from engine.text import SensitiveText


def other_languages(text: SensitiveText) -> dict[str, int]:
    """Letters of a text in passages that are not in English, by language, the most first."""
    letters = Counter[str]()
    for passage in other_passages(text.reveal(), Languages()):
        letters[passage.language] += passage.letters
    return dict(letters.most_common())


def language_faults(document_id: str, found: Mapping[str, int]) -> list[Fault]:
    """Why a document with such passages is refused: ``LNG001``; none where it has none."""
    if not found:
        return []
    must = "must be in English, since names in other languages are missed"
    advice = "Let a person prepare these passages, or set documents.other_languages: warn."
    return [fault("LNG001", f"document {document_id}", must, languages_said(found), advice)]


def languages_said(found: Mapping[str, int]) -> str:
    """In words: "900 letters in Spanish (es)"."""
    return ", ".join(f"{letters:,} letters in {named(language)}" for language, letters in found.items())


def named(language: str) -> str:
    """The English name of a language, with its code."""
    return f"{_NAMES[language]} ({language})" if language in _NAMES else f"language {language}"


_NAMES = {
    "ar": "Arabic",
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "tr": "Turkish",
    "vi": "Vietnamese",
    "zh": "Chinese",
}
