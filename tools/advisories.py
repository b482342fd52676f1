"""Known faults of the pinned libraries, by pip-audit: once a day at most, and a plain word offline.

The names and versions of the libraries go to the service that answers; nothing else does. Where
`SAFERELEASE_ADVISORIES` names a snapshot in OSV's format, that is read, and no service is asked.

python -m tools.advisories [--now]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.install import LOCK, ROOT
from tools.sbom import pinned
from tools.snapshot import faults_in

VARIABLE = "SAFERELEASE_ADVISORIES"
STAMP = ROOT / ".venv" / ".advisories"
_A_DAY_S, _TIMEOUT_S = 86_400, 300
COMMAND: Sequence[str] = (
    sys.executable, "-m", "pip_audit", "--vulnerability-service", "osv", "--disable-pip", "--require-hashes",
    "--no-deps", "--timeout", "10", "--progress-spinner", "off", "--format", "json", "-r", str(LOCK),
)  # fmt: skip


def is_due(stamp: Path, pins: Path, now: float) -> bool:
    """Whether the pins changed since advisories were read, or a day has passed."""
    if not stamp.exists():
        return True
    asked = stamp.stat().st_mtime
    return asked < pins.stat().st_mtime or now - asked > _A_DAY_S


def found_in(answer: str) -> list[str] | None:
    """What pip-audit found, one line a fault; None when it did not get as far as an answer."""
    try:
        libraries = json.loads(answer)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return None
    faults = ((one, fault) for one in libraries for fault in one.get("vulns", ()))
    return [f"{one['name']} {one['version']}: {fault['id']}, {_mended(fault)}" for one, fault in faults]


def _mended(fault: Mapping[str, Any]) -> str:
    return f"mended in {', '.join(fault['fix_versions']) or 'no version'}"


def check(command: Sequence[str], stamp: Path) -> int:
    """Run pip-audit and say what it found; 1 when a library has a known fault."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S)
        faults = found_in(done.stdout)
    except (OSError, subprocess.SubprocessError):
        faults = None
    if faults is None:
        print("Advisories were not reached, so nothing is known about faults of the libraries.")
        return 0
    stamp.touch()
    print("\n".join(faults) if faults else "No library has a known fault.")
    if faults:
        stamp.unlink()
        print("Take a newer version: make lock UPGRADE=1")
    return int(bool(faults))


def check_snapshot(snapshot: Path) -> int:
    """Say what a snapshot knows of the pins; 1 for a known fault, and when the snapshot says nothing."""
    try:
        faults = faults_in(snapshot, pinned())
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"The snapshot of advisories cannot be read: {type(error).__name__}.")
        return 1
    print("\n".join(faults) if faults else "No library has a known fault in the snapshot.")
    return int(bool(faults))


def main() -> int:
    """Read the snapshot that is named; else ask, unless somebody asked today."""
    if snapshot := os.environ.get(VARIABLE):
        return check_snapshot(Path(snapshot))
    if "--now" not in sys.argv and not is_due(STAMP, LOCK, time.time()):
        return 0
    return check(COMMAND, STAMP)


if __name__ == "__main__":
    sys.exit(main())
