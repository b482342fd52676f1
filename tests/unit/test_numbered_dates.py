"""Dates with a running number behind them, as registers and exhibits have."""

from __future__ import annotations

import pytest

from engine.methods.identifiers.recognizer import IdentifierRecognizer
from engine.text import Document, SensitiveText


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("Bed 4\t14/3/2019/12\n5", ["14/3/2019"]),
        ("Exhibit 2007\u201308, 9/22/2016/3.", ["9/22/2016"]),
        ("1/10/1994/2", ["1/10/1994"]),
        ("13/13/1994/2 and 99/22/2016/3", []),
        ("ratio 1/2/1994/5/6, folder x/9/22/2016/3, 14/3/2019/1234", []),
    ],
)
def test_the_date_goes_and_the_number_stays(text: str, dates: list[str]) -> None:
    found = IdentifierRecognizer(["date"]).find(Document("d", SensitiveText(text)))
    assert [text[span.start : span.end] for span in found] == dates
