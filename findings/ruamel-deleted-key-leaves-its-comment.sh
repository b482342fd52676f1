#!/usr/bin/env bash
# Package and version: ruamel.yaml 0.19.1
# Guess, written before it was run: when a key is deleted, the comment above it goes with it, and the comment above the next key stays.
# What it does: the other way round: the comment above the deleted key stays and now seems to speak of the next key, whose own comment is gone.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check ruamel.yaml==0.19.1
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import io

from ruamel.yaml import YAML

text = """study: trial 7
# the nurse is Orla Quist
contact: 555-0100
# doses are in mg
dose: 20
"""
yaml, out = YAML(), io.StringIO()
read = yaml.load(text)
del read["contact"]
yaml.dump(read, out)
print(out.getvalue())
raise SystemExit("Orla Quist" not in out.getvalue() or "in mg" in out.getvalue())
PY
