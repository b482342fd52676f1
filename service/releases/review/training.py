"""What reviewers corrected, as training data: where an administrator allows it, and no longer than that."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Select, delete, func, select
from sqlalchemy.orm import Session

from engine.measures.annotated import annotated_as
from engine.record.decisions import TrainingWord
from flows.release.records.recording import record
from flows.release.records.sheets import Sheet
from service.app.context import Service
from service.app.message import Message
from service.people.directory import managed_group
from service.people.roles import Who
from service.refusals import Refusal, changed_meanwhile
from service.releases.intake import documents_of
from service.releases.moves import Step
from service.releases.review.sheets import WRONG, Finding, Said, findings_of, said_of, sheet_of
from service.state.tables import Person, Release, TrainingPermission, TrainingText
from service.state.vault import ReleaseVault

Row = TypeVar("Row", bound=tuple[Any, ...])
_TEACHES = frozenset({"add", "retype"})
_ONCE = ("release", "case", "step")
"""What names the entry of a release: a seal that was killed is done again."""
_UNTOLD = "other"
"""What is no identifier that a recogniser could learn: terms of concepts and of classes, own lists."""


class TrainingOut(Message):
    """Whether corrections in a group become training data, and how much is kept."""

    allowed: bool
    by: str
    at: datetime | None
    documents: int
    paragraphs: int


def standing_of(session: Session, group: str) -> TrainingOut:
    """How it stands in a group."""
    row = session.get(TrainingPermission, group)
    if row is None:
        return TrainingOut(allowed=False, by="", at=None, documents=0, paragraphs=0)
    counted = select(func.count(), func.coalesce(func.sum(TrainingText.n_paragraphs), 0))
    documents, paragraphs = session.execute(_of_group(counted, group)).one()
    by = session.get_one(Person, row.by).display
    return TrainingOut(allowed=True, by=by, at=row.at, documents=documents, paragraphs=paragraphs)


def standing(service: Service, who: Who, slug: str) -> TrainingOut:
    """The same, for an administrator of the group."""
    with service.database.look() as session:
        return standing_of(session, managed_group(session, who, slug).id)


def allow(service: Service, who: Who, slug: str) -> None:
    """From now on, corrections in sealed releases of a group are kept as training data.

    Raises
    ------
    Refusal
        Who does not administer the group; ``SVC003`` when it is allowed already.
    """
    with service.database.begin() as session:
        group = managed_group(session, who, slug)
        if session.get(TrainingPermission, group.id) is not None:
            raise changed_meanwhile("the permission")
        session.add(TrainingPermission(group_id=group.id, by=who.id))
        session.flush()
        _write_down(service, group.id, "allowed", who.id)


def withdraw(service: Service, who: Who, slug: str) -> int:
    """No more of it; what was kept is gone. Returns how many documents that were."""
    with service.database.begin() as session:
        group = managed_group(session, who, slug)
        row = session.get(TrainingPermission, group.id)
        if row is None:
            raise changed_meanwhile("the permission")
        session.delete(row)
        theirs = select(Release.id).where(Release.group_id == group.id)
        gone = session.execute(delete(TrainingText).where(TrainingText.release_id.in_(theirs))).rowcount  # type: ignore[attr-defined]
        _write_down(service, group.id, "withdrawn", who.id, documents=gone)
    return int(gone)


WAYS: Mapping[TrainingWord, Callable[[Service, Who, str], object]] = {"allow": allow, "withdraw": withdraw}
"""What an administrator asks for, by name."""


def taught_by(service: Service, release: str) -> Mapping[str, Sequence[dict[str, object]]]:
    """By document, the paragraphs of a release in which reviewers corrected what was found.

    Empty where nobody allowed it: then nothing is even read.
    """
    with service.database.look() as session:
        row = session.get_one(Release, release)
        if session.get(TrainingPermission, row.group_id) is None:
            return {}
        vault, found = service.vault_of(row), {}
        for document in documents_of(session, release):
            said = said_of(session, vault, document.id)
            if document.state == Step.REVIEWED and any(map(_teaches, said)):
                sheet = sheet_of(service, session, row, document)
                found[document.id] = list(_paragraphs(sheet, findings_of(sheet, said)))
    return found


def keep(
    service: Service, session: Session, release: Release, taught: Mapping[str, Sequence[dict[str, object]]]
) -> None:
    """Keep what `taught_by` found, encrypted with the release's key: it goes when the originals go."""
    if not taught or session.get(TrainingPermission, release.group_id, with_for_update=True) is None:
        return
    vault = service.vault_of(release)
    for document, paragraphs in taught.items():
        if session.get(TrainingText, document) is None:
            sealed = vault.seal(json.dumps(paragraphs), f"training {document}")
            row = TrainingText(document_id=document, release_id=release.id, content_sealed=sealed)
            row.n_paragraphs = len(paragraphs)
            session.add(row)
    n = sum(map(len, taught.values()))
    about = {"documents": len(taught), "paragraphs": n}
    _write_down(service, release.group_id, "kept", "machine", release.engine_id, once=_ONCE, **about)


