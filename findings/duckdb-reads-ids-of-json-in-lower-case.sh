#!/usr/bin/env bash
# Package and version: duckdb 2.0.1
# Guess, written before it was run: a text in a JSON file is read as it stands, so an identifier in capital letters keeps them, as it does when it is read from CSV.
# What it does: read_json takes a column of texts that look like UUIDs for the type UUID and writes it in small letters; read_csv keeps the text. One value of another form keeps the whole column as text. Who searches the export for the identifier as it was does not find it.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check duckdb==2.0.1
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import json

import duckdb

patient = "A9B1C2D3-0000-4000-8000-00000000ABCD"
seen = {}
for name, values in {"alone": [patient, patient], "beside another": [patient, "none"]}.items():
    with open("a.json", "w") as made:
        json.dump([{"patient": value} for value in values], made)
    with open("a.csv", "w") as made:
        made.write("\n".join(["patient", *values, ""]))
    for kind in ("json", "csv"):
        duckdb.sql(f"COPY (SELECT * FROM read_{kind}('a.{kind}')) TO 'out.csv'")
        with open("out.csv") as written:
            text = written.read()
        seen[name, kind] = patient in text, patient.lower() in text
print("as it was, in small letters:", seen)
as_it_was, small = (True, False), (False, True)
raise SystemExit(
    seen
    != {
        ("alone", "json"): small,
        ("alone", "csv"): as_it_was,
        ("beside another", "json"): as_it_was,
        ("beside another", "csv"): as_it_was,
    }
)
PY
