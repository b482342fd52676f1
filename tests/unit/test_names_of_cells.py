"""Names that a column told: running text and remarks lose them too, one word at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.stages.identifiers.names_of_cells import names_of_cells
from engine.text import Span
from flows.compiling.compilation import compile_policy
from flows.evaluation.through_policy import inspected_texts

LISTS = {"rose": ("first", "common"), "paris": ("first", "place"), "breck": ("rarelast",), "ada": ("first",)}
POLICY = """\
policy: persons
version: 1.0.0
title: Persons
identifiers:
  - id: persons
    law: 45 CFR 164.514(b)(2)(i)(A)
    find: [person]
    learn: {loss_ratio: 10}
    allow: [Okonjo-Tull]
"""
TABLE = """To all parents.

Bus | Child Name          | Diet or remark          | Group
----+---------------------+-------------------------+------
A   | Sunniva & Zvenimir  | none, ask zvenimir      | red
B   | OYELARANQUE T.      | nuts (Zvenimir only)    | blue
C   | Kjartanuk, Eh Paw   | Okonjo-Tull comes along | blue
D   | Okonjo-Tull         | none                    | blue

Bring Sunniva before eight.
"""


def found(text: str, *cells: str) -> list[str]:
    spans = [Span(text.index(cell), text.index(cell) + len(cell), "person", 0.9) for cell in cells]
    return [text[s.start : s.end] for s in names_of_cells(text, spans, lambda word: LISTS.get(word, ()))]


@pytest.mark.parametrize(
    ("text", "cell", "names"),
    [
        ("Torvald Breck: give it to Torvald, not to Brecks.", "Torvald Breck", ["Torvald"]),
        ("Breck: Breck said so.", "Breck", ["Breck"]),
        ("Rose Breck: a Rose is red.", "Rose Breck", []),  # a word that means something else
        ("Ada Breck: Ada went.", "Ada Breck", []),  # three letters
        ("Paris Breck: in Paris.", "Paris Breck", []),
        ("wants window bed: a window Window.", "wants window bed", []),  # no name
        ("van der Breckl: Breckl came.", "van der Breckl", ["Breckl"]),
    ],
)
def test_single_names_of_a_cell(text: str, cell: str, names: list[str]) -> None:
    assert found(text, cell) == names


def test_through_a_policy_cells_and_what_they_tell_of_go(tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text(POLICY, encoding="utf-8")
    (looked,) = inspected_texts(compile_policy(str(policy)), [TABLE])
    gone = [TABLE[d.start : d.end] for d in looked.decisions]
    assert {"Sunniva & Zvenimir", "OYELARANQUE T.", "Kjartanuk, Eh Paw"} <= set(gone)
    assert gone.count("Zvenimir") == 1
    assert "Sunniva" in gone
    assert not any("Tull" in one for one in gone if "comes" in one)
    assert [one["name"] for one in looked.columns][:2] == ["Bus", "Child Name"]
