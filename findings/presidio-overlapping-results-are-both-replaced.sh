#!/usr/bin/env bash
# Package and version: presidio-anonymizer 2.2.366
# Guess, written before it was run: two results of different types that overlap in part are merged, and one replacement stands for both.
# What it does: each stands with a replacement of its own, the later one for what is left of it; only a result inside another one is dropped.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check presidio-anonymizer==2.2.366
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import RecognizerResult

text = "Seen by Orla Tindall Clinic today"


def anonymized(*places: tuple[str, int, int, float]) -> str:
    return AnonymizerEngine().anonymize(text, [RecognizerResult(*place) for place in places]).text


partly = anonymized(("PERSON", 8, 20, 0.8), ("ORGANIZATION", 13, 27, 0.6))
inside = anonymized(("PERSON", 8, 20, 0.8), ("ORGANIZATION", 8, 27, 0.6))
print(partly, "|", inside)
raise SystemExit((partly, inside) != ("Seen by <PERSON><ORGANIZATION> today", "Seen by <ORGANIZATION> today"))
PY
