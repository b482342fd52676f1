#!/usr/bin/env bash
# Package and version: pyap 0.3.1
# Guess, written before it was run: match_start and match_end of an address are its offsets in the text that was given, so cutting them out removes the address.
# What it does: line breaks and doubled blanks are made one before the search, and the offsets are those of that text: in a letter as people type it the cut begins before the address and leaves the end of it, here the postal code.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pyap==0.3.1
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pyap

texts = {
    "single blanks": "Orla lives in 12 Main Street, Springfield, IL 62701 now",
    "doubled blanks": "Dear  all,  Orla  lives in 12 Main Street,  Springfield,  IL  62701 now",
    "lines": "Orla lives in\n\n12 Main Street,\n\nSpringfield, IL 62701 now",
}
left = {}
for case, text in texts.items():
    (found,) = pyap.parse(text, country="US")
    left[case] = text[: found.match_start] + "#" + text[found.match_end :]
    print(case, repr(found.full_address), repr(left[case]))
exact = "#" == left["single blanks"].removeprefix("Orla lives in").removesuffix("now").strip()
wrong = all("1 now" in left[case] for case in ("doubled blanks", "lines"))
raise SystemExit(not (exact and wrong))
PY
