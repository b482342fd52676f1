"""The learned recogniser, trained here on a small made corpus: features, model file, training, findings."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from adapters.recognizers.model_file import read_model, write_model
from adapters.recognizers.training.learning_curve import CurvePoint, advice, learning_curve, slope
from adapters.recognizers.training.training import TrainingSettings, prepare, train
from engine.errors import InvalidError
from engine.measures.annotated import AnnotatedDocument, Annotation
from engine.methods.names.entities import decoding
from engine.methods.names.entities.ages import find_ages
from engine.methods.names.entities.consistency import KnownSubjects, TermLists
from engine.methods.names.entities.decoding import EntityModel, entity_features, find_entities
from engine.methods.names.entities.entity_judge import EntityJudge
from engine.methods.names.model import Model
from engine.methods.names.recognizer import LearnedRecognizer
from engine.methods.names.tagger import tagging
from engine.methods.names.tagger.features import Lexicon, shape, token_attributes, tokenize
from engine.text import Document, SensitiveText
from flows.training.recognizer import train_recognizer
from tests.conftest import ROOT

FIRST = (
    "Anna",
    "Bruno",
    "Clara",
    "David",
    "Elena",
    "Farid",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Karin",
    "Luca",
)
LAST = ("Abbott", "Becker", "Castro", "Duval", "Eriksen", "Fontana", "Gruber", "Haddad", "Ito", "Jansen")
CITIES = ("Leeds", "Porto", "Turin", "Basel", "Gdansk", "Malmo", "Ghent", "Brno")
LEXICON = Lexicon(
    {"first": frozenset(n.lower() for n in FIRST), "common": frozenset({"the", "was", "a", "of"})}
)
SETTINGS = TrainingSettings(max_iterations=25, folds=2)


def made(n: int, seed: int = 0) -> list[AnnotatedDocument]:
    """Short letters about made persons in real cities, with their spans."""
    rng = random.Random(seed)
    templates = (
        "Yesterday Mr {p} was seen in {c} by the staff. The patient {p} felt well.",
        "The applicant, Ms {p}, lives in {c}. She met Dr {q} there.",
        "A letter of {p} arrived. It came from {c} and concerned {q}.",
        "The Ward Office, Green Unit, and Green Team of {c} saw {p} and {q}.",
    )
    documents = []
    for i in range(n):
        names = [f"{rng.choice(FIRST)} {rng.choice(LAST)}" for _ in "pq"]
        city = rng.choice(CITIES)
        text = rng.choice(templates).format(p=names[0], q=names[1], c=city)
        spans = [
            Annotation(at, at + len(word), kind)
            for word, kind in [(names[0], "person"), (names[1], "person"), (city, "location")]
            for at in range(len(text))
            if text.startswith(word, at)
        ]
        spans = sorted(set(spans))
        found = frozenset({"person", "location"})
        documents.append(
            AnnotatedDocument(Document(f"d{i}", SensitiveText(text)), spans, found, "made", f"g{i}")
        )
    return documents


@pytest.fixture(scope="module")
def model() -> Model:
    return train(made(60), LEXICON, "made", SETTINGS)


def found(recognizer: LearnedRecognizer, text: str) -> dict[str, str]:
    spans = recognizer.find(Document("x", SensitiveText(text)))
    return {text[s.start : s.end]: s.category for s in spans}


def test_tokens_cover_the_text_and_nothing_twice() -> None:
    text = "Dr. O'Neil (b. 1971) wrote to j.o'neil@example.org — twice…\n\nNext ﬁle: 12/07/2001"
    tokens = tokenize(text)
    assert all(text[s:e] == w for w, s, e in zip(tokens.words, tokens.starts, tokens.ends, strict=True))
    assert all(a <= b for a, b in itertools.pairwise(sorted(zip(tokens.starts, tokens.ends, strict=True))))
    assert "".join(tokens.words) == "".join(text.split())
    assert tokens.paragraphs[-1] == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t",
        "a\u3000b\u00a0c",
        "Zoë \U0001d538 naïve…\u200b x\u0301 \ud800 ½ ٣4 _a",
        "u@x.org http://a.b/c d",
    ],
)
def test_offsets_of_tokens_are_those_of_the_text(text: str) -> None:
    tokens = tokenize(text)
    assert [text[a:b] for a, b in zip(tokens.starts, tokens.ends, strict=True)] == tokens.words
    covered = {i for a, b in zip(tokens.starts, tokens.ends, strict=True) for i in range(a, b)}
    assert covered == {i for i, c in enumerate(text) if not c.isspace()}


def test_a_title_does_not_end_a_sentence_and_a_word_does() -> None:
    tokens = tokenize("I saw Mr. Kroll yesterday. He slept. No. 5 is free")
    firsts = [tokens.words[a] for a, _ in tokens.sequences]
    assert firsts == ["I", "He", "No"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [("Kroll", "Xx"), ("WHO", "XX"), ("A", "X"), ("mRNA", "xX"), ("of", "x"), ("1987", "year"), ("12", "dd")],
)
def test_shapes(word: str, expected: str) -> None:
    assert shape(word) == expected


def test_fast_scores_equal_the_sum_of_the_plain_features(model: Model) -> None:
    tagger = model.tagger
    text = made(1, seed=9)[0].document.text.reveal() + "\n\nUnseen WORDS 1987, Anna! Anna again; anna."
    tokens = tokenize(text)
    columns = range(len(tagger.labels))
    expected = []
    for sequence in token_attributes(tokens, tagger.lexicon):
        for features in sequence:
            expected.append([sum(_weight(model, f, k) for f in features) for k in columns])
    assert np.allclose(tagger.scores(tokens), expected, atol=1e-4)


@pytest.mark.parametrize("size", [1, 7, 40])
def test_no_score_and_no_entity_depends_on_how_many_tokens_are_taken_at_once(
    model: Model, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    tagger = model.tagger
    texts = [one.document.text.reveal() for one in made(12, seed=4)]
    tokens = tokenize("\n\n".join([*texts, "Anna again.", "x " * 300]))
    whole = tagger.scores(tokens)
    found = find_entities(tokens, tagger.marginals(tokens), tagger.labels, 0.03)
    monkeypatch.setattr(tagging, "_BLOCK", size)
    monkeypatch.setattr(decoding, "_BLOCK", size)
    monkeypatch.setattr(tagging, "_WORDS_AT_ONCE", size)
    tagger._known._rows.clear()
    assert np.array_equal(tagger.scores(tokens), whole)
    assert find_entities(tokens, tagger.marginals(tokens), tagger.labels, 0.03) == found
    assert len(found) > 3


def _weight(model: Model, feature: str, column: int) -> float:
    """Weight of a feature by its full name, looked up in the tagger's tables."""
    tagger = model.tagger
    where, _, rest = feature.partition(":")
    if feature in tagger.others:
        return float(tagger.others[feature][column])
    if "|" in where and where[0] in "-012":
        pair = tuple(rest.split(" "))
        kind = ["-1|0", "0|1", "-2|-1", "1|2"].index(where)
        row = tagger.pairs.get(pair)  # type: ignore[arg-type]
        return 0.0 if row is None else float(tagger.pair_weights[row, kind, column])
    row = tagger.attributes.get(rest) if where.lstrip("-").isdigit() else None
    return 0.0 if row is None else float(tagger.attribute_weights[row, int(where) + 3, column])


