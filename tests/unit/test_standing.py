"""The status of a clause in a report: each thing that stays open takes "covered" away."""

from __future__ import annotations

import re

import pytest

from adapters.reports.html import render_report
from engine.catalog.measured import MEASURED, MEASURED_LEARNED
from engine.plan.plan import Plan
from engine.plan.steps import IdentifierStep, ModelRef, PlannedClause, PlannedDocuments
from engine.record import standing
from engine.record.counted import ColumnCount
from engine.record.report import SMALLEST_COUNT, DocumentRecord, ReleaseReport, summarize
from engine.record.standing import ReleaseFacts, Standing, standings
from tests.samples import sample_plan, sample_report

SHIPPED = ModelRef(name="en-default", fingerprint="4" * 64, categories=("person", "organisation", "location"))


def step(ident: str, *find: str, threshold: float = 0.5, recognizers: tuple[str, ...] = ()) -> IdentifierStep:
    return IdentifierStep(
        id=ident,
        find=find,
        operator="placeholder",
        census=None,
        threshold=threshold,
        allow=(),
        deny=(),
        recognizers=recognizers,
    )


def clause(ident: str, law: str = "L", status: str = "covered", note: str = "") -> PlannedClause:
    return PlannedClause.model_validate(
        {"id": ident, "kind": "identifiers", "title": ident, "law": law, "status": status, "note": note}
    )


def plan(
    *steps: IdentifierStep,
    models: tuple[ModelRef, ...] = (SHIPPED,),
    documents: PlannedDocuments | None = None,
) -> Plan:
    return sample_plan().model_copy(
        update={
            "clauses": tuple(clause(one.id) for one in steps),
            "identifiers": steps,
            "concepts": (),
            "models": models,
            "documents": documents or PlannedDocuments(),
        }
    )


def only(found: tuple[Standing, ...]) -> Standing:
    [one] = found
    return one


SSN, CODES = step("ssn", "ssn"), step("codes", "ssn", "unique-code")
NOTHING_OPEN = ReleaseFacts(columns=ColumnCount(typed=9), formats=frozenset({"docx", "csv"}))


def test_a_clause_is_covered_where_nothing_is_open() -> None:
    found = only(standings(plan(SSN), NOTHING_OPEN))
    assert (found.status, found.open) == ("covered", ())


@pytest.mark.parametrize(
    ("changed", "settings", "said"),
    [
        ({"quarantined": 1}, {}, standing.UNREAD),
        ({"columns": ColumnCount(untyped=1)}, {}, standing.UNTYPED_COLUMNS),
        ({"columns": ColumnCount(unknown=1)}, {}, standing.UNKNOWN_COLUMNS),
        ({"columns": ColumnCount(unknown=1)}, {"unknown_columns": "keep"}, standing.UNKNOWN_COLUMNS),
        ({}, {"images": "keep"}, standing.PICTURES),
        ({"pictures_read": True}, {}, standing.READ_PICTURES),
    ],
)
def test_each_open_thing_takes_covered_away(
    changed: dict[str, object], settings: dict[str, str], said: str
) -> None:
    asked = plan(SSN, documents=PlannedDocuments.model_validate(settings))
    found = only(standings(asked, NOTHING_OPEN.model_copy(update=changed)))
    assert (found.status, found.open) == ("partly", (said,))


def test_columns_of_unknown_codes_that_were_removed_and_formats_without_pictures_leave_nothing_open() -> None:
    unknown = NOTHING_OPEN.model_copy(update={"columns": ColumnCount(unknown=3)})
    found = only(standings(plan(CODES), unknown))
    assert standing.UNKNOWN_COLUMNS not in found.open
    kept = only(standings(plan(CODES, documents=PlannedDocuments(unknown_columns="keep")), unknown))
    assert standing.UNKNOWN_COLUMNS in kept.open
    texts = ReleaseFacts(formats=frozenset({"txt", "csv"}))
    assert only(standings(plan(SSN, documents=PlannedDocuments(images="keep")), texts)).status == "covered"


def test_a_clause_that_rests_on_the_learned_recogniser_is_never_more_than_partly_covered() -> None:
    for learned in (step("a", "person"), step("a", "ssn", recognizers=("own.model",))):
        found = only(standings(plan(learned), NOTHING_OPEN))
        assert found.status == "partly"
        assert standing.ENGLISH in found.open
    facts = only(standings(plan(step("matter", "person", threshold=1.0)), NOTHING_OPEN))
    assert facts.status == "covered"


@pytest.mark.parametrize("category", sorted(MEASURED))
def test_a_measurement_that_shows_misses_takes_covered_away(category: str) -> None:
    found = only(standings(plan(step("a", category)), NOTHING_OPEN))
    assert (found.status == "covered") == (MEASURED[category].recall == 1)
    assert (standing.MISSED in found.open) == (MEASURED[category].recall < 1)


def test_recall_is_said_with_its_bound_its_data_and_its_day() -> None:
    said = only(standings(plan(step("a", "ssn", "street-address", "mrn")), NOTHING_OPEN)).measured
    assert "ssn: 22 of 22 were found, which shows at least 89 % with 95 % confidence" in said
    assert "street-address: 363 of 514 were found, which shows at least 67 %" in said
    assert "(2,109 synthetic sentences" in said
    assert "measured on 22 November 2026" in said
    assert said.endswith("Not measured: mrn.")


