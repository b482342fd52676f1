"""The table of laws: every clause and every gap of the shipped policies, with what stands behind it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from engine.catalog.laws import LAWS, provisions
from engine.catalog.measured import MEASURED
from flows.authoring.law_table import law_table
from service.commands.start.line import app
from tests.shipped_policies import shipped_policy

NAMES = ("canada-phipa", "us-foia", "us-court-filings", "gdpr-special-categories")


@pytest.fixture(scope="module")
def rows() -> list[dict[str, object]]:
    return law_table(NAMES)


def test_each_clause_and_each_gap_is_one_row(rows: list[dict[str, object]]) -> None:
    expected = []
    for name in NAMES:
        policy = shipped_policy(name)
        expected += [(name, clause.id) for clause in (*policy.clauses, *policy.not_covered)]
    assert [(row["policy"], row["clause"]) for row in rows] == expected


def test_a_row_says_what_was_tried_and_measured(rows: list[dict[str, object]]) -> None:
    by_clause = {(row["policy"], row["clause"]): row for row in rows}
    contact = by_clause["canada-phipa", "contact"]
    assert (contact["must_go"], contact["must_stay"]) == (15, 8)
    assert contact["measured"] == {name: MEASURED[name].recall for name in ("phone", "email", "url")}
    assert contact["not_measured"] == ["fax", "ip"]
    assert contact["effective"] == "2004-11-01"
    gap = by_clause["us-foia", "law-enforcement"]
    assert (gap["status"], gap["must_go"], gap["confirmed"]) == ("not covered", 0, False)


def test_nothing_is_confirmed_that_nobody_read() -> None:
    for row in law_table(()):
        read = all(LAWS[each].confirmed for each in provisions(str(row["law"])))
        assert read or not row["confirmed"]


def test_the_command_prints_the_table() -> None:
    shown = CliRunner().invoke(app, ["policy", "laws", "us-court-filings"])
    assert shown.exit_code == 0, shown.output
    assert "5.2(a)(1)" in shown.output
    told = CliRunner().invoke(app, ["policy", "laws", "us-court-filings", "--json"])
    assert json.loads(told.output) == law_table(["us-court-filings"])
