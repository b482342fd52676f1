"""Concepts of a SPARQL endpoint: SKOS and RDFS, page by page.

References
----------
SPARQL 1.1 Protocol, W3C Recommendation 2013, section 2.1.2 (query via POST with URL-encoded parameters);
SPARQL 1.1 Query Results JSON Format.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from rdflib import OWL, RDF, RDFS, SKOS, Graph, URIRef
from rdflib.query import Result, ResultException
from rdflib.term import Node, Variable

from adapters.knowledge.importers import rdf
from adapters.knowledge.importers.draft import TaxonomyDraft
from adapters.knowledge.servers.client import Server
from engine.errors import InvalidError, fault

PAGE_ROWS = 5_000
"""Most public endpoints give 10,000 rows at once, or more."""

_S, _P, _O = Variable("s"), Variable("p"), Variable("o")
_JSON = "application/sparql-results+json"
_NO_IRI = re.compile(r"[\x00-\x20<>\"{}|\\^`]")
_UP = (SKOS.broader, SKOS.broaderTransitive, RDFS.subClassOf)
_DOWN = (SKOS.narrower, SKOS.narrowerTransitive)
_ABOUT = (*_UP, *_DOWN, SKOS.related, OWL.deprecated, *(predicate for _, predicate in rdf.LABELS))

_KINDS = " ".join(kind.n3() for kind in (SKOS.Concept, OWL.Class, RDFS.Class))
_ALL = " ".join(("VALUES ?kind {", _KINDS, "} ?s a ?kind ."))
_QUERY = """SELECT DISTINCT ?s ?p ?o WHERE {{
  {{ SELECT DISTINCT ?s WHERE {{ {concepts} FILTER(isIRI(?s)) }} }}
  VALUES ?p {{ {predicates} }}
  ?s ?p ?o .
  FILTER(!isBlank(?o))
}} ORDER BY ?s ?p ?o LIMIT {limit} OFFSET {offset}"""


@dataclass(frozen=True, slots=True)
class Part:
    """Which concepts of an endpoint.

    Parameters
    ----------
    root : str
        IRI of the concept that all are below of; empty: every SKOS concept and class.
    broader : str
        IRI of a further property that leads to a generalization, such as Wikidata's P279.

    Raises
    ------
    InvalidError
        KNO022 for one that is no IRI.
    """

    root: str = ""
    broader: str = ""

    def __post_init__(self) -> None:
        for option, iri in (("--root", self.root), ("--broader", self.broader)):
            if iri and (_NO_IRI.search(iri) or not urlsplit(iri).scheme):
                raise InvalidError(
                    fault("KNO022", option, "must be an IRI", iri, "Give it in full, without < and >.")
                )

    def query(self, offset: int) -> str:
        """The question for the rows from `offset` on."""
        further = [URIRef(self.broader)] if self.broader else []
        return _QUERY.format(
            concepts=self._concepts(further),
            predicates=" ".join(node.n3() for node in (*_ABOUT, *further)),
            limit=PAGE_ROWS,
            offset=offset,
        )

    def _concepts(self, further: Sequence[URIRef]) -> str:
        if not self.root:
            return _ALL
        steps = [node.n3() for node in (*_UP, *further)] + [f"^{node.n3()}" for node in _DOWN]
        return f"?s ({'|'.join(steps)})* <{self.root}> ."


def draft_of(server: Server, part: Part, name: str) -> TaxonomyDraft:
    """Concepts, labels in every language and is-a links among the concepts of `part`.

    Raises
    ------
    InvalidError
        KNO023 to KNO025, KNO027 when the server does not answer as it must.

    Notes
    -----
    Pages are asked for until an empty one comes: an endpoint may give fewer rows
    than asked for. Links to concepts outside of `part` are left out.
    """
    graph = _everything(server, part)
    for node in set(graph.subjects()):
        graph.add((node, RDF.type, SKOS.Concept))
    draft = rdf.draft_of_graph(graph, name, "")
    draft.concepts &= {rdf.id_of(node) for node in graph.subjects()}
    draft.kind, draft.licence = "sparql", f"as stated by the publisher of {server.host}"
    return draft


def _everything(server: Server, part: Part) -> Graph:
    graph, offset = Graph(), 0
    while rows := _page(server, part, offset):
        before = len(graph)
        for s, p, o in rows:
            graph.add((s, SKOS.broader if str(p) == part.broader else p, o))
        if len(graph) == before:
            raise server.fault(
                "KNO024",
                "must give other rows on another page",
                "the same rows",
                "Ask its operator for OFFSET.",
            )
        offset += len(rows)
    return graph


def _page(server: Server, part: Part, offset: int) -> Sequence[tuple[Node, Node, Node]]:
    return server.ask(
        f"OFFSET {offset}",
        [("query", part.query(offset))],
        _rows,
        accept=_JSON,
        posted=True,
    )


def _rows(body: bytes) -> Sequence[tuple[Node, Node, Node]]:
    try:
        found = Result.parse(io.BytesIO(body), format="json")
    except ResultException as error:
        raise ValueError from error
    return [(row[_S], row[_P], row[_O]) for row in found.bindings]
