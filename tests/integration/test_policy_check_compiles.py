"""What `policy check` finds although only compiling shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.authoring.checking import check_policies

POLICY = """policy: letters
version: 1.0.0
title: Letters
counts: wikipedia
knowledge: [{knowledge}]
laws: [{{cite: House rule 1, title: Letters}}]
concepts:
  - {{{clause}, law: House rule 1}}
{more}
"""


@pytest.mark.parametrize(
    ("clause", "knowledge", "more", "code"),
    [
        ("protect: HIV, alpha: 1.5", "wordnet", "", ""),
        ("protect: xyzzyfoo, alpha: 1.5", "wordnet", "", "CNT015"),
        ("protect: HIV, disclose_at_most: diseease", "wordnet", "", "CSN003"),
        ("protect: HIV, alpha: 1.5", "snomed", "", "KNO002"),
        ("protect: HIV, alpha: 1.5", "wordnet", "release: {from: inbox/, to: ./inbox}", "POL016"),
        ("protect: HIV, alpha: 1.5", "wordnet", "release: {from: inbox/, to: inbox/out}", "POL016"),
        ("protect: HIV, alpha: 1.5", "wordnet", "release: {from: all/inbox, to: all}", "POL016"),
        ("protect: HIV, alpha: 1.5", "wordnet", "release: {from: all/inbox, to: all/out}", ""),
    ],
)
def test_a_policy_that_would_not_run_is_not_valid(
    tmp_path: Path, clause: str, knowledge: str, more: str, code: str
) -> None:
    path = tmp_path / "letters.yaml"
    path.write_text(POLICY.format(clause=clause, knowledge=knowledge, more=more))
    valid, faults = check_policies([str(path)])
    assert [fault.code for fault in faults] == ([code] if code else [])
    assert len(valid) == (not code)
    assert all(fault.where.startswith(str(path)) for fault in faults)
