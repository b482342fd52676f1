"""On a machine without a corpus any concept of WordNet can be protected, or the check says why not."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest

from adapters.counts.build import build_index
from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import kb_cache
from engine.errors import InvalidError
from engine.methods.c_sanitized import compile_concept, lexicalizations
from engine.policy.clauses.concepts import ConceptRule
from flows.authoring.checking import check_policies
from flows.compiling.compilation import compile_policy
from flows.compiling.reference_corpora import ShippedTables, shipped_corpus
from research.concepts.gold import evaluate_documents
from research.concepts.gold_terms import read_gold

POLICY = """policy: letters
version: 1.0.0
title: Letters
counts: {counts}
knowledge: [wordnet]
laws: [{{cite: House rule 1, title: Letters}}]
concepts:
  - {{protect: {concept}, alpha: 1.5, law: House rule 1}}
"""
SECONDS = 3.0
"""Far above what was measured (0.3 s, docs/counts.md): two busy cores must not fail the test."""


@pytest.fixture(autouse=True)
def nothing_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flows.compiling.reference_corpora.corpora", lambda: tmp_path / "none")


@pytest.fixture(scope="module")
def shipped() -> ShippedTables:
    return shipped_corpus("wikipedia")


def written(folder: Path, concept: str, counts: str = "wikipedia") -> str:
    path = folder / "letters.yaml"
    path.write_text(POLICY.format(concept=concept, counts=counts))
    return str(path)


@pytest.mark.parametrize(
    ("concept", "tells", "stays"),
    [
        ("pregnancy", "trimester", "city"),
        ("bankruptcy", "insolvency", "patient"),
        ("epilepsy", "seizure", "river"),
    ],
)
def test_a_concept_without_a_table_runs(concept: str, tells: str, stays: str, tmp_path: Path) -> None:
    (made,) = compile_policy(written(tmp_path, concept)).concepts
    assert made.judge(tells) == "discloses"
    assert made.judge(stays) == "safe"


def test_concepts_drawn_at_random_compile_or_say_that_they_cannot(shipped: ShippedTables) -> None:
    knowledge = open_knowledge("wordnet", kb_cache())
    draw, labels = random.Random(30), sorted(knowledge.vocabulary())
    assert shipped.index is not None
    outcomes, seconds = [], []
    for label in draw.sample(labels, 30):
        rule = ConceptRule(protect=label, alpha=1.5, max_names=10**6)
        names = lexicalizations(rule, [knowledge])
        start = time.process_time()
        try:
            table = shipped.table(label, names, names)
            assert compile_concept(rule, table, [knowledge]).n_concept > 0
            outcomes.append("counted")
        except InvalidError as error:
            assert error.faults[0].code == "CNT015"
            assert not shipped.index.counted(names)
            outcomes.append("never met")
        seconds.append(time.process_time() - start)
    assert outcomes.count("counted") >= 10
    assert max(seconds[1:]) < SECONDS


def test_the_check_says_when_a_concept_cannot_be_counted(tmp_path: Path) -> None:
    valid, faults = check_policies([written(tmp_path, "xyzzyfoo")])
    assert not valid
    assert [fault.code for fault in faults] == ["CNT015"]


def test_a_corpus_can_be_named_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(
        "\n\n".join(
            ["the gout flared and colchicine was given to him"] * 4 + ["the sun shone on us all"] * 40
        )
    )
    build_index([tmp_path / "notes.txt"], tmp_path / "notes")
    compiled = compile_policy(written(tmp_path, "gout", "./notes"))
    assert compiled.concepts[0].judge("colchicine") == "discloses"
    assert compiled.plan.corpus is not None
    assert compiled.plan.corpus.name == "notes"


def test_a_corpus_outside_the_folder_of_its_policy_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").write_text("\n\n".join(["the gout flared and colchicine was given"] * 4))
    build_index([tmp_path / "notes.txt"], tmp_path / "notes")
    (tmp_path / "policies").mkdir()
    path = written(tmp_path / "policies", "gout", "../notes")
    assert [fault.code for fault in check_policies([path])[1]] == ["CRP006"]
    monkeypatch.setenv("SAFERELEASE_CORPORA", str(tmp_path))
    assert not check_policies([path])[1]
    shutil.rmtree(tmp_path / "notes")
    assert [fault.code for fault in check_policies([path])[1]] == ["CRP006"]


@pytest.mark.slow
@pytest.mark.data
def test_quality_on_the_annotated_documents_is_that_of_the_whole_index(
    data: Path, shipped: ShippedTables
) -> None:
    documents = read_gold(data / "c-sanitized-gold")
    knowledge = [open_knowledge("wordnet", kb_cache())]
    found = evaluate_documents(documents, shipped, knowledge, alphas=(2.25,))
    scores = {one["document"]: one["at_setting"]["mean"]["words"]["f_measure"] for one in found["documents"]}
    assert scores["Lesbian"] >= 0.762 - 0.02
    assert scores["Syphilis"] >= 0.732 - 0.02
