#!/usr/bin/env bash
# Package and version: ezc3d 1.7.2, c3d 0.6.0
# Guess, written before it was run: a text parameter of a movement recording that is too long for C3D (255 bytes) is refused or cut at writing.
# What it does: it is written whole with its length modulo 256; ezc3d cannot read its own file, and c3d shows the first 44 of 300 characters while the rest, with the person's name, stays in the file.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check ezc3d==1.7.2 c3d==0.6.0 numpy==2.3.5
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pathlib import Path

import c3d
import ezc3d
import numpy as np

note = ("Walked along the lane and back, twice, with a stick. " * 6)[:286].ljust(286, ".") + " by Orla Quist"
found = {}
for length in (255, 300):
    made = ezc3d.c3d()
    made["parameters"]["POINT"]["RATE"]["value"] = [100]
    made["parameters"]["POINT"]["LABELS"]["value"] = ["knee"]
    made["data"]["points"] = np.zeros((4, 1, 3))
    made.add_parameter("SUBJECTS", "NOTE", [note[-length:]])
    made.write("a.c3d")
    with open("a.c3d", "rb") as file:
        shown = c3d.Reader(file).get("SUBJECTS:NOTE").string_array[0]
    try:
        own = ezc3d.c3d("a.c3d")["parameters"]["SUBJECTS"]["NOTE"]["value"] == [note[-length:]]
    except OSError as error:
        own = str(error)[:26]
    found[length] = own, len(shown), "Orla Quist" in shown, b"Orla Quist" in Path("a.c3d").read_bytes()
print(found)
raise SystemExit(found != {255: (True, 255, True, True), 300: ("The format is not standard", 44, False, True)})
PY
