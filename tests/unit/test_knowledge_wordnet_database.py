"""WordNet's own files become WN-LMF, complete and in order of frequency."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from wn import lmf

from adapters.knowledge.taxonomy import Taxonomy
from adapters.knowledge.taxonomy_file import write_taxonomy
from adapters.knowledge.wordnet.database import DATABASE_FILES, convert, licence_text
from adapters.knowledge.wordnet.library import draft_of
from tests.unit.wordnet_files import write_wordnet_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_wordnet_files(tmp_path / "dict")


@pytest.fixture
def lexicon(folder: Path) -> dict[str, Any]:
    return convert(folder, "3.1")["lexicons"][0]  # type: ignore[return-value]


def entry(lexicon: dict[str, Any], form: str, pos: str = "n") -> dict[str, Any]:
    (found,) = [e for e in lexicon["entries"] if e["lemma"] == {"writtenForm": form, "partOfSpeech": pos}]
    return found


def synset(lexicon: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [s for s in lexicon["synsets"] if s["id"] == name]
    return found


def targets(relations: list[dict[str, Any]]) -> set[tuple[str, str]]:
    return {(relation["relType"], relation["target"]) for relation in relations}


def test_the_sample_has_all_files(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == set(DATABASE_FILES)


def test_written_forms_keep_case_and_blanks(lexicon: dict[str, Any]) -> None:
    written = {e["lemma"]["writtenForm"] for e in lexicon["entries"]}
    nouns = {"entity", "city", "metropolis", "Los Angeles", "L.A.", "AIDS", "aid", "mouse"}
    assert written == nouns | {"sick", "queasy", "sickly"}


def test_hypernyms_instances_included(lexicon: dict[str, Any]) -> None:
    assert targets(synset(lexicon, "pwn-00000300-n")["relations"]) == {
        ("instance_hypernym", "pwn-00000200-n")
    }
    assert ("hypernym", "pwn-00000100-n") in targets(synset(lexicon, "pwn-00000200-n")["relations"])


def test_links_between_words_stay_between_words(lexicon: dict[str, Any]) -> None:
    (aids,) = entry(lexicon, "AIDS")["senses"]
    assert targets(aids["relations"]) == {("derivation", "pwn-00000700-a-01")}
    (sick,) = entry(lexicon, "sick", "a")["senses"]
    assert targets(sick["relations"]) == {("pertainym", "pwn-00000400-n-01")}
    assert sick["adjposition"] == "p"


def test_a_pointer_to_a_satellite_finds_it(lexicon: dict[str, Any]) -> None:
    assert targets(synset(lexicon, "pwn-00000700-a")["relations"]) == {("similar", "pwn-00000710-s")}


def test_senses_are_in_order_of_frequency_with_counts(lexicon: dict[str, Any]) -> None:
    senses = entry(lexicon, "aid", "v")["senses"]
    assert [sense["synset"] for sense in senses] == ["pwn-00000810-v", "pwn-00000800-v"]
    assert [sense.get("counts", [{}])[0].get("value") for sense in senses] == [7, None]
    assert entry(lexicon, "aid")["senses"][0]["counts"][0]["value"] == 5
    assert entry(lexicon, "queasy", "a")["senses"][0]["counts"][0]["value"] == 4


def test_irregular_forms(lexicon: dict[str, Any]) -> None:
    assert entry(lexicon, "mouse")["forms"] == [{"writtenForm": "mice"}]


def test_definitions_examples_and_lexicographer_files(lexicon: dict[str, Any]) -> None:
    city = synset(lexicon, "pwn-00000200-n")
    assert city["definitions"][0]["text"] == "a large town"
    assert [example["text"] for example in city["examples"]] == ["she moved", "far"]
    assert (city["lexfile"], city["members"]) == (
        "noun.location",
        ["pwn-entry-00000200-n-01", "pwn-entry-00000200-n-02"],
    )


def test_every_relation_has_a_target(lexicon: dict[str, Any]) -> None:
    senses = [sense for e in lexicon["entries"] for sense in e["senses"]]
    names = {sense["id"] for sense in senses} | {s["id"] for s in lexicon["synsets"]}
    ends = {end for owner in (*senses, *lexicon["synsets"]) for _, end in targets(owner["relations"])}
    assert ends <= names
    assert len({e["id"] for e in lexicon["entries"]}) == len(lexicon["entries"])


def test_the_result_is_wn_lmf(folder: Path, tmp_path: Path) -> None:
    resource = convert(folder, "3.1")
    lmf.dump(resource, tmp_path / "out.xml")
    again = lmf.load(tmp_path / "out.xml", progress_handler=None)
    assert len(again["lexicons"][0]["entries"]) == len(resource["lexicons"][0]["entries"])
    assert len(again["lexicons"][0]["synsets"]) == 11


def test_licence(folder: Path) -> None:
    assert licence_text(folder) == "This software and database is being provided to you\nunder a licence\n"


@pytest.fixture
def taxonomy(folder: Path, tmp_path: Path) -> Taxonomy:
    write_taxonomy(tmp_path / "taxonomy.npz", draft_of(convert(folder, "3.1"), "a licence"), {})
    return Taxonomy(tmp_path / "taxonomy.npz")


def test_a_city_is_generalized(taxonomy: Taxonomy) -> None:
    (los_angeles,) = taxonomy.concepts("los angeles")
    assert [taxonomy.labels(up)[0].text for up in taxonomy.ancestors(los_angeles)] == ["city", "entity"]
    assert taxonomy.labels(los_angeles)[0].source == "pwn:3.1 pwn-00000300-n"


def test_exact_names_precede_inflected_ones_and_counts_decide(taxonomy: Taxonomy) -> None:
    assert list(taxonomy.concepts("aids")) == [
        "pwn-00000400-n",  # AIDS itself
        "pwn-00000500-n",  # plural of the noun
        "pwn-00000810-v",  # third person of the verb, the more frequent sense first
        "pwn-00000800-v",
    ]
    assert list(taxonomy.concepts("aid")) == ["pwn-00000810-v", "pwn-00000500-n", "pwn-00000800-v"]


def test_an_inflection_counts_for_its_part_of_speech_only(taxonomy: Taxonomy) -> None:
    assert list(taxonomy.concepts("aided")) == ["pwn-00000810-v", "pwn-00000800-v"]
    assert list(taxonomy.concepts("cities")) == ["pwn-00000200-n"]
    assert list(taxonomy.concepts("mice")) == ["pwn-00000600-n"]
    assert list(taxonomy.concepts("citier")) == []


def test_irregular_forms_are_no_labels(taxonomy: Taxonomy) -> None:
    assert [label.text for label in taxonomy.labels("pwn-00000600-n")] == ["mouse"]
    assert "mice" in set(taxonomy.vocabulary())


def test_related_goes_both_ways(taxonomy: Taxonomy) -> None:
    assert list(taxonomy.related("pwn-00000700-a")) == ["pwn-00000400-n", "pwn-00000900-r"]
    assert list(taxonomy.related("pwn-00000400-n")) == ["pwn-00000700-a"]


def test_depth_and_number_of_specializations(taxonomy: Taxonomy) -> None:
    assert taxonomy.depth("pwn-00000300-n") == 2
    assert taxonomy.n_descendants("pwn-00000100-n") == 5
    assert len(taxonomy) == 11
