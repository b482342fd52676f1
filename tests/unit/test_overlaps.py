"""What two texts share, told from keyed numbers."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from engine.methods.overlaps import reading, rows
from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.register import Entry, Overlap, Register
from engine.methods.overlaps.sketch import (
    ARRAYS,
    FULL_SHINGLES,
    Sketch,
    is_covered,
    probe,
    sketch_of,
    sketch_of_table,
)
from engine.methods.overlaps.spellings import spellings, stems_said

WORDS = KeyedWords(b"a key of thirty-two bytes, say so")
LETTER = (
    "The council met on Monday and spoke about the old harbour wall, its cost and its keeper.\n\n"
    "Anna Petrova asked for a second survey before the winter storms reach the western side."
)


def sketched(text: str, *gone: str) -> Sketch:
    """The sketch of a text from which some strings were removed."""
    spans = sorted((text.index(one), text.index(one) + len(one)) for one in gone)
    released = text
    for one in gone:
        released = released.replace(one, "[REDACTED]")
    return sketch_of(WORDS, WORDS.read(text), spans, [released])


def overlap(earlier: Sketch, text: str) -> Overlap | None:
    register = Register(WORDS, [Entry("r", "1", "2026-11-22", "p 1", [earlier])])
    return next(iter(register.overlaps(probe(WORDS.read(text)))), None)


def long_text(n: int, seed: int = 0) -> str:
    rng = np.random.default_rng(seed)
    return " ".join(f"word{number}" for number in rng.integers(0, 5000, n))


def test_numbers_of_another_key_are_others() -> None:
    other = KeyedWords(b"another key")
    assert not np.isin(WORDS.read(LETTER).numbers, other.read(LETTER).numbers).any()


def test_layout_case_and_inflection_do_not_count() -> None:
    shouted = LETTER.upper().replace(" ", "\n").replace("STORMS", "STORM")
    found = overlap(sketched(LETTER), shouted)
    assert found is not None
    assert found.same


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        (LETTER.replace("second survey", "third survey"), True),
        (LETTER.split("\n\n")[1], True),
        ("He said: " + LETTER[20:80] + " and nothing more was heard of it that year.", True),
        ("The council met on Monday. Nothing else is like the other text, not a line of it.", False),
        ("A text about something else that shares no run of words with the letter at all.", False),
    ],
)
def test_versions_and_parts_are_recognised(text: str, is_found: bool) -> None:
    found = overlap(sketched(LETTER), text)
    assert (found is not None and found.whole) == is_found
    assert found is None or not found.same


def test_a_common_form_is_a_paragraph_and_no_version() -> None:
    form = (
        "This message is for the person named above; if you are not, delete it and tell the sender at once."
    )
    found = overlap(sketched(f"{long_text(300, 1)}\n\n{form}"), f"{long_text(300, 2)}\n\n{form}")
    assert found is not None
    assert not found.whole


@pytest.mark.parametrize("part", [0.1, 0.5])
def test_parts_of_long_texts_are_recognised_by_a_fraction_of_their_shingles(part: float) -> None:
    text = long_text(20 * FULL_SHINGLES)
    sketch = sketched(text)
    assert len(sketch.shingles) < 2 * FULL_SHINGLES
    words = text.split()
    found = overlap(sketch, " ".join(words[500 : 500 + int(part * len(words))]))
    assert found is not None
    assert found.whole


def test_what_is_shown_somewhere_is_hidden_beside_its_neighbours_only() -> None:
    text = "May I ask what happened in May of that year, when Anna Petrova fell ill and left the town."
    released = text.replace("in May of", "in [DATE] of").replace("Anna Petrova", "[PERSON]")
    spans = [(text.index("May of"), text.index("May of") + 3), (text.index("Anna"), text.index(" fell"))]
    sketch = sketch_of(WORDS, WORDS.read(text), spans, [released])
    assert set(sketch.hidden.tolist()) == set(WORDS.read("Anna Petrova").numbers.tolist())
    reading = WORDS.read(text)
    beside = np.isin(reading.before(), sketch.contexts) | np.isin(reading.after(), sketch.contexts)
    hidden = [key for key, one in zip(reading.keys, beside, strict=True) if one]
    assert hidden == ["may", "anna", "petrova"]
    assert not beside[0]


def test_labels_of_removed_values_are_no_words() -> None:
    assert WORDS.read("[PERSON] saw [MRN-BCDFG-HJKLM-NPQRS] today").keys == ["saw", "today"]


def test_a_form_in_many_documents_of_a_release_makes_no_versions() -> None:
    filler = long_text(400, 3)
    letters = [f"{long_text(30, 10 + i)}. {filler}" for i in range(6)]
    register = Register(WORDS, [Entry("r", "1", "2026-11-22", "p 1", [sketched(one) for one in letters])])
    found = [register.overlaps(probe(WORDS.read(one))) for one in letters]
    assert [len(overlaps) for overlaps in found] == [1] * 6
    assert all(overlaps[0].same for overlaps in found)
    assert len(register.overlaps(probe(WORDS.read(letters[0].replace("word1", "word9"))))) == 1
    assert register.overlaps(probe(WORDS.read(f"{long_text(30, 99)}. {filler}"))) == []


def test_a_stem_that_only_stop_words_spell_is_not_said() -> None:
    silent = {"interest": ["interest"], "find": ["find", "found"]}

    def said(text: str) -> set[str]:
        return set(stems_said(WORDS, *spellings(WORDS, text), ["interest", "find", "harbour"], silent))

    assert said("He found it of interest to find the [HARBOUR].") == {"harbour"}
    assert said("Interesting finds in the harbours: he found it of interest.") == {"interest", "harbour"}
    assert said("An interesting finding.") == {"interest", "find"}


def test_tables_are_told_by_their_rows() -> None:
    rows = [f"{i},{i * i % 97},x".encode() for i in range(200)]
    earlier = sketch_of_table(WORDS, rows, "one")
    register = Register(WORDS, [Entry("r", "1", "2026-11-22", "p 1", [earlier])])

    def seen(lines: list[bytes], released: str) -> list[bool]:
        return [one.same for one in register.overlaps(sketch_of_table(WORDS, lines, released))]

    assert seen(rows, "one") == [True]
    assert seen(rows[50:100], "another") == [False]
    assert seen([b"a,b,c", *(f"{i},0,y".encode() for i in range(50))], "another") == []
    assert register.overlaps(probe(WORDS.read(LETTER))) == []


def test_nothing_that_prints_holds_a_number_or_a_word() -> None:
    register = Register(WORDS, [Entry("r", "1", "2026-11-22", "p 1", [sketched(LETTER)])])
    assert repr(WORDS) == "KeyedWords(...)"
    assert repr(register) == "Register(1 releases, 1 documents)"
    assert "[" not in repr(sketched(LETTER))


def test_a_sketch_that_waits_is_read_as_it_was_written() -> None:
    made = sketched(LETTER, "Anna Petrova")
    read = Sketch.from_bytes(made.to_bytes())
    assert made.hidden.size
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(read, name), getattr(made, name))
    table = sketch_of_table(WORDS, [b"a,b", b"1,2"], "0" * 64)
    assert Sketch.from_bytes(table.to_bytes()).is_table


def test_gaps_are_those_that_a_look_between_each_two_words_finds() -> None:
    gaps = (" ", "_", "[A B]", " [X] ", "\n", "\n\n", " \n \t\n ", ". ", "\u25a0", " \u25a0 ", "\n\n\n[C]")
    for first, second, third in product(gaps, repeat=3):
        text = f"{first}U.S{second}harbour{third}HIV-1[D]x"
        found = WORDS.read(text)
        between = [text[end:start] for end, start in zip([0, *found.ends], found.starts, strict=False)]
        apart = [len(gap) > 1 and bool(reading._APART.search(gap)) for gap in between]
        ends = np.cumsum([bool(re.search(r"\n[^\S\n]*\n", gap)) for gap in between])
        assert found.apart.tolist() == [True, *apart[1:]]
        assert found.paragraph.tolist() == ends.tolist()


def test_a_word_is_judged_and_hashed_once_however_often_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    monkeypatch.setattr(rows, "_is_code", lambda key: judged.append(key) or key == "ab12345")
    words = KeyedWords(b"a key of thirty-two bytes, say so")
    hashed: list[bytes] = []
    monkeypatch.setattr(words, "of_bytes", lambda content: hashed.append(content) or len(hashed))
    text = "Harbour ab12345 harbour wall " * 20
    links = rows.text_links(words.read(text), text)
    spellings(words, text)
    assert sorted(judged) == sorted(hashed_.decode() for hashed_ in hashed) == ["ab12345", "harbour", "wall"]
    assert 2 in links


def test_all_spans_are_looked_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    search = np.searchsorted
    monkeypatch.setattr(np, "searchsorted", lambda *given: asked.append(given) or search(*given))
    found = WORDS.read("The council met on Monday")
    asked.clear()
    assert is_covered(found, [(0, 3), (5, 6), (12, 15)]).tolist() == [True, True, True, False, False]
    assert len(asked) == 2
    assert not is_covered(found, []).any()


@pytest.mark.parametrize("label", ["[DATE]", r"\[DATE\]", "%5BDATE%5D", "[UNIQUE-CODE-BCDFG-HJKLM]"])
def test_labels_of_removed_values_are_no_words_however_markup_writes_them(label: str) -> None:
    assert list(WORDS.read(f"on {label} or").keys) == ["on", "or"]
    assert len(WORDS.read_original(f"on {label} or").keys) > 2
