"""The figures of the Spanish benchmark count borders to the letter, and show no word of a case."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.meddocan import Case, cases_of, figures

TEXT = "Dra. Ana Quilez. Hospital Mar, Madrid."
MARKS = [(5, 15, "NOMBRE"), (17, 29, "HOSPITAL"), (31, 37, "TERRITORIO")]
REMOVED = [(5, 15, "person"), (17, 37, "organisation"), (0, 3, "person")]


def test_strict_merged_covered_and_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    figures([Case(TEXT, MARKS, REMOVED)])
    said = capsys.readouterr().out
    assert "strict F1 0.333, recall 0.333 (1 of 3), precision 0.333 (1 of 3)" in said
    assert "merged F1 0.000" in said
    assert "covered 1.000 (3 of 3)" in said
    assert "precision of words 0.833 (5 of 6)" in said
    assert "NOMBRE                             exact    1 border    0 missing    0" in said
    assert "HOSPITAL                           exact    0 border    1 missing    0" in said
    assert "removed: organisation              border    1 needless    0" in said
    assert "removed: person                    border    0 needless    1" in said
    assert not any(word in said for word in ("Ana", "Quilez", "Mar,", "Madrid"))


def test_a_mark_of_byte_order_moves_no_place(tmp_path: Path) -> None:
    record = {"text": "a \ufeffAna", "spans": [{"start": 3, "end": 6, "type": "NOMBRE"}]}
    (tmp_path / "c.jsonl").write_text(json.dumps(record), encoding="utf-8")
    [case] = cases_of(tmp_path / "c.jsonl")
    assert (case.text, case.marks) == ("a Ana", [(2, 5, "NOMBRE")])
