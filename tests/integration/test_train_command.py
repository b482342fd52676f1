"""saferelease train: own models and fitted sets, and the policies that name them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adapters.recognizers.training.annotated_files import guessed_format
from engine.errors import InvalidError
from engine.text import Document, SensitiveText, carried_out
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from service.commands.start.line import app
from tests.annotated_files import write_brat, write_conll, write_jsonl
from tests.unit.test_learned import made

POLICY = """\
policy: letters
version: 1.0.0
title: Letters of the ward
identifiers:
  - id: names
    law: GDPR Art. 10
    find: [person, location]
    learn: {{recognizers: [{recognizers}], loss_ratio: {ratio}{more}}}
"""


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*map(str, arguments)])
    return result.exit_code, result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Annotated letters, a model and a fitted set."""
    folder = tmp_path_factory.mktemp("letters")
    write_jsonl(made(24), folder / "letters.jsonl")
    code, said = run("train", folder / "letters.jsonl", "--out", folder / "ward.model", "--no-curve")
    assert code == 0, said
    code, said = run("train", folder / "letters.jsonl", "--greedy", "--out", folder / "ward.greedy")
    assert code == 0, said
    return folder


def policy_file(folder: Path, name: str, recognizers: str, ratio: float = 10, more: str = "") -> Path:
    path = folder / name
    path.write_text(POLICY.format(recognizers=recognizers, ratio=ratio, more=more))
    return path


def released(path: Path, text: str) -> str:
    pipeline = DocumentPipeline(compile_policy(str(path)), b"k" * 32, 2024)
    return carried_out(text, pipeline.decide(Document("d", SensitiveText(text))))


@pytest.mark.parametrize("kind", ["jsonl", "brat", "conll"])
def test_a_model_is_trained_from_every_format_and_says_how_good_it_is(kind: str, tmp_path: Path) -> None:
    documents = made(16)
    writers = {"jsonl": write_jsonl, "brat": write_brat, "conll": write_conll}
    source = writers[kind](documents, tmp_path / ("docs" if kind == "brat" else f"docs.{kind}"))
    assert guessed_format(source) == kind
    code, said = run("train", source, "--out", tmp_path / "a.model", "--json")
    result = json.loads(said)
    assert code == 0
    assert result["mentions"]["person"] > 20
    points = result["learning_curve"]
    assert [p["documents"] for p in points] == sorted(p["documents"] for p in points)
    assert points[-1]["f1"] > 0.5
    assert result["advice"].startswith("Too little data")


def test_training_again_gives_the_same_file_and_overwrites_nothing(folder: Path) -> None:
    before = (folder / "ward.model").read_bytes()
    source = folder / "letters.jsonl"
    one = [
        json.loads(run("train", source, "--out", folder / f"{n}/x.model", "--no-curve", "--json")[1])
        for n in "ab"
    ]
    assert one[0]["sha256"] == one[1]["sha256"]
    code, _ = run("train", source, "--out", folder / "ward.model")
    assert code == 2
    assert (folder / "ward.model").read_bytes() == before


def test_people_read_what_was_made_and_what_to_do_next(folder: Path, tmp_path: Path) -> None:
    code, said = run("train", folder / "letters.jsonl", "--out", tmp_path / "b.model")
    assert code == 0
    for words in ("24 documents", "F1 on unseen", "Too little data", "Protect it like them", "b.model"):
        assert words in " ".join(said.split())
    code, said = run(
        "train",
        folder / "letters.jsonl",
        "--greedy",
        "--learner",
        "crf",
        "--learner",
        "svm",
        "--out",
        tmp_path / "b.greedy",
    )
    assert code == 0
    assert "the loop ends here" in said
    assert "crf, svm" in said


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--out", "a.model"), "TRN007"),
        (("letters.jsonl", "--out", "a.bin"), "TRN007"),
        (("letters.jsonl", "--greedy", "--out", "a.model"), "TRN007"),
        (("letters.jsonl", "--recipe", "default", "--out", "a.model"), "TRN007"),
        (("nowhere", "--out", "a.model"), "TRN002"),
        (("letters.jsonl", "--greedy", "--learner", "forest", "--out", "a.greedy"), "TRN006"),
        (("letters.jsonl", "--greedy", "--category", "age", "--out", "a.greedy"), "TRN003"),
        (("letters.jsonl", "--format", "xml", "--out", "a.model"), "TRN001"),
    ],
)
def test_faults_of_the_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple, code: str
) -> None:
    monkeypatch.chdir(folder)
    exit_code, said = run("train", *arguments, "--json")
    assert exit_code == 2
    assert json.loads(said.splitlines()[0])["faults"][0]["code"] == code
    assert not Path(arguments[-1]).exists()


