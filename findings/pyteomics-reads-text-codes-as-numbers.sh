#!/usr/bin/env bash
# Package and version: pyteomics 5.0.1, psims 1.4.0
# Guess, written before it was run: a userParam of an mzML file that says it is a text, or says no type, is read as text; only one of a number's type becomes a number.
# What it does: whatever looks like a number becomes one, with type xsd:string too: the patient's code "0042" is 42.0, "1e5" is 100000.0, and neither is found again by its text.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pyteomics==5.0.1 psims==1.4.0 lxml==6.1.3 numpy==2.3.5
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pathlib import Path

from pyteomics import mzml

Path("a.mzML").write_text("""<?xml version="1.0"?><mzML xmlns="http://psi.hupo.org/ms/mzml" version="1.1.0"><run id="r">
<spectrumList count="1" defaultDataProcessingRef="d"><spectrum index="0" id="s" defaultArrayLength="0">
<userParam name="patient" type="xsd:string" value="0042"/><userParam name="sample" type="xsd:string" value="1e5"/>
<userParam name="name" type="xsd:string" value="Orla Quist"/></spectrum></spectrumList></run></mzML>""")
with mzml.MzML("a.mzML", use_index=False) as file:
    (spectrum,) = file
found = [spectrum[name] for name in ("patient", "sample", "name")]
print(found)
raise SystemExit(found != [42.0, 100000.0, "Orla Quist"])
PY
