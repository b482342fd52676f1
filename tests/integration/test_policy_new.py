"""A new policy from answers is valid, is tried by cases, and the cases hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.policies.cases import cases_folder, load_cases
from adapters.policies.files import load_policy
from engine.cases.text_cases import run_cases
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError
from engine.policy.pages.template import QUESTIONS, Answers, new_policy
from flows.authoring.bench import write_new_policy
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
        Answers("daily", "By night", ["us-court-filings"], (), (), "in/", "out/", "daily at 2am"),
        Answers("both", "Two rules", ["us-court-filings", "hipaa-limited-data-set"], formats=["txt", "csv"]),
        Answers(
            "all", "All", ["client-confidential"], ["Hooli"], ["md"], "inbox/", "releases/", "0 2 * * 1-5"
        ),
    ],
    ids=["extends", "terms", "said", "combines", "schedule"],
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
        assert loaded.policy.release.every == {"daily at 2am": "0 2 * * *"}.get(
            answers.schedule, answers.schedule
        )


@pytest.mark.parametrize(
    ("law", "base"),
    [("PHIPA", "canada-phipa"), ("5 USC 552(b)(6)", "us-foia"), ("us-ferpa", "us-ferpa")],
)
def test_a_policy_from_a_law_that_is_there_extends_its_policy(law: str, base: str, tmp_path: Path) -> None:
    path, *_ = write_new_policy(Answers("ours", "Ours", (), from_law=law), tmp_path)
    assert load_policy(path, SHIPPED).policy.bases == (base,)


@pytest.mark.parametrize("law", ["Health Act 2030 s. 12", "GDPR Art. 87"])
def test_a_policy_from_another_law_is_a_frame_that_fails_until_it_has_cases(law: str, tmp_path: Path) -> None:
    path, *_ = write_new_policy(Answers("ours", "Ours", (), from_law=law), tmp_path)
    loaded = load_policy(path, SHIPPED)
    assert len(loaded.policy.identifiers) == 5
    assert all(clause.law == law and clause.unverified for clause in loaded.policy.clauses)
    assert loaded.policy.not_covered
    with pytest.raises(InvalidError, match="POL041"):
        load_cases(cases_folder(path), loaded.policy)


def test_a_law_goes_without_packs(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="POL060"):
        write_new_policy(Answers("ours", "Ours", ["us-foia"], from_law="PHIPA"), tmp_path)
    assert not [*tmp_path.iterdir()]


def test_every_question_has_a_place_for_its_answer() -> None:
    fields = [name for name in Answers.__dataclass_fields__ if name != "from_law"]  # an option alone asks
    assert [question.key for question in QUESTIONS] == fields
