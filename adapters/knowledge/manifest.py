"""What may stand in kb_cache: the manifest that saferelease ships."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, cast

_HERE = Path(__file__).resolve()
_PLACES = (
    _HERE.parents[1] / "_shipped" / "kb_cache" / "MANIFEST.json",  # installed by pip
    _HERE.parents[2] / "kb_cache" / "MANIFEST.json",  # a checkout
)


@cache
def manifest() -> dict[str, Any]:
    """The shipped ``kb_cache/MANIFEST.json``: sources, versions, licences, checksums.

    It is read from the program, never from a user's cache, so that whoever can
    write to the cache cannot change the checksums.
    """
    place = next(path for path in _PLACES if path.exists())
    return cast(dict[str, Any], json.loads(place.read_text(encoding="utf-8")))
