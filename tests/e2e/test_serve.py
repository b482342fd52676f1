"""The service: a policy with a schedule is released when its time comes, without anybody's doing."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.e2e.conftest import COMMAND, Run, environment
from tests.integration.test_alarms import Hook, with_hook
from tests.patience import PATIENCE, free_port

POLICY = """\
policy: every-minute
version: 1.0.0
title: Test of the schedule
identifiers:
  - find: [ssn]
    law: House rule 1
laws:
  - cite: House rule 1
    title: No social security numbers
release: {from: inbox, to: releases, every: "* * * * *", require_approved: true, matter: zqxkeller.yaml}
"""


@pytest.mark.slow
def test_a_scheduled_release_really_runs(saferelease: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "every-minute.yaml").write_text(POLICY)
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "note.txt").write_text("SSN 219-09-9999 of Zqxkeller")
    (tmp_path / "inbox" / "picture.unknown").write_bytes(b"\0zqxkeller")
    (tmp_path / "zqxkeller.yaml").write_text("subjects: [{name: Ada Zqxkeller}]")
    arguments = ("every-minute.yaml",)
    home.mkdir(mode=0o700, exist_ok=True)
    refused = saferelease("serve", *arguments, cwd=tmp_path)
    assert refused.returncode == 1
    assert "APR001" in refused.stderr
    assert (
        saferelease("policy", "approve", "every-minute.yaml", "--by", "J. O.", cwd=tmp_path).returncode == 0
    )
    with (tmp_path / "said").open("wb") as told, Hook(free_port()) as hook:
        with_hook(home, hook.port)
        process = subprocess.Popen(
            [*COMMAND, "serve", *arguments],
            cwd=tmp_path,
            env=environment(home, PYTHONPATH=str(ROOT)),
            stdout=told,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            deadline = time.monotonic() + PATIENCE
            said = ""
            while (
                time.monotonic() < deadline and "was taken by webhook" not in said and process.poll() is None
            ):
                time.sleep(1)
                said = (tmp_path / "said").read_text()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
    found = list(tmp_path.glob("releases/*/manifest.json"))
    assert found, said
    assert process.returncode == 0
    assert "every-minute: FAILED: partial: released 1 of 2, 0 refused, 1 quarantined" in said
    assert [one["outcome"] for one in hook.taken] == ["partial"]
    assert hook.taken[0]["told"] == "partial: released 1 of 2, 0 refused, 1 quarantined"
    assert "zqxkeller" not in json.dumps(hook.taken).lower()
    text = next(found[0].parent.joinpath("documents").iterdir()).read_text()
    assert "219-09-9999" not in text
    assert "219-09-9999" not in said
    assert "[PERSON]" in text
    manifest = json.loads(found[0].read_text())
    assert manifest["approval"]["approved_by"] == "J. O."
    assert manifest["approval"]["plan_id"] != manifest["plan_id"], "facts were added"
    for store in (path for path in home.rglob("*") if path.is_file()):
        assert b"zqxkeller" not in store.read_bytes().lower().replace(b"\0", b""), store.name


def test_a_policy_without_a_schedule_is_not_served(saferelease: Run, tmp_path: Path) -> None:
    path = tmp_path / "never.yaml"
    path.write_text(POLICY.replace("policy: every-minute", "policy: never").rsplit("release:", 1)[0])
    done = saferelease("serve", path)
    assert done.returncode == 2
    assert "SRV001" in done.stderr