def test_figures_of_the_shipped_model_are_not_said_of_another() -> None:
    own = SHIPPED.model_copy(update={"file": "own.model"})
    assert "416 of 470" in only(standings(plan(step("a", "person")), NOTHING_OPEN)).measured
    theirs = step("a", "person", recognizers=("own.model",))
    found = only(standings(plan(theirs, models=(own,)), NOTHING_OPEN))
    assert found.measured == "Not measured: person."
    assert set(MEASURED_LEARNED) == set(SHIPPED.categories)


def test_a_concept_is_partly_covered_at_most() -> None:
    declared = [one.model_copy(update={"status": "covered"}) for one in sample_plan().clauses]
    covered = sample_plan().model_copy(update={"clauses": tuple(declared)})
    found = {one.clauses[0]: one for one in standings(covered, NOTHING_OPEN)}
    assert (found["hiv"].status, found["hiv"].open) == ("partly", (standing.COMBINATIONS,))
    assert found["G"].status == "covered"


def test_a_status_never_rises_above_what_its_author_declared() -> None:
    found = {one.clauses[0]: one for one in standings(sample_plan(), NOTHING_OPEN)}
    assert (found["Q"].status, found["Q"].open, found["Q"].measured) == ("not covered", (), "")
    lower = plan(SSN).model_copy(update={"clauses": (clause("ssn", status="partly", note="N"),)})
    assert only(standings(lower, NOTHING_OPEN)).status == "partly"


def test_combined_packs_list_a_clause_once_with_the_weakest_status() -> None:
    steps = (step("p/G", "ssn"), step("q/G", "ssn"), step("q/F", "email"), step("r/G", "ssn"))
    listed = (clause("p/G"), clause("q/G", status="partly", note="N"), clause("q/F"), clause("r/G", "other"))
    both = plan(*steps).model_copy(update={"clauses": listed})
    found = standings(both, NOTHING_OPEN)
    assert [(one.clauses, one.status) for one in found] == [
        (("p/G", "q/G"), "partly"),
        (("q/F",), "covered"),
        (("r/G",), "covered"),
    ]
    assert found[0].note == "N"


def released(n: int, n_changed: int, n_odd: int = 0) -> ReleaseReport:
    """A release under two policies with one clause; documents changed by one, the other, or both."""
    both = plan(step("p/G", "ssn"), step("q/G", "ssn"))
    changes = [{"p/G": {"replace": 1}}, {"q/G": {"replace": 2}}, {"p/G": {"replace": 1}, "q/G": {"mask": 1}}]
    documents = [
        one.model_copy(
            update={
                "decisions": changes[i % 3] if i < n_changed else {},
                "columns": ColumnCount(untyped=1) if i < n_odd else None,
            }
        )
        for i, one in enumerate(sample_report(*["released"] * n).documents)
    ]
    return summarize(
        release_id="r", created="2026-01-01T00:00:00+00:00", tool="t", plan=both, documents=documents
    )


def test_counts_of_clauses_that_are_listed_once_are_united() -> None:
    [count] = released(30, 12).clauses
    assert (count.clause, count.changes, count.documents) == ("p/G", 20, 12)
    [leaving] = released(30, SMALLEST_COUNT - 1).for_recipients().clauses
    assert leaving.withheld


def test_recipients_read_the_same_status_and_no_number_of_documents() -> None:
    few, many = released(30, 12, n_odd=1), released(30, 12, n_odd=20)
    assert few.for_recipients().standings == many.for_recipients().standings == few.standings
    assert few.standings[0].status == "partly"
    said = [sentence for one in standings(sample_plan(), _everything()) for sentence in one.open]
    assert said
    assert not [sentence for sentence in said if re.search(r"\d", sentence)]


def test_the_status_does_not_depend_on_what_a_document_holds() -> None:
    assert released(30, 0).standings == released(30, 30).standings


def test_the_page_says_what_is_open_and_how_much_is_found() -> None:
    page = render_report(released(30, 12, n_odd=1))
    assert page.count("Partly covered</td>") == 1
    assert standing.UNTYPED_COLUMNS in page
    assert "22 of 22 were found" in page
    assert "Covered</td>" in render_report(released(30, 12))
    assert "Pictures, if there were any, were blanked." in page


def test_the_page_says_in_plain_words_how_often_a_guess_is_right() -> None:
    page = render_report(sample_report())
    sentence = re.search(r"somebody who sees one term.*?</p>", page, re.DOTALL)
    assert sentence
    assert "12 %" in sentence[0]
    assert "0.16 %" in sentence[0], "how often the guess is right without a document"
    assert "bits" not in sentence[0]
    assert not re.search(r"bits(?![^(]*\))", re.sub(r"<[^>]*>", "", page)), "bits stand in brackets alone"


def _everything() -> ReleaseFacts:
    columns = ColumnCount(untyped=1, unknown=1)
    return ReleaseFacts(quarantined=1, columns=columns, formats=frozenset({"docx"}))


def test_documents_of_every_outcome_but_the_unread_are_judged() -> None:
    unread = DocumentRecord(id="9", input_hash="", outcome="quarantined", columns=ColumnCount(unknown=1))
    refused = unread.model_copy(update={"id": "8", "outcome": "refused"})
    report = summarize(
        release_id="r", created="2026-01-01T00:00:00+00:00", tool="t", plan=plan(SSN), documents=[refused]
    )
    assert report.standings[0].status == "covered", "a refused document was searched, and does not leave"
    report = summarize(
        release_id="r", created="2026-01-01T00:00:00+00:00", tool="t", plan=plan(SSN), documents=[unread]
    )
    assert report.standings[0].open == (standing.UNREAD,)
