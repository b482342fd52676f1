"""Text files rewritten in their own source: what is not replaced keeps its bytes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from adapters.documents.faults import unencodable
from adapters.documents.layout import Edit, Layout, Ranged, Run, apply_edits
from adapters.documents.text.encoding import Decoded
from engine.ports import Replacement
from engine.text import Document

Escape = Callable[[str], str]


def literally(text: str) -> str:
    """`text` itself: nothing needs escaping."""
    return text


class Slice(NamedTuple):
    """Characters [start, end) of a file's source.

    Parameters
    ----------
    start, end : int
        Offsets in the decoded source.
    escape : callable
        Turns text into source that is valid there.
    whole : bool
        True where source and text differ (an entity, a quoted cell): a change
        writes all of it anew. False where they are equal character by
        character: only what changes is written.
    repeats : sequence of (int, int)
        Where the same source stands again and changes with it (a key of every
        record). Only with `whole`.
    """

    start: int
    end: int
    escape: Escape = literally
    whole: bool = False
    repeats: Sequence[tuple[int, int]] = ()


SourceRun = Run[Slice]
TELLING_DIGITS = 5


class Guarded(NamedTuple):
    """A place of the source that is no text, with what is written there: it goes with a removed value."""

    start: int
    end: int
    value: str

    def holds(self, codes: Collection[str]) -> bool:
        """Whether the digits of one of these codes stand in it, whatever is between them."""
        digits = _digits(self.value)
        return any(code in digits for code in codes)


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def literal(source: str, start: int, end: int, escape: Escape = literally) -> SourceRun:
    """A run whose text is the source itself."""
    return Run(source[start:end], Slice(start, end, escape))


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """An open text document: a layout over its source, and cuts that are made always.

    Parameters
    ----------
    document : Document
        Text and parts.
    decoded : Decoded
        The source.
    layout : Layout
        Runs are slices of the source.
    cuts : sequence of Edit
        Changes of the source that no policy decides: comments, scripts. Disjoint
        from every run.
    unencodable : str
        Python's error handler for characters that the encoding lacks.
    guarded : sequence of Guarded
        Places that leave whole if a value that is replaced stands in them too.
    """

    document: Document
    decoded: Decoded
    layout: Layout[Slice]
    cuts: Sequence[Edit] = ()
    unencodable: str = "strict"
    guarded: Sequence[Guarded] = ()

    def is_source_of(self, content: bytes) -> bool:
        """Whether the source is the text of a file; it is not where control characters left it."""
        try:
            return self.decoded.encode(self.decoded.text) == content
        except UnicodeEncodeError:
            return False

    def in_file(self, item: Ranged) -> tuple[int, int] | None:
        """Where [start, end) of the text stands in the file, in its code points, a byte order mark as one.

        None for text that the file does not hold, such as a break of lines.
        """
        pieces = [self._in_source(*one) for one in self.layout.stretch(item)]
        if not pieces:
            return None
        mark = bool(self.decoded.bom)
        return mark + pieces[0][0], mark + pieces[-1][1]

    def _in_source(self, run: SourceRun, start: int, end: int) -> tuple[int, int]:
        """Offsets of a run's text in the source; all of its place where it is written otherwise there."""
        assert run.place is not None
        at = (
            self.decoded.text.find(run.text, run.place.start, run.place.end)
            if run.place.whole
            else run.place.start
        )
        return (run.place.start, run.place.end) if at < 0 else (at + start, at + end)

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The file's bytes with `replacements` applied."""
        changes = self._cuts(replacements)
        for run, edits in self.layout.edits(replacements):
            if run.place is not None:
                changes += _in_source(run.text, run.place, edits)
        changes.sort(key=lambda edit: (edit.start, edit.end))
        try:
            return self.decoded.encode(apply_edits(self.decoded.text, changes), self.unencodable)
        except UnicodeEncodeError as error:
            raise unencodable(self.document.id, error.start) from None

    def _cuts(self, replacements: Sequence[Replacement]) -> list[Edit]:
        """The cuts, and the guarded places that hold a value which is replaced elsewhere."""
        text = self.document.text.reveal()
        codes = {_digits(text[one.start : one.end]) for one in replacements} if self.guarded else set()
        codes = {code for code in codes if len(code) >= TELLING_DIGITS}
        gone = [Edit(one.start, one.end, "") for one in self.guarded if one.holds(codes)]
        kept = [cut for cut in self.cuts if not any(g.start <= cut.start and cut.end <= g.end for g in gone)]
        return [*kept, *gone]


def _in_source(text: str, place: Slice, edits: Sequence[Edit]) -> list[Edit]:
    if place.whole:
        written = place.escape(apply_edits(text, edits))
        return [Edit(*at, written) for at in ((place.start, place.end), *place.repeats)]
    return [Edit(place.start + e.start, place.start + e.end, place.escape(e.text)) for e in edits]
