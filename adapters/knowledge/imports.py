"""Knowledge bases from files that the user has, each read once."""

from __future__ import annotations

import hashlib
from pathlib import Path

from adapters.knowledge import obo, rdf, snomed
from adapters.knowledge.cache import TAXONOMY_FILE, locked
from adapters.knowledge.taxonomy import Taxonomy
from adapters.knowledge.taxonomy_file import write_taxonomy
from engine.errors import InvalidError, fault


def import_rdf(path: Path, name: str, cache_dir: Path) -> Path:
    """Import a taxonomy in RDF (SKOS, RDFS, OWL) or OBO format under `name`.

    A file with the same content is not read again.

    Returns
    -------
    Path
        The taxonomy file.

    Raises
    ------
    InvalidError
        KNO007, KNO008, KNO009, KNO014, KNO015, KNO016.
    """
    if not path.is_file():
        raise InvalidError(
            fault("KNO007", path.name, "must be a file", "nothing there", "Check the path of the taxonomy.")
        )
    reader = obo.draft_of if path.suffix.lower() == ".obo" else rdf.draft_of
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    with locked(cache_dir, name) as folder:
        ready = folder / TAXONOMY_FILE
        if not _is_import_of(ready, sha256):
            write_taxonomy(ready, reader(path, name, sha256), {"source": path.name, "sha256": sha256})
        return ready


def import_snomed(path: Path, cache_dir: Path) -> Path:
    """Import a SNOMED CT snapshot (folder or zip file) that the user has licensed, as ``snomed``.

    Returns
    -------
    Path
        The taxonomy file.

    Raises
    ------
    InvalidError
        KNO009 to KNO013, KNO016.
    """
    with snomed.release(path) as files:
        sha256 = snomed.digest(files)
        with locked(cache_dir, "snomed") as folder:
            ready = folder / TAXONOMY_FILE
            if not _is_import_of(ready, sha256):
                write_taxonomy(ready, snomed.draft_of(files), {"source": path.name, "sha256": sha256})
            return ready


def _is_import_of(ready: Path, sha256: str) -> bool:
    try:
        return ready.exists() and Taxonomy(ready).meta["sha256"] == sha256
    except InvalidError:
        return False
