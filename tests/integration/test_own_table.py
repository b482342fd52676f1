"""K-containment measured on a table whose columns nobody declared."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from engine.errors import InvalidError
from research.tables.own_table import OWN_METHODS, guessed
from service.commands.start.line import app

RUNNER = CliRunner()


def table(folder: Path, n: int = 120) -> Path:
    """A CSV file: ages, wards, names; who comes again is older."""
    rng, path = np.random.default_rng(1), folder / "visits.csv"
    ages = rng.integers(20, 90, n)
    again = np.where(rng.random(n) < 0.1, rng.random(n) < 0.5, ages > 60)
    rows = [
        f"{a},{'NS'[i % 2]},Canary{i},{'yn'[int(not b)]}"
        for i, (a, b) in enumerate(zip(ages, again, strict=True))
    ]
    path.write_text("age,ward,name,again\n" + "\n".join(rows) + "\n")
    return path


def evaluated(*arguments: str) -> tuple[int, str]:
    found = RUNNER.invoke(app, ["evaluate", "k-containment", *arguments])
    return found.exit_code, found.output


def test_a_table_of_ones_own_is_measured(tmp_path: Path) -> None:
    path = table(tmp_path)
    code, said = evaluated(str(path), "--label", "again", "--k", "5", "--json")
    assert code == 0, said
    found = json.loads(said)
    assert (found["rows"], found["features"], found["left_out"]) == (120, 6, ["name"])
    assert "Canary" not in said
    assert found["auc_all_features"] > 0.85
    assert [row["method"] for row in found["results"]] == list(OWN_METHODS)
    contained = [row for row in found["results"] if not row["method"].startswith("k-anonymous")]
    assert all(row["containment_level"] >= 5 and row["certificate_holds"] for row in contained)
    assert max(row["auc"] for row in contained) > 0.8
    other = json.loads(evaluated(str(path), "--label", "ward", "--positive", "N", "--k", "5", "--json")[1])
    assert other["positive_share"] == 0.5
    assert abs(other["auc_all_features"] - 0.5) < 0.2


@pytest.mark.parametrize(("label", "positive"), [("shoe", ""), ("name", ""), ("again", "maybe")])
def test_a_label_that_cannot_be_learned_is_named(label: str, positive: str, tmp_path: Path) -> None:
    code, said = evaluated(str(table(tmp_path)), "--label", label, "--positive", positive)
    assert (code, "EVK002" in said) == (2, True)
    assert "EVK003" in evaluated()[1]


def test_columns_are_read_as_their_cells_are() -> None:
    numbers = [str(n) for n in range(40)]
    columns = {"n": numbers, "c": ["a", "b"] * 20, "same": ["x"] * 40, "label": ["y", "z"] * 20}
    policy, left_out = guessed({**columns, "notes": [f"{n} words" for n in range(40)] + ["a"] * 20}, "label")
    assert policy.columns["n"].edges == (9.75, 19.5, 29.25)
    assert policy.columns["c"].kind == "category"
    assert left_out == ["same"]
    answers, _ = guessed({"a": ["1", "0"] * 20, "b": ["No", "Yes"] * 20, "label": ["y", "z"] * 20}, "label")
    assert [answers.columns[name].ones for name in "ab"] == [("1",), ("Yes",)]
    with pytest.raises(InvalidError, match="ten rows"):
        guessed({"label": ["y"] * 3 + ["z"] * 40}, "label")
