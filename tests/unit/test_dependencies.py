"""Every dependency is pinned by version and hash, and no file says where it was fetched."""

from __future__ import annotations

import hashlib
import io
import os
import re
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT
from tools.install import LOCK, in_uv, install

_PIN = re.compile(r"^([a-z0-9-]+)==([^ ;\\]+)(?: ; (.*?))? \\$")
_HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")
_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def pins() -> dict[str, set[str]]:
    """Versions by name; every pin has a hash, and there is nothing but pins, hashes and remarks."""
    found: dict[str, set[str]] = {}
    hashes = 1
    for line in LOCK.read_text().splitlines():
        if pin := _PIN.match(line):
            assert hashes, f"no hash before {line}"
            found.setdefault(pin[1], set()).add(pin[2])
            hashes = 0
        elif _HASH.match(line):
            hashes += 1
        else:
            assert line.startswith("    #"), f"neither pin, hash nor remark: {line}"
    assert hashes
    return found


def wanted(*extras: str) -> Iterator[Requirement]:
    """The dependencies of saferelease with some extras, and theirs, as far as they are installed."""
    todo = [Requirement(text) for text in _PROJECT["dependencies"]]
    todo += [Requirement(f"saferelease[{','.join(extras)}]")]
    seen = set[str]()
    while todo:
        one = todo.pop()
        if one.name == "saferelease":
            inner = (Requirement(text) for e in one.extras for text in _PROJECT["optional-dependencies"][e])
            todo += [each for each in inner if str(each) not in seen]
            continue
        yield one
        for text in _requires(one.name):
            inside = Requirement(text)
            marked = (
                [inside.marker.evaluate({"extra": e}) for e in ("", *one.extras)] if inside.marker else [True]
            )
            if any(marked) and str(inside) not in seen:
                seen.add(str(inside))
                todo.append(inside)


def _requires(name: str) -> list[str]:
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


def test_every_dependency_is_pinned_and_hashed() -> None:
    pinned = pins()
    found = list(wanted(*_PROJECT["optional-dependencies"]))
    assert {canonicalize_name(one.name) for one in found} <= set(pinned)
    wrong = [
        f"{one} but {version}"
        for one in found
        for version in pinned[canonicalize_name(one.name)]
        if not one.specifier.contains(version, prereleases=True)
    ]
    assert wrong == []


def test_no_line_says_where_packages_come_from() -> None:
    text = LOCK.read_text()
    assert "://" not in text
    assert not re.search(r"^\s*--(index|extra-index|find-links|trusted-host)", text, re.MULTILINE)


def test_pip_is_asked_for_nothing_but_uv() -> None:
    files = [
        ROOT / "Makefile",
        ROOT / "Containerfile",
        *(ROOT / ".ci").iterdir(),
        ROOT / "tools" / "pythons.py",
    ]
    assert [file.name for file in files if re.search(r"pip[\"', ]+install\b", file.read_text())] == []


