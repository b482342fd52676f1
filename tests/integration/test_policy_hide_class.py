"""The key `hide_class` in the policy language: check, compile, explain, diff, extends and combines, cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import InvalidError
from flows.authoring.bench import run_policy_cases
from flows.authoring.comparing import compare_policies
from flows.authoring.explaining import explain_policy
from flows.compiling.compilation import compile_policy, load
from tests.conftest import ROOT

EXAMPLE = ROOT / "examples" / "clients"
HEAD = "policy: {name}\nversion: 1.0.0\ntitle: T\nlaws:\n  - {{cite: R, title: A rule}}\n"
CLAUSE = (
    "hide_class:\n  law: R\n  corpus: {from: past.jsonl, text: text, class: client, keep: industry}\n  k: 3\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "past.jsonl").write_bytes((EXAMPLE / "past-projects.jsonl").read_bytes())
    return tmp_path


def write(folder: Path, name: str, text: str = CLAUSE, more: str = "") -> str:
    path = folder / f"{name}.yaml"
    path.write_text(HEAD.format(name=name) + more + text)
    return str(path)


def faults(path: str) -> list[tuple[str, str]]:
    with pytest.raises(InvalidError) as refused:
        compile_policy(path)
    return [(found.code, found.where.rsplit(" ", 1)[-1]) for found in refused.value.faults]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("past.jsonl", "absent.jsonl", ("LAB005", "hide_class.corpus.from")),
        ("k: 3", "k: 1", ("POL012", "hide_class.k")),
        ("k: 3", "k: 13", ("KCF003", "hide_class.k")),
        ("class: client", "class: clients", ("LAB003", "clients")),
        (", text: text", "", ("POL016", "hide_class.corpus.text")),
        ("law: R", "law: S", ("POL023", "hide_class.law")),
        ("k: 3", "k: 3\n  operator: generalise", ("POL014", "hide_class.operator")),
        ("k: 3", "k: 3\n  operator: generalize", ("POL016", "knowledge")),
        ("k: 3", "k: 3\n  method: simple-redactor\n  guard: 0.0", ("POL016", "hide_class.guard")),
        ("k: 3", "k: 3\n  objectiv: info-gain", ("POL010", "hide_class.objectiv")),
        ("k: 3", "k: 3\ndocuments: {names: keep}", ("POL016", "documents.names")),
        ("k: 3", "k: 3\ndocuments: {names: 'x-{folder}-{number}'}", ("POL016", "documents.names")),
    ],
)
def test_what_cannot_be_carried_out_is_a_fault(folder: Path, old: str, new: str, expected: object) -> None:
    assert expected in faults(write(folder, "p", CLAUSE.replace(old, new)))


def test_a_misspelt_key_is_guessed(folder: Path) -> None:
    with pytest.raises(InvalidError, match="Did you mean objective"):
        load(write(folder, "p", CLAUSE.replace("k: 3", "k: 3\n  objectiv: info-gain")))


def test_the_plan_holds_a_fingerprint_and_no_word_of_the_labelled_documents(folder: Path) -> None:
    compiled = compile_policy(write(folder, "p"))
    plan = compiled.plan.canonical().decode()
    rows = [json.loads(line) for line in (folder / "past.jsonl").read_text().splitlines()]
    assert [row["client"] for row in rows if row["client"] in plan] == []
    assert "retail" not in plan
    assert compiled.plan.hide_class is not None
    assert compiled.plan.hide_class.n_documents == len(rows)
    again = compile_policy(write(folder, "p")).plan
    assert again.plan_id == compiled.plan.plan_id
    (folder / "past.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows[1:]))
    assert compile_policy(write(folder, "p")).plan.plan_id != compiled.plan.plan_id


def test_folders_by_class_give_the_same_corpus_as_columns(folder: Path) -> None:
    rows = [json.loads(line) for line in (folder / "past.jsonl").read_text().splitlines()]
    for number, row in enumerate(rows):
        below = folder / "past" / row["industry"] / row["client"]
        below.mkdir(parents=True, exist_ok=True)
        suffix, text = (".html", f"<p>{row['text']}</p>") if number % 2 else (".txt", row["text"])
        (below / f"{number}{suffix}").write_text(text)
    (folder / "past" / ".DS_Store").write_bytes(b"\xff")
    by_folder = CLAUSE.replace(
        "{from: past.jsonl, text: text, class: client, keep: industry}", "{from: past/}"
    )
    one, other = (
        compile_policy(write(folder, n, c)).hide_class for n, c in (("p", CLAUSE), ("q", by_folder))
    )
    assert one is not None
    assert other is not None
    assert one.hider.corpus.words == other.hider.corpus.words
    assert one.hider.corpus.sensitive_classes == other.hider.corpus.sensitive_classes
    assert one.hider.corpus.documents.nnz == other.hider.corpus.documents.nnz
    assert other.step.n_topics == 3


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ("k: 4", "stronger"),
        ("k: 2", "weaker"),
        ("k: 3\n  guard: 0.0", "stronger"),
        ("k: 3\n  class_names: as-decided", "weaker"),
        ("k: 3\n  class_of: most-likely", "unknown"),
        ("k: 3\n  objective: info-gain", "equivalent"),
    ],
)
def test_diff_knows_which_is_stronger(folder: Path, change: str, verdict: str) -> None:
    old = write(folder, "old")
    new = write(folder, "new", CLAUSE.replace("k: 3", change))
    found = compare_policies(old, new)
    assert found.verdict == verdict
    about = next(d for d in found.differences if d.difference.subject == "class of a document")
    assert about.verdict == verdict


def test_diff_against_nothing_and_against_another_corpus(folder: Path) -> None:
    nothing = write(folder, "none", "identifiers:\n  - {law: R, find: [ssn]}\n")
    with_it = write(folder, "with", "identifiers:\n  - {law: R, find: [ssn]}\n" + CLAUSE)
    assert compare_policies(nothing, with_it).verdict == "stronger"
    rows = (folder / "past.jsonl").read_text().splitlines()
    (folder / "other.jsonl").write_text("\n".join(rows[1:]) + "\n")
    other = write(
        folder, "other", "identifiers:\n  - {law: R, find: [ssn]}\n" + CLAUSE.replace("past.j", "other.j")
    )
    assert compare_policies(with_it, other).verdict == "unknown"


def test_extending_may_only_tighten(folder: Path) -> None:
    write(folder, "base")
    tighter = write(folder, "tighter", CLAUSE.replace("k: 3", "k: 4"), "extends: base\n")
    assert load(tighter).policy.hide_class.k == 4
    looser = write(folder, "looser", CLAUSE.replace("k: 3", "k: 2"), "extends: base\n")
    assert ("POL051", "hide_class") in faults(looser)
    kept = write(folder, "kept", "", "extends: base\n")
    assert load(kept).policy.hide_class.k == 3
    left_out = write(
        folder, "left-out", "identifiers:\n  - {law: R, find: [ssn]}\n",
        "extends: base\nwithout: [{clause: hide_class, because: No client is named here.}]\n",
    )  # fmt: skip
    assert load(left_out).policy.hide_class is None


def test_combining_takes_the_highest_k_or_says_that_it_cannot(folder: Path) -> None:
    write(folder, "three")
    write(folder, "five", CLAUSE.replace("k: 3", "k: 5"))
    both = load(write(folder, "both", "", "combines: [three, five]\n"))
    assert (both.policy.hide_class.id, both.policy.hide_class.k) == ("five/hide_class", 5)
    assert [(c.subject, c.kept_value, c.overruled_value) for c in both.conflicts] == [
        ("class of a document", "5", "3")
    ]
    write(folder, "guess", CLAUSE.replace("k: 3", "k: 3\n  class_of: most-likely"))
    assert ("KCF020", "combines") in faults(write(folder, "apart", "", "combines: [three, guess]\n"))


def test_explain_says_what_goes_and_what_is_not_promised(folder: Path) -> None:
    clause = next(c for c in explain_policy(write(folder, "p"))["clauses"] if c["id"] == "hide_class")
    assert clause["method"] == "inference (k-redactor)"
    assert "At least 2 other classes must be" in clause["looks_for"]
    assert any("knows the method" in limit for limit in clause["limits"])


def test_cases_of_the_clause_run_and_prove_something(folder: Path) -> None:
    cases = folder / "p.cases"
    cases.mkdir()
    (cases / "hide_class.yaml").write_text(
        "clause: hide_class\nmust_go:\n"
        "  - text: Crews sail to the turbines off Esbjerg; GustView predicts wind. Electricity is sold.\n"
        "    gone: [Esbjerg, GustView]\n"
        "must_stay:\n"
        "  - {text: Crews sail off Esbjerg. Electricity is sold on the market., stays: [Electricity]}\n"
    )
    run = run_policy_cases(write(folder, "p"), mutation=True)
    assert run.failures == []
    assert run.counts["hide_class"] == (1, 1)


def test_the_cases_of_the_example_pass_and_prove_something() -> None:
    run = run_policy_cases(str(EXAMPLE / "client-projects.yaml"), mutation=True)
    assert run.failures == []
    assert run.counts == {"contact": (2, 1), "hide_class": (2, 1)}