def test_words_that_no_public_source_holds_are_not_remembered(model: Model) -> None:
    """A worker reads documents of many people: only words of training data and corpora outlive one."""
    tagger = model.tagger
    text = "Yesterday Mr Quorvexius was seen in Leeds by the staff."
    first = tagger.scores(tokenize(text))
    assert "Quorvexius" not in tagger._known._rows and "staff" in tagger._known._rows
    assert np.array_equal(tagger.scores(tokenize(text)), first), "remembered weights are other ones"


def test_marginals_are_those_of_every_labelling_summed_up(model: Model) -> None:
    """Forward-backward equals the definition: the sum over all label sequences of a short sentence."""
    tagger = model.tagger
    tokens = tokenize("Anna met Bruno")
    scores = tagger.scores(tokens).astype(float)
    n = len(tagger.labels)
    total = np.zeros_like(scores)
    for labelling in itertools.product(range(n), repeat=len(tokens)):
        value = sum(scores[i, k] for i, k in enumerate(labelling))
        value += sum(tagger.transitions[a, b] for a, b in itertools.pairwise(labelling))
        for i, k in enumerate(labelling):
            total[i, k] += np.exp(value)
    assert np.allclose(tagger.marginals(tokens), total / total.sum(1, keepdims=True), atol=1e-4)


