"""Words and phrases that tell of a personal attribute, read from tables and found in texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.catalog.attributes import AttributeName
from engine.language.wording import pluralize

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_LEFT_OUT = re.compile(r"['’](?:s|re|m|ve|d|ll)$")
_STAYS = frozenset({"a", "an", "my", "the"})
"""Words before a noun that stay where a cue begins with them."""
_ATTRIBUTES = frozenset(
    {"age", "sex", "place", "birthplace", "occupation", "income", "education", "relationship"}
)


class Token(NamedTuple):
    """A word with its place; `word` and `end` leave out a possessive or contracted end, `whole` has it."""

    start: int
    end: int
    word: str
    whole: str

    def is_written(self, form: str) -> bool:
        """Whether a word of a cue, which may have capitals, stands here."""
        return form in (self.word, self.whole, self.word.lower(), self.whole.lower())


@dataclass(frozen=True, slots=True)
class Kind:
    """What the cues below one line of a table have in common.

    Parameters
    ----------
    attributes : tuple of str
        What a reader infers from them.
    words : str
        What takes their place: a noun in the singular, without article.
    is_noun : bool
        Whether it is; other words stand as they are.
    group : str
        What a clause that allows more may say: a country, a major group, a level of schooling.
    """

    attributes: tuple[AttributeName, ...]
    words: str
    group: str = ""
    is_noun: bool = True


class Cue(NamedTuple):
    """A cue in a text."""

    start: int
    end: int
    kind: Kind


def tokens_of(text: str) -> list[Token]:
    """The words of a text, in order.

    Examples
    --------
    >>> [token.word for token in tokens_of("My husband's 40.")]
    ['My', 'husband', '40']
    """
    found = []
    for match in _TOKEN.finditer(text):
        word = _LEFT_OUT.sub("", match.group())
        whole = match.group().replace("’", "'")
        found.append(Token(match.start(), match.start() + len(word), word, whole))
    return found


def read_table(table: str) -> list[tuple[Kind, str]]:
    """The kinds and cues of a table.

    Parameters
    ----------
    table : str
        Lines ``attributes | words | group |``, ``=`` before words that are no noun,
        and below each, indented, its cues with
        commas between.

    Examples
    --------
    >>> [(kind, cue)] = read_table("sex, relationship | partner | |\\n    husband")
    >>> kind.attributes, kind.words, cue
    (('sex', 'relationship'), 'partner', 'husband')
    """
    found: list[tuple[Kind, str]] = []
    for block in re.split(r"\n(?=\S)", table.strip()):
        attributes, words, group, cues = (part.strip() for part in block.split("|"))
        kind = Kind(_names(attributes), words.removeprefix("="), group, not words.startswith("="))
        found += [(kind, " ".join(cue.split())) for cue in cues.split(",")]
    return found


def _names(listed: str) -> tuple[AttributeName, ...]:
    names = tuple(name.strip() for name in listed.split(","))
    if not _ATTRIBUTES.issuperset(names):
        raise ValueError("a table must name attributes that exist")
    return names  # type: ignore[return-value]  # checked against the names just above


class CueFinder:
    """Finds the cues of tables in a text: the longest at each place, in any case and number.

    Parameters
    ----------
    cues : iterable of (Kind, str)
        A cue with a capital is found as it is written only; one that ends in ``~`` in all forms of its
        verb too.

    Notes
    -----
    Linear in the words of the text: at each word one look-up per cue that begins with it.
    """

    def __init__(self, cues: Iterable[tuple[Kind, str]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], Kind]]] = {}
        for kind, cue in cues:
            for words in _forms(cue):
                self._by_first.setdefault(words[0], []).append((words, kind))
        for entries in self._by_first.values():
            entries.sort(key=lambda entry: -len(entry[0]))

    def find(self, tokens: Sequence[Token]) -> Iterator[Cue]:
        """The cues among the words of a text, in order, none in another."""
        at = 0
        while at < len(tokens):
            found = self._at(tokens, at)
            if found is None:
                at += 1
                continue
            words, kind = found
            first, last = tokens[at + (len(words) > 1 and words[0] in _STAYS)], tokens[at + len(words) - 1]
            end = last.end if words[-1] in (last.word, last.word.lower()) else last.start + len(last.whole)
            yield Cue(first.start, end, kind)
            at += len(words)

    def _at(self, tokens: Sequence[Token], at: int) -> tuple[tuple[str, ...], Kind] | None:
        token = tokens[at]
        for first in dict.fromkeys((token.whole, token.whole.lower(), token.word, token.word.lower())):
            for words, kind in self._by_first.get(first, ()):
                here = tokens[at : at + len(words)]
                if len(here) == len(words) and all(map(Token.is_written, here, words)):
                    return words, kind
        return None


def _forms(cue: str) -> Iterator[tuple[str, ...]]:
    """The words of a cue as it is written, and in its other forms."""
    words = tuple(token.whole for token in tokens_of(cue.removesuffix("~")))
    head, last = words[:-1], words[-1]
    yield words
    if cue.endswith("~"):
        yield from ((*head, form) for form in _verb_forms(last))
    else:
        yield (*head, pluralize(last))


def _verb_forms(verb: str) -> Iterator[str]:
    stem = verb.removesuffix("e")
    doubled = verb + verb[-1]
    yield from (verb + "s", stem + "ed", stem + "ing", doubled + "ed", doubled + "ing")
