"""Files that are damaged, dangerous or of another kind are refused in plain words."""

from __future__ import annotations

import bz2
import gzip
import lzma
from pathlib import Path

import numpy as np
import pytest

from adapters.knowledge.array_file import map_arrays, write_arrays
from adapters.knowledge.cache import folder_of
from adapters.knowledge.importers.draft import DraftLabel, TaxonomyDraft
from adapters.knowledge.imports import import_rdf, import_snomed
from adapters.knowledge.registry import installed, installed_names, lookup, open_knowledge
from adapters.knowledge.taxonomy import Taxonomy
from adapters.knowledge.taxonomy_file import write_taxonomy
from adapters.knowledge.wordnet.fetch import fetch_wordnet
from engine.errors import InvalidError
from tests.conformance.knowledge_files import write_lmf, write_obo, write_owl, write_rf2, write_skos


def code_of(error: pytest.ExceptionInfo[InvalidError]) -> str:
    return error.value.faults[0].code


def test_arrays_come_back_as_written(tmp_path: Path) -> None:
    arrays = {
        "a": np.arange(7, dtype=np.int32),
        "b": np.array([], np.int64),
        "c": np.frombuffer(b"text", np.uint8),
    }
    write_arrays(tmp_path / "x.npz", arrays)
    mapped = map_arrays(tmp_path / "x.npz")
    assert {name: (array.dtype, array.tolist()) for name, array in mapped.items()} == {
        name: (array.dtype, array.tolist()) for name, array in arrays.items()
    }
    assert not mapped["a"].flags.writeable
    assert [path.name for path in tmp_path.iterdir()] == ["x.npz"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    write_arrays(tmp_path / "x.npz", {"a": np.arange(3)})
    with pytest.raises(ValueError, match="Object arrays"):
        write_arrays(tmp_path / "x.npz", {"a": np.array([{}], dtype=object)})
    assert map_arrays(tmp_path / "x.npz")["a"].tolist() == [0, 1, 2]
    assert [path.name for path in tmp_path.iterdir()] == ["x.npz"]


def test_related_concepts_are_known_others_both_ways(tmp_path: Path) -> None:
    draft = TaxonomyDraft("sample", "sample:1", "CC0", "rdf", concepts={"a", "b"})
    draft.labels = [DraftLabel("a", "name", "en", "x")]
    draft.related = [("a", "a"), ("a", "b"), ("a", "nowhere"), ("a", "b")]
    write_taxonomy(tmp_path / "x.npz", draft, {})
    taxonomy = Taxonomy(tmp_path / "x.npz")
    assert (taxonomy.related("a"), taxonomy.related("b")) == (["b"], ["a"])
    assert taxonomy.labels("b") == []


@pytest.fixture
def skos(tmp_path: Path) -> Path:
    return import_rdf(write_skos(tmp_path / "sample.ttl"), "sample", tmp_path / "cache")


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_cut_file_is_refused(skos: Path, share: float) -> None:
    content = skos.read_bytes()
    skos.write_bytes(content[: int(len(content) * share)])
    for read in (lambda: Taxonomy(skos), lambda: installed_names(skos.parent.parent)):
        with pytest.raises(InvalidError) as error:
            read()
        assert code_of(error) == "KNO003"


def test_missing_knowledge_names_the_command(tmp_path: Path) -> None:
    for name, command in {
        "wordnet": "saferelease kb fetch wordnet",
        "snomed": "saferelease kb import RELEASE --kind snomed",
        "disease-ontology": "saferelease kb import FILE --name disease-ontology",
        "mine": "saferelease kb import FILE --name mine",
    }.items():
        with pytest.raises(InvalidError, match=f"KNO002.*{command}"):
            open_knowledge(name, tmp_path)


@pytest.mark.parametrize("name", ["", "../x", "A", "a/b", ".a", "x" * 65, "corpora", "shipped"])
def test_names_that_are_paths_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidError, match="KNO014"):
        folder_of(tmp_path, name)


def test_an_import_is_read_once(tmp_path: Path, skos: Path) -> None:
    before = skos.stat().st_mtime_ns
    assert import_rdf(tmp_path / "sample.ttl", "sample", tmp_path / "cache") == skos
    assert skos.stat().st_mtime_ns == before
    with (tmp_path / "sample.ttl").open("a") as file:
        file.write("# changed\n")
    import_rdf(tmp_path / "sample.ttl", "sample", tmp_path / "cache")
    assert skos.stat().st_mtime_ns > before


def test_a_damaged_import_is_made_again(tmp_path: Path, skos: Path) -> None:
    skos.write_bytes(b"")
    import_rdf(tmp_path / "sample.ttl", "sample", tmp_path / "cache")
    assert len(Taxonomy(skos)) == 14


