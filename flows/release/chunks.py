"""How the documents of a release are divided: chunks, bounded by bytes and by documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adapters.documents.opening.sources import Source
from adapters.documents.settings import MEBIBYTE
from engine.errors import SafereleaseError

MAX_CHUNK_DOCUMENTS = 200
"""Some seconds of work on short notes: what a killed run does again, and what a worker holds of decisions."""
MAX_CHUNK_BYTES = 4 * MEBIBYTE
"""Some twenty seconds of work; a document that is larger stands alone."""
LEAST_CHUNKS = 16
"""Where there are enough documents: workers end at about the same time, and progress is seen."""
MIN_CHUNK_DOCUMENTS = 4
"""A task of Prefect costs as much as a few short notes."""


def chunked(sources: Sequence[Source]) -> list[list[Source]]:
    """Split `sources`, in order, into chunks that depend on nothing but their number and sizes.

    Parameters
    ----------
    sources : sequence of Source

    Returns
    -------
    list of list of Source
        Each of at most `MAX_CHUNK_DOCUMENTS` documents, and of at most `MAX_CHUNK_BYTES` unless it is one
        document. The bundle does not depend on them: they are the unit of resuming alone.
    """
    return list(_chunks(sources, _documents_each(len(sources))))


def _documents_each(n_documents: int) -> int:
    return min(MAX_CHUNK_DOCUMENTS, max(MIN_CHUNK_DOCUMENTS, n_documents // LEAST_CHUNKS))


def _chunks(sources: Sequence[Source], n_each: int) -> Iterator[list[Source]]:
    chunk: list[Source] = []
    n_bytes = 0
    for source in sources:
        size = _size(source)
        if chunk and (len(chunk) == n_each or n_bytes + size > MAX_CHUNK_BYTES):
            yield chunk
            chunk, n_bytes = [], 0
        chunk.append(source)
        n_bytes += size
    if chunk:
        yield chunk


def _size(source: Source) -> int:
    try:
        return source.n_bytes()
    except (OSError, SafereleaseError):  # its worker says why it cannot be read
        return 0
