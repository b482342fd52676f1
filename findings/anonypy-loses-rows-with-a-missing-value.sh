#!/usr/bin/env bash
# Package and version: anonypy 0.2.1, anonypyx 0.2.11, pandas 2.3.3
# Guess, written before it was run: every row of the table is in the k-anonymous result of both, a missing age as a value of its own or as the whole range; or they refuse it.
# What it does: with Mondrian both leave the row out without a word; with MDAV anonypyx keeps it in a group whose range of ages is that of the others.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check anonypy==0.2.1 anonypyx==0.2.11 pandas==2.3.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import anonypy
import anonypyx
import pandas as pd

rows = pd.DataFrame({"age": [20, 21, 22, 50, 51, 52, None], "zip": list("AABCCDE"), "illness": list("xyxzzx") + ["HIV"]})
for name in ("zip", "illness"):
    rows[name] = rows[name].astype("category")
results = [pd.DataFrame(anonypy.Preserver(rows, ["age", "zip"], "illness").anonymize_k_anonymity(k=3))]
for algorithm in ("Mondrian", "MDAV-generic"):
    method = anonypyx.Anonymiser(rows, k=3, algorithm=algorithm, feature_columns=["age", "zip"], sensitive_column="illness")
    results.append(method.anonymise())
seen = [(int(r["count"].sum()), "HIV" in set(r["illness"])) for r in results]
group = results[2][results[2]["illness"] == "HIV"][["age_min", "age_max"]].to_numpy().tolist()
print(len(rows), seen, group)
raise SystemExit(seen != [(6, False), (6, False), (7, True)] or group != [[50.0, 51.0]])
PY
