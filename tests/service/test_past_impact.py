"""What a version of a policy would have changed in past releases: in counts, for approvers, with entries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update

from adapters.ledger import ledger_path
from adapters.ledger.store import read_ledger
from adapters.machine.locations import home
from service.app.context import Service
from service.people.accounts import group_named
from service.policies import books
from service.refusals import Refusal
from service.releases import approval
from service.releases.originals import impacts
from service.releases.originals.impacts import impact_of
from service.releases.retention import clear
from service.releases.running import drain
from service.state.columns import now
from service.state.tables import Release
from tests.service.browsers import browsing, signed_in, violations
from tests.service.cases import DOCUMENTS, LETTER, POLICY, approved_policy, person, release_of, started
from tests.service.people import Door

WITHOUT_EMAIL = POLICY.replace("[ssn, email, phone]", "[ssn, phone]")
OTHERWISE = POLICY.replace("replace_with: placeholder\n    status", "replace_with: redact\n    status")


def sealed(service: Service, policy: str, documents: dict[str, str] = DOCUMENTS) -> str:
    """A release that was approved."""
    release = started(service, policy, documents)
    approval.approve(service, person(service, "approver.clinic"), release, "")
    drain(service)
    assert release_of(service, release).state == "sealed"
    return release


def draft(service: Service, text: str, group: str = "clinic") -> str:
    """A version that is being written."""
    with service.database.look() as state:
        ident = group_named(state, group).id
    return books.add_version(service, person(service, f"author.{group}"), ident, text)


def entries() -> list[dict[str, object]]:
    """What the ledger says of comparisons."""
    found = read_ledger(ledger_path(home())).entries
    return [dict(one.body) for one in found if one.event == "compared"]


def test_a_weaker_draft_is_shown_document_by_document(furnished: Service, door: Door) -> None:
    release = sealed(furnished, approved_policy(furnished, POLICY))
    version = draft(furnished, WITHOUT_EMAIL)
    approver = door.program("approver.clinic")
    found = approver.post(f"/api/v1/policies/{version}/impact", json={}).json()
    assert found["impact"]["documents"] == 4
    assert (found["impact"]["same"], found["impact"]["less"]) == (2, 2)
    assert found["impact"]["characters_less"] == len("jm@example.org") + len("peter.smith@example.org")
    assert found["impact"]["clauses"]["email"] == [2, 0]
    (one,) = found["releases"]
    assert (one["id"], one["documents"], one["unread"], one["policy_number"]) == (release, 4, 0, 1)
    assert {(each["name"], each["kind"]) for each in one["differing"]} == {
        ("letter.txt", "less"),
        ("table.csv", "less"),
    }
    page = door.browser("approver.clinic").post(f"/policies/{version}/impact")
    assert "2 documents of 4 would change: 0 characters more would go, 37 fewer" in page.text
    assert "letter.txt" in page.text and "less would go" in page.text
    for word in ("Miller", "jm@example", "219-09"):
        assert word not in page.text and word not in str(found)


def test_the_same_in_other_words_and_nothing_at_all(furnished: Service) -> None:
    sealed(furnished, approved_policy(furnished, POLICY), {"letter.txt": LETTER})
    approver = person(furnished, "approver.clinic")
    found = impact_of(furnished, approver, draft(furnished, OTHERWISE))
    assert (found.impact.otherwise, found.releases[0].differing[0].kind) == (1, "otherwise")


def test_only_other_versions_of_the_same_policy_count(furnished: Service) -> None:
    first = approved_policy(furnished, POLICY)
    sealed(furnished, first, {"letter.txt": LETTER})
    approver = person(furnished, "approver.clinic")
    assert impact_of(furnished, approver, first).releases == []
    other = draft(furnished, POLICY.replace("policy: letters", "policy: others"))
    assert impact_of(furnished, approver, other).impact.documents == 0
    second = draft(furnished, POLICY.replace("1.0.0", "1.1.0"))
    books.submit_policy(furnished, person(furnished, "author.clinic"), second)
    books.approve_policy(furnished, approver, second, "", grant=True)
    assert impact_of(furnished, approver, second).impact.same == 1


def test_each_release_that_is_read_has_an_entry_first(
    furnished: Service, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = sealed(furnished, approved_policy(furnished, POLICY), {"letter.txt": LETTER})
    version, approver = draft(furnished, WITHOUT_EMAIL), person(furnished, "approver.clinic")
    impact_of(furnished, approver, version)
    (entry,) = entries()
    assert entry == {"case": release, "person": approver.id, "policy": version, "documents": 1}
    audit = door.program("auditor.clinic").get("/api/v1/audit", params={"event": "compared"}).json()
    assert [one["what"] for one in audit] == [f"documents 1, policy {version}"]
    assert door.program("auditor.court").get("/api/v1/audit", params={"event": "compared"}).json() == []

    def unwritten(*_: object) -> None:
        raise OSError(28, "no room")

    monkeypatch.setattr(impacts, "record", unwritten)
    monkeypatch.setattr(impacts, "_compared", lambda *_: pytest.fail("it was read without an entry"))
    with pytest.raises(OSError, match="no room"):
        impact_of(furnished, approver, version)


@pytest.mark.parametrize("login", ["author.clinic", "reviewer.clinic", "operator.clinic", "auditor.clinic"])
def test_a_policys_author_learns_nothing_of_originals_by_it(furnished: Service, login: str) -> None:
    sealed(furnished, approved_policy(furnished, POLICY), {"letter.txt": LETTER})
    version = draft(furnished, WITHOUT_EMAIL)
    with pytest.raises(Refusal) as refused:
        impact_of(furnished, person(furnished, login), version)
    assert refused.value.status == 403
    with pytest.raises(Refusal) as outside:
        impact_of(furnished, person(furnished, "approver.court"), version)
    assert outside.value.status == 404
    assert entries() == []


def test_what_is_gone_and_what_is_too_much_is_counted(
    furnished: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy, approver = approved_policy(furnished, POLICY), person(furnished, "approver.clinic")
    gone = sealed(furnished, policy, {"letter.txt": LETTER})
    with furnished.database.begin() as state:
        state.execute(update(Release).values(keep_until=now() - timedelta(seconds=1)))
    assert clear(furnished) == 1
    sealed(furnished, policy)
    version = draft(furnished, WITHOUT_EMAIL)
    monkeypatch.setattr(impacts, "MOST_DOCUMENTS", 3)
    found = impact_of(furnished, approver, version)
    assert (found.impact.documents, found.n_gone, found.n_left_out) == (3, 1, 1)
    assert gone not in {one.id for one in found.releases}
    monkeypatch.setattr(impacts, "MOST_BYTES", 10)
    assert impact_of(furnished, approver, version).n_left_out == 4


def test_what_cannot_be_read_is_not_compared(furnished: Service) -> None:
    sealed(furnished, approved_policy(furnished, POLICY), {"letter.txt": LETTER, "broken.docx": "no archive"})
    found = impact_of(furnished, person(furnished, "approver.clinic"), draft(furnished, POLICY + "\n"))
    (one,) = found.releases
    assert (one.documents, one.unread, found.impact.same) == (1, 1, 1)
    assert [(each.name, each.kind) for each in one.differing] == [("broken.docx", "unread")]


def test_faults_of_the_draft_are_told(furnished: Service, door: Door) -> None:
    sealed(furnished, approved_policy(furnished, POLICY), {"letter.txt": LETTER})
    version = draft(furnished, WITHOUT_EMAIL)
    author = person(furnished, "author.clinic")
    books.save_draft(furnished, author, version, WITHOUT_EMAIL.replace("find:", "fnid:"))
    page = door.browser("approver.clinic").post(f"/policies/{version}/impact")
    assert "The policy has faults" in page.text
    assert entries() == []


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_approver_compares_in_a_browser(live: Service) -> None:
    from playwright.sync_api import expect

    sealed(live, approved_policy(live, POLICY))
    address = f"{live.settings.address}/policies/{draft(live, WITHOUT_EMAIL)}"
    with browsing() as browser:
        author = signed_in(browser, live.settings.address, "author.clinic")
        author.goto(address)
        expect(author.get_by_role("link", name="Changes")).to_be_visible()
        assert author.get_by_role("link", name="Past releases").count() == 0
        page = signed_in(browser, live.settings.address, "approver.clinic")
        page.goto(address)
        page.get_by_role("link", name="Past releases").click()
        assert violations(page) == []
        page.get_by_role("button", name="Compare").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#result")).to_contain_text("2 documents of 4 would change")
        expect(page.get_by_role("row", name="letter.txt")).to_contain_text("less would go")
        assert violations(page) + violations(page, "dark") == []
        page.set_viewport_size({"width": 800, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
