"""The notebook of the examples runs from its first cell to its last, and keeps no output."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

NOTEBOOK = json.loads((ROOT / "examples" / "notebook.ipynb").read_text(encoding="utf-8"))
CODE = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def test_no_output_is_kept() -> None:
    """A coloured finding shows what was found: such a file is not handed on."""
    assert NOTEBOOK["nbformat"] == 4 and len(CODE) > 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in CODE)


def run(source: str, names: dict[str, Any]) -> Any:
    """A cell as a kernel runs it: its last expression is its value."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)  # noqa: S102  the notebook's own lines
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_every_cell_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed here")
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples" / "records", tmp_path / "examples" / "records")
    names: dict[str, Any] = {}
    values = [run("".join(cell["source"]), names) for cell in CODE]
    findings, coloured, safe, points, figure, documents, verified, _ = values
    assert {one[2] for one in findings} == {"person", "date", "mrn"}
    shown = coloured._repr_html_()
    assert shown.count("<mark") == 3 and "John Roe <small>person</small>" in shown
    assert safe.startswith("Mr. [PERSON] was seen on a day in 2020, MRN [MRN].")
    assert points[0][1] > points[-1][1] and points[0][2] > points[-1][2]
    assert len(figure.axes[0].lines[0].get_xdata()) == len(points)
    assert {one[1] for one in documents} == {"released"} and verified
    assert names["report"].read_text(encoding="utf-8").startswith("<!doctype html>")
