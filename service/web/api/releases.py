"""Releases, review and approval, for programs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from engine.record.decisions import Approval, Grant
from service.app.dependencies import Caller, Here, caller
from service.app.message import Message
from service.people.accounts import group_named
from service.people.roles import Action
from service.refusals import not_found
from service.releases import approval, intake, listing, overview, own_key
from service.releases.bundles import report_file, report_pdf, verified, zipped
from service.releases.listing import ReleaseOut
from service.releases.moves import State
from service.releases.originals import replacing, stores
from service.releases.review import overrides
from service.releases.review.waiting import waiting_for
from service.releases.telling import TellingOut, telling_of
from service.web.api.people import Short
from service.web.streams import events

router = APIRouter(tags=["releases"])
Words = Annotated[str, Field(max_length=2000)]


class NewRelease(Message):
    """A release to make: the short name of a group, and a policy that it may use."""

    group: Short
    title: Short
    policy: Short


class Made(Message):
    """The id of what was made."""

    id: str


class Place(Message):
    """An address of an object store."""

    address: Annotated[str, Field(min_length=1, max_length=1100)]


class FetchedOut(Message):
    """How many documents came from a store, and how many objects were left out."""

    documents: int
    left_out: int


class Uploads(Message):
    """The Idempotency-Keys of documents that a program is about to send."""

    keys: Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=10_000)]


class Known(Message):
    """Those of them that are there, with the document's id."""

    documents: dict[str, str]


class DocumentOut(Message):
    """A document of a release; never its text."""

    id: str
    number: str
    state: str
    outcome: str
    reason: str
    risk: float
    findings: int
    why: str
    mine: bool


class StampOut(Message):
    """The time stamp of a sealed release: when and by whom, or the code of what stood in its way."""

    authority: str
    at: str
    code: str


class ReleaseWhole(Message):
    """A release with its documents; without a time stamp when nobody asks for one.

    `bundle` is the number that its bundle carries, for ``saferelease verify --release``.
    """

    release: ReleaseOut
    documents: list[DocumentOut]
    statement: str
    bundle: str = ""
    time_stamp: StampOut | None = None


class ProgressOut(Message):
    """How far the machine is; `asked` is ``pause`` until it rests."""

    state: str
    done: int
    total: int
    asked: str


class Signed(Message):
    """Whose signature was taken."""

    by: str


class VerifiedOut(Message):
    """What a check of the sealed bundle found; nothing when it is complete and as signed."""

    faults: list[str]


class WaitingOut(Message):
    """Something that waits for whoever asks: what, and which page leads to it."""

    title: str
    sentence: str
    address: str


class Decided(Message):
    """What is decided about a release, with a word about it."""

    outcome: Approval
    words: Words = ""


class Granted(Message):
    """What a second person says, with a word about it."""

    outcome: Grant
    words: Words = ""


@router.get("/waiting")
def waiting(service: Here, who: Caller) -> list[WaitingOut]:
    """What waits for whoever asks, as on the home page."""
    return [WaitingOut.model_validate(one, extra="ignore") for one in waiting_for(service, who)]


@router.get("/releases")
def releases(
    service: Here,
    who: Caller,
    words: Annotated[str, Query(max_length=200)] = "",
    state: State | Literal[""] = "",
    offset: Annotated[int, Query(ge=0, le=listing.FURTHEST)] = 0,
    limit: Annotated[int | None, Query(ge=1, le=listing.FURTHEST)] = None,
) -> list[ReleaseOut]:
    """Releases that one may see, the newest first: all, those in a state, those whose title holds words."""
    with service.database.look() as session:
        part = listing.Part(state, offset, limit, words.strip())
        return list(listing.cases_for(service, session, who, part))


@router.post("/releases", status_code=201)
def new_release(
    service: Here,
    who: Caller,
    body: NewRelease,
    idempotency_key: Annotated[str, Header(max_length=200)] = "",
) -> Made:
    """A draft; the same Idempotency-Key twice is one release."""
    with service.database.look() as state:
        group = group_named(state, body.group)
    if group.id not in who.roles:
        raise not_found()
    made = intake.new_release(service, who, group.id, body.title, body.policy, idempotency_key)
    return Made(id=made.id)


@router.get("/releases/{release}")
def show(service: Here, who: Caller, release: str) -> ReleaseWhole:
    """One release, its documents in counts and codes."""
    with service.database.look() as state:
        row = intake.visible(state, who, release)
        view = overview.case_view(service, state, who, row)
    return ReleaseWhole(
        release=view["case"],
        documents=[DocumentOut.model_validate(line, extra="ignore") for line in view["documents"]],
        statement=view["statement"].sentence if view["statement"] else "",
        bundle=row.engine_id,
        time_stamp=StampOut.model_validate(view["stamp"]) if view["stamp"] else None,
    )


@router.put("/releases/{release}/documents/{name}", status_code=201)
async def add_document(
    request: Request,
    service: Here,
    who: Caller,
    release: str,
    name: str,
    idempotency_key: Annotated[str, Header(max_length=200)] = "",
) -> Made:
    """A document as the body; the same Idempotency-Key twice is one document."""
    with service.database.look() as state:
        intake.visible(state, who, release, Action.START_RELEASES)
    content = await request.body()
    made = await run_in_threadpool(intake.add_document, service, who, release, name, content, idempotency_key)
    return Made(id=made)