def test_the_settings_of_pip_hold_for_uv() -> None:
    told = (
        ":env:.index-url='https://nearest.test/simple'\nglobal.index-url='https://far.test/simple'\n"
        "global.extra-index-url='\\nfile:///a\\nfile:///b'\nglobal.find-links='/a /b'\nglobal.quiet='1'\n"
        "install.index-url='https://near.test/simple'\ndownload.no-index='true'\n"
    )
    assert dict(in_uv(told)) == {
        "UV_INDEX_STRATEGY": "unsafe-best-match", "UV_DEFAULT_INDEX": "https://nearest.test/simple",
        "UV_INDEX": "file:///a file:///b", "UV_FIND_LINKS": "/a,/b",
    }  # fmt: skip


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only place that packages come from; beside it a project that needs ``small``, with an extra."""
    for name in [name for name in os.environ if name.startswith(("UV_", "PIP_"))]:
        monkeypatch.delenv(name)
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    uv = f'#!/bin/sh\nexec "{Path(sys.executable).with_name("uv")}" "$@"\n'
    lines = [
        _wheel(shelf, "uv", program=uv), _wheel(shelf, "small", "smaller"), _wheel(shelf, "smaller"),
        _wheel(shelf, "extra"),
    ]  # fmt: skip
    _wheel(tmp_path, "saferelease")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "saferelease"\nversion = "1"\ndependencies = ["small"]\n'
        '[project.optional-dependencies]\nmore = ["extra"]\n'
        '[build-system]\nrequires = []\nbuild-backend = "made"\nbackend-path = ["."]\n'
    )
    (tmp_path / "made.py").write_text(
        "import shutil\ndef build_editable(folder, *rest):\n"
        "    return shutil.copy('saferelease-1-py3-none-any.whl', folder).rpartition('/')[2]\n"
    )
    (tmp_path / "requirements.txt").write_text("".join(lines))
    monkeypatch.setattr("tools.install.ROOT", tmp_path)
    monkeypatch.setattr("tools.install.LOCK", tmp_path / "requirements.txt")
    return shelf


def _wheel(folder: Path, name: str, *needs: str, program: str = "") -> str:
    """Write a wheel; its line in the list of pins."""
    path = folder / f"{name}-1-py3-none-any.whl"
    needed = "".join(f"Requires-Dist: {need}\n" for need in needs)
    with zipfile.ZipFile(path, "w") as file:
        about = f"{name}-1.dist-info"
        file.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n{needed}")
        file.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{about}/RECORD", "")
        if program:
            script = zipfile.ZipInfo(f"{name}-1.data/scripts/{name}")
            script.external_attr = 0o100755 << 16
            file.writestr(script, program)
    return f"{name}==1 \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def _installed(folder: Path) -> set[str]:
    return {path.name.split("-")[0] for path in folder.glob("lib/python*/site-packages/*-1.dist-info")}


@pytest.mark.slow
def test_what_is_asked_for_is_installed_and_nothing_without_its_hash(shelf: Path) -> None:
    lock, folder = shelf.parent / "requirements.txt", shelf.parent / "made"
    right = lock.read_text()
    for name, there in (("uv", set()), ("smaller", {"uv"})):
        line = re.compile(rf"^{name}==1 .*\n.*\n", re.MULTILINE)
        for wrong in ("", f"{name}==1 \\\n    --hash=sha256:{'0' * 64}\n"):
            lock.write_text(line.sub(lambda _, by=wrong: by, right))
            with pytest.raises((CalledProcessError, IndexError)):
                install(folder, [])
            assert _installed(folder) == there
    lock.write_text(right)
    install(folder, [])
    assert _installed(folder) == {"uv", "small", "smaller", "saferelease"}
    install(folder, ["more"])
    assert _installed(folder) == {"uv", "small", "smaller", "saferelease", "extra"}


@pytest.mark.slow
def test_nothing_is_built_whatever_its_hash(shelf: Path) -> None:
    """Code of a source distribution would run while it is installed."""
    (shelf / "extra-1-py3-none-any.whl").unlink()
    source, ran = shelf / "extra-1.tar.gz", shelf.parent / "ran"
    files = {
        "PKG-INFO": "Metadata-Version: 2.1\nName: extra\nVersion: 1\n",
        "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "ran"\nbackend-path = ["."]\n',
        "ran.py": f"open({str(ran)!r}, 'w')\n",
    }
    with tarfile.open(source, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"extra-1/{name}")
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    lock = shelf.parent / "requirements.txt"
    right = f"extra==1 \\\n    --hash=sha256:{hashlib.sha256(source.read_bytes()).hexdigest()}\n"
    lock.write_text(lock.read_text().partition("extra==")[0] + right)
    with pytest.raises(CalledProcessError):
        install(shelf.parent / "made", ["more"])
    assert not ran.exists()
