"""Which rows of a table a text tells of, and which of its words must go, in keyed numbers alone."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from adapters import release_memory
from adapters.release_memory import packed, unpacked
from engine.checks.earlier_releases import rows_fault, table_rows_fault
from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.rows import (
    RowIndex,
    RowNumbers,
    cell_number,
    name_links,
    text_links,
    without_shared,
)
from engine.methods.overlaps.sketch import ARRAYS, Sketch, sketch_of_table

WORDS = KeyedWords(b"a key of sixteen")
ROWS = [
    ("Ada Lund", ["41", "north", "asthma", "welder"]),
    ("Ben Ortiz", ["42", "north", "gout", "baker"]),
    ("Cora Weiss", ["43", "north", "gout", "baker"]),
    ("Dan Iyer", ["44", "south", "gout", "baker"]),
]
"""A name, and cells of four columns; the second is shown, the others are hidden."""


def index(k: int = 2) -> RowIndex:
    values, cells, links, linked = [], [], [], []
    for row, (name, words) in enumerate(ROWS):
        for link in name_links(WORDS, name).tolist():
            links.append(link)
            linked.append(row)
        for column, word in enumerate(words):
            values.append(WORDS.read(word).numbers[0])
            cells.append(cell_number(np.array([row]), column, np.array([column != 1]))[0])
    numbers = (np.array(each, np.uint64) for each in (links, linked, values, cells, [k]))
    return RowIndex(RowNumbers(*numbers))


def told(original: str, released: str, k: int = 2) -> tuple[tuple[int, ...], set[str]]:
    found = index(k).told(text_links(WORDS.read(original)), WORDS.read(released).words())
    every = {int(WORDS.read(word).numbers[0]): word for _, words in ROWS for word in words}
    return found.rows, {every[number] for number in found.words.tolist()}


@pytest.mark.parametrize("name", ["Ada Lund", "Lund, Ada", "Ada M. Lund", "ADA LUND", "Ada Lund's"])
def test_a_text_is_about_the_row_whose_person_it_names(name: str) -> None:
    assert told(f"I saw {name} today.", "I saw [PERSON] today, aged 41.") == ((0,), {"41"})


@pytest.mark.parametrize("name", ["Ada", "Ms Lund", "Ada Weiss", "Ada and her friend Lund", "Olga Petrenko"])
def test_a_text_about_others_tells_nothing(name: str) -> None:
    assert told(f"I saw {name} today.", "I saw [PERSON] today, aged 41 and with asthma.") == ((), set())


def test_what_k_rows_share_may_be_said() -> None:
    said = "I saw Ben Ortiz today.", "A baker of the north with gout."
    assert told(*said) == ((), set())
    rows, words = told(*said, k=3)
    assert (rows, words) == ((1,), {"gout", "baker"})


def test_the_rarest_words_go_first() -> None:
    assert told("I saw Ben Ortiz today.", "A baker of 42 years with gout.") == ((1,), {"42"})


def test_a_text_without_a_name_must_say_four_cells() -> None:
    assert told("", "A welder of 41 from the north with asthma.")[0] == (0,)
    assert told("", "A welder of 41 with asthma.") == ((), set())


def test_a_cell_that_is_shown_in_part_does_not_count_among_the_four() -> None:
    words = [WORDS.read(one).numbers[0] for one in ("41", "north", "asthma", "welder", "retired")]
    cells = [cell_number(np.array([0]), column, np.array([True]))[0] for column in (0, 1, 2, 3, 3)]
    table = RowNumbers(
        values=np.array(words, np.uint64), cells=np.array(cells, np.uint64), level=np.array([2], np.uint64)
    )
    for said, rows in (("41 north asthma welder", ()), ("41 north asthma retired welder", (0,))):
        read = WORDS.read(said)
        assert RowIndex(table).told(text_links(read), read.words()).rows == rows


def test_a_name_that_k_rows_share_names_nobody() -> None:
    links = [name_links(WORDS, name) for name in ("Ada Lund", "Lund Ada", "Ben Ortiz")]
    rows = [np.full(len(each), row, np.int64) for row, each in enumerate(links)]
    for k, left in ((2, [2]), (3, [0, 1, 2])):
        assert without_shared(links, rows, k)[1].tolist() == left


@pytest.mark.parametrize(("code", "names"), [("A1042", True), ("A104", False), ("Acorn", False)])
def test_a_code_of_five_letters_names_a_person(code: str, names: bool) -> None:
    assert bool(len(name_links(WORDS, code))) == names
    assert np.isin(name_links(WORDS, code), text_links(WORDS.read(f"Record {code} follows."))).all()


def test_in_a_text_that_is_given_words_in_small_letters_are_no_name() -> None:
    for said, named in (("I saw ada lund today", False), ("I saw Ada Lund today", True)):
        found = text_links(WORDS.read(said), said)
        assert bool(np.isin(name_links(WORDS, "Ada Lund"), found).all()) == named


def test_what_the_row_shows_is_never_hidden() -> None:
    assert "north" not in told("I saw Ada Lund.", "A welder of 41 from the north with asthma.", k=4)[1]


def test_sketches_keep_the_rows_and_those_of_before_are_read() -> None:
    rows = RowNumbers(*(np.array([n], np.uint64) for n in range(1, 6)))
    sketch = sketch_of_table(WORDS, [b"a,b"], "hash", rows)
    for again in (Sketch.from_bytes(sketch.to_bytes()), unpacked(packed([sketch]))[0]):
        assert [getattr(again, name).tolist() for name in ("links", "cells", "level")] == [[1], [4], [5]]
    before = [getattr(sketch, name) for name in ARRAYS[:10]]
    head = np.array([1, *map(len, before)], np.uint64)
    old = Sketch.from_bytes(b"".join(array.astype("<u8").tobytes() for array in (head, *before)))
    assert old.is_table
    assert old.shingles.tolist() == sketch.shingles.tolist()
    assert len(old.values) == 0


def test_files_of_the_format_before_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_memory, "ARRAYS", ARRAYS[:10])
    content = packed([Sketch(shown=np.array([7], np.uint64))])
    monkeypatch.undo()
    [found] = unpacked(content)
    assert found.shown.tolist() == [7]
    assert len(found.links) == 0


def test_the_messages_give_numbers_alone() -> None:
    assert rows_fault("000003", 2).got == "what 2 rows hide"
    assert table_rows_fault("000001", [0, 6]).got == "2 such rows (1, 7)"
    assert table_rows_fault("000001", list(range(30))).got.endswith("20, ...)")


def plain_told(numbers: list[int], places: list[int], rows: set[int], k: int) -> dict[int, list[int]]:
    """What `_told_by` says, by sets of words."""
    seen: dict[int, set[tuple[int, int]]] = {}
    hidden: dict[int, set[tuple[int, int]]] = {}
    for number, place in zip(numbers, places, strict=True):
        row, said = place >> 24, (place & ((1 << 24) - 2), number)
        seen.setdefault(row, set()).add(said)
        if place & 1:
            hidden.setdefault(row, set()).add(said)
    single = Counter(said for words in seen.values() for said in words)
    found: dict[int, list[int]] = {}
    for row in rows & hidden.keys():
        left = set(seen[row])
        for said in sorted(hidden[row], key=lambda one: (single[one], one)):
            if sum(words >= left for words in seen.values()) >= k:
                break
            left.discard(said)
            found.setdefault(row, []).append(said[1])
    return found


@pytest.mark.parametrize("seed", range(20))
def test_rows_by_bits_are_rows_by_sets_of_words(seed: int) -> None:
    dice = np.random.default_rng(seed)
    n, n_words, n_columns = int(dice.integers(1, 400)), int(dice.integers(1, 60)), int(dice.integers(1, 9))
    numbers = np.sort(dice.integers(0, n_words, n).astype(np.uint64))
    row, column = dice.integers(0, 30, n).astype(np.uint64), dice.integers(0, n_columns, n).astype(np.uint64)
    hidden = dice.integers(0, 2, n).astype(np.uint64)
    places = row << np.uint64(24) | column << np.uint64(1) | hidden
    asked, k = set(dice.integers(0, 35, 12).tolist()), int(dice.integers(1, 5))
    found = RowIndex(RowNumbers(level=np.array([k], np.uint64)))._told_by(frozenset(asked), numbers, places)
    assert found == plain_told(numbers.tolist(), places.tolist(), asked, k)
