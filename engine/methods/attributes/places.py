"""Names of anything that may tell a place: words with a capital that the tables do not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.catalog.attributes import AttributeName
from engine.catalog.lexicon import words
from engine.methods.attributes.cues import Token
from engine.methods.attributes.findings import LABELS, Finding

_WHERE: tuple[AttributeName, ...] = ("place", "birthplace")
_OF_PLACE = frozenset(
    [
        "in",
        "at",
        "from",
        "to",
        "near",
        "around",
        "on",
        "through",
        "into",
        "off",
        "across",
        "outside",
        "via",
        "of",
        "the",
        "over",
        "toward",
        "towards",
    ]
)
_CAPITALS = frozenset(words("attributes/capitals"))
"""Words with a capital that tell nothing of a place."""
_ENDS = '.!?:\n\u2022"“”'


def find_names(text: str, tokens: Sequence[Token]) -> Iterator[Finding]:
    """Runs of words with a capital inside a sentence, and of capitals only, that no list calls ordinary."""
    at = 0
    while at < len(tokens):
        if not _is_name(text, tokens, at):
            at += 1
            continue
        end = at + 1
        while end < len(tokens) and _joins(text, tokens, end):
            end += 1
        before = tokens[at - 1].word.lower() if at else ""
        word = LABELS["place"] if before in _OF_PLACE else "[NAME]"
        yield Finding(tokens[at].start, tokens[end - 1].end, _WHERE, {"nothing": word}, "label", "name")
        at = end


def _is_name(text: str, tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].word
    if not word[0].isupper() or word in _CAPITALS or (len(word) == 1):
        return False
    if word.isupper() and len(word) > 1:
        return not _is_shouted(tokens, at)
    return not begins_sentence(text, tokens[at].start)


def _is_shouted(tokens: Sequence[Token], at: int) -> bool:
    """Whether the words beside are in capitals too: then capitals are emphasis."""
    beside = [*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2]]
    return any(token.word.isupper() and len(token.word) > 1 for token in beside)


def _joins(text: str, tokens: Sequence[Token], at: int) -> bool:
    gap = text[tokens[at - 1].end : tokens[at].start]
    return (
        gap in (" ", "-", "’s ", "'s ")
        and (tokens[at].word[0].isupper() or tokens[at].word.isdigit())
        and (tokens[at].word not in _CAPITALS)
    )


def begins_sentence(text: str, start: int) -> bool:
    """Whether a word that begins at `start` begins a sentence, a line or a quotation."""
    before = text[:start].rstrip(" \t([{*_-–—'‘")
    return not before or before[-1] in _ENDS
