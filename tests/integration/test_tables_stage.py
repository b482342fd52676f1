"""Table files on their way: named by a clause, projected, written, read back, proven, reported."""

from __future__ import annotations

import csv
import json
import random
import zipfile
from collections import Counter
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from adapters.documents.opening.sources import Source, find_sources
from adapters.policies.files import load_policy, shipped_policies
from adapters.reports.html import render_report
from adapters.tables.read_back import read_back
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError, RefusedError, SafereleaseError, UnreadableError
from engine.plan.comparison import compare_plans
from engine.policy.clauses.tables import TableKind
from engine.record.report import DocumentRecord, summarize
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.document import DocumentPipeline
from flows.release.preview.inspection import inspect_sources
from flows.release.table_files import release_table
from flows.tables import release as stage_module
from flows.tables.stage import TableStage

HEAD = """
policy: clinic-tables
version: 1.0.0
title: Clinic tables
laws:
  - cite: House rule on tables
    title: A row looks like k rows
"""
VISITS = """
tables:
  - id: visits
    law: House rule on tables
    files: ["visits*"]
    k: {k}
    choose: {choose}
    columns:
      age: {{kind: interval, edges: [40, 60]}}
      smoker: {{kind: binary, ones: ["yes"]}}
      ward: {{kind: category}}
      note: {{kind: text}}
      again: {{kind: label, positive: ["y"]}}
"""
NAMES = """
identifiers:
  - find: [ssn, person, phone]
    law: House rule on tables
"""
ROWS = [
    {
        "patient": f"P{number}",
        "age": 30 + number % 40,
        "smoker": "yes" if number % 3 == 0 else "no",
        "ward": ("surgery", "maternity", "Dr. Hannah Vance")[number % 3],
        "note": (
            "cough and fever since monday",
            "Mr. Ernest Blofeld called 212-555-0147 about the cough",
            "fever; blofeld again",
        )[number % 3],
        "again": "y" if number % 2 else "n",
    }
    for number in range(60)
]


def compiled(folder: Path, text: str) -> Compiled:
    path = folder / "clinic-tables.yaml"
    path.write_text(HEAD + text)
    return compile_policy(str(path))


def write_csv(path: Path, rows: list[dict[str, Any]] = ROWS) -> Source:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return Source("000001", str(path), path.name)


class Desk:
    """A policy and a folder: releases one table as a worker does."""

    def __init__(self, folder: Path, text: str) -> None:
        self.folder, self.compiled = folder, compiled(folder, text)
        self.pipeline = DocumentPipeline(self.compiled, b"k" * 32, 2024)
        self.documents, self.private = folder / "bundle" / "documents", folder / "private"

    def release(self, source: Source) -> DocumentRecord:
        step = self.pipeline.tables.step_for(source.relative)
        assert step is not None
        return release_table(self.pipeline, source, step, "h", self.documents, self.private).record

    def released(self, record: DocumentRecord) -> str:
        return (self.documents / record.output).read_text()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("desk"), NAMES + VISITS.format(k=5, choose="suppress-cells"))


@pytest.fixture(scope="module")
def record(desk: Desk) -> DocumentRecord:
    return desk.release(write_csv(desk.folder / "visits.csv"))


def test_the_released_file_reaches_k_by_counting_every_row(desk: Desk, record: DocumentRecord) -> None:
    lines = list(csv.reader(desk.released(record).splitlines()))
    rows = [{i for i, cell in enumerate(line[:-1]) if cell == "1"} for line in lines[1:]]
    assert len(rows) == 60
    level = min(sum(row <= other for other in rows) for row in rows)
    assert record.table is not None
    assert level == record.table.achieved_k >= 5
    assert record.table.proof == "counted"
    assert record.table.auc_before is not None
    assert record.table.auc_after is not None


