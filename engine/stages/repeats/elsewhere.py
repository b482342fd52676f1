"""Values that other documents of a release lose: where they stand in this one.

The release-wide search (`engine.record.fingerprints.SearchText`) says what counts: a name in any case and
with any white space between its words, a number with any separators, both as wholes, also encoded. It
tells only whether a value stands; here is said where. A property test holds the two to one another.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from engine.record.everywhere import direct_value
from engine.record.fingerprints import WITH_JOINTS, SearchText, Value
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
    joined = [run.span() for run in WITH_JOINTS.finditer(text)] if standing else []
    encoded = [run.span() for run in _ENCODED.finditer(text)] if standing else []
    for value in sorted(standing):
        places = [plain.span(*match.span()) for match in _pattern(value).finditer(plain.text)]
        names = _holding(value, text, joined)
        places += names
        places += [
            (start, end)
            for start, end in _holding(value, text, encoded)
            if not any(start < last and first < end for first, last in names)  # the rest of a path stays
        ]
        for start, end in places:
            yield Span(start, end, values[value], 1.0, {"pattern": "elsewhere"})


def _holding(value: Value, text: str, runs: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of `runs` of a text that hold the value."""
    return [(start, end) for start, end in runs if SearchText(text[start:end]).standing([value])]


def _pattern(value: Value) -> re.Pattern[str]:
    """The value as a whole: no letter or digit of ASCII joins it to a longer one."""
    if value.form == "joined":
        core = _SEPARATORS.join(map(re.escape, value.text))
    else:
        core = r"\s+".join(map(re.escape, value.text.split(" ")))
    return re.compile(rf"(?<![a-z0-9])(?:{core})(?![a-z0-9])")
