"""A release that an approver sent back, and who may approve it: what people did before still counts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from service.app.context import Service
from service.people import directory
from service.people.accounts import group_named
from service.people.roles import Role
from service.refusals import Refusal
from service.releases import approval, intake
from service.releases.intake import bundle_path
from service.releases.moves import State
from service.releases.originals.replacing import may_replace, replace_document
from service.releases.retention import clear
from service.releases.review import finishing, overrides
from service.releases.review.assigning import assign_all
from service.releases.review.correcting import Asked, correct
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import Group, Override, Release
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of, started

REVIEWERS = ("reviewer.clinic", "reviewer2.clinic")


@pytest.fixture(autouse=True)
def no_bench_stays_open() -> Iterator[None]:
    yield
    finishing.benches.close()


def signed_off(service: Service, more: str, *logins: str) -> str:
    """A release of one letter that each of them signed off."""
    release = started(service, approved_policy(service, POLICY + more), {"a.txt": LETTER})
    for login in logins:
        assert finishing.finish(service, person(service, login), documents(service, release)[1].id) == ""
    assert release_of(service, release).state == "approval"
    return release


def send_back(service: Service, release: str) -> None:
    approval.send_back(service, person(service, "approver.clinic"), release, "Look at the date again.")


def give(service: Service, login: str, *roles: Role) -> None:
    """Exactly these roles in the clinic."""
    root, found = person(service, "root"), person(service, login)
    with service.database.begin() as state:
        directory.change_roles(state, service.keys, root, "clinic", found.id, roles)


def why_not(service: Service, login: str, release: str) -> str:
    with service.database.look() as state:
        return approval.apart(state, person(service, login), state.get_one(Release, release))


def test_who_reviewed_before_it_was_sent_back_does_not_approve_it(furnished: Service) -> None:
    """Neither of two, though another person reviewed it since; nor is any document replaced."""
    release = signed_off(furnished, "review: {all_above: 0, reviewers: 2}\n", *REVIEWERS)
    send_back(furnished, release)
    for login in REVIEWERS:
        give(furnished, login, Role.APPROVER)
        assert "reviewed" in why_not(furnished, login, release)
    assert why_not(furnished, "approver.clinic", release) == ""
    with furnished.database.look() as state:
        assert not may_replace(state, state.get_one(Release, release))


@pytest.mark.parametrize("shared", [True, False])
def test_what_was_sent_back_is_not_lost_with_who_reviewed_it(furnished: Service, shared: bool) -> None:
    with furnished.database.begin() as state:
        state.execute(update(Group).values(shared=shared))
    release = started(
        furnished, approved_policy(furnished, POLICY + "review: {all_above: 0}\n"), {"a.txt": LETTER}
    )
    document, first = documents(furnished, release)[1].id, ""
    for login in REVIEWERS:
        try:
            first = first or (finishing.finish(furnished, person(furnished, login), document) or login)
        except Refusal:
            assert not shared
    send_back(furnished, release)
    give(furnished, first)
    assign_all(furnished)
    (other,) = {*REVIEWERS} - {first}
    assert finishing.finish(furnished, person(furnished, other), document) == ""
    assert release_of(furnished, release).state == "approval"


def test_who_hands_a_release_to_the_machine_does_not_approve_it(furnished: Service) -> None:
    """The draft is somebody else's."""
    give(furnished, "approver.clinic", Role.APPROVER, Role.OPERATOR)
    operator, both = person(furnished, "operator.clinic"), person(furnished, "approver.clinic")
    with furnished.database.look() as state:
        group = group_named(state, "clinic").id
    policy = "hipaa-safe-harbor"
    drafts = [intake.new_release(furnished, operator, group, f"Draft {n}", policy).id for n in "ab"]
    for draft, starter in zip(drafts, (both, operator), strict=True):
        intake.add_document(furnished, operator, draft, "a.txt", LETTER.encode(), "")
        intake.add_document(furnished, operator, draft, "scan.pdf", b"%PDF-1.7 nothing that a PDF holds", "")
        intake.start(furnished, starter, draft)
    assert drain(furnished) == 2
    assert "started" in why_not(furnished, "approver.clinic", drafts[0])
    assert why_not(furnished, "approver.clinic", drafts[1]) == ""
    broken = documents(furnished, drafts[1])[2].id
    replace_document(furnished, both, drafts[1], broken, "b.txt", LETTER.encode())
    assert "started" in why_not(furnished, "approver.clinic", drafts[1])


def test_a_release_that_is_rejected_keeps_its_originals_as_its_policy_says(furnished: Service) -> None:
    """review.keep_days: not the installation's thirty days."""
    release = signed_off(furnished, "review: {all_above: 0, keep_days: 3}\n", REVIEWERS[0])
    approval.reject(furnished, person(furnished, "approver.clinic"), release, "It is the wrong case.")
    for days, gone in ((2, 0), (4, 1)):
        with furnished.database.begin() as state:
            state.execute(update(Release).values(updated=now() - timedelta(days=days)))
        assert clear(furnished) == gone
    assert release_of(furnished, release).key_sealed is None


def test_a_value_that_one_document_keeps_and_another_loses_refuses_the_one(furnished: Service) -> None:
    """An approver granted it in the first letter; the second has the same address, and nobody asked there."""
    policy = approved_policy(furnished, POLICY + "review: {all_above: 0}\n")
    letters = {f"{n}.txt": f"{LETTER}Letter {n}.\n" for n in range(2)}
    release = started(furnished, policy, letters)
    reviewer, approver = person(furnished, REVIEWERS[0]), person(furnished, "approver.clinic")
    keeps, loses = documents(furnished, release).values()
    at = LETTER.index("jm@example.org")
    asked = Asked("keep", at, at + len("jm@example.org"), code="consent", reason="She agreed.")
    assert correct(furnished, reviewer, keeps.id, asked) == 1
    with furnished.database.look() as state:
        override = state.scalars(select(Override.id)).one()
    overrides.decide_override(furnished, approver, override, grant=True)
    assert [finishing.finish(furnished, reviewer, one.id) for one in (keeps, loses)] == ["", ""]
    approval.approve(furnished, approver, release, "")
    assert drain(furnished) == 1
    kept, lost = documents(furnished, release).values()
    assert (kept.outcome, lost.outcome) == ("refused", "released")
    assert "VER004" in kept.reason
    (left,) = (bundle_path(furnished, release) / "documents").iterdir()
    assert "jm@example.org" not in left.read_text(encoding="utf-8")


def test_what_nobody_reviewed_is_not_sent_back(furnished: Service) -> None:
    policy = approved_policy(furnished, POLICY + "review: {all_above: 100}\n")
    release = started(furnished, policy, {"a.txt": LETTER})
    with pytest.raises(Refusal, match="RVW023"):
        send_back(furnished, release)
    assert release_of(furnished, release).state == State.APPROVAL
