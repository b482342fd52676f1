"""Documents under review, for programs."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import Field

from engine.record.decisions import Code, CorrectionKind, Everywhere, SignOff
from engine.record.telling import Level
from service.app.dependencies import Caller, Here
from service.app.message import Message
from service.policies.cases import OwnCase
from service.releases.review import correcting, desks, finishing, pictures, weighing
from service.releases.review.cases import case_of_correction
from service.releases.review.correcting import Asked
from service.releases.review.weighing import WeighedOut
from service.web.api.policy_forms import NewCase
from service.web.api.releases import Made, Words

router = APIRouter(tags=["releases"])


class FindingOut(Message):
    """A finding, with the words that it is about: for reviewers."""

    start: int
    end: int
    text: str
    category: str
    clause: str
    replacement: str
    reason: str
    state: str
    levels: list[Level] = []


class DeskOut(Message):
    """A document as its reviewer sees it."""

    text: str
    categories: list[str]
    findings: list[FindingOut]


class NewCorrection(Message):
    """One correction."""

    kind: CorrectionKind
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=1)]
    category: Annotated[str, Field(max_length=64)] = ""
    replacement: Words = ""
    code: Code | Literal[""] = ""
    reason: Words = ""
    everywhere: Everywhere | Literal[""] = ""
    ticket: Annotated[str, Field(max_length=50)] = ""


class NewWords(Message):
    """Words that may be put in the place of a finding."""

    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=1)]
    replacement: Annotated[str, Field(min_length=1, max_length=weighing.MAX_WORDS)]


class BoxOut(Message):
    """Where a finding stands on a page: edges as shares of its width and height, from the top left."""

    finding: int
    left: float
    top: float
    right: float
    bottom: float


class PageOut(Message):
    """A page of a document; `n_released` is 0 when nothing was released of it."""

    number: int
    n_pages: int
    n_released: int
    boxes: list[BoxOut]


class NoteOut(Message):
    """A remark and whose it is."""

    by: str
    words: str


class NewNote(Message):
    """A remark."""

    words: Annotated[str, Field(min_length=1, max_length=2000)]


class Count(Message):
    """How many places something was about."""

    places: int


class Finished(Message):
    """What becomes of a document."""

    outcome: SignOff


class Checked(Message):
    """Whether the checks let a document go; else what they say."""

    passed: bool
    reason: str


@router.get("/documents/{document}")
def desk(service: Here, who: Caller, document: str) -> DeskOut:
    """The original and its findings; the ledger says that it was seen."""
    found = desks.open_desk(service, who, document)
    findings = [FindingOut.model_validate(one, extra="ignore") for one in found.findings]
    return DeskOut(text=found.sheet.text, categories=list(found.sheet.categories), findings=findings)


@router.get("/documents/{document}/pages/{page}")
def page(service: Here, who: Caller, document: str, page: int) -> PageOut:
    """Where the findings stand on a page; the ledger says that the original was seen."""
    shown = pictures.page_of(service, who, desks.open_desk(service, who, document, text=False), page)
    boxes = [
        BoxOut(finding=b.span, left=b.left, top=b.top, right=b.right, bottom=b.bottom) for b in shown.boxes
    ]
    return PageOut(number=shown.number, n_pages=shown.n_pages, n_released=shown.n_released, boxes=boxes)


@router.get("/documents/{document}/pages/{page}/original", response_class=Response)
def original_page(service: Here, who: Caller, document: str, page: int) -> Response:
    """A page of the original as a PNG file; the ledger says that it was seen."""
    return _png(pictures.picture_of(service, who, document, page, "original"))


@router.get("/documents/{document}/pages/{page}/released", response_class=Response)
def released_page(service: Here, who: Caller, document: str, page: int) -> Response:
    """A page of the form that was released as a PNG file."""
    return _png(pictures.picture_of(service, who, document, page, "released"))


def _png(content: bytes) -> Response:
    return Response(content, media_type="image/png", headers={"Cache-Control": "no-store"})


@router.post("/documents/{document}/corrections", status_code=201)
def correct(service: Here, who: Caller, document: str, body: NewCorrection) -> Count:
    """One correction; the same ticket twice is one."""
    return Count(places=correcting.correct(service, who, document, Asked(**body.model_dump())))


@router.post("/documents/{document}/weighing")
def weigh(service: Here, who: Caller, document: str, body: NewWords) -> list[WeighedOut]:
    """What the paragraph and the document would tell with other words; nothing is saved."""
    return weighing.weigh(service, who, document, weighing.Choice(**body.model_dump()))


@router.post("/documents/{document}/undo")
def undo(service: Here, who: Caller, document: str) -> Count:
    """The newest is taken back."""
    return Count(places=correcting.undo(service, who, document))


@router.get("/documents/{document}/notes")
def notes(service: Here, who: Caller, document: str) -> list[NoteOut]:
    """Who remarked what about it."""
    return [NoteOut(by=by, words=words) for by, words in correcting.shown_notes(service, who, document)]


@router.post("/documents/{document}/notes", status_code=204)
def add_note(service: Here, who: Caller, document: str, body: NewNote) -> None:
    """A remark for the next who looks."""
    correcting.add_note(service, who, document, body.words)


@router.post("/documents/{document}/cases", status_code=201)
def keep_case(service: Here, who: Caller, document: str, body: NewCase) -> Made:
    """A made-up case of what was corrected, for the policy of its release."""
    case = OwnCase("", body.clause, body.kind, body.text, body.fragment)
    return Made(id=case_of_correction(service, who, document, case))


@router.post("/documents/{document}/finish")
def finish(service: Here, who: Caller, document: str, body: Finished) -> Checked:
    """release or withhold: decided again and checked."""
    refused = finishing.finish(service, who, document, withhold=body.outcome == "withhold")
    return Checked(passed=not refused, reason=refused)
