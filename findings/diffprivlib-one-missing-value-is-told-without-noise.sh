#!/usr/bin/env bash
# Package and version: diffprivlib 0.6.6, scikit-learn 1.4.2
# Guess, written before it was run: the mean, sum or variance of values of which one is missing (nan) is refused with an error.
# What it does: it is nan, at any epsilon and without noise: the answer tells for sure that somebody's value is missing, and the budget counts it as any other. nanmean does the same where nobody has a value.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check diffprivlib==0.6.6 scikit-learn==1.4.2 numpy==2.4.6
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import math

import numpy as np
from diffprivlib import tools

whole, one_missing, all_missing = np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 3, np.nan]), np.full(4, np.nan)


def always_nan(function, values):
    """Whether fifty answers with little budget are nan, all of them."""
    return all(math.isnan(function(values, epsilon=0.01, bounds=(0, 5))) for _ in range(50))


seen = {}
for function in (tools.mean, tools.sum, tools.var, tools.std, tools.median):
    assert not always_nan(function, whole)
    seen[function.__name__] = always_nan(function, one_missing)
seen["nanmean"] = always_nan(tools.nanmean, all_missing)
print("nan without noise:", seen)
raise SystemExit(not all(seen.values()))
PY
