"""Knowledge bases from files that the user has, each read once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from adapters.knowledge.cache import TAXONOMY_FILE, locked
from adapters.knowledge.importers import fhir, house, mesh, obo, open_directory, rdf, snomed, wiktionary
from adapters.knowledge.importers import world_places as places
from adapters.knowledge.importers.draft import TaxonomyDraft
from adapters.knowledge.taxonomy import Taxonomy
from adapters.knowledge.taxonomy_file import write_taxonomy
from engine.errors import InvalidError, fault

_READERS = {
    ".obo": obo.draft_of,
    ".json": fhir.draft_of,
    ".txt": house.outline_of,
    ".csv": house.table_of,
}


def import_rdf(path: Path, name: str, cache_dir: Path) -> Path:
    """Import a taxonomy in RDF (SKOS, RDFS, OWL), OBO or FHIR format, or one's own list, under `name`.

    A file with the same content is not read again.

    Returns
    -------
    Path
        The taxonomy file.

    Raises
    ------
    InvalidError
        KNO007, KNO008, KNO009, KNO014, KNO015, KNO016, KNO018, KNO021.
    """
    return _import_file(path, name, cache_dir, _READERS.get(path.suffix.lower(), rdf.draft_of))


def import_mesh(path: Path, cache_dir: Path) -> Path:
    """Import the tree of the Medical Subject Headings as ``mesh``, with entry terms where the file has them.

    Raises
    ------
    InvalidError
        KNO007, KNO009, KNO016, KNO019.
    """
    return _import_file(path, "mesh", cache_dir, mesh.draft_of)


def import_odp(path: Path, cache_dir: Path) -> Path:
    """Import the categories of the Open Directory Project as ``odp``.

    Raises
    ------
    InvalidError
        KNO007, KNO009, KNO016, KNO029.
    """
    return _import_file(path, "odp", cache_dir, open_directory.draft_of)


def import_wiktionary(path: Path, cache_dir: Path) -> Path:
    """Import the nouns of a dump of the English Wiktionary as ``wiktionary``.

    Raises
    ------
    InvalidError
        KNO007, KNO009, KNO016, KNO030.
    """
    return _import_file(path, "wiktionary", cache_dir, wiktionary.draft_of)


def import_places(path: Path, cache_dir: Path) -> Path:
    """Import the tables of cities and countries below the folder `path` as ``places``.

    Raises
    ------
    InvalidError
        KNO009, KNO016, KNO020.
    """
    tables = places.find_tables(path)
    sha256 = places.digest(tables)
    return written(cache_dir, "places", path.name, sha256, lambda: places.draft_of(tables, "places", sha256))


def _import_file(
    path: Path, name: str, cache_dir: Path, reader: Callable[[Path, str, str], TaxonomyDraft]
) -> Path:
    if not path.is_file():
        raise InvalidError(
            fault("KNO007", path.name, "must be a file", "nothing there", "Check the path of the taxonomy.")
        )
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return written(cache_dir, name, path.name, sha256, lambda: reader(path, name, sha256))


def written(cache_dir: Path, name: str, source: str, sha256: str, read: Callable[[], TaxonomyDraft]) -> Path:
    """The taxonomy file of what `read` gives, unless the same content was imported before."""
    with locked(cache_dir, name) as folder:
        ready = folder / TAXONOMY_FILE
        if not _is_import_of(ready, sha256):
            write_taxonomy(ready, read(), {"source": source, "sha256": sha256})
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
        return written(cache_dir, "snomed", path.name, sha256, lambda: snomed.draft_of(files))


def _is_import_of(ready: Path, sha256: str) -> bool:
    try:
        return ready.exists() and Taxonomy(ready).meta["sha256"] == sha256
    except InvalidError:
        return False
