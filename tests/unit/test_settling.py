"""A released text read again gives nothing new: what stands beside placeholders goes in the same run."""

from __future__ import annotations

import pytest

from engine.stages.identifiers import settling
from engine.stages.identifiers.settling import LONGEST, settled
from engine.text import CellPlace, Decision, Document, Part, SensitiveText, carried_out
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

_LETTERS = [
    "From J. Whitcombe, Pens, Oldham: the Pens was sent by the Clipper group. "
    "Halden Works and the Regal met J. Whitcombe in Oldham.",
    "From Okafor, Spectra, Leeds: the Spectra was sent by Tidewater. "
    "From J. Whitcombe, Ridgeway, Leeds: the Ridgeway was sent by Halden Works.",
    "From Mr Tolland, Spectra, Oldham: the Spectra was sent by Tidewater.\n\n"
    "From Dr Lind, LC, Oldham: the LC was sent by Halden Works. Call Dr Lind at Oldham.",
]


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2026)


def _released(pipeline: DocumentPipeline, text: str) -> str:
    return carried_out(text, pipeline.decide(Document("1", SensitiveText(text))))


@pytest.mark.parametrize("letter", _LETTERS)
def test_a_released_letter_released_again_is_the_same(pipeline: DocumentPipeline, letter: str) -> None:
    released = _released(pipeline, letter)
    assert "[PERSON]" in released
    assert _released(pipeline, released) == released


@pytest.mark.parametrize("letter", _LETTERS)
def test_one_reading_alone_would_leave_more(
    pipeline: DocumentPipeline, letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "ROUNDS", 0)
    released = _released(pipeline, letter)
    assert _released(pipeline, released) != released


def _change(start: int, end: int, new: str) -> Decision:
    return Decision(start, end, "identifiers", "person", "replace", new, "names")


def _words(document: Document) -> list[Decision]:
    """Finds "b" beside a placeholder, then "c" beside another one; and, wrongly, a placeholder itself."""
    text = document.text.reveal()
    found = [_change(0, 4, "[Y]")] if text.startswith("[X]") else []
    for word, before in (("b", "[X] "), ("c", "[Z] ")):
        at = text.find(before + word)
        if at >= 0 and document.parts[-1].end == len(text):
            found.append(_change(at + 4, at + 5, "[Z]"))
    return found


def _document(text: str, **place: CellPlace) -> Document:
    return Document("1", SensitiveText(text), [Part("body", 0, len(text), **place)])


def test_findings_of_each_round_come_back_to_their_place() -> None:
    document = _document("Anna b c and b")
    made = settled(document, [_change(0, 4, "[X]")], _words)
    assert carried_out(document.text.reveal(), made) == "[X] [Z] [Z] and b"
    assert [(d.start, d.end) for d in made] == [(0, 4), (5, 6), (7, 8)]


def test_tables_and_long_texts_are_read_once() -> None:
    once = [_change(0, 4, "[X]")]
    assert settled(_document("Anna b c", cell=CellPlace(0, 0, 0)), once, _words) == once
    assert settled(_document("Anna b " + "x" * LONGEST), once, _words) == once
