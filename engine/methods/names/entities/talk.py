"""Talk, written down: who takes a turn is somebody, and what marks a question or an answer is nobody.

"[09:14] dmitri_k: pallet is here" names a person, however ordinary its words. "Q. Did he call?" names none.
"""

from __future__ import annotations

import re

from engine.catalog.rules import nothing, rule
from engine.methods.names.tagger.casing import is_mostly_small
from engine.methods.names.tagger.features import Lexicon, Tokens, token_range

_TURN = re.compile(
    r"^[ \t>]*[\[(<]?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?,? (?:à |um |at |a las )?)?"
    r"\d{1,2}[.:h]\d\d(?:[.:]\d\d)?"
    r"(?: ?[AaPp]\.?[Mm]\.?)?[\])>]?,?(?: ?[-–—])? ?"
    r"(?:<([^\s<>]{2,25})>:?(?= )|([^\W\d_][\w'.-]{1,24}(?: [^\W\d_][\w'.-]*){0,2}) ?:(?= [^\d\s]))",
    re.MULTILINE,
)
"""A time that opens a line, and a name before a colon and words, or in angle brackets."""
_SHORT = re.compile(r"[A-Z]{1,4}")
"""What a monitor shows ("HR", "SpO"), in capitals."""
_TURNS = 2
_WORD = re.compile(r"[^\W\d_]+")
_NO_NAMES = frozenset(
    (
        *("agent", "bot", "caller", "customer", "guest", "host"),
        *("me", "operator", "support", "system", "user", "you"),
    )
)
_SAID = frozenset(["aha", "huh", "objection", "oh", "ok", "okay", "uh", "uhm", "um", "yeah", "yep", "yes"])
"""Ordinary words that an encyclopedia hardly has."""


@rule("speakers", without=nothing)
def find_speakers(text: str, tokens: Tokens, lexicon: Lexicon) -> list[tuple[int, int]]:
    """Tokens [first, end) of those who take a turn behind a time, at each of their turns.

    Parameters
    ----------
    text : str
    tokens : Tokens
        Of `text`.
    lexicon : Lexicon
        Says which words are mostly written small: "09:10 Pulse: 88" names nobody.

    Returns
    -------
    list of (first, end)
        In the order of the text; none where there are not two turns.
    """
    spans = [span for span in timed_turns(text) if _is_name(text[slice(*span)], lexicon)]
    return [token_range(tokens, *span) for span in spans] if len(spans) >= _TURNS else []


def timed_turns(text: str) -> list[tuple[int, int]]:
    """Offsets of what may be a name between a time that opens a line and a colon; in any language."""
    spans = [turn.span(turn.lastindex or 1) for turn in _TURN.finditer(text)]
    return [(start, end) for start, end in spans if not _SHORT.fullmatch(text, start, end)]


def _is_name(said: str, lexicon: Lexicon) -> bool:
    """Whether a word of what stands before a colon may be a name; a handle is one, whatever its words."""
    if any(sign.isdigit() or sign == "_" for sign in said):
        return True
    words = [word.lower() for word in _WORD.findall(said)]
    return not all(_is_plain(word, lexicon) for word in words)


def _is_plain(word: str, lexicon: Lexicon) -> bool:
    return (
        word in _NO_NAMES
        or word in _SAID
        or (is_mostly_small(word, lexicon) and "first" not in lexicon.names_of(word))
    )