@pytest.mark.parametrize("choose", ["greedy-distcnt", "greedy-information", "greedy-hamdist", "greedy-ones"])
def test_with_protected_zeros_k_rows_of_the_file_are_equal(tmp_path: Path, choose: str) -> None:
    """Plain k-anonymity, counted in the files of random tables; without the key some row has fewer equals."""
    draw, alone = random.Random(choose), 0
    columns = "".join(f"      c{n}: {{kind: binary}}\n" for n in range(5))
    for number in range(6):
        rows = [{f"c{n}": int(draw.random() < 0.7) for n in range(5)} for _ in range(30)]
        rows = [row | {"again": draw.choice("yn")} for row in rows]
        for zeros in (False, True):
            head = VISITS.split("columns:")[0].format(k=5, choose=choose)
            clause = f"{head}protect_zeros: {str(zeros).lower()}\n    measure: false\n    columns:\n{columns}"
            desk = Desk(
                _made(tmp_path / f"{number}{zeros}"), f"{clause}      again: {{kind: label, positive: [y]}}\n"
            )
            made = desk.release(write_csv(desk.folder / "visits.csv", rows))
            equal = Counter(line.rsplit(",", 1)[0] for line in desk.released(made).splitlines()[1:])
            assert made.table is not None
            assert made.table.achieved_k >= 5
            if zeros:
                assert made.table.achieved_k == min(equal.values())
            alone += not zeros and min(equal.values()) < 5
    assert alone, "the key would change nothing"


@pytest.mark.parametrize(("zeros", "smallest", "classes", "t"), [(True, 9, 6, 0.1), (False, 3, 9, 1 / 6)])
def test_the_report_gives_the_risk_of_re_identification(
    tmp_path: Path, zeros: bool, smallest: int, classes: int, t: float
) -> None:
    """The highest risk, l and t are what pycanon 1.3.6 gives for this file (max_rir 1/9 and 1/3, l 2, t).

    Its average_rir is the mean over classes (.100 and .191); here as in ARX it is the mean over rows.
    """
    choose = f"greedy-ones\n    protect_zeros: {str(zeros).lower()}"
    desk = Desk(tmp_path, VISITS.format(k=5, choose=choose))
    made = desk.release(write_csv(tmp_path / "visits.csv"))
    assert made.table is not None
    risk, before = made.table.risk_after, made.table.risk_before
    equal = Counter(line.rsplit(",", 1)[0] for line in desk.released(made).splitlines()[1:])
    of_rows = [1 / equal[line.rsplit(",", 1)[0]] for line in desk.released(made).splitlines()[1:]]
    assert risk is not None
    assert before is not None
    assert (min(equal.values()), len(equal)) == (smallest, classes)
    assert (risk.highest, risk.classes, risk.alone) == (1 / smallest, classes, 0)
    assert risk.average == pytest.approx(sum(of_rows) / 60) == pytest.approx(classes / 60)
    assert before.average >= risk.average
    assert (risk.l, risk.t) == (2, pytest.approx(t))
    report = summarize(
        release_id="r", created="2026-11-21T00:00:00Z", tool="t", plan=desk.compiled.plan, documents=[made]
    )
    shown = render_report(report).split("Highest risk of re-identification")[1]
    assert f">{100 / smallest:.0f} %<" in shown.replace("\xa0", " ")


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


@pytest.mark.parametrize("choose", ["suppress-cells", "maximal"])
def test_zeros_are_protected_by_the_greedy_methods_alone(tmp_path: Path, choose: str) -> None:
    with pytest.raises(InvalidError, match="protect_zeros"):
        compiled(tmp_path, VISITS.format(k=5, choose=f"{choose}\n    protect_zeros: true"))


def test_rows_stand_in_an_order_of_their_own(desk: Desk, record: DocumentRecord) -> None:
    shuffled = [*ROWS[30:], *ROWS[:30]]
    other = desk.release(write_csv(desk.folder / "visits-shuffled.csv", shuffled))
    assert desk.released(record) == desk.released(other)


