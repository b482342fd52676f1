"""Spellings of one word: the common American one, variants and slips."""

from __future__ import annotations

from collections.abc import Iterator

from engine.catalog.lexicon import words
from engine.methods.style.tables.pairs import pairs

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


VARIANTS = dict(_made()) | pairs(words("style/variants"))
"""Spellings of other countries -> the American one; many are names as well, so capitals are left."""
SLIPS = pairs(words("style/slips")) | pairs(words("style/short-forms"))
"""Slips and short forms -> the common word."""
ABBREVIATED = {short: SLIPS[short.lower()] for short in ("AFAIK", "IMHO", "BTW", "FYI", "IIRC")} | {
    "OK": "ok"
}
"""Short forms that are written in capitals."""
