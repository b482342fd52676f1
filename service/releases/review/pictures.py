"""Pages of a document as pictures, for its reviewers: the original, and what the machine released."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from adapters.documents.pdf.shown.places import Box, Placed
from adapters.keys.installation import keyed_hash
from engine.errors import SafereleaseError
from flows.orchestration.reviewing import released_file
from flows.release.preview.drawing import Drawer, can_draw, is_drawn
from service.app.context import Service
from service.app.kept_open import KeptOpen
from service.people.roles import Action, Who
from service.refusals import Refusal, not_found
from service.releases.intake import engine_number, job_of, name_of, original_path
from service.releases.moves import viewed
from service.releases.review.desks import Desk, found_document
from service.releases.review.viewings import remember, version_of
from service.state.tables import Release, ReleaseDocument
from service.state.vault import ReleaseVault

Form = Literal["original", "released"]


class Drawers:
    """The process that draws pages, for one person after the other."""

    def __init__(self, waiting: int = 16) -> None:
        self._drawers: KeptOpen[str, Drawer] = KeptOpen(1, waiting)

    @contextmanager
    def of(self, who: Who) -> Iterator[Drawer]:
        """It, for a person."""
        with self._drawers.used(who.id, "drawer", Drawer) as drawer:
            yield drawer

    def close(self) -> None:
        """End it."""
        self._drawers.close()


drawers = Drawers()


@dataclass(frozen=True)
class PageShown:
    """One page of a document, and where its findings stand.

    Parameters
    ----------
    number : int
        From 1.
    n_pages, n_released : int
        Of the original; of the form that was released, 0 when there is none.
    boxes : sequence of Box
        On this page; `span` is the number of the finding.
    pages : mapping of int to int
        The first page on which each finding stands; without those that stand on none.
    """

    number: int
    n_pages: int
    n_released: int
    boxes: Sequence[Box]
    pages: dict[int, int]


@dataclass(frozen=True)
class _Papers:
    """What is needed to draw a document."""

    vault: ReleaseVault
    release: Release
    document: ReleaseDocument
    name: str
    released: tuple[str, bytes] | None


def page_of(service: Service, who: Who, desk: Desk, number: int) -> PageShown:
    """A page of a document that lies on a reviewer's desk: its looking at it is in the ledger already.

    Raises
    ------
    Refusal
        ``RVW016`` its pages cannot be drawn; 404 it has no such page.
    """
    papers = _papers(service, desk.release, desk.document)
    spans = [(one.start, one.end) for one in desk.findings]
    with drawers.of(who) as drawer, _told_as_refusal():
        whole = drawer.placed(_pdf(service, papers, drawer, "original"), desk.sheet.text, spans)
        other = drawer.placed(_pdf(service, papers, drawer, "released"), "", ()) if papers.released else None
    if not 1 <= number <= whole.n_pages:
        raise not_found()
    return _shown(number, whole, other)


def _shown(number: int, whole: Placed, other: Placed | None) -> PageShown:
    here = [box for box in whole.boxes if box.page == number]
    first = {box.span: box.page for box in reversed(whole.boxes)}
    return PageShown(number, whole.n_pages, other.n_pages if other else 0, here, first)


def picture_of(service: Service, who: Who, document: str, number: int, form: Form) -> bytes:
    """A page as a PNG file; that of an original is a look at the original, and the ledger says so first.

    Raises
    ------
    Refusal
        As of `page_of`; 404 too where nothing was released.
    """
    with service.database.look() as session:
        release, found = found_document(session, who, document, Action.SEE_ORIGINALS)
        if not found.chosen:
            raise not_found()
        version = version_of(session, who, release, found.id)
        if form == "original":
            viewed(service, who, release, engine_number(found), number)
    papers = _papers(service, release, found)
    if form == "released" and papers.released is None:
        raise not_found()
    with drawers.of(who) as drawer, _told_as_refusal():
        pdf = _pdf(service, papers, drawer, form)
        picture, n_pages = drawer.picture(pdf, number), drawer.placed(pdf, "", ()).n_pages
    if form == "original":
        remember(service.database, who, found.id, version, number, n_pages)
    return picture


def why_not(name: str) -> str:
    """Why pages of a file of this name are not drawn here, in a sentence; empty when they are."""
    if not is_drawn(name):
        return "Pages are drawn of PDF and Word documents (docx)."
    if not can_draw(name):
        return "Pictures of the pages of Word documents need LibreOffice on the machine of the service."
    return ""


def _papers(service: Service, release: Release, document: ReleaseDocument) -> _Papers:
    name = name_of(service, release, document)
    if told := why_not(name):
        raise _not_drawn(told)
    with service.database.look() as session:
        job = job_of(service, session, release)
    return _Papers(
        service.vault_of(release), release, document, name, released_file(job, engine_number(document))
    )


def _pdf(service: Service, papers: _Papers, drawer: Drawer, form: Form) -> bytes:
    """A form of the document as PDF; what LibreOffice made is kept encrypted, until the originals go."""
    vault, document = papers.vault, papers.document
    path = original_path(service, papers.release.id, document.id)
    if form == "released" and papers.released is not None:
        name, content = papers.released
    else:
        name, content = papers.name, vault.load(path, f"original {document.id}")
    if name.lower().endswith(".pdf"):
        return content
    mark = keyed_hash(vault.key, content)[:24]
    kept, label = path.with_name(f"{document.id}.{mark}.drawn"), f"drawn {document.id} {mark}"
    if not kept.exists():
        vault.save(kept, drawer.pdf_of(name, content), label)
    return vault.load(kept, label)


@contextmanager
def _told_as_refusal() -> Iterator[None]:
    try:
        yield
    except Refusal:
        raise
    except SafereleaseError as error:
        raise _not_drawn("; ".join(f"[{one.code}] {one.got or one.must}" for one in error.faults)) from None


def _not_drawn(why: str) -> Refusal:
    advice = "Review it as text."
    return Refusal(409, "RVW016", "the document", "must be one whose pages can be drawn", why, advice)
