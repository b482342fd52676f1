"""The container file and the unit of systemd: they name what is there, and run nothing as root."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
from configparser import RawConfigParser
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from engine.errors import InvalidError
from service.app.settings import settings_from
from tests.conftest import ROOT
from tests.patience import PATIENCE

FILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
LINES = [line for line in FILE.replace("\\\n", " ").splitlines() if line and not line.startswith("#")]
GUIDE = (ROOT / "docs" / "operators-guide.md").read_text(encoding="utf-8")


def told(word: str) -> str:
    """What the only line with an instruction says."""
    (found,) = [line.partition(" ")[2] for line in LINES if line.startswith(f"{word} ")]
    return found


def test_it_runs_as_nobody_special_and_keeps_everything_in_the_volume() -> None:
    account = told("USER")
    assert re.search(rf"useradd .*--uid [1-9]\d* {account}\b", FILE)
    assert LINES.index(f"USER {account}") > max(n for n, line in enumerate(LINES) if line.startswith("RUN"))
    variables = dict(word.split("=", 1) for word in shlex.split(told("ENV")))
    assert variables["SAFERELEASE_HOME"].startswith(told("VOLUME") + "/")
    assert settings_from(variables).listen == "0.0.0.0"


def test_what_it_names_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = told("ARG").removeprefix("EXTRAS=").split(",")
    assert set(extras) <= set(project["optional-dependencies"])
    base = re.fullmatch(r"python:(\d+\.\d+)-slim", told("FROM"))
    assert base and project["requires-python"] == f">={base[1]}"
    assert 'make knowledge EXTRAS="$EXTRAS"' in FILE
    assert re.search(r"^knowledge: ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    program = Path(json.loads(told("ENTRYPOINT"))[0])
    assert program.parts[:3] == ("/", *Path(told("WORKDIR")).parts[1:])
    assert program.name in project["scripts"]
    assert json.loads(told("CMD")) == ["serve"]
    assert told("EXPOSE") == "4200"


@pytest.mark.parametrize(("status", "host", "ends"), [(200, "it.test", 0), (503, "it.test", 1)])
def test_the_look_at_its_health_asks_for_the_name_that_is_served(status: int, host: str, ends: int) -> None:
    """Requests for another name are refused."""
    asked: list[tuple[str, str]] = []

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.path, self.headers["Host"]))
            self.send_response(status)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{host}:{server.server_port}"
    words = json.loads(told("HEALTHCHECK").removeprefix("CMD "))
    done = subprocess.run(
        [sys.executable, *words[1:]], env={"SAFERELEASE_ADDRESS": address}, timeout=PATIENCE, check=False
    )
    server.shutdown()
    server.server_close()
    assert (done.returncode, asked) == (ends, [("/health", f"{host}:{server.server_port}")])


def test_no_address_but_one_of_an_interface_is_listened_on() -> None:
    assert settings_from({}).listen == "127.0.0.1"
    for wrong in ("localhost", "example.org", "0.0.0.0:80"):
        with pytest.raises(InvalidError, match=r"SVC011.*LISTEN"):
            settings_from({"SAFERELEASE_LISTEN": wrong})


def test_the_unit_is_one(tmp_path: Path) -> None:
    found = re.search(r"```ini\n(\[Unit\].*?)```", GUIDE, re.DOTALL)
    assert found
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(found[1])
    assert unit["Service"]["ExecStart"].endswith("/saferelease serve")
    assert unit["Service"]["User"] != "root" and unit["Service"]["LimitCORE"] == "0"
    if shutil.which("systemd-analyze"):
        path = tmp_path / "saferelease.service"
        path.write_text(re.sub("ExecStart=.*", "ExecStart=/bin/true", found[1]))
        command = ["systemd-analyze", "verify", "--man=no", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert "Unknown" not in done.stderr
