"""How long commands take to start and to do next to nothing: processor time, beside the same steps bare.

    python benchmarks/bench_start.py [--times 5] [--served]

Each line is the least of several turns, in seconds of user and system time of the command and its children.
The third column divides it by the same steps in an interpreter that loads nothing else: for `--help` the
command line's library alone, for the others what the command calls, without command line and Prefect.
With `--served` the last line runs beside a service.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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


def seconds(command: Sequence[str], home: Path) -> float:
    """Processor time of `command` and of all that it started and waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"SAFERELEASE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, capture_output=True, cwd=home, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(command: Sequence[str], home: Path, times: int, out: Path) -> float:
    found = []
    for _ in range(times):
        for folder in home.glob(f"{out.name}*"):
            shutil.rmtree(folder)
        found.append(seconds(command, home))
    return min(found)


def table(home: Path, times: int, names: Sequence[str], told: str = "") -> None:
    letter, out = home / "letter.txt", home / "out"
    arguments = {
        "--help": ["--help"],
        "policy check": ["policy", "check", POLICY],
        "inspect": ["inspect", POLICY, str(letter)],
        "run": ["run", POLICY, str(letter), "--out", str(out)],
    }
    for name in names:
        script = BARE[name].format(policy=POLICY, letter=letter, out=out)
        bare = least([sys.executable, "-c", script], home, times, out)
        whole = least([*COMMAND, *arguments[name]], home, times, out)
        print(f"{name + told:28} {whole:6.2f} s   {bare:6.2f} s   {whole / bare:5.2f}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--served", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "letter.txt").write_text(LETTER)
        print(f"{'':28} command    bare       ratio")
        table(home, options.times, list(BARE))
        if options.served:
            beside_a_service(home, options.times)


def beside_a_service(home: Path, times: int) -> None:
    (home / "inbox").mkdir()
    (home / "yearly.yaml").write_text(YEARLY)
    environment = os.environ | {"SAFERELEASE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    with (home / "said").open("wb") as said:
        command = [*COMMAND, "serve", "yearly.yaml"]
        service = subprocess.Popen(command, cwd=home, env=environment, stdout=said, stderr=said)
    try:
        while "Serving" not in (home / "said").read_text():
            time.sleep(0.5)
        table(home, times, ["run"], " beside serve")
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait()


if __name__ == "__main__":
    main()
