"""A release with the facts of a matter: they are gone from the documents and in no store."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from adapters.documents.opening.sources import Source
from adapters.policies.files import LoadedPolicy
from engine.errors import RefusedError
from engine.methods.c_sanitized import Taxonomy
from engine.methods.names.matter import Matter
from engine.plan.plan import compile_plan
from engine.policy import Policy
from engine.stages.identifiers.stage import NO_TABLES, Identified
from flows.compiling.compilation import Compiled
from flows.document.document import DocumentPipeline
from tests.e2e.conftest import COMMAND, Run
from tests.e2e.test_canary import CANARY, encodings, leaks, private_space
from tests.patience import PATIENCE

FACTS = f"""\
subjects:
  - name: {CANARY}anna {CANARY}keller
    born: 1961-02-14
    accounts: ["90817263"]
    relatives: [{{name: {CANARY}tim Smith, minor: true}}]
organisations: [{CANARY}corp]
"""


@pytest.mark.slow
def test_facts_are_removed_and_kept_secret(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "facts.yaml").write_text(FACTS)
    (folder / "a.txt").write_text(
        f"{CANARY}KELLER, {CANARY}Anna (2/14/61) of {CANARY}corp, acct 90-81-72-63, son {CANARY}tim.\n"
    )
    (folder / f"{CANARY}keller.csv").write_text(f"party,remark\n{CANARY}Anna,born 14 February 1961\n")
    space, env = private_space(tmp_path)
    out = space / "out"
    done = subprocess.run(
        [*COMMAND, "run", "us-court-filings", folder, "--out", out, "--matter", folder / "facts.yaml"],
        capture_output=True,
        env=env,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert not any(marker in done.stdout + done.stderr for marker in encodings(CANARY))
    assert leaks(space) == []
    text = "".join(path.read_text() for path in sorted((out / "documents").iterdir()))
    assert "[PERSON] (1961) of [ORGANISATION], acct [ACCOUNT XX-XX-7263], son Z. S." in text
    assert "[PERSON],born 1961" in text
    stores = [path for path in space.rglob("*") if path.is_file() and path.suffix != ".db"]
    for fact in (b"90817263", b"1961-02-14"):
        assert not any(fact in path.read_bytes() for path in stores)
    report = json.loads((out.with_name(out.name + ".private") / "report.json").read_text())
    assert report["totals"]["documents"] == 2, "the facts are no document"
    counted = {clause["clause"]: clause["changes"] for clause in report["clauses"]}
    assert counted["facts-of-the-matter"] == 3
    assert counted["a3"] == 1
    assert counted["a2"] == 2


def test_other_facts_are_another_release(saferelease: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Nothing.")
    plans = set()
    for facts in ("Ada Ek", "Bo Ek", "Bo Ek"):
        (tmp_path / "m.csv").write_text(f"name\n{facts}\n")
        done = saferelease(
            *("run", "us-court-filings", "a.txt", "--out", "o", "--dry-run", "--json", "--matter", "m.csv"),
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stderr
        plans.add(json.loads(done.stdout)["plan_id"])
    assert len(plans) == 2


def test_a_bad_file_of_facts_ends_the_run(saferelease: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Nothing.")
    (tmp_path / "m.yaml").write_text(f"subjects:\n  - name: {CANARY}\n    born: {CANARY}\n")
    done = saferelease("inspect", "us-court-filings", "a.txt", "--matter", "m.yaml", cwd=tmp_path)
    assert done.returncode == 2
    assert "[MAT004] m.yaml:3:11 subjects[0].born" in done.stderr
    assert CANARY not in done.stdout + done.stderr


def test_a_fact_that_is_left_refuses_the_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clause = {"id": "n", "find": ["ssn"], "law": "GDPR Art. 10"}
    policy = Policy.model_validate({"policy": "p", "version": "1.0.0", "title": "T", "identifiers": [clause]})
    plan = compile_plan(policy, policy_sha256="0")
    matter = Matter.model_validate({"subjects": [{"name": "Anna Keller"}]})
    loaded = LoadedPolicy(policy, tmp_path / "p.yaml", "0")
    compiled = Compiled(loaded, plan, (), (), Taxonomy.read(()), matter)
    pipeline = DocumentPipeline(compiled, b"k" * 32, 2024)
    source = Source("000001", str(tmp_path / "a.txt"), "a.txt")
    assert b"Keller" not in pipeline.release(source, b"Keller wrote.").content
    monkeypatch.setattr(pipeline.stages.identifiers, "identified", lambda document: Identified([], NO_TABLES))
    with pytest.raises(RefusedError) as caught:
        pipeline.release(source, b"Keller wrote.")
    assert [(each.code, each.got) for each in caught.value.faults] == [("MAT006", "1 of person")]
