"""Cases of clauses about tables: small tables, run by `saferelease policy test`."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import InvalidError
from flows.authoring.bench import run_policy_cases
from flows.authoring.explaining import explain_policy
from tests.conftest import ROOT
from tests.integration.test_tables_stage import HEAD, NAMES

CLAUSE = """
tables:
  - id: visits
    law: House rule on tables
    files: ["visits*"]
    k: 3
    choose: suppress-cells
    columns:
      who: {kind: entity}
      age: {kind: interval, edges: [40]}
      note: {kind: text}
      again: {kind: label, positive: ["y"]}
"""
TABLE = """
      - {times: 3, row: {age: 50, note: cough, again: y}}
      - {times: 2, row: {age: 20, note: cough, again: n}}
      - {times: 1, row: {age: 20.5, note: "cough, fever", again: n}}
"""
ROWS = """
  - rows:
      - {{times: {}, row: {{age: 20, again: y}}}}
      - {{times: {}, row: {{age: 50, again: n}}}}
"""
NAMES_CASES = """
clause: identifiers[0]
must_go: [{text: Mr. Ernest Blofeld called, gone: [Ernest Blofeld]}]
must_stay: [{text: cough since monday}]
"""


def run(folder: Path, case: str, clause: str = CLAUSE, mutation: bool = False) -> list[str]:
    path = folder / "clinic-tables.yaml"
    path.write_text(HEAD + clause)
    cases = path.with_suffix(".cases")
    cases.mkdir(exist_ok=True)
    (cases / "visits.yaml").write_text(f"clause: visits\ntables:\n{case}")
    return list(run_policy_cases(str(path), mutation).failures)


@pytest.mark.parametrize(
    ("expected", "failure"),
    [
        ('keeps: ["age>40", "note:cough"]', ""),
        ('drops: ["note:fever"]', ""),
        (
            'released: [{times: 3, shows: ["age>40", "note:cough"]}, '
            '{times: 3, shows: ["age<=40", "note:cough"]}]',
            "",
        ),
        ('keeps: ["note:fever"]', "note:fever is dropped, and must be kept"),
        ('drops: ["note:cough"]', "note:cough is kept, and must be dropped"),
        (
            'drops: ["note:caugh"]',
            "note:caugh is no feature of this table; it has age<=40, age>40, note:cough",
        ),
        ('released: [{times: 6, shows: ["note:cough"]}]', "0 released rows show [note:cough], and 6 must"),
        ("refused: TAB005", "released, and must be refused (TAB005)"),
    ],
)
def test_what_a_case_expects_is_compared(tmp_path: Path, expected: str, failure: str) -> None:
    failures = run(tmp_path, f"  - rows:{TABLE}    {expected}\n")
    assert bool(failures) == bool(failure), failures
    if failure:
        assert failures[0].startswith("clause visits (House rule on tables) tables[0]: ")
        assert any(failure in each for each in failures)


def test_a_refusal_is_a_case(tmp_path: Path) -> None:
    two = "  - rows: [{row: {age: 50, again: y}}, {row: {age: 50, again: n}}]\n"
    assert run(tmp_path, f"{two}    refused: TAB005\n") == []
    [failure] = run(tmp_path, f'{two}    keeps: ["age>40"]\n')
    assert "refused: [TAB005]" in failure


def test_mutation_finds_cases_that_do_not_prove_k(tmp_path: Path) -> None:
    pinned = ROWS.format(2, 3) + '    drops: ["age<=40"]\n'
    assert run(tmp_path, pinned, mutation=True) == []
    loose = ROWS.format(5, 5) + '    keeps: ["age<=40"]\n'
    [failure] = run(tmp_path, loose, mutation=True)
    assert "its cases pass with k = 2 too" in failure


def test_clauses_about_text_hold_in_small_tables(tmp_path: Path) -> None:
    rows = (
        '  - rows: [{times: 4, row: {note: "Mr. Ernest Blofeld called", again: y}}, '
        "{times: 4, row: {note: called, again: n}}]\n"
    )
    (tmp_path / "clinic-tables.cases").mkdir()
    (tmp_path / "clinic-tables.cases" / "names.yaml").write_text(NAMES_CASES)
    assert (
        run(tmp_path, f'{rows}    keeps: ["note:called"]\n    drops: ["note:blofeld"]\n', NAMES + CLAUSE)
        == []
    )


def test_a_clause_about_tables_without_cases_fails(tmp_path: Path) -> None:
    path = tmp_path / "clinic-tables.yaml"
    path.write_text(HEAD + NAMES + CLAUSE)
    path.with_suffix(".cases").mkdir()
    (path.with_suffix(".cases") / "names.yaml").write_text(NAMES_CASES)
    assert run_policy_cases(str(path)).failures == ["clause visits (House rule on tables): no case"]


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("  - rows: [{row: {age: 5}}]\n", "what the case expects"),
        ("  - rows: []\n    refused: TAB005\n", "rows"),
        ("  - rows: [{row: {age: 5}}]\n    keep: [x]\n", "Did you mean keeps?"),
        ('  - rows: [{row: {age: 5}}]\n    keeps: ["x"]\n    refused: TAB005\n', "must stand alone"),
        (
            "  - rows: [{row: {age: 5}}]\n    refused: TAB005\nmust_stay: [{text: a}]\n",
            "must not be combined with",
        ),
    ],
)
def test_faults_of_a_case_say_where_and_what(tmp_path: Path, case: str, said: str) -> None:
    with pytest.raises(InvalidError) as caught:
        run(tmp_path, case)
    assert said in str(caught.value), str(caught.value)


def test_a_misspelt_column_is_named(tmp_path: Path) -> None:
    [failure] = run(tmp_path, '  - rows: [{times: 9, row: {agee: 5}}]\n    keeps: ["age<=40"]\n')
    assert "agee is no column of the clause" in failure


def test_cases_of_the_wrong_kind_are_told(tmp_path: Path) -> None:
    path = tmp_path / "clinic-tables.yaml"
    path.write_text(HEAD + CLAUSE)
    path.with_suffix(".cases").mkdir()
    wrong = "clause: visits\nmust_go: [{text: a b, gone: [a]}]\n"
    (path.with_suffix(".cases") / "visits.yaml").write_text(wrong)
    with pytest.raises(InvalidError, match="POL042"):
        run_policy_cases(str(path))


@pytest.mark.parametrize("policy", [str(ROOT / "examples" / "tables" / "visits.yaml"), "adult-census"])
def test_shipped_cases_hold_and_prove_k(policy: str) -> None:
    found = run_policy_cases(policy, mutation=True)
    assert list(found.failures) == []
    assert found.n_cases == 5


def test_explain_counts_small_tables() -> None:
    [clause] = explain_policy("adult-census")["clauses"]  # type: ignore[misc]
    assert (clause["must_go"], clause["about_tables"]) == (5, True)
