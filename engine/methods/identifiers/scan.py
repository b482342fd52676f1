"""One linear-time scan for all patterns: an RE2 set names those that occur in a window, only they are run.

RE2 has no backtracking, so no text makes a pattern hang. Texts go through
in windows of about a kilobyte, cut at paragraphs where possible: ordinary
prose holds few identifiers, so in most windows few patterns are run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import re2

from engine.errors import InvalidError, fault
from engine.methods.identifiers.pattern import Pattern

WINDOW = 2048
"""Bytes after which a window ends at the next paragraph, or at a space within as many again."""
OVERLAP = 256
"""Bytes that two windows share where no paragraph separates them; longer matches are followed on."""
LONGEST = 8192
"""Bytes to which a match that reaches its window's end is followed."""
_MEMORY = 256 << 20


Match = tuple[int, int, int]
"""Start, end (folded offsets) and index of the pattern, before validators and context."""


def _options() -> re2.Options:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.max_mem = _MEMORY
    options.log_errors = False
    return options


@lru_cache(2048)
def compiled(regex: str) -> re2._Regexp:
    """`regex` as RE2 over folded bytes; recognisers of one process share it.

    Raises
    ------
    InvalidError
        IDN005, when RE2 refuses it.
    """
    try:
        return re2.compile(regex.encode("latin-1"), _options())
    except re2.error:
        raise InvalidError(
            fault(
                "IDN005",
                "pattern",
                "must be a regular expression in RE2 syntax",
                regex,
                "See RE2's syntax page.",
            )
        ) from None


def windows(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Cut `data` into (start, end, artificial end?); the artificial ones overlap their successor."""
    start, size = 0, len(data)
    while size - start > 2 * WINDOW:
        end = data.find(b"\n\n", start + WINDOW, start + 2 * WINDOW)
        if end >= 0:
            yield start, end, False
            start = end
            continue
        end = data.rfind(b" ", start + WINDOW, start + 2 * WINDOW)
        end = end if end >= 0 else start + 2 * WINDOW
        yield start, end, True
        shared = data.find(b" ", end - OVERLAP, end)
        start = shared if shared >= 0 else end - OVERLAP
    yield start, size, False


def _kind(pattern: Pattern) -> str:
    """Patterns of one kind share an automaton, kinds do not.

    One automaton for all has states for every combination of half-read dates, streets and labels:
    fresh prose then goes through at 4 MB/s, most of it spent on building states; five at 10.
    """
    if pattern.category in ("date", "age-over-89", "street-address"):
        return pattern.category.replace("age-over-89", "date")
    if _BEGINS_WITH_WORD.match(pattern.regex):
        return "label"
    return (
        "contact" if pattern.category in ("email", "url", "phone", "ip", "coordinates", "device") else "code"
    )


_BEGINS_WITH_WORD = re.compile(r"\(\?i\)\\b\(\?:\(*(?:\?:)*[a-z]")


@lru_cache(64)
def _prefilter(regexes: tuple[str, ...]) -> Callable[[bytes], list[int] | None]:
    """Which of `regexes` occur in a window, by index."""
    prefilter = re2.Set.SearchSet(_options())
    for regex in regexes:
        prefilter.Add(regex.encode("latin-1"))
    prefilter.Compile()
    matching: Callable[[bytes], list[int] | None] = prefilter.Match
    return matching


class PatternScanner:
    """All patterns compiled together; built once, used for any number of documents.

    Parameters
    ----------
    patterns : sequence of Pattern
        Rows whose ``regex`` is RE2 syntax.
    """

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._regexes = [compiled(pattern.regex) for pattern in patterns]
        self._groups = [min(1, regex.groups) for regex in self._regexes]
        members: dict[str, list[int]] = {}
        for index, pattern in enumerate(patterns):
            members.setdefault(_kind(pattern), []).append(index)
        glances = [pattern.prefilter or pattern.regex for pattern in patterns]
        self._sets = [
            (_prefilter(tuple(glances[i] for i in indices)), indices) for indices in members.values()
        ]

    def scan(self, data: bytes) -> list[Match]:
        """Every match of every pattern in folded `data`, unordered; windows may give a match twice."""
        found: list[Match] = []
        for start, end, artificial in windows(data):
            window = data[start:end]
            for matching, indices in self._sets:
                for index in matching(window) or ():
                    if artificial:
                        found += self._followed(indices[index], window, start, data)
                    else:
                        found += self._run(indices[index], window, start)
        return found

    def _run(self, index: int, window: bytes, offset: int) -> Iterator[Match]:
        group = self._groups[index]
        for match in self._regexes[index].finditer(window):
            start, end = match.span(group)
            yield offset + start, offset + end, index

    def _followed(self, index: int, window: bytes, offset: int, data: bytes) -> Iterator[Match]:
        """As `_run`; a match that reaches the window's artificial end is followed beyond it."""
        for start, end, _ in self._run(index, window, offset):
            if end >= offset + len(window) - 1:
                longer = self._regexes[index].search(data, max(0, start - 40), start + LONGEST)
                end = max(end, longer.end(self._groups[index])) if longer else end
            yield start, end, index
