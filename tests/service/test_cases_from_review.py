"""A correction becomes a case of the policy, in made-up words; releases are found by their titles."""

from __future__ import annotations

import pytest

from service.app.context import Service
from service.client import RemoteRefusal
from service.people.accounts import group_named
from service.policies.cases import OwnCase, cases_of
from service.refusals import Refusal
from service.releases.intake import new_release
from service.releases.listing import Part, cases_for
from service.releases.review import correcting
from service.releases.review.cases import case_of_correction
from service.releases.review.correcting import Asked
from service.state.tables import PolicyVersion
from service.web.build import create_app
from tests.service.cases import LETTER, POLICY, approved_policy, documents, person, started
from tests.service.listening import client, listening
from tests.service.people import Door

MADE_UP = OwnCase("", "G", "go", "Write to a.b@example.com.", "a.b@example.com")


def kept(service: Service, version: str) -> list[tuple[str, str]]:
    """Cases of a policy."""
    with service.database.look() as state:
        book = state.get_one(PolicyVersion, version).policy_id
        return [(one.kind, one.text) for one in cases_of(service, state, book)]


def clause_of(service: Service, browser: str) -> str:
    """The first clause that the page offers."""
    return browser.partition('id="case-clause"')[2].partition("<option>")[2].partition("<")[0]


def test_a_reviewer_keeps_a_made_up_case_and_no_word_of_the_document(furnished: Service) -> None:
    version = approved_policy(furnished, POLICY + "review: {all_above: 0}\n")
    release = started(furnished, version, {"a.txt": LETTER + "Ask Quorble.\n"})
    document, reviewer = documents(furnished, release)[1].id, person(furnished, "reviewer.clinic")
    text = LETTER + "Ask Quorble.\n"
    name = text.index("Quorble")
    correcting.correct(furnished, reviewer, document, Asked("add", name, name + 7, "person"))
    browser = Door(create_app(furnished), furnished, []).browser("reviewer.clinic")
    page = browser.get(f"/review/{document}").text
    clause = clause_of(furnished, page)
    for told in ("Ask quorble again.", "Mail JM@example.org now.", "It is 219-09-9999."):
        case = OwnCase("", clause, "go", told, told.split()[1])
        with pytest.raises(Refusal, match="RVW017"):
            case_of_correction(furnished, reviewer, document, case)
    with pytest.raises(Refusal, match="PLB003"):
        case_of_correction(furnished, reviewer, document, OwnCase("", "none", "go", "a b", "a"))
    assert kept(furnished, version) == []
    fields = {"clause": clause, "kind": "go", "text": "Ask Zwiebler again.", "fragment": "Zwiebler"}
    assert browser.post(f"/review/{document}/cases", **fields).status_code == 303
    assert kept(furnished, version) == [("go", "Ask Zwiebler again.")]
    for stranger in ("author.clinic", "approver.clinic", "operator.clinic"):
        with pytest.raises(Refusal, match="SVC002"):
            case_of_correction(furnished, person(furnished, stranger), document, MADE_UP)


def test_a_shipped_policy_keeps_none(furnished: Service) -> None:
    release = started(furnished, "hipaa-safe-harbor", {"a.txt": LETTER})
    document, reviewer = documents(furnished, release)[1].id, person(furnished, "reviewer.clinic")
    with pytest.raises(Refusal, match="RVW018"):
        case_of_correction(furnished, reviewer, document, MADE_UP)


def test_releases_are_found_by_title_and_only_those_of_ones_groups(furnished: Service) -> None:
    with furnished.database.look() as state:
        groups = {slug: group_named(state, slug).id for slug in ("clinic", "court")}
    titles = ("Letters of May", "Letters of June", "Filings")
    made = {
        (slug, title): new_release(
            furnished, person(furnished, f"operator.{slug}"), groups[slug], title, "hipaa-safe-harbor"
        ).id
        for slug in groups
        for title in titles
    }

    def found(**wanted: object) -> list[str]:
        with furnished.database.look() as state:
            part = Part(**wanted)  # type: ignore[arg-type]
            return [one.id for one in cases_for(furnished, state, person(furnished, "operator.clinic"), part)]

    may, june = made["clinic", "Letters of May"], made["clinic", "Letters of June"]
    assert found(words="letters") == [june, may]
    assert found(words="JUNE") == [june]
    assert found(words="letters", offset=1, limit=5) == [may]
    assert found(words="letters", state="sealed") == found(words="no such") == []
    page = Door(create_app(furnished), furnished, []).browser("operator.clinic").get("/releases?words=june")
    assert june in page.text and may not in page.text and made["court", "Letters of June"] not in page.text
    with listening(furnished) as live, client(live, "operator.clinic") as operator:
        assert [one.id for one in operator.releases("june")] == [june]
        with pytest.raises(RemoteRefusal):
            operator.releases("x" * 300)
