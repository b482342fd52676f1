"""What the check of a released text names goes in another round; what no finder knows refuses."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import pytest

from adapters.documents.opening.sources import Source
from engine.checks.identifiers import ResidualIdentifier, residual_identifiers
from engine.errors import RefusedError
from engine.stages.corrections import NO_CORRECTIONS
from engine.stages.repeats.as_released import LeftStanding
from engine.text import Decision, Document, SensitiveText
from flows.compiling.compilation import compile_policy
from flows.document import writing
from flows.document.document import DocumentPipeline
from flows.document.results import Decided

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


def test_a_long_text_is_written_once(pipeline: DocumentPipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    write = writing.Writer._write

    def counted(self: writing.Writer, *given: Any) -> Any:
        written.append(1)
        return write(self, *given)

    monkeypatch.setattr(writing.Writer, "_write", counted)
    short = released(pipeline, YEARS)
    assert len(written) == 2
    monkeypatch.setattr(writing, "_LONG", len(YEARS))
    assert released(pipeline, YEARS) == short
    assert len(written) == 3


def test_a_generalization_that_says_a_removed_value_gives_way_where_nothing_else_is_left(
    pipeline: DocumentPipeline,
) -> None:
    text = "Brazil it is, said South."
    name = Decision(19, 24, "identifiers", "person", "redact", "[PERSON]", "c")
    country = Decision(0, 6, "concepts", "hiv", "generalize", "South American nation", "d")
    document = Document("d", SensitiveText(text))
    left = pipeline.writer._without_left(SOURCE, document, Decided([country, name]), NO_CORRECTIONS)
    assert [one.replacement for one in left.decisions] == ["[REDACTED]", "[PERSON]"]


def test_only_what_is_found_alone_is_known(pipeline: DocumentPipeline) -> None:
    card, day = ("credit-card", "2006 2006 2006 2006"), ("date", "1985-04-26")
    assert pipeline.stages.known_alone([day, card, ("phone", "x-ray"), ("ssn", "1985-04-26")]) == {day, card}


@pytest.mark.parametrize("long", [1, writing._LONG])
def test_what_is_left_after_all_rounds_refuses_the_document(
    long: int, pipeline: DocumentPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_LONG", long)
    monkeypatch.setattr(type(pipeline.stages), "known_alone", lambda self, values: frozenset())
    with pytest.raises(RefusedError, match="VER002"):
        released(pipeline, YEARS)


def places(text: str, decisions: Sequence[Decision], removed: Sequence[tuple[str, str]] = ()) -> list[str]:
    def find(
        plain: str, of_decisions: Collection[tuple[str, str]], *, forms: bool
    ) -> list[ResidualIdentifier]:
        return residual_identifiers(plain, ("date",), removed)

    return [text[span.start : span.end] for span in LeftStanding(text, find).under(decisions)]


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


class Looking:
    """What is looked at, and for how many values."""

    def __init__(self) -> None:
        self.looks: list[tuple[int, int, bool]] = []

    def __call__(
        self, text: str, removed: Collection[tuple[str, str]], *, forms: bool
    ) -> list[ResidualIdentifier]:
        self.looks.append((len(text), len(removed), forms))
        return residual_identifiers(text, ("date",) if forms else (), removed)


def removing(text: str, *values: str) -> list[Decision]:
    places = ((text.index(value), len(value)) for value in values)
    decisions = [Decision(a, a + n, "identifiers", "person", "redact", "[P]", "c") for a, n in places]
    return sorted(decisions, key=lambda one: one.start)


def test_a_later_look_reads_what_changed_and_the_rest_for_new_values_alone() -> None:
    filler = "\n\n".join(["Nothing of interest stands here."] * 200)
    text = (
        f"Kroll and Magnus.\n\n{filler}\n\nKroller on 2001-02-03, HelenKeller.\n\n{filler}\n\nKeller, Magnus."
    )
    find = Looking()
    standing = LeftStanding(text, find)

    def left(*values: str) -> list[str]:
        return [text[span.start : span.end] for span in standing.under(removing(text, *values))]

    assert left("Kroll") == ["2001-02-03"]
    assert left("Kroll", "Magnus") == ["Magnus"]
    assert left("Kroll", "2001-02-03", "Helen") == []
    assert left("Kroll", "2001-02-03", "Helen", "Keller") == ["Keller"]
    whole = len(text)
    assert [(n < whole / 10, n_values, forms) for n, n_values, forms in find.looks] == [
        (False, 1, True),
        (True, 2, True),
        (False, 1, False),
        (True, 3, True),
        (False, 2, False),
        (True, 4, True),
        (False, 3, False),
    ]


def test_a_later_look_misses_nothing_that_a_first_one_would_see() -> None:
    rng = random.Random(7)
    words = ["Kroll", "Keller", "KellerKroll", "Magnus", "2001-02-03", "went", "home.", "12 34-567", "Ann"]
    for _ in range(300):
        breaks = [rng.choice([" ", " ", "\n", "\n\n"]) for _ in range(400)]
        text = "".join(rng.choice(words) + between for between in breaks)
        starts = sorted(rng.sample(range(len(text) - 20), 12))
        ends = [min(start + rng.randint(1, 9), after) for start, after in pairwise([*starts, len(text)])]
        all_of = [
            Decision(a, b, "identifiers", rng.choice(["person", "phone"]), "redact", "[P]", "c")
            for a, b in zip(starts, ends, strict=True)
        ]
        standing = LeftStanding(text, Looking())
        first = standing.under(all_of[:3] + all_of[5:9])
        later, whole = standing.under(all_of), LeftStanding(text, Looking()).under(all_of)
        assert {*later} <= {*whole} <= {*first, *later}


def test_what_stands_in_two_paragraphs_that_are_no_neighbours_is_no_value() -> None:
    filler = "\n\n".join(["Nothing of interest stands here."] * 200)
    walk = "went home " * 30
    text = f"No. 1234567 of Kroll.\n\n{filler}\n\nMagnus {walk}1234\n\n{filler}\n\n567 {walk}Keller."
    standing = LeftStanding(text, Looking())
    standing.under([decided(4, 11, "[X]")])
    number = Decision(4, 11, "identifiers", "phone", "redact", "[X]", "c")
    assert standing.under([number, *removing(text, "Magnus", "Keller")]) == []
