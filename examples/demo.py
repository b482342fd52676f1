"""The demonstration: release the example records under a shipped policy, and say where the report is."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from service.cli import main

ROOT = Path(__file__).resolve().parent.parent


def free_folder(parent: Path) -> Path:
    """The first of ``release-1``, ``release-2``... of which nothing is there yet, not even a part."""
    names = (f"release-{n}" for n in count(1))
    return next(parent / name for name in names if not [*parent.glob(name), *parent.glob(f"{name}.*")])


if __name__ == "__main__":
    out = free_folder(ROOT / "demo")
    main(["run", "us-state-hiv-std", str(ROOT / "examples" / "records"), "--out", str(out)])
