"""WordNet, SKOS, OWL, OBO, FHIR and SNOMED CT against the one suite, each from files in its own format."""

from __future__ import annotations

import pytest

from adapters.knowledge.imports import import_rdf, import_snomed
from adapters.knowledge.registry import open_knowledge
from adapters.knowledge.wordnet.fetch import fetch_wordnet
from engine.ports import KnowledgeBase
from tests.conformance.knowledge_files import (
    RF2_IDS,
    write_fhir,
    write_lmf,
    write_obo,
    write_owl,
    write_rf2,
    write_skos,
)
from tests.conformance.knowledge_suite import KnowledgeSuite

_WRITERS = {
    "sample.ttl": write_skos,
    "sample.owl": write_owl,
    "sample.obo": write_obo,
    "sample.json": write_fhir,
}


@pytest.fixture(scope="module")
def wordnet(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("wordnet")
    fetch_wordnet(folder, source=write_lmf(folder / "sample.xml"))
    return open_knowledge("wordnet", folder)


@pytest.fixture(scope="module")
def snomed(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("snomed")
    import_snomed(write_rf2(folder / "release"), folder)
    return open_knowledge("snomed", folder)


def imported(file: str, tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("taxonomy")
    import_rdf(_WRITERS[file](folder / file), "sample", folder)
    return open_knowledge("sample", folder)


@pytest.fixture(scope="module", params=["sample.ttl", "sample.owl"], ids=["SKOS", "OWL"])
def rdf(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> KnowledgeBase:
    return imported(request.param, tmp_path_factory)


@pytest.fixture(scope="module")
def obo(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return imported("sample.obo", tmp_path_factory)


@pytest.fixture(scope="module")
def fhir(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return imported("sample.json", tmp_path_factory)


class TestWordNet(KnowledgeSuite):
    has_french = False

    @pytest.fixture
    def knowledge(self, wordnet: KnowledgeBase) -> KnowledgeBase:
        return wordnet

    def id_of(self, concept: str) -> str:
        return f"sample-{concept}-n"


class TestRdf(KnowledgeSuite):
    @pytest.fixture
    def knowledge(self, rdf: KnowledgeBase) -> KnowledgeBase:
        return rdf

    def id_of(self, concept: str) -> str:
        return f"http://example.org/{concept}"


class TestObo(KnowledgeSuite):
    has_french = False

    @pytest.fixture
    def knowledge(self, obo: KnowledgeBase) -> KnowledgeBase:
        return obo

    def id_of(self, concept: str) -> str:
        return f"T:{concept}"


class TestSnomed(KnowledgeSuite):
    @pytest.fixture
    def knowledge(self, snomed: KnowledgeBase) -> KnowledgeBase:
        return snomed

    def id_of(self, concept: str) -> str:
        return RF2_IDS.get(concept, "999")


class TestFhir(KnowledgeSuite):
    @pytest.fixture
    def knowledge(self, fhir: KnowledgeBase) -> KnowledgeBase:
        return fhir

    def id_of(self, concept: str) -> str:
        return concept
