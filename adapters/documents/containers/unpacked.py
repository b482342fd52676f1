"""What all archives of one document unpack to together: a bomb of many small ones is one bomb."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from adapters.documents.faults import endless
from engine.errors import UnreadableError

MAX_FILES = 100_000
"""Files in all archives of a document."""


class Unpacked:
    """Counts what the archives of one document unpack to.

    Parameters
    ----------
    max_bytes : int
        Most bytes that all of them together may unpack to.

    Notes
    -----
    The outermost archive has all the room, and what it says of itself (DOC003) stays as it is. An archive
    inside it, or a second one, that finds too little room ends the document (DOC012): a note in its place
    would let the next one try.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = self._left = max_bytes
        self._n_files = 0

    @contextmanager
    def room(self, document_id: str) -> Iterator[int]:
        """Bytes that the next archive may unpack to; DOC012 for one that is not the first and needs more."""
        is_inside = self._n_files > 0
        try:
            yield self._left
        except UnreadableError as error:
            if error.faults[0].code == "DOC003":
                self._n_files += 1
                if is_inside:
                    self._left = 0
                    raise endless(document_id, f"more than {self._max_bytes} bytes") from None
            raise

    def take(self, document_id: str, n_bytes: int, n_files: int = 1) -> None:
        """Count an archive that was unpacked; DOC012 if there are too many files by now."""
        self._left = max(0, self._left - n_bytes)
        self._n_files += n_files
        if self._n_files > MAX_FILES:
            raise endless(document_id, f"more than {MAX_FILES} files")
