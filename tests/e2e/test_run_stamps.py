"""An installation that names an authority has every release stamped; one without its stamp is not silent."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from adapters.bundle.files import TIMESTAMP
from flows.orchestration.release_flow import ReleaseFailedError
from flows.orchestration.schedules.alarming import FAILED, Alarms
from flows.orchestration.schedules.scheduled import scheduled_release
from flows.orchestration.schedules.served import SERVED, Served
from tests.e2e.conftest import Run
from tests.integration.test_alarms import Hook, with_hook

pytest.importorskip("asn1crypto", reason="the package asn1crypto is not installed")
pytest.importorskip("rfc3161_client", reason="the package rfc3161-client is not installed")

from asn1crypto import tsp

from tests.patience import free_port
from tests.time_authority import Authority, authority

POLICY = """policy: small
version: 1.0.0
title: T
identifiers:
  - {find: [ssn], law: R}
laws: [{cite: R, title: Rule}]
"""


@pytest.fixture(scope="module")
def house() -> Authority:
    return authority()


@pytest.fixture
def folder(tmp_path: Path, house: Authority) -> Path:
    """An installation of its own, one document, a policy."""
    (tmp_path / "home").mkdir(mode=0o700)
    house.root.write(tmp_path / "home" / "timestamp-roots.pem")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "note.txt").write_text("SSN 219-09-9999")
    (tmp_path / "small.yaml").write_text(POLICY)
    return tmp_path


@contextmanager
def busy(house: Authority, times: int) -> Iterator[tuple[str, list[str]]]:
    """An authority that is busy at first; its address, and what it was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = tsp.TimeStampReq.load(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(self.path)
            self.send_response(503 if len(asked) <= times else 200)
            self.end_headers()
            if len(asked) > times:
                imprint = request["message_imprint"]
                algorithm = imprint["hash_algorithm"]["algorithm"].native
                nonce = request["nonce"].native
                self.wfile.write(house.stamp(imprint["hashed_message"].native, algorithm, nonce))

        def log_message(self, *arguments: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", asked
    finally:
        server.shutdown()
        server.server_close()


def words(folder: Path) -> tuple[object, ...]:
    return ("run", folder / "small.yaml", folder / "in", "--out", folder / "bundle")


def states(folder: Path) -> str:
    """What Prefect was told."""
    return "".join(path.read_text() for path in (folder / "home" / "prefect" / "journal").iterdir())


@pytest.mark.slow
def test_a_run_is_stamped_and_an_authority_that_is_busy_is_asked_again(
    saferelease: Run, folder: Path, house: Authority
) -> None:
    with busy(house, 1) as (address, asked):
        (folder / "home" / "timestamps.yaml").write_text(f"authority: {address}\n")
        done = saferelease(*words(folder), SAFERELEASE_HOME=str(folder / "home"))
    assert done.returncode == 0, done.stderr
    assert len(asked) == 2
    assert "Stamped at 20" in done.stdout
    found = saferelease("verify", folder / "bundle", "--stamped", SAFERELEASE_HOME=str(folder / "home"))
    assert found.returncode == 0, found.stdout + found.stderr
    assert "AwaitingRetry" in states(folder)


def test_a_release_without_its_stamp_is_not_silent(saferelease: Run, folder: Path, house: Authority) -> None:
    with busy(house, 0) as (address, _):
        pass  # it is gone now
    home = {"SAFERELEASE_HOME": str(folder / "home")}
    (folder / "home" / "timestamps.yaml").write_text(f"authority: {address}\n")
    done = saferelease(*words(folder), "--json", **home)
    assert done.returncode == 4, done.stderr
    said = json.loads(done.stdout)
    assert said["time_stamp"] == {"authority": address, "at": "", "code": "TSA001"}
    assert said["totals"]["released"] == 1
    assert '"NotStamped"' in states(folder)
    assert not (folder / "bundle" / TIMESTAMP).exists()
    assert f"Not stamped: [TSA001] {address}" in saferelease("report", folder / "bundle", **home).stdout
    with busy(house, 0) as (address, _):
        later = saferelease("audit", "timestamp", folder / "bundle", "--authority", address, **home)
    assert later.returncode == 0, later.stderr
    assert "Not stamped" not in saferelease("report", folder / "bundle", **home).stdout


def test_a_release_from_python_says_that_its_stamp_is_missing(
    folder: Path, house: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So does the flow for the operator's own Prefect, by the name of its last state."""
    from saferelease import prefect

    with busy(house, 0) as (address, _):
        pass  # it is gone now
    monkeypatch.setenv("SAFERELEASE_HOME", str(folder / "home"))
    (folder / "home" / "timestamps.yaml").write_text(f"authority: {address}\n")
    for name in ("create_progress_artifact", "create_markdown_artifact", "update_progress_artifact", "_tag"):
        monkeypatch.setattr(prefect, name, lambda *args, **options: None)
    state = prefect.release.fn(str(folder / "small.yaml"), [str(folder / "in")], str(folder / "bundle"))
    assert (state.name, state.message) == ("NotStamped", "1 of 1 documents released; not stamped: TSA001")
    assert (state.data.verdict, state.data.not_stamped) == ("released", "TSA001")


@pytest.mark.slow
def test_an_authority_that_nobody_knows_is_asked_once(saferelease: Run, folder: Path) -> None:
    with busy(authority("Stranger"), 0) as (address, asked):
        (folder / "home" / "timestamps.yaml").write_text(f"authority: {address}\n")
        done = saferelease(*words(folder), SAFERELEASE_HOME=str(folder / "home"))
    assert done.returncode == 4, done.stderr
    assert "Not stamped: [TSA001]" in done.stdout
    assert len(asked) == 1


@pytest.mark.parametrize(
    "setting", ["authority: 7", "authority: file:///etc", "authorty: https://a.example", "[]"]
)
def test_a_setting_that_names_no_authority_is_told_before_the_work(
    saferelease: Run, folder: Path, setting: str
) -> None:
    (folder / "home" / "timestamps.yaml").write_text(setting)
    done = saferelease(*words(folder), SAFERELEASE_HOME=str(folder / "home"))
    assert (done.returncode, "[TSA005]" in done.stderr) == (2, True)
    assert not (folder / "bundle.private").exists()


@pytest.mark.slow
def test_a_scheduled_run_without_its_stamp_tells_somebody(
    folder: Path, house: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every document left, so nothing but the missing stamp can have raised the alarm."""
    home = folder / "home"
    monkeypatch.setenv("SAFERELEASE_HOME", str(home))
    with busy(house, 0) as (address, _):
        pass  # it is gone now
    (home / "timestamps.yaml").write_text(f"authority: {address}\n")
    policy = folder / "small.yaml"
    policy.write_text(POLICY + "release: {from: in, to: out, every: '0 2 * * *'}\n")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(time.time()) + 300))  # nobody writes it any more
    served = asdict(Served(str(policy), folder=str(folder)))
    (home / SERVED).write_text(json.dumps({"small": served}))
    with pytest.raises(ReleaseFailedError) as ended:
        scheduled_release.fn("small")
    assert str(ended.value) == "released 1 documents; not stamped: TSA001"
    with Hook(free_port()) as hook:
        with_hook(home, hook.port)
        Alarms(home, lambda line: None, lambda: datetime.now(UTC)).about_run(
            "small", f"{FAILED}{ended.value}"
        )
    [alarm] = hook.taken
    assert (alarm["policy"], alarm["outcome"]) == ("small", "failed")
    assert alarm["told"] == "released 1 documents; not stamped: TSA001"
    assert list((folder / "out").glob("small-*/manifest.json")), "it left all the same"
