"""Readers of annotated corpora, recipes, and the measure of protection."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.recognizers.gazetteers import read_column, read_words, shipped_lexicon
from adapters.recognizers.training.annotated_corpora import (
    read,
    read_brat,
    read_jsonl,
    read_presidio,
    read_tab,
)
from adapters.recognizers.training.labels import category
from adapters.recognizers.training.recipe import (
    SHIPPED_RECIPE,
    load_documents,
    load_lexicon,
    read_recipe,
    settings_of,
)
from adapters.recognizers.training.templates import ANNOTATED, CORPUS, made_documents, read_names
from adapters.recognizers.training.token_corpora import read_conll, read_coreference
from engine.errors import InvalidError
from engine.measures.annotated import AnnotatedDocument, Annotation
from engine.measures.protection import count_tokens, protection
from engine.text import Document, SensitiveText


def marked(document: AnnotatedDocument) -> list[tuple[str, str]]:
    text = document.document.text.reveal()
    return [(text[a.start : a.end], a.category) for a in document.annotations]


def tab_record(text: str, *mentions: tuple[str, str, str, str]) -> dict[str, object]:
    found = [
        {
            "entity_type": kind,
            "identifier_type": role,
            "start_offset": text.index(words),
            "end_offset": text.index(words) + len(words),
            "entity_id": entity,
        }
        for words, kind, role, entity in mentions
    ]
    return {"doc_id": "1", "text": text, "annotations": {"a": {"entity_mentions": found}}}


def test_tab(tmp_path: Path) -> None:
    path = tmp_path / "tab.json"
    text = "Mr Kroll, aged 49, sued the Court of Appeal."
    record = tab_record(
        text,
        ("Mr Kroll", "PERSON", "DIRECT", "e1"),
        ("aged 49", "DEM", "QUASI", "e2"),
        ("Court of Appeal", "ORG", "NO_MASK", "e3"),
    )
    record["annotations"]["b"] = {"entity_mentions": []}  # type: ignore[index]
    path.write_text(json.dumps([record]))
    [document] = read_tab(path)
    assert marked(document) == [
        ("Mr Kroll", "person"),
        ("aged 49", "age"),
        ("Court of Appeal", "organisation"),
    ]
    assert [a.role for a in document.annotations] == ["direct", "quasi", "public"]
    assert len(read_tab(path, all_annotators=True)) == 2


def test_jsonl(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    spans = [{"start": 0, "end": 3, "label": "PER"}, {"start": 8, "end": 12, "label": "product"}]
    path.write_text(
        json.dumps({"text": "Åsa has kale.", "spans": spans, "annotated": ["person", "location"]})
    )
    [document] = read_jsonl(path)
    assert marked(document) == [("Åsa", "person")]
    assert document.annotated == {"person", "location"}


def test_presidio(tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    span = {"entity_type": "PERSON", "start_position": 3, "end_position": 6}
    path.write_text(json.dumps([{"full_text": "Hi Ida!", "spans": [span], "template_id": 7}]))
    [document] = read_presidio(path)
    assert marked(document) == [("Ida", "person")]
    assert document.group == "7"


def test_brat_with_a_discontinuous_annotation(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Anna and Bo Kroll left Leeds.")
    (tmp_path / "a.ann").write_text(
        "T1\tPerson 0 4;12 17\tAnna Kroll\nR1\tx Arg1:T1\nT2\tLocation 23 28\tLeeds\n"
    )
    [document] = read_brat(tmp_path)
    assert marked(document) == [("Anna", "person"), ("Kroll", "person"), ("Leeds", "location")]


def test_conll_with_and_without_prefixes(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(
        "Anna\tB-PER\nBerg\tI-PER\n,\tO\nBo\tB-PER\nof\tO\nNew\tI-LOC\nYork\tI-LOC\n\nKale B-product\n\n"
    )
    first, second = read_conll(path, "made")
    assert marked(first) == [("Anna Berg", "person"), ("Bo", "person"), ("New York", "location")]
    assert first.document.text.reveal().startswith("Anna Berg, Bo of New York")
    assert marked(second) == []
    assert len(read_conll(path, "made", sentences_per_document=5)) == 1


def test_coreference_keeps_names_and_drops_pronouns(tmp_path: Path) -> None:
    path = tmp_path / "t.conll"
    rows = [
        "From\tX\t-\t-",
        "a.b@example.org\tX\t(P0*)\t(0)",
        "",
        "He\tX\t(P0)\t(0)",
        "met\tX\t-\t-",
        "uncle\tX\t(P1*\t(1",
        "Bob\tX\tP1*)\t1)",
        "in\tX\t-\t-",
        "Houston\tX\t(L2*)\t(2)",
    ]
    path.write_text("#begin document (t)\n" + "\n".join(rows) + "\n#end document\n")
    [document] = read_coreference(path)
    assert marked(document) == [("a.b@example.org", "code"), ("Bob", "person"), ("Houston", "location")]


@pytest.mark.parametrize(
    ("format_name", "content"),
    [
        ("tab", "{}"),
        ("tab", '[{"text": 1}]'),
        ("jsonl", "{"),
        ("presidio", '[{"full_text": "x"}]'),
        ("tab", "\xff"),
    ],
)
def test_a_file_in_another_format_is_refused(tmp_path: Path, format_name: str, content: str) -> None:
    path = tmp_path / "secret-name.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(InvalidError, match="TRN002"):
        read(format_name, path, "x")


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="TRN001"):
        read("xml", tmp_path, "x")


def test_word_lists(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_text("# names\nAnna\nBo\nCleo\n")
    (tmp_path / "c.csv").write_text("name,country\nSan José,Costa Rica\n")
    assert read_words(tmp_path / "w.txt") == {"anna", "bo", "cleo"}
    assert read_words(tmp_path / "w.txt", 1, 3) == {"anna", "bo"}
    assert read_column(tmp_path / "c.csv", "name") == {"san", "josé"}
    assert {"month", "title", "people", "occupation"} <= set(shipped_lexicon())
    with pytest.raises(InvalidError, match="TRN004"):
        read_words(tmp_path / "none.txt")


def test_a_recipe_says_all_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text('{"name": "x", "corpora": [{"corpus": "a"}], "extra": 1}')
    with pytest.raises(InvalidError) as caught:
        read_recipe(path)
    assert len(caught.value.faults) >= 4
    assert {f.code for f in caught.value.faults} == {"TRN005"}


def test_a_recipe_with_an_unknown_setting_is_refused() -> None:
    recipe = read_recipe(SHIPPED_RECIPE).model_copy(update={"settings": {"speed": 3}})
    with pytest.raises(InvalidError, match="TRN005"):
        settings_of(recipe)


@pytest.mark.data
def test_the_shipped_recipe_reads_all_its_corpora(data: Path) -> None:
    recipe = read_recipe(SHIPPED_RECIPE)
    documents = load_documents(recipe, data)
    assert {d.corpus for d in documents} == {*(s.corpus for s in recipe.corpora), CORPUS}
    assert all(s.licence for s in recipe.corpora)
    for corpus in {d.corpus for d in documents}:
        assert sum(len(d.annotations) for d in documents if d.corpus == corpus) > 400
    lexicon = load_lexicon(recipe.model_copy(update={"word_classes": None}), data, lambda path: ())
    assert "becker" in lexicon["last"] | lexicon["rarelast"]
    assert "the" not in lexicon["last"]


def document(text: str, *annotations: Annotation) -> AnnotatedDocument:
    return AnnotatedDocument(
        Document("d", SensitiveText(text)), sorted(annotations), frozenset({"person", "organisation"})
    )


def test_an_entity_is_protected_when_all_its_mentions_are_masked() -> None:
    text = "Mr Kroll came. Kroll left the Court."
    annotated = document(
        text,
        Annotation(0, 8, "person", "direct", "e"),
        Annotation(15, 20, "person", "direct", "e"),
        Annotation(30, 35, "organisation", "public", "c"),
    )
    half = protection(annotated, [(3, 8)])
    assert half.recall("direct") == 0.0
    whole = protection(annotated, [(3, 8), (15, 20)])
    assert whole.recall("direct") == 1.0, "a title need not be covered"
    assert whole.recall("direct", "person") == 1.0
    assert whole.precision == 1.0
    more = protection(annotated, [(3, 8), (15, 20), (26, 35)])
    assert more.precision == 0.5


def test_protection_adds_up() -> None:
    annotated = document("Kroll and Kranz", Annotation(0, 5, "person"), Annotation(10, 15, "person"))
    total = protection(annotated, [(0, 5)])
    total.add(protection(annotated, [(0, 15)]))
    assert total.recall("quasi") == 0.75
    assert (total.masked_tokens, total.needed_tokens) == (4, 3)


def test_words_are_counted_by_category_and_together() -> None:
    annotated = document("Kroll of Kranz Ltd", Annotation(0, 5, "person"), Annotation(9, 18, "organisation"))
    counts = count_tokens(annotated, [(0, 14, "person")])
    assert counts.scores("person") == {"precision": 1 / 3, "recall": 1.0, "f1": 0.5, "words": 1.0}
    assert counts.scores("")["precision"] == pytest.approx(2 / 3)
    assert counts.scores("", 2.0)["f2"] == pytest.approx(2 / 3)
    assert counts.scores("organisation")["recall"] == 0.0


def test_documents_made_from_templates_mark_what_they_filled_in(tmp_path: Path) -> None:
    (tmp_path / "first.txt").write_text("Anna\nBruno\nClara\n")
    (tmp_path / "last.txt").write_text("KELLER\nDUVAL\nCASTRO\nITO\n")
    (tmp_path / "places.csv").write_text("name,country\nDayton,United States\nPorto,Portugal\n")
    names = read_names([tmp_path / "first.txt"], tmp_path / "last.txt", tmp_path / "places.csv")
    made, again, other = (made_documents(names, 200, seed) for seed in (1, 1, 2))
    texts = [d.document.text.reveal() for d in made]
    assert texts == [d.document.text.reveal() for d in again]
    assert texts != [d.document.text.reveal() for d in other]
    assert not any("{" in text for text in texts)
    marked = {
        (text[a.start : a.end], a.category)
        for text, d in zip(texts, made, strict=True)
        for a in d.annotations
    }
    assert {("Dayton", "location"), ("Porto", "location"), ("Anna", "person")} <= marked
    assert any(category == "organisation" for _, category in marked)
    assert any(not d.annotations for d in made), "texts that name nobody teach what stays"
    assert {d.annotated for d in made} == {ANNOTATED}
    assert len({d.group for d in made}) > 5


def test_names_that_cannot_be_read_are_said(tmp_path: Path) -> None:
    with pytest.raises(InvalidError) as caught:
        read_names([tmp_path / "absent.txt"], tmp_path / "absent.txt", tmp_path / "absent.csv")
    assert [f.code for f in caught.value.faults] == ["TRN004"]


def test_labels_of_clinical_corpora_are_known() -> None:
    labels = ("PATIENT", "Hospital", "MEDICALRECORD", "PROFESSION", "CITY")
    known = ["person", "organisation", "code", "demographic", "location"]
    assert [category(label) for label in labels] == known
    assert category("PRODUCT") is None
