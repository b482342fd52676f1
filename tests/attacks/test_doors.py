"""Who may speak to the service: nobody without the secret, no page of another name, no other user."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from adapters.machine.processes.command_channel import POINTER
from tests.attacks.conftest import COMMAND, Service
from tests.attacks.processes import core_limit, family, listeners
from tests.e2e.conftest import environment
from tests.patience import PATIENCE, within

WANTED = [
    ("POST", "/api/deployments/filter"),
    ("POST", "/api/flow_runs/filter"),
    ("GET", "/api/csrf-token?client=page"),
    ("GET", "/api/admin/settings"),
    ("POST", "/api/flows/"),
    ("POST", "/api/artifacts/filter"),
    ("POST", "/api/work_pools/"),
    ("POST", "/api/block_documents/filter"),
    ("POST", "/api/events"),
]


@pytest.mark.parametrize(("method", "path"), WANTED)
def test_nothing_is_answered_without_the_secret(service: Service, method: str, path: str) -> None:
    for auth in (None, ("saferelease", ""), ("saferelease", "guess"), ("", service.auth[1])):
        found = httpx.request(method, service.address + path, json={"name": "x"}, auth=auth)
        assert found.status_code == 401, (method, path, auth)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "attacker.example"},
        {"Host": "attacker.example:80"},
        {"Host": ""},
        {"Origin": "https://attacker.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost.attacker.example"},
    ],
)
@pytest.mark.parametrize("path", ["/api/flows/filter", "/api/health", "/", "/ui-settings"])
def test_foreign_names_and_origins_are_turned_away(
    service: Service, headers: dict[str, str], path: str
) -> None:
    found = httpx.get(service.address + path, headers=headers, auth=service.auth, timeout=PATIENCE)
    assert found.status_code == 403
    assert "access-control-allow-origin" not in found.headers


def test_the_operator_gets_in_by_the_port_and_by_the_socket(service: Service) -> None:
    wanted = "/api/deployments/filter"
    by_port = httpx.post(service.address + wanted, json={}, auth=service.auth, timeout=PATIENCE)
    transport = httpx.HTTPTransport(uds=service.server["socket"])
    with httpx.Client(
        transport=transport, base_url="http://saferelease", auth=service.auth, timeout=PATIENCE
    ) as client:
        by_socket = client.post(wanted, json={})
    ids = [[one["id"] for one in answer.json()] for answer in (by_port, by_socket)]
    assert ids[0] == ids[1]
    assert [one["name"] for one in by_port.json()] == ["every-minute"]


@pytest.mark.parametrize("path", ["/api/events/in", "/api/logs/out", "/api/events/out"])
def test_a_web_socket_needs_the_secret_and_the_origin(service: Service, path: str) -> None:
    from websockets.exceptions import ConnectionClosed, InvalidStatus
    from websockets.sync.client import connect

    address = service.address.replace("http", "ws") + path
    for headers in ({}, {"Origin": "https://attacker.example"}):
        with pytest.raises((InvalidStatus, ConnectionClosed)):  # noqa: SIM117
            with connect(address, additional_headers=headers, open_timeout=PATIENCE) as socket:
                socket.send(json.dumps({"type": "auth", "token": "guess"}))
                socket.recv(timeout=PATIENCE)
                socket.recv(timeout=PATIENCE)


@pytest.mark.needs("curl")
def test_another_user_reaches_nothing(service: Service, as_nobody: list[str]) -> None:
    server = Path(service.server["socket"])
    secret = service.home / "prefect" / "server.json"
    tried = {
        f"cat {secret}": "",
        f"curl -s --unix-socket {server} http://saferelease/api/health": "",
        f"ls {server.parent}": "",
        "cat /proc/{pid}/environ": "",
        "head -c 1 /proc/{pid}/mem": "",
        f"curl -s {service.address}/api/flows/filter -d '{{}}'": '{"exception_message":"Unauthorized"}',
    }
    for command, wanted in tried.items():
        for pid in family(service.process.pid):
            done = subprocess.run(
                [*as_nobody, "sh", "-c", command.replace("{pid}", str(pid))], capture_output=True, check=False
            )
            assert done.stdout.decode() == wanted, command


def test_the_secret_is_not_on_a_command_line_nor_in_the_environment(service: Service) -> None:
    word = service.auth[1].encode()
    for pid in family(service.process.pid):
        assert word not in Path(f"/proc/{pid}/cmdline").read_bytes()
        if os.access(f"/proc/{pid}/environ", os.R_OK):
            assert word not in Path(f"/proc/{pid}/environ").read_bytes()
    secret = service.home / "prefect" / "server.json"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    socket = Path(service.server["socket"])
    assert [stat.S_IMODE(path.stat().st_mode) for path in (socket, socket.parent)] == [0o600, 0o700]


def test_no_process_dumps_its_memory(service: Service) -> None:
    assert {core_limit(pid) for pid in family(service.process.pid)} == {"0"}


def test_a_patched_deployment_runs_nothing_of_its_own(service: Service) -> None:
    """Even with the secret: what a deployment says of code is read by nobody."""
    trap = service.folder / "trap.py"
    trap.write_text(f"open({str(service.marker)!r}, 'a').write('trap')\n")
    step = {"prefect.deployments.steps.run_shell_script": {"script": f"touch {service.marker}"}}
    with httpx.Client(base_url=service.address, auth=service.auth, timeout=PATIENCE) as client:
        deployment = client.post("/api/deployments/filter", json={}).json()[0]["id"]
        changes = {"pull_steps": [step], "path": str(service.folder), "entrypoint": "trap.py:flow"}
        with within(PATIENCE):  # a busy server answers 503
            while (
                changed := client.patch(f"/api/deployments/{deployment}", json=changes)
            ).status_code == 503:
                time.sleep(0.5)
        assert changed.is_success, "the attack has to reach its aim"
        parameters = {"policy": "../../etc/passwd"}
        for _ in range(20):
            ordered = client.post(
                f"/api/deployments/{deployment}/create_flow_run", json={"parameters": parameters}
            )
            if ordered.status_code != httpx.codes.SERVICE_UNAVAILABLE:  # the server's database is busy
                break
            time.sleep(0.5)
        assert ordered.is_success, ordered.text
        made = ordered.json()
        state = {}
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and state.get("type") not in ("COMPLETED", "FAILED", "CRASHED"):
            time.sleep(1)
            state = client.get(f"/api/flow_runs/{made['id']}").json()["state"]
    assert state["type"] in ("COMPLETED", "FAILED"), state
    assert list(service.folder.glob("releases/*/manifest.json")), (
        "it releases under the policy that is served"
    )
    assert not service.marker.exists()


def test_only_the_port_that_was_asked_for_is_open(service: Service) -> None:
    if os.geteuid() != 0:
        pytest.skip("to see the sockets of processes that are closed to debuggers needs root")
    assert listeners(family(service.process.pid)) == {f"tcp 0100007F:{service.port:04X}"}


def test_a_run_listens_nowhere(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("to see the sockets of processes that are closed to debuggers needs root")
    (tmp_path / "in").mkdir()
    for i in range(30):
        (tmp_path / "in" / f"{i}.txt").write_text("SSN 219-09-9999 " + "word " * 5000)
    arguments = ["run", "hipaa-safe-harbor", str(tmp_path / "in"), "--out", str(tmp_path / "out")]
    process = subprocess.Popen([*COMMAND, *arguments], env=environment(tmp_path / "home"))
    seen: set[str] = set()
    looks = 0
    while process.poll() is None:
        found = family(process.pid)
        seen |= listeners(found)
        looks += 1
        time.sleep(0.05)
    assert process.returncode == 0
    assert looks > 10
    assert seen == set()


def test_a_service_keeps_commands_warm(service: Service) -> None:
    deadline = time.monotonic() + PATIENCE
    while not (service.home / POINTER).exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    found = Path(json.loads((service.home / POINTER).read_text())["socket"])
    assert [stat.S_IMODE(path.stat().st_mode) for path in (found, found.parent)] == [0o600, 0o700]


def test_one_service_for_one_installation(service: Service) -> None:
    done = subprocess.run(
        [*COMMAND, "serve", "every-minute.yaml"],
        cwd=service.folder,
        env=environment(service.home),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert "SRV004" in done.stderr


def test_the_planted_code_was_not_touched(service: Service) -> None:
    assert not service.marker.exists()
