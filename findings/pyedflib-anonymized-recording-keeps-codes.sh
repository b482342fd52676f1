#!/usr/bin/env bash
# Package and version: pyedflib 0.1.42
# Guess, written before it was run: anonymize_edf, called with its defaults, leaves no field of the header that leads to the patient.
# What it does: only name and date of birth go; the patient's code, the second name field, the technician and the administration code stay in the first 256 bytes, and the annotations as they were.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pyedflib==0.1.42 numpy==2.0.2
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import datetime

import numpy as np
import pyedflib
from pyedflib import highlevel

with pyedflib.EdfWriter("a.edf", 1, file_type=pyedflib.FILETYPE_EDFPLUS) as made:
    made.setHeader(
        {
            "patientname": "Orla Quist", "birthdate": "03 may 1960", "patientcode": "MRN778899",
            "patient_additional": "born Quist", "technician": "Tess Tick", "admincode": "adm12",
            "recording_additional": "", "equipment": "EEG9", "sex": "Female",
            "startdate": datetime.datetime(2021, 5, 3, 10),
        }
    )  # fmt: skip
    made.setSignalHeader(
        0,
        {
            "label": "EEG", "dimension": "uV", "sample_frequency": 100, "physical_max": 100, "physical_min": -100,
            "digital_max": 32767, "digital_min": -32768, "transducer": "", "prefilter": "",
        },
    )  # fmt: skip
    made.writeSamples([np.zeros(500)])
    made.writeAnnotation(1, -1, "Quist asleep")
highlevel.anonymize_edf("a.edf", "b.edf")
content = open("b.edf", "rb").read()
print(content[:168])
kept = (b"MRN778899", b"born Quist", b"Tess_Tick", b"adm12", b"Quist asleep")
raise SystemExit(b"Orla" in content or not all(one in content for one in kept))
PY
