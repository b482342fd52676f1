"""Corpora of other languages, and documents made from their templates."""

from __future__ import annotations

import itertools
import json
import lzma
import random
import re
from pathlib import Path

import pytest

from adapters.recognizers.shipped import MORE_MODELS
from adapters.recognizers.training.annotated_corpora import read
from adapters.recognizers.training.forms import FormFiller, People, people_of
from adapters.recognizers.training.recipe import (
    SHIPPED_DATA,
    CorpusSource,
    Recipe,
    described,
    load_documents,
    read_recipe,
    small_copies,
)
from adapters.recognizers.training.templates import FOLDER, documents_of, read_forms
from engine.errors import InvalidError
from engine.measures.annotated import AnnotatedDocument
from engine.methods.names.tagger.casing import usual_casing
from engine.methods.names.tagger.features import Lexicon

LANGUAGES = ("de", "es", "fr")
PEOPLE = People(["Anna", "Jean", "Pilar"], ["Lindqvist", "Marchand", "Keller"])


def marked(document: AnnotatedDocument) -> list[tuple[str, str]]:
    text = document.document.text.reveal()
    return [(text[a.start : a.end], a.category) for a in document.annotations]


def test_meddocan_compressed(tmp_path: Path) -> None:
    text = "Nombre: Pedro. Edad: 53 años."
    spans = [
        {"start": 8, "end": 13, "type": "NOMBRE_SUJETO_ASISTENCIA"},
        {"start": 21, "end": 28, "type": "EDAD_SUJETO_ASISTENCIA"},
    ]
    path = tmp_path / "train.jsonl.xz"
    path.write_bytes(lzma.compress(json.dumps({"text": text, "spans": spans}).encode()))
    assert [marked(d) for d in read("meddocan", path, "m")] == [[("Pedro", "person"), ("53 años", "age")]]


