"""Releasing a released text changes nothing."""

from __future__ import annotations

import pytest

from adapters.documents.opening.sources import Source
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conftest import ROOT

LETTERS = (
    "My name is Harold Vance. I live at 12 Elm Street, Springfield, and my number is 212-555-0147.",
    "The address of Northfield Clinic is on file. Her maiden name is Keller; she was born on 3/14/1944.",
    "Dear Dr. Lindqvist,\n\nMr. Vance (MRN 00884410) was seen on 4 May 2021 at St. Mary's.\n\nRuth Marsh",
    "During the 1990s, Halden Industries invested heavily. Contact: Oskar Petrov, oskar@example.org, age 93.",
    "SSN 219-09-9999, card 4111 1111 1111 1111, plate KMT 4472, http://example.org/~vance, 203.0.113.77",
)


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"test" * 8, 2026)


@pytest.mark.parametrize("letter", LETTERS)
def test_a_released_letter_is_released_as_it_is(pipeline: DocumentPipeline, letter: str) -> None:
    source = Source("1", "a.txt", "a.txt")
    first = pipeline.release(source, letter.encode())
    assert first.decisions
    assert pipeline.release(source, first.content).content == first.content


@pytest.mark.parametrize("name", [p.name for p in sorted((ROOT / "examples/records").iterdir())])
def test_a_released_record_is_released_as_it_is(pipeline: DocumentPipeline, name: str) -> None:
    source = Source("1", name, name)
    first = pipeline.release(source, (ROOT / "examples/records" / name).read_bytes())
    assert pipeline.release(source, first.content).content == first.content
