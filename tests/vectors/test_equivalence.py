"""The risk of re-identification, against figures of pycanon on the same tables."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from engine.record.counted import TableRisk
from engine.stages.quasi_identifiers import people_risk
from tests.conftest import ROOT

VECTORS = json.loads((ROOT / "tests/vectors/equivalence.json").read_text(encoding="utf-8"))["tables"]


@pytest.mark.parametrize("name", VECTORS)
def test_the_figures_are_those_of_pycanon(name: str) -> None:
    rows, theirs = VECTORS[name]["rows"], VECTORS[name]["figures"]
    looks: dict[Any, Any] = {number: frozenset({tuple(row[:3])}) for number, row in enumerate(rows)}
    ours = people_risk(("age", "sex", "country"), looks, looks, 2, 0, None).after
    assert ours.highest == pytest.approx(theirs["highest"])
    assert 1 / ours.highest == pytest.approx(theirs["k"])
    assert 1 / ours.average == pytest.approx(theirs["average_class"] * theirs["k"])
    sizes = Counter(tuple(row[:3]) for row in rows)
    assert sum(1 / n for n in sizes.values()) / ours.classes == pytest.approx(theirs["mean_over_classes"])


@pytest.mark.parametrize("name", VECTORS)
def test_l_and_t_of_tables_are_those_of_pycanon(name: str) -> None:
    rows, theirs = VECTORS[name]["rows"], VECTORS[name]["figures"]
    sizes = Counter(tuple(row[:3]) for row in rows)
    positive = Counter(tuple(row[:3]) for row in rows if row[3] == "yes")
    risk = TableRisk.of(list(sizes.values()), [positive[look] for look in sizes])
    assert (risk.l, risk.t) == (theirs["l"], pytest.approx(theirs["t"]))