def test_identifiers_never_become_names_of_features(desk: Desk, record: DocumentRecord) -> None:
    header = desk.released(record).splitlines()[0]
    assert "note:cough" in header
    assert "note:fever" in header
    for gone in ("blofeld", "ernest", "hannah", "vance", "212", "0147", "patient"):
        assert gone not in header.lower(), gone
    assert "ward=surgery" in header
    assert record.table is not None
    assert record.table.dropped["discloses"] >= 2
    everything = record.model_dump_json()
    assert not any(word in everything.lower() for word in ("blofeld", "vance", "cough", "surgery"))


def test_the_certificate_names_k_rows_for_each_row(desk: Desk, record: DocumentRecord) -> None:
    assert record.table is not None
    proof = json.loads((desk.documents.parent / record.table.certificate).read_text())
    rows = read_back(desk.documents / record.output, "csv", "again").rows
    covered = 0
    for entry in proof["proof"]:
        assert entry["first"] == covered
        assert len(set(entry["contained_in"])) == 5
        for row in rows[covered : covered + entry["rows"]]:
            assert all(set(row) <= set(rows[other]) for other in entry["contained_in"])
        covered += entry["rows"]
    assert covered == len(rows) == proof["rows"]
    assert proof["table_sha256"] == record.sha256


def test_nothing_unproven_is_left(desk: Desk, record: DocumentRecord) -> None:
    assert record.outcome == "released"
    assert list((desk.private / "unproven").iterdir()) == []


def test_the_report_shows_the_table(desk: Desk, record: DocumentRecord) -> None:
    report = summarize(
        release_id="r",
        created="2026-11-21T00:00:00+00:00",
        tool="t",
        plan=desk.compiled.plan,
        documents=[record],
    )
    page = render_report(report)
    assert record.table is not None
    assert f"shown by <b>{record.table.achieved_k}</b> rows or more. The policy asks for k = 5" in page
    assert "dropped: its name holds what the policy removes" in page
    assert record.table.certificate in page
    assert not any(word in page.lower() for word in ("blofeld", "vance", "cough"))
    [clause] = [count for count in report.clauses if count.clause == "visits"]
    assert clause.actions["drop"] == sum(record.table.dropped.values())


@pytest.mark.parametrize(("suffix", "kind"), [("jsonl", "jsonl"), ("parquet", "parquet"), ("csv", "jsonl")])
def test_every_format_gives_the_same_rows(
    tmp_path: Path, desk: Desk, record: DocumentRecord, suffix: str, kind: TableKind
) -> None:
    as_kind = NAMES + VISITS.format(k=5, choose="suppress-cells").replace(
        "k: 5", f"k: 5\n    release_as: {kind}"
    )
    other = Desk(tmp_path, as_kind)
    path = tmp_path / f"visits.{suffix}"
    if suffix == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    elif suffix == "parquet":
        pa.parquet.write_table(pa.Table.from_pylist(ROWS), path)
    else:
        write_csv(path)
    made = other.release(Source("000001", str(path), path.name))
    assert made.output == f"document-000001.{kind}"

    def named(found: Any) -> Counter[tuple[frozenset[str], int]]:
        pairs = zip(found.rows, found.labels, strict=True)
        return Counter((frozenset(found.names[i] for i in row), label) for row, label in pairs)

    mine = read_back(other.documents / made.output, kind, "again")
    assert named(mine) == named(read_back(desk.documents / record.output, "csv", "again"))


def refused(desk: Desk, source: Source) -> SafereleaseError:
    with pytest.raises(SafereleaseError) as caught:
        desk.release(source)
    assert not list(desk.documents.glob("*"))
    assert not list((desk.private / "unproven").glob("*"))
    return caught.value


def test_a_table_of_fewer_than_k_rows_is_refused(tmp_path: Path) -> None:
    desk = Desk(tmp_path, VISITS.format(k=61, choose="suppress-cells"))
    error = refused(desk, write_csv(tmp_path / "visits.csv"))
    assert isinstance(error, RefusedError)
    assert "TAB005" in str(error)
    assert "at least k = 61 rows; got 60" in str(error)


def test_a_table_of_which_nothing_can_be_shown_is_refused(tmp_path: Path) -> None:
    desk = Desk(tmp_path, VISITS.format(k=58, choose="suppress-cells"))
    assert "TAB006" in str(refused(desk, write_csv(tmp_path / "visits.csv")))


