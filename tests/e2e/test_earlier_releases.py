"""Releases of the same text, put together: what one hid, no later one shows."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from adapters import release_memory
from adapters.keys.installation import load_keys
from adapters.release_memory import KnownReleases, memory_folder, open_memory
from adapters.reports.html import render_report
from engine.errors import InvalidError
from engine.record.report import ReleaseReport
from flows.audit.keys.destroying import destroy_key
from flows.audit.verification.bundle import verify_release
from flows.orchestration import job as job_module
from flows.orchestration.job import ReleaseJob, prepared
from tests.conftest import ROOT

LAW = "House rule 1"
LETTER = (
    "Anna Petrova, SSN 219-09-9999, wrote on 3 May 2021 from 10025 about the harbour wall. She asked the "
    "council for a second survey before the winter storms reach the western side of the old town.\n"
)
REVISED = LETTER.replace("a second survey", "a third and last survey")
NUMBERS = [{"find": ["ssn"], "law": LAW}]
DATES = [{"find": ["date"], "law": LAW}]
YEARS = [{"find": ["date"], "law": LAW, "replace_with": "year"}]
CLIENTS = ROOT / "examples" / "clients"
Release = Callable[..., ReleaseReport]


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """``release(name, {file: text}, policy...)`` releases texts into a folder of that name."""
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    shutil.copy(CLIENTS / "past-projects.jsonl", tmp_path)

    def made(name: str, files: dict[str, str], **policy: object) -> ReleaseReport:
        for file, text in files.items():
            path = tmp_path / f"{name}.in" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        head = {"policy": name, "version": "1.0.0", "title": "T", "laws": [{"cite": LAW, "title": "House"}]}
        with (tmp_path / f"{name}.yaml").open("w") as stream:
            YAML(typ="safe").dump(head | policy, stream)
        return finished(job(tmp_path, name))

    return made


def job(folder: Path, name: str) -> ReleaseJob:
    return ReleaseJob(str(folder / f"{name}.yaml"), (folder / f"{name}.in",), folder / name, workers=1)


def finished(one: ReleaseJob) -> ReleaseReport:
    with prepared(one, lambda done, total: None) as running:
        for index in range(len(running.chunks)):
            running.do_chunk(index)
        running.finish()
        assert running.report is not None
        return running.report


def shown(folder: Path, name: str) -> str:
    """All released text."""
    return "".join(path.read_text() for path in sorted((folder / name / "documents").iterdir()))


def test_the_second_release_shows_nothing_that_the_first_hid(release: Release, tmp_path: Path) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    report = release("dates", {"a.txt": REVISED}, identifiers=DATES)
    assert "3 May 2021" in shown(tmp_path, "numbers")
    text = shown(tmp_path, "dates")
    assert "219-09" not in text
    assert "9999" not in text
    assert "third and last survey" in text
    assert report.earlier is not None
    assert [(one.policy, one.documents) for one in report.earlier.releases] == [("numbers 1.0.0", 1)]
    counted = report.documents[0].earlier
    assert counted is not None
    assert (counted.hidden, counted.same, counted.whole) == (1, False, True)
    assert verify_release(tmp_path / "dates").faults == []


def test_a_replacement_tells_no_more_than_the_earlier_release(release: Release, tmp_path: Path) -> None:
    release("dates", {"a.txt": LETTER}, identifiers=DATES)
    release("years", {"a.txt": LETTER}, identifiers=YEARS)
    assert "2021" not in shown(tmp_path, "years")
    release("again", {"b.txt": "Quite another text, of 4 June 2019, about nothing that was said before."},
            identifiers=YEARS)  # fmt: skip
    assert "of 2019, about" in shown(tmp_path, "again")


def test_the_same_release_again_changes_nothing(release: Release, tmp_path: Path) -> None:
    release("years", {"a.txt": LETTER}, identifiers=YEARS)
    report = release("years-again", {"a.txt": LETTER}, identifiers=YEARS)
    assert shown(tmp_path, "years-again") == shown(tmp_path, "years")
    assert report.documents[0].earlier is not None
    assert report.documents[0].earlier.hidden == 0


PAGE = """<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Harbour</title></head><body>
<p>The wall is old. See http://www.w3.org/1999/xhtml for the plan of the western side, which is long.</p>
</body></html>
"""


def test_markup_of_a_page_tells_no_more_than_it_told_before(release: Release, tmp_path: Path) -> None:
    urls = [{"find": ["url"], "law": LAW}]
    for name in ("first", "second"):
        report = release(name, {"a.html": PAGE}, identifiers=urls)
        assert report.documents[0].outcome == "released", report.documents[0].reason
        assert "See [URL]" in shown(tmp_path, name)


def test_brackets_of_the_document_itself_are_no_labels(release: Release, tmp_path: Path) -> None:
    text = LETTER + "\n* [BORG](https://example.org/b/)\n* see the harbour master, Mr Borg\n"
    listed = [{"find": ["listed-term"], "deny": ["borg"], "law": LAW}]
    release("first", {"a.md": text}, identifiers=listed)
    report = release("second", {"a.md": text}, identifiers=DATES)
    assert report.documents[0].outcome == "released", report.documents[0].reason
    assert "borg" not in shown(tmp_path, "second").lower()


def test_no_replacement_says_beside_its_neighbour_what_was_hidden(release: Release, tmp_path: Path) -> None:
    text = LETTER + "Papers of 2021-05-03 harbour. The work of 2021 harbour began. The year 2021 was wet.\n"
    work = [{"find": ["listed-term"], "deny": ["work of 2021 harbour"], "law": LAW}]
    release("work", {"a.txt": text}, identifiers=work)
    report = release("years", {"a.txt": text}, identifiers=YEARS)
    assert report.documents[0].outcome == "released", report.documents[0].reason
    assert "2021 harbour" not in shown(tmp_path, "years")
    assert "year 2021 was wet" in shown(tmp_path, "years")


@pytest.mark.parametrize(
    ("then", "text", "expected"),
    [
        ("hide_both", LETTER, "released"),
        ("hide_both", REVISED, "released"),
        ("repeat", LETTER, "released"),
        ("repeat", REVISED, "MEM001"),
        ("refuse", LETTER, "MEM001"),
        ("refuse", REVISED, "MEM001"),
        ("allow", LETTER, "shown"),
    ],
)
def test_what_happens_to_a_text_that_was_released_before(
    release: Release, tmp_path: Path, then: str, text: str, expected: str
) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    report = release("dates", {"a.txt": text}, identifiers=DATES, earlier_releases={"then": then})
    record = report.documents[0]
    if expected == "MEM001":
        assert record.reason.startswith("[MEM001]")
        assert shown(tmp_path, "dates") == ""
        return
    assert record.outcome == "released"
    assert ("219-09-9999" in shown(tmp_path, "dates")) == (expected == "shown")
    assert record.earlier is not None


def test_a_release_is_known_as_long_as_its_policy_says(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS, earlier_releases={"keep_days": 30})
    kept = open_memory(load_keys(), job_module.now())
    assert len(kept.entries) == 1
    later = job_module.datetime.fromisoformat("2100-01-01T00:00:00+00:00")
    [file] = memory_folder().glob("*.sketches")
    until = json.loads(file.read_bytes().split(b"\n")[0])["keep_until"]
    days = (job_module.datetime.fromisoformat(until) - job_module.now()).total_seconds() / 86400
    assert 29.9 < days <= 30
    assert open_memory(load_keys(), later).entries == ()
    assert list(memory_folder().glob("*.sketches")) == []


def test_the_register_is_read_again_only_when_it_has_changed(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = KnownReleases(load_keys(), "")
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS, earlier_releases={"keep_days": 30})
    read: list[Path] = []
    reading = release_memory._read

    def counted(path: Path) -> object:
        read.append(path)
        return reading(path)

    monkeypatch.setattr(release_memory, "_read", counted)
    now = job_module.now()
    first = known.read(now)
    assert known.read(now) is first
    assert (len(first.entries), len(read)) == (1, 1)
    release("dates", {"a.txt": REVISED}, identifiers=DATES)
    assert len(read) == 2, "once by the whole release"
    assert len(known.read(now).entries) == 2
    in_a_month = now + timedelta(days=31)
    assert [entry.policy for entry in known.read(in_a_month).entries] == ["dates 1.0.0"]
    destroy_key(next(iter(known.read(in_a_month).entries)).release, "over")
    assert known.read(in_a_month).entries == ()


def test_a_destroyed_key_takes_the_sketches_with_it(release: Release, tmp_path: Path) -> None:
    first = release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    destroy_key(first.release_id, "the time is over")
    [file] = memory_folder().glob("*.sketches")
    assert file.read_bytes().partition(b"\n")[2] == b"forgotten\n"
    report = release("dates", {"a.txt": LETTER}, identifiers=DATES)
    assert report.earlier is not None
    assert (report.earlier.considered, report.earlier.forgotten) == (0, 1)
    assert "219-09-9999" in shown(tmp_path, "dates")


def test_a_damaged_register_stops_the_release(release: Release, tmp_path: Path) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    [file] = memory_folder().glob("*.sketches")
    file.write_bytes(file.read_bytes()[:-9] + b"not sealed")
    with pytest.raises(InvalidError, match="MEM003"):
        release("dates", {"a.txt": LETTER}, identifiers=DATES)


def test_sketches_of_another_version_stop_the_release(release: Release) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    [file] = memory_folder().glob("*.sketches")
    file.write_bytes(file.read_bytes().replace(b'"format":4', b'"format":1', 1))
    with pytest.raises(InvalidError, match="MEM006"):
        release("dates", {"a.txt": LETTER}, identifiers=DATES)


def test_a_register_cut_after_its_first_line_is_not_taken_for_a_destroyed_key(release: Release) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    [file] = memory_folder().glob("*.sketches")
    file.write_bytes(file.read_bytes().split(b"\n", 1)[0] + b"\n")
    with pytest.raises(InvalidError, match="MEM003"):
        release("dates", {"a.txt": LETTER}, identifiers=DATES)


def test_the_register_holds_no_text(release: Release) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    content = b"".join(path.read_bytes() for path in memory_folder().iterdir())
    assert not [word for word in LETTER.split() if len(word) > 4 and word.encode() in content]


@pytest.mark.usefixtures("inheriting_workers")
def test_the_check_refuses_what_the_stage_let_pass(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    monkeypatch.setattr(
        "engine.stages.repeats.earlier_releases.EarlierReleasesStage.extend",
        lambda self, document, found: list(found),
    )
    report = release("dates", {"a.txt": LETTER}, identifiers=DATES)
    assert report.documents[0].reason.startswith("[MEM002]")
    assert "earlier_releases: {then: allow}" in report.documents[0].reason
    assert shown(tmp_path, "dates") == ""


def test_a_release_that_ended_meanwhile_refuses_its_texts(release: Release, tmp_path: Path) -> None:
    release("other", {"b.txt": "A text that has nothing to do with the letter at all, not a word."},
            identifiers=NUMBERS)  # fmt: skip
    (tmp_path / "late.in").mkdir()
    (tmp_path / "late.in" / "a.txt").write_text(LETTER)
    head = {"policy": "late", "version": "1.0.0", "title": "T", "laws": [{"cite": LAW, "title": "House"}]}
    with (tmp_path / "late.yaml").open("w") as stream:
        YAML(typ="safe").dump(head | {"identifiers": DATES}, stream)
    with prepared(job(tmp_path, "late"), lambda done, total: None) as running:
        running.do_chunk(0)
        release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
        running.finish()
    assert running.report is not None
    assert running.report.documents[0].reason.startswith("[MEM004]")


def test_a_table_leaves_in_one_form_only(release: Release, tmp_path: Path) -> None:
    rows = "".join(f"{i % 7},{i % 3},{'yn'[i % 2]}\n" for i in range(60))
    clause = {
        "id": "t",
        "law": LAW,
        "files": ["visits*.csv"],
        "k": 3,
        "columns": {
            "a": {"kind": "category"},
            "b": {"kind": "category"},
            "again": {"kind": "label", "positive": ["y"]},
        },
    }
    files = {"visits.csv": f"a,b,again\n{rows}"}
    first = release("one", files, tables=[clause])
    assert first.documents[0].outcome == "released"
    same = release("same", files, tables=[clause])
    assert same.documents[0].outcome == "released"
    assert same.documents[0].earlier is not None
    other = release("other", files, tables=[clause | {"k": 15}])
    assert other.documents[0].reason.startswith("[MEM005]")
    assert not list((tmp_path / "other").rglob("visits*"))
    allowed = release("allowed", files, tables=[clause | {"k": 15}], earlier_releases={"then": "allow"})
    assert allowed.documents[0].outcome == "released"


def test_the_operators_report_names_earlier_releases_and_the_recipients_none(release: Release) -> None:
    first = release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    report = release("dates", {"a.txt": LETTER}, identifiers=DATES)
    page = render_report(report)
    assert 'id="earlier-releases"' in page
    assert first.release_id in page
    leaving = report.for_recipients()
    assert leaving.earlier is None
    assert first.release_id not in render_report(leaving) + leaving.model_dump_json()


def client_clause(**more: object) -> dict[str, object]:
    corpus = {"from": "past-projects.jsonl", "text": "text", "class": "client", "keep": "industry"}
    return {"law": LAW, "corpus": corpus, "k": 3, **more}


def test_the_class_stays_hidden_in_what_all_releases_show(release: Release, tmp_path: Path) -> None:
    files = {str(p.relative_to(CLIENTS / "inbox")): p.read_text() for p in (CLIENTS / "inbox").rglob("*.md")}
    assert files
    release("one", files, hide_class=client_clause())
    report = release("other", files, hide_class=client_clause(objective="least-redaction"))
    first, second = (set(re.findall(r"[^\W_]+", shown(tmp_path, name))) for name in ("one", "other"))
    assert all(record.outcome == "released" for record in report.documents)
    assert second
    assert second <= first


def test_a_class_that_an_earlier_release_told_is_not_hidden_any_more(release: Release) -> None:
    files = {str(p.relative_to(CLIENTS / "inbox")): p.read_text() for p in (CLIENTS / "inbox").rglob("*.md")}
    release("open", files, identifiers=NUMBERS)
    report = release("hidden", files, hide_class=client_clause())
    assert {record.outcome for record in report.documents} == {"refused"}
    assert {record.reason[:8] for record in report.documents} <= {"[KCF010]", "[KCF014]"}


FOLDER = {
    "a.txt": LETTER
    + "\nThe fever of 3 May 2021F went down. See get_petrova(anna) and Anna Petrova's file.\n",
    "b.txt": REVISED + "\nWritten by Jonah Quill. His number is 219-09-9999, as it was on 4 June 2021.\n",
    "c.txt": "Jonah Quill wrote nothing else. The number 219-09-9999 stands here, with the wall.\n",
    "d.html": PAGE.replace("The wall is old.", "The wall of 3 May 2021F is old; Anna Petrova saw it."),
}


def test_files_of_a_folder_released_again_one_by_one_are_equal(release: Release, tmp_path: Path) -> None:
    rules = [{"find": ["ssn"], "law": LAW}, {"find": ["url"], "law": LAW}, *YEARS]
    listed = {"find": ["listed-term"], "deny": ["anna petrova", "petrova"], "law": LAW}
    release("folder", FOLDER, identifiers=[*rules, listed])
    first = sorted((tmp_path / "folder" / "documents").iterdir())
    for name, path in zip(FOLDER, first, strict=True):
        for turn in "xy":
            one = f"{turn}{name[0]}"
            report = release(one, {name: FOLDER[name]}, identifiers=[*rules, listed])
            assert report.documents[0].outcome == "released", report.documents[0].reason
            assert [shown(tmp_path, one)] == [path.read_text()]


def test_what_a_folder_lost_for_another_file_is_lost_again_alone(release: Release, tmp_path: Path) -> None:
    coded = {
        "a.txt": "Case number KX-4471 was closed for the council by the harbour master in the spring.\n",
        "b.txt": "The master spoke of KX-4471 again before winter storms reached the harbour wall.\n",
    }
    rules = [{"find": ["unique-code"], "law": LAW}]
    release("folder", coded, identifiers=rules)
    first = [path.read_text() for path in sorted((tmp_path / "folder" / "documents").iterdir())]
    assert "KX-4471" not in "".join(first)
    for name, text in zip(coded, first, strict=True):
        release(name[0], {name: coded[name]}, identifiers=rules)
        assert shown(tmp_path, name[0]) == text


def test_a_policy_that_hides_more_hides_it_though_the_text_was_released(
    release: Release, tmp_path: Path
) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    release("years", {"a.txt": LETTER}, identifiers=[*NUMBERS, *YEARS])
    release("dates", {"a.txt": LETTER}, identifiers=[*NUMBERS, *DATES])
    assert "2021" in shown(tmp_path, "years") and "3 May" not in shown(tmp_path, "years")
    assert "2021" not in shown(tmp_path, "dates")


@pytest.mark.parametrize(
    ("rule", "gone"),
    [
        ({"find": ["date"]}, "2021"),
        ({"find": ["listed-term"], "deny": ["harbour"]}, "harbour"),
        ({"find": ["person"], "learn": {"loss_ratio": 10}}, "Petrova"),
    ],
)
def test_a_released_text_does_not_come_out_as_before_under_a_policy_that_hides_more(
    release: Release, tmp_path: Path, rule: dict[str, object], gone: str
) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    report = release("more", {"a.txt": LETTER}, identifiers=[*NUMBERS, {**rule, "law": LAW}])
    assert report.documents[0].outcome == "released", report.documents[0].reason
    assert gone in shown(tmp_path, "numbers")
    assert gone not in shown(tmp_path, "more")


def test_what_a_later_version_hid_is_hidden_in_the_first_one_too(release: Release, tmp_path: Path) -> None:
    release("numbers", {"a.txt": LETTER}, identifiers=NUMBERS)
    release("more", {"a.txt": REVISED}, identifiers=[*NUMBERS, *DATES])
    report = release("again", {"a.txt": LETTER}, identifiers=NUMBERS)
    assert report.documents[0].outcome == "released", report.documents[0].reason
    assert "3 May" not in shown(tmp_path, "again")