def test_finds_names_that_it_never_saw(model: Model) -> None:
    recognizer = LearnedRecognizer(model, loss_ratio=10)
    spans = found(recognizer, "Yesterday Mr Orsolya Zubiri was seen in Leeds by the staff. Zubiri felt well.")
    assert spans["Orsolya Zubiri"] == "person"
    assert spans["Zubiri"] == "person"
    assert spans["Leeds"] == "location"


def test_offsets_count_code_points(model: Model) -> None:
    text = "😀😀 The applicant, Ms Zoë Åkesson, lives in Turin. She met Dr Hugo Ito there."
    assert found(LearnedRecognizer(model, loss_ratio=10), text)["Zoë Åkesson"] == "person"


def test_a_higher_loss_ratio_never_finds_less(model: Model) -> None:
    texts = [d.document for d in made(20, seed=3)]
    covered = []
    for ratio in (0.0001, 1, 10, 100):
        recognizer = LearnedRecognizer(model, loss_ratio=ratio)
        covered.append({(d.id, i) for d in texts for s in recognizer.find(d) for i in range(s.start, s.end)})
    assert covered[0] <= covered[1] <= covered[2] <= covered[3]
    assert covered[0] < covered[3]


def test_only_the_categories_asked_for(model: Model) -> None:
    recognizer = LearnedRecognizer(model, 10, categories=("person",))
    assert recognizer.categories == ("person",)
    text = "Yesterday Mr Hugo Ito was seen in Leeds by the staff."
    assert set(found(recognizer, text).values()) == {"person"}


def test_known_subjects_are_never_missed_and_lists_are_obeyed(model: Model) -> None:
    text = "nothing here says that wolf blitz or HERON exist, but Mr Hugo Ito was seen in Leeds by the staff"
    recognizer = LearnedRecognizer(
        model,
        10,
        subjects=KnownSubjects([["Wolf", "Blitz"]]),
        terms=TermLists(deny=[["heron"]], allow=[["Leeds"]]),
    )
    spans = found(recognizer, text)
    assert {"wolf blitz", "HERON"} <= set(spans)
    assert "Leeds" not in spans
    assert "Hugo Ito" in spans


def test_empty_and_odd_texts(model: Model) -> None:
    recognizer = LearnedRecognizer(model)
    for text in ("", " \n\n ", "\u200b", "—" * 500, "x" * 100_000, "1 " * 3000):
        for span in recognizer.find(Document("x", SensitiveText(text))):
            assert 0 <= span.start < span.end <= len(text)


def test_same_data_same_file_in_every_process(tmp_path: Path) -> None:
    program = (
        "import sys; from tests.unit.test_learned import *;"
        "from adapters.recognizers.training.recipe import SHIPPED_RECIPE, card_of, read_recipe;"
        "path = Path(sys.argv[1]);"
        "card = card_of(read_recipe(SHIPPED_RECIPE));"
        "print(write_model(train(made(30), LEXICON, 'made', SETTINGS, card), path))"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / f"{seed}.model")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_a_model_comes_back_from_its_file(model: Model, tmp_path: Path) -> None:
    path = tmp_path / "made.model"
    digest = write_model(model, path)
    again = read_model(path)
    assert again.fingerprint == digest
    tokens = tokenize(made(1, seed=5)[0].document.text.reveal())
    assert np.allclose(again.tagger.marginals(tokens), model.tagger.marginals(tokens), atol=0.01)
    with zipfile.ZipFile(path) as archive:
        assert not [n for n in archive.namelist() if not n.endswith((".json", ".txt", ".npy"))]


