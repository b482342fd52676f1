"""Open documents of word processors: findings in their paragraphs, choices, remarks; nothing is kept."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.app.context import Service
from service.people.accounts import group_named
from service.policies import trying
from service.refusals import Refusal
from service.releases.intake import add_document, new_release
from service.releases.open_documents.paragraphs import Places, as_document, cleaned
from service.releases.review.correcting import notes_of
from tests.service.cases import POLICY, approved_policy, person, release_of
from tests.service.people import Door
from tests.service.test_telling import CONCEPT

PARAGRAPHS = [
    "Dear colleague, I saw John Miller\ttoday.",
    "",
    "\U0001d518 His number is 219-09-9999, write to jm@example.org.",
    "Antiretroviral drugs were given in the infectious ward.",
    "The gaminid council, its council, met on Monday.",
]


@pytest.fixture(autouse=True)
def _no_trial_is_left() -> Iterator[None]:
    yield
    trying.trials.close()


def inspected(door: Door, policy: str, paragraphs: list[str], login: str = "operator.clinic") -> dict:  # type: ignore[type-arg]
    answer = door.program(login).post(
        "/api/v1/desks/clinic/inspections", json={"policy": policy, "paragraphs": paragraphs}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def words_at(paragraphs: list[str], place: dict) -> str:  # type: ignore[type-arg]
    return paragraphs[place["paragraph"]][place["start"] : place["end"]]


def test_findings_stand_in_their_paragraphs_with_reasons_and_levels(furnished: Service, door: Door) -> None:
    found = inspected(door, approved_policy(furnished, CONCEPT), PARAGRAPHS)
    put = {words_at(PARAGRAPHS, one): one for one in found["findings"]}
    assert {"John Miller", "219-09-9999", "jm@example.org"} <= set(put)
    assert put["219-09-9999"]["replacement"] == "[SSN]"
    assert put["219-09-9999"]["paragraph"] == 2
    assert "[REMOVED]" in put["219-09-9999"]["levels"]
    drugs = next(one for words, one in put.items() if "ntiretroviral" in words)
    assert drugs["category"] == "HIV"
    assert "right about HIV" in drugs["reason"]
    assert drugs["replacement"] not in drugs["levels"]
    assert {"Substances", "[HIV]", "[REMOVED]"} <= set(drugs["levels"])
    assert all(one["reason"].endswith(".") and one["clause"] for one in found["findings"])
    assert found["refused"] == []
    (told,) = found["suppressions"]
    _words_that_may_go(told, put)


def _words_that_may_go(told: dict, put: dict) -> None:  # type: ignore[type-arg]
    assert told["concept"] == "HIV"
    words = [one["word"] for one in told["words"]]
    assert "infectious" in words
    assert "antiretroviral" not in words, "the policy removes it"
    first = told["words"][0]
    assert [words_at(PARAGRAPHS, place).casefold() for place in first["places"]] == [first["word"]]
    guesses = [told["singly"], *(one["singly"] for one in told["words"])]
    assert guesses == sorted(guesses, reverse=True)
    assert told["words"][-1]["whole"] < told["whole"]


def test_a_text_that_a_release_would_refuse_says_why(furnished: Service, door: Door) -> None:
    german = (
        "Der Patient wurde gestern von seinem Hausarzt in die Klinik eingewiesen und dort untersucht. " * 4
    )
    found = inspected(door, approved_policy(furnished, POLICY), [german])
    assert any("LNG001" in one for one in found["refused"])


def test_desks_are_those_of_ones_groups(door: Door, furnished: Service) -> None:
    version = approved_policy(furnished, POLICY)
    (mine,) = door.program("operator.clinic").get("/api/v1/desks").json()
    assert (mine["group"], mine["may_send"]) == ("clinic", True)
    assert mine["policies"][0] == {"value": version, "title": "letters 1 (approved)"}
    (reviewers,) = door.program("reviewer.clinic").get("/api/v1/desks").json()
    assert not reviewers["may_send"]
    assert door.program("auditor.clinic").get("/api/v1/desks").json() == []


def test_a_policy_of_another_group_is_not_offered(furnished: Service, door: Door) -> None:
    version = approved_policy(furnished, POLICY, group="court")
    for policy in (version, "no-such-policy", "../x"):
        answer = door.program("operator.clinic").post(
            "/api/v1/desks/clinic/inspections", json={"policy": policy, "paragraphs": ["a"]}
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "SVC004")
    for paragraphs in ([], ["", " "], ["a" * 1_000_000] * 6):
        answer = door.program("operator.clinic").post(
            "/api/v1/desks/clinic/inspections", json={"policy": "hipaa-safe-harbor", "paragraphs": paragraphs}
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "SVC004")


def test_nothing_of_an_open_document_is_kept_or_logged(
    furnished: Service, door: Door, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    marker = "zqxopen"
    found = inspected(door, "hipaa-safe-harbor", [f"{marker} wrote to {marker}@example.org"])
    assert [one["category"] for one in found["findings"] if one["category"] == "email"]
    furnished.database.engine.dispose()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if marker.encode() in path.read_bytes()]
    assert marker not in caplog.text


def test_a_paragraph_that_is_not_read_as_written_is_refused() -> None:
    assert Places(["a", " ", "b a"], "a\n\nb a").of(5, 6) == (2, 2, 3)
    with pytest.raises(Refusal, match=r"WPR001.*paragraph 2"):
        Places(["a", "secret"], "a\n\nsecre t")
    assert len(cleaned("a\x00\t\x0b\ud800b")) == 6
    assert as_document([cleaned("<&>\x00")]).startswith(b"PK")


def test_remarks_reach_reviewers_sealed_and_only_before_the_start(
    furnished: Service, door: Door, tmp_path: Path
) -> None:
    operator = person(furnished, "operator.clinic")
    with furnished.database.look() as state:
        group = group_named(state, "clinic").id
    made = [new_release(furnished, operator, group, "A case", "hipaa-safe-harbor").id for _ in range(2)]
    document = add_document(furnished, operator, made[0], "a.txt", b"a letter", "")
    program, words = door.program("operator.clinic"), {"words": "Left: zqxremark, the court's name."}
    told = program.post(f"/api/v1/releases/{made[0]}/documents/{document}/remarks", json=words)
    assert told.status_code == 204
    other = program.post(f"/api/v1/releases/{made[1]}/documents/{document}/remarks", json=words)
    assert other.status_code == 404
    with furnished.database.look() as state:
        notes = notes_of(furnished, state, release_of(furnished, made[0]), document)
    assert notes == [(operator.id, words["words"])]
    program.post(f"/api/v1/releases/{made[0]}/start")
    late = program.post(f"/api/v1/releases/{made[0]}/documents/{document}/remarks", json=words)
    assert (late.status_code, late.json()["code"]) == (409, "SVC003")
    furnished.database.engine.dispose()
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and b"zqxremark" in p.read_bytes()]
