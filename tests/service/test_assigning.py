"""A reviewer sees the documents that are assigned to her; the others of her group are not there for her."""

from __future__ import annotations

from collections import Counter

import pytest
from sqlalchemy import select

from service.app.context import Service
from service.people import directory
from service.people.accounts import group_named
from service.people.roles import Role
from service.refusals import Refusal
from service.releases.review import correcting, desks, finishing
from service.releases.review.assigning import assign_all
from service.releases.review.correcting import Asked
from service.releases.telling import telling_of
from service.state.tables import Assignment, ReleaseDocument
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, started
from tests.service.people import Door
from tests.service.test_access import FIELDS, TABLE

ALL = POLICY + "review: {all_above: 0}\n"
LETTERS = {f"secret-{n}.txt": LETTER for n in range(4)}
REVIEWERS = ("reviewer.clinic", "reviewer2.clinic")


def apart(service: Service, text: str = ALL) -> dict[str, list[ReleaseDocument]]:
    """A release of four letters in a group that does not share them; by login, whose each of them is."""
    with service.database.begin() as state:
        group_named(state, "clinic").shared = False
    release = started(service, approved_policy(service, text), LETTERS)
    return theirs(service, release)


def theirs(service: Service, release: str) -> dict[str, list[ReleaseDocument]]:
    with service.database.look() as state:
        given = {(one.document_id, one.person_id) for one in state.scalars(select(Assignment))}
    rows = documents(service, release).values()
    return {who: [d for d in rows if (d.id, person(service, who).id) in given] for who in REVIEWERS}


def test_each_document_has_one_reviewer_and_each_reviewer_as_many(furnished: Service) -> None:
    mine, hers = apart(furnished).values()
    assert (len(mine), len(hers)) == (2, 2)
    assert len({one.id for one in (*mine, *hers)}) == 4
    assign_all(furnished)
    assert theirs(furnished, mine[0].release_id)[REVIEWERS[0]][0].id in {one.id for one in mine}


def test_a_policy_that_asks_two_has_two_for_each(furnished: Service) -> None:
    found = apart(furnished, POLICY + "review: {all_above: 0, reviewers: 2}\n")
    assert [len(one) for one in found.values()] == [4, 4]


def test_nothing_of_a_document_of_others_is_answered(furnished: Service, door: Door) -> None:
    """Every address of a document that reviewers have, by the table of addresses."""
    mine, hers = apart(furnished).values()
    browser, program = door.browser(REVIEWERS[0]), door.program(REVIEWERS[0])
    asked = [key for key, allowed in TABLE.items() if "{document}" in key[1] and allowed == {Role.REVIEWER}]
    assert len(asked) > 12
    for method, path in asked:
        address, fields = path.format(document=hers[0].id, page=1), FIELDS.get(path, {})
        if path.startswith("/api/"):
            body = {"json": fields} if method != "GET" else {}
            answer = program.request(method, address, **body)  # type: ignore[arg-type]
            assert (answer.status_code, answer.json()["code"]) == (403, "RVW021"), path
        else:
            answer = browser.get(address) if method == "GET" else browser.post(address, **fields)
            assert answer.status_code == 403 and "Miller" not in answer.text, path
    assert program.get(f"/api/v1/documents/{mine[0].id}").status_code == 200


def test_pages_and_lists_show_ones_own(furnished: Service, door: Door) -> None:
    mine, hers = apart(furnished).values()
    release, browser = mine[0].release_id, door.browser(REVIEWERS[0])
    page = browser.get(f"/releases/{release}").text
    names = {one.id: f"secret-{one.number - 1}" for one in (*mine, *hers)}
    assert all(names[one.id] in page and f"/review/{one.id}" in page for one in mine)
    assert not any(names[one.id] in page or f"/review/{one.id}" in page for one in hers)
    assert all(
        name in door.browser("operator.clinic").get(f"/releases/{release}").text for name in names.values()
    )
    assert "2 documents wait for review." in browser.get("/").text
    for who, n in (("reviewer.clinic", 2), ("approver.clinic", 4)):
        assert len(telling_of(furnished, person(furnished, who), release)[1]) == n
    assert len(desks.open_desk(furnished, person(furnished, REVIEWERS[0]), mine[0].id).todo) == 2


def test_a_correction_for_the_whole_release_stays_on_ones_desk(furnished: Service) -> None:
    mine, _ = apart(furnished).values()
    at = LETTER.index("colleague")
    asked = Asked("add", at, at + len("colleague"), category="person", everywhere="release")
    assert correcting.correct(furnished, person(furnished, REVIEWERS[0]), mine[0].id, asked) == 2


def test_what_a_lost_role_leaves_goes_to_somebody_else(furnished: Service) -> None:
    mine, hers = apart(furnished).values()
    root, gone = person(furnished, "root"), person(furnished, REVIEWERS[1])
    with furnished.database.begin() as state:
        directory.change_roles(state, furnished.keys, root, "clinic", gone.id, [])
    with pytest.raises(Refusal) as refused:
        desks.open_desk(furnished, person(furnished, REVIEWERS[1]), hers[0].id)
    assert refused.value.status == 404
    assign_all(furnished)
    assert len(theirs(furnished, mine[0].release_id)[REVIEWERS[0]]) == 4
    for one in (*mine, *hers):
        assert finishing.finish(furnished, person(furnished, REVIEWERS[0]), one.id) == ""


def test_a_group_that_shares_its_documents_says_so_in_the_ledger(furnished: Service, door: Door) -> None:
    _, hers = apart(furnished).values()
    administrator, reviewer = door.browser("administrator.clinic"), door.program(REVIEWERS[0])
    address = f"/api/v1/documents/{hers[0].id}"
    for outcome, status in (("all", 200), ("assigned", 403)):
        assert administrator.post("/people/clinic/documents", outcome=outcome).status_code == 303
        assert reviewer.get(address).status_code == status
    entries = door.program("auditor.clinic").get("/api/v1/audit?event=identity").json()
    steps = Counter(word for one in entries for word in one["what"].split(", ") if "documents-" in word)
    assert steps == {"step documents-shared": 1, "step documents-assigned": 1}


def test_a_new_group_does_not_share(furnished: Service) -> None:
    with furnished.database.begin() as state:
        directory.add_group(state, furnished.keys, person(furnished, "root"), "third", "Third")
    with furnished.database.look() as state:
        assert not group_named(state, "third").shared
