"""What a first look lets through: as much as the whole search finds, in any text."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

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


_DIGITS = (
    "O", "l", "I", "1", "2", "3", "0", "5", "S", "B", "z", "-", ".", ". ", " ", "\n", "\n\n", "4", "7",
    "\u0663", "\uff12", "<b>", "</b>", "<!-- x 3 -->", ",", "/", "_", "*", "word", "the", "(", ")", "\u200b",
    "\u2019", "555", "2O1", "l23-45-6789",
)  # fmt: skip
_APART = (
    "1 ", "2-", "3 ", "4.", "7\n", "\u0663 ", "\uff12", "9</b>", "5<!-- x 3 -->", "6_", "8\u200b", "0",
)  # fmt: skip


def _texts(pieces: tuple[str, ...] = _PIECES) -> Iterator[str]:
    chosen = random.Random(11)
    for _ in range(3000):
        yield "".join(chosen.choice(pieces) for _ in range(chosen.choice((4, 8, 16, 60))))


def test_addresses_are_found_around_their_middles_as_in_the_whole_text() -> None:
    found = 0
    for text in _texts():
        whole = [match.span() for match in spelling._MAIL.finditer(text)]
        assert [match.span() for match in spelling._mails(text)] == whole
        found += len(whole)
    assert found > 300


@pytest.mark.parametrize("name", ["_plates", "_wide_dates"])
def test_a_first_look_misses_no_text_that_holds_something(name: str) -> None:
    glance, way = next((glance, way) for glance, way in cued.WAYS if way.__name__ == name)
    holding = [text for text in _texts() if any(way(text))]
    assert len(holding) > 50
    assert all(glance.search(text) for text in holding)


def test_prose_is_not_searched_for_addresses() -> None:
    text = "She was at home. They met at the station at 5. A dot on the map at noon; a point at issue. " * 50
    assert not spelling._around(spelling._AT_HOST.finditer(text.replace(". ", " and ")))


def test_letters_for_digits_are_read_line_by_line_as_in_the_whole_text() -> None:
    read = 0
    for text in _texts(_DIGITS):
        whole = _read(spelling._LETTERS_FOR_DIGITS.finditer(text), spelling._lookalikes)
        assert _read(spelling._letters_for_digits(text), spelling._lookalikes) == whole
        read += len(whole)
    assert read > 300


def test_no_text_with_digits_apart_is_passed_over() -> None:
    holding = [text for text in _texts(_APART) if spelling._APART.search(text)]
    assert len(holding) > 300
    assert all(spelling._HAS_APART.search(text) for text in holding)


def test_the_first_look_for_addresses_counts_no_letters_of_a_host() -> None:
    assert spelling._AT_HOST.search(
        f"keller at {'a' * 60} dot org"
    )  # a count of 40 takes RE2 ten times as long


def test_prose_is_not_searched_for_digits() -> None:
    text = "Zoos in 1990 held 2 of 3 bills, so 5 oil bosses 10, 20 and 30 miles off sold 1,200 roses. " * 50
    assert not spelling._HAS_APART.search(text)
    assert not list(spelling._letters_for_digits(text))


def _read(found: Iterator[re.Match[str]], plainly: Callable) -> list[tuple[int, int, str]]:
    """What is read otherwise than it is written."""
    return [(one.start(), one.end(), said) for one in found for said in plainly(one) if said != one[0]]