def test_what_is_installed_and_what_was_left_out(tmp_path: Path, skos: Path) -> None:
    (known,) = installed(tmp_path / "cache")
    assert (known.name, known.kind, known.n_concepts, known.source) == ("sample", "rdf", 14, "sample.ttl")
    assert known.dropped == {"links closing a cycle": 1, "links to itself": 1, "links to unknown concepts": 0}
    import_snomed(write_rf2(tmp_path / "release"), tmp_path / "cache")
    assert [other.name for other in installed(tmp_path / "cache")] == ["sample", "snomed"]
    assert installed_names(tmp_path / "cache") == ["sample", "snomed"]
    assert installed(tmp_path / "cache")[1].dropped["links to unknown concepts"] == 1


def test_lookup_in_the_order_of_priority(tmp_path: Path, skos: Path) -> None:
    cache = tmp_path / "cache"
    import_rdf(write_obo(tmp_path / "sample.obo"), "another", cache)
    found = lookup("hiv infections", cache, ["sample", "another"])
    assert [row.knowledge for row in found] == ["sample", "another"]
    assert found[0].generalizations[-1] == "condition"
    assert found[0].labels == ["HIV infection", "human immunodeficiency virus infection"]
    assert {row.knowledge for row in lookup("aids", cache)} == {"another", "sample"}
    assert lookup("Sida", cache, ["sample"], "fr")[0].labels == ["Sida"]


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("x.ttl", "@prefix : <http://example.org/> . :a :b", "KNO007"),
        ("x.owl", "<rdf:RDF", "KNO007"),
        ("x.owl", "", "KNO007"),
        ("x.nt", "<a> <b>", "KNO007"),
        ("x.csv", "text", "KNO021"),
        ("x.json", "{}", "KNO018"),
        ("x.json", "[1]", "KNO018"),
        ("x.json", '{"resourceType": "ValueSet", "concept": []}', "KNO018"),
        ("x.json", '{"resourceType": "CodeSystem"}', "KNO018"),
        ("x.json", '{"resourceType": "CodeSystem", "concept": [{"display": "x"}]}', "KNO018"),
        ("x.json", '{"resourceType": "CodeSystem", "concept": []}', "KNO009"),
        ("x.json", b"\xff", "KNO018"),
        ("x.ttl", b"\xff\xfe", "KNO007"),
        ("x.ttl", "", "KNO009"),
        ("x.obo", "[Term]\nid: a\nname: b\n", "KNO015"),
        ("x.obo", b"format-version: 1.2\n\xff", "KNO015"),
        ("x.obo", "format-version: 1.2\n", "KNO009"),
    ],
)
def test_files_that_are_no_taxonomy(tmp_path: Path, name: str, content: str | bytes, code: str) -> None:
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InvalidError) as error:
        import_rdf(tmp_path / name, "sample", tmp_path / "cache")
    assert code_of(error) == code
    assert not installed(tmp_path / "cache")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="KNO007"):
        import_rdf(tmp_path / "none.ttl", "sample", tmp_path)


_DANGEROUS = [
    '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">',
    '<!ENTITY a SYSTEM "file:///etc/passwd">',
    '<!ENTITY a PUBLIC "x" "file:///etc/passwd">',
    "<!ENTITY % a \"<!ENTITY b 'c'>\">",
    f'<!ENTITY a "{"x" * 501}">',
]


@pytest.mark.parametrize("entity", _DANGEROUS)
def test_dangerous_entities_are_refused(tmp_path: Path, entity: str) -> None:
    owl = write_owl(tmp_path / "x.owl")
    owl.write_text(owl.read_text().replace("<!ENTITY owl", f"{entity}<!ENTITY owl"))
    with pytest.raises(InvalidError, match="KNO008"):
        import_rdf(owl, "sample", tmp_path / "cache")
    xml = write_lmf(tmp_path / "x.xml")
    xml.write_text(xml.read_text().replace('1.3.dtd">', f'1.3.dtd" [{entity}]>'))
    with pytest.raises(InvalidError, match="KNO008"):
        fetch_wordnet(tmp_path / "cache", source=xml)
    assert not installed(tmp_path / "cache")


def test_only_named_classes_and_no_deprecated_ones(tmp_path: Path) -> None:
    owl = write_owl(tmp_path / "x.owl")
    old = '<owl:Class rdf:about="old"><rdfs:label>old</rdfs:label><owl:deprecated rdf:datatype='
    old += '"http://www.w3.org/2001/XMLSchema#boolean">true</owl:deprecated></owl:Class>'
    owl.write_text(owl.read_text().replace("</rdf:RDF>", f"{old}</rdf:RDF>"))
    import_rdf(owl, "sample", tmp_path)
    taxonomy = Taxonomy(tmp_path / "sample" / "taxonomy.npz")
    assert all(concept.startswith("http://example.org/") for concept in taxonomy.concept_ids())
    assert "http://example.org/old" not in taxonomy.concept_ids()
    assert taxonomy.meta["edition"] == "sample:2026-01-02"


def test_obo_obsolete_terms_and_broad_synonyms_are_left_out(tmp_path: Path) -> None:
    import_rdf(write_obo(tmp_path / "x.obo"), "sample", tmp_path)
    knowledge = open_knowledge("sample", tmp_path)
    assert not knowledge.concepts("obsolete term")
    assert not knowledge.concepts("thing in general")
    assert not knowledge.concepts("part of")


