"""A social security number cut into three columns that no header explains."""

from __future__ import annotations

import pytest

from adapters.documents.text.delimited import Delimited
from engine.methods.columns.typing import typed_tables
from engine.plan.steps import IdentifierStep
from engine.stages.identifiers.stage import IdentifierStage
from engine.text import Document, carried_out

_SSN = IdentifierStep(
    id="ssn", find=("ssn",), operator="placeholder", census=None, threshold=0.5, allow=(), deny=()
)


def _csv(table: str) -> Document:
    return Delimited().open("d", table.encode()).document


def _types(document: Document) -> list[str]:
    return [typed.kind.name for typed in typed_tables(document, []).columns]


def _released(document: Document) -> str:
    return carried_out(document.text.reveal(), IdentifierStage([_SSN], b"k" * 16, 2025).decide(document))


def _numbered(rows: str) -> str:
    lines = rows.splitlines()
    return "".join(f"{number},{line},asthma\n" for number, line in enumerate(lines, 1))


@pytest.mark.parametrize(
    "rows",
    [
        "296,98,0417\n506,82,7706\n255,67,1290\n165,21,5533\n408,04,9120",
        "219,45,9931",
        "219,45,9931\n457,55,5462",
        "219,09,9999\n457,55,5462\n318,22,0741",
        "612,71,8841\n130,12,2290\n455,93,6127\n288,40,3319",
    ],
)
def test_an_ssn_in_three_columns_that_nothing_explains_goes_whole(rows: str) -> None:
    document = _csv(_numbered(rows))
    assert _types(document)[1:4] == ["ssn"] * 3
    assert not any(number in _released(document) for line in rows.splitlines() for number in line.split(","))


@pytest.mark.parametrize(
    "rows",
    [
        "180,72,1998\n455,93,2004\n288,40,1987\n130,12,1961",
        "180,72,1998",
        "180,72,1500",
        "180,72,1250\n175,64,1310\n192,81,1275\n168,77,1402",
        "180,72,4500\n455,93,9900\n130,12,1200\n288,40,7100",
        "980,72,8841\n130,12,2290\n455,93,6127\n288,40,3319",
        "180,7,4511\n455,93,9902\n130,12,1203\n288,40,7104",
    ],
)
def test_three_columns_of_measurements_of_as_many_digits_are_no_ssn(rows: str) -> None:
    assert "ssn" not in _types(_csv(_numbered(rows)))


def test_an_explained_column_between_numbers_is_no_part_of_an_ssn() -> None:
    assert "ssn" not in _types(_csv("no,weight,age,charge\n1,612,71,8841\n2,130,12,2290\n3,455,93,6127\n"))