def export(service: Service, who: Who, slug: str) -> bytes:
    """All that is kept of a group, as `saferelease train` reads it; the ledger says so before.

    Raises
    ------
    Refusal
        Who does not administer the group; ``TRD001`` where nothing is kept.
    """
    with service.database.look() as session:
        group = managed_group(session, who, slug)
        found = [
            line
            for row, release in _kept(session, group.id)
            for line in _lines(service.vault_of(release), row)
        ]
    if not found:
        must, advice = "must hold corrections", "They are kept when a release is sealed, where it is allowed."
        raise Refusal(409, "TRD001", "the training data of the group", must, "none", advice)
    documents = len({line["template_id"] for line in found})
    _write_down(service, group.id, "exported", who.id, documents=documents, paragraphs=len(found))
    return "".join(json.dumps(line) + "\n" for line in found).encode()


def forget(session: Session, release: str) -> None:
    """The originals of a release go, and this with them."""
    session.execute(delete(TrainingText).where(TrainingText.release_id == release))


def _of_group(wanted: Select[Row], group: str) -> Select[Row]:
    return wanted.join(Release, Release.id == TrainingText.release_id).where(Release.group_id == group)


def _kept(session: Session, group: str) -> list[tuple[TrainingText, Release]]:
    wanted = _of_group(select(TrainingText, Release), group).where(Release.key_sealed.is_not(None))
    return list(session.execute(wanted.order_by(TrainingText.at, TrainingText.document_id)).tuples())


def _lines(vault: ReleaseVault, row: TrainingText) -> Iterator[dict[str, object]]:
    """Each paragraph as a document; those of one document are never divided between learning and testing."""
    paragraphs = json.loads(vault.open(row.content_sealed, f"training {row.document_id}"))
    for n, paragraph in enumerate(paragraphs):
        yield {"id": f"{row.document_id}-{n}", "template_id": row.document_id, **paragraph}


def _teaches(said: Said | None) -> bool:
    """Whether the recogniser was wrong: another level and an exemption say nothing of that."""
    if said is None or not said.counts:
        return False
    return said.kind in _TEACHES or (said.kind == "keep" and said.code == WRONG)


def _paragraphs(sheet: Sheet, findings: Sequence[Finding]) -> Iterator[dict[str, object]]:
    """Paragraphs with a correction, and everything in them that identifies somebody."""
    looked_for = sorted({annotated_as(one) for one in sheet.categories} - {_UNTOLD})
    start = 0
    for line in sheet.text.splitlines(keepends=True):
        end = start + len(line.rstrip())
        here = [one for one in findings if one.start < end and start < one.end]
        if any(_teaches(one.said) for one in here):
            spans = [_span(one, start, end) for one in here if _identifies(one)]
            yield {"text": sheet.text[start:end], "spans": spans, "annotated": looked_for}
        start += len(line)


def _identifies(one: Finding) -> bool:
    wrong = one.said is not None and one.said.kind == "keep" and one.said.code == WRONG and one.said.counts
    return not wrong and annotated_as(one.category) != _UNTOLD


def _span(one: Finding, start: int, end: int) -> dict[str, object]:
    label = annotated_as(one.category)
    return {"start": max(one.start, start) - start, "end": min(one.end, end) - start, "label": label}


def _write_down(
    service: Service,
    group: str,
    step: str,
    by: str,
    release: str = "",
    once: Sequence[str] = (),
    **counts: int,
) -> None:
    record("training", release, {"case": group, "step": step, "person": by, **counts}, service.keys, once)
