"""The report for a period: who released, looked, approved and let by, for auditors of those groups alone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from adapters.reports.pdf.signatures import signature_of
from service.app.context import Service
from service.audit.period import period_report
from service.audit.period_rows import PeriodReport
from service.refusals import Refusal
from service.releases import approval
from service.releases.intake import cancel
from service.releases.review import correcting, desks, finishing, overrides
from service.releases.review.correcting import Asked
from service.releases.running import drain
from service.web.pages.plots import bars, timeline
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, started
from tests.service.people import Door
from tests.unit.test_printed_reports import words_of

FIRST = datetime.now(UTC).date()
"""The day on which the tests begin; midnight may pass before they end."""


def today() -> date:
    """The day of UTC, which the service goes by."""
    return datetime.now(UTC).date()


def report(service: Service, login: str = "auditor.clinic", first: date = FIRST) -> PeriodReport:
    """What an auditor is told of the time of the tests."""
    with service.database.look() as state:
        return period_report(state, person(service, login), first, today())


def sealed(service: Service, review: str = "{all_above: 0}") -> str:
    """A release of two letters: one name added, one finding refused with a granted override."""
    texts = {"secret-name.txt": LETTER + "Also Quorble.\n", "b.txt": "Nothing is here.\n"}
    release = started(service, approved_policy(service, f"{POLICY}review: {review}\n"), texts)
    reviewer, text = person(service, "reviewer.clinic"), LETTER
    first, second = documents(service, release)[1], documents(service, release)[2]
    desks.open_desk(service, reviewer, first.id)
    at = text.index("jm@example.org")
    consent = Asked("keep", at, at + len("jm@example.org"), code="consent", reason="she agreed")
    correcting.correct(service, reviewer, first.id, consent)
    with service.database.look() as state:
        (asked,) = overrides.overrides_of(state, release)
    overrides.decide_override(service, person(service, "approver.clinic"), asked.id, grant=True)
    for document in (first, second):
        assert finishing.finish(service, reviewer, document.id) == ""
    approval.approve(service, person(service, "approver.clinic"), release, "good")
    drain(service)
    return release


def test_a_period_in_counts_codes_and_names(furnished: Service, door: Door) -> None:
    release = sealed(furnished)
    found = report(furnished)
    assert [(row.policy, row.started, row.sealed, row.failed) for row in found.releases] == [
        ("letters 1", 1, 1, 0)
    ]
    assert found.documents == {"reviewed": 2}
    assert [(one.outcome, one.by) for one in found.approvals] == [("approved", "Approver Of Clinic")]
    (override,) = found.overrides
    assert (override.state, override.asked_by, override.decided_by, override.category) == (
        "granted", "Reviewer Of Clinic", "Approver Of Clinic", "email",
    )  # fmt: skip
    assert found.exemptions == {"The person agreed": 1}
    (row,) = found.reviewers
    assert (row.name, row.documents, row.views, row.refused, row.added) == (
        "Reviewer Of Clinic", 2, 1, 1, 0,
    )  # fmt: skip
    assert (found.first_entry, found.last_entry) == (0, 0)
    page = door.browser("auditor.clinic").get("/audit/period")
    assert page.status_code == 200
    secret = ("Miller", "jm@example", "secret-name", "she agreed", "A case")
    for text in (page.text, found.model_dump_json()):
        assert not [word for word in secret if word in text]
    told = door.program("auditor.clinic").get(f"/api/v1/audit/period?first={FIRST}&last={today()}").json()
    assert PeriodReport.model_validate(told) == report(furnished)  # the key is in it now
    _prints(door, release, secret)


def _prints(door: Door, release: str, secret: tuple[str, ...]) -> None:
    """The same on paper: what auditors and recipients read, signed by this installation."""
    pages = door.browser("auditor.clinic"), door.program("auditor.clinic")
    for address, words in (
        (
            f"/audit/period.pdf?first={FIRST}&last={today()}",
            ("Audit report", "letters 1", "The person agreed"),
        ),
        (f"/releases/{release}/report.pdf", ("Compliance report", "Reviewer Of Clinic", "Released")),
    ):
        for client, prefix in zip(pages, ("", "/api/v1"), strict=True):
            answer = client.get(prefix + address)
            assert answer.headers["content-type"] == "application/pdf"
            text = words_of(answer.content)
            assert [word for word in words if word not in text] == []
            assert not [word for word in secret if word in text]
            assert signature_of(answer.content).public_key == door.service.keys.public_hex()


def sampled(service: Service, sentence: str = "Write to jm@example.org.", *more: Asked) -> str:
    """A sealed release of which one document was drawn at random, in which a reviewer found one name more."""
    people = ("John Miller", "Anna Keller", "Paul Fisher")  # one each: what is kept in one goes in no other
    texts = {f"{n}.txt": f"Quorble{n} came. {sentence}\n".format(name) for n, name in enumerate(people)}
    policy = approved_policy(service, POLICY + "review: {all_above: 99, sample: 1}\n")
    release = started(service, policy, texts)
    (drawn,) = (one for one in documents(service, release).values() if one.chosen == "sample")
    reviewer = person(service, "reviewer.clinic")
    for asked in (Asked("add", 0, 8, "person"), *more):
        correcting.correct(service, reviewer, drawn.id, asked)
    assert finishing.finish(service, reviewer, drawn.id) == ""
    approval.approve(service, person(service, "approver.clinic"), release, "good")
    drain(service)
    return release


def test_recall_and_work_are_drawn_over_time(furnished: Service, door: Door) -> None:
    sampled(furnished)
    found = report(furnished)
    (sample,) = found.samples
    assert sample.recall == pytest.approx(0.5), "the address was found, the name was not"
    (row,) = found.days
    assert row.documents == 1
    assert FIRST <= row.day <= today()
    page = door.browser("auditor.clinic").get("/audit/period").text
    assert page.count('<svg class="plot"') == 2
    assert page.count('<rect class="bar"') == 1
    assert "50.0 %" in page
    pdf = door.browser("auditor.clinic").get("/audit/period.pdf").content
    assert "found without people" in words_of(pdf)
    assert "50 %" in words_of(pdf), "the ticks of the figure are text on paper too"


def test_a_finding_that_was_wrong_is_no_identifier_that_was_found(furnished: Service) -> None:
    at = len("Quorble0 came. I saw ")
    wrong = Asked("keep", at, at + len("John Miller"), code="not-an-identifier", reason="a product")
    sampled(furnished, "I saw {}.", wrong)
    (sample,) = report(furnished).samples
    assert sample.recall == 0, "of the one identifier that was there none was found"


def test_many_days_are_drawn_as_few_bars() -> None:
    days = [(FIRST - timedelta(days=n), 2) for n in range(100)]
    drawn = bars(days, FIRST - timedelta(days=99), FIRST)
    assert len(drawn.marks) == 25
    assert {mark.word for mark in drawn.marks} == {"8"}
    shares = [(FIRST - timedelta(days=9), 0.5), (FIRST, 1.0)]
    line = timeline(shares, FIRST - timedelta(days=9), FIRST)
    assert [(mark.x, mark.y) for mark in line.marks] == [(line.left, line.bottom), (line.right, line.top)]


def test_another_group_and_another_time_are_empty(furnished: Service) -> None:
    cancel(
        furnished,
        person(furnished, "operator.clinic"),
        started(furnished, approved_policy(furnished, POLICY + "review: {all_above: 0}\n")),
    )
    (row,) = report(furnished).releases
    assert (row.started, row.cancelled, row.sealed) == (1, 1, 0)
    court = report(furnished, "auditor.court")
    assert (court.releases, court.approvals, court.reviewers, court.last_entry) == ([], [], [], 0)
    with furnished.database.look() as state:
        past = FIRST - timedelta(days=40)
        before = period_report(state, person(furnished, "auditor.clinic"), past, past)
    assert (before.releases, before.last_entry) == ([], 0)


def test_who_audits_nothing_and_days_in_the_wrong_order_are_refused(furnished: Service) -> None:
    with pytest.raises(Refusal, match="SVC001"):
        report(furnished, "operator.clinic")
    with pytest.raises(Refusal, match="SVC004"):
        report(furnished, first=FIRST + timedelta(days=3))
