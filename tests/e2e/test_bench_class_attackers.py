"""The benchmark of attackers: victims that are held out serve nothing else, and the policy decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.bench_class_attackers import attacked, draw, line_of, parties, told
from tests.unit.test_k_redactor import labelled


def test_held_out_victims_are_used_for_nothing_else() -> None:
    documents = labelled()
    chosen, held_out = (parties(documents, 3, 5, apart) for apart in (False, True))
    assert (chosen.defender, chosen.attackers) == (held_out.defender, held_out.attackers)
    used = {id(one) for part in (chosen.defender, chosen.attackers, chosen.victims) for one in part}
    assert used.isdisjoint(map(id, held_out.victims))
    assert len(used) + len(held_out.victims) == len(documents)
    assert parties(documents, 3, 5, True, 2).victims == held_out.victims[:2]


def test_a_setting_is_measured_under_a_policy_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    documents = labelled()
    rows = [{"text": r.text.reveal(), "class": r.sensitive, "keep": r.utility} for r in documents]
    (tmp_path / "labelled.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    settings, names = ["k: 2", "objective: least-redaction"], ["linear SVM", "logistic regression"]
    found = attacked(tmp_path, settings, parties(documents, 0, 8, False), 0, names)
    assert {one.attacker for one in found.figures} == set(names)
    assert found.victims + found.refused == 8
    point = {"corpus": "clients", "seed": 0, "setting": "k = 2", "objective": "least-redaction"} | told(found)
    assert point["best"] == max(one.first for one in found.figures)
    assert line_of(point).count("|") == 9
    draw([point], tmp_path / "curve.svg")
    assert b"clients, least-redaction" in (tmp_path / "curve.svg").read_bytes()
