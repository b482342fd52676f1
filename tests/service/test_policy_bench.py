"""The bench of policies: faults at their lines, what may stand where, tries, cases, changes."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest

from flows.release.preview.trying import Trial
from service.app.context import Service
from service.people.accounts import give_roles, group_named
from service.people.roles import Role
from service.policies import books, cases, changes, editing, trying
from service.policies.cases import OwnCase
from service.refusals import Refusal
from service.releases.review.waiting import waiting_for
from service.state.tables import Person
from tests.service.cases import POLICY, person
from tests.service.people import Door

BROKEN = POLICY.replace("version: 1.0.0", "version: one").replace("[person]", "[persn]")


def draft_of(service: Service, text: str = POLICY) -> str:
    """A draft that the clinic's author began."""
    with service.database.look() as state:
        group = group_named(state, "clinic").id
    return books.add_version(service, person(service, "author.clinic"), group, text)


def approved(service: Service, version: str) -> None:
    """The same, submitted and signed."""
    books.submit_policy(service, person(service, "author.clinic"), version)
    books.approve_policy(service, person(service, "approver.clinic"), version, "")


def line_with(text: str, part: str) -> int:
    return next(i for i, line in enumerate(text.split("\n"), 1) if part in line)


@pytest.fixture(autouse=True)
def _no_trial_is_left() -> object:
    yield
    trying.trials.close()


def test_faults_stand_at_their_lines() -> None:
    found = {one.line: one for one in editing.faults_at(BROKEN)}
    assert set(found) == {line_with(BROKEN, "version"), line_with(BROKEN, "persn")}
    assert "person" in found[line_with(BROKEN, "persn")].sentence
    assert editing.faults_at(POLICY) == []


def test_the_law_of_the_clause_at_the_cursor() -> None:
    at = editing.clause_at(POLICY, line_with(POLICY, "find: [ssn"))
    assert at is not None
    assert (at.law, at.about, at.jurisdiction) == (
        "45 CFR 164.514(b)(2)(i)(G)", "Social security numbers", "US",
    )  # fmt: skip
    assert editing.clause_at(POLICY, line_with(POLICY, "title")) is None
    assert editing.clause_at(POLICY + "review:\n  sample: 3\n", POLICY.count("\n") + 2) is None
    assert editing.clause_at("identifiers: [", 1) is None


@pytest.mark.parametrize(
    ("text", "offered", "missing"),
    [
        ("policy: x\n", {"title", "extends", "identifiers", "review"}, {"policy"}),
        ("identifiers:\n  - id: A\n    ", {"find", "law", "replace_with"}, {"id", "extends"}),
        ("identifiers:\n  - find: [", {"person", "ssn"}, {"law"}),
        ("review:\n  ", {"all_above", "sample", "reviewers"}, {"title"}),
        ("documents:\n  columns:\n    - ", {"named", "then"}, {"columns"}),
        ("identifiers:\n  - status: ", {"partly"}, {"law"}),
    ],
)
def test_what_may_stand_at_the_cursor(text: str, offered: set[str], missing: set[str]) -> None:
    lines = text.split("\n")
    found = {one.text for one in editing.offers_at(text, len(lines), len(lines[-1]) + 1)}
    assert offered <= found
    assert not missing & found


def test_every_change_of_a_try_has_its_reason(furnished: Service, door: Door) -> None:
    version = draft_of(furnished)
    author = door.program("author.clinic")
    told = author.post(f"/api/v1/policies/{version}/try", json={"text": "Call John Miller, 219-09-9999.\n"})
    changed = {one["category"]: one for one in told.json()["changes"]}
    assert set(changed) == {"person", "ssn"}
    assert "the form of a ssn" in changed["ssn"]["reason"] or "ssn" in changed["ssn"]["reason"]
    assert "learned recogniser" in changed["person"]["reason"]
    assert told.json()["refused"] == []
    page = door.browser("approver.clinic").post(f"/policies/{version}/try", sample="It is 219-09-9999.")
    assert "[SSN]" in page.text
    assert "Keep as a case" not in page.text  # who does not write makes no cases


def test_a_file_is_tried_and_a_broken_one_is_refused_in_words(furnished: Service) -> None:
    version, author = draft_of(furnished), person(furnished, "author.clinic")
    page = b"<html><body><p>Write to jm@example.org.</p></body></html>"
    tried = trying.try_policy(furnished, author, version, "page.html", page)
    assert [one["category"] for one in tried.sheet.decisions] == ["email"]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("nothing.xml", "<a/>")
    broken = trying.try_policy(furnished, author, version, "letter.docx", made.getvalue())
    assert not broken.sheet.readable
    assert broken.refused


def test_a_table_is_not_tried_as_a_document() -> None:
    trial = Trial("adult-census")
    try:
        tried = trial.look("adult.csv", b"age,workclass\n39,Private\n")
    finally:
        trial.close()
    assert not tried.sheet.readable
    assert "TRY001" in tried.refused[0]


def test_nothing_of_a_try_is_kept(furnished: Service, tmp_path: Path) -> None:
    version, marker = draft_of(furnished), "zqxtry"
    sample = f"{marker} wrote to {marker}@example.org".encode()
    trying.try_policy(furnished, person(furnished, "author.clinic"), version, f"{marker}.txt", sample)
    furnished.database.engine.dispose()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if marker.encode() in path.read_bytes()]


