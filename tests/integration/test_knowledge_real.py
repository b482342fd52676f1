"""The real taxonomies: WordNet of kb_cache against wn itself, and the development data."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
import wn

from adapters.knowledge.imports import import_mesh, import_places, import_rdf, import_snomed
from adapters.knowledge.registry import open_knowledge
from adapters.knowledge.taxonomy import Taxonomy
from adapters.knowledge.wordnet.library import wn_data
from engine.language.word_lists.verbs import BASE_FORMS
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def wordnet() -> Taxonomy:
    path = ROOT / "kb_cache" / "wordnet" / "taxonomy.npz"
    if not path.exists():
        pytest.skip("no WordNet in kb_cache; run `saferelease kb fetch wordnet` for this test")
    return Taxonomy(path)


def names(taxonomy: Taxonomy, label: str, sense: int = 0) -> list[str]:
    concept = taxonomy.concepts(label)[sense]
    return [taxonomy.labels(up)[0].text for up in taxonomy.ancestors(concept)]


def test_irregular_forms_are_those_of_wordnet() -> None:
    folder = ROOT / "kb_cache" / "wordnet" / "wn"
    if not folder.exists():
        pytest.skip("no WordNet in kb_cache; run `saferelease kb fetch wordnet` for this test")
    with wn_data(folder):
        library = wn.Wordnet()
        verbs = {form: {word.lemma() for word in library.words(form, pos="v")} for form in BASE_FORMS}
    unlike = {form for form, found in verbs.items() if BASE_FORMS[form] not in found}
    assert unlike == {"resold", "stricken"}


def test_wordnet_is_complete(wordnet: Taxonomy) -> None:
    assert 117_000 < len(wordnet) < 125_000
    assert sum(1 for _ in wordnet.vocabulary()) > 140_000
    assert wordnet.meta["dropped"] == {
        "links closing a cycle": [],
        "links to itself": 0,
        "links to unknown concepts": 0,
    }


def test_wordnet_generalizes(wordnet: Taxonomy) -> None:
    assert names(wordnet, "Los Angeles")[0] == "city"
    assert {"viral infection", "infection"} <= set(names(wordnet, "HIV"))
    assert "disease" in names(wordnet, "AIDS")
    assert "cancer" in names(wordnet, "Kaposi\u2019s sarcoma")
    assert names(wordnet, "sexually transmitted diseases")[-1] == "entity"
    assert "rodent" in names(wordnet, "mice")


def test_adjectives_lead_to_their_nouns(wordnet: Taxonomy) -> None:
    adjective = wordnet.concepts("syphilitic")[-1]
    assert [wordnet.labels(other)[0].text for other in wordnet.related(adjective)] == ["syphilis"]


def test_the_closure_is_that_of_wn(wordnet: Taxonomy) -> None:
    edition = str(wordnet.meta["edition"])
    with wn_data(ROOT / "kb_cache" / "wordnet" / "wn"):
        if edition not in {f"{lexicon.id}:{lexicon.version}" for lexicon in wn.lexicons()}:
            pytest.skip(f"the database of wn does not hold {edition}")
        library = wn.Wordnet(edition)
        for concept in random.Random(3).sample(wordnet.concept_ids(), 60):
            synset = library.synset(concept)
            up = {other.id for path in synset.hypernym_paths() for other in path}
            assert set(wordnet.ancestors(concept)) == up
            assert [label.text for label in wordnet.labels(concept)] == synset.lemmas()


def test_the_order_of_senses_is_that_of_wn(wordnet: Taxonomy) -> None:
    edition = str(wordnet.meta["edition"])
    with wn_data(ROOT / "kb_cache" / "wordnet" / "wn"):
        if edition not in {f"{lexicon.id}:{lexicon.version}" for lexicon in wn.lexicons()}:
            pytest.skip(f"the database of wn does not hold {edition}")
        library = wn.Wordnet(edition, normalizer=None, lemmatizer=None)
        for word in ("disease", "virus", "drug", "bank", "infection", "person", "city"):
            theirs = [synset.id for synset in library.synsets(word, pos="n")]
            ours = [concept for concept in wordnet.concepts(word) if concept.endswith("-n")]
            assert ours[: len(theirs)] == theirs


@pytest.mark.data
def test_disease_ontology_says_the_same_in_owl_and_obo(data: Path, tmp_path: Path) -> None:
    folder = data / "taxonomies" / "disease-ontology"
    import_rdf(folder / "DO_infectious_disease_slim.owl", "owl", tmp_path)
    import_rdf(folder / "DO_infectious_disease_slim.obo", "obo", tmp_path)
    owl, obo = (Taxonomy(tmp_path / name / "taxonomy.npz") for name in ("owl", "obo"))
    assert owl.concept_ids() == obo.concept_ids()
    assert len(owl) == 536
    for concept in owl.concept_ids():
        assert list(owl.ancestors(concept)) == list(obo.ancestors(concept))
        assert {label.text for label in owl.labels(concept)} == {label.text for label in obo.labels(concept)}
    assert names(owl, "HIV infection") == ["viral infectious disease", "disease by infectious agent"]


@pytest.mark.data
def test_the_disease_ontology_of_2016(data: Path, tmp_path: Path) -> None:
    import_rdf(data / "taxonomies" / "disease-ontology" / "doid-2016-09-01.obo", "disease-ontology", tmp_path)
    taxonomy = Taxonomy(tmp_path / "disease-ontology" / "taxonomy.npz")
    assert len(taxonomy) == 6971
    assert names(taxonomy, "AIDS")[:2] == [
        "human immunodeficiency virus infectious disease",
        "viral infectious disease",
    ]


def excerpt(thesaurus: Path, concepts: int) -> str:
    """The prefixes and every n-th concept of the UNESCO thesaurus, and those about diseases."""
    blocks = re.split(r"\n(?=unescothes:)", thesaurus.read_text(encoding="utf-8"))
    kept = blocks[1 :: len(blocks) // concepts]
    return "\n".join(
        [blocks[0], *kept, *(block for block in blocks[1:] if re.search("isease|AIDS|Pathology", block))]
    )


@pytest.mark.data
def test_unesco_thesaurus_in_four_languages(data: Path, tmp_path: Path) -> None:
    thesaurus = data / "taxonomies" / "unesco-stw-skos" / "unescothes.ttl"
    (tmp_path / "unesco.ttl").write_text(excerpt(thesaurus, 100), encoding="utf-8")
    import_rdf(tmp_path / "unesco.ttl", "unesco", tmp_path)
    unesco = open_knowledge("unesco", tmp_path)
    (aids,) = unesco.concepts("SIDA")
    first = {language: unesco.labels(aids, language)[0].text for language in ("en", "fr", "es", "ru")}
    assert first == {"en": "AIDS", "fr": "Sida", "es": "Sida", "ru": "СПИД"}
    assert unesco.concepts("спид") == [aids]
    ancestors = [unesco.labels(up, "fr")[0].text for up in unesco.ancestors(aids)]
    assert ancestors == ["Maladie vénérienne", "Maladie contagieuse", "Maladie", "Pathologie"]


@pytest.mark.data
def test_snomed_excerpts(data: Path, tmp_path: Path) -> None:
    folder = data / "taxonomies" / "snomed-rf2-mini" / "src" / "test" / "resources"
    import_snomed(folder / "SnomedCT_MiniRF2_Base_snapshot", tmp_path)
    snomed = open_knowledge("snomed", tmp_path)
    (disorder,) = snomed.concepts("Disorder of endocrine system")
    assert disorder == "362969004"
    assert [snomed.labels(up)[0].text for up in snomed.ancestors(disorder)] == [
        "Clinical finding",
        "SNOMED CT Concept",
    ]


def sample(table: Path, part: Path, keep: str, step: int) -> None:
    """The header of a table, every n-th line and those that hold `keep`."""
    header, *lines = table.read_text(encoding="utf-8").splitlines()
    kept = [line for number, line in enumerate(lines) if number % step == 0 or keep in line]
    part.write_text("\n".join([header, *kept]), encoding="utf-8")


@pytest.mark.data
def test_mesh_has_a_sense_for_each_place(data: Path, tmp_path: Path) -> None:
    sample(data / "taxonomies" / "mesh" / "2017MeshTree.txt", tmp_path / "tree.txt", "C01", 50)
    mesh = Taxonomy(import_mesh(tmp_path / "tree.txt", tmp_path))
    chains = [names(mesh, "syphilis", sense) for sense in range(len(mesh.concepts("syphilis")))]
    assert "Sexually Transmitted Diseases, Bacterial" in set().union(*chains)
    assert "Virus Diseases" not in set().union(*chains)


@pytest.mark.data
def test_places_lead_to_their_countries(data: Path, tmp_path: Path) -> None:
    folder = data / "taxonomies"
    sample(folder / "world-cities" / "data" / "world-cities.csv", tmp_path / "cities.csv", "Los Angeles", 10)
    sample(folder / "iso-3166-regions" / "all" / "all.csv", tmp_path / "countries.csv", "", 1)
    places = Taxonomy(import_places(tmp_path, tmp_path / "cache"))
    assert ["California", "United States", "Northern America", "Americas"] in [
        names(places, "Los Angeles", sense) for sense in range(len(places.concepts("Los Angeles")))
    ]
    cities = [place for place in places.concept_ids() if place.startswith("city:")]
    stray = [city for city in cities if not any(up.startswith("country:") for up in places.ancestors(city))]
    assert len(cities) > 3_000
    assert len(stray) < 10  # of Kosovo


@pytest.mark.data
def test_code_systems_of_race_and_religion(data: Path, tmp_path: Path) -> None:
    folder = data / "taxonomies" / "hl7-v3"
    race = Taxonomy(import_rdf(folder / "CodeSystem-v3-Race.json", "race", tmp_path))
    assert names(race, "Cherokee") == ["American Indian", "American Indian or Alaska Native"]
    assert len(race) > 900
