"""A cell of a text that says what a public list shows for a code is no name; one of a column of names is."""

from __future__ import annotations

import pytest

from engine.stages.identifiers.columns import ColumnTypes
from engine.text import PART_BREAK, CellPlace, Document, Part, SensitiveText, Span


def released(shown: str, cell: str, header: str) -> list[str]:
    """What goes of a table of findings, of which a recogniser took the last cell for a person."""
    rows = [[header, "Status"], ["Dependence on a cane", "Active"], [cell, "Active"]]
    cells = [
        (one, "cell", CellPlace(1, row, column, of_text=True))
        for row, line in enumerate(rows)
        for column, one in enumerate(line)
    ]
    found = [*cells, (shown, "value", CellPlace(0, 0, 0, by_path=True, term="public"))]
    parts, at = [], 0
    for text, kind, place in found:
        parts.append(Part(kind, at, at + len(text), "diagnosis" if kind == "value" else "", place))
        at += len(text) + len(PART_BREAK)
    text = PART_BREAK.join(one for one, _, _ in found)
    starts = (text.index(cell), text.rindex(cell))
    spans = [Span(at, at + len(cell), "person", 0.95, {"link": "found", "mentions": 2}) for at in starts]
    made = ColumnTypes(["person"], removes_unknown=False).apply(
        Document("d", SensitiveText(text), tuple(parts)), spans
    )
    return [text[one.start : one.end] for one in made.spans]


@pytest.mark.parametrize(
    ("shown", "cell", "header", "gone"),
    [
        ("Comatose", "Comatose", "What was seen", []),
        ("Yuki Nakagawa", "Yuki Nakagawa", "What was seen", ["Yuki Nakagawa"] * 2),
        ("Comatose", "Comatose", "Patient name", ["Dependence on a cane", "Comatose"]),
    ],
)
def test_a_cell_that_a_public_list_shows_is_no_name(
    shown: str, cell: str, header: str, gone: list[str]
) -> None:
    assert released(shown, cell, header) == gone
