"""A bundle for reading, wherever it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adapters.machine.files import make_folder
from adapters.machine.processes.passing_folders import PassingFolder
from flows.release.state import ReleaseFolders
from flows.release.stores.place import Place
from flows.release.stores.publishing import fetch

_FETCHED = "fetched-"


@contextmanager
def on_this_machine(bundle: str) -> Iterator[Path]:
    """The folder of a bundle; one in a store is fetched, and gone afterwards.

    Parameters
    ----------
    bundle : str
        Folder or address.

    Notes
    -----
    Where it was made, its private folder lies on this machine, and is found beside the copy. The copy of a
    process that was killed goes when the next one fetches it.
    """
    place = Place(bundle)
    if place.address is None:
        yield Path(bundle)
        return
    make_folder(place.folder, 0o700)
    with PassingFolder(_FETCHED, place.folder) as folder:
        copy = folder / place.address.name
        fetch(place.address, copy)
        if place.private.exists():
            ReleaseFolders(copy).private.symlink_to(place.private)
        yield copy
