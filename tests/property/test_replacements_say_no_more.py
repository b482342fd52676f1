"""A replacement never says what the original did not say: generated days, ranges of days, ages, ZIP codes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalog.lexicon import words
from engine.stages.identifiers.replacements import ReplacementContext, replacement_for
from engine.text import Document, SensitiveText, Span
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.drawn_cases import number_of_cases

REFERENCE = 2026
MONTHS = [word.title() for word in words("month") + words("month-short")]
JOINTS = ["-", " - ", "–", " to ", " through ", " and ", "/", ", ", " or ", "->", " until "]

numbers = st.integers
signs = st.sampled_from("/.-")


def _two(number: int, zeros: bool) -> str:
    return f"{number:02}" if zeros else str(number)


@st.composite
def days(draw: st.DrawFn, sign: str = "/") -> str:
    """A day and its month, without a year."""
    zeros = draw(st.booleans())
    if draw(st.booleans()):
        return f"{_two(draw(numbers(1, 12)), zeros)}{sign}{_two(draw(numbers(1, 31)), zeros)}"
    day, month = _two(draw(numbers(1, 31)), zeros), draw(st.sampled_from(MONTHS))
    return draw(
        st.sampled_from([f"{day} {month}", f"{month} {day}", f"{month} {day}th", f"the {day} of {month}"])
    )


@st.composite
def ranges(draw: st.DrawFn) -> str:
    """Two days or more, without a year."""
    sign = draw(signs)
    return draw(st.sampled_from(JOINTS)).join(draw(st.lists(days(sign), min_size=2, max_size=4)))


def _replaced(category: str, operator: str, text: str) -> str:
    span, context = Span(0, len(text), category, 1.0), ReplacementContext(reference_year=REFERENCE)
    return replacement_for(operator, span, text, context, census=2020 if operator == "zip3" else None)


def _unclear(text: str) -> bool:
    """Whether a reader, too, may take a number of two digits for a year: "01-02-03", "3 Jun 04"."""
    return bool(
        re.search(
            r"(\d{1,2})([/.\-])\d{1,2}\2\d\d(?![\d/.\-])|[A-Za-z]{3,9},? \d\d, \d|[A-Za-z]{3,9}[/\-,]", text
        )
    )


@given(st.sampled_from(["date", "birth-date"]), ranges())
@settings(max_examples=number_of_cases(150), deadline=None, derandomize=True)
def test_a_range_without_a_year_gets_none(category: str, text: str) -> None:
    if not _unclear(text):
        assert not re.search(r"\d", _replaced(category, "year", text)), text


@given(
    days(),
    numbers(1930, REFERENCE),
    st.sampled_from([", ", " ", "/", "-"]),
    st.sampled_from(["", " at 1905 hours"]),
)
@settings(max_examples=number_of_cases(200), deadline=None, derandomize=True)
def test_a_year_that_stands_there_is_the_one(day: str, year: int, sign: str, time: str) -> None:
    shown = str(year) if year > REFERENCE - 90 else f"{REFERENCE - 90} or earlier"
    assert _replaced("date", "year", f"{day}{sign}{year}{time}") == shown


@given(days("/"), days("/"), st.sampled_from(JOINTS), numbers(0, 98))
@settings(max_examples=number_of_cases(200), deadline=None, derandomize=True)
def test_two_years_are_none(first: str, second: str, joint: str, year: int) -> None:
    text = f"{first}/{year:02}{joint}{second}/{year + 1:02}"
    if re.fullmatch(r"\d+/\d+/\d\d\D+\d+/\d+/\d\d", text):
        assert not re.search(r"\d", _replaced("date", "year", text)), text


@given(numbers(90, 125), st.sampled_from(["{}", "{} years old", "{}-year-old", "{} y/o", "{} yrs", "{}y6m"]))
@settings(max_examples=number_of_cases(80), deadline=None, derandomize=True)
def test_an_age_says_no_more_than_its_group(age: int, form: str) -> None:
    assert re.fullmatch(r"90[ -]or[ -]older", _replaced("age-over-89", "age-band", form.format(age)))


@given(st.from_regex(r"[0-9]{5}(-[0-9]{4})?", fullmatch=True))
@settings(max_examples=number_of_cases(100), deadline=None, derandomize=True)
def test_a_postal_code_gives_its_first_digits_or_none(code: str) -> None:
    assert _replaced("zip", "zip3", code).removesuffix("XX") in (code[:3], "000", "[ZIP]")


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"test" * 8, REFERENCE)


@pytest.mark.parametrize(
    "text",
    [
        "Closed 04/06-04/08.",
        "Leave of absence 02/11-02/15; antibiotics 01/27-02/03.",
        "Off work 3/4 to 3/19 and 11/30-12/02.",
        "Away between 05/12 and 05/19.",
        "The course runs 9/8 - 12/19.",
    ],
)
def test_what_leaves_has_no_year_that_was_not_there(pipeline: DocumentPipeline, text: str) -> None:
    decisions = pipeline.decide(Document("1", SensitiveText(text)))
    assert decisions
    assert not [d.replacement for d in decisions if re.search(r"\d", d.replacement)]
