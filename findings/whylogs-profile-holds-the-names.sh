#!/usr/bin/env bash
# Package and version: whylogs 1.6.4, pandas 2.3.3
# Guess, written before it was run: the profile of a column of names holds counts and sketches made of hashes; no name stands in the file, which is meant to travel in place of the data.
# What it does: the sketch of frequent items keeps the values themselves, and the saved profile has the names readable.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check whylogs==1.6.4 pandas==2.3.3
cd "$here"
WHYLOGS_NO_ANALYTICS=True "$here/venv/bin/python" -W ignore - <<'PY'
from pathlib import Path

import pandas as pd
import whylogs as why

people = pd.DataFrame({"name": ["Orla Pell", "Bo Quist", "Una Ray"] * 4, "n": range(12)})
why.log(people).writer("local").write(dest="people.bin")
(profile,) = (path.read_bytes() for path in Path().rglob("people.bin*") if path.is_file())
found = [name for name in ("Orla Pell", "Bo Quist", "Una Ray") if name.encode() in profile]
print(len(profile), found)
raise SystemExit(len(found) != 3)
PY
