"""`saferelease policy impact`: a file that a clause about tables names is judged as a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.authoring.comparing import measure_impact
from service.commands.display.policy import show_impact
from tests.integration.test_tables_stage import HEAD, ROWS, VISITS, write_csv


def policy(folder: Path, name: str, k: int) -> str:
    path = folder / f"{name}.yaml"
    path.write_text(HEAD.replace("clinic-tables", name) + VISITS.format(k=k, choose="suppress-cells"))
    return str(path)


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    write_csv(tmp_path / "in" / "visits.csv")
    (tmp_path / "in" / "letter.txt").write_text("Called 212-555-0147 about the cough")
    return tmp_path / "in"


def test_tables_are_compared_by_what_is_released(
    tmp_path: Path, inbox: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[int] = []
    found = measure_impact(
        policy(tmp_path, "low", 3), policy(tmp_path, "high", 30), [inbox], lambda n, _: done.append(n)
    )
    [table] = found["tables"]  # type: ignore[misc]
    assert (table["old"]["as"], table["old"]["k"], table["new"]["k"]) == ("table", 3, 30)
    assert table["old"]["achieved_k"] >= 3
    assert table["new"]["achieved_k"] >= 30
    assert table["old"]["ones_after"] > table["new"]["ones_after"]
    assert (table["features_more"], table["features_less"] > 0) == (0, True)
    assert found["documents"] == 1
    assert done == [1, 2]
    show_impact(found)
    shown = capsys.readouterr().out
    assert "k = 30" in shown
    assert "visits.csv" not in shown


def test_a_refused_table_and_one_that_only_one_policy_names(tmp_path: Path, inbox: Path) -> None:
    k = len(ROWS) + 1
    found = measure_impact("us-court-filings", policy(tmp_path, "strict", k), [inbox], lambda *_: None)
    [table] = found["tables"]  # type: ignore[misc]
    assert table["old"] == {"as": "document"}
    assert table["new"] == {"as": "refused", "codes": ["TAB005"]}
