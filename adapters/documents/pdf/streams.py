"""The content streams of a PDF and their operators: what draws its pages."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name, Pdf, Stream


def content_streams(pdf: Pdf) -> Iterator[tuple[Any, Any]]:
    """Pages, and every stream drawn from them (forms, patterns, masks, glyphs of Type 3 fonts), each once.

    Yields
    ------
    (object, resources)
        A page's dictionary or a stream, and the resources its operators name.
    """
    seen: set[tuple[int, int]] = set()
    for page in pdf.pages:
        resources = page.obj.get("/Resources", Dictionary())
        yield page.obj, resources
        yield from _drawn(resources, seen, resources)


def _drawn(resources: Any, seen: set[tuple[int, int]], inherited: Any) -> Iterator[tuple[Any, Any]]:
    waiting = [(stream, resources) for stream in _streams_in(resources)]
    while waiting:
        stream, outer = waiting.pop(0)
        if stream.objgen in seen:
            continue
        seen.add(stream.objgen)
        own = stream.get("/Resources", outer)
        yield stream, own
        waiting += [(inner, own) for inner in _streams_in(own)]


def _streams_in(resources: Any) -> Iterator[Any]:
    """Streams with operators that a resource dictionary names directly."""
    for xobject in _values(resources, "/XObject"):
        if isinstance(xobject, Stream) and xobject.get("/Subtype") == Name.Form:
            yield xobject
    for pattern in _values(resources, "/Pattern"):
        if isinstance(pattern, Stream):
            yield pattern
    for state in _values(resources, "/ExtGState"):
        mask = state.get("/SMask") if isinstance(state, Dictionary) else None
        if isinstance(mask, Dictionary) and isinstance(mask.get("/G"), Stream):
            yield mask["/G"]
    for font in _values(resources, "/Font"):
        if isinstance(font, Dictionary):
            yield from (glyph for glyph in _values(font, "/CharProcs") if isinstance(glyph, Stream))


def _values(owner: Any, key: str) -> Sequence[Any]:
    return [value for _, value in inner_dictionary(owner, key).items()]


def operators_of(owner: Any) -> list[Any]:
    """The operators of a page or stream; what pikepdf warns of (a cut end) is only left out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return list(pikepdf.parse_content_stream(owner))


def inner_dictionary(owner: Any, key: str) -> Any:
    """A dictionary inside another one, empty if there is none."""
    inner = owner.get(key) if isinstance(owner, Dictionary | Stream) else None
    return inner if isinstance(inner, Dictionary) else Dictionary()


def write_operators(pdf: Pdf, owner: Any, operators: Sequence[Any]) -> None:
    """Make `operators` those of a page or stream."""
    written = pikepdf.unparse_content_stream(operators)
    if isinstance(owner, Stream):
        owner.write(written)
    else:
        owner["/Contents"] = pdf.make_stream(written)
