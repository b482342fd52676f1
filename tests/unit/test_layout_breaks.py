"""Cells, form fields and lists divide a text; line ends of running text do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language.layout.layout_breaks import layout_breaks
from engine.methods.names.tagger.features import tokenize, within_passages


def passages(text: str) -> list[str]:
    """The text of each passage, its tokens joined by blanks."""
    tokens = tokenize(text)
    ranges = within_passages(tokens, 0, len(tokens))
    return [" ".join(tokens.words[a:b]) for a, b in ranges]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Harold Vance\nSex and date of birth\nmale", ["Harold Vance", "Sex and date of birth\nmale"]),
        ("Patient\tHarold Vance\tMale", ["Patient", "Harold Vance", "Male"]),
        ("Patient   Harold Vance\nSex       Male", ["Patient", "Harold Vance", "Sex", "Male"]),
        (
            "| Harold Vance | Male |\n| Lena Fischer | Female |",
            ["| Harold Vance |", "Male |", "| Lena Fischer |", "Female |"],
        ),
        ("- Harold Vance\n- Lena Fischer", ["- Harold Vance", "- Lena Fischer"]),
        ("1. Harold Vance\n2. Lena Fischer", ["1 . Harold Vance", "2 . Lena Fischer"]),
        (
            "Name of the patient: Harold Vance\nSex and date of birth: male\nWard: Four",
            ["Name of the patient : Harold Vance", "Sex and date of birth : male", "Ward : Four"],
        ),
        ("Harold Vance\r\nSex\r\nMale", ["Harold Vance", "Sex", "Male"]),
    ],
)
def test_what_is_no_running_text_is_divided(text: str, expected: list[str]) -> None:
    assert passages(text) == [" ".join(tokenize(each).words) for each in expected]


@pytest.mark.parametrize(
    "text",
    [
        "The patient was seen here again by Dr Harold\nVance, who reported no pain",
        "was admitted by Harold\nVance on a Monday and\nleft on Friday",
        "signed on behalf of\nHarold Vance",
        "He saw Dr.\nVance",
        "14 Juniper Street,\nAlbany",
        "    Harold Vance came",
        "He came.  Harold Vance left.",
        "either Harold|Lena",
    ],
)
def test_running_text_is_one_passage(text: str) -> None:
    assert layout_breaks(text) == []
    assert len(passages(text)) == 1


def test_a_passage_ends_the_sentence_of_the_tagger() -> None:
    tokens = tokenize("Harold Vance\nSex\n\nMale")
    assert [tokens.words[a] for a, _ in tokens.sequences] == ["Harold", "Sex", "Male"]
    assert tokens.paragraphs.tolist() == [0, 0, 0, 1]  # the place in the document counts paragraphs alone
    assert tokens.passages.tolist() == [0, 0, 1, 2]


@given(st.text(alphabet="aB .,:-|\t\n\r1", max_size=300))
def test_breaks_ascend_and_lie_within_the_text(text: str) -> None:
    breaks = layout_breaks(text)
    assert breaks == sorted(set(breaks))
    assert all(0 < at <= len(text) for at in breaks)
    tokens = tokenize(text)
    assert (tokens.passages[1:] >= tokens.passages[:-1]).all()


def test_long_lines_of_blanks_take_no_time() -> None:
    assert layout_breaks("a" + " \t" * 200_000 + "\n" + " " * 200_000 + "\nb" + "\n " * 100_000) == []
