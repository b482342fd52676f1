"""What the check of a released text names goes in another round; what no finder knows refuses."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adapters.documents.opening.sources import Source
from engine.checks.identifiers import ResidualIdentifier, residual_identifiers
from engine.errors import RefusedError
from engine.stages.repeats.as_released import left_standing
from engine.text import Decision
from flows.compiling.compilation import compile_policy
from flows.document import writing
from flows.document.document import DocumentPipeline

SOURCE = Source("000001", "", "a.txt")
STREET = (
    "Mr. ALICE STREET lives at 12 Elm Street, Springfield, IL 62704, and Mr. STREET was told of it by him."
)
YEARS = "The years were 2006 2006 2006 2006 in the order in which they were told to us."


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"test" * 8, 2026)


def released(pipeline: DocumentPipeline, text: str) -> str:
    return pipeline.release(SOURCE, text.encode()).content.decode()


def test_a_name_that_is_a_word_of_a_token_does_not_refuse_the_token(pipeline: DocumentPipeline) -> None:
    text = released(pipeline, STREET)
    assert "[STREET-ADDRESS]" in text
    assert "STREET" not in text.replace("[STREET-ADDRESS]", "")


def test_what_the_recognisers_know_behind_its_name_goes_in_another_round(
    pipeline: DocumentPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "2006" not in released(pipeline, YEARS)
    monkeypatch.setattr(writing, "_ROUNDS", 0)
    with pytest.raises(RefusedError, match="VER002"):
        released(pipeline, YEARS)


def test_only_what_is_found_alone_is_known(pipeline: DocumentPipeline) -> None:
    card, day = ("credit-card", "2006 2006 2006 2006"), ("date", "1985-04-26")
    assert pipeline.stages.known_alone([day, card, ("phone", "x-ray"), ("ssn", "1985-04-26")]) == {day, card}


def test_what_is_left_after_all_rounds_refuses_the_document(
    pipeline: DocumentPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(pipeline.stages), "known_alone", lambda self, values: frozenset())
    with pytest.raises(RefusedError, match="VER002"):
        released(pipeline, YEARS)


def places(text: str, decisions: Sequence[Decision], removed: Sequence[tuple[str, str]] = ()) -> list[str]:
    def find(plain: str) -> Sequence[ResidualIdentifier]:
        return residual_identifiers(plain, ("date",), removed)

    return [text[span.start : span.end] for span in left_standing(text, decisions, find)]


def decided(start: int, end: int, replacement: str) -> Decision:
    return Decision(start, end, "identifiers", "date", "replace", replacement, "c")


def test_a_year_and_the_digits_behind_it_make_a_date_that_goes_whole() -> None:
    text = "with 27/9/72/12/1972-09-27 on"
    assert places(text, [decided(5, 20, "1972")]) == ["27/9/72/12/1972-09-27"]


def test_what_a_gone_neighbour_lays_bare_is_found() -> None:
    text = "so HelenKeller went"
    assert places(text, [], [("person", "Keller")]) == []
    assert places(text, [decided(3, 8, "[PERSON]")], [("person", "Keller")]) == ["Keller"]


def test_what_stands_in_a_replacement_alone_stands_nowhere() -> None:
    assert places("on 3 May, then", [decided(3, 8, "2020-02-03")]) == []


def test_places_are_those_of_the_document_as_it_is_written() -> None:
    text = "\ufb01ne \u2122 x, and Kel\u200bler \ufb01ve"
    assert places(text, [decided(6, 7, "[DATE-BCDFG]")], [("person", "Keller")]) == ["Kel\u200bler"]
