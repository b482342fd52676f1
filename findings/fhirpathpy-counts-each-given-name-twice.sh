#!/usr/bin/env bash
# Package and version: fhirpathpy 2.2.4
# Guess, written before it was run: where names carry extensions beside them (_given, with null as a placeholder), Patient.name.given still gives each name once, and the null that has an extension counts as one element.
# What it does: the list beside is appended instead of laid over: two names with one extension count as 4 and are given as three values with an empty one; a null with an extension counts twice.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check fhirpathpy==2.2.4
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from fhirpathpy import evaluate
from fhirpathpy.models import models

note = {"extension": [{"url": "urn:note", "valueString": "married name"}]}
names = {
    "plain": {"given": ["Orla", "Bea"]},
    "one noted": {"given": ["Orla", "Bea"], "_given": [note, None]},
    "one unknown": {"given": ["Orla", None], "_given": [None, note]},
}
found = {}
for case, name in names.items():
    patient = {"resourceType": "Patient", "name": [name]}
    found[case] = [
        evaluate(patient, path, {}, models["r4"]) for path in ("Patient.name.given", "Patient.name.given.count()")
    ]
print(found)
expected = {
    "plain": [["Orla", "Bea"], [2]],
    "one noted": [["Orla", "Bea", None], [4]],
    "one unknown": [["Orla", None, None], [4]],
}
raise SystemExit(found != expected)
PY
