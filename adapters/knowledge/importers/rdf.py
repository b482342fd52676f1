"""Taxonomies in RDF: SKOS thesauri, RDFS and OWL class hierarchies with their instances.

References
----------
SKOS Reference, W3C Recommendation 2009, sections 5 (labels) and 8 (semantic relations);
OWL 2 Structural Specification, section 9.1.1 (subclass axioms).
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any
from xml.parsers.expat import ExpatError
from xml.sax import SAXException

from rdflib import DCTERMS, OWL, RDF, RDFS, SKOS, BNode, Dataset, Graph, Literal, Namespace, URIRef
from rdflib.collection import Collection as Terms
from rdflib.exceptions import Error as RdfError
from rdflib.term import Node

from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from adapters.knowledge.importers.xml_safety import refuse_entities
from engine.errors import InvalidError, fault

FORMATS = {
    ".ttl": "turtle",
    ".nt": "nt",
    ".rdf": "xml",
    ".owl": "xml",
    ".xml": "xml",
    ".trig": "trig",
    ".nq": "nquads",
}
"""Syntax by file suffix. JSON-LD is left out: its contexts are fetched from the network."""
_WITH_GRAPHS = ("trig", "nquads")
_PACKED: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}

_OBO_IN_OWL = Namespace("http://www.geneontology.org/formats/oboInOwl#")
_OBO_ID = re.compile(r"http://purl\.obolibrary\.org/obo/([A-Za-z]+)_(\w+)")
_SKOS_XL = Namespace("http://www.w3.org/2008/05/skos-xl#")
_PARSER_FAULTS = (SyntaxError, ValueError, LookupError, AssertionError, AttributeError, RdfError)
"""What rdflib's parsers raise on broken files; a Turtle file cut short gives an IndexError."""

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")

LABELS = (
    ("skos:prefLabel", SKOS.prefLabel),
    ("rdfs:label", RDFS.label),
    ("skos:altLabel", SKOS.altLabel),
    ("oboInOwl:hasExactSynonym", _OBO_IN_OWL.hasExactSynonym),
    ("oboInOwl:hasNarrowSynonym", _OBO_IN_OWL.hasNarrowSynonym),
    ("oboInOwl:hasRelatedSynonym", _OBO_IN_OWL.hasRelatedSynonym),
    ("skos:hiddenLabel", SKOS.hiddenLabel),
)
"""Label properties, the preferred one first. Broad synonyms name a more general concept: left out."""

_LABELS_XL = tuple((f"skosxl:{name}", _SKOS_XL[name]) for name in ("prefLabel", "altLabel", "hiddenLabel"))
"""Labels that are things of their own (SKOS-XL), each with its literal form."""

_WIKIDATA = Namespace("http://www.wikidata.org/prop/direct/")
_KINDS = (RDFS.subClassOf, _WIKIDATA.P279)
_UPWARD = (SKOS.broader, SKOS.broaderTransitive, *_KINDS)
_DOWNWARD = (SKOS.narrower, SKOS.narrowerTransitive)
_INSTANCES = (RDF.type, _WIKIDATA.P31)
_CLASSES = (SKOS.Concept, OWL.Class, RDFS.Class)


def draft_of(path: Path, name: str, sha256: str) -> TaxonomyDraft:
    """Concepts, labels in every language and is-a links of an RDF file.

    Parameters
    ----------
    path : Path
        Turtle, N-Triples, RDF/XML, TriG or N-Quads (.ttl, .nt, .rdf, .owl, .xml, .trig, .nq), also packed
        (.gz, .bz2, .xz). Named graphs count as one.
    name : str
        Name for policies.
    sha256 : str
        Of the file; it stands for the version when the file states none.

    Raises
    ------
    InvalidError
        KNO007 when it cannot be read, KNO008 for dangerous XML entities.

    Notes
    -----
    Only named classes count: restrictions and other anonymous class expressions are skipped, but a class
    that is defined as an intersection is below each named class of it. A vocabulary's own types (what is
    below ``skos:Concept``) generalize nothing. Deprecated classes are left out. An instance (``rdf:type``,
    Wikidata's P31) is below each of its classes that the file knows as a class.
    """
    return draft_of_graph(_parse(path), name, sha256)


def draft_of_graph(graph: Graph, name: str, sha256: str) -> TaxonomyDraft:
    """The same from statements that were read already."""
    draft = TaxonomyDraft(name, f"{name}:{_version(graph) or sha256[:12]}", _licence(graph), "rdf")
    links = [*_links(graph), *_defined(graph), *_instances(graph)]
    retired = {id_of(node) for node in graph.subjects(OWL.deprecated, Literal(True))}
    own = _own_types(graph)
    draft.broader = [(id_of(a), id_of(b)) for a, b in links if a not in own and b not in own]
    typed = {id_of(node) for node in _typed(graph, (*_CLASSES, *own)) if node not in own}
    draft.concepts = (typed | {end for link in draft.broader for end in link}) - retired
    draft.related = [
        (id_of(a), id_of(b)) for a, b in graph.subject_objects(SKOS.related) if _is_named(a) and _is_named(b)
    ]
    draft.labels = sorted(
        [*_labels(graph), *_labels_xl(graph)], key=lambda label: (label.priority, label.concept, label.text)
    )
    return draft


