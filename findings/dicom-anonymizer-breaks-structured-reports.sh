#!/usr/bin/env bash
# Package and version: dicom-anonymizer 2.1.0, pydicom 3.0.2
# Guess, written before it was run: the items of a structured report keep the codes that say what they are (Value Type TEXT, PNAME ...); only what a person wrote is replaced.
# What it does: below Content Sequence every code string becomes ANONYMIZED, Value Type too, which the standard allows only thirteen values for; a name is empty at the top level and ANONYMIZED inside a sequence; the description of an overlay stays.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check dicom-anonymizer==2.1.0 pydicom==3.0.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from dicomanonymizer import anonymize_dataset
from pydicom.dataset import Dataset
from pydicom.sequence import Sequence

report = Dataset()
report.PatientName = "Roe^Ann"
item = Dataset()
item.ValueType = "TEXT"
item.TextValue = "seen by the clinic"
item.PatientName = "Roe^Ann"
report.ContentSequence = Sequence([item])
report.add_new(0x60000022, "LO", "Overlayword")
anonymize_dataset(report)
inside = report.ContentSequence[0]
seen = (str(report.PatientName), inside.ValueType, str(inside.PatientName), report[0x60000022].value)
print(seen)
raise SystemExit(seen != ("", "ANONYMIZED", "ANONYMIZED", "Overlayword"))
PY
