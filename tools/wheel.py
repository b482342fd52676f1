"""The wheel holds one package: hatch moves the rooms below it, and their imports with them.

In the repository the rooms are `engine`, `adapters`, `flows`, `service` and `research`; in the wheel they are
`saferelease._rooms.engine` and so on, so that they meet no package of somebody else's by these names.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("engine", "adapters", "flows", "service", "research")
BELOW = "saferelease._rooms"
SHIPPED = {
    "policies": "policies",
    "kb_cache/MANIFEST.json": "kb_cache/MANIFEST.json",
    "kb_cache/README.md": "kb_cache/README.md",
    "kb_cache/shipped": "kb_cache/shipped",
    "verifier/saferelease_certificates.py": "verifier/saferelease_certificates.py",
}
"""Data of the repository, and where it lies below `adapters/_shipped`."""
_ROOM = "|".join(ROOMS)
_IMPORT = re.compile(rf"(?<![\w.])(from|import) (?=(?:{_ROOM})(?:\.[a-z_]|\s+import\b))")
_NAMED = re.compile(rf"(?<=[\"'])(?=((?:{_ROOM})\.[a-z_]+))")
_UNBOUND = re.compile(rf"^\s*import (?:{_ROOM})\b(?!.*\bas\b)", re.MULTILINE)


def moved(source: str, modules: frozenset[str]) -> str:
    """The source of a module as it stands in the wheel.

    Parameters
    ----------
    source : str
    modules : frozenset of str
        What lies in the rooms (``"flows.release"``): a string that begins so names a module.

    Raises
    ------
    ValueError
        A room is imported under its own name, which is not its name in the wheel.

    Examples
    --------
    >>> moved("from engine.text import Span", frozenset())
    'from saferelease._rooms.engine.text import Span'
    >>> moved("start('flows.release', 'service.lock')", frozenset({"flows.release"}))
    "start('saferelease._rooms.flows.release', 'service.lock')"
    """
    if _UNBOUND.search(source):
        raise ValueError("import a room's module by from ... import, or as another name")
    source = _IMPORT.sub(rf"\1 {BELOW}.", source)
    return _NAMED.sub(lambda found: f"{BELOW}." if found[1] in modules else "", source)


class Rooms(BuildHookInterface[Any]):
    """Puts the rooms and the shipped data into a wheel; an editable installation takes the repository."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatch before it writes the wheel."""
        if version == "editable":
            return
        self._folder = TemporaryDirectory()
        root, to = Path(self.root), BELOW.replace(".", "/")
        files = [path for room in (*ROOMS, "saferelease") for path in self._files(root / room)]
        names = (path.relative_to(root).with_suffix("").parts[:2] for path in files if path.suffix == ".py")
        modules = frozenset(".".join(parts) for parts in names)
        for path in files:
            relative = path.relative_to(root).as_posix()
            place = relative if relative.startswith("saferelease/") else f"{to}/{relative}"
            build_data["force_include"][str(self._moved(path, place, modules))] = place
        for source, place in SHIPPED.items():
            for path in self._files(root / source):
                below = path.relative_to(root / source).as_posix()
                name = f"{to}/adapters/_shipped/{place}/{below}".removesuffix("/.")
                build_data["force_include"][str(path)] = name
        opening = Path(self._folder.name, "rooms.py")
        opening.write_text('"""The rooms of saferelease: no interface, they change without notice."""\n')
        build_data["force_include"][str(opening)] = f"{to}/__init__.py"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called by hatch afterwards."""
        if version != "editable":
            self._folder.cleanup()

    def _files(self, place: Path) -> list[Path]:
        """Files that belong to the source."""
        found = sorted(path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]
        return [path for path in found if path.suffix != ".pyc" and not self._is_ignored(path)]

    def _is_ignored(self, path: Path) -> bool:
        return bool(self.build_config.path_is_excluded(str(path.relative_to(self.root))))

    def _moved(self, path: Path, place: str, modules: frozenset[str]) -> Path:
        if path.suffix not in (".py", ".pyi"):
            return path
        target = Path(self._folder.name, place)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(moved(path.read_text(encoding="utf-8"), modules), encoding="utf-8")
        target.chmod(path.stat().st_mode)
        return target
