#!/usr/bin/env bash
# Package and version: lancedb 0.40.0
# Guess, written before it was run: after a row is deleted and the table is optimized with `cleanup_older_than` of no time and `delete_unverified`, no file of the table has the row's text.
# What it does: the row is marked as deleted, and a file of which at most a tenth of the rows is marked is not written anew: the text of one person among many stays readable. Where more rows go at once, it is gone. A copy of the table is clean.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check lancedb==0.40.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import datetime
from pathlib import Path

import lancedb

store = lancedb.connect("store")


def kept(people, rows):
    """How many rows a table has after its first `people` are deleted, and whether a file has their text."""
    name = f"t{people}of{rows}"
    made = [{"id": n, "text": "Quillfeather, Ottoline" if n < people else "nobody"} for n in range(rows)]
    table = store.create_table(name, made)
    table.delete(f"id < {people}")
    table.optimize(cleanup_older_than=datetime.timedelta(0), delete_unverified=True)
    store.create_table(name + "copy", table.to_arrow())
    places = (Path("store", name + kind + ".lance") for kind in ("", "copy"))
    return table.count_rows(), *(any(b"Quillfeather" in one.read_bytes() for one in place.rglob("*") if one.is_file()) for place in places)


seen = {case: kept(*case) for case in ((1, 10), (1, 20), (3, 10))}
print("rows, text in the table's files, in a copy's:", seen)
raise SystemExit(seen != {(1, 10): (9, True, False), (1, 20): (19, True, False), (3, 10): (7, False, False)})
PY
