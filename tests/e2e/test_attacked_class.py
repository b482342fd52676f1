"""Attackers with labelled documents of their own: measured, kept, and held against the policy's bound."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from adapters.keys.installation import load_keys
from adapters.policies.attack_measurements import keep_measurement, kept_measurement
from adapters.reports.html import render_report
from engine.errors import InvalidError, RefusedError
from engine.methods.k_redactor import Labelled
from engine.record.attacked import AttackMeasurement, fingerprint_of
from engine.record.report import ReleaseReport
from engine.stages.hide_class.stage import HideClassStage
from engine.text import Document, SensitiveText
from flows.compiling.compilation import compile_policy
from flows.document.stages import Stages
from flows.gate.attacked import require_attacked
from flows.orchestration.job import ReleaseJob, prepared
from research.classes import attackers
from research.classes.attackers import Texts, divided, released_texts
from research.classes.text_attackers import ATTACKERS, ranks_of
from service.commands.start.line import app
from tests.unit.test_k_redactor import TEXT, labelled

POLICY = """\
policy: clients
version: 1.0.0
title: Clients
laws: [{{cite: House rule, title: House rule on clients}}]
hide_class:
  law: House rule
  corpus: {{from: projects.jsonl, text: text, class: class, keep: keep}}
  k: {k}
{bound}"""
RUNNER = CliRunner()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with labelled documents and one to release."""
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    rows = [{"text": r.text.reveal(), "class": r.sensitive, "keep": r.utility} for r in labelled()]
    (tmp_path / "projects.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    inbox = tmp_path / "in" / "Carrefour"
    inbox.mkdir(parents=True)
    (inbox / "a.txt").write_text(TEXT)
    return tmp_path


def policy(desk: Path, bound: str = "", k: int = 3) -> Path:
    path = desk / "clients.yaml"
    path.write_text(POLICY.format(k=k, bound=f"  attacker_at_most: {bound}\n" if bound else ""))
    return path


def released(desk: Path, name: str) -> ReleaseReport:
    job = ReleaseJob(str(desk / "clients.yaml"), (desk / "in",), desk / name, workers=1)
    with prepared(job, lambda done, total: None) as running:
        running.do_chunk(0)
        running.finish()
        assert running.report is not None
        return running.report


def code_of(desk: Path) -> str:
    with (
        pytest.raises(RefusedError) as refused,
        prepared(
            ReleaseJob(str(desk / "clients.yaml"), (desk / "in",), desk / "never", workers=1),
            lambda done, total: None,
        ),
    ):
        pass
    assert not (desk / "never").exists()
    return refused.value.faults[0].code


def measured(desk: Path, *options: str) -> AttackMeasurement:
    found = RUNNER.invoke(app, ["evaluate", "attackers", str(desk / "clients.yaml"), "--json", *options])
    assert found.exit_code == 0, found.output
    return AttackMeasurement.model_validate_json(found.stdout)


def test_a_bound_is_held_for_the_clause_that_was_measured_and_no_other(desk: Path) -> None:
    policy(desk, "0.99")
    assert code_of(desk) == "KCF015"
    found = measured(desk)
    assert found.at_most < 0.99
    report = released(desk, "out")
    assert report.attacked == found
    assert f"the best ({found.worst.attacker}) named" in render_report(report)
    policy(desk, "0.01")
    assert code_of(desk) == "KCF016"
    policy(desk, "0.99", k=4)
    assert code_of(desk) == "KCF015"
    policy(desk, "0.99")
    with (desk / "projects.jsonl").open("a") as more:
        more.write(json.dumps({"text": "one more about shops", "class": "Tesco", "keep": "retail"}) + "\n")
    assert code_of(desk) == "KCF015"


@pytest.mark.slow
def test_a_figure_of_another_version_is_none(desk: Path) -> None:
    path = policy(desk, "0.99")
    found = measured(desk)
    assert found.version == version("saferelease")
    assert found.policy_sha256 == compile_policy(str(path)).plan.policy_sha256
    for other in ("0.0.1", ""):
        keep_measurement(load_keys(), found.model_copy(update={"version": other}))
        assert code_of(desk) == "KCF015"
    keep_measurement(load_keys(), found)
    assert released(desk, "out").attacked == found


@pytest.mark.slow
def test_what_is_measured_adds_up(desk: Path) -> None:
    policy(desk)
    assert "not measured" in render_report(released(desk, "before"))
    found = measured(desk)
    assert (found.learned_from, found.attackers_have + found.victims + found.refused) == (36, 36)
    assert {(one.attacker, one.knows) for one in found.figures} == {
        (name, knows) for name in ATTACKERS for knows in ("originals", "redacted")
    }
    assert all(max(one.first, one.k_th) <= one.among_k <= found.victims for one in found.figures)
    assert found.worst.right / found.victims < found.at_most < 1
    assert found.before / found.victims > 0.6
    assert found.topic is not None
    assert 0 < found.suppressed < 1
    assert released(desk, "after").attacked == found


def test_a_clause_that_guesses_the_class_is_attacked_as_it_guesses(desk: Path) -> None:
    """The class that the labels name is not what such a release hides."""
    path = policy(desk)
    path.write_text(path.read_text() + "  class_of: most-likely\n")
    compiled = compile_policy(str(path)).hide_class
    assert compiled is not None
    one, other = labelled()[0], labelled()[-1]
    assert one.sensitive != other.sensitive
    told = replace(one, sensitive=other.sensitive)
    stage = HideClassStage(compiled.step, compiled.hider)
    assert released_texts(stage, [one]).released == released_texts(stage, [told]).released
    by_folder = HideClassStage(compiled.step.model_copy(update={"class_of": "folder"}), compiled.hider)
    assert released_texts(by_folder, [one]).released != released_texts(by_folder, [told]).released


@pytest.mark.slow
def test_sample_and_seed_choose_who_is_attacked(desk: Path) -> None:
    policy(desk)
    found, other = measured(desk, "--documents", "6"), measured(desk, "--documents", "6", "--seed", "5")
    assert (found.victims, found.attackers_have) == (6, 18)
    assert other.seed == 5
    assert other.model_dump(exclude={"seed"}) != found.model_dump(exclude={"seed"})


def test_nobody_else_can_write_a_measurement(desk: Path) -> None:
    path = policy(desk)
    found = measured(desk)
    file = keep_measurement(load_keys(), found)
    file.write_bytes(found.model_dump_json().encode())
    with pytest.raises(InvalidError, match="KCF017"):
        require_attacked(compile_policy(str(path)).plan, load_keys())
    step = compile_policy(str(path)).plan.hide_class
    assert step is not None
    file.unlink()
    assert kept_measurement(load_keys(), fingerprint_of(step)) is None


def test_a_policy_without_the_clause_and_too_few_documents_are_named(desk: Path) -> None:
    found = RUNNER.invoke(app, ["evaluate", "attackers", "hipaa-limited-data-set"])
    assert "EVR005" in found.output
    with pytest.raises(InvalidError, match="EVR004"):
        divided([Labelled(SensitiveText("a b"), name, None) for name in "ABAB"], 0, 10)


def test_attackers_learn_from_all_they_have_however_few_are_attacked() -> None:
    assert len(divided(labelled(), 0, 1).attackers) == 18


@pytest.mark.parametrize("victims", ["none", "one class", "no word"])
def test_a_clause_that_leaves_too_little_is_not_measured(
    desk: Path, monkeypatch: pytest.MonkeyPatch, victims: str
) -> None:
    compiled = compile_policy(str(policy(desk))).hide_class
    assert compiled is not None
    left = {
        "none": Texts([], [], [], [], 4),
        "one class": Texts(["a b"] * 2, ["a b"] * 2, ["Tesco"] * 2, [None] * 2, 0),
        "no word": Texts(["a b", "c d"], ["___"] * 2, ["Tesco", "Aldi"], [None] * 2, 0),
    }[victims]
    monkeypatch.setattr(attackers, "released_texts", lambda stage, documents: left)
    with pytest.raises(InvalidError, match="EVR004") as raised:
        attackers.attack_clause(compiled.step, compiled.hider, labelled(), "2026-01-01")
    assert "Tesco" not in str(raised.value)


def test_no_document_belongs_to_two_parties_and_each_has_all_classes() -> None:
    documents = labelled()
    parts = divided(documents, 3, 100)
    ids = [id(one) for part in (parts.defender, parts.attackers, parts.victims) for one in part]
    assert sorted(ids) == sorted(map(id, documents))
    for part in (parts.defender, parts.attackers, parts.victims):
        assert {one.sensitive for one in part} == {one.sensitive for one in documents}
    assert len(divided(documents, 3, 5).victims) == 5
    assert divided(documents, 4, 100).victims != parts.victims


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKERS)
def test_every_attacker_learns_what_there_is_to_learn(name: str) -> None:
    rows = labelled()
    texts, own = [row.text.reveal() for row in rows], [row.sensitive for row in rows]
    attacker = ATTACKERS[name]().fit(texts[::2], own[::2])
    assert (ranks_of(attacker, texts[1::2], own[1::2]) == 1).mean() > 0.5
    assert ranks_of(attacker, texts[:2], [own[0], "nobody"])[1] == 7
    shuffled = np.random.default_rng(0).permutation(own[::2])
    guessing = ATTACKERS[name]().fit(texts[::2], shuffled)
    assert (ranks_of(guessing, texts[1::2], own[1::2]) == 1).mean() < 0.5


def test_words_leave_by_lots_of_the_secret_of_the_release(desk: Path) -> None:
    path = policy(desk)
    path.write_text(path.read_text() + "  even_words: {at_most: 1.05, among: 6}\n")
    compiled = compile_policy(str(path))
    document = Document("1", labelled()[0].text)
    folders = [labelled()[0].sensitive]

    def decided(key: bytes) -> list[tuple[int, int]]:
        found = Stages(compiled, key * 32, 2026, None).decided(document, folders).decisions
        return [(one.start, one.end) for one in found]

    draws = [decided(b"%d" % number) for number in range(6)]
    assert draws[0] == decided(b"0")
    assert any(draw != draws[0] for draw in draws)
