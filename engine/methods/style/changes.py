"""A change of style, and how a table of words becomes a finder of changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

Rule = Callable[[str], Iterator["Change"]]
"""Proposes changes of a text, in any order."""

NOT_INSIDE = r"(?<![\w@/\\.'’#$%&+=<>|~^\[{■-])"
NOT_GOING_ON = r"(?![\w@/\\#$%&+=<>|~^\]}■-]|['’.:]\w)"
"""A word stands alone: it is no part of an address, a path, a code, a number or a placeholder."""
_LOOK_BACK = 40
_IN_NAME = re.compile(r"[A-Z][\w'’.]*[ ]\Z")
_NAME_BEHIND = re.compile(r"[ ][A-Z]")
_SENTENCE_BEGINS = re.compile(r"(?:^|\n[ \t]*\n|[.!?][\"')]*[ \t\n]+)[ \t]*[\"'(]*$")


class Change(NamedTuple):
    """What stands at a place instead."""

    start: int
    end: int
    text: str


def begins_sentence(text: str, start: int) -> bool:
    """Whether a sentence begins at a place, as far as the signs before it tell."""
    before = text[max(0, start - _LOOK_BACK) : start]
    return bool(_SENTENCE_BEGINS.search(before if len(before) < _LOOK_BACK else f"-{before}"))


def is_in_name(text: str, start: int, end: int) -> bool:
    """Whether a word stands between two capitalised ones: part of a name ("Newcastle upon Tyne")."""
    before = _IN_NAME.search(text, max(0, start - _LOOK_BACK), start)
    return bool(before and _NAME_BEHIND.match(text, end))


def words_to_words(table: Mapping[str, str], *, names_too: bool = False) -> Rule:
    """A rule that puts words of a table in place of others, in lower case or at the beginning of sentences.

    Parameters
    ----------
    table : mapping
        Words or phrases in lower case -> what to put.
    names_too : bool
        Whether a capitalised word is one of these at the beginning of a sentence: never for words that are
        names as well ("Labour", "Centre").
    """
    listed = "|".join(re.escape(key).replace(r"\ ", r"[ ]") for key in sorted(table, key=len, reverse=True))
    pattern = re.compile(rf"{NOT_INSIDE}(?:{listed}){NOT_GOING_ON}", re.IGNORECASE)

    def find(text: str) -> Iterator[Change]:
        for match in pattern.finditer(text):
            word = match[0]
            if word.islower() and not is_in_name(text, *match.span()):
                yield Change(*match.span(), table[word])
            elif names_too and _is_capitalised(word) and begins_sentence(text, match.start()):
                new = table[word.lower()]
                yield Change(*match.span(), new[:1].upper() + new[1:])

    return find


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() and not any(letter.isupper() for letter in word[1:])


def patterns_to_text(rules: Iterable[tuple[str, str]]) -> Rule:
    """A rule of patterns, each with what stands instead."""
    compiled = [(re.compile(pattern), new) for pattern, new in rules]

    def find(text: str) -> Iterator[Change]:
        for rule, new in compiled:
            for match in rule.finditer(text):
                yield Change(*match.span(), match.expand(new))

    return find


def found(rule: Rule, text: str) -> Iterator[Change]:
    """What a rule really changes, in order; where two changes meet, the first in the text counts."""
    free = 0
    for change in sorted(rule(text)):
        if change.start >= free and text[change.start : change.end] != change.text:
            yield change
            free = change.end
