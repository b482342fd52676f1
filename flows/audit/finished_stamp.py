"""The time stamp of a release that has just ended, where the installation asks for one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from adapters.bundle.timestamps import Stamp
from adapters.machine.files import canonical_json, write_atomically
from adapters.machine.locations import home
from adapters.policies.yaml_file import read_yaml
from engine.errors import InvalidError, fault
from engine.record.counted import Record
from flows.audit.stamping import stamp_bundle
from flows.release.state import ReleaseFolders

SETTINGS = "timestamps.yaml"
"""File of the installation's home that names the authority."""
_STATE = "stamp.json"


class Stamping(Record):
    """What became of the stamp of a release: when, by whom, or the code of what stood in its way."""

    authority: str
    at: str = ""
    code: str = ""


def authority_asked() -> str:
    """Address of the authority that stamps every release of this installation; empty when none does.

    Raises
    ------
    InvalidError
        ``TSA005`` when the file does not say it; faults of YAML as in policies.
    """
    path = home() / SETTINGS
    if not path.exists():
        return ""
    said = read_yaml(path).data
    address = said.get("authority") if isinstance(said, dict) and len(said) == 1 else None
    parts = urlsplit(address) if isinstance(address, str) else None
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        must = "must name an authority, and nothing else"
        advice = "For example: authority: https://tsa.example"
        raise InvalidError(fault("TSA005", str(path), must, "", advice))
    return str(address)


def stamp_finished(folders: ReleaseFolders) -> None:
    """Have the installation's authority stamp a finished release, and write down that it did.

    Raises
    ------
    InvalidError
        As `stamp_bundle`.
    """
    address = authority_asked()
    stamp = stamp_bundle(folders.out, address)
    _write(folders, Stamping(authority=address, at=stamp.at.isoformat()))


def stamp_later(bundle: Path, url: str, roots: Sequence[Path]) -> Stamp:
    """Have an authority stamp a bundle; a release that missed its stamp misses it no more.

    Raises
    ------
    SafereleaseError
        As `stamp_bundle`.
    """
    stamp, folders = stamp_bundle(bundle, url, roots), ReleaseFolders(bundle.resolve())
    if stamping_of(folders.private) is not None:
        _write(folders, Stamping(authority=url, at=stamp.at.isoformat()))
    return stamp


def write_not_stamped(folders: ReleaseFolders, code: str) -> None:
    """Write down that a finished release has no stamp, and why."""
    _write(folders, Stamping(authority=authority_asked(), code=code))


def stamping_of(private: Path) -> Stamping | None:
    """What became of the stamp of a release; None when nobody asked for one.

    Parameters
    ----------
    private : Path
        The private folder of the release.
    """
    try:
        return Stamping.model_validate_json((private / _STATE).read_bytes())
    except (OSError, ValueError):
        return None


def _write(folders: ReleaseFolders, stamping: Stamping) -> None:
    write_atomically(folders.private / _STATE, canonical_json(stamping.model_dump()))
