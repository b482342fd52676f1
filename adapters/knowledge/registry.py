"""Knowledge bases by name: which there are, where they come from, how to open them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import cast

from adapters.knowledge.cache import TAXONOMY_FILE, folder_of
from adapters.knowledge.taxonomy import Taxonomy, name_in
from engine.errors import InvalidError, fault
from engine.ports import KnowledgeBase, Label

_TAXONOMY = "adapters.knowledge.taxonomy:Taxonomy"


@dataclass(frozen=True, slots=True)
class KnowledgeSource:
    """One row of the registry.

    Parameters
    ----------
    kind : str
        ``"wordnet"``, ``"rf2"``, ``"mesh"``, ``"odp"``, ``"wiktionary"``, ``"places"`` or ``"rdf"``.
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
        "mesh": KnowledgeSource(
            "mesh",
            _TAXONOMY,
            "terms of the U.S. National Library of Medicine",
            "saferelease kb import FILE --kind mesh",
        ),
        "odp": KnowledgeSource(
            "odp",
            _TAXONOMY,
            "CC BY 3.0 (DMOZ)",
            "saferelease kb import FILE --kind odp",
        ),
        "wiktionary": KnowledgeSource(
            "wiktionary",
            _TAXONOMY,
            "CC BY-SA 4.0 (the contributors of Wiktionary)",
            "saferelease kb import FILE --kind wiktionary",
        ),
        "places": KnowledgeSource(
            "places",
            _TAXONOMY,
            "CC BY 4.0 (GeoNames); CC BY-SA 4.0 (countries)",
            "saferelease kb import FOLDER --kind places",
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
    n_concepts, n_labels, n_links : int
        Number of concepts, of their names, and of links of a concept to everything that generalizes it.
    dropped : mapping of str to int
        What was left out, by reason: links to unknown concepts, to itself, closing a cycle.
    """

    name: str
    kind: str
    edition: str
    licence: str
    source: str
    fingerprint: str
    n_concepts: int
    n_labels: int
    n_links: int
    dropped: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Found:
    """A concept that a label names.

    Parameters
    ----------
    knowledge, concept : str
        Knowledge base and id.
    labels : sequence of str
        Names, the preferred one first; the id where it has none.
    provenance : str
        Where the first name comes from.
    generalizations : sequence of str
        Preferred names, most specific first.
    related : sequence of str
        Preferred names of concepts linked without is-a.
    depth, n_specializations : int
        Links on the longest way up; number of specializations.
    """

    knowledge: str
    concept: str
    labels: Sequence[str]
    provenance: str
    generalizations: Sequence[str]
    related: Sequence[str]
    depth: int
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


def installed_names(cache_dir: Path) -> Sequence[str]:
    """Names of what is ready in `cache_dir`.

    Raises
    ------
    InvalidError
        KNO003 when a file is damaged.
    """
    return [name_in(path) for path in sorted(cache_dir.glob(f"*/{TAXONOMY_FILE}"))]


def installed_as(name: str, cache_dir: Path) -> InstalledKnowledge:
    """What is ready under a name.

    Raises
    ------
    InvalidError
        KNO003 when its file is damaged, KNO014 for an impossible name.
    """
    return _describe(Taxonomy(folder_of(cache_dir, name) / TAXONOMY_FILE))


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
        n_labels=taxonomy.n_labels,
        n_links=taxonomy.n_links,
        dropped={reason: n if isinstance(n, int) else len(n) for reason, n in dropped.items()},
    )


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
    for name in names or installed_names(cache_dir):
        taxonomy = cast(Taxonomy, open_knowledge(name, cache_dir))
        found += [_describe_concept(taxonomy, concept, language) for concept in taxonomy.concepts(label)]
    return found


def _describe_concept(taxonomy: Taxonomy, concept: str, language: str) -> Found:
    labels = _names(taxonomy, concept, language)
    return Found(
        knowledge=taxonomy.name,
        concept=concept,
        labels=[label.text for label in labels],
        provenance=labels[0].source,
        generalizations=[_names(taxonomy, up, language)[0].text for up in taxonomy.ancestors(concept)],
        related=[_names(taxonomy, other, language)[0].text for other in taxonomy.related(concept)],
        depth=taxonomy.depth(concept),
        n_specializations=taxonomy.n_descendants(concept),
    )


def _names(taxonomy: Taxonomy, concept: str, language: str) -> Sequence[Label]:
    """Labels in `language`, else in any, else the id."""
    labels = taxonomy.labels(concept, language) or taxonomy.labels(concept, "")
    return labels or [Label(concept, "", taxonomy.name)]
