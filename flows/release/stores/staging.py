"""Documents of object stores, brought to this machine encrypted: no disk ever holds one in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from adapters.documents.opening.sources import SealedSource, Source
from adapters.documents.settings import MEBIBYTE
from adapters.keys.installation import encrypt, keyed_hash
from adapters.machine.files import make_folder, write_atomically
from adapters.machine.processes.apart import run_apart
from adapters.machine.stores.address import Address
from adapters.machine.stores.names import folders_of, is_file_name
from adapters.machine.stores.store import Store, StoredObject, connect
from engine.errors import InvalidError, fault

MOST_BYTES = 1024 * MEBIBYTE
"""Of one document: it is encrypted as a whole, in memory."""
_THREADS = 16
_AT_ONCE = 64 * MEBIBYTE


@dataclass(frozen=True, slots=True)
class StagedSource(SealedSource):
    """A document of a store, encrypted on this machine.

    Parameters
    ----------
    root : str
        Name of the folder of the store that was asked for.
    """

    root: str = field(default="")

    @property
    def folders(self) -> list[str]:
        """Names of the folders that it lies in, the nearest first, as in the store."""
        return [*reversed(self.relative.split("/")[:-1]), self.root]


@dataclass(frozen=True, slots=True)
class _Item:
    """One object of a store, or one of its hidden folders; nameless where it is what was asked for."""

    address: Address
    found: StoredObject
    relative: str
    most_bytes: int = MOST_BYTES
    is_folder: bool = False

    @property
    def path(self) -> str:
        return f"{self.address}/{self.relative}" if self.found.name else str(self.address)

    @property
    def root(self) -> str:
        """Name of the folder that was asked for."""
        above = self.path.removesuffix(self.relative).rstrip("/")
        return above.rpartition("/")[2]

    @property
    def barred(self) -> str:
        """Why it is never fetched, as of a file of this machine."""
        parts = self.relative.split("/")
        if self.found.barred:
            return self.found.barred
        if any(part.startswith(".") for part in parts):
            return "hidden"
        if self.is_folder or not is_file_name(self.relative):
            return "name"
        return "large" if self.found.n_bytes > self.most_bytes else ""

    def mark(self, key: bytes) -> str:
        """File name of its encrypted copy: another one when the object changes."""
        found = self.found
        return keyed_hash(key, f"{self.path}\0{found.n_bytes}\0{found.mark}".encode())[:32]


def n_documents(addresses: Sequence[Address]) -> int:
    """How many documents lie there; nothing is fetched."""
    return run_apart(_counted, addresses)


def staged(
    addresses: Sequence[Address], folder: Path, key: bytes, most_bytes: int = MOST_BYTES
) -> list[Source]:
    """Fetch what lies below `addresses` into `folder`, encrypted; what is there of an earlier run stays.

    Parameters
    ----------
    addresses : sequence of Address
        Folders of stores, or single objects.
    folder : Path
        Of this release alone: what is not asked for any more is removed.
    key : bytes
        Encrypts them.
    most_bytes : int
        Of one document; a larger one is not fetched.

    Raises
    ------
    InvalidError
        ``SRC002`` when nothing is there; faults of the store.
    """
    make_folder(folder, 0o700)
    return run_apart(_fetched, addresses, folder, key, min(most_bytes, MOST_BYTES))


def _counted(addresses: Sequence[Address]) -> int:
    return len(_listed(addresses, connect(addresses[0])))


def _listed(addresses: Sequence[Address], store: Store, most_bytes: int = MOST_BYTES) -> list[_Item]:
    """Every object, sorted; the objects of a hidden folder are one entry."""
    if len({address.connection for address in addresses}) > 1:
        must, advice = "must be in one store", "Release the documents of each store by itself."
        raise InvalidError(fault("STO006", "SOURCE", must, "several", advice))
    found = [
        _Item(address, one, _shown(one.name or address.name), most_bytes)
        for address in addresses
        for one in store.at(address).objects()
    ]
    folders = folders_of(item.path for item in found)
    listed = {item.path: replace(item, is_folder=item.path in folders) for item in found}
    items = sorted(listed.values(), key=lambda item: item.path)
    if all(item.barred for item in items):
        where = ", ".join(map(str, addresses))
        raise InvalidError(fault("SRC002", where, "must hold a document", "none", "Nothing was released."))
    return items


def _fetched(addresses: Sequence[Address], folder: Path, key: bytes, most_bytes: int) -> list[Source]:
    store = connect(addresses[0])
    items = _listed(addresses, store, most_bytes)
    paths = [folder / item.mark(key) for item in items]
    wanted = {path.name for path in paths}
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()
    missing = [
        (item, path) for item, path in zip(items, paths, strict=True) if not (item.barred or path.exists())
    ]
    with ThreadPoolExecutor(_THREADS) as threads:
        for batch in _batches(missing):
            list(threads.map(lambda pair: _fetch(store.at(pair[0].address), pair[0], pair[1], key), batch))
    return list(_sources(items, paths, key))


def _fetch(store: Store, item: _Item, path: Path, key: bytes) -> None:
    """Encrypted before it is written: what is left of a run that was killed is so too."""
    write_atomically(path, encrypt(key, store.read(item.found.name), path.name), durable=False, mode=0o600)


def _sources(items: Sequence[_Item], paths: Sequence[Path], key: bytes) -> Iterator[Source]:
    width = max(6, len(str(len(items))))
    above = [item.path.rpartition("/")[0] for item in items]
    folders = {folder: f"{i:03d}" for i, folder in enumerate(dict.fromkeys(above), 1)}
    for i, (item, path) in enumerate(zip(items, paths, strict=True), 1):
        yield StagedSource(
            f"{i:0{width}d}",
            str(path),
            item.relative,
            folders[above[i - 1]],
            item.barred,
            key=key,
            label=path.name,
            root=item.root,
        )


def _batches(missing: Sequence[tuple[_Item, Path]]) -> Iterator[list[tuple[_Item, Path]]]:
    """What is fetched at once: bounded, for each document is in memory then."""
    batch: list[tuple[_Item, Path]] = []
    n_bytes = 0
    for item, path in missing:
        if batch and n_bytes + item.found.n_bytes > _AT_ONCE:
            yield batch
            batch, n_bytes = [], 0
        batch.append((item, path))
        n_bytes += item.found.n_bytes
    yield batch


def _shown(name: str) -> str:
    """The entry that an object belongs to: itself, or the hidden folder that it lies in."""
    parts = name.split("/")
    hidden = next((i for i, part in enumerate(parts) if part.startswith(".")), len(parts))
    return "/".join(parts[: hidden + 1])
