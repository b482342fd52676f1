"""Known faults of the pinned libraries, from a snapshot of advisories in OSV's format: no service is asked.

A snapshot is a zip file (as OSV gives out for PyPI), a folder of JSON files, or one JSON file of one or many.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

Entry = Mapping[str, Any]
_ORDER = {"introduced": 0, "fixed": 1, "last_affected": 2}


def faults_in(snapshot: Path, pins: Iterable[tuple[str, str]]) -> list[str]:
    """Each pin that an advisory of the snapshot names, one line a fault.

    Raises
    ------
    OSError, ValueError
        It cannot be read, or holds no advisory of a Python library: then nothing is known.
    """
    versions: dict[str, set[str]] = {}
    for name, version in pins:
        versions.setdefault(name, set()).add(version)
    entries = [(one, part) for one in _entries(snapshot) for part in _of_python(one)]
    if not entries:
        raise ValueError("no advisory of a Python library")
    found = set[str]()
    for one, part in entries:
        name = canonicalize_name(part["package"]["name"])
        if not one.get("withdrawn"):
            hit = {version for version in versions.get(name, ()) if _hits(part, version)}
            found |= {f"{name} {version}: {one['id']}" for version in hit}
    return sorted(found)


def _entries(snapshot: Path) -> Iterator[Entry]:
    for text in _texts(snapshot):
        content = json.loads(text)
        yield from content if isinstance(content, list) else [content]


def _texts(snapshot: Path) -> Iterator[bytes]:
    if snapshot.is_dir():
        yield from (path.read_bytes() for path in sorted(snapshot.rglob("*.json")))
    elif zipfile.is_zipfile(snapshot):
        with zipfile.ZipFile(snapshot) as archive:
            yield from (archive.read(name) for name in archive.namelist() if name.endswith(".json"))
    else:
        yield snapshot.read_bytes()


def _of_python(entry: Entry) -> Iterator[Entry]:
    parts = entry.get("affected", ())
    yield from (one for one in parts if one.get("package", {}).get("ecosystem") == "PyPI")


def _hits(part: Entry, version: str) -> bool:
    """Whether a version is listed, or lies in a range; a range that cannot be read counts."""
    ranges = [one for one in part.get("ranges", ()) if one.get("type") == "ECOSYSTEM"]
    try:
        within = any(_within(one.get("events", ()), Version(version)) for one in ranges)
    except InvalidVersion:
        within = True
    return within or version in part.get("versions", ()) or not (ranges or part.get("versions"))


def _within(events: Iterable[Mapping[str, str]], version: Version) -> bool:
    """As OSV's schema says: the last event at or before a version decides."""
    dated = [(Version(at), _ORDER[kind]) for one in events for kind, at in one.items() if kind in _ORDER]
    affected = False
    for at, kind in sorted(dated):
        if kind == 0 and version >= at:
            affected = True
        if (kind == 1 and version >= at) or (kind == 2 and version > at):
            affected = False
    return affected