def test_a_file_that_is_cut_off_is_named(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl.xz"
    path.write_bytes(lzma.compress(b"x" * 10_000)[:40])
    with pytest.raises(InvalidError, match="TRN002"):
        read("meddocan", path, "m")


def test_germeval_leaves_out_what_is_derived_from_names(tmp_path: Path) -> None:
    path = tmp_path / "dev.tsv"
    path.write_text(
        "#\tsource\t[2010]\n1\tHerr\tO\tO\n2\tKroll\tB-PER\tO\n3\taus\tO\tO\n4\tdeutschen\tB-LOCderiv\tO\n\n"
        "#\tsource\t[2010]\n1\tBerlin\tB-LOC\tO\n"
    )
    found = read("germeval", path, "g", sentences_per_document=1)
    assert [marked(d) for d in found] == [[("Kroll", "person")], [("Berlin", "location")]]


def test_wikiann_without_its_prefixes(tmp_path: Path) -> None:
    path = tmp_path / "fr.conll"
    sentence = "fr:Jean\tB-PER\nfr:Marchand\tI-PER\nfr:est\tO\nfr:né\tO\nfr:ici\tO\nfr::\tO\n"
    title = "fr:Liste\tO\nfr:des\tO\nfr:rois\tO\n"
    path.write_text(f"{sentence}\n{title}")
    assert [marked(d) for d in read("wikiann", path, "w")] == [[("Jean Marchand", "person")]]


def test_lines_that_end_as_on_windows_divide_sentences(tmp_path: Path) -> None:
    path = tmp_path / "dev.conll"
    path.write_bytes(b"Kroll B-PER\r\n\r\nBerlin B-ST\r\n")
    assert len(read("conll", path, "l")) == 2


def test_people_are_named_by_two_capitalised_words(tmp_path: Path) -> None:
    path = tmp_path / "fr.conll"
    path.write_text("Jean B-PER\nMarchand I-PER\n\nII B-PER\nKroll I-PER\n\nAnna B-PER\n")
    assert people_of(read("conll", path, "l")) == People(["Jean"], ["Marchand"])


def made(language: str, n: int = 400) -> list[AnnotatedDocument]:
    forms = read_forms(FOLDER / language / "forms.txt")
    filler = FormFiller(PEOPLE, ["Northfield"], forms, random.Random(1))
    return documents_of(filler, n, FOLDER / language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_has_its_forms_and_no_sign_is_left(language: str) -> None:
    for document in made(language):
        assert re.search(r"[{}#^]|%[dmYyn]", document.document.text.reveal()) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_filled_in_is_marked(language: str) -> None:
    found = [mark for document in made(language) for mark in marked(document)]
    assert {category for _, category in found} == {
        "demographic",
        "person",
        "location",
        "organisation",
        "date",
        "age",
        "code",
    }
    assert all(re.search(r"[\d@]", text) for text, category in found if category in ("age", "code"))
    assert {text for text, category in found if category == "person"} > {"Anna", "Jean"}


@pytest.mark.parametrize("name", MORE_MODELS)
def test_a_shipped_model_has_its_recipe(name: str) -> None:
    recipe = read_recipe(MORE_MODELS[name].with_name(f"{name}.recipe.json"))
    assert recipe.name == name
    assert all(source.licence for source in recipe.corpora)


WRITTEN = sorted((SHIPPED_DATA / "written").iterdir())
KINDS = {"person", "organisation", "location", "code"}
WITHOUT_STATES = {"en", "en-lines"}
"""Files in which a State or country may be unmarked. Ages, days and professions are so anywhere."""


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_texts_written_for_this_product_mark_whole_words(path: Path) -> None:
    documents = read("jsonl", path, "written")
    assert len(documents) >= 10
    for document in documents:
        text, words = document.document.text.reveal(), marked(document)
        kinds = KINDS - ({"location"} if path.stem in WITHOUT_STATES else set())
        assert document.annotated >= kinds, "names and codes are marked in all of them"
        assert all(word and word == word.strip() for word, _ in words)
        assert "[[" not in text and "{{" not in text
        spans = sorted(document.annotations)
        assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    records = path.read_text(encoding="utf-8").splitlines()
    assert sum(len(json.loads(line)["spans"]) for line in records) == sum(
        len(d.annotations) for d in documents
    )


def test_a_shipped_corpus_lies_in_the_package_and_counts_as_often_as_a_recipe_says(tmp_path: Path) -> None:
    shipped = CorpusSource(
        corpus="w", format="jsonl", path="written/de.jsonl", licence="own", times=3, shipped=True
    )
    found = load_documents(Recipe(name="r", corpora=[shipped]), tmp_path)
    once = read("jsonl", SHIPPED_DATA / "written" / "de.jsonl", "w")
    assert [d.document.id for d in found] == [d.document.id for d in once] * 3
    assert len({d.group for d in found}) == len(once), "no text is divided between learning and testing"
    with pytest.raises(InvalidError, match="TRN002"):
        load_documents(Recipe(name="r", corpora=[shipped.model_copy(update={"shipped": False})]), tmp_path)


def test_a_recipe_asks_for_copies_in_small_letters_as_the_recogniser_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "w.jsonl"
    text = "Gestern war Anna Brockmann mit dem neuen Hund in der Praxis."
    span = {"start": 12, "end": 26, "label": "person"}
    path.write_text(json.dumps({"text": text, "spans": [span]}) + "\n", encoding="utf-8")
    source = CorpusSource(
        corpus="w", format="jsonl", path="w.jsonl", licence="own", times=5, in_small_letters=2
    )
    recipe = Recipe(name="r", corpora=[source])
    documents = load_documents(recipe, tmp_path)
    lexicon = Lexicon({"first": frozenset({"anna"})})
    copies = small_copies(recipe, documents, lexicon)
    assert len(copies) == 2
    assert {d.group for d in copies} == {documents[0].group}
    assert [marked(d) for d in copies] == [[("Anna Brockmann", "person")]] * 2
    assert copies[0].document.text.reveal() == usual_casing(text.lower(), lexicon) != text
    without = Recipe(name="r", corpora=[source.model_copy(update={"in_small_letters": 0})])
    assert small_copies(without, documents, Lexicon({})) == []


def test_a_model_names_what_its_recipe_sets_alone() -> None:
    plain = CorpusSource(corpus="p", format="jsonl", path="p.jsonl", licence="own")
    written = plain.model_copy(update={"times": 3, "in_small_letters": 1, "shipped": True})
    first, second = described(Recipe(name="r", corpora=[plain, written]))["corpora"]
    assert not {"times", "in_small_letters", "shipped"} & first.keys()
    assert (second["times"], second["in_small_letters"], second["shipped"]) == (3, 1, True)
