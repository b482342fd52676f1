"""One person, one token: full name, surname, given name and initials through a document."""

from __future__ import annotations

import pytest

from engine.stages.identifiers.same_person import same_persons
from engine.text import Document, SensitiveText, Span
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline


def _names(*mentions: str) -> list[str]:
    """The names of mentions, in brackets where a title before them is none of theirs."""
    text, spans = "", []
    for mention in mentions:
        title, _, name = mention.rpartition("|")
        start = len(text) + len(title)
        text += f"{title}{name}. "
        spans.append(Span(start, start + len(name), "person"))
    found = same_persons(spans, text)
    return [found[span.start, span.end] for span in spans]


@pytest.mark.parametrize(
    "mentions",
    [
        (
            "Margarethe Blankenship",
            "Blankenship",
            "BLANKENSHIP",
            "Margarethe",
            "M.B.",
            "M. Blankenship",
            "MB",
        ),
        ("Blankenship, Margarethe", "Margarethe Blankenship", "Margarethe Blankenship, Appellant"),
        ("Müller", "Anna Müller", "Muller", "A.M."),
        ("Ms |Lowe", "Ada Lowe", "Mrs |Lowe"),
        ("Lowe", "Lowe", "LOWE"),
        ("Ada Maria Lowe", "Ada Lowe", "A. M. Lowe", "A.L."),
        ("Jean-Luc Moreau", "Moreau", "Jean-Luc"),
        ("Dr. Ada Lowe", "Lowe"),
    ],
)
def test_one_person_is_one(mentions: tuple[str, ...]) -> None:
    assert len(set(_names(*mentions))) == 1


@pytest.mark.parametrize(
    "mentions",
    [
        ("Ada Lowe", "Bert Lowe", "Lowe"),
        ("Ada Lowe", "Mr |Bert Roe", "C. Lowe"),
        ("Ms |Ada Lowe", "Mr |Lowe"),
        ("Ada Lowe", "Roe", "B.R."),
        ("Ada Lowe", "Abel Lund", "A.L."),
    ],
)
def test_two_persons_stay_two(mentions: tuple[str, ...]) -> None:
    names = _names(*mentions)
    assert len(set(names)) == len(names)


def test_the_parties_of_a_decision_have_a_token_each() -> None:
    text = (
        "Between:\nMargarethe Blankenship, Appellant\nand\nTheodore Quillfeather, Respondent\n\n"
        "The appellant, Ms Margarethe Blankenship, is a nurse. Ms. Blankenship appealed. M.B. stated that "
        "Mr Quillfeather had not paid. Theodore Quillfeather denied this. BLANKENSHIP v. QUILLFEATHER was "
        "heard. Margarethe and Theodore had two children. M. Blankenship signed, and T.Q. left.\n"
    )
    pipeline = DocumentPipeline(compile_policy("court-decisions"), b"test" * 8, 2026)
    decisions = pipeline.decide(Document("1", SensitiveText(text)))
    persons = [d for d in decisions if d.category == "person"]
    tokens = [d.replacement for d in persons if text[d.start : d.end] not in ("Appellant", "Respondent")]
    assert len(tokens) >= 13 and len(set(tokens)) == 2
