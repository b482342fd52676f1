"""A made-up study, documents and tables, through to its anonymisation report."""

from __future__ import annotations

import csv
import datetime as dt
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from adapters.reports.html import render_report
from engine.errors import RefusedError
from flows.audit.verification.bundle import verify_release
from tests.e2e.test_earlier_releases import LAW, Release, job, release

__all__ = ["release"]

FIRST = dt.date(2023, 1, 9)
HEAD = "USUBJID,AGE,SEX,COUNTRY,RFSTDTC,DTHDTC\n"
EVENTS = "USUBJID,RFSTDTC,AESTDTC,AETERM\n"
NARRATIVE = (
    "Narrative for subject STU-101-1003. On 14 February 2023 the subject reported a headache to the site. "
    "Subject STU-101-1003 recovered without treatment, and the investigator saw no relation to the drug.\n"
)
EXPERT = {
    "name": "Ida Brandt, statistician",
    "method": "Equivalence classes over three quasi-identifiers",
    "determined": dt.date(2024, 2, 1),
    "valid_until": dt.date(2099, 2, 1),
}
PEOPLE = {
    "quasi_identifiers": {
        "AGE": {"edges": [39, 59]},
        "SEX": {},
        "COUNTRY": {"groups": {"Europe": ["DE", "FR"]}},
    },
    "subject": "USUBJID",
    "study_days_from": "RFSTDTC",
    "population": 40_000,
    "expert": EXPERT,
}
POLICY = {
    "identifiers": [
        {"id": "subjects", "find": ["unique-code"], "law": LAW, "replace_with": "pseudonym"},
        {"id": "dates", "find": ["date", "birth-date"], "law": LAW},
    ],
    "documents": {"columns": [{"named": ["USUBJID"], "then": "replace", "category": "unique-code"}]},
    "reidentification": PEOPLE,
}


def day(number: int) -> str:
    return (FIRST + dt.timedelta(days=number)).isoformat()


def demographics(people: int = 90) -> str:
    """Ages from 20 to 79, two sexes, two countries of Europe and a rare one."""
    rows = (
        f"STU-101-{1000 + n},{20 + n * 7 % 60},{'FM'[n % 2]},{'DE' if n % 3 else 'FR'},{day(n % 9)},\n"
        for n in range(people - 4)
    )
    rare = (f"STU-101-{1900 + n},{30 + 10 * n},F,JP,{day(0)},{day(41)}\n" for n in range(4))
    return HEAD + "".join(rows) + "".join(rare)


def events() -> str:
    return EVENTS + f"STU-101-1003,{day(3)},{day(2)},Headache\nSTU-101-1007,{day(7)},{day(10)},Nausea\n"


STUDY = {"dm.csv": demographics(), "ae.csv": events(), "narratives/1003.txt": NARRATIVE}


def tables(folder: Path) -> dict[str, list[dict[str, str]]]:
    """Released tables by their first quasi-identifier or event, as Python's csv module reads them."""
    found = {}
    for path in folder.glob("documents/*.csv"):
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        found["dm" if "AGE" in rows[0] else "ae"] = rows
    return found


def test_a_study_has_measured_risk_study_days_and_one_code_per_subject(
    release: Release, tmp_path: Path
) -> None:
    report = release("study", STUDY, **POLICY)
    assert report.verdict == "released"
    read = tables(tmp_path / "study")
    classes = Counter((row["AGE"], row["SEX"], row["COUNTRY"]) for row in read["dm"])
    [risk] = [risk for one in report.documents for risk in one.people]
    assert min(classes.values()) >= 11
    assert (risk.after.highest, risk.after.average) == (1 / min(classes.values()), len(classes) / 90)
    assert (risk.before.rows, risk.after.rows, risk.small_after) == (90, 90, 0)
    assert risk.before.highest == 1
    assert risk.withheld == classes["", "", ""] >= 4
    assert risk.sampled is not None
    assert risk.sampled < risk.after.highest / 10
    assert [row["AESTDTC"] for row in read["ae"]] == ["Day -1", "Day 4"]
    codes = defaultdict(set)
    for path in (tmp_path / "study").glob("documents/*"):
        for code in re.findall(r"\[UNIQUE-CODE-[A-Z-]+\]", path.read_text()):
            codes[code].add(path.suffix + path.stem)
    assert sorted(map(len, codes.values()))[-2:] == [2, 3]  # 1007 in both tables, 1003 in the narrative too
    assert "STU-101" not in "".join(path.read_text() for path in (tmp_path / "study").glob("documents/*"))
    assert verify_release(tmp_path / "study").manifest.verdict == "released"


