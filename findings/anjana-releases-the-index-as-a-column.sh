#!/usr/bin/env bash
# Package and version: anjana 1.2.3
# Guess, written before it was run: the table that k_anonymity returns has k, the names masked, and no column that the table given to it had not; what stands in the index of a table is not released.
# What it does: as soon as one row is suppressed the index becomes the first column, so each row carries its record number (or, with a plain index, its place in the source). Without suppression the index stays an index.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check anjana==1.2.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import numpy as np
import pandas as pd
from anjana.anonymity import k_anonymity

people = pd.DataFrame(
    {
        "name": ["Orla", "Bo", "Cy", "Di", "Ed"], "age": [21, 22, 31, 32, 99],
        "illness": ["flu", "cold", "flu", "cold", "gout"],
    },
    index=pd.Index(["MRN1", "MRN2", "MRN3", "MRN4", "MRN5"], name="mrn"),
)  # fmt: skip
found = {}
for name, table in (("nobody suppressed", people.iloc[:4]), ("one suppressed", people)):
    for index, given in (("mrn", table), ("plain", table.reset_index(drop=True))):
        levels = {"age": {0: given["age"].to_numpy(), 1: np.array([age // 10 * 10 for age in given["age"]])}}
        released = k_anonymity(given, ["name"], ["age"], 2, 50, levels)
        found[name, index] = list(released.columns), len(released)
        print(name, index, released, sep="\n")
given = ["name", "age", "illness"]
expected = {
    ("nobody suppressed", "mrn"): (given, 4), ("nobody suppressed", "plain"): (given, 4),
    ("one suppressed", "mrn"): (["mrn", *given], 4), ("one suppressed", "plain"): (["index", *given], 4),
}  # fmt: skip
raise SystemExit(found != expected)
PY
