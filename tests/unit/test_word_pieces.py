"""Word pieces: the same as the library that the pretrained body was made with."""

from __future__ import annotations

import json
import zipfile
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.recognizers.shipped import SHIPPED_ENCODER
from engine.methods.names.encoder.word_pieces import CAPITALS, DIGITS, MIXED, SIGN, SMALL, TITLE, WordPieces
from tests.conftest import ROOT
from tests.drawn_cases import number_of_cases

VECTORS = json.loads((ROOT / "tests" / "vectors" / "word_pieces.json").read_text(encoding="utf-8"))


@cache
def vocabulary() -> list[str]:
    """Pieces of the shipped encoder."""
    with zipfile.ZipFile(SHIPPED_ENCODER) as archive:
        return archive.read("pieces.txt").decode().split("\n")


@cache
def shipped() -> WordPieces:
    """The cutter of the shipped encoder."""
    return WordPieces(vocabulary())


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["text"][:12])
def test_pieces_and_offsets_are_those_of_the_library(case: dict[str, object]) -> None:
    found = shipped()(str(case["text"]))
    assert [vocabulary()[row] for row in found.ids] == case["pieces"]
    assert found.starts.tolist() == case["starts"]


@settings(max_examples=number_of_cases(40), deadline=None)
@given(st.text(max_size=60))
def test_pieces_begin_in_the_text_in_order(text: str) -> None:
    found = shipped()(text)
    starts = found.starts.tolist()
    assert starts == sorted(starts) and all(0 <= at < len(text) for at in starts)
    assert len(found.ids) == len(found.shapes) == len(starts)


def test_shapes_say_what_the_letters_were() -> None:
    text = "anna Anna ANNA McKay 12b ."
    found = shipped()(text)
    at = {text.index(word): shape for word, shape in _SHAPES.items()}
    shapes = dict(zip(found.starts.tolist(), found.shapes.tolist(), strict=True))
    assert {start: shapes[start] for start in at} == at


_SHAPES = {"anna": SMALL, "Anna": TITLE, "ANNA": CAPITALS, "McKay": MIXED, "12b": DIGITS, ".": SIGN}


def test_a_cutter_shows_no_text() -> None:
    assert repr(shipped()("Anna Keller")) == "Pieces(2 pieces)"
