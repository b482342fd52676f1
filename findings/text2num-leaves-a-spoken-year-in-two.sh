#!/usr/bin/env bash
# Package and version: text2num 3.1.0
# Guess, written before it was run: in English a year as it is spoken, "nineteen forty-five", becomes 1945.
# What it does: it becomes two numbers, "19 45", and a search for years of four digits finds none.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check text2num==3.1.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from text_to_num import alpha2digit

seen = [alpha2digit(text, "en") for text in ("born nineteen forty-five", "twenty twenty-six")]
print(seen)
raise SystemExit(seen != ["born 19 45", "20 26"])
PY