@router.post("/releases/{release}/uploads")
def known_uploads(service: Here, who: Caller, release: str, body: Uploads) -> Known:
    """Which documents are there already and need not be sent again."""
    return Known(documents=intake.known_uploads(service, who, release, body.keys))


@router.get("/releases/{release}/stores")
def list_stores(service: Here, who: Caller, release: str) -> list[str]:
    """Addresses of object stores below which documents may be taken for it."""
    with service.database.look() as state:
        return list(stores.allowed(service, state, who, release))


@router.post("/releases/{release}/stores", status_code=201)
def fetch(service: Here, who: Caller, release: str, body: Place) -> FetchedOut:
    """Documents from a folder or object of a store; what came before does not come again."""
    return FetchedOut.model_validate(stores.fetch(service, who, release, body.address))


@router.post("/releases/{release}/start", status_code=204)
def start(service: Here, who: Caller, release: str) -> None:
    """To the machine."""
    intake.start(service, who, release)


@router.post("/releases/{release}/cancel", status_code=204)
def cancel(service: Here, who: Caller, release: str) -> None:
    """No more of it."""
    intake.cancel(service, who, release)


@router.post("/releases/{release}/pause", status_code=204)
def pause(service: Here, who: Caller, release: str) -> None:
    """No more of it for now."""
    intake.pause(service, who, release)


@router.post("/releases/{release}/resume", status_code=204)
def resume(service: Here, who: Caller, release: str) -> None:
    """Go on."""
    intake.resume(service, who, release)


@router.get("/releases/{release}/progress")
def progress(service: Here, who: Caller, release: str) -> ProgressOut:
    """How far the machine is."""
    with service.database.look() as state:
        return ProgressOut.model_validate(intake.visible(state, who, release), extra="ignore")


@router.get(
    "/releases/{release}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def follow(request: Request, service: Here, who: Caller, release: str) -> StreamingResponse:
    """How far the machine is: an event for each change, until people have it or it ends."""

    async def look() -> ProgressOut:
        now = await caller(request, service)  # a key may end, or a role, while the stream goes on
        return await run_in_threadpool(progress, service, now, release)

    await look()
    return StreamingResponse(events(who.id, look), media_type="text/event-stream")


@router.put("/releases/{release}/quarantine/{document}/{name}", status_code=204)
async def replace_document(
    request: Request, service: Here, who: Caller, release: str, document: str, name: str
) -> None:
    """Another file, as the body, for a document that could not be read; all are decided anew."""
    with service.database.look() as state:
        intake.visible(state, who, release, Action.START_RELEASES)
    content = await request.body()
    await run_in_threadpool(replacing.replace_document, service, who, release, document, name, content)


@router.post("/releases/{release}/retry", status_code=204)
def retry(service: Here, who: Caller, release: str) -> None:
    """Once more after a fault."""
    intake.retry(service, who, release)


@router.post("/releases/{release}/decision", status_code=204)
def decide(service: Here, who: Caller, release: str, body: Decided) -> None:
    """approve, back or reject."""
    approval.WAYS[body.outcome](service, who, release, body.words)


@router.post("/releases/{release}/overrides/{override}", status_code=204)
def decide_override(service: Here, who: Caller, release: str, override: str, body: Granted) -> None:
    """grant or refuse."""
    grant = body.outcome == "grant"
    overrides.decide_override(service, who, override, grant=grant, words=body.words)


@router.get("/releases/{release}/overrides")
def list_overrides(service: Here, who: Caller, release: str) -> list[dict[str, Any]]:
    """Overrides that were asked for."""
    with service.database.look() as state:
        row = intake.visible(state, who, release)
        return list(overview.case_view(service, state, who, row)["overrides"])


@router.get("/releases/{release}/telling")
def telling(service: Here, who: Caller, release: str) -> list[TellingOut]:
    """What each document still tells, the most telling first: for reviewers and approvers."""
    _, found = telling_of(service, who, release)
    return found


@router.get("/releases/{release}/bundle", response_class=Response)
def bundle(service: Here, who: Caller, release: str) -> Response:
    """The sealed bundle as a zip file."""
    return zipped(service, who, release)


@router.put("/releases/{release}/signature")
async def signature(request: Request, service: Here, who: Caller, release: str) -> Signed:
    """The file of approvals from the approver's copy of the bundle, signed with her own key, as the body."""
    content = await request.body()
    return Signed(by=await run_in_threadpool(own_key.sign, service, who, release, content))


@router.post("/releases/{release}/verification")
def verify(service: Here, who: Caller, release: str) -> VerifiedOut:
    """The sealed bundle is checked once more."""
    return VerifiedOut(faults=verified(service, who, release))


@router.get("/releases/{release}/report", response_class=Response)
def report_html(service: Here, who: Caller, release: str) -> Response:
    """The compliance report of a sealed release as a page."""
    return report_file(service, who, release)


@router.get("/releases/{release}/report.pdf", response_class=Response)
def report(service: Here, who: Caller, release: str) -> Response:
    """The compliance report of a sealed release as a signed PDF/A file."""
    return report_pdf(service, who, release)