@pytest.mark.parametrize("damage", ["1,1", "0,0"])
def test_a_file_that_does_not_prove_k_is_refused(
    tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer with a fault: one row of the file has a one too many, or a row is lost."""
    desk = Desk(tmp_path, VISITS.format(k=5, choose="greedy-ones"))
    honest = stage_module.write_table

    def faulty(target: Path, *rest: Any) -> None:
        honest(target, *rest)
        lines = target.read_text().splitlines()
        if damage == "1,1":
            cells = lines[-1].split(",")
            lines[-1] = ",".join([*["1"] * (len(cells) - 1), cells[-1]])
        else:
            lines.pop()
        target.write_text("\n".join(lines) + "\n")

    monkeypatch.setattr(stage_module, "write_table", faulty)
    error = refused(desk, write_csv(tmp_path / "visits.csv"))
    assert isinstance(error, RefusedError)
    assert "TAB007" in str(error)


def test_cells_that_are_no_ones_and_zeros_are_refused(tmp_path: Path) -> None:
    for content in ("a,again\n2,1\n", "a,again\n1\n", "a,a,again\n1,1,1\n", "a\n1\n", ""):
        (tmp_path / "t.csv").write_text(content)
        with pytest.raises(RefusedError, match="TAB004") as caught:
            read_back(tmp_path / "t.csv", "csv", "again")
        assert "2" not in caught.value.faults[0].got
    for content in ('{"features": ["a", "a"]}\n', '{"features": ["a"], "name": "x"}\n', "[]\n", "{\n"):
        (tmp_path / "t.jsonl").write_text(content)
        with pytest.raises(RefusedError, match="TAB004"):
            read_back(tmp_path / "t.jsonl", "jsonl", None)


def test_faults_of_a_table_show_no_cell(tmp_path: Path) -> None:
    desk = Desk(tmp_path, VISITS.format(k=5, choose="suppress-cells"))
    rows = [{**row, "age": "canary" if number == 3 else row["age"]} for number, row in enumerate(ROWS)]
    error = refused(desk, write_csv(tmp_path / "visits.csv", rows))
    assert "KCT009" in str(error)
    assert "row 4" in str(error)
    assert "canary" not in str(error)
    rows = [{key: value for key, value in row.items() if key != "ward"} for row in ROWS]
    assert "KCT008" in str(refused(desk, write_csv(tmp_path / "visits.csv", rows)))


def test_a_table_about_the_same_person_twice_is_invalid(tmp_path: Path) -> None:
    text = VISITS.format(k=5, choose="suppress-cells") + "      patient: {kind: entity}\n"
    desk = Desk(tmp_path, text)
    assert desk.release(write_csv(tmp_path / "visits.csv")).outcome == "released"
    (tmp_path / "bundle/documents/document-000001.csv").unlink()
    error = refused(desk, write_csv(tmp_path / "visits.csv", [*ROWS, ROWS[7], {**ROWS[8], "patient": ""}]))
    assert "KCT012" in str(error)
    assert "1 rows about one seen before" in str(error)
    assert "P7" not in str(error)


@pytest.mark.parametrize(
    ("pattern", "path", "named"),
    [
        ("visits*.csv", "visits-2024.csv", True),
        ("visits*.csv", "2024/VISITS.CSV", True),
        ("visits*.csv", "old-visits.csv", False),
        ("2024/*.csv", "2024/a.csv", True),
        ("2024/*.csv", "2023/a.csv", False),
        ("visit?.csv", "visit1.csv", True),
        ("visits[1].csv", "visits1.csv", False),
    ],
)
def test_files_are_named_by_patterns(tmp_path: Path, pattern: str, path: str, named: bool) -> None:
    text = VISITS.format(k=5, choose="greedy-ones").replace('"visits*"', json.dumps(pattern))
    stage = DocumentPipeline(compiled(tmp_path, text), b"k" * 32, 2024).tables
    assert isinstance(stage, TableStage)
    assert (stage.step_for(path) is not None) == named


def test_a_file_that_two_clauses_name_is_invalid(tmp_path: Path) -> None:
    text = VISITS.format(k=5, choose="greedy-ones")
    second = text.replace("tables:\n", "").replace("id: visits", "id: more").replace('"visits*"', '"*.csv"')
    stage = DocumentPipeline(compiled(tmp_path, text + second), b"k" * 32, 2024).tables
    with pytest.raises(InvalidError, match="TAB003"):
        stage.step_for("visits.csv")


def test_other_files_need_clauses_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "letter.txt").write_text("SSN 219-09-9999")
    [source] = find_sources([tmp_path / "in"])
    alone = Desk(tmp_path, VISITS.format(k=5, choose="greedy-ones")).pipeline
    with pytest.raises(InvalidError, match="TAB009"):
        alone.release(source, source.read())
    beside = Desk(tmp_path, NAMES + VISITS.format(k=5, choose="greedy-ones")).pipeline
    assert b"219-09" not in beside.release(source, source.read()).content


def test_a_table_inside_an_archive_or_mail_is_not_released_row_by_row(tmp_path: Path) -> None:
    table = write_csv(tmp_path / "visits.csv")
    content = Path(table.path).read_bytes()
    mail = EmailMessage()
    mail["Subject"] = "the table"
    mail.set_content("see there")
    mail.add_attachment(content, maintype="text", subtype="csv", filename="Visits 2024.csv")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "mail.eml").write_bytes(mail.as_bytes())
    for name, inner in (("plain", ("deep/visits-1.csv", content)), ("nested", ("mail.eml", mail.as_bytes()))):
        with zipfile.ZipFile(tmp_path / "in" / f"{name}.zip", "w") as archive:
            archive.writestr(*inner)
    pipeline = Desk(tmp_path, NAMES + VISITS.format(k=5, choose="greedy-ones")).pipeline
    sources = find_sources([tmp_path / "in"])
    assert len(sources) == 3
    for source in sources:
        with pytest.raises(InvalidError, match="TAB010"):
            pipeline.open(source, source.read())


@pytest.mark.parametrize("broken", ["cut", "checksum", "encrypted"])
def test_an_archive_that_hides_a_table_by_being_broken_is_refused(tmp_path: Path, broken: str) -> None:
    table = Path(write_csv(tmp_path / "visits.csv").path).read_bytes()
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "packed.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("visits-1.csv", table)
    content = bytearray(path.read_bytes())
    if broken == "cut":
        content = content[:-30]
    elif broken == "checksum":
        content[content.index(b"visits-1.csv") + 20] ^= 0xFF
    elif broken == "encrypted":
        content[content.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    pipeline = Desk(tmp_path, NAMES + VISITS.format(k=5, choose="greedy-ones")).pipeline
    [source] = find_sources([tmp_path / "in"])
    with pytest.raises(UnreadableError):
        pipeline.open(source, source.read())


def test_inspect_shows_what_would_be_kept_and_writes_nothing(tmp_path: Path) -> None:
    compiled(tmp_path, NAMES + VISITS.format(k=5, choose="suppress-cells"))
    source = tmp_path / "in" / "visits.csv"
    write_csv(source)
    [found] = inspect_sources(str(tmp_path / "clinic-tables.yaml"), (tmp_path / "in",))
    table = found["table"]
    assert isinstance(table, dict)
    assert table["achieved_k"] >= 5
    assert "note:cough" in table["kept"]
    assert set(table["kept"]).isdisjoint(table["dropped"])
    assert [path.name for path in source.parent.iterdir()] == ["visits.csv"]
    source.write_text("nothing of the kind\n")
    [found] = inspect_sources(str(tmp_path / "clinic-tables.yaml"), (tmp_path / "in",))
    assert "KCT008" in str(found["error"])


def test_the_shipped_policy_makes_the_papers_features_of_adult() -> None:
    [clause] = load_policy(shipped_policies()["adult-census"], SHIPPED).policy.tables
    assert len(list(clause.declared)) == 19
    assert (clause.k, clause.label) == (11, "income")


def test_policies_about_the_same_tables_compare_by_k(tmp_path: Path) -> None:
    plans = []
    for k in (5, 8):
        (tmp_path / str(k)).mkdir()
        plans.append(compiled(tmp_path / str(k), VISITS.format(k=k, choose="greedy-ones")).plan)
    assert compare_plans(*plans).verdict == "stronger"
    assert compare_plans(*reversed(plans)).verdict == "weaker"
    assert compare_plans(plans[0], plans[0]).verdict == "equivalent"


def test_a_clause_with_a_lower_k_or_more_columns_needs_a_reason(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(
        HEAD.replace("clinic-tables", "base") + VISITS.format(k=8, choose="greedy-ones")
    )
    for k, faulty in ((5, True), (8, False), (11, False)):
        path = tmp_path / "own.yaml"
        own = HEAD.replace("clinic-tables", "own").replace("laws:", "extends: base\nlaws:")
        own = own.replace("House rule on tables", "Own rule") + VISITS.format(k=k, choose="suppress-cells")
        path.write_text(own.replace("law: House rule on tables", "law: Own rule"))
        if faulty:
            with pytest.raises(InvalidError, match="POL051"):
                load_policy(path, SHIPPED)
        else:
            [clause] = load_policy(path, SHIPPED).policy.tables
            assert clause.k == k


def test_of_combined_policies_the_higher_k_prevails(tmp_path: Path) -> None:
    for name, k in (("one", 5), ("two", 8)):
        text = HEAD.replace("clinic-tables", name).replace("House rule on tables", f"Rule {name}")
        clause = VISITS.format(k=k, choose="greedy-ones").replace(
            "law: House rule on tables", f"law: Rule {name}"
        )
        (tmp_path / f"{name}.yaml").write_text(text + clause)
    both = tmp_path / "both.yaml"
    both.write_text("policy: both\nversion: 1.0.0\ntitle: Both\ncombines: [one, two]\n")
    loaded = load_policy(both, SHIPPED)
    [clause] = loaded.policy.tables
    assert (clause.id, clause.k) == ("two/visits", 8)
    [conflict] = loaded.conflicts
    assert (conflict.setting, conflict.kept_value, conflict.overruled_value) == ("k", "8", "5")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("kind: interval, edges: [40, 60]", "kind: interval, egdes: [40]"), "Did you mean edges?"),
        (("kind: interval, edges: [40, 60]", "kind: intervall"), "columns.age.kind must be one of"),
        (("edges: [40, 60]", "edges: [60, 40]"), "must rise"),
        (("k: 5", "k: 1"), "k must be a number >= 2"),
        (("kind: category", "kind: category, edges: [1]"), "must be left out unless kind is interval"),
        (("note: {kind: text}", "note: {kind: text, token: '('}"), "must be a regular expression"),
        (
            ('      again: {kind: label, positive: ["y"]}\n', ""),
            "must be greedy-ones, maximal or suppress-cells",
        ),
        (("law: House rule on tables\n    files", "law: Nothing known\n    files"), "POL023"),
    ],
)
def test_faults_of_a_clause_say_where_and_what(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    text = VISITS.format(k=5, choose="greedy-distcnt")
    assert change[0] in text
    with pytest.raises(InvalidError) as caught:
        compiled(tmp_path, text.replace(*change))
    assert said in str(caught.value), str(caught.value)


def test_a_table_that_was_written_to_since_it_was_listed_is_not_released(tmp_path: Path) -> None:
    desk = Desk(tmp_path, NAMES + VISITS.format(k=5, choose="suppress-cells"))
    write_csv(tmp_path / "in" / "visits.csv", ROWS[:40])
    [source] = find_sources([tmp_path / "in"])
    write_csv(tmp_path / "in" / "visits.csv")
    with pytest.raises(UnreadableError, match="SRC005"):
        desk.release(source)
    assert not list(desk.documents.glob("*"))
