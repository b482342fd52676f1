"""Values that other documents of a release lose: where they stand in this one.

The release-wide search (`engine.record.fingerprints.SearchText`) says what counts: a name in any case and
with any white space between its words, a number with any separators, both as wholes, also encoded. It
tells only whether a value stands; here is said where. A property test holds the two to one another.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.record.everywhere import direct_value
from engine.record.fingerprints import SearchText, Value, ValueSearch, with_joints
from engine.stages.repeats.normalized import Normalized, blotted_out
from engine.text import Decision, Span

_SEPARATORS = r"[ \t\n\r\-./()#:]*"
_ENCODED = re.compile(r"[^\s%]*%\S*|[A-Za-z0-9+/_-]{16,}=*")


def standing_here(
    text: str, decisions: Sequence[Decision], elsewhere: Collection[tuple[str, str]]
) -> list[Span]:
    """Where `text`, without what `decisions` remove, holds a value of `elsewhere`.

    Parameters
    ----------
    text : str
        The document's text.
    decisions : sequence of Decision
        What is removed anyway.
    elsewhere : collection of (str, str)
        Category and one spelling of values that other documents lose.

    Returns
    -------
    list of Span
        Sorted and disjoint.
    """
    remaining = blotted_out(text, decisions)
    plain = Normalized(remaining, folded=True)
    found: list[Span] = []
    for span in sorted(_found(remaining, plain, elsewhere), key=lambda s: (s.start, -s.end)):
        if not found or span.start >= found[-1].end:
            found.append(span)
        elif span.end > found[-1].end:
            found[-1] = Span(found[-1].start, span.end, span.category, 1.0, span.why)
    return found


def _found(text: str, plain: Normalized, elsewhere: Collection[tuple[str, str]]) -> Iterator[Span]:
    values = {value: category for category, spelt in elsewhere if (value := direct_value(category, spelt))}
    standing = SearchText(text).standing(values)  # one pass for all of them: few stand
    for value in sorted(standing):
        for match in _pattern(value).finditer(plain.text):
            yield _span(*plain.span(*match.span()), values[value])
    if not standing:
        return
    names = [_span(a, b, values[value]) for a, b, value in _holding(with_joints(text), standing)]
    yield from names
    rest = blotted_out(text, names)  # of a path only the file's name goes
    for start, end, value in _holding(_ENCODED.finditer(rest), standing):
        yield _span(start, end, values[value])


def _holding(runs: Iterable[re.Match[str]], values: Collection[Value]) -> Iterator[tuple[int, int, Value]]:
    """Start and end of the runs that hold a value, and the first of those that they hold."""
    search = ValueSearch(values)
    for run in runs:
        if held := search.standing(SearchText(run[0])):
            yield *run.span(), min(held)


def _span(start: int, end: int, category: str) -> Span:
    return Span(start, end, category, 1.0, {"pattern": "elsewhere"})


def _pattern(value: Value) -> re.Pattern[str]:
    """The value as a whole: no letter or digit of ASCII joins it to a longer one."""
    if value.form == "joined":
        core = _SEPARATORS.join(map(re.escape, value.text))
    else:
        core = r"\s+".join(map(re.escape, value.text.split(" ")))
    return re.compile(rf"(?<![a-z0-9])(?:{core})(?![a-z0-9])")
