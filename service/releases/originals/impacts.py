"""What a version of a policy would have changed in past releases of its group, in counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.documents.opening.sources import Source
from engine.errors import InvalidError
from engine.plan.impact import Kind, Pair, counted, kind_of
from flows.release.preview.trying import Trial, Tried
from flows.release.records.recording import record
from service.app.context import Service
from service.app.message import Message
from service.app.turns import Turns
from service.people.roles import Action, Who
from service.policies.books import text_of, visible_version
from service.policies.files import passing_file
from service.releases.intake import job_of, title_of
from service.releases.moves import State
from service.state.tables import PolicyFile, PolicyVersion, Release

MOST_DOCUMENTS = 200
MOST_BYTES = 20_000_000
_turns = Turns(at_once=1, waiting=2)
"""A comparison holds two compiled policies, and goes through many documents."""


class ComparedOut(Message):
    """A document that would change otherwise: ``more`` or ``less`` goes, some more and some less (``mixed``),
    the same with something else in its place (``otherwise``); ``unread`` where one version cannot read it."""

    number: str
    name: str
    kind: str


class PastReleaseOut(Message):
    """A past release; `documents` were compared, `unread` were not."""

    id: str
    title: str
    policy_number: int  # of the version that it was made under
    documents: int
    unread: int
    differing: list[ComparedOut]  # all but those in which nothing would change


class CountsOut(Message):
    """What differs over all documents, in counts; for each kind of finding, changes before and after."""

    documents: int
    same: int
    more: int
    less: int
    mixed: int
    otherwise: int
    characters_more: int
    characters_less: int
    clauses: dict[str, tuple[int, int]]


class ImpactOut(Message):
    """What a version would have changed in past releases; `n_gone` of them have no originals any more, and
    `n_left_out` documents were too many for one comparison."""

    impact: CountsOut
    releases: list[PastReleaseOut]
    n_gone: int
    n_left_out: int


class _Change(NamedTuple):
    start: int
    end: int
    category: str
    replacement: str


class _Case(NamedTuple):
    """A past release, ready to be read again."""

    release: Release
    title: str
    version: PolicyVersion
    documents: Sequence[Source]


def impact_of(service: Service, who: Who, version: str) -> ImpactOut:
    """Decide past releases again, under the version that each was made under and under this one.

    Parameters
    ----------
    service, who, version

    Returns
    -------
    ImpactOut
        Counts and names of files; no text.

    Raises
    ------
    InvalidError
        The version has faults.
    Refusal
        Not an approver there; ``SVC014`` while others compare.

    Notes
    -----
    Only approvers: counts tell a policy's author whether a word that she puts into it stands in an original.
    The ledger has an entry for each release before any of it is read. Decisions of people are left out:
    machine is compared with machine.
    """
    with service.database.look() as session:
        found, book = visible_version(session, who, version, Action.COMPARE_RELEASES)
        text = text_of(service, found)
        cases, n_gone = _cases(service, session, book, found)
    chosen, n_left_out = _within_limits(cases)
    pairs, releases = list[Pair](), list[PastReleaseOut]()
    with _turns.taken(who.id), passing_file(text, book.slug) as path:
        if not chosen:
            return _impact([], [], n_gone, n_left_out)
        with closing(Trial(str(path))) as new:
            for case, old in _under_their_versions(service, book.slug, chosen):
                _write_down(service, who, found, case)
                releases.append(_compared(case, old, new, pairs))
    return _impact(pairs, releases, n_gone, n_left_out)


def _impact(pairs: list[Pair], releases: list[PastReleaseOut], n_gone: int, n_left_out: int) -> ImpactOut:
    impact = CountsOut.model_validate(counted(pairs))
    return ImpactOut(impact=impact, releases=releases, n_gone=n_gone, n_left_out=n_left_out)


def _cases(
    service: Service, session: Session, book: PolicyFile, version: PolicyVersion
) -> tuple[list[_Case], int]:
    """Sealed releases under other versions of a policy, newest first, and how many are gone."""
    wanted = (
        select(Release, PolicyVersion)
        .join(PolicyVersion, PolicyVersion.id == Release.policy_version_id)
        .where(PolicyVersion.policy_id == book.id, PolicyVersion.id != version.id)
        .where(Release.group_id == book.group_id, Release.state == State.SEALED)
        .order_by(Release.updated.desc())
    )
    found = session.execute(wanted).tuples().all()
    held = [(release, theirs) for release, theirs in found if release.key_sealed]
    cases = [
        _Case(release, title_of(service, release), theirs, job_of(service, session, release).documents())
        for release, theirs in held
    ]
    return cases, len(found) - len(held)


def _within_limits(cases: Sequence[_Case]) -> tuple[list[_Case], int]:
    """The newest documents that one comparison takes; how many it leaves out."""
    chosen, n, size = list[_Case](), 0, 0
    n_all = sum(len(case.documents) for case in cases)
    for case in cases:
        taken = list[Source]()
        for document in case.documents:
            size += document.n_bytes()
            if n + len(taken) < MOST_DOCUMENTS and size <= MOST_BYTES:
                taken.append(document)
        n += len(taken)
        if taken:
            chosen.append(case._replace(documents=taken))
    return chosen, n_all - n


def _under_their_versions(
    service: Service, slug: str, cases: Sequence[_Case]
) -> Iterator[tuple[_Case, Trial | None]]:
    """Each case with the version that it was made under; None where that one compiles no more."""
    for version in {case.version.id: case.version for case in cases}.values():
        with passing_file(text_of(service, version), slug) as path:
            try:
                old = Trial(str(path))
            except InvalidError:
                yield from ((case, None) for case in cases if case.version.id == version.id)
                continue
            with closing(old):
                yield from ((case, old) for case in cases if case.version.id == version.id)


def _compared(case: _Case, old: Trial | None, new: Trial, pairs: list[Pair]) -> PastReleaseOut:
    kinds = list[Kind | str]()
    for document in case.documents:
        pair = _pair(document, old, new)
        kinds.append("unread" if pair is None else kind_of(*pair))
        pairs += [pair] if pair else []
    differing = [
        ComparedOut(number=document.id, name=document.relative, kind=kind)
        for document, kind in zip(case.documents, kinds, strict=True)
        if kind != "same"
    ]
    n_unread = kinds.count("unread")
    return PastReleaseOut(
        id=case.release.id, title=case.title, policy_number=case.version.number,
        documents=len(kinds) - n_unread, unread=n_unread, differing=differing,
    )  # fmt: skip


def _pair(document: Source, old: Trial | None, new: Trial) -> Pair | None:
    if old is None:
        return None
    content = document.read()
    tried = old.look(document.relative, content), new.look(document.relative, content)
    if any(not one.sheet.readable or one.refused for one in tried):
        return None
    return _changes(tried[0]), _changes(tried[1])


def _changes(tried: Tried) -> list[_Change]:
    return [_change(one) for one in tried.sheet.decisions]


def _change(facts: dict[str, Any]) -> _Change:
    return _Change(*(facts[name] for name in _Change._fields))


def _write_down(service: Service, who: Who, version: PolicyVersion, case: _Case) -> None:
    body = {
        "case": case.release.id,
        **who.named,
        "policy": version.id,
        "documents": len(case.documents),
    }
    record("compared", case.release.engine_id, body, service.keys)
