"""A corpus read in shards, each by itself, wherever that is; words get their numbers afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from adapters.counts.contexts import Unit, WordReader
from adapters.counts.sources import SourceFile, numbered_documents

_DOCUMENTS_AT_ONCE = 500


class Spread(Protocol):
    """Calls a function of a module on tasks that can be pickled; results come in the order of the tasks.

    `n_shards` tasks are worth making. All who work reach the same folder under the same path.
    """

    n_shards: int

    def __call__(self, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterable[Any]: ...


class Here:
    """Everything in this process, one task after the other."""

    n_shards = 1

    def __call__(self, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]) -> Iterable[Any]:
        """Results, each when it is asked for."""
        return (function(*task) for task in tasks)


HERE = Here()


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive documents of a file, as one shard read them.

    Parameters
    ----------
    file, number : int
        Which block of which file.
    n_words, n_contexts : int
    """

    file: int
    number: int
    n_words: int
    n_contexts: int


@dataclass(frozen=True, slots=True)
class Shard:
    """What was read of a corpus.

    Parameters
    ----------
    prefix : Path
        Begins the names of its files: ``words``, ``breaks``, ``lengths``, ``keys``.
    blocks : tuple of Block
        In the order of the files.
    n_documents, n_left_out : int
    """

    prefix: Path
    blocks: tuple[Block, ...]
    n_documents: int
    n_left_out: int

    def file(self, name: str) -> Path:
        """One of its files."""
        return self.prefix.with_name(f"{self.prefix.name}-{name}")

    def keys(self) -> list[str]:
        """Keys of its words; their place is their number here."""
        return self.file("keys").read_text(encoding="utf-8").split("\n")[:-1]

    def array(self, name: str, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """One of its files as numbers."""
        path = self.file(name)
        return np.memmap(path, dtype, "r") if path.stat().st_size else np.empty(0, dtype)


def read_shard(
    files: Sequence[SourceFile],
    unit: str,
    min_words: int,
    number: int,
    n_shards: int,
    prefix: Path,
    read: Callable[[int], None] = lambda n: None,
) -> Shard:
    """Read every `n_shards`-th block of documents, beginning with block `number`.

    Parameters
    ----------
    prefix : Path
        Begins the names of the files that are written, and of no others.
    read : callable
        Told how many bytes of the files have been read.
    """
    reader = WordReader(Unit(unit), min_words)
    lengths: list[npt.NDArray[np.int64]] = [np.empty(0, np.int64)]
    blocks: list[Block] = []
    n_documents = 0
    shard = Shard(prefix, (), 0, 0)
    with shard.file("words").open("wb") as words, shard.file("breaks").open("wb") as breaks:
        for file, block, text in _documents(files, number, n_shards, read):
            document = reader.read(text)
            words.write(document.ids.tobytes())
            breaks.write(document.is_broken.tobytes())
            lengths.append(document.lengths)
            blocks.append(Block(file, block, len(document.ids), len(document.lengths)))
            n_documents += 1
    shard.file("lengths").write_bytes(np.concatenate(lengths).tobytes())
    known = reader.keys()
    shard.file("keys").write_text("".join(f"{key}\n" for key in known), encoding="utf-8")
    return Shard(prefix, tuple(_joined(blocks)), n_documents, reader.n_left_out)


def _documents(
    files: Sequence[SourceFile], number: int, n_shards: int, read: Callable[[int], None]
) -> Iterator[tuple[int, int, str]]:
    """File, block and text of each document of the shard."""
    before = 0
    for place, file in enumerate(files):

        def wanted(document: int, place: int = place) -> bool:
            return (place + document // _DOCUMENTS_AT_ONCE) % n_shards == number

        told = _from(before, read)
        for document, text in numbered_documents(file, told, wanted):
            yield place, document // _DOCUMENTS_AT_ONCE, text
        before += file.path.stat().st_size


def _from(before: int, read: Callable[[int], None]) -> Callable[[int], None]:
    return lambda n: read(before + n)


def _joined(blocks: Iterable[Block]) -> Iterator[Block]:
    """One block for the documents of each."""
    last: Block | None = None
    for block in blocks:
        if last and (last.file, last.number) == (block.file, block.number):
            n_words, n_contexts = last.n_words + block.n_words, last.n_contexts + block.n_contexts
            last = Block(block.file, block.number, n_words, n_contexts)
            continue
        if last:
            yield last
        last = block
    if last:
        yield last


@dataclass(frozen=True, slots=True)
class Piece:
    """What one block adds to a corpus: numbers of words of the whole, breaks, lengths of contexts."""

    words: npt.NDArray[np.uint32]
    is_broken: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.int64]


def all_words(shards: Sequence[Shard]) -> tuple[list[str], list[npt.NDArray[np.int64]]]:
    """Sorted keys of all words of contexts, and for each shard the place of its words among them."""
    keys = [shard.keys() for shard in shards]
    used = [np.zeros(len(each), bool) for each in keys]
    for shard, is_used in zip(shards, used, strict=True):
        found = shard.array("words", np.int32)
        for start in range(0, len(found), 1 << 22):
            is_used[found[start : start + (1 << 22)]] = True
    words = sorted({key for each, mask in zip(keys, used, strict=True) for key in compress(each, mask)})
    number = {word: place for place, word in enumerate(words)}
    places = [np.fromiter((number.get(key, -1) for key in each), np.int64, len(each)) for each in keys]
    return words, places


def pieces(shards: Sequence[Shard], places: Sequence[npt.NDArray[np.int64]]) -> Iterator[Piece]:
    """The blocks of all shards in the order of the files."""
    order = sorted(
        (block.file, block.number, shard, index)
        for shard, found in enumerate(shards)
        for index, block in enumerate(found.blocks)
    )
    opened = [
        (shard.array("words", np.int32), shard.array("breaks", np.bool_), shard.array("lengths", np.int64))
        for shard in shards
    ]
    at = [(0, 0)] * len(shards)
    for _, _, shard, index in order:
        block, (words, breaks, lengths) = shards[shard].blocks[index], opened[shard]
        word, context = at[shard]
        ends = word + block.n_words, context + block.n_contexts
        at[shard] = ends
        yield Piece(
            places[shard][words[word : ends[0]]].astype(np.uint32),
            breaks[word : ends[0]],
            lengths[context : ends[1]],
        )
