"""Habits of spelling and of connecting words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.catalog.lexicon import words
from engine.methods.style.changes import (
    NOT_GOING_ON,
    NOT_INSIDE,
    Change,
    Rule,
    begins_sentence,
    words_to_words,
)


def _pairs(listed: Iterable[str]) -> dict[str, str]:
    """A table from pairs ``old=new``, in which ``_`` stands for a blank.

    Examples
    --------
    >>> _pairs(("alot=a_lot", "teh=the"))
    {'alot': 'a lot', 'teh': 'the'}
    """
    return dict(pair.replace("_", " ").split("=") for pair in listed)


_OUR = (
    "behaviour colour favour flavour honour humour labour neighbour odour rumour savour tumour vapour "
    "endeavour harbour vigour rigour parlour saviour splendour ardour fervour candour demeanour"
)
_OUR_ENDINGS = ("", "s", "ed", "ing", "ite", "ites", "able", "ful", "hood", "al", "less")
_ISE = (
    "apolog author brutal capital categor central character civil critic dramat econom emphas equal final "
    "formal general harmon ideal immun industrial item legal local maxim memor minim mobil modern natural "
    "neutral normal optim organ personal popular priorit privat public rational real recogn rational "
    "revolution scrutin social special stabil standard steril summar symbol sympath terror theor util "
    "victim visual"
)
_ISE_ENDINGS = ("ise", "ises", "ised", "ising", "iser", "isers", "isation", "isations")


def _made() -> Iterator[tuple[str, str]]:
    for stem in _OUR.split():
        for ending in _OUR_ENDINGS:
            yield stem + ending, stem[:-3] + "or" + ending
    for stem in _ISE.split():
        for ending in _ISE_ENDINGS:
            yield stem + ending, stem + ending.replace("is", "iz", 1)


_VARIANTS = dict(_made()) | _pairs(words("style/variants"))
"""Spellings of other countries -> the American one; many are names as well, so capitals are left."""
_SLIPS = _pairs(words("style/slips")) | _pairs(words("style/short-forms"))
"""Slips and short forms -> the common word."""
_SHORT = {short: _SLIPS[short.lower()] for short in ("AFAIK", "IMHO", "BTW", "FYI", "IIRC")} | {"OK": "ok"}
"""Short forms that are written in capitals."""
_PLAIN = _pairs(words("style/plain")) | {"e.g.": "for example", "i.e.": "that is", "viz.": "namely"}
"""The same wherever they stand."""
_BEGINNING = _pairs(words("style/plain-at-beginning"))
"""The same at the beginning of a sentence, before a comma."""
_ABBREVIATED = re.compile(rf"{NOT_INSIDE}(?:{'|'.join(_SHORT)}){NOT_GOING_ON}")
_OKLAHOMA = re.compile(r"[a-z], OK|OK \d")
_AT_BEGINNING = re.compile(rf"{NOT_INSIDE}(?:{'|'.join(_BEGINNING)})(?=,)", re.IGNORECASE)


def abbreviated(text: str) -> Iterator[Change]:
    """Short forms of the net in words."""
    for match in _ABBREVIATED.finditer(text):
        if match[0] == "OK" and _OKLAHOMA.search(text, max(0, match.start() - 3), match.end() + 2):
            continue
        new = _SHORT[match[0]]
        begins = begins_sentence(text, match.start())
        yield Change(*match.span(), new[:1].upper() + new[1:] if begins else new)


def at_beginning(text: str) -> Iterator[Change]:
    """Connecting words that begin a sentence."""
    for match in _AT_BEGINNING.finditer(text):
        if begins_sentence(text, match.start()):
            new = _BEGINNING[match[0].lower()]
            yield Change(*match.span(), new.capitalize())


SPELLING: tuple[Rule, ...] = (words_to_words(_VARIANTS), words_to_words(_SLIPS, names_too=True), abbreviated)
FUNCTION_WORDS: tuple[Rule, ...] = (words_to_words(_PLAIN, names_too=True), at_beginning)
