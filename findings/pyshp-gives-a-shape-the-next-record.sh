#!/usr/bin/env bash
# Package and version: pyshp 3.1.6
# Guess, written before it was run: where one record of the table is marked as deleted, the pairs of shapeRecords() leave that shape out, or give it no record.
# What it does: the deleted record is left out and the shapes are not, so each later shape carries the record of the next: what is said of one place stands at another; the last shape is lost.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pyshp==3.1.6
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import shapefile

with shapefile.Writer("places") as made:
    made.field("NAME", "C", 20)
    for number, name in enumerate(["first", "second", "third", "fourth"]):
        made.point(number, number)
        made.record(name)
table = bytearray(open("places.dbf", "rb").read())
head, row = int.from_bytes(table[8:10], "little"), int.from_bytes(table[10:12], "little")
table[head + row] = ord("*")  # the second record is deleted, as dBASE and GIS programs mark it
open("places.dbf", "wb").write(table)
with shapefile.Reader("places") as read:
    pairs = [(int(one.shape.points[0][0]), one.record["NAME"]) for one in read.shapeRecords()]
print(pairs)
raise SystemExit(pairs != [(0, "first"), (1, "third"), (2, "fourth")])
PY
