"""What is installed for the product: names, versions, licences, sizes, and what needs what."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.install import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
USERS_EXTRAS = (
    "tables", "plots", "postgresql", "reports", "keyring", "ocr", "pkcs11", "timestamps", "cluster",
    "archives", "storage", "azure", "google", "sftp", "careful", "build", "mcp",
)  # fmt: skip
"""What is handed to users and installed with developers' tools; ``presidio`` is big and for few."""


@dataclass(frozen=True)
class Library:
    """One installed library.

    Parameters
    ----------
    name, version : str
    needs : sequence of str
        Names of the libraries that it needs here.
    found : Distribution
        Where it lies.
    """

    name: str
    version: str
    needs: Sequence[str]
    found: Distribution

    @property
    def size(self) -> int:
        """Bytes of its files, compiled Python left out; each is looked at when asked."""
        files = (Path(str(file.locate())) for file in self.found.files or () if file.suffix != ".pyc")
        return sum(file.stat().st_size for file in files if file.is_file())


def libraries(extras: Sequence[str] = USERS_EXTRAS) -> Mapping[str, Library]:
    """All libraries that saferelease with some extras brings on this machine, by name.

    Raises
    ------
    LookupError
        One is not installed.
    """
    todo = list(product_needs(extras))
    found: dict[str, Library] = {}
    seen = set[tuple[str, frozenset[str]]]()
    while todo:
        wanted = todo.pop()
        name = canonicalize_name(wanted.name)
        if (name, frozenset(wanted.extras)) in seen:
            continue
        seen.add((name, frozenset(wanted.extras)))
        inner = list(_needs(_installed(name), wanted.extras))
        todo += inner
        before = found[name].needs if name in found else ()
        needs = sorted({*before, *(canonicalize_name(one.name) for one in inner)})
        of = _installed(name)
        found[name] = Library(name, of.version, needs, of)
    return dict(sorted(found.items()))


def product_needs(extras: Sequence[str] = ()) -> Iterator[Requirement]:
    """The direct dependencies of saferelease with some extras."""
    for text in (*PROJECT["dependencies"], *(t for e in extras for t in PROJECT["optional-dependencies"][e])):
        one = Requirement(text)
        if one.name == PROJECT["name"]:
            yield from (each for e in one.extras for each in map(Requirement, _extra(e)))
        else:
            yield one


def _extra(name: str) -> Sequence[str]:
    needs: Sequence[str] = PROJECT["optional-dependencies"][name]
    return needs


@cache
def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise LookupError(f"{name} is not installed. Run: make setup") from None


def _needs(of: Distribution, extras: set[str]) -> Iterator[Requirement]:
    for one in map(Requirement, of.requires or ()):
        marker = one.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield one
