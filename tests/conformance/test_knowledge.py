"""Knowledge from files in every format, and from SPARQL and FHIR servers, against the one suite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.knowledge.imports import import_odp, import_rdf, import_snomed, import_wiktionary
from adapters.knowledge.registry import installed, open_knowledge
from adapters.knowledge.servers.fhir import Coded
from adapters.knowledge.servers.imports import import_server
from adapters.knowledge.servers.sparql import Part
from adapters.knowledge.wordnet.fetch import fetch_wordnet
from engine.errors import InvalidError
from engine.methods.c_sanitized import lexicalizations
from engine.policy.clauses.concepts import ConceptRule
from engine.ports import KnowledgeBase
from tests.conformance.knowledge_files import (
    RF2_IDS,
    write_fhir,
    write_instances,
    write_lmf,
    write_obo,
    write_odp,
    write_outline,
    write_owl,
    write_rf2,
    write_skos,
    write_table,
    write_wiktionary,
)
from tests.conformance.knowledge_servers import SYSTEM, VALUE_SET, FhirServer, SparqlServer
from tests.conformance.knowledge_suite import CONCEPTS, KnowledgeSuite

_WRITERS = {
    "sample.ttl": write_skos,
    "sample.owl": write_owl,
    "sample.nt": write_instances,
    "sample.obo": write_obo,
    "sample.json": write_fhir,
    "sample.txt": write_outline,
    "sample.csv": write_table,
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


@pytest.fixture(
    scope="module", params=["sample.ttl", "sample.owl", "sample.nt"], ids=["SKOS", "OWL", "instances"]
)
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


@pytest.fixture(scope="module", params=["sample.txt", "sample.csv"], ids=["outline", "table"])
def house(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> KnowledgeBase:
    return imported(request.param, tmp_path_factory)


class TestHouse(KnowledgeSuite):
    has_french = False

    @pytest.fixture
    def knowledge(self, house: KnowledgeBase) -> KnowledgeBase:
        return house

    def id_of(self, concept: str) -> str:
        name = CONCEPTS[concept].names[0] if concept in CONCEPTS else concept
        return "-".join(name.casefold().split())


@pytest.mark.parametrize(
    ("file", "text", "line", "told"),
    [
        ("terms.txt", "  medicine\n", 1, "further in"),
        ("terms.txt", "# ours\nmedicine\n    ; drug\n", 3, "no term"),
        ("terms.csv", "word,kind\na,b\n", 1, "columns term and broader"),
        ("terms.csv", "term,broader\nmedicine,\n,medicine\n", 3, "row without a term"),
    ],
)
def test_a_list_that_cannot_be_read_is_told_by_its_line(
    file: str, text: str, line: int, told: str, tmp_path: Path
) -> None:
    (tmp_path / file).write_text(text)
    with pytest.raises(InvalidError, match=rf"KNO021\] {file}:{line} .*{told}"):
        import_rdf(tmp_path / file, "ours", tmp_path / "kb")


def test_a_list_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "terms.txt").write_bytes("café\n".encode("latin-1"))
    with pytest.raises(InvalidError, match=r"KNO021.*UTF-8"):
        import_rdf(tmp_path / "terms.txt", "ours", tmp_path / "kb")


def test_terms_of_ones_own_generalize_and_name(tmp_path: Path) -> None:
    (tmp_path / "terms.txt").write_text("medicine; drug\n    HIV medicine\n        Biktarvy\n")
    import_rdf(tmp_path / "terms.txt", "ours", tmp_path / "kb")
    ours = open_knowledge("ours", tmp_path / "kb")
    names = lexicalizations(ConceptRule(protect="HIV medicine", alpha=1.5), [ours])
    assert names == ("biktarvy", "hiv medicine")
    assert list(ours.ancestors(*ours.concepts("biktarvy"))) == ["hiv-medicine", "medicine"]


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


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("sparql")
    with SparqlServer(write_skos(folder / "sample.ttl")).running() as server:
        import_server(server.url, Part(), "sample", folder)
    return open_knowledge("sample", folder)


class TestSparqlServer(TestRdf):
    @pytest.fixture
    def knowledge(self, endpoint: KnowledgeBase) -> KnowledgeBase:
        return endpoint


@pytest.fixture(scope="module")
def terminology(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("fhir")
    with FhirServer().running() as server:
        import_server(server.url, Coded(SYSTEM, value_set=VALUE_SET), "sample", folder)
    return open_knowledge("sample", folder)


class TestFhirServer(TestFhir):
    @pytest.fixture
    def knowledge(self, terminology: KnowledgeBase) -> KnowledgeBase:
        return terminology


@pytest.fixture(scope="module", params=["structure.rdf.u8", "structure.rdf.u8.gz"])
def odp(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("odp")
    import_odp(write_odp(folder / request.param), folder)
    return open_knowledge("odp", folder)


class TestOpenDirectory(KnowledgeSuite):
    @pytest.fixture
    def knowledge(self, odp: KnowledgeBase) -> KnowledgeBase:
        return odp

    def id_of(self, concept: str) -> str:
        return f"Top/{concept}"


def test_what_is_no_xml_in_the_dump_of_the_directory_does_no_harm(odp: KnowledgeBase) -> None:
    assert [label.text for label in odp.labels("Top/Arts")] == ["R sum & rock"]
    assert list(odp.ancestors("Top/Arts/Abba")) == ["Top/Arts"]  # the page of the letter A is no kind
    assert not odp.concepts("A")
    assert not odp.concepts("not a topic")


@pytest.fixture(scope="module")
def wiktionary(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("wiktionary")
    import_wiktionary(write_wiktionary(folder / "enwiktionary-pages-articles.xml.bz2"), folder)
    return open_knowledge("wiktionary", folder)


class TestWiktionary(KnowledgeSuite):
    @pytest.fixture
    def knowledge(self, wiktionary: KnowledgeBase) -> KnowledgeBase:
        return wiktionary

    def id_of(self, concept: str) -> str:
        name = CONCEPTS[concept].names[0] if concept in CONCEPTS else concept
        return f"{name.replace(' ', '_')}#1"


_ENTRY = """==English==
===Noun===
# A [[pole]] for fishing.
#: {{hyper|en|tool}}
# A [[bacterium]] shaped like a stick.
# {{synonym of|en|pistol}}
# {{plural of|en|nothing}}

