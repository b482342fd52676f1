"""Habits of spelling and of connecting words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.methods.style.changes import (
    NOT_GOING_ON,
    NOT_INSIDE,
    Change,
    Rule,
    begins_sentence,
    words_to_words,
)
from engine.methods.style.tables.function_words import PLAIN, PLAIN_AT_BEGINNING
from engine.methods.style.tables.spelling import ABBREVIATED, SLIPS, VARIANTS

_ABBREVIATED = re.compile(rf"{NOT_INSIDE}(?:{'|'.join(ABBREVIATED)}){NOT_GOING_ON}")
_OKLAHOMA = re.compile(r"[a-z], OK|OK \d")
_AT_BEGINNING = re.compile(rf"{NOT_INSIDE}(?:{'|'.join(PLAIN_AT_BEGINNING)})(?=,)", re.IGNORECASE)


def abbreviated(text: str) -> Iterator[Change]:
    """Short forms of the net in words."""
    for match in _ABBREVIATED.finditer(text):
        if match[0] == "OK" and _OKLAHOMA.search(text, max(0, match.start() - 3), match.end() + 2):
            continue
        new = ABBREVIATED[match[0]]
        begins = begins_sentence(text, match.start())
        yield Change(*match.span(), new[:1].upper() + new[1:] if begins else new)


def at_beginning(text: str) -> Iterator[Change]:
    """Connecting words that begin a sentence."""
    for match in _AT_BEGINNING.finditer(text):
        if begins_sentence(text, match.start()):
            new = PLAIN_AT_BEGINNING[match[0].lower()]
            yield Change(*match.span(), new.capitalize())


SPELLING: tuple[Rule, ...] = (words_to_words(VARIANTS), words_to_words(SLIPS, names_too=True), abbreviated)
FUNCTION_WORDS: tuple[Rule, ...] = (words_to_words(PLAIN, names_too=True), at_beginning)
