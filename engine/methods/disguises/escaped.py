"""Escapes inside text read plainly: strings of programs, JSON within JSON, HTML within a string or a name."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from engine.methods.disguises.stretch import Stretch, quick

_ENTITY = r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|amp|lt|gt|quot|apos);"
_PAIR = r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}"
"""One sign beyond the basic plane, as JSON writes an emoji."""
_ESCAPE = re.compile(rf"{_PAIR}|\\u[0-9A-Fa-f]{{4}}|\\x[0-9A-Fa-f]{{2}}|\\[\"\\/bfnrt]|{_ENTITY}")
_HAS_ESCAPES = quick(r"\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\[\"n\\][^\\\n]*\\[\"n\\]|&amp;#")
_SINGLE = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_REACH = 240
"""Characters without an escape after which a stretch of escaped text ends."""
_LONGEST = 20_000


def escaped(text: str) -> Iterator[Stretch]:
    """Stretches with escapes, one level of them resolved; each character knows where it stood."""
    if not _HAS_ESCAPES.search(text):
        return
    for run in _runs(text):
        first, last = run[0].start(), run[-1].end()
        before = text.rfind("\n", max(0, first - _REACH), first) + 1 or max(0, first - _REACH)
        after = text.find("\n", last, last + _REACH)
        yield _resolved(text, before, after if after >= 0 else min(len(text), last + _REACH), run)


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    run: list[re.Match[str]] = []
    for found in _ESCAPE.finditer(text):
        far = run and (found.start() - run[-1].end() > _REACH or found.end() - run[0].start() > _LONGEST)
        if far:
            yield run
            run = []
        run.append(found)
    if run:
        yield run


def _resolved(text: str, start: int, end: int, run: list[re.Match[str]]) -> Stretch:
    pieces: list[str] = []
    places: list[int] = []
    at = start
    for found in run:
        plain = _plain(found[0])
        pieces += [text[at : found.start()], plain]
        places += [*range(at, found.start()), *[found.start()] * len(plain)]
        at = found.end()
    pieces.append(text[at:end])
    return Stretch(start, end, "".join(pieces), [*places, *range(at, end)], may_name=True, whole_units=True)


def _plain(escape: str) -> str:
    if escape[0] == "&":
        return html.unescape(escape)
    if escape[1] == "u":  # half a pair alone is no character, and could not be scanned
        return bytes.fromhex(escape.replace("\\u", "")).decode("utf-16-be", "replace")
    if escape[1] == "x":
        return chr(int(escape[2:], 16))
    return _SINGLE.get(escape[1], escape[1])
