"""Run tests under each Python that pyproject.toml names and this machine has; say which are absent.

python -m tools.pythons [paths and options of pytest]
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.install import LOCK, ROOT
from tools.installed import PROJECT

FOLDER = ROOT / ".venv" / "pythons"
USUAL = ("tests/unit", "tests/property", "tests/vectors")
_PYENV = Path.home() / ".pyenv" / "versions"
_WHICH = "import sys; print('%d.%d' % sys.version_info[:2])"


def versions() -> list[str]:
    """The versions that the classifiers name, such as ``"3.11"``."""
    found = (
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", text) for text in PROJECT["classifiers"]
    )
    return [match[1] for match in found if match]


def interpreter(version: str) -> Path | None:
    """An interpreter of a version that runs; None when there is none."""
    return next((path for path in _candidates(version) if _runs(path, version)), None)


def _candidates(version: str) -> Iterator[Path]:
    if named := shutil.which(f"python{version}"):
        yield Path(named)
    yield from sorted(_PYENV.glob(f"{version}.*/bin/python3"))


def _runs(path: Path, version: str) -> bool:
    try:
        done = subprocess.run([path, "-c", _WHICH], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0 and done.stdout.strip() == version


def environment(version: str, interpreter: Path) -> Path:
    """The interpreter of an environment with all pinned libraries; made once for each set of pins."""
    folder = FOLDER / version
    stamp = folder / ".ready"
    if not stamp.exists() or stamp.stat().st_mtime < LOCK.stat().st_mtime:
        subprocess.run([interpreter, "-m", "tools.install", folder, "dev"], cwd=ROOT, check=True)
        stamp.touch()
    return folder / "bin" / "python"


def main(arguments: Sequence[str]) -> int:
    """Run the tests under each version; 1 when they fail under one, or when no version is there."""
    told: list[str] = []
    for version in versions():
        found = interpreter(version)
        if found is None:
            told.append(f"Python {version}: absent")
            continue
        print(f"Python {version}: {found}", flush=True)
        command = [str(environment(version, found)), "-m", "pytest", *(arguments or USUAL)]
        passed = subprocess.run(command, cwd=ROOT).returncode == 0
        told.append(f"Python {version}: {'passed' if passed else 'FAILED'}")
    print("\n".join(told))
    return int(any("FAILED" in line for line in told) or all("absent" in line for line in told))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
