"""The text of a policy in colours: keys, comments, and what a form just changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.tokens import KeyToken, ScalarToken

Span = tuple[int, int, str]


@dataclass(frozen=True)
class Line:
    """A line of a text in parts.

    Parameters
    ----------
    mark : {"", "new", "gone"}
        Whether a change brings it, or takes it away.
    parts : sequence of (str, str)
        Kind (``key``, ``comment``, or nothing) and words.
    """

    mark: str
    parts: Sequence[tuple[str, str]]


def coloured(text: str, before: str) -> list[Line]:
    """The lines of a text, with those that it lost since `before`.

    Examples
    --------
    >>> coloured("a: 1  # one", "a: 1  # one")
    [Line(mark='', parts=[('key', 'a'), ('', ': '), ('', '1'), ('', '  '), ('comment', '# one')])]
    >>> [line.mark for line in coloured("a: 2\\nb: 1", "a: 1\\nb: 1")]
    ['gone', 'new', '']
    """
    new, old = _lines(text), _lines(before)
    found: list[Line] = []
    matched = SequenceMatcher(None, before.split("\n"), text.split("\n"), autojunk=False)
    for what, a, b, c, d in matched.get_opcodes():
        found += [Line("gone", line) for line in old[a:b]] if what != "equal" else []
        found += [Line("" if what == "equal" else "new", line) for line in new[c:d]]
    return found


def _lines(text: str) -> list[list[tuple[str, str]]]:
    spans, start, found = list(_spans(text)), 0, []
    for line in text.split("\n"):
        found.append(list(_parts(line, start, spans)))
        start += len(line) + 1
    return found


def _parts(line: str, start: int, spans: Sequence[Span]) -> Iterator[tuple[str, str]]:
    at, end = start, start + len(line)
    for first, last, kind in spans:
        if first >= end or last <= start:
            continue
        if first > at:
            yield from _gap(line[at - start : first - start])
        at = max(at, first)
        yield kind, line[at - start : last - start]
        at = min(last, end)
    if at < end:
        yield from _gap(line[at - start :])


def _gap(words: str) -> Iterator[tuple[str, str]]:
    """What stands between the values of a text: a number sign begins a comment there."""
    plain, sign, comment = words.partition("#")
    if plain:
        yield "", plain
    if sign:
        yield "comment", sign + comment


def _spans(text: str) -> Iterator[Span]:
    """Where keys and values stand; nothing behind a place that is no YAML."""
    is_key = False
    try:
        for token in YAML(typ="safe", pure=True).scan(text):
            if isinstance(token, ScalarToken):
                yield token.start_mark.index, token.end_mark.index, "key" if is_key else ""
            is_key = isinstance(token, KeyToken)
    except (YAMLError, ValueError):
        return
