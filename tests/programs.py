"""Programs that some tests need and a fresh machine lacks: a test says so and is skipped, or fails."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

PACKAGES = {
    "7z": "p7zip-full",
    "chromium": "chromium",
    "curl": "curl",
    "localc": "libreoffice-calc",
    "loimpress": "libreoffice-impress",
    "lowriter": "libreoffice-writer",
    "pdftoppm": "poppler-utils",
    "pdftotext": "poppler-utils",
    "postgres": "postgresql",
    "qpdf": "qpdf",
    "softhsm2-util": "softhsm2",
    "sshd": "openssh-server",
    "strace": "strace",
    "strings": "binutils",
    "tesseract": "tesseract-ocr",
    "unopkg": "libreoffice-writer python3-uno",
    "unzip": "unzip",
}
"""Each program and the packages of Debian that bring it; `.ci/run` installs them all."""
REQUIRED = "SAFERELEASE_REQUIRE_PROGRAMS"
"""Set where all are installed, so that no test is skipped unseen."""
_BESIDE = {
    "postgres": ("pg_ctlcluster", "/usr/lib/postgresql/*/bin/postgres"),
    "sshd": ("ssh-keygen", "/usr/sbin/sshd"),
}
"""Programs that Debian keeps off the search path, each with one of the same source that is on it."""


def program(name: str) -> str | None:
    """Where a program is; a machine has what its search path leads to."""
    return shutil.which(name) or next(_kept_beside(name), None)


def _kept_beside(name: str) -> Iterator[str]:
    on_path, pattern = _BESIDE.get(name, ("", ""))
    if on_path and shutil.which(on_path):
        yield from map(str, sorted(Path("/").glob(pattern[1:]), reverse=True))


def need(*names: str) -> str:
    """The first of these programs; where one is absent the test is skipped, or fails (`REQUIRED`)."""
    if lacking := missing(names):
        absent(f"{' and '.join(lacking)}: apt-get install {' '.join(packages(lacking))}")
    return str(program(names[0]))


def absent(what: str) -> None:
    """Skip a test for something that this machine lacks, or fail it where everything is required."""
    (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(f"not on this machine: {what}")


def packages(names: Iterable[str]) -> list[str]:
    """Packages of Debian that bring these programs."""
    return sorted({package for name in names for package in PACKAGES[name].split()})


def missing(names: Iterable[str] = PACKAGES) -> list[str]:
    """Those that are not on this machine."""
    return [name for name in names if program(name) is None]


if __name__ == "__main__":
    print(*packages(missing()))
