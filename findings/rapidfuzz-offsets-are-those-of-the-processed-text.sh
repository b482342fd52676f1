#!/usr/bin/env bash
# Package and version: rapidfuzz 3.14.6
# Guess, written before it was run: the places that partial_ratio_alignment gives are those of the two texts that it was given, also where a processor prepares them for the comparison.
# What it does: they are places in what the processor made: default_process takes signs off both ends, so every place is too small by what it took off the front, and who masks the place of a name leaves its end.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check rapidfuzz==3.14.6
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from rapidfuzz import fuzz, utils

name, text = "orla quist", "*** (Letter of Orla Quist, Dublin)"
plain = fuzz.partial_ratio_alignment(name, text.lower())
found = fuzz.partial_ratio_alignment(name, text, processor=utils.default_process)
places = [text[one.dest_start : one.dest_end] for one in (plain, found)]
masked = text[: found.dest_start] + "#" * (found.dest_end - found.dest_start) + text[found.dest_end :]
print(places, masked)
raise SystemExit(places[0] != "Orla Quist" or found.score != 100 or "Quist" not in masked)
PY
