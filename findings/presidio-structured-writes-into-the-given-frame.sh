#!/usr/bin/env bash
# Package and version: presidio_structured 0.0.8, pandas 3.1.1
# Guess, written before it was run: `StructuredEngine.anonymize` gives a new data frame, and the one that was given stays as it was, as with Presidio's text anonymizer.
# What it does: the given frame is changed as well (both are equal afterwards), so the originals are gone where they were meant to be kept; and an empty cell becomes a replacement, as if a name had stood there.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check presidio_structured==0.0.8 presidio_analyzer==2.2.366 presidio_anonymizer==2.2.360 pandas==3.1.1
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pandas as pd
from presidio_anonymizer.entities import OperatorConfig
from presidio_structured import PandasDataProcessor, StructuredAnalysis, StructuredEngine

given = pd.DataFrame({"name": ["Orla Pell", None, "Bo Quist"], "n": [1, 2, 3]})
engine = StructuredEngine(data_processor=PandasDataProcessor())
safe = engine.anonymize(
    given, StructuredAnalysis(entity_mapping={"name": "PERSON"}),
    operators={"DEFAULT": OperatorConfig("replace", {"new_value": "X"})},
)
print(list(safe["name"]), list(given["name"]))
raise SystemExit(list(safe["name"]) != ["X", "X", "X"] or list(given["name"]) != ["X", "X", "X"])
PY
