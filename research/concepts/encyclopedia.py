"""Articles of an encyclopedia, from files of JSON lines."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


def articles(folder: Path) -> Iterator[dict[str, str]]:
    """Lines of the files ``.jsonl`` and ``.jsonl.xz`` of a folder: objects with ``title`` and ``text``."""
    for path in sorted((*folder.glob("*.jsonl"), *folder.glob("*.jsonl.xz"))):
        opened: Callable[..., Any] = lzma.open if path.suffix == ".xz" else open
        with opened(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)
