"""A release rests and goes on, ends where somebody cancels it, and takes a better file for a broken one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from flows.audit.verification.bundle import verify_release
from service.app.context import Service
from service.people.accounts import group_named
from service.refusals import Refusal
from service.releases import approval, intake
from service.releases.intake import bundle_path, name_of
from service.releases.originals.replacing import replace_document
from service.releases.review import correcting
from service.releases.running import claim, drain, work
from service.state.columns import now
from service.state.tables import Release
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, release_of
from tests.service.people import Door

N = 9
BROKEN = b"%PDF-1.7 nothing that a PDF holds"


def queued(service: Service, policy: str) -> str:
    """A release of three chunks whose first document cannot be read, handed to the machine."""
    operator = person(service, "operator.clinic")
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    release = intake.new_release(service, operator, group, "A case", policy).id
    intake.add_document(service, operator, release, "scan.pdf", BROKEN, "0")
    for number in range(1, N):
        text = f"{LETTER}Letter {number}.\n".encode()
        intake.add_document(service, operator, release, f"{number}.txt", text, str(number))
    intake.start(service, operator, release)
    return release


def test_a_release_rests_goes_on_and_takes_a_better_file(furnished: Service, door: Door) -> None:
    operator = person(furnished, "operator.clinic")
    release = queued(furnished, approved_policy(furnished))
    intake.pause(furnished, operator, release)
    assert drain(furnished) == 0, "it rests before it began"
    intake.resume(furnished, operator, release)
    assert claim(furnished) == release
    browser = door.browser("operator.clinic")
    assert browser.post(f"/releases/{release}/pause").status_code == 303
    assert "It pauses after the documents" in browser.get(f"/releases/{release}").text
    told = door.program("operator.clinic").get(f"/api/v1/releases/{release}/progress").json()
    assert (told["state"], told["asked"]) == ("running", "pause")
    work(furnished, release, workers=1)
    resting = release_of(furnished, release)
    assert (resting.state, resting.asked) == ("paused", "")
    assert 0 < resting.done < N
    assert drain(furnished) == 0
    assert "Resume" in browser.get(f"/releases/{release}").text
    assert browser.post(f"/releases/{release}/resume").status_code == 303
    assert drain(furnished) == 1
    assert release_of(furnished, release).state == "approval"

    first = documents(furnished, release)[1]
    assert (first.state, first.outcome) == ("quarantined", "quarantined")
    assert first.reason
    assert "Replace it" in browser.get(f"/releases/{release}").text
    whole = documents(furnished, release)[2]
    with pytest.raises(Refusal) as refused:
        replace_document(furnished, operator, release, whole.id, "a.txt", b"a")
    assert refused.value.faults[0].code == "SVC003"
    answer = door.program("operator.clinic").put(
        f"/api/v1/releases/{release}/quarantine/{first.id}/typed.txt", content=LETTER.encode()
    )
    assert answer.status_code == 204
    assert drain(furnished) == 1
    better = documents(furnished, release)[1]
    row = release_of(furnished, release)
    assert (better.outcome, name_of(furnished, row, better)) == ("released", "typed.txt")
    approval.approve(furnished, person(furnished, "approver.clinic"), release, "")
    assert drain(furnished) == 1
    bundle = bundle_path(furnished, release)
    assert len(list((bundle / "documents").iterdir())) == N
    assert verify_release(bundle).faults == []


def test_cancelled_while_the_machine_is_at_it_a_release_ends(furnished: Service) -> None:
    release = queued(furnished, "hipaa-safe-harbor")
    assert claim(furnished) == release
    intake.cancel(furnished, person(furnished, "operator.clinic"), release)
    work(furnished, release, workers=1)
    ended = release_of(furnished, release)
    assert (ended.state, ended.reason) == ("cancelled", "")
    assert ended.done < N


def test_a_machine_that_ended_before_it_could_rest_is_not_followed_by_another(furnished: Service) -> None:
    release = queued(furnished, "hipaa-safe-harbor")
    claim(furnished)
    intake.pause(furnished, person(furnished, "operator.clinic"), release)
    with furnished.database.begin() as state:
        state.get_one(Release, release).beat = now().replace(year=2020)
    assert claim(furnished) is None
    assert release_of(furnished, release).state == "paused"


def test_a_machine_whose_clock_was_ahead_is_followed_in_time(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = queued(furnished, "hipaa-safe-harbor")
    with monkeypatch.context() as ahead:
        ahead.setattr("service.releases.running.now", lambda: now() + timedelta(days=1))
        ahead.setattr("service.state.columns.now", lambda: now() + timedelta(days=1))
        assert claim(furnished) == release
    assert claim(furnished) is None, "its machine beat a moment ago"
    with furnished.database.begin() as state:
        state.get_one(Release, release).beat -= timedelta(seconds=100)
    assert claim(furnished) == release


def test_nothing_is_replaced_once_people_have_begun(furnished: Service) -> None:
    policy = approved_policy(furnished, POLICY + "review: {all_above: 0}\n")
    release, operator = queued(furnished, policy), person(furnished, "operator.clinic")
    drain(furnished)
    found = documents(furnished, release)
    start = LETTER.index("219-09-9999")
    asked = correcting.Asked("accept", start, start + len("219-09-9999"))
    correcting.correct(furnished, person(furnished, "reviewer.clinic"), found[2].id, asked)
    with pytest.raises(Refusal) as refused:
        replace_document(furnished, operator, release, found[1].id, "a.txt", b"a")
    assert refused.value.faults[0].code == "RVW014"
