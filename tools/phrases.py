"""Phrases that pages do not use, what to write instead, and the checks of proselint that fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from proselint.checks import __register__
from proselint.registry import CheckRegistry
from proselint.tools import LintFile


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that is banned, and what to write instead."""

    pattern: re.Pattern[str]
    instead: str


def _phrase(pattern: str, instead: str) -> Phrase:
    return Phrase(re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE), instead)


BANNED = (
    _phrase(r"fires?|fired", "'is removed', 'discloses' or 'is found'"),
    _phrase(r"nobody can (?:say|tell)", "'unknown', and why"),
    _phrase(r"upper store?ys?|storeys", "'very general'"),
    _phrase(r"(?:leave|leaves|left) the house|the house's|our house", "'your organisation'"),
    _phrase(r"leaves? too", "'is removed too'"),
    _phrase(r"Say: ", "the imperative alone"),
    _phrase(r"whoever|whosoever", "'anyone who' or 'the recipient'"),
    _phrase(r"mend(?:s|ed|ing)?", "'fix' or 'correct'"),
    _phrase(r"anew once more|hereby|herein|thereof|therein|whilst|shall", "a modern word"),
    _phrase(r"is no (?:readable|well-formed|file|folder|name)", "'is not a'"),
    _phrase(r"told apart|tell apart|tells? [^.]{0,20} apart", "'distinguish'"),
    _phrase(
        r"tells? (?:a|whose|too|it|the (?:class|client|concept))|telling (?:word|part|name)s?",
        "'disclose', 'point to' or 'say'",
    ),
    _phrase(r"gives? way to", "'is replaced by'"),
    _phrase(r"stands? beside|stands? aside", "'lies beside' or 'is next to'"),
    _phrase(r"is (?:said|told) (?:openly|so)", "'the report says'"),
    _phrase(r"prevails?", "'wins'"),
    _phrase(r"nats?", "'natural log odds', with what it measures"),
    _phrase(r"confusable|confusion set", "'k-confusability' for the guarantee, else 'one of k'"),
    _phrase(
        r"left[_-]over|echoe?s?", "'repeat' for a removed value elsewhere, 'residual check' for the check"
    ),
    _phrase(r"second look", "'residual check' or 'release check'"),
    _phrase(r"e-mail's|utili[sz]e[sd]?|in order to|prior to|in the event that", "a shorter word"),
)
"""Every entry was found in a page or message of this project, or is a near relative of one that was."""

_CHECKS = dict.fromkeys(
    (
        "archaism",
        "cliches",
        "hedging",
        "industrial_language",
        "lexical_illusions",
        "malapropisms",
        "misc.latin",
        "misc.many_a",
        "misc.metadiscourse",
        "misc.narcissism",
        "misc.pretension",
        "misc.tense_present",
        "misc.whence",
        "mixed_metaphors",
        "mondegreens",
        "needless_variants",
        "nonwords",
        "oxymorons",
        "redundancy",
        "social_awareness",
        "uncomparables",
    ),
    True,
)
"""Left out: spelling and typography, which know American English and curly quotes alone."""


def proselint_findings(passages: Iterable[tuple[int, str]]) -> Iterator[str]:
    """What proselint says about passages (line, text), each as `line: message`."""
    registry = CheckRegistry()
    if not registry.checks:
        registry.register_many(__register__)
    numbered = list(passages)
    if not numbered:
        return
    counter = count()
    text = "\n¶\n".join(re.sub(r"\bCode\b", lambda _: f"Code{next(counter)}th", text) for _, text in numbered)
    for result in LintFile("page", text).lint({"max_errors": 1000, "checks": _CHECKS}):
        yield f"{numbered[(result.pos[0] - 2) // 2][0]}: {result.check_result.message}"
