"""Names where a recogniser has no sentence to go by: glued, in subjects, in keys."""

from __future__ import annotations

import pytest

from adapters.documents.opening.sources import Source
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline


@pytest.fixture(scope="module")
def pipeline() -> DocumentPipeline:
    return DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"test" * 8, 2026)


def _released(pipeline: DocumentPipeline, name: str, content: str) -> str:
    return pipeline.release(Source("1", name, name), content.encode()).content.decode()


@pytest.mark.parametrize(
    "written",
    [
        "Gwendolyn M0ntenegr0",
        "HarrietLundqvist",
        "M o n t g o m e r y     L u n d q v i s t",
    ],
)
def test_a_name_goes_whole(pipeline: DocumentPipeline, written: str) -> None:
    said = f"The chest was clear.\n\nPatient: {written}\n\nThe blood pressure was normal.\n"
    released = _released(pipeline, "note.txt", said)
    letters = [word for word in ("ntenegr", "undqvist", "L u n d") if word in released]
    assert not letters


def test_a_country_behind_a_comma_stays(pipeline: DocumentPipeline) -> None:
    assert "Germany" in _released(pipeline, "note.txt", "He met Harriet, Germany was far.\n")


def test_a_name_and_its_number_leave_a_subject(pipeline: DocumentPipeline) -> None:
    mail = "From: a@example.org\nTo: b@example.org\nSubject: Philippa Haverford 47425652\n\nReturned.\n"
    released = _released(pipeline, "mail.eml", mail)
    assert "Haverford" not in released
    assert "47425652" not in released


def test_a_value_with_a_field_in_it_is_text_whatever_its_key_says(pipeline: DocumentPipeline) -> None:
    code = b"The patient is Bartholomew Okonkwo".hex()
    lines = [
        "[ward]",
        f"line1 = {code}",
        "line2 = Patient: Henrietta H<!-- -->ollingsworth",
        "line3 = normal",
    ]
    released = _released(pipeline, "ward.ini", "\n".join(lines) + "\n")
    assert code not in released
    assert "ollingsworth" not in released
    assert "line3 = normal" in released


def test_zip_codes_that_recur_without_a_header_go_and_codes_of_procedures_stay(
    pipeline: DocumentPipeline,
) -> None:
    areas, procedures = ("85769", "12218", "37187", "55825"), ("99213", "36415", "85025", "70450")
    rows = [
        f"{areas[row % 4]},{347260837 + 7 * row},{procedures[row % 4]},4{row}-1{row}-79" for row in range(9)
    ]
    released = _released(pipeline, "visits.csv", "\n".join(rows) + "\n")
    assert not [area for area in areas if area in released]
    assert all(procedure in released for procedure in procedures)


def test_a_column_of_many_names_goes_whole(pipeline: DocumentPipeline) -> None:
    firms = ("Quarry Lane Nursery", "Cobalt Ridge Software", "Brackwater Tool & Die", "Oxley County Transit")
    rows = [f"2019,{firms[row % 4]},{row}" for row in range(12)]
    released = _released(pipeline, "staff.csv", "\n".join(rows) + "\n")
    assert not [firm for firm in firms if firm.split()[0] in released]
