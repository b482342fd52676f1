"""Faults that are not of a run: files of a finished release are cut, and Prefect's server goes away."""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path

from flows.orchestration.server.starting import ServerProcess
from tests.attacks.benches import LONGEST_SECONDS, Try
from tests.attacks.disturbances import wait

OF_NO_WEIGHT = ("prefect", "ledger.lock", "ledger.edge", "lock", "ledger.sqlite-shm", "release.json")
"""Files that hold nothing which a finished release needs: Prefect's history, locks, an index that SQLite
makes anew, what is known of the ledger's tree, what a run needs to go on."""


def cut_finished(one: Try, chance: random.Random, each: int) -> Counter[str]:
    """Of a finished release one file after the other is cut: somebody names it, or everything still opens."""
    assert one.run() == 0, one.codes()
    for _ in range(each):
        path = chance.choice([path for path in one.files() if not _light(one, path)])
        one.cut_one(path, chance.randrange(path.stat().st_size))
        try:
            _require_named(one, path)
        finally:
            one.restore()
    one.require_whole()
    return Counter({"cut_finished": each})


def _require_named(one: Try, path: Path) -> None:
    name = path.relative_to(one.folder)
    commands: list[tuple[str, ...]] = [("audit", "check"), ("verify", str(one.out))]
    commands += [one.reveal(f"{i:06d}") for i in (1, 6, 12)]
    if "release-memory" in name.parts:  # of use to the next release only
        commands = [one.release(one.folder / "next" / "bundle")]
    said = [(one.run(*arguments), one.codes()) for arguments in commands]
    shutil.rmtree(one.folder / "next", ignore_errors=True)
    assert all(codes for code, codes in said if code), f"{name}: {said} without a code"
    assert any(code for code, _ in said), f"{name}: cut, and nobody says so"


def _light(one: Try, path: Path) -> bool:
    return any(part in OF_NO_WEIGHT for part in path.relative_to(one.folder).parts)


def server_gone(one: Try, chance: random.Random, each: int) -> Counter[str]:
    """Prefect's server is killed, or hangs, while a release runs beside it: the release ends well."""
    done = 0
    with ServerProcess(one.home) as server:
        command = one.start()
        wait(command, chance.uniform(0, one.bench.seconds))
        done = int(not command.ended())
        fault = chance.choice([signal.SIGKILL, signal.SIGSTOP])
        os.kill(server.pid, fault)
        wait(command, LONGEST_SECONDS)
        with suppress(ProcessLookupError):
            os.kill(server.pid, signal.SIGKILL)
        assert one.end(command) == 0, f"signal {fault}: {one.codes()}"
    one.require_whole()
    return Counter({"server_gone": done})
