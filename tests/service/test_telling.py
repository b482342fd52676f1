"""What a release still tells: for its reviewers and approvers, sealed on disk, in no bundle."""

from __future__ import annotations

import pytest

from service.app.context import Service
from service.people.accounts import group_named
from service.refusals import Refusal
from service.releases import approval
from service.releases.intake import new_release
from service.releases.review import finishing
from service.releases.running import drain
from service.releases.telling import telling_of
from tests.service.cases import POLICY, approved_policy, documents, person, started
from tests.service.people import Door

CONCEPT = (
    POLICY
    + "counts: wikipedia\nknowledge: [wordnet]\nconcepts:\n"
    + "  - {id: hiv, protect: HIV, law: CJEU C-184/20, alpha: 1.5}\nreview: {all_above: 0}\n"
)
LETTER = "Antiretroviral drugs were given in the infectious ward. The gaminid council met on Monday.\n"


def test_reviewers_and_approvers_read_it_and_nobody_else(furnished: Service, door: Door) -> None:
    release = started(
        furnished, approved_policy(furnished, CONCEPT), {"a.txt": LETTER, "b.txt": "Nothing.\n"}
    )
    for login in ("reviewer.clinic", "approver.clinic"):
        page = door.browser(login).get(f"/releases/{release}/telling")
        assert (page.status_code, "infectious" in page.text) == (200, True)
        told = door.program(login).get(f"/api/v1/releases/{release}/telling").json()
        (first, second) = told
        assert [one["number"] for one in (first, second)] == ["000001", "000002"]
        (hiv,) = first["telling"]["concepts"]
        assert hiv["singly"]["after"] < hiv["allowed"] < hiv["singly"]["before"]
        assert "infectious" in [one["word"] for one in hiv["words"]]
        assert "antiretroviral" not in [one["word"] for one in hiv["words"]]
    for login, status in (("operator.clinic", 403), ("auditor.clinic", 403), ("approver.court", 404)):
        assert door.program(login).get(f"/api/v1/releases/{release}/telling").status_code == status
        page = door.browser(login).get(f"/releases/{release}")
        assert "/telling" not in page.text
    desk = door.browser("reviewer.clinic").get(f"/review/{documents(furnished, release)[1].id}")
    assert "What it still tells" in desk.text
    _is_sealed_and_in_no_bundle(furnished, release)


def _is_sealed_and_in_no_bundle(service: Service, release: str) -> None:
    reviewer = person(service, "reviewer.clinic")
    for document in documents(service, release).values():
        assert finishing.finish(service, reviewer, document.id) == ""
    approval.approve(service, person(service, "approver.clinic"), release, "good")
    drain(service)
    finishing.benches.close()
    bundle = service.settings.folder / "bundles" / release
    assert (bundle / "report.html").is_file()
    left = [path for path in service.settings.folder.rglob("*") if path.is_file()]
    assert [path for path in left if b'"telling"' in path.read_bytes()] == []
    told = [path for path in left if b"infectious" in path.read_bytes().lower()]
    assert [path.parent.name for path in told] == ["documents"], "the released text alone holds the word"
    _, after = telling_of(service, reviewer, release)
    assert [one.number for one in after] == ["000001", "000002"], "still there for those who answer for it"


def test_before_the_machine_decided_there_is_nothing_to_tell(furnished: Service) -> None:
    operator = person(furnished, "operator.clinic")
    with furnished.database.look() as state:
        group = group_named(state, "clinic").id
    release = new_release(furnished, operator, group, "A case", approved_policy(furnished)).id
    with pytest.raises(Refusal, match="SVC003"):
        telling_of(furnished, person(furnished, "reviewer.clinic"), release)
