"""How a document's text lies in its file: parts made of runs, and edits taken back to runs.

A part is what a reader sees as one text (a paragraph, a cell, an attribute's
value). The file may hold it in several runs: ``J<b>oh</b>n`` is one part of
three runs. A replacement refers to the document's text; here it becomes edits
of the runs it touches.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, Protocol, TypeVar

from adapters.documents.faults import across_parts, unreadable
from engine.errors import SafereleaseError
from engine.ports import Replacement
from engine.text import NO_PICTURES, PART_BREAK, CellPlace, Document, Part, PictureFacts, SensitiveText

Place = TypeVar("Place")


class Ranged(Protocol):
    """Anything with a start and an end in a document's text: a span, a decision, a replacement."""

    @property
    def start(self) -> int:
        """First code point."""
        ...

    @property
    def end(self) -> int:
        """Code point after the last."""
        ...


R = TypeVar("R", bound=Ranged)


class Run(NamedTuple, Generic[Place]):
    """Text that lies in one place of the file.

    Parameters
    ----------
    text : str
        The text as the reader sees it (entities and escapes resolved).
    place : Place or None
        Where it lies, in the format's own terms. None for text that no place
        holds, such as the line break that ``<br>`` stands for.
    """

    text: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters [start, end) of a run's text become `text`."""

    start: int
    end: int
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """`text` with sorted, disjoint `edits` applied."""
    pieces, at = [], 0
    for edit in edits:
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, text[at:]])


class Layout(Generic[Place]):
    """The parts of a document and the runs of each part, in the order of the text."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._parts: list[Part] = []
        self._runs: list[Run[Place]] = []
        self._run_starts: list[int] = []
        self._length = 0
        self.public_codes: set[str] = set()

    def add(
        self, kind: str, runs: Sequence[Run[Place]], name: str = "", cell: CellPlace | None = None
    ) -> None:
        """Append a part; one without text is left out."""
        text = runs[0].text if len(runs) == 1 else "".join([run.text for run in runs])
        if not text:
            return
        if self._parts:
            self._length += len(PART_BREAK)
        start = self._length
        for run in runs:
            self._runs.append(run)
            self._run_starts.append(self._length)
            self._length += len(run.text)
        self._parts.append(Part(kind, start, self._length, name, cell))
        self._texts.append(text)

    def texts(self) -> Sequence[str]:
        """The text of each part, in order."""
        return tuple(self._texts)

    def document(self, document_id: str, pictures: PictureFacts = NO_PICTURES) -> Document:
        """The document as the methods see it."""
        text = PART_BREAK.join(self._texts)
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            got = f"half a surrogate pair at offset {error.start}"
            raise unreadable("DOC005", document_id, "must be valid Unicode", got) from None
        codes = frozenset(self.public_codes)
        return Document(document_id, SensitiveText(text), tuple(self._parts), pictures, codes)

    def require_valid(self, replacements: Sequence[Replacement]) -> None:
        """Raise DOC016 if `replacements` are unsorted, overlap, or cross a part's boundary."""
        for _ in _checked(self._parts, replacements):
            pass

    def edits(self, replacements: Sequence[Replacement]) -> Iterator[tuple[Run[Place], list[Edit]]]:
        """The runs that `replacements` change, each with its edits, in order.

        Raises
        ------
        SafereleaseError
            DOC016, if replacements are unsorted, overlap, or cross a part's boundary.
        """
        by_run: dict[int, list[Edit]] = {}
        for item in _checked(self._parts, replacements):
            self._distribute(item, by_run)
        for index in sorted(by_run):
            yield self._runs[index], by_run[index]

    def stretch(self, item: Ranged) -> list[tuple[Run[Place], int, int]]:
        """The runs that hold [start, end) and lie in the file, each with its own offsets of it."""
        found = []
        for index in self._touched(Replacement(item.start, item.end, "")):
            run, offset = self._runs[index], self._run_starts[index]
            if run.place is not None:
                found.append((run, max(item.start - offset, 0), min(item.end - offset, len(run.text))))
        return found

    def _distribute(self, item: Replacement, by_run: dict[int, list[Edit]]) -> None:
        touched = self._touched(item)
        carrier = next((i for i in touched if self._runs[i].place is not None), None)
        for index in touched:
            if self._runs[index].place is None:
                continue
            offset = self._run_starts[index]
            end = min(item.end - offset, len(self._runs[index].text))
            text = item.text if index == carrier else ""
            by_run.setdefault(index, []).append(Edit(max(item.start - offset, 0), end, text))
        if carrier is None and item.text:
            raise _caller_error(item, "must cover text that the file holds")

    def _touched(self, item: Replacement) -> list[int]:
        """Indexes of the runs that [start, end) overlaps; of an insertion, the run it lies in."""
        first = max(bisect_right(self._run_starts, item.start) - 1, 0)
        while first and self._run_starts[first - 1] == item.start:
            first -= 1
        touched = []
        for index in range(first, len(self._runs)):
            start = self._run_starts[index]
            end = start + len(self._runs[index].text)
            if start >= item.end and not (start == item.start == item.end):
                break
            if end > item.start or (item.start == item.end == end):
                touched.append(index)
        return touched[:1] if item.start == item.end else touched


def _caller_error(item: Ranged, must: str) -> SafereleaseError:
    return across_parts(item.start, item.end, must)


def _checked(parts: Sequence[Part], replacements: Sequence[Replacement]) -> Iterator[Replacement]:
    """The replacements, if sorted, disjoint and each inside one part."""
    starts = [part.start for part in parts]
    last_end = 0
    for item in replacements:
        if not last_end <= item.start <= item.end:
            raise _caller_error(item, "must be sorted and disjoint")
        index = bisect_right(starts, item.start) - 1
        if index < 0 or item.end > parts[index].end:
            raise _caller_error(item, "must lie inside one part")
        last_end = item.end
        yield item


def clip_to_parts(document: Document, spans: Sequence[R]) -> list[R]:
    """Cut spans at the boundaries of parts, so that each lies inside one part.

    Parameters
    ----------
    document : Document
        Whose text the spans refer to.
    spans : sequence of Span, Decision or Replacement
        Dataclasses with ``start`` and ``end``, in any order.

    Returns
    -------
    list
        A span inside one part is returned as it is; one that crosses parts
        becomes one span per part it touches; one that lies between parts is
        dropped. Sorted by start, then end. Of a `Replacement` the first piece
        carries the text and the others delete.
    """
    starts = [part.start for part in document.parts]
    clipped: list[R] = []
    for span in spans:
        pieces: list[R] = []
        for index in range(max(bisect_right(starts, span.start) - 1, 0), len(starts)):
            part = document.parts[index]
            if part.start >= span.end:
                break
            start, end = max(span.start, part.start), min(span.end, part.end)
            if start < end:
                pieces.append(_piece(span, start, end, first=not pieces))
        clipped += pieces
    return sorted(clipped, key=lambda span: (span.start, span.end))


def _piece(span: R, start: int, end: int, first: bool) -> R:
    if (start, end) == (span.start, span.end):
        return span
    changes: dict[str, object] = {"start": start, "end": end}
    if isinstance(span, Replacement) and not first:
        changes["text"] = ""
    return replace(span, **changes)  # type: ignore[type-var]