@pytest.mark.parametrize("recognizers", ["ward.model", "ward.greedy", "ward.model, ward.greedy"])
def test_a_policy_names_them_and_documents_lose_their_names(folder: Path, recognizers: str) -> None:
    path = policy_file(folder, "p.yaml", recognizers)
    text = "A letter of Anna Becker arrived. It came from Porto and concerned Hugo Ito."
    told = released(path, text)
    assert "Becker" not in told
    assert "Ito" not in told
    assert ("Porto" in told) == (recognizers == "ward.greedy")


def test_a_name_found_by_a_fitted_set_is_found_everywhere(folder: Path) -> None:
    path = policy_file(folder, "e.yaml", "ward.greedy")
    text = "A letter of Anna Becker arrived. It came from Porto.\n\nzzz Anna Becker, zzz"
    assert "Becker" not in released(path, text)


def test_the_plan_holds_ratio_rounds_and_fingerprint(folder: Path) -> None:
    plan = compile_policy(str(policy_file(folder, "q.yaml", "ward.model, ward.greedy"))).plan
    model, greedy = plan.models
    assert (model.file, model.kind, model.loss_ratio, model.categories) == (
        "ward.model",
        "model",
        10.0,
        ("person", "location"),
    )
    assert (greedy.kind, greedy.rounds >= 1, greedy.categories) == ("greedy", True, ("person",))
    other = compile_policy(str(policy_file(folder, "q2.yaml", "ward.model, ward.greedy", ratio=20))).plan
    assert other.plan_id != plan.plan_id


@pytest.mark.parametrize(
    ("recognizers", "ratio", "more", "code"),
    [
        ("ward.greedy", 10, ", learners: [svm]", "MDL007"),
        ("ward.greedy", 10, ", stopping: training", "MDL007"),
        ("damaged.model", 10, "", "MDL002"),
    ],
)
def test_a_file_that_is_not_what_the_policy_asks_is_refused(
    folder: Path, recognizers: str, ratio: float, more: str, code: str
) -> None:
    (folder / "damaged.model").write_bytes(b"PK damaged")
    with pytest.raises(InvalidError, match=code):
        compile_policy(str(policy_file(folder, "r.yaml", recognizers, ratio, more)))


def test_an_unknown_recogniser_is_named_with_the_nearest_one(folder: Path) -> None:
    code, said = run("policy", "check", policy_file(folder, "s.yaml", "ward.modle"), "--json")
    [found] = json.loads(said.splitlines()[0])["faults"]
    assert (code, found["code"]) == (2, "POL032")
    assert "s.yaml:8" in found["where"]
    assert "ward.model" in found["advice"]


def test_a_model_that_finds_nothing_of_the_clause_is_refused(folder: Path) -> None:
    path = policy_file(folder, "t.yaml", "ward.model")
    path.write_text(path.read_text().replace("person, location", "organisation"))
    with pytest.raises(InvalidError, match="MDL008"):
        compile_policy(str(path))


def test_a_model_changed_after_compiling_is_refused(folder: Path, tmp_path: Path) -> None:
    path = policy_file(tmp_path, "u.yaml", "ward.model")
    (tmp_path / "ward.model").write_bytes((folder / "ward.model").read_bytes())
    compiled = compile_policy(str(path))
    (tmp_path / "ward.model").unlink()
    write_jsonl(made(20, seed=4), tmp_path / "other.jsonl")
    assert run("train", tmp_path / "other.jsonl", "--out", tmp_path / "ward.model", "--no-curve")[0] == 0
    with pytest.raises(InvalidError, match="RUN005"):
        DocumentPipeline(compiled, b"k" * 32, 2024)


def test_a_higher_loss_ratio_never_takes_less(folder: Path) -> None:
    texts = [d.document for d in made(6, seed=21)]
    removed = []
    for ratio in (1, 10, 100):
        pipeline = DocumentPipeline(
            compile_policy(str(policy_file(folder, f"v{ratio}.yaml", "ward.model, ward.greedy", ratio))),
            b"k" * 32,
            2024,
        )
        removed.append({(t.id, i) for t in texts for d in pipeline.decide(t) for i in range(d.start, d.end)})
    assert removed[0] <= removed[1] <= removed[2]


def test_explain_says_who_looks_and_how_carefully(folder: Path) -> None:
    code, said = run("policy", "explain", policy_file(folder, "w.yaml", "ward.model, ward.greedy"), "--json")
    [clause] = json.loads(said)["clauses"]
    assert code == 0
    assert "ward.greedy (1 round" in clause["learned"]
    assert "10 harmless words" in clause["learned"]


def test_allowed_terms_stay_whoever_finds_them(folder: Path) -> None:
    path = policy_file(folder, "x.yaml", "ward.model")
    path.write_text(path.read_text() + "    allow: [porto]\n")
    told = released(path, "A letter of Anna Becker arrived. It came from Porto and concerned Hugo Ito.")
    assert "Porto" in told
    assert "Becker" not in told
