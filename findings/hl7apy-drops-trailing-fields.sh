#!/usr/bin/env bash
# Package and version: hl7apy 1.3.5, hl7 0.4.5
# Guess, written before it was run: a message that is parsed and written again is the same text.
# What it does: hl7apy leaves out the empty fields at the end of a segment and the segment end of the last one; the package hl7 gives the same text. Places counted from the end of a line move.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check hl7apy==1.3.5 hl7==0.4.5
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import hl7
from hl7apy.parser import parse_message

text = "MSH|^~\\&|A|B|C|D|20240101||ADT^A01^ADT_A01|1|P|2.5\rPID|1||123^^^H^MR||Roe^Ann||19450312|F|||||||||||\r"
written = parse_message(text, find_groups=False).to_er7()
print(repr(written))
raise SystemExit(not (str(hl7.parse(text)) == text and written == text.rstrip("|\r")))
PY
