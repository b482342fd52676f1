#!/usr/bin/env bash
# Package and version: pyreadstat 1.3.7, pandas 3.1.1
# Guess, written before it was run: `read_sav(usecols=["a"])` gives data and metadata of that column alone.
# What it does: names, labels and the number of columns are those of `a`, but `value_labels` has the label sets of all columns: names of patients that label the codes of a column that was left out.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pyreadstat==1.3.7 pandas==3.1.1
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pandas as pd
import pyreadstat

labels = {"a": {1: "yes", 2: "no"}, "b": {1: "Orla Pell", 2: "Bo Quist"}}
pyreadstat.write_sav(pd.DataFrame({"a": [1.0, 2.0], "b": [1.0, 2.0]}), "x.sav", variable_value_labels=labels)
_, about = pyreadstat.read_sav("x.sav", usecols=["a"])
print(about.column_names, about.variable_value_labels, about.value_labels)
kept = [name for labels in about.value_labels.values() for name in labels.values()]
raise SystemExit(about.column_names != ["a"] or list(about.variable_value_labels) != ["a"] or "Orla Pell" not in kept)
PY
