"""A pattern as a row of data, and the pieces that patterns are put together from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.catalog.lexicon import either
from engine.catalog.regions import STATES


@dataclass(frozen=True, slots=True)
class Pattern:
    r"""One row: a shape, what it is evidence of, and what else must hold.

    Parameters
    ----------
    id : str
        Stable name, shown in reports as the reason of a finding.
    category : str
        A key of ``CATEGORIES``; ``""`` for a trap (see `strong`).
    regex : str
        RE2 syntax over folded text; the first group is the finding, or the whole match without groups.
    score : float
        Confidence in [0, 1] without further evidence; a checksum that holds makes it 1.
    validator : str
        Name of a check (``validators.py``) without which the match is dropped.
    checksum : bool
        The validator is a check digit or a registry: a match that passes it scores 1.
    context : str
        Alternatives of a regular expression; such a word near by raises the score.
    context_required : bool
        Without a context word the match is dropped.
    standalone : bool
        The match must not be a piece of a longer run of digits and separators.
    prefilter : str
        A plainer regex that occurs in every window in which `regex` does; empty: `regex` itself.
        Plain ones make fewer states of the automaton that they share.
    strong : bool
        Of a trap: it also overrides findings with good evidence (an allowed aggregate).
    citation : str
        Where shape and check come from.
    examples : tuple of str
        Texts the pattern must find; each is a test.
    """

    id: str
    category: str
    regex: str
    score: float = 0.7
    validator: str = ""
    checksum: bool = False
    context: str = ""
    context_required: bool = False
    standalone: bool = False
    prefilter: str = ""
    strong: bool = False
    citation: str = ""
    examples: tuple[str, ...] = ()


NUMBER_WORD = (
    r"(?:number(?:s|ed)?|num|nos?|nr|ids?|code|identifier|identification|reference|ref|numero|nummer|n°)"
)
_REMARK = r" ?\([^()\n\d]*\) ?[:=]"
"""Behind a label: "License plate (for the reserved bay): JTW 6093"."""
MARK = (
    rf"""['"]?(?:[.,]?[ \-]{{0,2}}\(?{NUMBER_WORD}(?:\b|°)[.)]{{0,2}}['"]?(?:{_REMARK})?"""
    r"""(?: (?:is|was|are|reads))?[ :#=.\-]{0,4}\n?[ #:]{0,3}|"""
    rf"""(?: {{0,2}}[.]? ?[:#=]|{_REMARK})[ :#=\-]{{0,3}}\n?[ #:]{{0,3}})"""
)
"""What stands between a label and its value: ``no.``, ``number is``, ``#``, ``:``, ``": "``."""

CODE = r"[A-Z0-9](?:[A-Z0-9./\-\x83]{0,28}[A-Z0-9])?"
"""A code as labels give them out; which needs digits is left to a validator."""
SPACED_CODE = (
    r"(?:(?-i:[A-Z]{1,3}) )?(?:(?-i:[A-Z]{1,6})[\-/.*]){0,2}[A-Z]{0,6}[\-/.]?\d[A-Z0-9./\-\x83]{0,24}"
    r"(?: \d[A-Z0-9./\-]{1,10}){0,5}"
)
"""A code that soon comes to digits, perhaps in groups: ``1234 5678 90``, ``GB12 3456``."""
_LONG_CODE = r"[A-Z]{0,4}[\-/]?\d[\d\-/]{3,18}\d"
EXTENSION = r"(?:,? ?(?i:x|ext|extension|app|poste|durchwahl)[.: ]{0,2}\d{1,6}\b)"
YEAR = r"(?:1[5-9]|20)\d\d"
US_STATE_CODE = either((*STATES, "FM", "PW", "AA", "AE", "AP"))
US_STATE_NAME = either((*STATES.values(), "Washington,? D\\.?C\\.?"))
US_STATE = rf"(?:{US_STATE_CODE}\b\.?|{US_STATE_NAME}\b)"


def labelled(labels: str, value: str) -> str:
    """Regex of `value` right after one of `labels`, with or without a mark between."""
    return rf"""(?i)\b(?:{labels})(?:{MARK}| (?:is|was) |,? ?)["'(]?\b({value})\b"""


def direct(labels: str) -> str:
    """Regex of a code of five and more digits right after one of `labels`."""
    return rf"""(?i)\b(?:{labels})s? ["'(]?({_LONG_CODE})\b"""


def marked(labels: str, value: str) -> str:
    """Regex of `value` after one of `labels` and a mark: for labels that are everyday words."""
    return rf"""(?i)\b(?:{labels})s?{MARK}["'(]?\b({value})\b"""
