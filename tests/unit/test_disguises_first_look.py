"""What a first look lets through: as much as the whole search finds, in any text."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.methods.disguises import cued, spelling

_PIECES = (
    "keller", "r.keller", "é", "Ünal", "x_y", "a-b", " at ", " AT ", "(at)", " [at] ", "\u00a0at\u00a0",
    "\u2003at\u2003", " arroba ", "@", " @ ", "＠", "﹫", " chez ", " beİ ", " bei ", " at sign ",
    "-at-sign ", "&#64;", "&#x40;", "%40", "\\@", " {at} ", "_at_", "*at*", "dot", " dot ", "(dot)", ".",
    "．", "。 ", " punto ", " poınt ", " period ", "~", "_", "com", "org", "de", "community", "it", "me",
    " ", "\n", "  ", "the", "Plate: ", "license no. ", "licenſe ", "reg ", "kennzeichen: ", "B-MW 123",
    "AB 12 CD", "A B C D 1 2", "T.X.1234", "7", "12", "3 / 4 / 2020", "12 -3- 19", "٣ / 4 / 2020",
    "5. 6 .99", "1 /2/99", "/", " /", "- ", "keller at example dot org", "word " * 200,
)  # fmt: skip


def _texts() -> Iterator[str]:
    chosen = random.Random(11)
    for _ in range(3000):
        yield "".join(chosen.choice(_PIECES) for _ in range(chosen.choice((4, 8, 16, 60))))


def test_addresses_are_found_around_their_middles_as_in_the_whole_text() -> None:
    found = 0
    for text in _texts():
        whole = [match.span() for match in spelling._MAIL.finditer(text)]
        assert [match.span() for match in spelling._mails(text)] == whole
        found += len(whole)
    assert found > 300


@pytest.mark.parametrize("name", ["_plates", "_wide_dates"])
def test_a_first_look_misses_no_text_that_holds_something(name: str) -> None:
    glance, way = next((glance, way) for glance, way in cued._GLANCES if way.__name__ == name)
    holding = [text for text in _texts() if any(way(text))]
    assert len(holding) > 50
    assert all(glance.search(text) for text in holding)


def test_prose_is_not_searched_for_addresses() -> None:
    text = "She was at home. They met at the station at 5. A dot on the map at noon; a point at issue. " * 50
    assert not spelling._around(spelling._AT_HOST.finditer(text.replace(". ", " and ")))
