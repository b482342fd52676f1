"""What is handed in: a text, a file, the bytes of a file, or a table."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol

from engine.errors import InvalidError, fault
from saferelease.files import File
from saferelease.results import Inspection, Redaction

if TYPE_CHECKING:
    from flows.document.document import DocumentPipeline

_TEXT = "text.txt"


class Given(Protocol):
    """A source, ready to be looked at."""

    def inspected(self, pipeline: DocumentPipeline) -> Inspection:
        """What would change in it."""

    def redacted(self, pipeline: DocumentPipeline) -> Redaction:
        """Its safe form."""


def given(source: Any, name: str) -> Given:
    """The source as what it is.

    Raises
    ------
    InvalidError
        ``PYT002``; ``SRC001``, ``SRC004`` for a path that is no file.
    """
    if isinstance(source, str):
        return File(_TEXT, _encoded(source))
    if isinstance(source, Path):
        from adapters.documents.opening.sources import find_sources

        (found,) = find_sources([source]) if not source.is_dir() else [None]
        if found is not None:
            return File(name or source.name, found.read())
    if isinstance(source, bytes) and PurePosixPath(name).suffix:
        return File(name, source)
    if hasattr(source, "__arrow_c_stream__"):
        from saferelease.tables import Table

        return Table(source)
    must = "must be a text, a Path of a file, bytes with the name of their file, or a table"
    advice = 'Name the file of bytes: name="letter.docx".'
    raise InvalidError(fault("PYT002", "source", must, type(source).__name__, advice))


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        must = "must be text that UTF-8 can write"
        raise InvalidError(fault("PYT002", "source", must, f"half a character at {error.start}")) from None