def test_a_model_in_use_is_not_overwritten(model: Model, tmp_path: Path) -> None:
    path = tmp_path / "made.model"
    write_model(model, path)
    before = path.read_bytes()
    with pytest.raises(InvalidError, match="MDL004"):
        write_model(model, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", ["cut", "text", "pickle", "absent"])
def test_a_damaged_model_is_refused(model: Model, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "made.model"
    if damage != "absent":
        write_model(model, path)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-2000])
    elif damage == "text":
        path.write_text("no model")
    elif damage == "pickle":
        with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning):
            archive.writestr("transitions.npy", _object_array())
    with pytest.raises(InvalidError, match=r"MDL00[12]"):
        read_model(path)


def _object_array() -> bytes:
    import io

    buffer = io.BytesIO()
    np.save(buffer, np.array([{"not": "numbers"}], object), allow_pickle=True)
    return buffer.getvalue()


def test_too_little_data_is_said_plainly() -> None:
    with pytest.raises(InvalidError, match="TRN003"):
        train(made(3), LEXICON, "made", SETTINGS)


def test_labels_follow_the_annotation_to_the_token() -> None:
    text = "Seen: Mr Jean-Luc Abbott."
    at = text.index("Jean")
    document = AnnotatedDocument(
        Document("d", SensitiveText(text)), [Annotation(at, at + 15, "person")], frozenset({"person"})
    )
    prepared = prepare(document)
    assert [w for w, label in zip(prepared.tokens.words, prepared.labels, strict=True) if label != "O"] == [
        "Jean",
        "-",
        "Luc",
        "Abbott",
    ]


def test_the_learning_curve_rises_and_says_what_to_do() -> None:
    points = learning_curve(made(60), LEXICON, SETTINGS, shares=(0.05, 1.0))
    assert points[0].documents < points[1].documents
    assert 0 <= points[0].f1 <= points[1].f1 <= 1
    assert points[1].f1 > 0.9
    assert slope(points) > 0
    assert "Too little data" in advice(points)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([], "Too little data: 0"),
        ([CurvePoint(100, 900, 0.80), CurvePoint(200, 1800, 0.85)], "Still rising: the last 2.0-fold"),
        ([CurvePoint(100, 900, 0.85), CurvePoint(200, 1800, 0.852)], "Flat"),
    ],
)
def test_advice(points: list[CurvePoint], expected: str) -> None:
    assert advice(points).startswith(expected)


def test_training_from_a_recipe_writes_the_file_and_reports(tmp_path: Path) -> None:
    lines = []
    for document in made(40):
        spans = [{"start": a.start, "end": a.end, "label": a.category} for a in document.annotations]
        lines.append(json.dumps({"text": document.document.text.reveal(), "spans": spans}))
    (tmp_path / "letters.jsonl").write_text("\n".join(lines))
    recipe = tmp_path / "recipe.json"
    source = {"corpus": "letters", "format": "jsonl", "path": "letters.jsonl", "licence": "own"}
    recipe.write_text(
        json.dumps({"name": "ward", "corpora": [source], "settings": {"max_iterations": 25, "folds": 2}})
    )
    out = tmp_path / "ward.model"
    steps: list[str] = []
    report = train_recognizer(recipe, tmp_path, out, progress=steps.append)
    assert report["documents"] == {"letters": 40}
    assert report["sha256"] == read_model(out).fingerprint
    assert read_model(out).card["licences"] == ["own"]
    assert report["learning_curve"]
    assert steps
    before = out.read_bytes()
    with pytest.raises(InvalidError, match="MDL004"):
        train_recognizer(recipe, tmp_path, out)
    assert out.read_bytes() == before


