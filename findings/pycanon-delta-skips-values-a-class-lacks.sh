#!/usr/bin/env bash
# Package and version: pycanon 1.3.6 on pandas 2.3.3
# Guess, written before it was run: delta-disclosure privacy compares the share of every sensitive value in every class with its share in the table by a logarithm (Brickell and Shmatikov 2008), so a class that lacks a value gives an infinite delta.
# What it does: it looks only at values that the class has: a table whose second class can't have the illness y gets delta = ln 2, the same as if 'surely not y' told nothing.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pycanon==1.3.6 pandas==2.3.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import math

import pandas as pd
from pycanon import anonymity

table = pd.DataFrame({"age": ["30s"] * 4 + ["40s"] * 4, "illness": list("xxyyxxxx")})
overall = table["illness"].value_counts(normalize=True)
shares = table.groupby("age")["illness"].value_counts(normalize=True).unstack(fill_value=0.0)
print(shares)
by_definition = max(
    abs(math.log(share / overall[value])) if share else math.inf
    for value in shares
    for share in shares[value]
)
measured = float(anonymity.delta_disclosure(table, ["age"], ["illness"]))
print("measured:", measured, "by the definition:", by_definition)
raise SystemExit(not (math.isclose(measured, math.log(2)) and by_definition == math.inf))
PY
