"""Sign-off of what somebody was not shown as it stands: some of its pages, or before others changed it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.app.context import Service
from service.releases.review.viewings import UNOPENED
from service.state.tables import Move
from tests.service.cases import LETTER, approved_policy, documents, started
from tests.service.people import Door
from tests.service.test_attacks_from_the_docs import REVIEWED, TWICE, waiting
from tests.service.test_pictures import PAGES, begun

ME, OTHER = "reviewer.clinic", "reviewer2.clinic"
WORD = "colleague"


def refused(service: Service, door: Door, document: str) -> bool:
    """Whether a browser may not sign it off for `ME`, and a program is named that does."""
    unseen = door.browser(ME).post(f"/review/{document}/finish", outcome="release")
    if unseen.status_code != 409 or "RVW020" not in unseen.text:
        return False
    program = door.program(ME)
    assert program.post(f"/api/v1/documents/{document}/finish", json={"outcome": "release"}).json()["passed"]
    with service.database.look() as state:
        last = select(Move.code).where(Move.document_id == document).order_by(Move.at.desc())
        return state.scalars(last).first() == UNOPENED


@pytest.mark.parametrize(
    "looks",
    [
        ["1/original"],
        ["2/original"],
        ["1", "2"],
        ["1/released", "2/released"],
        ["1/original", "2/released"],
        ["2/original", "2/original", "3/original", "0/original"],
    ],
)
def test_some_pages_are_not_the_whole(furnished: Service, door: Door, looks: list[str]) -> None:
    (document,) = begun(furnished, a_pdf=PAGES)
    program = door.program(ME)
    for one in looks:
        program.get(f"/api/v1/documents/{document}/pages/{one}")
    door.program(OTHER).get(f"/api/v1/documents/{document}/pages/2/original")
    door.browser(ME).get(f"/review/{document}?page=1")
    assert refused(furnished, door, document)


def correction(kind: str, words: str, **more: str) -> dict[str, object]:
    start = LETTER.index(words)
    said = {"kind": kind, "start": start, "end": start + len(words), "ticket": "t"}
    return said | ({"category": "person"} if kind == "add" else {}) | more


def test_what_the_first_reviewer_changed_is_not_what_the_second_saw_before(
    furnished: Service, door: Door
) -> None:
    document = waiting(furnished, TWICE)
    me, other = door.browser(ME), door.program(OTHER)
    assert me.get(f"/review/{document}").status_code == 200
    address = f"/api/v1/documents/{document}"
    assert other.post(f"{address}/corrections", json=correction("add", WORD)).status_code == 201
    other.get(address)
    assert other.post(f"{address}/finish", json={"outcome": "release"}).json()["passed"]
    assert refused(furnished, door, document)


def test_what_is_undone_after_a_look_was_not_seen(furnished: Service, door: Door) -> None:
    document = waiting(furnished, TWICE)
    address, other = f"/api/v1/documents/{document}", door.program(OTHER)
    assert other.post(f"{address}/corrections", json=correction("add", WORD)).status_code == 201
    assert door.browser(ME).get(f"/review/{document}").status_code == 200
    assert other.post(f"{address}/undo").json()["places"] == 1
    assert other.post(f"{address}/finish", json={"outcome": "release"}).json()["passed"]
    assert refused(furnished, door, document)


def test_what_somebody_marks_in_the_whole_release_is_looked_at_again(furnished: Service, door: Door) -> None:
    policy = approved_policy(furnished, REVIEWED)
    release = started(furnished, policy, {"a.txt": LETTER, "b.txt": f"Once more.\n{LETTER}"})
    first, second = (row.id for _, row in sorted(documents(furnished, release).items()))
    assert door.browser(ME).get(f"/review/{second}").status_code == 200
    said = correction("add", WORD, everywhere="release")
    answer = door.program(OTHER).post(f"/api/v1/documents/{first}/corrections", json=said)
    assert answer.json()["places"] >= 2
    assert refused(furnished, door, second)


def test_her_own_corrections_need_no_second_look(furnished: Service, door: Door) -> None:
    document = waiting(furnished)
    me, address = door.browser(ME), f"/api/v1/documents/{document}"
    assert me.get(f"/review/{document}").status_code == 200
    assert door.program(ME).post(f"{address}/corrections", json=correction("add", WORD)).status_code == 201
    assert me.post(f"/review/{document}/finish", outcome="release").status_code == 303
