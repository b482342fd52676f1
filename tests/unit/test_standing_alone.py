"""What counts in a cell or header that stands alone."""

from __future__ import annotations

import pytest

from engine.stages.identifiers.standing_alone import is_supported
from engine.text import Part, Span

CELL = "2310"
MODEL = {"link": "found", "mentions": "1"}


@pytest.mark.parametrize(
    ("category", "score", "why", "counts"),
    [
        ("code", 0.2, MODEL, False),
        ("code", 0.6, MODEL, True),
        ("date", 0.2, MODEL, False),
        ("phone", 0.2, {"pattern": "phone-us"}, True),
        ("phone", 0.2, {"disguise": "spelled"}, True),
        ("person", 0.6, MODEL, False),
        ("person", 0.9, MODEL, True),
    ],
)
def test_a_doubt_of_a_model_alone_does_not_count(
    category: str, score: float, why: dict[str, str], counts: bool
) -> None:
    span = Span(0, len(CELL), category, score, why)
    supported = is_supported(CELL, [span], [Part("cell", 0, len(CELL))], None)
    assert supported(span) is counts
