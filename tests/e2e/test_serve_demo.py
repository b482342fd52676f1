"""`saferelease serve --demo`: a service with a sign-in for each role, gone when it ends."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from service.people.roles import Role
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
