"""Knowledge bases by name: which there are, where they come from, how to open them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import cast

from adapters.knowledge import obo, rdf, snomed
from adapters.knowledge.cache import TAXONOMY_FILE, folder_of, locked
from adapters.knowledge.draft import TaxonomyDraft
from adapters.knowledge.taxonomy import Taxonomy
from adapters.knowledge.taxonomy_file import write_taxonomy
from engine.errors import InvalidError, fault
from engine.ports import KnowledgeBase

_TAXONOMY = "adapters.knowledge.taxonomy:Taxonomy"


@dataclass(frozen=True, slots=True)
class KnowledgeSource:
    """One row of the registry.

    Parameters
    ----------
    kind : str
        ``"wordnet"``, ``"rf2"`` or ``"rdf"``.
    opener : str
        ``module:Class``, imported on first use; it takes the path of the taxonomy file.
    licence : str
        Of the source.
    how_to_get : str
        The command.
    """

    kind: str
    opener: str
    licence: str
    how_to_get: str


def _import_row(name: str, licence: str) -> KnowledgeSource:
    return KnowledgeSource("rdf", _TAXONOMY, licence, f"saferelease kb import FILE --name {name}")


REGISTRY: Mapping[str, KnowledgeSource] = MappingProxyType(
    {
        "wordnet": KnowledgeSource(
            "wordnet",
            _TAXONOMY,
            "CC BY 4.0 (Open English WordNet) or WordNet License (Princeton University)",
            "saferelease kb fetch wordnet",
        ),
        "snomed": KnowledgeSource(
            "rf2",
            _TAXONOMY,
            "SNOMED CT Affiliate License: import the release that you have licensed",
            "saferelease kb import RELEASE --kind snomed",
        ),
        "disease-ontology": _import_row("disease-ontology", "CC0 1.0"),
        "unesco": _import_row("unesco", "CC BY-SA 3.0 IGO"),
    }
)
"""Knowledge bases with a name of their own; any other name is one that the user imported."""


@dataclass(frozen=True, slots=True)
class InstalledKnowledge:
    """A knowledge base that is ready.

    Parameters
    ----------
    name, kind, edition, licence, source : str
        As recorded when it was fetched or imported.
    fingerprint : str
        sha256 of its content.
    n_concepts : int
        Number of concepts.
    dropped : mapping of str to int
        Links left out, by reason: to unknown concepts, to itself, closing a cycle.
    """

    name: str
    kind: str
    edition: str
    licence: str
    source: str
    fingerprint: str
    n_concepts: int
    dropped: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Found:
    """A concept that a label names: its names, with provenance, and its generalizations' names."""

    knowledge: str
    concept: str
    labels: Sequence[str]
    provenance: str
    generalizations: Sequence[str]
    n_specializations: int


def open_knowledge(name: str, cache_dir: Path) -> KnowledgeBase:
    """Open the knowledge base `name`.

    Raises
    ------
    InvalidError
        KNO002 when it is not there (with the command that gets it), KNO003 when
        its file is damaged, KNO014 for an impossible name.
    """
    path = folder_of(cache_dir, name) / TAXONOMY_FILE
    row = REGISTRY.get(name, _import_row(name, ""))
    if not path.is_file():
        raise InvalidError(
            fault("KNO002", f"knowledge {name}", "must be installed", "nothing", f"Run `{row.how_to_get}`.")
        )
    module, _, opener = row.opener.partition(":")
    return cast(KnowledgeBase, getattr(import_module(module), opener)(path))


def installed(cache_dir: Path) -> Sequence[InstalledKnowledge]:
    """What is ready in `cache_dir`, by name."""
    return [_describe(Taxonomy(path)) for path in sorted(cache_dir.glob(f"*/{TAXONOMY_FILE}"))]


def _describe(taxonomy: Taxonomy) -> InstalledKnowledge:
    meta = taxonomy.meta
    dropped = cast(Mapping[str, int | Sequence[object]], meta["dropped"])
    return InstalledKnowledge(
        name=taxonomy.name,
        kind=str(meta["kind"]),
        edition=str(meta["edition"]),
        licence=str(meta["licence"]),
        source=str(meta.get("source", "")),
        fingerprint=taxonomy.fingerprint,
        n_concepts=len(taxonomy),
        dropped={reason: n if isinstance(n, int) else len(n) for reason, n in dropped.items()},
    )


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
    with locked(cache_dir, "snomed") as folder:
        draft: TaxonomyDraft
        draft, sha256 = snomed.draft_of(path)
        ready = folder / TAXONOMY_FILE
        write_taxonomy(ready, draft, {"source": path.name, "sha256": sha256})
        return ready


def _is_import_of(ready: Path, sha256: str) -> bool:
    try:
        return ready.exists() and Taxonomy(ready).meta["sha256"] == sha256
    except InvalidError:
        return False


def lookup(label: str, cache_dir: Path, names: Sequence[str] = (), language: str = "en") -> Sequence[Found]:
    """What `label` means in the knowledge bases `names`, in their order (default: all installed).

    Parameters
    ----------
    label : str
        A word or phrase.
    cache_dir : Path
        kb_cache.
    names : sequence of str
        Order of priority.
    language : str
        Of the names shown.
    """
    found = []
    for name in names or [known.name for known in installed(cache_dir)]:
        knowledge = open_knowledge(name, cache_dir)
        for concept in knowledge.concepts(label):
            names_of = knowledge.labels(concept, language) or knowledge.labels(concept, "")
            found.append(
                Found(
                    knowledge.name,
                    concept,
                    [name_of.text for name_of in names_of],
                    names_of[0].source if names_of else "",
                    [_shown(knowledge, broader, language) for broader in knowledge.ancestors(concept)],
                    len(knowledge.descendants(concept)),
                )
            )
    return found


def _shown(knowledge: KnowledgeBase, concept: str, language: str) -> str:
    names = knowledge.labels(concept, language) or knowledge.labels(concept, "")
    return names[0].text if names else concept