def test_the_signed_report_names_expert_method_validity_and_risk(release: Release, tmp_path: Path) -> None:
    report = release("study", STUDY, **POLICY)
    page = (tmp_path / "study/report.html").read_text(encoding="utf-8")
    for said in (
        EXPERT["name"],
        EXPERT["method"],
        "1 February 2024",
        "1 February 2099",
        "Anonymisation report",
    ):
        assert str(said) in page
    for heading in ("Direct identifiers", "Quasi-identifiers", "Adversaries and attacks", "Utility"):
        assert f"<h3>{heading}</h3>" in page
    assert "0.0909" in page
    nobody = report.plan.model_copy(
        update={"reidentification": report.plan.reidentification.model_copy(update={"expert": None})}  # type: ignore[union-attr]
    )
    assert "names no expert" in render_report(report.model_copy(update={"plan": nobody}))


def test_a_table_that_cannot_reach_k_and_one_of_json_are_refused(release: Release) -> None:
    few = {"few.csv": demographics(10), "a.jsonl": '{"AGE": 44, "SEX": "F"}\n{"AGE": 45, "SEX": "F"}\n'}
    report = release("fewer", few, **POLICY)
    assert sorted(one.reason[:8] for one in report.documents) == ["[RSK001]", "[RSK003]"]


def test_a_determination_that_ended_refuses_the_release(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the clock, whatever day a reproducible bundle bears."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1705276800")  # 15 January 2024
    ended = PEOPLE | {"expert": EXPERT | {"valid_until": dt.date(2024, 2, 1)}}
    with pytest.raises(RefusedError, match="RSK002"):
        release("ended", STUDY, **POLICY | {"reidentification": ended})
    assert not job(tmp_path, "ended").out.exists()


def test_a_table_in_a_word_document_is_measured_too(tmp_path: Path) -> None:
    pytest.importorskip("docx")
    from docx import Document

    from adapters.documents.opening.sources import Source
    from flows.compiling.compilation import compile_policy
    from flows.document.document import DocumentPipeline
    from tests.guards.policy_keys import write

    rows = [line.split(",")[:3] for line in demographics(40).splitlines()]
    made = Document()
    table = made.add_table(len(rows), 3)
    for place, row in enumerate(rows):
        for column, said in enumerate(row):
            table.cell(place, column).text = said
    made.save(str(tmp_path / "a.docx"))
    head = {"policy": "p", "version": "1.0.0", "title": "T", "laws": [{"cite": LAW, "title": "House"}]}
    policy = write(tmp_path, head | POLICY)
    source = Source("000001", "", "a.docx")
    found = DocumentPipeline(compile_policy(str(policy)), b"k" * 32, 2024).release(
        source, (tmp_path / "a.docx").read_bytes()
    )
    [risk] = found.record.people
    assert (risk.columns, risk.before.rows, risk.small_after) == (("AGE", "SEX"), 40, 0)


def test_the_shipped_policies_measure_the_tables_that_they_name() -> None:
    from adapters.documents.opening.sources import Source
    from flows.compiling.compilation import compile_policy
    from flows.document.document import DocumentPipeline

    clinic = "patient id,age,sex,first day,seen\n" + "".join(
        f"P-{5000 + n},{20 + n * 7 % 60},{'FM'[n % 2]},{day(0)},{day(n % 9)}\n" for n in range(90)
    )
    for name, text in (("ema-policy-0070", demographics()), ("hipaa-expert-determination", clinic)):
        pipeline = DocumentPipeline(compile_policy(name), b"k" * 32, 2024)
        made = pipeline.release(Source("000001", "", "dm.csv"), text.encode())
        [risk] = made.record.people
        assert risk.after.highest <= 1 / 11 < risk.before.highest
        said = made.content.decode()
        assert "Day 1" in said
        assert not re.search(r"2023-|STU-101|P-50", said)