====Hypernyms====
* {{sense|shaped bacterium}} {{l|en|microbe}}
* {{sense|of no meaning above}} {{l|en|weapon}}
* {{l|en|weapon}}

====Translations====
{{trans-top|bacterium shaped like a stick}}
* German: {{t|de|Stäbchen|n}}
{{trans-bottom}}
"""


def test_relations_of_wiktionary_belong_to_the_sense_that_their_gloss_means(tmp_path: Path) -> None:
    nouns = {
        word: f"==English==\n===Noun===\n# a {word}\n" for word in ("tool", "microbe", "weapon", "pistol")
    }
    pages = "".join(
        f"<page><title>{title}</title><ns>0</ns><revision><text>{text}</text></revision></page>"
        for title, text in {"rod": _ENTRY, **nouns}.items()
    )
    pages += '<page><title>roddy</title><ns>0</ns><redirect title="rod"/></page>'
    path = tmp_path / "enwiktionary.xml"
    path.write_text(f"<mediawiki>{pages}</mediawiki>", encoding="utf-8")
    import_wiktionary(path, tmp_path / "kb")
    words = open_knowledge("wiktionary", tmp_path / "kb")
    assert list(words.concepts("rod")) == ["rod#1", "rod#2", "pistol#1"]
    assert [list(words.ancestors(sense)) for sense in ("rod#1", "rod#2")] == [["tool#1"], ["microbe#1"]]
    assert list(words.concepts("roddy")) == ["rod#1"]
    assert list(words.concepts("Stäbchen")) == ["rod#2"]
    assert not words.descendants("weapon#1")


@pytest.mark.parametrize(
    ("read", "code"), [(import_odp, "KNO029"), (import_wiktionary, "KNO030")], ids=["odp", "wiktionary"]
)
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("dump.xml", b"<mediawiki></mediawiki>"),
        ("dump.xml", b"<mediawiki><page>"),
        ("dump.xml", b'<!DOCTYPE m [<!ENTITY a "b">]><m>&a;</m>'),
        ("dump.gz", b"not packed"),
    ],
)
def test_a_file_that_is_no_dump_is_refused(
    read: Callable[[Path, Path], Path], code: str, name: str, content: bytes, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InvalidError, match=rf"{code}\] {name}"):
        read(tmp_path / name, tmp_path / "kb")
    assert not installed(tmp_path / "kb")
