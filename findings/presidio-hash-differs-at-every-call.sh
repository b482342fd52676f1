#!/usr/bin/env bash
# Package and version: presidio-anonymizer 2.2.366
# Guess, written before it was run: the operator hash gives the same value the same SHA-256 everywhere, so that records of one person can still be joined.
# What it does: without the parameter salt each call draws a salt of its own, so one name has another code in each text; with a salt that is given the codes agree.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check presidio-anonymizer==2.2.366
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import OperatorConfig, RecognizerResult

engine = AnonymizerEngine()


def hashed(**parameters: object) -> str:
    found = [RecognizerResult("PERSON", 0, 4, 0.9)]
    return engine.anonymize("Orla came.", found, {"PERSON": OperatorConfig("hash", parameters)}).text


plain, salted = {hashed(), hashed()}, {hashed(salt="0123456789abcdef"), hashed(salt="0123456789abcdef")}
print(plain, salted)
raise SystemExit((len(plain), len(salted)) != (2, 1))
PY
