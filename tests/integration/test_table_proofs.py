"""`saferelease verify` proves k again from the released file, whatever hashes and signatures say."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from adapters.bundle.files import seal
from adapters.keys.installation import load_keys
from adapters.machine.files import canonical_json
from engine.checks import containment as counting
from engine.record.manifest import RemovedProof
from engine.record.report import ReleaseReport, summarize
from flows.audit.verification.answers import Verification
from flows.audit.verification.bundle import verify_release
from service.commands.display.verification import show_verification, verification_json
from tests.integration.test_tables_stage import VISITS, Desk, write_csv

PROOF = RemovedProof(sha256="0" * 64, key_check="", values=0, short=0, standing=0, fingerprints=0)


class Bundle:
    """A signed bundle with one table, that somebody who holds the key can change and sign again."""

    def __init__(self, folder: Path, kind: str = "csv", choose: str = "suppress-cells") -> None:
        clause = VISITS.format(k=5, choose=choose).replace("k: 5", f"k: 5\n    release_as: {kind}")
        self.desk = Desk(folder, clause)
        record = self.desk.release(write_csv(folder / "visits.csv"))
        assert record.table is not None
        self.record, self.folder = record, self.desk.documents.parent
        self.table = self.desk.documents / record.output
        self.certificate = self.folder / record.table.certificate
        self.sign(again=False)

    def sign(self, again: bool = True) -> None:
        """Bring every hash up to date, and sign."""
        hashes = {"sha256": hashlib.sha256(self.table.read_bytes()).hexdigest()}
        if again:
            content = json.loads(self.certificate.read_text()) | {"table_sha256": hashes["sha256"]}
            self.certificate.write_text(json.dumps(content))
        assert self.record.table is not None
        digest = hashlib.sha256(self.certificate.read_bytes()).hexdigest()
        table = self.record.table.model_copy(update={"certificate_sha256": digest})
        record = self.record.model_copy(update={**hashes, "table": table})
        plan = self.desk.compiled.plan
        report = summarize(
            release_id="r", created="2026-11-21T00:00:00Z", tool="t", plan=plan, documents=[record]
        )
        (self.folder / "report.json").write_bytes(canonical_json(report.model_dump(mode="json")))
        seal(self.folder, report, load_keys(self.folder.with_name("keys")), PROOF)

    def verify(self) -> Verification:
        return verify_release(self.folder)


def codes(found: Verification) -> list[str]:
    return [one.code for one in found.faults]


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_every_format_is_counted_again(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = Bundle(tmp_path, kind).verify()
    assert codes(found) == []
    [proof] = found.tables
    assert (proof.proof, proof.k, proof.rows) == ("counted", 5, 60)
    assert proof.level >= 5
    show_verification(found)
    line = (
        f"Table document-000001.{kind}: 60 rows counted again, each shown by {proof.level} or more (k = 5)."
    )
    assert line in capsys.readouterr().out
    assert verification_json(str(tmp_path), found)["tables"][0]["level"] == proof.level  # type: ignore[index]


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_changed_row_fails_where_every_hash_and_the_signature_hold(tmp_path: Path, kind: str) -> None:
    bundle = Bundle(tmp_path, kind)
    if kind == "parquet":
        table = pa.parquet.read_table(bundle.table).to_pylist()
        table[-1] |= dict.fromkeys([name for name in table[-1] if name != "again"], 1)
        schema = pa.schema([(name, pa.uint8()) for name in table[-1]])
        pa.parquet.write_table(pa.Table.from_pylist(table, schema), bundle.table)
    else:
        lines = bundle.table.read_text().splitlines()
        everything = (
            sorted({name for line in lines for name in json.loads(line)["features"]})
            if kind == "jsonl"
            else []
        )
        ones = ",".join("1" * len(lines[0].split(",")))
        lines[-1] = json.dumps({"features": everything, "again": 1}) if kind == "jsonl" else ones
        bundle.table.write_text("\n".join(lines) + "\n")
    bundle.sign()
    found = bundle.verify()
    assert codes(found) == ["BND013", "BND014"]
    assert "must show no row that fewer than k = 5 rows show; got a row that 1 show" in str(found.faults[0])
    assert found.tables[0].proof == "none"


def test_a_row_that_lacks_one_more_fails_where_zeros_are_protected(tmp_path: Path) -> None:
    """The changed row shows nothing any more: it is contained in all others, and equal to none."""
    for zeros, expected in ((True, ["BND013"]), (False, [])):
        (tmp_path / str(zeros)).mkdir()
        choose = f"greedy-ones\n    protect_zeros: {str(zeros).lower()}"
        bundle = Bundle(tmp_path / str(zeros), choose=choose)
        assert codes(bundle.verify()) == []
        lines = bundle.table.read_text().splitlines()
        assert not any(set(line.rsplit(",", 1)[0]) == {"0", ","} for line in lines)
        lines[-1] = re.sub("1(?=.*,)", "0", lines[-1])
        bundle.table.write_text("\n".join(lines) + "\n")
        bundle.sign()
        assert codes(bundle.verify())[:1] == expected, zeros


def test_a_row_taken_out_fails_by_the_certificate(tmp_path: Path) -> None:
    bundle = Bundle(tmp_path)
    lines = bundle.table.read_text().splitlines()
    bundle.table.write_text("\n".join([lines[0], *lines[2:]]) + "\n")
    bundle.sign()
    assert "BND014" in codes(bundle.verify())


def test_a_certificate_of_other_rows_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = Bundle(tmp_path)
    content = json.loads(bundle.certificate.read_text())
    content["proof"][0]["contained_in"] = [59, 58, 57, 56, 56]
    bundle.certificate.write_text(json.dumps(content))
    bundle.sign()
    found = bundle.verify()
    assert codes(found) == ["BND014"]
    show_verification(found)
    assert "Table document-000001.csv: k = 5 is NOT proven." in capsys.readouterr().out


def test_what_is_no_released_table_fails(tmp_path: Path) -> None:
    bundle = Bundle(tmp_path)
    bundle.table.write_text(bundle.table.read_text().replace("\n1,", "\nAda Lund,", 1))
    bundle.sign()
    found = bundle.verify()
    assert codes(found) == ["BND015"]
    assert "Ada" not in str(found.faults[0])


def test_a_report_with_a_lower_k_does_not_lower_what_is_proven(tmp_path: Path) -> None:
    bundle = Bundle(tmp_path, choose="greedy-ones")
    path = bundle.folder / "report.json"
    report = json.loads(path.read_text())
    report["documents"][0]["table"]["k"] = 1
    path.write_text(json.dumps(report))
    seal(
        bundle.folder, ReleaseReport.model_validate(report), load_keys(bundle.folder.with_name("keys")), PROOF
    )
    found = bundle.verify()
    assert codes(found) == []
    assert found.tables[0].k == 5


def test_a_table_too_large_to_count_is_proven_by_its_witnesses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = Bundle(tmp_path)
    monkeypatch.setattr(counting, "MAX_HELD", 0)
    found = bundle.verify()
    assert codes(found) == []
    assert (found.tables[0].proof, found.tables[0].level) == ("witnesses", -1)


def test_an_unreadable_report_beside_certificates_fails(tmp_path: Path) -> None:
    bundle = Bundle(tmp_path)
    report = ReleaseReport.model_validate_json((bundle.folder / "report.json").read_bytes())
    (bundle.folder / "report.json").write_text("{}")
    seal(bundle.folder, report, load_keys(bundle.folder.with_name("keys")), PROOF)
    assert codes(bundle.verify()) == ["BND015"]
