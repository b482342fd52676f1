"""Pages say states, events and fields in words, not in the codes of the machine."""

from __future__ import annotations

import re
from typing import get_args

from service.app.context import Service
from service.audit.reading import AuditEvent
from service.audit.words import EVENT_WORDS
from service.policies import books
from service.releases.review.finishing import finish
from service.web.build import FIELD_WORDS
from tests.service.cases import POLICY, approved_policy, documents, person, started
from tests.service.people import Door
from tests.service.test_policy_bench import draft_of

RAW = re.compile(r"\b(?:queued|to-review|moved|viewed|from draft|machine, |root)\b|[0-9a-f]{32}")


def test_the_ledger_reads_as_people_speak(furnished: Service, door: Door) -> None:
    release = started(furnished, approved_policy(furnished, POLICY + "review: {all_above: 0}\n"))
    rows, reviewer = documents(furnished, release), person(furnished, "reviewer.clinic")
    door.browser("reviewer.clinic").get(f"/review/{rows[1].id}")
    assert finish(furnished, reviewer, rows[1].id) == ""
    page = door.browser("auditor.clinic").get("/audit").text
    table = re.sub(r"<[^>]+>", " ", page.partition("<tbody>")[2].partition("</tbody>")[0])
    assert RAW.findall(table) == []
    for words in (
        "Draft \u2192 Waits for a machine",
        "document 000001; to review \u2192 reviewed",
        "Original seen",
    ):
        assert words in table, words
    assert "The machine" in table and "Reviewer Of Clinic" in table
    assert '<option value="viewed">Original seen</option>' in page
    shown = door.program("auditor.clinic").get("/api/v1/audit").json()
    assert {"moved", "viewed"} <= {one["event"] for one in shown}, "programs get the codes"


def test_every_event_has_words() -> None:
    assert set(EVENT_WORDS) == set(get_args(AuditEvent))


def test_a_refused_policy_is_called_refused(furnished: Service, door: Door) -> None:
    version = draft_of(furnished)
    books.submit_policy(furnished, person(furnished, "author.clinic"), version)
    books.approve_policy(furnished, person(furnished, "approver.clinic"), version, "No", grant=False)
    for path in ("/policies", f"/policies/{version}"):
        page = door.browser("author.clinic").get(path).text
        assert ">refused</span>" in page and ">rejected</span>" not in page


def test_a_field_is_called_as_the_page_calls_it(door: Door) -> None:
    page = door.browser("root").post("/account/keys", title="x", days="many", scopes="read")
    assert page.status_code == 422 and "cannot be used: days in force." in page.text
    answer = door.program("root").post(
        "/api/v1/keys", json={"title": "x", "days": "many", "scopes": ["read"]}
    )
    assert answer.json()["detail"] == "These values cannot be used: days."
    page = door.browser("root").post("/people/groups", title="x")
    assert "cannot be used: short name." in page.text
    assert not [word for word in FIELD_WORDS.values() if "_" in word]
