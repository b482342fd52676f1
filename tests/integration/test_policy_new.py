"""A new policy from answers is valid, is tried by cases, and the cases hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.policies.cases import cases_folder, load_cases
from adapters.policies.files import load_policy
from engine.cases.text_cases import run_cases
from engine.catalog.names import SHIPPED
from engine.policy.pages.template import QUESTIONS, Answers, new_policy
from tests.integration.test_policy_cases import compile_policy


def write(folder: Path, answers: Answers) -> Path:
    for name, text in new_policy(answers).items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / f"{answers.name}.yaml"


@pytest.mark.parametrize(
    "answers",
    [
        Answers("clinic", "Records: of a clinic", ["hipaa-limited-data-set"]),
        Answers("clinic", 'A "quoted" title # x', ["us-court-filings"], ["A: Corp", "Ünïcode Ltd", "O'Neil"]),
        Answers("both", "Two rules", ["us-court-filings", "hipaa-limited-data-set"], formats=["txt", "csv"]),
        Answers(
            "all", "All", ["client-confidential"], ["Hooli"], ["md"], "inbox/", "releases/", "0 2 * * 1-5"
        ),
    ],
    ids=["extends", "terms", "combines", "schedule"],
)  # fmt: skip
def test_a_new_policy_is_valid_and_its_cases_hold(answers: Answers, tmp_path: Path) -> None:
    path = write(tmp_path, answers)
    loaded = load_policy(path, SHIPPED)
    assert (loaded.policy.policy, loaded.policy.title) == (answers.name, answers.title)
    cases = load_cases(cases_folder(path), loaded.policy)
    report = run_cases(loaded.policy, cases, compile_policy(loaded, loaded.policy))
    assert [str(failure) for failure in report.failures] == []
    assert report.n_cases > 20
    if answers.terms:
        names = next(clause for clause in loaded.policy.identifiers if clause.id == "house-words")
        assert set(answers.terms) <= set(names.deny)
    if answers.schedule:
        assert loaded.policy.release is not None
        assert loaded.policy.release.every == answers.schedule


def test_every_question_has_a_place_for_its_answer() -> None:
    fields = Answers.__dataclass_fields__
    assert [question.key for question in QUESTIONS] == list(fields)
