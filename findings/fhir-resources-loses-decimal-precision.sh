#!/usr/bin/env bash
# Package and version: fhir.resources 8.3.0
# Guess, written before it was run: a decimal and an instant leave as they came: FHIR says that the precision of a decimal is part of its value.
# What it does: the value 1.10 is dumped as 1.1, and 10:00:00.000Z as 10:00:00Z. A partial birth date (1945-03) does leave as it came.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check fhir.resources==8.3.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from fhir.resources.observation import Observation
from fhir.resources.patient import Patient

text = """{"resourceType": "Observation", "status": "final", "code": {"text": "sodium"},
"effectiveInstant": "2024-01-01T10:00:00.000Z", "valueQuantity": {"value": 1.10, "unit": "mmol/L"}}"""
dumped = Observation.model_validate_json(text).model_dump_json()
born = Patient.model_validate({"resourceType": "Patient", "birthDate": "1945-03"}).model_dump_json()
print(dumped, born)
same = '"value":1.1,' in dumped and '"2024-01-01T10:00:00Z"' in dumped and '"1945-03"' in born
raise SystemExit(not same)
PY
