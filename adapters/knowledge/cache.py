"""The folder of one knowledge base in kb_cache, held by one writer at a time."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from engine.errors import InvalidError, fault

TAXONOMY_FILE = "taxonomy.npz"
"""Written last: where it stands, the knowledge base is complete."""

LOCK_TIMEOUT_S = 1800.0
SCRATCH_PREFIX = ".fetch-"

_RESERVED = ("corpora", "shipped")  # other content of kb_cache
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def folder_of(cache_dir: Path, name: str) -> Path:
    """Folder of the knowledge base `name`. Raises InvalidError KNO014 for a name that is no plain word."""
    if not _NAME.fullmatch(name) or name in _RESERVED:
        raise InvalidError(
            fault(
                "KNO014",
                "the name of a knowledge base",
                f"must be lower-case letters, digits, '.', '_' or '-', and not {' or '.join(_RESERVED)}",
                name,
                "Choose a name such as disease-ontology.",
            )
        )
    return cache_dir / name


@contextmanager
def locked(cache_dir: Path, name: str) -> Iterator[Path]:
    """The folder of knowledge base `name`, made if needed, for this process alone.

    What an interrupted fetch left there is removed.
    """
    folder = folder_of(cache_dir, name)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(cache_dir / f".{name}.lock", timeout=LOCK_TIMEOUT_S):
            for left in folder.glob(f"{SCRATCH_PREFIX}*"):
                shutil.rmtree(left)
            for left in folder.glob("*.part"):
                left.unlink()
            yield folder
    except Timeout as error:
        raise InvalidError(
            fault(
                "KNO016",
                f"knowledge {name}",
                "must be free to be written",
                f"held by another process for {LOCK_TIMEOUT_S:.0f} s",
                "Wait for the other fetch or import to end, or stop it, and run the command again.",
            )
        ) from error
