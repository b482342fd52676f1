"""What could be read in bytes that are no text: runs of signs in UTF-8 and in UTF-16."""

from __future__ import annotations

import re
from collections.abc import Iterator

_RUN = re.compile(r"[ -~\u00a0-\u024f\u0370-\u052f]{4,}")
_ENCODINGS = ("utf-8", "latin-1", "utf-16-be", "utf-16-le")


def printable_runs(content: bytes) -> Iterator[str]:
    """Runs of four signs and more of European alphabets, in each encoding and at each offset.

    Examples
    --------
    >>> list(printable_runs("\\0name 4711".encode("utf-16-le") + b"\\xff"))
    ['name 4711']
    """
    seen = set()
    for encoding in _ENCODINGS:
        for start in (0, 1) if "16" in encoding else (0,):
            text = content[start:].decode(encoding, "ignore")
            runs = " ".join(_RUN.findall(text))
            if runs and runs not in seen:
                seen.add(runs)
                yield runs
