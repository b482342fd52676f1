"""How long commands take to start and to do next to nothing: processor time, beside the same steps bare.

    python benchmarks/bench_start.py [--times 5] [--served]

Each line has the least and the median of several turns, in seconds of user and system time of the command
and its children. The last column divides the least by the same steps in an interpreter that loads nothing
else: for `--help` the command line's library alone, for the others what the command calls, without command
line and Prefect. With `--served` the last lines run beside a service, whose warm process carries them out:
the time of the command and of what was forked for it.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from adapters.machine.processes.command_channel import POINTER
from adapters.machine.processes.standstill import processor_seconds

ROOT = Path(__file__).resolve().parent.parent
_SETTLING = 5.0
"""Seconds in which a service ends its own start."""
COMMAND = [sys.executable, "-m", "service.cli"]
POLICY = "hipaa-safe-harbor"
YEARLY = (
    "policy: yearly\nversion: 1.0.0\ntitle: T\nidentifiers:\n  - {find: [ssn], law: R}\n"
    "laws: [{cite: R, title: Rule}]\nrelease: {from: inbox, to: releases, every: '0 0 1 1 *'}\n"
)
LETTER = (
    "Patient John Smith, SSN 123-45-6789, was seen on 3 March 2024 at St. Mary hospital in Boston.\n"
    "Call 617-555-1234. He was diagnosed with diabetes.\n"
)
BARE = {
    "--help": "import typer",
    "policy check": "from flows.authoring.checking import check_policies; check_policies(['{policy}'])",
    "inspect": "from pathlib import Path\n"
    "from flows.release.preview.inspection import inspect_sources as steps\n"
    "list(steps('{policy}', (Path('{letter}'),)))",
    "run": "from pathlib import Path; from flows.orchestration.job import ReleaseJob, prepared\n"
    "job = ReleaseJob('{policy}', (Path('{letter}'),), Path('{out}'))\n"
    "with prepared(job, lambda done, total: None) as running:\n"
    "    running.try_gate() and running.do_chunk(0); running.finish()",
}


def seconds(command: Sequence[str], home: Path, warm: int = 0) -> float:
    """Processor time of `command`, of all that it started, and of what the process `warm` forked for it."""
    before = _spent(warm)
    environment = os.environ | {"SAFERELEASE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, capture_output=True, cwd=home, env=environment)
    time.sleep(0.2 if warm else 0)  # what was forked ends a moment later
    return _spent(warm) - before


def _spent(warm: int) -> float:
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime + (processor_seconds(warm) if warm else 0.0)


def measured(command: Sequence[str], home: Path, times: int, out: Path, warm: int = 0) -> list[float]:
    found = []
    for _ in range(times):
        for folder in home.glob(f"{out.name}*"):
            shutil.rmtree(folder)
        found.append(seconds(command, home, warm))
    return found


def table(home: Path, times: int, names: Sequence[str], told: str = "", warm: int = 0) -> None:
    letter, out = home / "letter.txt", home / "out"
    arguments = {
        "--help": ["--help"],
        "policy check": ["policy", "check", POLICY],
        "inspect": ["inspect", POLICY, str(letter)],
        "run": ["run", POLICY, str(letter), "--out", str(out)],
    }
    for name in names:
        script = BARE[name].format(policy=POLICY, letter=letter, out=out)
        bare = min(measured([sys.executable, "-c", script], home, times, out))
        found = measured([*COMMAND, *arguments[name]], home, times, out, warm)
        least, middle = min(found), statistics.median(found)
        print(f"{name + told:28} {least:6.2f} s   {middle:6.2f} s   {bare:6.2f} s   {least / bare:5.2f}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--served", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "letter.txt").write_text(LETTER)
        print(f"{'':28} command    median     bare       ratio     (load {os.getloadavg()[0]:.1f})")
        table(home, options.times, list(BARE))
        if options.served:
            beside_a_service(home, options.times)


def _warm_process(service: int) -> int:
    """The child of `service` that commands are handed to."""
    children = Path(f"/proc/{service}/task/{service}/children").read_text().split()
    return next(int(one) for one in children if b"start.warm" in Path(f"/proc/{one}/cmdline").read_bytes())


def beside_a_service(home: Path, times: int) -> None:
    (home / "inbox").mkdir()
    (home / "yearly.yaml").write_text(YEARLY)
    environment = os.environ | {"SAFERELEASE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    with (home / "said").open("wb") as said:
        command = [*COMMAND, "serve", "yearly.yaml"]
        service = subprocess.Popen(command, cwd=home, env=environment, stdout=said, stderr=said)
    try:
        while "Serving" not in (home / "said").read_text() or not (home / POINTER).exists():
            time.sleep(0.5)
        time.sleep(_SETTLING)
        table(home, times, ["policy check", "inspect", "run"], " beside serve", _warm_process(service.pid))
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait()


if __name__ == "__main__":
    main()
