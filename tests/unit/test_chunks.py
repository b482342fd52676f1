"""Chunks of a release: bounded by documents and by bytes, in order, whole."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from adapters.documents.opening.sources import Source
from flows.release.chunks import (
    LEAST_CHUNKS,
    MAX_CHUNK_BYTES,
    MAX_CHUNK_DOCUMENTS,
    MIN_CHUNK_DOCUMENTS,
    chunked,
)


@dataclass(frozen=True, slots=True)
class Sized(Source):
    """A source whose size is known without a file."""

    size: int = 0

    def n_bytes(self) -> int:
        if self.size < 0:
            raise OSError
        return self.size


def of_sizes(sizes: list[int]) -> list[Source]:
    return [Sized(f"{i:06d}", "/", f"{i}.txt", size=size) for i, size in enumerate(sizes, 1)]


@given(st.lists(st.sampled_from([-1, 0, 1200, MAX_CHUNK_BYTES // 3, MAX_CHUNK_BYTES, MAX_CHUNK_BYTES * 5])))
def test_chunks_are_whole_ordered_and_bounded(sizes: list[int]) -> None:
    sources = of_sizes(sizes)
    chunks = chunked(sources)
    assert list(chain.from_iterable(chunks)) == sources
    for chunk in chunks:
        assert 1 <= len(chunk) <= MAX_CHUNK_DOCUMENTS
        assert len(chunk) == 1 or sum(max(0, size) for size in map(_size, chunk)) <= MAX_CHUNK_BYTES


def _size(source: Source) -> int:
    assert isinstance(source, Sized)
    return source.size


def test_many_short_notes_are_chunks_of_seconds() -> None:
    chunks = chunked(of_sizes([1200] * 20_000))
    assert len(chunks) == 20_000 // MAX_CHUNK_DOCUMENTS


def test_few_documents_are_spread_over_the_workers() -> None:
    assert len(chunked(of_sizes([1200] * 320))) == LEAST_CHUNKS
    assert list(map(len, chunked(of_sizes([1200] * 9)))) == [MIN_CHUNK_DOCUMENTS, MIN_CHUNK_DOCUMENTS, 1]


@given(st.integers(LEAST_CHUNKS * MIN_CHUNK_DOCUMENTS, LEAST_CHUNKS * MAX_CHUNK_DOCUMENTS))
def test_enough_documents_make_at_least_sixteen_chunks(n_documents: int) -> None:
    assert len(chunked(of_sizes([1200] * n_documents))) >= LEAST_CHUNKS


def test_a_large_document_stands_alone() -> None:
    sizes = [10, 10, MAX_CHUNK_BYTES + 1, 10]
    assert [[source.id for source in chunk] for chunk in chunked(of_sizes(sizes))] == [
        ["000001", "000002"],
        ["000003"],
        ["000004"],
    ]