def test_a_recipe_may_ask_for_a_model_of_small_letters_too(tmp_path: Path) -> None:
    lines = []
    for document in made(40):
        spans = [{"start": a.start, "end": a.end, "label": a.category} for a in document.annotations]
        lines.append(json.dumps({"text": document.document.text.reveal(), "spans": spans}))
    (tmp_path / "letters.jsonl").write_text("\n".join(lines))
    source = {"corpus": "letters", "format": "jsonl", "path": "letters.jsonl", "licence": "own"}
    asked = {"name": "ward", "corpora": [source], "settings": {"max_iterations": 25, "folds": 2}}
    for name, more in (("plain", {}), ("both", {"small_letters": True})):
        (tmp_path / f"{name}.json").write_text(json.dumps(asked | more))
        train_recognizer(tmp_path / f"{name}.json", tmp_path, tmp_path / f"{name}.model", curve=False)
    plain, both = read_model(tmp_path / "plain.model"), read_model(tmp_path / "both.model")
    assert plain.twin is plain
    assert both.twin is not both
    again = asked | {"corpora": [source | {"times": 2, "in_small_letters": 1}]}
    (tmp_path / "copies.json").write_text(json.dumps(again))
    report = train_recognizer(tmp_path / "copies.json", tmp_path, tmp_path / "copies.model", curve=False)
    assert report["documents"] == {"letters": 120}
    assert both.entities == plain.entities
    assert list(both.twin.tagger.attributes) != list(both.tagger.attributes)
    assert "small_letters" not in plain.card["recipe"]
    assert both.card["recipe"]["small_letters"] is True


def test_lists_hold_whatever_the_categories_asked_for(model: Model) -> None:
    recognizer = LearnedRecognizer(
        model,
        categories=("location",),
        subjects=KnownSubjects([["Wolf", "Blitz"]]),
        terms=TermLists(deny=[["project", "heron"]]),
    )
    assert recognizer.categories == ("person", "location", "other")
    spans = found(recognizer, "Wolf Blitz joined Project Heron with Mr Hugo Ito.")
    assert spans == {"Wolf Blitz": "person", "Project Heron": "other"}


def test_judging_entities_equals_the_probability_of_their_features(model: Model) -> None:
    tagger, rng = model.tagger, random.Random(5)
    texts = [document.document.text.reveal() for document in made(30, seed=11)]
    for text in ["", *texts[:5], " Then\n\n".join(texts)]:
        tokens = tokenize(text + " Bruno Ito, 12, of Leeds 2024")
        entities = find_entities(tokens, tagger.marginals(tokens), tagger.labels, 0.001)
        features = [entity_features(entity, tokens, tagger.lexicon) for entity in entities]
        names = sorted({*model.entities.weights, *(name for each in features for name in each)})
        dense = EntityModel({name: rng.uniform(-1, 1) for name in names}, -0.3)
        sparse = EntityModel({name: w for name, w in dense.weights.items() if rng.random() < 0.3}, 0.1)
        for weights in (model.entities, dense, sparse, EntityModel({"mean": 1.0}, 0.0)):
            judge, expected = EntityJudge(weights, tagger.lexicon), [weights.probability(f) for f in features]
            for some in (entities, entities[:1]):
                assert judge.probabilities(some, tokens) == pytest.approx(expected[: len(some)], abs=1e-9)
        for entity, each in zip(entities, features, strict=True):
            assert {"max", f"mean&{entity.category}", f"category={entity.category}"} <= set(each)
    assert EntityJudge(model.entities, tagger.lexicon).probabilities([], tokens) == []


def test_a_finding_never_spans_two_parts_of_a_document(model: Model) -> None:
    text = "Plan A.\n\nHugo Ito was seen in Leeds.\n\nWolf\n\nBlitz\n\nMr Hugo\n\nIto"
    recognizer = LearnedRecognizer(model, 20, subjects=KnownSubjects([["Wolf", "Blitz"], ["Hugo", "Ito"]]))
    spans = found(recognizer, text)
    assert {"Hugo Ito", "Wolf", "Blitz", "Hugo", "Ito"} <= set(spans)
    assert not any("\n" in words for words in spans)
    assert not any(words.startswith("A") for words in spans)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 43-year-old farmer", ["43-year-old"]),
        ("children aged 12 and 14 came", ["aged 12 and 14"]),
        ("at the age of twenty-two", ["age of twenty-two"]),
        ("he was eighteen years of age", ["eighteen years of age"]),
        ("Age: 61, height 170", ["Age: 61"]),
        ("67 y/o male", ["67 y/o"]),
        ("three years later, page 12, old 5 pages", []),
    ],
)
def test_ages_are_found_by_their_form(text: str, expected: list[str]) -> None:
    assert [text[a:b] for a, b in find_ages(text)] == expected
