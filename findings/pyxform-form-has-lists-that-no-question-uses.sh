#!/usr/bin/env bash
# Package and version: pyxform 4.5.0
# Guess, written before it was run: a list of choices that no question uses is not in the form, nor is a column beside the choices that nothing refers to.
# What it does: both are in the XForm that goes to every device: the names of the unused list, and the telephone numbers noted beside the choices. Nothing warns.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pyxform==4.5.0
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pyxform.xls2xform import convert

questions = """
| survey |                |      |         |
|        | type           | name | label   |
|        | select_one yn  | well | Well?   |
| choices |           |      |            |             |
|         | list_name | name | label      | telephone   |
|         | yn        | y    | Yes        | 555-010-477 |
|         | yn        | n    | No         |             |
|         | people    | p1   | Orla Quist | 555-010-478 |
"""
made = convert(questions, file_type=".md")
seen = {word: word in made.xform for word in ("Orla Quist", "555-010-477", "555-010-478")}
print(seen, made.warnings)
raise SystemExit(not all(seen.values()) or made.warnings != [])
PY
