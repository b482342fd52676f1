#!/usr/bin/env bash
# Package and version: hl7 0.4.5
# Guess, written before it was run: a text that is put into a field of a parsed message is written with its separators escaped (`\T\` for &), as HL7 v2 asks, for reading escapes them back.
# What it does: it is written as it is. Read again, "A & B|C^D" in PID-5 has become a name of two parts and a further field.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check hl7==0.4.5
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import hl7

message = hl7.parse("MSH|^~\\&|A|B\rPID|1||7||Pell^Orla\r")
message["PID"][0][5] = "A & B|C^D"
again = hl7.parse(str(message))["PID"][0]
print(repr(str(message)), len(again), [str(field) for field in again[5:]])
raise SystemExit([str(field) for field in again[5:]] != ["A & B", "C^D"])
PY
