"""Names that a column told: running text and remarks lose them too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adapters.documents.text.plain import PlainText
from engine.methods.columns.kinds import HARMLESS
from engine.stages.identifiers.columns import ColumnFindings, ColumnTypes
from engine.text import Span
from flows.compiling.compilation import compile_policy
from research.through_policy import inspected_texts

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
TABLE = """The list that was promised.
It is not complete.
More will follow.

Name               | Status                  | Room
-------------------+-------------------------+-----
Ousmane Dienglaf   | Ousmane at sea          | 4
Okonjo-Tull        | see Okonjo-Tull         | 5
Quarrington, Abel  | with ada                | 6
Pelletreau, Ines   | seen, Ada asked         | 7
Vandersloot, Mia   | Quarrington; Coombs neg | 8
"""


def _columns(text: str, *spans: str) -> ColumnFindings:
    document = PlainText().open("t", text.encode()).document
    read = document.text.reveal()
    persons = [Span(read.index(one), read.index(one) + len(one), "person", 0.7) for one in spans]
    types = ColumnTypes({"person", "date"}, False, lambda word: LISTS.get(word, ()))
    return types.apply(document, persons)


def _texts(text: str, spans: Sequence[Span]) -> list[str]:
    read = PlainText().open("t", text.encode()).document.text.reveal()
    return [read[span.start : span.end] for span in spans]


def test_a_remark_in_a_harmless_column_loses_who_another_column_names() -> None:
    found = _columns(TABLE)
    assert _texts(TABLE, found.repeats) == ["Okonjo-Tull"]
    kinds = {typed.column.header: typed.kind.name for typed in found.tables.columns}
    assert kinds["Status"] in HARMLESS


def test_a_harmless_cell_of_a_document_loses_a_first_name_and_nothing_that_only_looks_like_one() -> None:
    found = _columns(TABLE, "Ada asked", "Ada", "Coombs")
    cells = [one for one in _texts(TABLE, found.spans) if "," not in one]
    assert "Ada" in cells
    assert "Coombs" not in cells


def test_a_line_of_names_outweighs_cells_that_could_be_labels() -> None:
    text = (
        "Contact\tRelation\tDOB\tAddress\tTST mm\tIGRA\tCXR\n"
        "Biruk Woldem\tindex case\t1985-03-09\t2750 Juniper Crossing\t\tpos\tno\n"
        "Selam Woldem\twife\t1989-09-27\tsame\t16\tpos\tclear\n"
        "Natnael\tson, age 6\t\tsame\t0\tneg\tclear\n"
        "Casimir Wrzos\troommate\t1978-06-01\t118 platte view\t11\tpos\tclear\n"
        "Told on Monday.\n"
    )
    headers = {typed.column.header for typed in _columns(text).tables.columns}
    assert {"Contact", "DOB", "Address"} <= headers
    assert "wife" not in headers


def test_through_a_policy_cells_and_what_they_tell_of_go(tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text(POLICY, encoding="utf-8")
    (looked,) = inspected_texts(compile_policy(str(policy)), [TABLE])
    gone = [TABLE[d.start : d.end] for d in looked.decisions]
    assert {"Ousmane Dienglaf", "Quarrington, Abel"} <= set(gone)
    assert gone.count("Okonjo-Tull") == 1  # the cell; the clause allows it elsewhere
    assert [one["name"] for one in looked.columns][:2] == ["Name", "Status"]