def _parse(path: Path) -> Graph:
    packed = _PACKED.get(path.suffix.lower())
    suffix = (path.with_suffix("") if packed else path).suffix.lower()
    syntax = FORMATS.get(suffix)
    if syntax is None:
        raise _unreadable(path, f"suffix {suffix}")
    try:
        with (packed or open)(path, "rb") as file:
            return _statements(file, path, syntax)
    except (OSError, EOFError, lzma.LZMAError, SAXException, ExpatError, *_PARSER_FAULTS) as error:
        raise _unreadable(path, f"a file that is no {syntax}") from error


def _statements(file: IO[bytes], path: Path, syntax: str) -> Graph:
    if syntax == "xml":
        refuse_entities(file, path.name)
        file.seek(0)
    graph = Graph()
    if syntax not in _WITH_GRAPHS:
        return graph.parse(file, format=syntax)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of rdflib, by its own parsers
        # a plain Graph takes in nothing of a named graph (rdflib 7.6), and says nothing
        for subject, predicate, value, _ in Dataset().parse(file, format=syntax).quads():
            graph.add((subject, predicate, value))
    return graph


def _unreadable(path: Path, got: str) -> InvalidError:
    return InvalidError(
        fault(
            "KNO007",
            path.name,
            "must be a taxonomy in RDF (.ttl, .nt, .rdf, .owl, .xml, .trig, .nq) or OBO (.obo)",
            got,
            "Export the taxonomy in one of these formats, with the suffix that fits its syntax.",
        )
    )


def _links(graph: Graph) -> Iterator[tuple[URIRef, URIRef]]:
    for predicate in _UPWARD:
        for narrow, broad in graph.subject_objects(predicate):
            if isinstance(narrow, URIRef) and isinstance(broad, URIRef) and broad != OWL.Thing:
                yield narrow, broad
    for predicate in _DOWNWARD:
        for broad, narrow in graph.subject_objects(predicate):
            if isinstance(narrow, URIRef) and isinstance(broad, URIRef):
                yield narrow, broad


def _defined(graph: Graph) -> Iterator[tuple[URIRef, URIRef]]:
    for predicate in (OWL.equivalentClass, RDFS.subClassOf):
        for narrow, expression in graph.subject_objects(predicate):
            if isinstance(narrow, URIRef) and isinstance(expression, BNode):
                yield from ((narrow, each) for each in _intersected(graph, expression) if each != narrow)


def _intersected(graph: Graph, expression: BNode) -> Iterator[URIRef]:
    """The named classes of an intersection: what it defines is below each of them."""
    for terms in graph.objects(expression, OWL.intersectionOf):
        for each in Terms(graph, terms):
            if isinstance(each, URIRef) and each != OWL.Thing:
                yield each


def _own_types(graph: Graph) -> set[Node]:
    """``skos:Concept`` and the types that a vocabulary makes of it: "descriptor", "thesaurus system"."""
    return {node for node in graph.transitive_subjects(RDFS.subClassOf, SKOS.Concept) if node is not None}


def _typed(graph: Graph, kinds: Iterable[Node]) -> Iterator[Node]:
    """Named things of one of these types."""
    return (node for kind in kinds for node in graph.subjects(RDF.type, kind) if _is_named(node))


def _instances(graph: Graph) -> Iterator[tuple[URIRef, URIRef]]:
    """Instances and their classes: Los Angeles is a city, as in YAGO, Wikidata and DBpedia."""
    classes = {end for kind in _KINDS for link in graph.subject_objects(kind) for end in link}
    classes |= {node for kind in (OWL.Class, RDFS.Class) for node in graph.subjects(RDF.type, kind)}
    classes -= {OWL.Thing, *_own_types(graph)}
    for predicate in _INSTANCES:
        for node, kind in graph.subject_objects(predicate):
            if kind in classes and isinstance(node, URIRef) and isinstance(kind, URIRef):
                yield node, kind


def _labels(graph: Graph) -> Iterator[DraftLabel]:
    for preference, (kind, predicate) in enumerate(LABELS):
        for node, literal in graph.subject_objects(predicate):
            if _is_named(node) and isinstance(literal, Literal):
                yield DraftLabel(id_of(node), str(literal), literal.language or "", kind, (preference,))


def _labels_xl(graph: Graph) -> Iterator[DraftLabel]:
    for preference, (kind, predicate) in enumerate(_LABELS_XL):
        for node, label in graph.subject_objects(predicate):
            for literal in graph.objects(label, _SKOS_XL.literalForm) if _is_named(node) else ():
                if isinstance(literal, Literal):
                    yield DraftLabel(id_of(node), str(literal), literal.language or "", kind, (preference,))


def _is_named(node: Node) -> bool:
    return isinstance(node, URIRef) and node != OWL.Thing


def id_of(node: Node) -> str:
    """The URI; an OBO library's in the short form that its OBO files have (DOID:526)."""
    short = _OBO_ID.fullmatch(str(node))
    return f"{short[1]}:{short[2]}" if short else str(node)


def _version(graph: Graph) -> str:
    for predicate in (OWL.versionIRI, OWL.versionInfo, DCTERMS.modified, DCTERMS.issued):
        for ontology in (
            *graph.subjects(RDF.type, OWL.Ontology),
            *graph.subjects(RDF.type, SKOS.ConceptScheme),
        ):
            for value in sorted(map(str, graph.objects(ontology, predicate))):
                date = _DATE.search(value)
                return date[0] if date else value.rpartition("/")[2].replace(" ", "-")
    return ""


def _licence(graph: Graph) -> str:
    licences = sorted({str(value) for value in graph.objects(None, DCTERMS.license)})
    return ", ".join(licences) or "as stated by the publisher of the file"
