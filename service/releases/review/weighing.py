"""What a paragraph and a document would tell with another level of generalization, before it is chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.record.telling import ConceptTold
from flows.release.records.sheets import Sheet
from service.app.context import Service
from service.app.message import Message
from service.people.roles import Action, Who
from service.refusals import Refusal
from service.releases.review.desks import found_document
from service.releases.review.finishing import benches
from service.releases.review.sheets import Finding, findings_of, released_pieces, said_of, sheet_of

MAX_WORDS = 500
_PARAGRAPH_END = re.compile(r"\n\s*\n")


class MovedOut(Message):
    """How often a guess from the whole of a text is right: as it stands, and with the words."""

    now: float
    then: float


class WeighedOut(Message):
    """What words would tell about one protected concept: `allowed` is the limit of a single term."""

    clause: str
    concept: str
    allowed: float
    unread: float
    paragraph: MovedOut
    document: MovedOut


class Choice(NamedTuple):
    """Words that may be put in the place of a finding."""

    start: int
    end: int
    replacement: str


class Forms(NamedTuple):
    """A text in three forms: as it came, as it would be released, and with the choice."""

    original: str
    now: str
    then: str


def weigh(service: Service, who: Who, document: str, choice: Choice) -> list[WeighedOut]:
    """What the paragraph of a finding and its document tell now, and with other words; nothing is saved.

    Raises
    ------
    Refusal
        ``RVW011`` there is no finding at this place, or the words are none.
    """
    with service.database.look() as session:
        release, found = found_document(session, who, document, Action.SEE_ORIGINALS)
        sheet = sheet_of(service, session, release, found)
        said = said_of(session, service.vault_of(release), found.id)
    now = findings_of(sheet, said)
    then = _with(now, choice)
    whole = _forms(sheet, now, then, 0, len(sheet.text))
    part = _forms(sheet, now, then, *_paragraph(sheet.text, choice))
    with benches.of(service, who, release) as bench:
        told = [
            (bench.concepts_told(forms.original, forms.now), bench.concepts_told(forms.original, forms.then))
            for forms in (part, whole)
        ]
    return list(_weighed(*told))


def _with(findings: Sequence[Finding], choice: Choice) -> list[Finding]:
    """The findings, one of them with other words in its place."""
    here = [(one.start, one.end) == (choice.start, choice.end) for one in findings]
    if not any(here) or not choice.replacement.strip() or len(choice.replacement) > MAX_WORDS:
        must, advice = "must be a finding of the document, with words", "Choose it on the page."
        raise Refusal(422, "RVW011", "place", must, "", advice)
    return [
        replace(one, replacement=choice.replacement.strip(), said=None) if is_here else one
        for one, is_here in zip(findings, here, strict=True)
    ]


def _paragraph(text: str, choice: Choice) -> tuple[int, int]:
    """From the empty line before a place to the one behind it."""
    ends = [(0, 0), *(found.span() for found in _PARAGRAPH_END.finditer(text)), (len(text), len(text))]
    start = max(end for _, end in ends if end <= choice.start)
    return start, min(begin for begin, _ in ends if begin >= choice.end)


def _forms(sheet: Sheet, now: Sequence[Finding], then: Sequence[Finding], start: int, end: int) -> Forms:
    text = sheet.text[start:end]
    return Forms(text, *(_released(text, each, start, end) for each in (now, then)))


def _released(text: str, findings: Sequence[Finding], start: int, end: int) -> str:
    """A stretch of the document as it would be released."""
    inside = [
        replace(one, start=one.start - start, end=one.end - start)
        for one in findings
        if start <= one.start and one.end <= end
    ]
    return "".join(piece for piece, _ in released_pieces(text, inside))


_Told = tuple[tuple[ConceptTold, ...], tuple[ConceptTold, ...]]


def _weighed(part: _Told, whole: _Told) -> Iterator[WeighedOut]:
    for concept, *others in zip(*part, *whole, strict=True):
        then, document_now, document_then = (one.whole.after for one in others)
        yield WeighedOut(
            clause=concept.clause,
            concept=concept.concept,
            allowed=concept.allowed,
            unread=concept.unread,
            paragraph=MovedOut(now=concept.whole.after, then=then),
            document=MovedOut(now=document_now, then=document_then),
        )
