#!/usr/bin/env bash
# Package and version: pyarrow 26.0.1
# Guess, written before it was run: after a filter, a Parquet file holds only the values of the rows that are left.
# What it does: a column by way of a dictionary is written with its whole dictionary: a value that no row has any more stays readable in the file. Decoded to plain strings first, it is gone.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pyarrow==26.0.1
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

table = pa.table({"name": pa.array(["Ann", "Bob", "Quillfeather"]).dictionary_encode(), "row": [1, 2, 3]})
left = table.filter(pc.not_equal(table["row"], 3))
pq.write_table(left, "coded.parquet", compression="none")
plain = left.set_column(0, "name", left["name"].cast(pa.string()))
pq.write_table(plain, "plain.parquet", compression="none")
seen = {name: b"Quillfeather" in open(name, "rb").read() for name in ("coded.parquet", "plain.parquet")}
print("rows left:", left["name"].to_pylist(), "| removed value in the file:", seen)
raise SystemExit(seen != {"coded.parquet": True, "plain.parquet": False})
PY
