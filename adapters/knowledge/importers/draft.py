"""A taxonomy being read from its source: what every importer fills."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class DraftLabel(NamedTuple):
    """One name of a concept.

    Parameters
    ----------
    concept : str
        Its id.
    text : str
        As written in the source.
    language : str
        BCP 47 tag, or empty when the source does not say.
    kind : str
        What the source calls it (``"skos:altLabel"``, ``"FSN 517382016"``...), for the provenance.
    priority : tuple of int
        Sorts the concepts that share a label: smaller is more frequent, or more preferred.
    pos : str
        Part of speech, one of n, v, a, r; decides which inflections apply.
    """

    concept: str
    text: str
    language: str
    kind: str
    priority: tuple[int, ...] = (0,)
    pos: str = "n"


@dataclass
class TaxonomyDraft:
    """Concepts, labels and is-a links in the order the source has them.

    Parameters
    ----------
    name : str
        What policies call it.
    edition : str
        Source and version, the first word of every label's provenance.
    licence : str
        Licence of the source, in one line.
    kind : str
        Kind of source: ``"wordnet"``, ``"rdf"``, ``"obo"``, ``"rf2"``...
    inflected : bool
        Whether English inflection applies to the labels.
    concepts : set of str
        Ids.
    labels : list of DraftLabel
        The preferred label of a concept before its others.
    keys : list of DraftLabel
        Strings that lead to a concept without being one of its labels, such as an irregular plural.
    broader, related : list of (str, str)
        (concept, generalization) links; symmetric links between concepts.
    """

    name: str
    edition: str
    licence: str
    kind: str
    inflected: bool = True
    concepts: set[str] = field(default_factory=set)
    labels: list[DraftLabel] = field(default_factory=list)
    keys: list[DraftLabel] = field(default_factory=list)
    broader: list[tuple[str, str]] = field(default_factory=list)
    related: list[tuple[str, str]] = field(default_factory=list)
