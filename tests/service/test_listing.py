"""Lists of releases: what they count, and that their length does not make the state be asked more often."""

from __future__ import annotations

from itertools import product

from sqlalchemy import event, select

from service.app.context import Service
from service.people.accounts import group_named
from service.people.roles import Who
from service.releases import listing
from service.releases.moves import State, Step
from service.releases.review.desks import decidable, may_decide
from service.state.columns import new_id
from service.state.tables import Person, Release, ReleaseDocument
from tests.service.cases import person
from tests.service.people import Door


def made(service: Service, n: int, state: str = "review") -> None:
    """Releases of the clinic, a document in each, as they stand in the state."""
    with service.database.begin() as session:
        group = group_named(session, "clinic").id
        by = session.scalars(select(Person.id).where(Person.login == "operator.clinic")).one()
        for number in range(n):
            ident = new_id()
            title = service.vault.seal(f"Case {number}", f"title {ident}")
            row = Release(id=ident, group_id=group, title_sealed=title, policy="hipaa-safe-harbor")
            row.state, row.created_by = state, by
            session.add(row)
            session.flush()
            session.add(document(ident, chosen="all", state=Step.TO_REVIEW))
    # the rows alone: nothing of them is opened here


def document(release: str, number: int = 1, **values: object) -> ReleaseDocument:
    """A row."""
    return ReleaseDocument(release_id=release, number=number, name_sealed=b"", n_bytes=1, **values)


def n_questions(service: Service, door: Door, login: str, address: str) -> int:
    """How often the state is asked for a page."""
    browser, asked = door.browser(login), list[str]()
    browser.get(address)

    def count(connection: object, cursor: object, statement: str, *more: object) -> None:
        asked.append(statement)

    event.listen(service.database.engine, "before_cursor_execute", count)
    try:
        assert browser.get(address).status_code == 200
    finally:
        event.remove(service.database.engine, "before_cursor_execute", count)
    return len(asked)


def test_a_longer_list_asks_the_state_no_more_often(furnished: Service, door: Door) -> None:
    made(furnished, 2)
    pages = [(who, at) for who in ("reviewer.clinic", "approver.clinic") for at in ("/", "/releases")]
    before = [n_questions(furnished, door, *page) for page in pages]
    made(furnished, 20)
    assert [n_questions(furnished, door, *page) for page in pages] == before


def test_a_page_of_the_list_leads_to_the_others(furnished: Service, door: Door) -> None:
    made(furnished, 51)
    made(furnished, 1, "draft")
    browser = door.browser("reviewer.clinic")
    first, second = browser.get("/releases").text, browser.get("/releases?offset=50").text
    assert [page.count("<tr><td>") for page in (first, second)] == [50, 2]
    assert "1 to 50 of 52" in first
    assert "/releases?state=&amp;offset=50" in first
    assert "51 to 52 of 52" in second
    assert 'rel="next"' not in second
    drafts = browser.get("/releases?state=draft").text
    assert drafts.count("<tr><td>") == 1
    assert "All 52" in drafts
    assert browser.get("/releases?offset=-1").status_code == 422


def test_a_program_asks_for_a_part(furnished: Service, door: Door) -> None:
    made(furnished, 3)
    made(furnished, 1, "draft")
    program = door.program("reviewer.clinic")
    whole = [one["id"] for one in program.get("/api/v1/releases").json()]
    part = program.get("/api/v1/releases?offset=1&limit=2").json()
    assert [one["id"] for one in part] == whole[1:3]
    assert [one["state"] for one in program.get("/api/v1/releases?state=draft").json()] == ["draft"]
    assert door.program("reviewer.court").get("/api/v1/releases").json() == []


def test_the_state_is_asked_what_the_rule_says(furnished: Service) -> None:
    """Who may decide about a document stands twice: as a rule, and as a question to the database."""
    who, other = person(furnished, "reviewer.clinic"), person(furnished, "reviewer2.clinic")
    made(furnished, 1)
    made(furnished, 1, "approval")
    with furnished.database.begin() as session:
        releases = list(session.scalars(select(Release)))
        every = product(releases, Step, (None, who.id, other.id), ("", "all"))
        for number, (release, step, first, chosen) in enumerate(every, 2):
            row = document(release.id, number, state=step.value, first_reviewer=first, chosen=chosen)
            session.add(row)
    for one in (who, other):
        assert decided_by_rule(furnished, one) == decided_by_question(furnished, one)
    with furnished.database.look() as session:
        cases = listing.cases_for(furnished, session, who)
        assert sum(case.left for case in cases) == len(decided_by_rule(furnished, who))
        assert {case.documents for case in cases} == {1 + len(Step) * 6}
        found = listing.counts_for(session, who)
        assert {state: n for state, n in found.items() if n} == {State.REVIEW: 1, State.APPROVAL: 1}


def decided_by_rule(service: Service, who: Who) -> set[str]:
    """Documents about which somebody may decide, one by one."""
    with service.database.look() as session:
        releases = {row.id: row for row in session.scalars(select(Release))}
        rows = session.scalars(select(ReleaseDocument).where(ReleaseDocument.chosen != ""))
        return {row.id for row in rows if may_decide(who, releases[row.release_id], row)}


def decided_by_question(service: Service, who: Who) -> set[str]:
    """The same, asked at once."""
    wanted = select(ReleaseDocument.id).join(Release, Release.id == ReleaseDocument.release_id)
    with service.database.look() as session:
        return set(session.scalars(wanted.where(decidable(who))))
