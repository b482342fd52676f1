"""Releases as a board: new ones, what became of their documents, approval, the bundle."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from engine.record.decisions import Approval, Grant
from service.app.closed import reads_form
from service.app.context import Service
from service.app.dependencies import Here, Settled
from service.people.roles import Action
from service.people.sign_in import Present
from service.refusals import invalid, not_found
from service.releases import approval, deliveries, intake, listing, overview, own_key
from service.releases.bundles import report_file, report_pdf, verified, zipped
from service.releases.moves import WORDS, State
from service.releases.originals import replacing, stores
from service.releases.review import overrides
from service.releases.telling import telling_of
from service.state.tables import Group
from service.web.pages.rendering import Question, ask, render, to

router = APIRouter(include_in_schema=False, prefix="/releases")
Field = Annotated[str, Form()]
_MAX_FILES = 500
MAX_BYTES = 1_000_000


@router.get("")
def board(
    request: Request,
    service: Here,
    session: Settled,
    state: State | Literal[""] = "",
    words: Annotated[str, Query(max_length=200)] = "",
    offset: Annotated[int, Query(ge=0, le=listing.FURTHEST)] = 0,
) -> Response:
    """Releases that one may see, by state and by words of the title, page by page."""
    if not session.who.may_anywhere(Action.READ_RELEASES):
        raise not_found()
    with service.database.look() as found:
        counts = listing.counts_for(found, session.who)
        part = listing.Part(state, offset, listing.PAGE, words.strip())
        shown = listing.cases_for(service, found, session.who, part)
        n = counts.get(state, 0) if state else sum(counts.values())
        if part.words:
            n = len(listing.matching(service, found, session.who, part))
    may_start = session.who.may_anywhere(Action.START_RELEASES)
    values: dict[str, Any] = {
        "cases": shown,
        "counts": counts,
        "words": WORDS,
        "chosen": state,
        "may_start": may_start,
        "sought": part.words,
        "pages": _pages(n, part),
    }
    return render(request, "releases/releases.html.j2", session, **values)


def _pages(n: int, part: listing.Part) -> dict[str, Any]:
    """Which lines of how many are shown, and where those before and after them are."""

    def address(first: int) -> str:
        asked = {"state": part.state, **({"words": part.words} if part.words else {}), "offset": first}
        return "/releases?" + urlencode(asked)

    return {
        "first": part.offset + 1,
        "last": min(part.offset + listing.PAGE, n),
        "n": n,
        "newer": address(max(0, part.offset - listing.PAGE)) if part.offset else "",
        "older": address(part.offset + listing.PAGE) if part.offset + listing.PAGE < n else "",
    }


@router.get("/new")
def new(request: Request, service: Here, session: Settled) -> Response:
    """The form for a new one."""
    groups = session.who.groups(Action.START_RELEASES)
    if not groups:
        raise not_found()
    with service.database.look() as found:
        rows = list(found.scalars(select(Group).where(Group.id.in_(groups)).order_by(Group.title)))
        offers = [(group, intake.policies_for(found, group.id)) for group in rows]
    return render(request, "releases/release_new.html.j2", session, offers=offers, error="")


@router.post("")
def create(service: Here, session: Settled, title: Field, policy: Field) -> Response:
    """A draft; `policy` is the group and the policy, as the form offers them."""
    group, _, name = policy.partition(":")
    release = intake.new_release(service, session.who, group, title, name)
    return to(f"/releases/{release.id}")


@router.get("/{release}")
def show(
    request: Request, service: Here, session: Settled, release: str, by: Literal["", "risk", "number"] = ""
) -> Response:
    """One release: where it is, its documents (by number or by risk), what people did."""
    with service.database.look() as found:
        row = intake.visible(found, session.who, release)
        view = overview.case_view(service, found, session.who, row)
        if session.who.may(Action.START_RELEASES, row.group_id):
            view["stores"] = stores.allowed(service, found, session.who, release)
    if by == "risk":
        view["documents"].sort(key=lambda line: -line["risk"])
    return render(request, "releases/release.html.j2", session, words=WORDS, **view | {"by": by})


@router.post("/{release}/documents")
@reads_form("documents")
async def upload(request: Request, service: Here, session: Settled, release: str) -> Response:
    """Documents from a form, encrypted as they come."""
    await run_in_threadpool(_may_start, service, session, release)
    form = await request.form(max_files=_MAX_FILES)
    files = [one for one in form.getlist("documents") if not isinstance(one, str) and one.filename]
    if not files:
        raise invalid("documents", "must be chosen")
    for one in files:
        await _take(service, session, release, one)
    await form.close()
    return to(f"/releases/{release}", "added")


def _may_start(service: Service, session: Present, release: str) -> None:
    with service.database.look() as found:
        intake.visible(found, session.who, release, Action.START_RELEASES)


async def _take(service: Service, session: Present, release: str, one: UploadFile) -> None:
    content = await one.read()
    await run_in_threadpool(
        intake.add_document, service, session.who, release, one.filename or "", content, ""
    )


@router.post("/{release}/stores")
def fetch(service: Here, session: Settled, release: str, place: Field, below: Field = "") -> Response:
    """Documents from an object store: all of an address that is offered, or what lies below it."""
    fetched = stores.fetch(service, session.who, release, _address(place, below))
    return to(f"/releases/{release}", "some" if fetched.left_out else "added")


def _address(place: str, below: str) -> str:
    return f"{place.rstrip('/')}/{below.strip('/')}" if below else place


@router.post("/{release}/start")
def start(service: Here, session: Settled, release: str) -> Response:
    """To the machine."""
    intake.start(service, session.who, release)
    return to(f"/releases/{release}")


@router.get("/{release}/cancel")
def ask_to_cancel(request: Request, service: Here, session: Settled, release: str) -> Response:
    """Whether it is to end: nothing leads back."""
    with service.database.look() as found:
        row = intake.visible(found, session.who, release, Action.START_RELEASES)
        title, is_draft = intake.title_of(service, row), row.state == State.DRAFT
    asked, button = ("Discard", "Discard the draft") if is_draft else ("Cancel", "Cancel the release")
    sentence = (
        "It cannot be taken up again, and its documents are deleted. The ledger keeps that it was here."
    )
    question = Question(f"{asked} {title}?", sentence, button, f"/releases/{release}")
    return ask(request, session, question)


@router.post("/{release}/cancel")
def cancel(service: Here, session: Settled, release: str) -> Response:
    """No more of it."""
    intake.cancel(service, session.who, release)
    return to(f"/releases/{release}")


@router.post("/{release}/pause")
def pause(service: Here, session: Settled, release: str) -> Response:
    """No more of it for now."""
    intake.pause(service, session.who, release)
    return to(f"/releases/{release}")


@router.post("/{release}/resume")
def resume(service: Here, session: Settled, release: str) -> Response:
    """Go on."""
    intake.resume(service, session.who, release)
    return to(f"/releases/{release}")


@router.post("/{release}/quarantine/{document}")
@reads_form("file")
async def replace(request: Request, service: Here, session: Settled, release: str, document: str) -> Response:
    """Another file for a document that could not be read."""
    await run_in_threadpool(_may_start, service, session, release)
    form = await request.form(max_files=1)
    one = form.get("file")
    if one is None or isinstance(one, str) or not one.filename:
        raise invalid("file", "must be chosen")
    content = await one.read()
    await run_in_threadpool(
        replacing.replace_document, service, session.who, release, document, one.filename, content
    )
    await form.close()
    return to(f"/releases/{release}", "added")


@router.post("/{release}/retry")
def retry(service: Here, session: Settled, release: str) -> Response:
    """Once more after a fault."""
    intake.retry(service, session.who, release)
    return to(f"/releases/{release}")


@router.post("/{release}/decision")
def decide(
    service: Here, session: Settled, release: str, outcome: Annotated[Approval, Form()], words: Field = ""
) -> Response:
    """Approve, send back, or reject."""
    approval.WAYS[outcome](service, session.who, release, words)
    return to(f"/releases/{release}")


@router.post("/{release}/overrides/{override}")
def override(
    service: Here,
    session: Settled,
    release: str,
    override: str,
    outcome: Annotated[Grant, Form()],
    words: Field = "",
) -> Response:
    """A second person's word about a guard."""
    overrides.decide_override(service, session.who, override, grant=outcome == "grant", words=words)
    return to(f"/releases/{release}", "saved")


