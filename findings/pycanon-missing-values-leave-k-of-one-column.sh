#!/usr/bin/env bash
# Package and version: pycanon 1.3.6 on pandas 2.3.3
# Guess, written before it was run: a row whose quasi-identifier is missing is a class of its own, so one such row gives k = 1, however many quasi-identifiers there are.
# What it does: with one quasi-identifier the row is in no class and k is that of the others (2 here); with a second column of no missing values the same row counts and k is 1. So k is larger than the smallest group that a reader sees.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pycanon==1.3.6 pandas==2.3.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pandas as pd
from pycanon import anonymity

table = pd.DataFrame(
    {"age": ["30s", "30s", "30s", "40s", "40s", None], "zip": list("aaabbb"), "illness": list("xyzxyq")}
)
seen = {
    tuple(columns): (anonymity.k_anonymity(table, columns), int(table.groupby(columns, dropna=False).size().min()))
    for columns in (["age"], ["age", "zip"])
}
print("k as measured, smallest group:", seen)
raise SystemExit(seen != {("age",): (2, 1), ("age", "zip"): (1, 1)})
PY
