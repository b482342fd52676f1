"""A running service to attack, and code planted where a program might pick it up."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.conftest import environment
from tests.e2e.test_serve import POLICY
from tests.patience import PATIENCE, free_port
from tests.programs import absent

COMMAND = [sys.executable, "-P", "-m", "service.cli"]
"""As the installed command runs: the current folder is not searched for modules."""

PLANTED = (
    "uvicorn.py",
    "json.py",
    "saferelease.py",
    "sitecustomize.py",
    "usercustomize.py",
    "prefect.py",
    "typer.py",
    "re2.py",
    "encodings/__init__.py",
    "flows/__init__.py",
    "adapters/__init__.py",
    "logging.yml",
)


def plant(folder: Path, marker: Path) -> None:
    """Modules and settings in `folder` that create `marker` when they are executed."""
    code = f"open({str(marker)!r}, 'a').write(__file__ + chr(10))\n"
    for name in PLANTED:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
    logging = (
        "version: 1\nhandlers:\n  x:\n    class: logging.StreamHandler\n    stream:\n"
        f"      (): pathlib.Path.touch\n      self: {marker}\n"
    )
    (folder / "logging.yml").write_text(logging)
    settings = f'PREFECT_LOGGING_SETTINGS_PATH="{folder / "logging.yml"}"\nPREFECT_API_URL="http://127.0.0.1:9/api"\n'
    (folder / ".env").write_text(settings)
    toml = f'[api]\nurl = "http://127.0.0.1:9/api"\n[logging]\nconfig_path = "{folder / "logging.yml"}"\n'
    (folder / "prefect.toml").write_text(toml)
    (folder / "pyproject.toml").write_text(
        toml.replace("[api]", "[tool.prefect.api]").replace("[logging]", "[tool.prefect.logging]")
    )


@dataclass
class Service:
    """A service that runs in the background."""

    process: subprocess.Popen[bytes]
    home: Path
    folder: Path
    port: int
    marker: Path

    @property
    def said(self) -> Path:
        """What it printed."""
        return self.marker.with_name("said")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def server(self) -> dict[str, str]:
        found: dict[str, str] = json.loads((self.home / "prefect" / "server.json").read_text())
        return found

    @property
    def auth(self) -> tuple[str, str]:
        user, word = self.server["secret"].split(":")
        return user, word


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """`serve --port` in a folder full of planted code; readable for others, as /tmp is."""
    base = Path(tempfile.mkdtemp(prefix="sr"))
    base.chmod(0o755)
    folder = base / "work"
    folder.mkdir()
    plant(folder, base / "marker")
    (folder / "inbox").mkdir()
    plant(folder / "inbox", base / "marker")
    (folder / "inbox" / "note.txt").write_text("SSN 219-09-9999")
    policy = POLICY.replace(", require_approved: true, matter: zqxkeller.yaml", "")
    (folder / "every-minute.yaml").write_text(policy.replace("* * * * *", "0 0 1 1 *"))
    port = free_port()
    said = (base / "said").open("wb")  # closed at the end
    process = subprocess.Popen(
        [*COMMAND, "serve", "every-minute.yaml", "--port", str(port)],
        cwd=folder,
        env=environment(base / "home"),
        stdout=said,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    made = Service(process, base / "home", folder, port, base / "marker")
    try:
        deadline = time.monotonic() + PATIENCE
        while "Serving" not in (base / "said").read_text():
            assert time.monotonic() < deadline and process.poll() is None, (base / "said").read_text()
            time.sleep(0.2)
        yield made
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        said.close()
        shutil.rmtree(base, ignore_errors=True)


@pytest.fixture
def as_nobody() -> list[str]:
    """Words before a command that make another user run it; skipped where that cannot be done."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("running a command as another user needs root and setpriv")
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


@pytest.fixture
def python_of_nobody(as_nobody: list[str]) -> list[str]:
    """A Python that the other user may run: the one of these tests may stand in a folder of its owner."""
    ours = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    for python in (ours, Path("/usr/bin/python3")):
        command = [*as_nobody, str(python)]
        if (
            python.exists()
            and subprocess.run([*command, "-c", ""], capture_output=True, check=False).returncode == 0
        ):
            return command
    absent("a Python that another user may run: apt-get install python3")
    raise AssertionError