@router.get("/{release}/telling")
def telling(request: Request, service: Here, session: Settled, release: str) -> Response:
    """What its documents still tell, for reviewers and approvers."""
    row, found = telling_of(service, session.who, release)
    title = intake.title_of(service, row)
    return render(request, "releases/telling.html.j2", session, release=row, title=title, documents=found)


@router.get("/{release}/bundle")
def bundle(service: Here, session: Settled, release: str) -> Response:
    """The sealed bundle as one file."""
    return zipped(service, session.who, release)


@router.post("/{release}/deliveries")
def deliver(service: Here, session: Settled, release: str, place: Field, below: Field = "") -> Response:
    """The bundle is to go to an object store: to an address that is offered, or below it."""
    deliveries.ask(service, session.who, release, _address(place, below))
    return to(f"/releases/{release}", "saved")


@router.post("/{release}/deliveries/{delivery}/retry")
def deliver_again(service: Here, session: Settled, release: str, delivery: str) -> Response:
    """Once more, at once."""
    deliveries.try_again(service, session.who, release, delivery)
    return to(f"/releases/{release}", "again")


@router.get("/{release}/deliveries/{delivery}/end")
def ask_to_end_delivery(
    request: Request, service: Here, session: Settled, release: str, delivery: str
) -> Response:
    """Whether the bundle is not to go there."""
    address = deliveries.address_of(service, session.who, release, delivery)
    sentence = "What already stands there stays there. You may ask to send it again later."
    back = f"/releases/{release}#deliveries"
    return ask(request, session, Question(f"Not send it to {address}?", sentence, "Do not send it", back))