def test_cases_are_kept_with_the_policy_and_fare(furnished: Service) -> None:
    version, author = draft_of(furnished), person(furnished, "author.clinic")
    ssn, name = _clauses(furnished, version)
    good = OwnCase("", ssn, "go", "It is 219-09-9999.", "219-09-9999")
    first = cases.add_case(furnished, author, version, good)
    assert cases.add_case(furnished, author, version, good) == first  # the same twice is one
    cases.add_case(furnished, author, version, OwnCase("", name, "go", "A blue door is gone.", "blue door"))
    cases.add_case(furnished, author, version, OwnCase("", ssn, "stay", "Room 219 is free.", ""))
    fared = cases.run_own_cases(furnished, author, version)
    outcomes = {one.text: one.outcome for one in fared.own}
    assert outcomes["It is 219-09-9999."] == outcomes["Room 219 is free."] == "passed"
    assert "missed" in outcomes["A blue door is gone."]
    assert (fared.n_inherited, fared.failures) == (0, None)
    cases.remove_case(furnished, author, version, first)
    assert len(cases.run_own_cases(furnished, author, version).own) == 2


def test_inherited_cases_run_on_request(furnished: Service) -> None:
    text = "policy: census\nversion: 1.0.0\ntitle: Census\nextends: part2-substance-use\n"
    version, author = draft_of(furnished, text), person(furnished, "author.clinic")
    idle = cases.run_own_cases(furnished, author, version)
    assert (idle.own, idle.failures) == ([], None)
    assert idle.n_inherited > 10
    assert cases.run_own_cases(furnished, author, version, inherited=True).failures == []


def test_a_case_that_is_none_is_refused(furnished: Service) -> None:
    version, author = draft_of(furnished), person(furnished, "author.clinic")
    ssn, _ = _clauses(furnished, version)
    for case in (
        OwnCase("", "no-such-clause", "go", "a", "a"),
        OwnCase("", ssn, "go", "a text", "not in it"),
        OwnCase("", ssn, "perhaps", "a", "a"),
    ):
        with pytest.raises(Refusal, match="PLB003"):
            cases.add_case(furnished, author, version, case)


def _clauses(service: Service, version: str) -> tuple[str, str]:
    with service.database.look() as state:
        row, book = books.visible_version(
            state, person(service, "author.clinic"), version, books.Action.READ_POLICIES
        )
        path = books.version_path(service, row, book.slug)
    first, second = (one.id for one in books.loaded(path).text_clauses)
    return first, second


def test_a_version_is_told_apart_from_the_one_in_force(furnished: Service, door: Door) -> None:
    author, first = person(furnished, "author.clinic"), draft_of(furnished)
    assert changes.changes_of(furnished, author, first) is None
    approved(furnished, first)
    weaker = POLICY.replace("find: [ssn, email, phone]", "find: [ssn, email]").replace("1.0.0", "1.1.0")
    second = draft_of(furnished, weaker)
    found = changes.changes_of(furnished, author, second)
    assert found is not None
    assert (found.against, found.verdict) == ("letters 1", "weaker")
    assert [(one.subject, one.words) for one in found.changed] == [("phone", "is no longer looked for")]
    page = door.browser("approver.clinic").get(f"/policies/{second}/changes").text
    assert "protects less" in page
    assert "phone" in page


def test_a_policy_is_read_in_plain_words(furnished: Service, door: Door) -> None:
    reader = door.browser("auditor.clinic")
    page = reader.get(f"/policies/{draft_of(furnished)}/words").text
    assert "45 CFR 164.514(b)(2)(i)(G)" in page
    assert "Names that no recogniser knows stay." in page
    shipped = reader.get("/policies/shipped/hipaa-safe-harbor").text
    assert "Social security numbers" in shipped
    assert reader.get("/policies/shipped/no-such").status_code == 404


def test_a_draft_with_faults_says_so_on_every_tab(furnished: Service, door: Door) -> None:
    version, author = draft_of(furnished), door.browser("author.clinic")
    author.post(f"/policies/{version}", text=BROKEN)
    for tab in ("words", "cases"):
        page = author.get(f"/policies/{version}/{tab}").text
        assert "has faults" in page
        assert re.search(r"<p>Line \d+: ", page)
        assert "saferelease-policies" not in page  # the file that was read is none of the author's
    assert "No earlier version" in author.get(f"/policies/{version}/changes").text
    assert "has faults" in author.post(f"/policies/{version}/try", sample="a").text


def test_a_policy_waits_for_approvers_of_its_group_but_not_for_its_author(
    furnished: Service,
) -> None:
    version, author = draft_of(furnished), person(furnished, "author.clinic")
    with furnished.database.begin() as state:
        found = state.get_one(Person, author.id)
        give_roles(state, found, group_named(state, "clinic"), [Role.AUTHOR, Role.APPROVER])
    books.submit_policy(furnished, person(furnished, "author.clinic"), version)
    logins = ("approver.clinic", "approver.court", "reviewer.clinic", "author.clinic")
    told = {
        login: [one.address for one in waiting_for(furnished, person(furnished, login))] for login in logins
    }
    assert told == {login: [f"/policies/{version}"] if login == "approver.clinic" else [] for login in logins}
