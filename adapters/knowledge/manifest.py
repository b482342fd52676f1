"""What may stand in kb_cache: the manifest that saferelease ships."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, cast

from adapters.machine.locations import shipped_tables


@cache
def manifest() -> dict[str, Any]:
    """The shipped ``kb_cache/MANIFEST.json``: sources, versions, licences, checksums.

    It is read from the program, never from a user's cache, so that whoever can
    write to the cache cannot change the checksums.
    """
    path = shipped_tables().parent / "MANIFEST.json"
    return cast(dict[str, Any], json.loads(path.read_text(encoding="utf-8")))
