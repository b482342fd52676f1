"""Clauses of different loss ratios or thresholds on one recogniser: the model runs once a document."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.recognizers.learned import default_model
from engine.methods.names.recognizer import LearnedRecognizer, LearnedRecognizers
from engine.methods.names.tagger.tagging import LinearTagger
from engine.text import Document, SensitiveText
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

TEXT = (
    "Anna Kroll of Granite Works Ltd met Mr Duval in Porto on Monday. Kroll then went to the Ministry of "
    "Health and to Leeds.\n\nA letter by Jonas Albrecht, of the Green Unit, was sent to Granite Works."
)
LEARN = "learn: {recognizers: [en-default], loss_ratio: %s}"


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Number of tokens of each run of a model."""
    counted: list[int] = []
    original = LinearTagger.marginals

    def marginals(self, tokens):
        counted.append(len(tokens))
        return original(self, tokens)

    monkeypatch.setattr(LinearTagger, "marginals", marginals)
    return counted


def pipeline(folder: Path, name: str, clauses: str, head: str = "") -> DocumentPipeline:
    path = folder / f"{name}.yaml"
    path.write_text(f"policy: {name}\nversion: 1.0.0\ntitle: t\n{head}identifiers:\n{clauses}")
    return DocumentPipeline(compile_policy(str(path)), b"k" * 32, 2024)


def document() -> Document:
    return Document("d", SensitiveText(TEXT))


def test_clauses_of_different_loss_ratios_run_the_model_once(tmp_path: Path, runs: list[int]) -> None:
    clauses = [
        f"  - {{find: [{category}], law: 45 CFR 164.514(b)(2)(i)(A), {LEARN % ratio}}}\n"
        for category, ratio in (("person", 2), ("organisation", 40), ("location", 10))
    ]
    together = pipeline(tmp_path, "all", "".join(clauses)).stages.identify(document())
    assert len(runs) == 1
    alone = [
        (d.start, d.end, d.category, d.why)
        for i, clause in enumerate(clauses)
        for d in pipeline(tmp_path, f"p{i}", clause).stages.identify(document())
    ]
    assert len(runs) == 4
    assert sorted(alone) == [(d.start, d.end, d.category, d.why) for d in together]
    assert {d.category for d in together} == {"person", "organisation", "location"}


def test_combined_policies_run_the_model_once(tmp_path: Path, runs: list[int]) -> None:
    pipeline(tmp_path, "first", f"  - {{find: [person], law: 45 CFR 164.514(b)(2)(i)(A), {LEARN % 2}}}\n")
    combined = pipeline(
        tmp_path,
        "second",
        f"  - {{find: [organisation], law: 45 CFR 164.514(b)(2)(i)(A), {LEARN % 40}}}\n",
        "combines: [first]\n",
    )
    assert {d.category for d in combined.stages.identify(document())} == {"person", "organisation"}
    assert len(runs) == 1


def test_together_they_find_what_each_finds() -> None:
    each = [
        LearnedRecognizer(default_model(), 1.0, ["person"]),
        LearnedRecognizer(default_model(), 100.0, ["organisation", "location"]),
    ]
    together = LearnedRecognizers(each)
    assert list(together.find(document())) == [s for one in each for s in one.find(document())]
    assert together.categories == ("person", "organisation", "location")
    assert together.find(Document("empty", SensitiveText(" "))) == []


def test_recognisers_that_read_differently_cannot_share_a_run() -> None:
    with pytest.raises(ValueError, match="least evidence"):
        LearnedRecognizers(
            [LearnedRecognizer(default_model()), LearnedRecognizer(default_model(), least_evidence=0.2)]
        )
