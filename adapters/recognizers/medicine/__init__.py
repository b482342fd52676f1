"""The shipped vocabulary of medicine."""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path

from engine.methods.names.medicine.vocabulary import MedicalVocabulary

FOLDER = Path(__file__).parent
"""Where its lists lie."""


@cache
def medical_vocabulary() -> MedicalVocabulary:
    """The shipped vocabulary, read once."""
    lists = lzma.decompress((FOLDER / "vocabulary.txt.xz").read_bytes()).decode().split("\n\n")
    return MedicalVocabulary(*(frozenset(words.split("\n")) for words in lists))
