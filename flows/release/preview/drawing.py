"""Pages of documents as pictures, for their reviewers: drawn in a process of its own, nothing written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from adapters.documents.office import old_office
from adapters.documents.opening.sandbox import run_limited
from adapters.documents.pdf.shown.drawing import picture
from adapters.documents.pdf.shown.places import Placed, placed
from engine.errors import InvalidError, SafereleaseError, fault
from flows.release.workers.pool import WorkerPool

PDF = ".pdf"
BY_LIBREOFFICE = (".docx",)
"""Formats that LibreOffice makes a PDF of."""


class Order(NamedTuple):
    """One thing to draw: a function of this module's adapters, and what it is given."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Drawn:
    """What came of an order; hidden when printed."""

    result: Any = None
    error: SafereleaseError | None = None

    def __repr__(self) -> str:
        return f"Drawn({'error' if self.error else 'result'})"


class Drawer:
    """Draws pages, one at a time, under the limits that documents are read under."""

    def __init__(self) -> None:
        self._pool: WorkerPool[Order, Drawn] = WorkerPool(_draw_all, _start, (), _lost, 1)

    def pdf_of(self, name: str, content: bytes) -> bytes:
        """A document as PDF; DOC027 without LibreOffice, DOC007 when it cannot be drawn."""
        suffix = PurePosixPath(name).suffix.lower()
        if suffix == PDF:
            return content
        made: bytes = self._done(Order(old_office.converted, ("", content, suffix[1:], "pdf")))
        return made

    def placed(self, pdf: bytes, text: str, spans: Sequence[tuple[int, int]]) -> Placed:
        """How many pages it has, and where words stand on them."""
        found: Placed = self._done(Order(placed, (pdf, text, spans)))
        return found

    def picture(self, pdf: bytes, number: int) -> bytes:
        """A page as a PNG file."""
        drawn: bytes = self._done(Order(picture, (pdf, number)))
        return drawn

    def close(self) -> None:
        """End its process."""
        self._pool.close()

    def _done(self, order: Order) -> Any:
        drawn = self._pool.run([order])[0]
        if drawn.error is not None:
            raise drawn.error
        return drawn.result


def is_drawn(name: str) -> bool:
    """Whether pages of such a file can be drawn at all."""
    return PurePosixPath(name).suffix.lower() in (PDF, *BY_LIBREOFFICE)


def can_draw(name: str) -> bool:
    """Whether this machine can: LibreOffice is there for what needs it, and memory to hand it over."""
    is_pdf = PurePosixPath(name).suffix.lower() == PDF
    return is_pdf or (old_office.is_installed() and old_office.holds_in_memory())


def _start() -> None:
    """Nothing is prepared: what draws is imported already."""


def _draw_all(orders: Sequence[Order]) -> list[Drawn]:
    return [_draw(order) for order in orders]


def _draw(order: Order) -> Drawn:
    try:
        return Drawn(run_limited("", order.function, *order.arguments))
    except SafereleaseError as error:
        return Drawn(error=error)


def _lost(order: Order, overdue: bool) -> Drawn:
    must = "must be drawn in time" if overdue else "must not end its reader"
    return Drawn(error=InvalidError(fault("RUN001", "the document", must, "", "Have it checked.")))
