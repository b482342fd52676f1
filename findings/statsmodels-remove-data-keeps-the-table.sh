#!/usr/bin/env bash
# Package and version: statsmodels 0.15.0, pandas 2.3.3
# Guess, written before it was run: results saved with `save(..., remove_data=True)` hold no value of the table, neither of the columns that the formula names nor of a column of names that it does not use.
# What it does: when a model is made by a formula, the whole table goes into the file: the names, which the model never saw, and the values of the columns. Made from arrays, the file has none of the values.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check statsmodels==0.15.0 pandas==2.3.3
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pickle

import numpy as np
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf

random = np.random.default_rng(1)
people = pd.DataFrame({"name": [f"Orla Quist {n}" for n in range(20)], "x": random.random(20), "y": random.random(20)})
models = {
    "formula": smf.ols("y ~ x", people),
    "formula, glm": smf.glm("y ~ x", people),
    "arrays": sm.OLS(people.y.to_numpy(), sm.add_constant(people.x.to_numpy())),
}
seen = {}
for case, model in models.items():
    model.fit().save("model.pickle", remove_data=True)
    with open("model.pickle", "rb") as file:
        written = file.read()
    seen[case] = (b"Orla Quist 7" in written, people.y.to_numpy().tobytes() in written)
with open("model.pickle", "rb") as file:
    assert len(pickle.load(file).params) == 2
print("in the file (a name, the values of y):", seen)
raise SystemExit(seen != {"formula": (True, True), "formula, glm": (True, True), "arrays": (False, False)})
PY
