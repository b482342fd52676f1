"""Our table of DICOM attributes against the basic profile of PS3.15 (annex E, table E.1-1), row by row.

    pip install dicom-anonymizer    # BSD; it carries the table of edition 2026c as data
    python benchmarks/bench_dicom_profile.py

Prints how many rows of the profile have which action, and what becomes of them here. A row that we keep or
search where the profile removes, empties or replaces is named. Nothing of that library is used elsewhere.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator

from pydicom.datadict import keyword_for_tag

from adapters.documents.health.dicom.actions import RULES

_TABLE = "dicomanonymizer.dicom_anonymization_databases.dicomfields_2026c"
_LISTS = {
    "D_TAGS": "D", "Z_TAGS": "Z", "X_TAGS": "X", "U_TAGS": "U", "Z_D_TAGS": "Z/D", "X_Z_TAGS": "X/Z",
    "X_D_TAGS": "X/D", "X_Z_D_TAGS": "X/Z/D", "X_Z_U_STAR_TAGS": "X/Z/U*",
}  # fmt: skip
NOT_IN_TABLE = "X, as it is not in the table"


def rows() -> Iterator[tuple[str, str, str]]:
    """Keyword, the profile's action and ours, of every attribute that the profile names by one tag."""
    table = importlib.import_module(_TABLE)
    for name, action in _LISTS.items():
        for tag in getattr(table, name):
            if len(tag) == 2:  # the others are groups: curves, overlays
                keyword = keyword_for_tag((tag[0] << 16) | tag[1])
                rule = RULES.get(keyword)
                yield keyword, action, rule.action if rule else NOT_IN_TABLE


def main() -> None:
    """Print the comparison."""
    found = list(rows())
    print(f"{len(found)} attributes of the profile\n\n| profile | here | attributes |\n| --- | --- | ---: |")
    for (theirs, ours), n in sorted(Counter((theirs, ours) for _, theirs, ours in found).items()):
        print(f"| {theirs} | {ours} | {n} |")
    for ours in ("K", "C"):
        print(f"\n{ours} here: {', '.join(sorted(keyword for keyword, _, rule in found if rule == ours))}")


if __name__ == "__main__":
    main()