@pytest.mark.parametrize("pack", [gzip.open, lzma.open])
def test_packed_word_nets(tmp_path: Path, pack) -> None:  # type: ignore[no-untyped-def]
    plain = write_lmf(tmp_path / "x.xml")
    packed = tmp_path / f"x.xml.{'gz' if pack is gzip.open else 'xz'}"
    with pack(packed, "wb") as file:
        file.write(plain.read_bytes())
    fetch_wordnet(tmp_path / "cache", source=packed)
    assert open_knowledge("wordnet", tmp_path / "cache").concepts("STD") == ["sample-std-n"]


@pytest.mark.parametrize("content", [b"", b"<a/>", b"\x00\x01", b"\xfd7zXZ\x00broken"])
@pytest.mark.parametrize("suffix", [".xml", ".xml.gz", ".xml.xz"])
def test_files_that_are_no_wordnet(tmp_path: Path, content: bytes, suffix: str) -> None:
    (tmp_path / f"x{suffix}").write_bytes(content)
    with pytest.raises(InvalidError) as error:
        fetch_wordnet(tmp_path / "cache", source=tmp_path / f"x{suffix}")
    assert code_of(error) == "KNO006"
    assert not installed(tmp_path / "cache")


def test_a_wordnet_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="KNO006"):
        fetch_wordnet(tmp_path / "cache", source=tmp_path / "none.xml")


PREFIXES = """@prefix : <http://example.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


def imported(tmp_path: Path, name: str, content: bytes) -> Taxonomy:
    (tmp_path / name).write_bytes(content)
    return Taxonomy(import_rdf(tmp_path / name, "sample", tmp_path / "cache"))


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_packed_files_are_read_as_they_would_be_plain(tmp_path: Path, suffix: str) -> None:
    pack = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}[suffix]
    plain = Taxonomy(import_rdf(write_skos(tmp_path / "a.ttl"), "sample", tmp_path / "plain"))
    found = imported(tmp_path, f"a.ttl{suffix}", pack((tmp_path / "a.ttl").read_bytes()))
    assert (len(found), found.n_labels, found.n_links) == (len(plain), plain.n_labels, plain.n_links)
    with pytest.raises(InvalidError, match="KNO007"):
        imported(tmp_path, f"b.ttl{suffix}", pack((tmp_path / "a.ttl").read_bytes())[:-20])


@pytest.mark.parametrize("name", ["a.trig", "a.nq"])
def test_statements_of_named_graphs_count(tmp_path: Path, name: str) -> None:
    trig = PREFIXES + ':g { :a skos:prefLabel "fever"@en ; skos:broader :b . } :b skos:prefLabel "sign"@en .'
    quads = (
        '<http://example.org/a> <{0}prefLabel> "fever"@en <http://example.org/g> .\n'
        "<http://example.org/a> <{0}broader> <http://example.org/b> <http://example.org/g> .\n"
        '<http://example.org/b> <{0}prefLabel> "sign"@en .\n'
    ).format("http://www.w3.org/2004/02/skos/core#")
    found = imported(tmp_path, name, (quads if name.endswith("nq") else trig).encode())
    assert found.ancestors("http://example.org/a") == ["http://example.org/b"]


def test_a_defined_class_is_below_the_classes_of_its_intersection(tmp_path: Path) -> None:
    turtle = PREFIXES + (
        ':viral a owl:Class ; rdfs:label "viral pneumonia" ; owl:equivalentClass [ owl:intersectionOf '
        "( :pneumonia :infection [ a owl:Restriction ; owl:onProperty :by ; owl:hasValue :virus ] ) ] . "
        ':pneumonia a owl:Class ; rdfs:label "pneumonia" . :infection a owl:Class ; rdfs:label "infection" .'
    )
    found = imported(tmp_path, "a.ttl", turtle.encode())
    assert set(found.ancestors("http://example.org/viral")) == {
        "http://example.org/pneumonia",
        "http://example.org/infection",
    }


def test_labels_that_are_things_are_names(tmp_path: Path) -> None:
    turtle = PREFIXES + (
        ':a a skos:Concept ; xl:prefLabel [ xl:literalForm "fever"@en ] ; '
        'xl:altLabel [ xl:literalForm "pyrexia"@en ] .'
    )
    found = imported(tmp_path, "a.ttl", turtle.encode())
    assert found.concepts("pyrexia") == found.concepts("fever") == ["http://example.org/a"]


def test_the_types_of_a_vocabulary_generalize_nothing(tmp_path: Path) -> None:
    turtle = PREFIXES + (
        ":Descriptor rdfs:subClassOf skos:Concept . :Thsys rdfs:subClassOf skos:Concept . "
        ':a a :Descriptor ; skos:prefLabel "price level"@en ; skos:broader :b . '
        ':b a :Thsys ; skos:prefLabel "prices"@en .'
    )
    found = imported(tmp_path, "a.ttl", turtle.encode())
    assert found.ancestors("http://example.org/a") == ["http://example.org/b"]
    assert len(found) == 2
