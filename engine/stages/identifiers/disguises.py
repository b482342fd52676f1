"""Disguised identifiers: stretches written plainly are judged as plain text is; payloads are opened."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.catalog.rules import nothing, rule
from engine.methods.disguises.escaped import escaped
from engine.methods.disguises.payloads import Payload, payloads
from engine.methods.disguises.spelling import AROUND, stretches
from engine.methods.disguises.stretch import Stretch
from engine.text import PART_BREAK, Document, Part, SensitiveText, Span

ENCODED = "encoded"
"""Category of encoded text."""
_MOST_ALONE = 4000
"""Stretches that are judged each by itself, with what stands around it; so many texts at once, too."""
_WIDE = {0xFF01 + at: 0x21 + at for at in range(94)}
"""Full-width characters, which the models of names do not know, as the ASCII ones they are."""
Find = Callable[[Document], Sequence[Span]]


class _Window(NamedTuple):
    """A stretch, where it stands in what is judged, and how many characters around it are the document's."""

    stretch: Stretch
    at: int
    before: int
    after: int


_BY_LENGTH = frozenset({"number-in-sentence", "longest-number"})
"""Patterns that know a number by its many digits alone: values in a row, squeezed together, have as many."""


@rule("disguised", without=nothing)
def disguised(text: str, find: Find, find_names: Find) -> list[Span]:
    """Findings in stretches that are written in a way to hide them.

    Parameters
    ----------
    text : str
        The document's text.
    find, find_names : callable
        Find identifiers, and names, in a document; findings count where they touch what was rewritten.
        Names are looked for only in stretches of letters.

    Returns
    -------
    list of Span
        Each covers its whole stretch, or what of it was found where that can be told.
    """
    found = stretches(text)
    letters = [stretch for stretch in found if stretch.may_name or _is_of_letters(stretch.plain)]
    return [*_judged(text, found, find), *_judged(text, letters, find_names)]


def _is_of_letters(plain: str) -> bool:
    return 2 * sum(character.isalpha() for character in plain) > len(plain) and "@" not in plain


def _judged(text: str, found: Sequence[Stretch], find: Find) -> Iterator[Span]:
    """Each stretch by itself, as all around it stands; where there are many, the others in runs.

    A text that is full of them would be judged ten times over, each time with a neighbour written plainly.
    """
    alone = ([stretch] for stretch in found[:_MOST_ALONE])
    for runs in _batched([*alone, *_runs(found[_MOST_ALONE:])], _MOST_ALONE):
        yield from _together(text, runs, find)


def _batched(runs: Sequence[list[Stretch]], number: int) -> Iterator[Sequence[list[Stretch]]]:
    return (runs[first : first + number] for first in range(0, len(runs), number))


def _runs(found: Iterable[Stretch]) -> list[list[Stretch]]:
    """Stretches that follow one another closely, without overlaps."""
    runs: list[list[Stretch]] = []
    near: list[list[Stretch]] = []
    for stretch in sorted(found, key=lambda one: (one.start, one.end)):
        near = [run for run in near if run[-1].end + AROUND >= stretch.start]
        run = next((run for run in near if run[-1].end <= stretch.start), None)
        if run is None:
            run = []
            runs.append(run)
            near.append(run)
        run.append(stretch)
    return runs


def _together(text: str, runs: Sequence[list[Stretch]], find: Find) -> list[Span]:
    windows: list[_Window] = []
    pieces: list[str] = []
    made: list[Part] = []
    at = 0
    for run in runs:
        ends = (None, *(stretch.end for stretch in run[:-1]))
        starts = (*(stretch.start for stretch in run[1:]), None)
        first = at
        for stretch, end, start in zip(run, ends, starts, strict=True):
            before = _context_before(text, stretch.start) if end is None else text[end : stretch.start]
            after = _context_after(text, stretch.end) if start is None else text[stretch.end : start]
            windows.append(_Window(stretch, at + len(before), len(before), len(after)))
            pieces += [before.translate(_WIDE), stretch.plain]
            at += len(before) + len(stretch.plain)
        pieces += [after.translate(_WIDE), PART_BREAK]
        at += len(after)
        made.append(Part("body", first, at))
        at += len(PART_BREAK)
    spans = find(Document("", SensitiveText("".join(pieces[:-1])), tuple(made)))
    return [
        span
        for window, touching in zip(windows, _touching(windows, spans), strict=True)
        for span in _placed(window, touching)
    ]


def _context_before(text: str, start: int) -> str:
    return text[max(0, start - AROUND) : start].rpartition("\n\n")[2]


def _context_after(text: str, end: int) -> str:
    return text[end : end + AROUND].partition("\n\n")[0]


def _touching(windows: Sequence[_Window], spans: Sequence[Span]) -> list[list[Span]]:
    """Findings that touch the rewritten stretch of each window; the stretches stand one after the other."""
    starts = [window.at for window in windows]
    ends = [window.at + len(window.stretch.plain) for window in windows]
    touching: list[list[Span]] = [[] for _ in windows]
    for span in spans:
        if span.why.get("pattern") in _BY_LENGTH:
            continue
        for number in range(bisect_right(ends, span.start), bisect_left(starts, span.end)):
            touching[number].append(span)
    return touching


def _placed(window: _Window, touching: Sequence[Span]) -> list[Span]:
    """Findings that touch the rewritten stretch, as findings of the stretch."""
    return [_back(window, span) for span in touching]


def _back(window: _Window, span: Span) -> Span:
    """A finding of the plain text where it stands in the document, as far as to the next stretch."""
    start, end = window.at, window.at + len(window.stretch.plain)
    first, after = window.stretch.span(span.start - start, span.end - start)
    return Span(
        first - min(window.before, max(0, start - span.start)),
        after + min(window.after, max(0, span.end - end)),
        span.category,
        span.score,
        {**span.why, "disguised": True},
    )


@rule("encoded", without=nothing)
def encoded(text: str, find: Find, removes_all: bool) -> list[Span]:
    """Encoded runs that go: all of them, or those in which something is found.

    Parameters
    ----------
    text : str
        The document's text.
    find : callable
        Finds identifiers in a document.
    removes_all : bool
        Whether runs go in which nothing is found, and those that decode to no text.
    """
    found = [
        Span(_past_escape(text, run.start), run.end, ENCODED, 1.0, {"pattern": run.encoding})
        for run in payloads(text)
        if removes_all or _holds_something(run, find)
    ]
    for stretch in escaped(text):
        inside = encoded(stretch.plain, find, removes_all)
        found += [
            replace(span, start=a, end=b) for span in inside for a, b in [stretch.span(span.start, span.end)]
        ]
    return found


def _past_escape(text: str, start: int) -> int:
    """Where a run begins that seems to begin with the letter of an escape (``\\nU1NO...``)."""
    return start + (text[start - 1 : start] == "\\" and text[start] in "bfnrt")


def _holds_something(run: Payload, find: Find) -> bool:
    return run.plain is not None and bool(find(Document("", SensitiveText(run.plain))))
