"""`saferelease serve --demo`: a service with a sign-in for each role, gone when it ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from service.people.roles import Role
from service.web.serving import folder_for_demo
from tests.conftest import ROOT
from tests.e2e.conftest import COMMAND, environment
from tests.patience import PATIENCE, free_port

SIGN_IN = re.compile(r"^  (\w+) +(\w+) +([0-9a-f]{6}-[0-9a-f]{6}-[0-9a-f]{6})$", re.MULTILINE)


def sign_in(address: str, login: str, password: str) -> httpx.Response:
    """What the service answers to a name and a password."""
    with httpx.Client(base_url=address, headers={"accept": "text/html"}, timeout=PATIENCE) as browser:
        door = re.search(r'name="door" value="([^"]+)"', browser.get("/sign-in").text)
        assert door
        return browser.post("/sign-in", data={"login": login, "password": password, "door": door[1]})


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Until the service answers."""
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        try:
            httpx.get(f"{address}/sign-in")
        except httpx.TransportError:
            time.sleep(0.5)
        else:
            return
    raise AssertionError("the service does not answer")


def answers_after(port: int, seconds: float) -> list[int]:
    """Two answers over one connection, which rests between them."""
    statuses = []
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
        for pause in (0, seconds):
            time.sleep(pause)
            line.auto_open = 0 if pause else 1
            line.request("GET", "/health", headers={"Host": f"127.0.0.1:{port}"})
            with line.getresponse() as answer:
                answer.read()
                statuses.append(answer.status)
    return statuses


def test_a_start_clears_what_a_kill_left_and_nothing_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    killed, elsewhere = tmp_path / "saferelease-demo-killed", tmp_path / "other"
    killed.mkdir()
    (killed / "key").touch()
    (tmp_path / "saferelease-demo-link").symlink_to(elsewhere)
    elsewhere.mkdir()
    (elsewhere / "mine").touch()
    with folder_for_demo() as running, folder_for_demo() as other:
        assert running.exists() and other.exists()
        assert not killed.exists()
    assert not running.exists()
    assert (elsewhere / "mine").exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_every_ordered_end_leaves_nothing(number: signal.Signals, tmp_path: Path) -> None:
    held, served = tmp_path / "held", "uvicorn.run(app, port=0, lifespan='off', log_level='error')"
    code = (
        "import uvicorn; from service.web.serving import folder_for_demo\n"
        f"async def app(*_): pass\nwith folder_for_demo() as f:\n open({str(held)!r}, 'w').close(); {served}"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    deadline = time.monotonic() + PATIENCE
    while not held.exists() and child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list(tmp_path.glob("saferelease-demo-*"))
    child.send_signal(number)
    child.wait(PATIENCE)
    assert not list(tmp_path.glob("saferelease-demo-*"))


@pytest.mark.slow
def test_each_role_can_sign_in_and_nothing_is_left(home: Path, tmp_path: Path) -> None:
    port = free_port()
    address, folders = f"http://127.0.0.1:{port}", tmp_path / "folders"
    folders.mkdir()
    with (tmp_path / "said").open("wb") as told:
        process = subprocess.Popen(
            [*COMMAND, "serve", "--demo", "--port", str(port)],
            cwd=tmp_path,
            env=environment(home, PYTHONPATH=str(ROOT), TMPDIR=str(folders)),
            stdout=told,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            wait_for(address, process)
            said = (tmp_path / "said").read_text()
            found = SIGN_IN.findall(said)
            assert {role for role, _, _ in found} == {role.value for role in Role}
            answers = {sign_in(address, login, password).status_code for _, login, password in found}
            assert answers == {303}
            assert sign_in(address, found[0][1], "wrong").status_code != 303
            assert any(folders.iterdir())
            assert answers_after(port, 7) == [200, 200], "a pause between two pages does not cut the line"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
    assert process.returncode in (0, 130), said
    assert f"Service: {address} " in said
    assert not any(path.name.startswith("saferelease-demo-") for path in folders.iterdir())
    assert not (home / "service").exists()
