"""A bundle for reading, wherever it is."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adapters.machine.files import make_folder
from flows.release.state import ReleaseFolders
from flows.release.stores.place import Place
from flows.release.stores.publishing import fetch


@contextmanager
def on_this_machine(bundle: str) -> Iterator[Path]:
    """The folder of a bundle; one in a store is fetched, and gone afterwards.

    Parameters
    ----------
    bundle : str
        Folder or address.

    Notes
    -----
    Where it was made, its private folder lies on this machine, and is found beside the copy.
    """
    place = Place(bundle)
    if place.address is None:
        yield Path(bundle)
        return
    make_folder(place.folder, 0o700)
    with tempfile.TemporaryDirectory(dir=place.folder, prefix="fetched-") as folder:
        copy = Path(folder) / place.address.name
        fetch(place.address, copy)
        if place.private.exists():
            ReleaseFolders(copy).private.symlink_to(place.private)
        yield copy