@router.post("/{release}/deliveries/{delivery}/end")
def end_delivery(service: Here, session: Settled, release: str, delivery: str) -> Response:
    """No more of it."""
    deliveries.cancel(service, session.who, release, delivery)
    return to(f"/releases/{release}", "removed")


@router.post("/{release}/signature")
@reads_form("approvals")
async def signature(request: Request, service: Here, session: Settled, release: str) -> Response:
    """An approval that the approver signed with her own key."""
    form = await request.form(max_files=1)
    file = form.get("approvals")
    content = b"" if file is None or isinstance(file, str) else await file.read(MAX_BYTES)
    await form.close()
    await run_in_threadpool(own_key.sign, service, session.who, release, content)
    return to(f"/releases/{release}", "saved")


@router.get("/{release}/report")
def report(service: Here, session: Settled, release: str) -> Response:
    """The compliance report of a sealed release."""
    return report_file(service, session.who, release)


@router.get("/{release}/report.pdf")
def printed(service: Here, session: Settled, release: str) -> Response:
    """The same as a signed PDF."""
    return report_pdf(service, session.who, release)


@router.post("/{release}/verify")
def verify(request: Request, service: Here, session: Settled, release: str) -> Response:
    """Check the sealed bundle once more."""
    faults = verified(service, session.who, release)
    with service.database.look() as found:
        row = intake.visible(found, session.who, release)
        view = overview.case_view(service, found, session.who, row)
    view["verified"] = faults or ["ok"]
    return render(request, "releases/release.html.j2", session, words=WORDS, **view)
