#!/usr/bin/env bash
# Package and version: polars 2.1.0
# Guess, written before it was run: a frame that was filtered and written as Arrow IPC holds the strings of its rows only, as its Parquet file does.
# What it does: strings of 13 bytes and more lie in shared buffers that are written whole: the text of rows that a filter, a slice or a replacement by null took out stays in the IPC file. Parquet, and a frame rebuilt from lists, are clean.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check polars==2.1.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import polars as pl

removed = "Quillfeather, Ottoline"
frame = pl.DataFrame({"name": ["Ann Underwood-Bell", "Bob Underwood-Bell", removed]})
cases = {
    "filter": frame.filter(pl.col("name") != removed),
    "slice": frame.slice(0, 2),
    "null": frame.with_columns(pl.when(pl.col("name") == removed).then(None).otherwise(pl.col("name")).alias("name")),
    "rebuilt": pl.DataFrame({"name": frame.filter(pl.col("name") != removed)["name"].to_list()}),
}
seen = {}
for case, left in cases.items():
    assert removed not in left["name"].to_list()
    left.write_ipc("left.arrow", compression="uncompressed")
    left.write_parquet("left.parquet", compression="uncompressed")
    seen[case] = tuple(removed.encode() in open(name, "rb").read() for name in ("left.arrow", "left.parquet"))
print("removed text in (IPC, Parquet):", seen)
raise SystemExit(seen != {"filter": (True, False), "slice": (True, False), "null": (True, False), "rebuilt": (False, False)})
PY
